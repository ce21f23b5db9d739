/* Recipes: everything that determines how a net is trained, as lines "key = value". Empty lines
 * and lines that begin with "#" are ignored. The keys `data` and `validate` may be repeated.
 *
 *     game = grand            id of the game
 *     data = grand.games      a file of self-play games
 *     validate = more.games   the same, for validation only; nothing of `data` is held out
 *                             then
 *     related = grand.net     the net of a built-in game to start from
 *     kind = added            to the hand-written evaluation; or `alone`
 *     hidden = 64             neurons of the hidden layer for each side's view
 *     buckets = 4             outputs, chosen by the number of pieces on the board
 *     search-share = 0.9      weight of the search's score in the target; the result has the
 *                             rest
 *     scale = 330             a score of this many centipawns is expected to win 73 %; without
 *                             it, what fits the games best
 *     learning-rate = 0.0015  at its highest; it rises for some steps, then falls to 1 %
 *     weight-decay = 0.01     times the rate is taken off each weight in a step
 *     epochs = 5              how many times all positions are seen
 *     batch = 8192            positions per step
 *     seed = 1                of the first weights and of the order
 *     score-max = 1500        positions with larger scores are left out, in centipawns
 *     noisy = no              yes: also in check, or if the best move captures or promotes
 *     held-out = 20           one game in this many is kept for validation
 *     limit = 0               at most this many training positions, chosen at random; 0: all
 *
 * All keys except `game` and `data` are optional. */
#ifndef APO_TRAINING_RECIPE_H
#define APO_TRAINING_RECIPE_H

#include "apothecary/variant.h"
#include "base/error.h"

enum {
    APO_RECIPE_BYTES_MAX = 65536, /* 64 files with long names take a tenth of it */
    APO_RECIPE_FILES_MAX = 64
};

typedef struct apo_recipe {
    apo_span game;                        /* borrowed from the text, as are the next */
    apo_span related;                     /* a file; empty: none */
    apo_span files[APO_RECIPE_FILES_MAX]; /* not empty */
    bool is_validation[APO_RECIPE_FILES_MAX];
    uint32_t file_count; /* at least 1 */
    bool has_validation; /* some of them are */
    uint32_t is_added;   /* 0 or 1 */
    uint32_t hidden, buckets;
    uint32_t epochs, batch, seed;
    uint32_t score_max;
    uint32_t has_noisy; /* 0 or 1 */
    uint32_t held_out;  /* one game in this many */
    uint32_t limit;     /* 0: none */
    double search_share, learning_rate, weight_decay;
    double scale; /* 0: to be fitted */
} apo_recipe;

/* Reads a recipe; the result borrows from `text`. Any thread. Errors, with `out` untouched:
 * APO_E_TOO_LARGE; APO_E_SYNTAX: all faults with line, column and key are in `faults`. */
apo_status apo_recipe_read(apo_recipe *out, apo_span text, apo_fault_list *faults);

#endif
