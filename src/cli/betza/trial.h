/* The moves of a piece on a given board, as a set of texts: for tables of expected moves. */
#ifndef APO_CLI_BETZA_TRIAL_H
#define APO_CLI_BETZA_TRIAL_H

#include "base/text.h"
#include "rules/rules/program_view.h"

enum {
    APO_OUTCOME_TEXT_MAX = 64 /* "-15,-15" for the target and 7 pieces captured on the way */
};

/* A board with a white piece on `from`. By square: '.' empty, 'f' a friend, 'v' an unmoved
 * friend, 'e' an enemy, 'k' an enemy royal piece. */
typedef struct apo_trial {
    apo_geometry geometry;
    char pieces[APO_SQUARES_MAX];
    apo_square from;
    bool is_unmoved;
    apo_piece_moves moves;
} apo_trial;

/* A sorted set of texts. */
typedef struct apo_outcome_set {
    char (*texts)[APO_OUTCOME_TEXT_MAX]; /* owned */
    size_t count, capacity;
    bool is_failed; /* memory ran out, or a text was too long */
} apo_outcome_set;

/* An empty board with the unmoved piece on it. False if there is no such board or square. */
bool apo_trial_start(apo_trial *out, int files, int rows, int file, int row);

/* The square at an offset from the piece, or APO_SQUARE_NONE. */
apo_square apo_trial_square(const apo_trial *trial, int x, int y);

void apo_outcome_add(apo_outcome_set *set, apo_span text);
void apo_outcome_clear(apo_outcome_set *set);

/* Sorts and removes duplicates. */
void apo_outcome_sort(apo_outcome_set *set);

/* All moves on the board, ignoring check: "to", "to+captured+captured", and for castling
 * "to@partner's square after@before". */
apo_status apo_trial_find(apo_outcome_set *out, const apo_trial *trial);

/* On the board without other pieces: all target squares; and all captures of a single enemy,
 * "victim", or "victim->to" when it is captured in passing. */
apo_status apo_trial_find_alone(apo_outcome_set *out_moves, apo_outcome_set *out_captures,
                                const apo_trial *trial);

#endif
