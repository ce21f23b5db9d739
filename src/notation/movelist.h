/* The moves of a text, one after another: PGN (main line only), Game Courier moves, or
 * coordinate moves. For replaying; notation/pgn_reader.h and notation/courier_log.h read whole
 * games. */
#ifndef APO_NOTATION_MOVELIST_H
#define APO_NOTATION_MOVELIST_H

#include "base/error.h"
#include "notation/courier_items.h"
#include "rules/kernel/position.h"

enum apo_movelist_form {
    APO_MOVELIST_PGN,        /* also SAN without tags */
    APO_MOVELIST_COURIER,    /* "1. P e4-e6", "// comment"; see courier_items.h */
    APO_MOVELIST_COORDINATE, /* "e4e6 l10k9 ...", separated by white space */
    APO_MOVELIST_FORMS
};

typedef struct apo_movelist {
    apo_span text;   /* borrowed */
    size_t position; /* bytes read */
    enum apo_movelist_form form;
    uint32_t count;          /* moves read */
    apo_courier_lexer lexer; /* of Game Courier moves */
} apo_movelist;

/* The format of a text, detected by its first move. */
enum apo_movelist_form apo_movelist_detect(apo_span text);

/* Starts reading. Of PGN with tags only the first game is read. */
void apo_movelist_start(apo_movelist *list, apo_span text, enum apo_movelist_form form);

/* Reads the next move, legal in `pos` (where the caller then plays it). At the end
 * `*out_is_end` is true and `*out` untouched. Move numbers, comments and results are skipped.
 * Errors, with positions in the whole text: APO_E_SYNTAX; APO_E_ILLEGAL; APO_E_AMBIGUOUS. */
apo_status apo_movelist_next(apo_movelist *list, const apo_position *pos, apo_move *out,
                             bool *out_is_end, apo_error *err);

#endif
