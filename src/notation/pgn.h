/* A game with its tags, moves, variations and comments, as in PGN (rules 6.6).
 *
 * The moves are a tree in one array: node 0 is the start position; the first child of a node is
 * the move played, its siblings are variations. Reading is in notation/pgn_reader.h, writing in
 * notation/pgn_writer.h. One thread at a time. */
#ifndef APO_NOTATION_PGN_H
#define APO_NOTATION_PGN_H

#include "base/error.h"
#include "rules/kernel/position.h"

enum {
    APO_PGN_TAGS_MAX = 64,        /* the standard names about 40 */
    APO_PGN_TAG_NAME_MAX = 255,   /* bytes, as in the standard */
    APO_PGN_TAG_VALUE_MAX = 4096, /* bytes; an FEN has at most APO_FEN_MAX */
    APO_PGN_NODES_MAX = 100000,   /* moves of one game with all variations */
    APO_PGN_COMMENT_MAX = 65536,  /* bytes of all comments before or after one move */
    APO_PGN_NAGS_MAX = 8,         /* of one move; more are dropped */
    APO_PGN_DEPTH_MAX = 64        /* nested variations */
};

typedef struct apo_pgn_tag {
    char *name;  /* owned, terminated */
    char *value; /* owned, terminated, not escaped */
} apo_pgn_tag;

typedef struct apo_pgn_node {
    apo_move move;         /* node 0 has none */
    uint32_t parent;       /* index; of node 0: 0 */
    uint32_t first_child;  /* index, or 0 */
    uint32_t next_sibling; /* index, or 0 */
    uint32_t last_child;   /* index, or 0 */
    char *before;          /* comment before the move; owned, terminated, or NULL */
    char *after;           /* comment after the move; of node 0: before all moves */
    uint8_t nag_count;
    uint8_t nags[APO_PGN_NAGS_MAX];
} apo_pgn_node;

typedef struct apo_pgn_game {
    const apo_alloc *alloc; /* borrowed; NULL = default */
    apo_pgn_tag *tags;      /* owned */
    size_t tag_count;
    apo_pgn_node *nodes; /* owned; node 0 exists once the start is set */
    size_t node_count;
    size_t node_capacity;
    bool has_start;
    apo_position start; /* borrows its variant */
    int white_quarters; /* result, or APO_QUARTERS_UNKNOWN for "*" */
} apo_pgn_game;

/* An empty game. `alloc` is borrowed until the game is cleared. */
void apo_pgn_game_init(apo_pgn_game *game, const apo_alloc *alloc);

/* Frees all that the game owns, and empties it. */
void apo_pgn_game_clear(apo_pgn_game *game);

/* Sets or replaces a tag (copies). Errors: APO_E_SYNTAX: a tag name is letters, digits and '_',
 * or a byte of the value is a control character; APO_E_TOO_LARGE; APO_E_MEMORY. */
apo_status apo_pgn_tag_set(apo_pgn_game *game, apo_span name, apo_span value);

/* The value of a tag; borrowed until the tag is set again; an empty span with text NULL if
 * there is none. Names are case-sensitive: "Setup" is ours, "SetUp" the standard's flag. */
apo_span apo_pgn_tag_get(const apo_pgn_game *game, const char *name);

/* The id in the Variant tag, without a start's name after a colon; empty if there is none. */
apo_span apo_pgn_variant_id(const apo_pgn_game *game);

/* The start position given by the tags: FEN; else Setup ("14", "rank3", "brouhaha-joker 14"),
 * with the start's name also allowed in the Variant tag ("classic:brouhaha-joker"); else the
 * game's first start. `var` is borrowed by the position. `err->position` counts within the
 * tag's value. Errors: those of apo_fen_read; APO_E_UNKNOWN: no start of this name;
 * APO_E_RANGE: no such number. */
apo_status apo_pgn_start_position(apo_position *out, const apo_pgn_game *game,
                                  const apo_variant *var, apo_error *err);

/* Sets the start position (copies) and drops all moves. Errors: APO_E_MEMORY. */
apo_status apo_pgn_set_start(apo_pgn_game *game, const apo_position *start);

/* Adds a move after node `parent`: the first is the move played, others are variations. The
 * move must be legal there (not checked). Errors: APO_E_TOO_LARGE: APO_PGN_NODES_MAX;
 * APO_E_MEMORY. */
apo_status apo_pgn_add_move(apo_pgn_game *game, uint32_t parent, const apo_move *mv,
                            uint32_t *out_node);

/* Appends to the comment before or after a move (copies; control characters become spaces).
 * Errors: APO_E_TOO_LARGE: APO_PGN_COMMENT_MAX; APO_E_MEMORY. */
apo_status apo_pgn_add_comment(apo_pgn_game *game, uint32_t node, bool is_before,
                               apo_span text);

/* Adds a numeric annotation glyph, 0..255. More than APO_PGN_NAGS_MAX are dropped. */
void apo_pgn_add_nag(apo_pgn_game *game, uint32_t node, uint8_t nag);

/* The position after the node's move. The start must be set. Errors: APO_E_MEMORY. */
apo_status apo_pgn_position(apo_position *out, const apo_pgn_game *game, uint32_t node);

#endif
