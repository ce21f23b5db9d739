/* Playing the games of a match, several at a time. */
#ifndef APO_CLI_MATCH_MATCH_RUN_H
#define APO_CLI_MATCH_MATCH_RUN_H

#include "cli/match/record.h"

/* Plays the games missing from the record. `*out_is_interrupted`: by Ctrl-C. Reports failures
 * on stderr. */
enum apo_exit apo_match_run(apo_match_record *record, bool *out_is_interrupted);

#endif
