/* The moves of a text, one after another: PGN (the moves played only), Game Courier moves one a
 * line, or coordinate moves. For replaying; notation/pgn_reader.h reads whole games. */
#ifndef APO_NOTATION_MOVELIST_H
#define APO_NOTATION_MOVELIST_H

#include "base/error.h"
#include "rules/kernel/position.h"

enum apo_movelist_form {
    APO_MOVELIST_PGN,        /* also SAN without tags */
    APO_MOVELIST_COURIER,    /* "1. P e4-e6", one move a line, "// comment" */
    APO_MOVELIST_COORDINATE, /* "e4e6 l10k9 ...", blanks or line ends between */
    APO_MOVELIST_FORMS
};

typedef struct apo_movelist {
    apo_span text;   /* borrowed */
    size_t position; /* bytes read */
    enum apo_movelist_form form;
    uint32_t count; /* moves read */
} apo_movelist;

/* The form that a text has, judged by its first move. */
enum apo_movelist_form apo_movelist_detect(apo_span text);

/* Starts reading. For PGN with tags the first game of the text is read. */
void apo_movelist_start(apo_movelist *list, apo_span text, enum apo_movelist_form form);

/* Reads the next move, legal in `pos` (which the caller then plays it in). At the end
 * `*out_is_end` is true and `*out` untouched. Move numbers, comments and results are skipped.
 * Errors, with positions in the whole text: APO_E_SYNTAX; APO_E_ILLEGAL; APO_E_AMBIGUOUS. */
apo_status apo_movelist_next(apo_movelist *list, const apo_position *pos, apo_move *out,
                             bool *out_is_end, apo_error *err);

#endif
