/* The door to the rules for our own programs: the command, the server, the protocols and the
 * browser build. The front door (include/apothecary) gives opaque positions and complete legal
 * moves; a program that keeps positions by value, edits setups or tells people about a rule
 * needs more. All that these layers see of the rules beyond the front door comes through this
 * header, which tools/check_layers.py enforces:
 *
 *     position.h, movegen.h  positions by value, setups; make and unmake
 *     setup_faults.h         faults of setups
 *     variant.h              what a game consists of
 *     preview.h, perft.h     moves for people to look at; counting
 *     facts.h, checker.h     facts about a game's special rules
 *     handicap.h, list.h     handicaps; the rules by name
 *     outcome.h, endings.h   results, points; the words for how a game ends
 *     emblem.h               a type's moves as a few marks
 *     drawn.h                what is drawn on a board besides its squares
 *     path.h                 one piece's paths, for the checks of XBetza
 *
 * All of it is internal: it may change with any version. */
#ifndef APO_RULES_RULES_PROGRAM_VIEW_H
#define APO_RULES_RULES_PROGRAM_VIEW_H

#include "rules/kernel/drawn.h"
#include "rules/kernel/emblem.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/perft.h"
#include "rules/kernel/position.h"
#include "rules/kernel/preview.h"
#include "rules/kernel/variant.h"
#include "rules/rules/checker.h"
#include "rules/rules/endings.h"
#include "rules/rules/facts.h"
#include "rules/rules/handicap.h"
#include "rules/rules/list.h"
#include "rules/rules/outcome.h"
#include "rules/rules/setup_faults.h"
#include "rules/tables/path.h"

#endif
