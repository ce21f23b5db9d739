/* The output of a match: progress, and the final table. */
#ifndef APO_CLI_MATCH_MATCH_REPORT_H
#define APO_CLI_MATCH_MATCH_REPORT_H

#include "cli/match/record.h"

/* Prints the progress line on stderr; `elapsed_ms` since the first game of this run. */
void apo_match_report_progress(const apo_match_record *record, int64_t elapsed_ms);

/* Prints a forfeit with its reason on stderr. */
void apo_match_report_forfeit(const apo_match_record *record, uint32_t index,
                              const apo_match_result *result);

/* Prints the table on stdout. */
enum apo_exit apo_match_report_end(const apo_match_record *record, bool is_interrupted);

#endif
