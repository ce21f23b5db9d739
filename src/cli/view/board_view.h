/* The board drawn for a terminal, with a panel of everything that is not on the board. */
#ifndef APO_CLI_VIEW_BOARD_VIEW_H
#define APO_CLI_VIEW_BOARD_VIEW_H

#include <apothecary/position.h>

#include "base/buffer.h"

typedef struct apo_board_view {
    bool has_colour;
    bool is_flipped;       /* Black at the bottom */
    unsigned width;        /* columns of the terminal */
    const apo_move *last;  /* the last move, to be marked; or NULL */
    const char *last_text; /* its notation, or NULL */
    unsigned occurrences;  /* of the position in its game; 0: not known */
} apo_board_view;

/* Appends the drawing, in complete lines, to `out`. */
void apo_board_view_write(apo_buffer *out, const apo_position *pos, const apo_board_view *view);

enum {
    APO_PANEL_LINES_MAX = 40
};

/* The panel: lines within `text`. */
typedef struct apo_panel {
    apo_buffer text;                  /* owned; the lines in sequence */
    size_t ends[APO_PANEL_LINES_MAX]; /* of each line, in bytes */
    size_t count;
    unsigned width; /* columns available */
} apo_panel;

/* Fills the panel of the position (panel.c). Initialises the panel; clear `text` afterwards. */
void apo_panel_write(apo_panel *out, const apo_position *pos, const apo_board_view *view,
                     unsigned width);
apo_span apo_panel_line(const apo_panel *panel, size_t index);

#endif
