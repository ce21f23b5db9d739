/* Creates games from a game setup. */
#ifndef APO_SERVER_SEEK_CREATE_H
#define APO_SERVER_SEEK_CREATE_H

#include "server/live/live.h"
#include "server/seek/game_setup.h"

enum {
    APO_CREATE_ID_LENGTH = 10 /* letters: 58 bits */
};

typedef struct apo_creation {
    const char *id;
    const apo_game_setup *setup;
    const apo_store_person *creator;
    /* Takes the other seat at once; NULL: nobody yet, or a computer. */
    const apo_store_person *other;
    apo_span key;
    const char *secret; /* of a link; NULL: none */
    bool is_open;       /* public */
} apo_creation;

/* Stores the game, with the batch (taken). All is copied. */
void apo_create(apo_app *app, const apo_creation *creation, apo_store_batch *batch,
                apo_live_game_done *done, void *context);

/* Adds the game to the batch, which the caller submits; see apo_live_add. */
apo_status apo_create_in(apo_app *app, const apo_creation *creation, apo_store_batch *batch);

#endif
