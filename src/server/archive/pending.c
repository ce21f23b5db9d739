#include "server/archive/pending.h"

#include <string.h>

#include "base/alloc.h"

enum {
    FIRST_GAMES = 64
};

bool apo_pending_add(apo_pending *pending, const apo_store_record *record)
{
    if (pending->count == pending->capacity) {
        apo_pending_game *games =
            apo_grow(NULL, pending->games, &pending->capacity, FIRST_GAMES, sizeof *games);
        if (games == NULL)
            return false;
        pending->games = games;
    }
    apo_pending_game *added = &pending->games[pending->count++];
    added->id = record->id;
    memcpy(added->game, record->game, sizeof added->game);
    return true;
}

bool apo_pending_has_game(const apo_pending *pending, const char *game)
{
    for (size_t i = 0; i < pending->count; i++) {
        if (strcmp(pending->games[i].game, game) == 0)
            return true;
    }
    return false;
}

bool apo_pending_has_id(const apo_pending *pending, int64_t id)
{
    for (size_t i = 0; i < pending->count; i++) {
        if (pending->games[i].id == id)
            return true;
    }
    return false;
}

void apo_pending_empty(apo_pending *pending)
{
    pending->count = 0;
}

void apo_pending_clear(apo_pending *pending)
{
    apo_free(NULL, pending->games);
    *pending = (apo_pending){NULL, 0, 0};
}
