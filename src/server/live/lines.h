/* Conditional lines: when the opponent's move arrives, plays the planned answer as if the
 * player had sent it. */
#ifndef APO_SERVER_LIVE_LINES_H
#define APO_SERVER_LIVE_LINES_H

#include "server/round/round.h"
#include "server/web/app.h"

/* Registers the jobs of server/live/line_kind.h (subject: a game). */
void apo_lines_add(apo_app *app);

/* Parses and checks a side's lines for a game that began at `start` and in which `played` moves
 * have been made. Long lines take a second: not in the loop's thread. Errors: APO_E_SYNTAX,
 * APO_E_TOO_LARGE, APO_E_ILLEGAL, APO_E_AMBIGUOUS: two answers in one position; APO_E_MEMORY.
 */
apo_status apo_lines_check(const apo_position *start, size_t played, unsigned side,
                           apo_span text);

#endif
