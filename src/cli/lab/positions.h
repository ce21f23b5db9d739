/* Files of positions with the results of their games, for the tuner. */
#ifndef APO_CLI_LAB_POSITIONS_H
#define APO_CLI_LAB_POSITIONS_H

#include "cli/call/command.h"
#include "cli/io/input.h"
#include "cli/lab/games_of.h"

typedef struct apo_lab_line {
    apo_span fen;     /* in the text of its file */
    float score;      /* White's result: 0 .. 1 */
    bool is_held_out; /* with the whole game */
} apo_lab_line;

/* The lines of all files. Zero-initialised before the first. */
typedef struct apo_lab_positions {
    apo_buffer *texts;   /* owned; one for each file */
    apo_lab_line *lines; /* owned */
    size_t text_count, line_count, line_capacity;
    apo_lab_games_of games;
} apo_lab_positions;

/* Reads the files and checks every line. Reports failures. Stops at Ctrl-C. */
enum apo_exit apo_lab_positions_read(apo_lab_positions *out, const apo_variant *var,
                                     const char *const *paths, size_t path_count);

void apo_lab_positions_clear(apo_lab_positions *positions);

/* The `number`th line, from 0, in an order in which the first ones are at any time spread
 * evenly over all: the first, that in the middle, those between them and so on. NULL if there
 * is none with that number, but perhaps with a greater one; `is_last` tells that no more come.
 */
const apo_lab_line *apo_lab_positions_at(const apo_lab_positions *positions, size_t number,
                                         bool *is_last);

#endif
