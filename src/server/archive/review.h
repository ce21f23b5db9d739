/* Reviews as browsers send them: checked against the game. No store, no network. */
#ifndef APO_SERVER_ARCHIVE_REVIEW_H
#define APO_SERVER_ARCHIVE_REVIEW_H

#include "net/json_in.h"
#include "rules/rules/program_view.h"
#include "store/archive.h"

enum {
    /* Moves of a game that can be reviewed: checking them takes some 50 ms, and hardly any game
     * has 400. */
    APO_REVIEW_PLIES_MAX = 1000,
    APO_REVIEW_NODES_MAX =
        1000000000, /* for a position; a browser takes a quarter of an hour */
    /* A line is a score for White and the best move: "31 e2e4" in hundredths of a pawn, "#-3
     * d8h4" for a mate. Longer ones are series of many captures, which are refused. */
    APO_REVIEW_LINE_MAX = 96
};

/* Reads a list of lines, one for the start and one after each move; the last is "" if the game
 * is over there. Adds them to `out`, each ended by a newline. The moves of the record must be
 * legal, and so must be each best move. Errors: APO_E_TOO_LARGE: too many moves; APO_E_SYNTAX:
 * a wrong number of lines, or a malformed one; APO_E_ILLEGAL. */
apo_status apo_review_read(apo_buffer *out, const apo_variant *var,
                           const apo_store_record *record, const apo_json_value *lines);

#endif
