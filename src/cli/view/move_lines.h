/* Lists of moves as sorted lines. */
#ifndef APO_CLI_VIEW_MOVE_LINES_H
#define APO_CLI_VIEW_MOVE_LINES_H

#include <apothecary/notation.h>

/* A move with its text, to be sorted by it. */
typedef struct apo_move_line {
    char text[APO_MOVE_TEXT_MAX];
    apo_move mv;
} apo_move_line;

/* The legal moves (of the piece on `from`, or all for APO_SQUARE_NONE) in the byte order of
 * their coordinate texts. Gives `*out` (free with free()); `*out_count` of them. Errors:
 * APO_E_MEMORY; APO_E_OVERFLOW. */
apo_status apo_move_lines_list(apo_move_line **out, size_t *out_count, const apo_position *pos,
                               apo_square from);

#endif
