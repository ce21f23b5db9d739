/* Shared by the tests of pieces' moves. */
#ifndef APO_TESTS_BETZA_HELP_H
#define APO_TESTS_BETZA_HELP_H

#include "test.h"

#include "definition/betza/betza.h"

/* The moves of a piece in XBetza; fails the test if they cannot be read. */
static inline apo_piece_moves parse(const char *text)
{
    apo_piece_moves moves;
    apo_error err;
    if (apo_betza_parse(&moves, apo_span_of(text), &err) != APO_OK)
        fail_msg("%s: at %zu: %s", text, err.position, err.detail);
    return moves;
}

#endif
