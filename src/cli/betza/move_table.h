/* Tables of moves from other programs, to compare with ours. */
#ifndef APO_CLI_BETZA_MOVE_TABLE_H
#define APO_CLI_BETZA_MOVE_TABLE_H

#include "cli/call/command.h"

/* Checks the file at `path`; prints a line for each disagreement, then "N of M agree", on
 * stdout. APO_EXIT_OK if all rows agree.
 *
 * Two formats are accepted: lines "xbetza, number of moves, moves, number of captures,
 * captures, ..." separated by tabs, for an unmoved piece on h8 of an empty board of 16 by 16
 * squares; and a JSON list of positions: {"xbetza", "files", "ranks", "at", "virgin", "others":
 * [{"d", "what"}], "expected": [{"to", "captures"} or {"to", "side"}]}. */
enum apo_exit apo_betza_table_run(const char *path);

#endif
