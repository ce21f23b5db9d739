/* Pairs of tournaments, as text. */
#ifndef APO_TESTS_TOURNAMENT_HELP_H
#define APO_TESTS_TOURNAMENT_HELP_H

#include "test.h"

#include "base/text.h"
#include "game/tournament_berger.h"

/* "1-4 2-3", and "5-" for a bye. */
static inline void check_pairs(const apo_tournament_pair *pairs, unsigned count,
                               const char *expected)
{
    char buf[256];
    apo_text text = apo_text_start(buf, sizeof buf);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            apo_text_add_char(&text, ' ');
        apo_text_add_number(&text, pairs[i].white + 1);
        apo_text_add_char(&text, '-');
        if (pairs[i].black != APO_TOURNAMENT_NOBODY)
            apo_text_add_number(&text, pairs[i].black + 1);
    }
    assert_string_equal(buf, expected);
}

#endif
