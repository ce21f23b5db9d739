/* Walks up and down the tree of a game, keeping the position. Internal to this folder. */
#ifndef APO_NOTATION_PGN_WALK_PRIV_H
#define APO_NOTATION_PGN_WALK_PRIV_H

#include "notation/pgn.h"

typedef struct apo_pgn_walk {
    const apo_pgn_game *game; /* borrowed */
    apo_position pos;         /* after the moves down to `node` */
    uint32_t node;
    apo_undo *undos; /* owned; one for each move down to `node` */
    size_t depth;
    size_t capacity;
} apo_pgn_walk;

/* Begins at the start of the game. Clear with apo_pgn_walk_clear. */
void apo_pgn_walk_start(apo_pgn_walk *walk, const apo_pgn_game *game);
void apo_pgn_walk_clear(apo_pgn_walk *walk);

/* Makes the move of a child of the node. Errors: APO_E_MEMORY. */
apo_status apo_pgn_walk_down(apo_pgn_walk *walk, uint32_t child);

/* Takes the last move back. Invalid at node 0. */
void apo_pgn_walk_up(apo_pgn_walk *walk);

#endif
