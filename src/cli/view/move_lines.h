/* Lists of moves as sorted lines. */
#ifndef APO_CLI_VIEW_MOVE_LINES_H
#define APO_CLI_VIEW_MOVE_LINES_H

#include <apothecary/notation.h>

/* A move with its text, the sort key. */
typedef struct apo_move_line {
    char text[APO_MOVE_TEXT_MAX];
    apo_move mv;
} apo_move_line;

/* Lists the legal moves (of the piece on `from`, or all for APO_SQUARE_NONE), sorted bytewise
 * by coordinate text. Gives `*out` (free with free()) with `*out_count` moves. Errors:
 * APO_E_MEMORY; APO_E_OVERFLOW. */
apo_status apo_move_lines_list(apo_move_line **out, size_t *out_count, const apo_position *pos,
                               apo_square from);

#endif
