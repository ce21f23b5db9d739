/* What a match says: progress, and the table at the end. */
#ifndef APO_CLI_MATCH_MATCH_REPORT_H
#define APO_CLI_MATCH_MATCH_REPORT_H

#include "cli/match/record.h"

/* The line on stderr that tells how it stands; `elapsed_ms` since the first game of this
 * run. */
void apo_match_report_progress(const apo_match_record *record, int64_t elapsed_ms);

/* A forfeit, with its reason, on stderr. */
void apo_match_report_forfeit(const apo_match_record *record, uint32_t index,
                              const apo_match_result *result);

/* The table, on stdout. */
enum apo_exit apo_match_report_end(const apo_match_record *record, bool is_interrupted);

#endif
