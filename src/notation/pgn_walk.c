#include "notation/pgn_walk_priv.h"

enum {
    UNDOS_FIRST = 64
};

void apo_pgn_walk_start(apo_pgn_walk *walk, const apo_pgn_game *game)
{
    walk->game = game;
    walk->pos = game->start;
    walk->node = 0;
    walk->undos = NULL;
    walk->depth = walk->capacity = 0;
}

void apo_pgn_walk_clear(apo_pgn_walk *walk)
{
    apo_free(walk->game->alloc, walk->undos);
    walk->undos = NULL;
    walk->depth = walk->capacity = 0;
}

static bool grow(apo_pgn_walk *walk)
{
    if (walk->depth < walk->capacity)
        return true;
    size_t capacity = walk->capacity > 0 ? walk->capacity * 2 : UNDOS_FIRST;
    apo_undo *undos =
        apo_reallocate(walk->game->alloc, walk->undos, capacity * sizeof *walk->undos);
    if (undos == NULL)
        return false;
    walk->undos = undos;
    walk->capacity = capacity;
    return true;
}

apo_status apo_pgn_walk_down(apo_pgn_walk *walk, uint32_t child)
{
    if (!grow(walk))
        return APO_E_MEMORY;
    apo_make(&walk->pos, &walk->game->nodes[child].move, &walk->undos[walk->depth++]);
    walk->node = child;
    return APO_OK;
}

void apo_pgn_walk_up(apo_pgn_walk *walk)
{
    apo_unmake(&walk->pos, &walk->undos[--walk->depth]);
    walk->node = walk->game->nodes[walk->node].parent;
}
