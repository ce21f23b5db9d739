/* What a search remembers of moves and positions: which quiet moves and captures have cut, and
 * by how much the evaluation was wrong. One a thread. */
#ifndef APO_SEARCH_HISTORY_H
#define APO_SEARCH_HISTORY_H

#include "base/status.h"
#include "rules/rules/engine_view.h"
#include "search/block.h"
#include "search/score.h"

enum {
    APO_HISTORY_MAX = 16384,
    APO_CORRECTIONS = 8192 /* entries of each table of corrections; a power of two */
};

/* Sizes follow the game, so that the tables stay in the cache: on large boards the squares of
 * moves made before are told apart by small regions only. */
typedef struct apo_history {
    const apo_alloc *alloc;
    unsigned types, squares, regions; /* types with number 0; regions of earlier moves */
    size_t bytes;
    apo_block memory;
    int16_t *block;          /* in the memory; the tables below are parts of it */
    int16_t *butterfly;      /* [side][from][to] */
    int16_t *capture;        /* [type][to][type taken] */
    int16_t *continuation;   /* [type, region moved before][type][to] */
    int16_t *zeros;          /* [type][to]: zeros, where no move was made before */
    int16_t *correct_pawns;  /* [side][key of the pawns] */
    int16_t *correct_armies; /* [side][pieces of both sides, and the types imitated] */
    uint32_t *countermoves;  /* owned; [type][to] of the last move: its countermove */
    uint16_t region[APO_SQUARES_MAX];
    apo_move killers[APO_PLIES_MAX + 2][2];
} apo_history;

/* Makes the tables for a game, empty. May be called again. Errors: APO_E_MEMORY. */
apo_status apo_history_start(apo_history *history, const apo_variant *var,
                             const apo_alloc *alloc);
void apo_history_free(apo_history *history);

/* Forgets everything. */
void apo_history_clear(apo_history *history);

/* A previous move of the line, as the continuation history knows it. */
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

/* The type that a move's piece is in the histories: a joker is what it imitates. */
unsigned apo_history_type(const apo_position *pos, const apo_move *mv);

/* Finds the rows for the moves before a node (most recent first). */
void apo_history_continuation(const apo_history *history, apo_continuation *continuation,
                              const apo_previous_move previous[APO_PREVIOUS_MOVES]);

/* How good a quiet move has proved, from -4 to 4 times APO_HISTORY_MAX. */
int apo_history_quiet(const apo_history *history, const apo_position *pos,
                      const apo_continuation *continuation, const apo_move *mv);

/* The same of a list of moves. */
void apo_history_quiets(const apo_history *history, const apo_position *pos,
                        const apo_continuation *continuation, const apo_move *moves,
                        size_t count, int32_t *out);

/* How good a capture has proved. */
int apo_history_capture(const apo_history *history, const apo_position *pos,
                        const apo_move *mv);

/* Changes what is remembered of a move: `by` above 0 if it was good. */
void apo_history_change_quiet(apo_history *history, const apo_position *pos,
                              const apo_continuation *continuation, const apo_move *mv, int by);
void apo_history_change_capture(apo_history *history, const apo_position *pos,
                                const apo_move *mv, int by);

/* The same by its squares alone, after it has been made: the other side is to move on `pos`. */
void apo_history_change_previous(apo_history *history, const apo_position *pos,
                                 apo_previous_move move, int by);

/* What has to be added to the evaluation of positions like this one, as far as is known. */
int apo_history_correction(const apo_history *history, const apo_position *pos,
                           uint64_t pawn_key);

/* A search has found a score that differs by so much from the evaluation, corrected before. */
void apo_history_correct(apo_history *history, const apo_position *pos, uint64_t pawn_key,
                         int difference, int depth);

#endif
