/* Playing the games of a match, several at a time. */
#ifndef APO_CLI_MATCH_MATCH_RUN_H
#define APO_CLI_MATCH_MATCH_RUN_H

#include "cli/match/record.h"

/* Plays what the record does not have. `*out_is_interrupted`: by Ctrl-C. Failures are said on
 * stderr. */
enum apo_exit apo_match_run(apo_match_record *record, bool *out_is_interrupted);

#endif
