/* A game with its tags, moves, variations and comments, as in PGN (rules 6.6): the internals
 * behind apothecary/pgn.h.
 *
 * The moves are a tree in one array: node 0 is the start position; the first child of a node is
 * the move played, its siblings are variations. Reading is in notation/pgn_reader.h, writing in
 * notation/pgn_writer.h. One thread at a time. */
#ifndef APO_NOTATION_PGN_H
#define APO_NOTATION_PGN_H

#include "apothecary/pgn.h"
#include "base/error.h"
#include "rules/kernel/position.h"

typedef struct apo_pgn_tag {
    char *name;  /* owned, terminated */
    char *value; /* owned, terminated, not escaped */
} apo_pgn_tag;

/* Comments at one place, a line for each. */
typedef struct apo_pgn_comments {
    char *text; /* owned, terminated; NULL: none */
    uint32_t length, capacity;
} apo_pgn_comments;

typedef struct apo_pgn_node {
    apo_move move;           /* node 0 has none */
    uint32_t parent;         /* index; of node 0: 0 */
    uint32_t first_child;    /* index, or 0 */
    uint32_t next_sibling;   /* index, or 0 */
    uint32_t last_child;     /* index, or 0 */
    uint32_t replaces;       /* as in apo_pgn_node_info */
    uint32_t nesting;        /* brackets between it and the move played: 0 for that one */
    apo_pgn_comments before; /* before the move */
    apo_pgn_comments after;  /* after it; of node 0: before all moves */
    uint8_t *nags;           /* owned */
    uint16_t nag_count, nag_capacity;
} apo_pgn_node;

struct apo_pgn_game {
    const apo_alloc *alloc; /* borrowed; NULL = default */
    apo_pgn_tag *tags;      /* owned */
    size_t tag_count;
    apo_pgn_node *nodes; /* owned; node 0 exists once the start is set */
    size_t node_count;
    size_t node_capacity;
    bool has_start;
    apo_position start; /* borrows its variant */
    int white_quarters; /* result, or APO_QUARTERS_UNKNOWN for "*" */
};

/* Where a text is being read. */
typedef struct apo_pgn_cursor {
    apo_span text;             /* borrowed */
    size_t position;           /* bytes read */
    size_t open_from, open_to; /* no closing brace is in this part; searched only once */
    const apo_variant *var;    /* borrowed; where it has pieces such as D!, their ! belongs to
                                  the move; NULL: none has */
} apo_pgn_cursor;

/* An empty game. `alloc` is borrowed until the game is cleared. */
void apo_pgn_game_init(apo_pgn_game *game, const apo_alloc *alloc);

/* Frees all that the game owns, and empties it. */
void apo_pgn_game_clear(apo_pgn_game *game);

/* Sets the start position (copies) and drops all moves. Errors: APO_E_MEMORY. */
apo_status apo_pgn_set_start(apo_pgn_game *game, const apo_position *start);

/* The id of the game that the Variant tag names, by our id or by a name of other programs
 * ("Standard", "From Position"), without a start's name after a colon. An unknown name is given
 * unchanged; empty if there is none. */
apo_span apo_pgn_variant_id(const apo_pgn_game *game);

/* The same, if it is the id of a built-in game; else NULL. Static. */
const char *apo_pgn_known_id(const apo_pgn_game *game);

/* The id of the game that a PGN without a Variant tag means; static. */
apo_span apo_pgn_default_id(void);

/* The start position given by the tags: FEN; else Setup ("14", "rank3", "brouhaha-joker 14"),
 * with the start's name also allowed in the Variant tag ("classic:brouhaha-joker"); else the
 * game's first start. `var` is borrowed by the position. `err->position` counts within the
 * tag's value. Errors: those of apo_fen_read; APO_E_UNKNOWN: no start of this name;
 * APO_E_RANGE: no such number. */
apo_status apo_pgn_start_position(apo_position *out, const apo_pgn_game *game,
                                  const apo_variant *var, apo_error *err);

#endif
