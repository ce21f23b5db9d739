/* The board as people like to see it in a terminal, with a panel of all that is not on it. */
#ifndef APO_CLI_VIEW_BOARD_VIEW_H
#define APO_CLI_VIEW_BOARD_VIEW_H

#include "base/buffer.h"
#include "rules/kernel/position.h"

typedef struct apo_board_view {
    bool has_colour;
    bool is_flipped;       /* Black's side below */
    unsigned width;        /* columns of the terminal */
    const apo_move *last;  /* the move that led here, to be marked; or NULL */
    const char *last_text; /* how it is written, or NULL */
} apo_board_view;

/* Adds the drawing, lines with their ends, to `out`. */
void apo_board_view_write(apo_buffer *out, const apo_position *pos, const apo_board_view *view);

enum {
    APO_PANEL_LINES_MAX = 40
};

/* The panel: lines that are borrowed from `text`. */
typedef struct apo_panel {
    apo_buffer text;                  /* owned; lines one after another */
    size_t ends[APO_PANEL_LINES_MAX]; /* of each line, in bytes */
    size_t count;
    unsigned width; /* columns to keep within */
} apo_panel;

/* Fills the panel of the position (panel.c). The panel is initialised here; clear `text`. */
void apo_panel_write(apo_panel *out, const apo_position *pos, const apo_board_view *view,
                     unsigned width);
apo_span apo_panel_line(const apo_panel *panel, size_t index);

#endif
