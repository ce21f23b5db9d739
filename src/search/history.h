/* What a search learns about moves and positions: which quiet moves and captures caused
 * cutoffs, and by how much the evaluation was wrong. One per thread. */
#ifndef APO_SEARCH_HISTORY_H
#define APO_SEARCH_HISTORY_H

#include "base/status.h"
#include "rules/rules/engine_view.h"
#include "search/block.h"
#include "search/evaluation.h"
#include "search/score.h"

enum {
    APO_HISTORY_MAX = 16384,
    APO_CORRECTIONS = 8192 /* entries of each correction table; a power of two */
};

/* Table sizes depend on the game, so that they fit the cache: on large boards previous moves
 * are distinguished by small regions, not by squares. */
typedef struct apo_history {
    const apo_alloc *alloc;
    /* `types` includes number 0; `regions` are those of previous moves */
    unsigned types, squares, regions;
    size_t bytes;
    apo_block memory;
    int16_t *block;          /* in the memory; the tables below are parts of it */
    int16_t *butterfly;      /* [side][from][to] */
    int16_t *capture;        /* [type][to][type taken] */
    int16_t *continuation;   /* [type, region of the previous move][type][to] */
    int16_t *zeros;          /* [type][to]: all zero, for nodes without a previous move */
    int16_t *correct_pawns;  /* [side][pawn key] */
    int16_t *correct_armies; /* [side][key of both armies and the imitated types] */
    uint32_t *countermoves;  /* owned; [type][to] of the last move: its countermove */
    uint16_t region[APO_SQUARES_MAX];
    apo_move killers[APO_PLIES_MAX + 2][2];
} apo_history;

/* Allocates empty tables for a game. May be called again. Errors: APO_E_MEMORY. */
apo_status apo_history_start(apo_history *history, const apo_variant *var,
                             const apo_alloc *alloc);
void apo_history_free(apo_history *history);

/* A previous move of the line, as indexed by the continuation history. */
typedef struct apo_previous_move {
    uint8_t type; /* APO_TYPE_NONE: a pass, or before the root */
    bool is_quiet;
    apo_square from, to;
} apo_previous_move;

enum {
    APO_PREVIOUS_MOVES = 3 /* moves back: one, two and four plies ago */
};

/* The continuation history of a node: its rows for the moves before it. */
typedef struct apo_continuation {
    unsigned ply;
    const int16_t *rows[APO_PREVIOUS_MOVES]; /* parts of apo_history.continuation, or NULL */
    size_t offsets[APO_PREVIOUS_MOVES];
    uint32_t *countermove; /* signature of the countermove of the last, or NULL */
} apo_continuation;

/* The type of a move's piece in the histories: a joker counts as the type it imitates. */
unsigned apo_history_type(const apo_position *pos, const apo_move *mv);

/* Finds the rows for the moves before a node (most recent first). */
void apo_history_continuation(const apo_history *history, apo_continuation *continuation,
                              const apo_previous_move previous[APO_PREVIOUS_MOVES]);

/* The history score of a quiet move, from -4 to 4 times APO_HISTORY_MAX. */
int apo_history_quiet(const apo_history *history, const apo_position *pos,
                      const apo_continuation *continuation, const apo_move *mv);

/* The same for a list of moves. */
void apo_history_quiets(const apo_history *history, const apo_position *pos,
                        const apo_continuation *continuation, const apo_move *moves,
                        size_t count, int32_t *out);

/* The history score of a capture. */
int apo_history_capture(const apo_history *history, const apo_position *pos,
                        const apo_move *mv);

/* Updates the history of a quiet move: `by` is positive if it was good. */
void apo_history_change_quiet(apo_history *history, const apo_position *pos,
                              const apo_continuation *continuation, const apo_move *mv, int by);
void apo_history_change_capture(apo_history *history, const apo_position *pos,
                                const apo_move *mv, int by);

/* The same for a move already made, from its squares: the other side is to move in `pos`. */
void apo_history_change_previous(apo_history *history, const apo_position *pos,
                                 apo_previous_move move, int by);

/* The learnt correction to add to the evaluation of this position. */
int apo_history_correction(const apo_history *history, const apo_position *pos,
                           const apo_psq *psq);

/* Learns from the difference between a search score and the corrected evaluation. */
void apo_history_correct(apo_history *history, const apo_position *pos, const apo_psq *psq,
                         int difference, int depth);

#endif
