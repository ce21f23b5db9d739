/* Writes mined problems (cli/selfplay/mine.h) as the lines of tests/mates/mined.tsv: game, aim,
 * moves, themes, source, half-moves of it before the position, FEN, solution. */
#ifndef APO_CLI_SELFPLAY_MINED_LIST_H
#define APO_CLI_SELFPLAY_MINED_LIST_H

#include "cli/io/input.h"

/* Prints those of the file at `path`. Reports failures, with the line. */
enum apo_exit apo_mined_list(const char *path);

/* Appends those of a text; `name` is for reports. */
enum apo_exit apo_mined_list_text(apo_buffer *out, apo_span text, const char *name);

#endif
