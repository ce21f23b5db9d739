/* Checkpoints, from which interrupted training resumes: a file beside the net, written whole
 * after each epoch. */
#ifndef APO_CLI_TRAIN_CHECKPOINT_H
#define APO_CLI_TRAIN_CHECKPOINT_H

#include "cli/call/command.h"
#include "training/recipe.h"
#include "training/trainer.h"

typedef struct apo_checkpoint {
    uint64_t recipe; /* digest of its text: another recipe must not resume from here */
    uint64_t game;   /* digest of the features */
    uint32_t epochs; /* done */
    uint32_t file_count;
    uint32_t
        games[APO_RECIPE_FILES_MAX]; /* games read from each file; it may hold more by now */
} apo_checkpoint;

/* Reads the head of the file at `path`, and the trainer's part into `*out_trainer` (free with
 * apo_buffer_clear). `*out_is_there` is false, and nothing is read, if there is no such file.
 * Reports failures: it cannot be read, is no checkpoint or is damaged. */
enum apo_exit apo_checkpoint_read(apo_checkpoint *out, apo_buffer *out_trainer,
                                  bool *out_is_there, const char *path);

/* Writes the file whole or not at all. Reports failures, with an older file untouched. */
enum apo_exit apo_checkpoint_write(const apo_checkpoint *checkpoint, const apo_trainer *trainer,
                                   const char *path);

#endif
