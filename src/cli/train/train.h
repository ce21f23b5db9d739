/* Trains a net by a recipe: reads the games, learns epoch by epoch, writes the net. */
#ifndef APO_CLI_TRAIN_TRAIN_H
#define APO_CLI_TRAIN_TRAIN_H

#include "cli/call/command.h"
#include "training/recipe.h"

enum {
    APO_TRAIN_THREADS_MAX = 256
};

typedef struct apo_train_plan {
    const apo_recipe *recipe; /* borrowed, as are the next */
    apo_span text;            /* of the recipe */
    const char *out;          /* the net's file; NULL: GAME.net */
    const char *folder;       /* of the data files; NULL: the current one */
    uint32_t threads;         /* 1 .. APO_TRAIN_THREADS_MAX */
    bool is_resumed;          /* go on from the checkpoint, if there is one */
    bool has_progress;        /* show progress even if standard error is not a terminal */
} apo_train_plan;

/* Prints the losses of each epoch. Reports failures. */
enum apo_exit apo_train_run(const apo_train_plan *plan);

#endif
