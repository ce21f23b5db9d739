#include "store/holdings.h"

#include "store/store_priv.h"
#include "store/tournaments.h"

_Static_assert(APO_STORE_TOURNAMENT_RUNNING == 1, "the states that are not over, in the query");

static const apo_sql count_sql[APO_HOLDINGS] = {
    [APO_HOLDING_WAITING] = {"SELECT count(*) FROM game WHERE creator = ?1 AND state = 0"
                             " AND id IN (SELECT id FROM game WHERE seat0 = ?1 AND state <= 1"
                             " UNION ALL SELECT id FROM game WHERE seat1 = ?1 AND state <= 1)",
                             false},
    [APO_HOLDING_GAMES] = {"SELECT (SELECT count(*) FROM game WHERE seat0 = ?1 AND state <= 1)"
                           " + (SELECT count(*) FROM game WHERE seat1 = ?1 AND state <= 1)",
                           false},
    [APO_HOLDING_BLOCKED] = {"SELECT count(*) FROM block WHERE person = ?1", false},
    [APO_HOLDING_MUTED] = {"SELECT count(*) FROM mute WHERE person = ?1", false},
    [APO_HOLDING_PROBLEMS] = {"SELECT count(*) FROM problem WHERE author = ?1", false},
    [APO_HOLDING_TOURNAMENTS] = {"SELECT count(*) FROM tournament WHERE organiser = ?1"
                                 " AND state <= 1",
                                 false},
    [APO_HOLDING_SERIES] = {"SELECT count(*) FROM series WHERE organiser = ?1", false},
    [APO_HOLDING_REPORTS] = {"SELECT count(*) FROM report WHERE person = ?1"
                             " AND answered_ms = 0",
                             false},
};

static void read_count(void *to, apo_statement *row)
{
    *(unsigned *)to = (unsigned)apo_column_number(row, 0);
}

unsigned apo_store_count_holding(apo_store *store, enum apo_holding what, apo_span person)
{
    unsigned count = 0;
    (void)apo_reader_read(store, &count_sql[what], person, apo_span_of(""), read_count, &count);
    return count;
}
