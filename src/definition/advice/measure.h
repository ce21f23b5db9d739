/* The mobility of a piece: the mean number of squares it can go to, and the squares it can ever
 * reach. Counts its own moves only, without those that special rules add. */
#ifndef APO_DEFINITION_ADVICE_MEASURE_H
#define APO_DEFINITION_ADVICE_MEASURE_H

#include "base/alloc.h"
#include "rules/kernel/set.h"
#include "rules/tables/path.h"
#include "rules/tables/piece_moves.h"

enum {
    /* Boards measured together, 64 per word: 1,024 boards with the piece on each square in turn
     * leave an error of about a hundredth of a move. */
    APO_SAMPLE_WORDS = 16
};

/* Boards with random pieces, in parallel: bit i of word w belongs to board 64 w + i. Brouhaha
 * squares count as vanished. About 110 KB. */
typedef struct apo_sample {
    uint32_t words; /* of APO_SAMPLE_WORDS in use */
    uint64_t empty[APO_SQUARES_MAX][APO_SAMPLE_WORDS];
    uint64_t friends[APO_SQUARES_MAX][APO_SAMPLE_WORDS];
    uint64_t enemies[APO_SQUARES_MAX][APO_SAMPLE_WORDS];
} apo_sample;

/* 64 equal boards without pieces. */
void apo_sample_empty(apo_sample *out, const apo_geometry *geo);

/* 1,024 boards, each square occupied with probability 1/3, by either side. Deterministic for a
 * geometry. */
void apo_sample_filled(apo_sample *out, const apo_geometry *geo);

typedef struct apo_mobility {
    uint32_t hundredths; /* target squares, mean over its own square and the boards */
    uint64_t signature;  /* equal for pieces with the same moves on all boards of the sample */
} apo_mobility;

/* Measures a white piece on the boards of `sample`, without first-move powers and en passant.
 * Errors: APO_E_TOO_LARGE; APO_E_MEMORY. */
apo_status apo_mobility_measure(apo_mobility *out, const apo_piece_moves *moves,
                                const apo_geometry *geo, const apo_sample *sample,
                                const apo_alloc *alloc);

/* For each square the squares that a piece can go to on some board. About 12 KB. */
typedef struct apo_piece_graph {
    apo_set next[APO_SQUARES_MAX];
} apo_piece_graph;

/* `unmoved`: the start squares of the piece, where it has its first-move powers. Errors:
 * APO_E_TOO_LARGE. */
apo_status apo_piece_graph_make(apo_piece_graph *out, const apo_piece_moves *moves,
                                const apo_geometry *geo, apo_side side, const apo_set *unmoved);

/* All squares that can be reached from those of `from`, including them. `stops`: squares where
 * it stops. */
apo_set apo_piece_graph_reach(const apo_piece_graph *graph, const apo_geometry *geo,
                              const apo_set *from, const apo_set *stops);

#endif
