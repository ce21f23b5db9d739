/* A template for a definition file: a complete small game, or one built on another, with
 * comments on what can be changed. */
#ifndef APO_DEFINITION_DRAFT_SKELETON_H
#define APO_DEFINITION_DRAFT_SKELETON_H

#include "base/buffer.h"
#include "rules/kernel/variant.h"

enum {
    /* files and ranks: two rows of pieces per side need four ranks */
    APO_SKELETON_SIDE_MIN = 4,
    APO_SKELETON_SIDE_MAX = 16
};

/* Writes an orthodox game on a board of `files` times `ranks`, both from APO_SKELETON_SIDE_MIN
 * to APO_SKELETON_SIDE_MAX. Errors, with nothing written: APO_E_SYNTAX: invalid `id`;
 * APO_E_RANGE. */
apo_status apo_skeleton_write(apo_buffer *out, apo_span id, unsigned files, unsigned ranks);

/* Writes a game built on `base` (borrowed), without changes. Errors, with nothing written:
 * APO_E_SYNTAX: invalid `id`, or that of the base. */
apo_status apo_skeleton_write_on(apo_buffer *out, apo_span id, const apo_variant *base);

#endif
