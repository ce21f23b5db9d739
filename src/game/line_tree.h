/* Conditional lines: "if he plays this, I play that", as a tree of moves from the start of a
 * game on. The moves that have been made are part of the tree, so whether a line still fits is
 * found by walking along them; a line that does not is only never reached.
 *
 * As text: each move in coordinates with a dot behind it; other moves instead of one stand
 * behind it in brackets, each with what follows; then the line goes on:
 * "e2e4.e7e5.(c7c5.g1f3.)g1f3." */
#ifndef APO_GAME_LINE_TREE_H
#define APO_GAME_LINE_TREE_H

#include "base/error.h"
#include "game/game.h"

enum {
    APO_LINE_TEXT_MAX =
        48 * 1024, /* bytes; a game of 300 moves and 1,000 planned ones need less */
    APO_LINE_NODES_MAX = 8000,
    APO_LINE_DEPTH_MAX = 200, /* brackets in brackets */
    APO_LINE_NONE = 0         /* the root is nobody's child */
};

typedef struct apo_line_node {
    apo_span move; /* of the text; the root's is empty */
    uint32_t parent;
    uint32_t child, next; /* the first one; the next one of the same parent; APO_LINE_NONE */
} apo_line_node;

typedef struct apo_line_tree {
    apo_line_node *nodes; /* owned; the first one is the root */
    uint32_t count;
} apo_line_tree;

/* Reads it. The text is borrowed for the life of the tree, which is to be freed. Errors,
 * nothing to be freed: APO_E_SYNTAX, with the byte in `err`; APO_E_TOO_LARGE; APO_E_MEMORY. */
apo_status apo_line_tree_read(apo_line_tree *out, apo_span text, apo_error *err);
void apo_line_tree_free(apo_line_tree *tree);

/* The child of `node` with this move; APO_LINE_NONE. */
uint32_t apo_line_tree_step(const apo_line_tree *tree, uint32_t node, apo_span move);

/* Every move must be legal and written as our coordinates are; and for each position that comes
 * after the first `played` moves of `side`'s plans there must be one answer of `side` at most.
 * Errors, with the place in `err`: APO_E_ILLEGAL, APO_E_AMBIGUOUS, APO_E_MEMORY. */
apo_status apo_line_tree_check(const apo_line_tree *tree, const apo_position *start,
                               apo_side side, size_t played, apo_error *err);

#endif
