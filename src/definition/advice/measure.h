/* How far a piece gets: how many squares it can go to, on average, and which squares it can
 * come to at all. All by its moves alone; what special rules add is not in it. */
#ifndef APO_DEFINITION_ADVICE_MEASURE_H
#define APO_DEFINITION_ADVICE_MEASURE_H

#include "base/alloc.h"
#include "rules/kernel/set.h"
#include "rules/tables/path.h"
#include "rules/tables/piece_moves.h"

enum {
    /* Boards looked at together, 64 a word: 1,024 boards with a piece on each square in turn
     * leave an error of about a hundredth of a move. */
    APO_SAMPLE_WORDS = 16
};

/* Boards with pieces strewn over them, side by side: bit i of word w belongs to board 64 w + i.
 * Brouhaha squares count as gone. About 110 KB. */
typedef struct apo_sample {
    uint32_t words; /* of APO_SAMPLE_WORDS in use */
    uint64_t empty[APO_SQUARES_MAX][APO_SAMPLE_WORDS];
    uint64_t friends[APO_SQUARES_MAX][APO_SAMPLE_WORDS];
    uint64_t enemies[APO_SQUARES_MAX][APO_SAMPLE_WORDS];
} apo_sample;

/* 64 equal boards without pieces. */
void apo_sample_empty(apo_sample *out, const apo_geometry *geo);

/* 1,024 boards, each square taken with a chance of one in three, by either side. Always the
 * same ones for the same geometry. */
void apo_sample_filled(apo_sample *out, const apo_geometry *geo);

typedef struct apo_mobility {
    uint32_t hundredths; /* squares to go to, on average over its own square and the boards */
    uint64_t signature;  /* equal for pieces that move alike on all boards of the sample */
} apo_mobility;

/* Measures a piece of White on the boards of `sample`. First-move powers and en passant are
 * left out. Errors: APO_E_TOO_LARGE; APO_E_MEMORY. */
apo_status apo_mobility_measure(apo_mobility *out, const apo_piece_moves *moves,
                                const apo_geometry *geo, const apo_sample *sample,
                                const apo_alloc *alloc);

/* From each square the squares that a piece can go to on some board. About 12 KB. */
typedef struct apo_piece_graph {
    apo_set next[APO_SQUARES_MAX];
} apo_piece_graph;

/* `unmoved`: the squares on which the piece stands at the start and has its first-move powers.
 * Errors: APO_E_TOO_LARGE. */
apo_status apo_piece_graph_make(apo_piece_graph *out, const apo_piece_moves *moves,
                                const apo_geometry *geo, apo_side side, const apo_set *unmoved);

/* All squares that can be come to from those of `from`, which are among them. `stops`: squares
 * from which it goes no further. */
apo_set apo_piece_graph_reach(const apo_piece_graph *graph, const apo_geometry *geo,
                              const apo_set *from, const apo_set *stops);

#endif
