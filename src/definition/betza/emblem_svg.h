/* A type's moves as a picture of the size of a square. */
#ifndef APO_DEFINITION_BETZA_EMBLEM_SVG_H
#define APO_DEFINITION_BETZA_EMBLEM_SVG_H

#include "base/buffer.h"
#include "rules/kernel/emblem.h"

enum {
    APO_EMBLEM_SVG_SIZE = 1000, /* units of the picture, both ways */
    APO_EMBLEM_SVG_PEN = 42     /* the breadth of its lines */
};

/* Appends two SVG paths: `solid` is filled and drawn along its edge, `lines` is only drawn.
 * Dots are leaps and arrows rides: solid where the piece moves and captures, hollow where it
 * only moves, crosses where it only captures. A bar is a piece that is hopped over, a bar with
 * a dot one that is captured in passing; a small ring is a first move. White's forward is up.
 * Without marks a question mark: a rule moves the piece. */
void apo_emblem_svg(apo_buffer *solid, apo_buffer *lines, const apo_emblem_mark *marks,
                    unsigned count, bool is_royal);

#endif
