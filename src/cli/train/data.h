/* The samples of the files that a recipe names. */
#ifndef APO_CLI_TRAIN_DATA_H
#define APO_CLI_TRAIN_DATA_H

#include "cli/io/input.h"
#include "training/parallel.h"
#include "training/recipe.h"
#include "training/samples.h"

/* A file of games. */
typedef struct apo_train_file {
    apo_training_head head;
    uint32_t games; /* read */
    size_t samples; /* of them */
} apo_train_file;

typedef struct apo_train_data {
    apo_training_samples samples;
    apo_train_file files[APO_RECIPE_FILES_MAX];
    uint32_t file_count;
    uint32_t *train, *held_out; /* owned; indices of samples */
    size_t train_count, held_out_count;
} apo_train_data;

typedef struct apo_train_loading {
    const apo_recipe *recipe;     /* borrowed, as are the next */
    const apo_features *features; /* of the recipe's game */
    const apo_parallel *parallel;
    const char *folder; /* of the files; NULL: the current one */
    /* the games to read of each file; NULL: all */
    const uint32_t *games;
    bool has_progress; /* show progress even if standard error is not a terminal */
} apo_train_loading;

/* Appends the path of a file that a recipe names; it is in `folder`, unless that is NULL. */
void apo_train_path_add(apo_buffer *out, const char *folder, apo_span name);

/* Reads all files. `out` is zeroed; free it with apo_train_data_clear in any case. Reports
 * failures: a file cannot be read, is damaged, has other games or fewer than wanted, or there
 * are too few positions. An incomplete game at a file's end is left out, with a message. */
enum apo_exit apo_train_data_read(apo_train_data *out, const apo_train_loading *loading);
void apo_train_data_clear(apo_train_data *data);

#endif
