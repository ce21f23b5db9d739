/* Conditional moves: "if they play this, I play that", as a tree of moves from the start of the
 * game. The moves already made are part of the tree: walking along them finds the lines that
 * still apply and never reaches the others.
 *
 * As text: each move in coordinates followed by a dot; alternatives to a move follow it in
 * brackets, each with its continuation; then the line goes on: "e2e4.e7e5.(c7c5.g1f3.)g1f3." */
#ifndef APO_GAME_LINE_TREE_H
#define APO_GAME_LINE_TREE_H

#include "base/error.h"
#include "game/game.h"

enum {
    APO_LINE_TEXT_MAX =
        48 * 1024, /* bytes; a game of 300 moves and 1,000 planned ones need less */
    APO_LINE_NODES_MAX = 8000,
    APO_LINE_DEPTH_MAX = 200, /* nested brackets */
    APO_LINE_NONE = 0         /* the root is never a child */
};

typedef struct apo_line_node {
    apo_span move; /* in the text; empty for the root */
    uint32_t parent;
    uint32_t child, last; /* first and last child, or APO_LINE_NONE */
    uint32_t next;        /* next sibling, or APO_LINE_NONE */
} apo_line_node;

typedef struct apo_line_tree {
    apo_line_node *nodes; /* owned; the first is the root */
    uint32_t count;
} apo_line_tree;

/* Reads the text, which the tree borrows. Free the tree afterwards. Errors, with nothing to
 * free: APO_E_SYNTAX, with the byte in `err`; APO_E_TOO_LARGE; APO_E_MEMORY. */
apo_status apo_line_tree_read(apo_line_tree *out, apo_span text, apo_error *err);
void apo_line_tree_free(apo_line_tree *tree);

/* The child of `node` with this move, or APO_LINE_NONE. */
uint32_t apo_line_tree_step(const apo_line_tree *tree, uint32_t node, apo_span move);

/* Checks that every move is legal and in canonical coordinates, and that after the first
 * `played` moves `side` has at most one answer in each position. Errors, with the position in
 * `err`: APO_E_ILLEGAL, APO_E_AMBIGUOUS, APO_E_MEMORY. */
apo_status apo_line_tree_check(const apo_line_tree *tree, const apo_position *start,
                               apo_side side, size_t played, apo_error *err);

#endif
