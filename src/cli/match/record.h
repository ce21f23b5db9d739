/* The results of a match, in memory and in a file that survives a kill.
 *
 * The first line of the file describes the match; one line per finished game follows:
 *   game 17 white 4 plies 83 end rules pgn 40233
 * where `pgn` is the length of the file of games with this one. A line cut off by a kill is
 * dropped, and the PGN file is truncated to the length in the last complete line. */
#ifndef APO_CLI_MATCH_RECORD_H
#define APO_CLI_MATCH_RECORD_H

#include "cli/match/match_plan.h"

typedef struct apo_match_record {
    const apo_match_plan *plan; /* borrowed */
    /* owned; plan->games of them; end APO_MATCH_END_STOPPED: not played */
    apo_match_result *results;
    apo_match_stats stats;            /* for the first player */
    uint32_t game_count, known_count; /* played, and of these read from the file */
    uint32_t ends[APO_MATCH_ENDS];
    uint32_t forfeits[APO_MATCH_PLAYERS]; /* lost by each */
    uint64_t plies;
    FILE *state, *pgn; /* owned; NULL: none */
    long pgn_length;
} apo_match_record;

/* Opens the files and reads the games played so far. Reports failures on stderr. */
enum apo_exit apo_match_record_open(apo_match_record *out, const apo_match_plan *plan);
void apo_match_record_close(apo_match_record *record);

/* Adds game `index` (from 0) and writes it; `pgn` is its text. False: it cannot be written. */
bool apo_match_record_add(apo_match_record *record, uint32_t index,
                          const apo_match_result *result, apo_span pgn);

bool apo_match_record_has(const apo_match_record *record, uint32_t index);

#endif
