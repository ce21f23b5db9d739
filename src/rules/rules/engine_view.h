/* The engine's door to the rules. The public interface (apothecary/position.h) gives complete
 * legal moves; an engine needs more, and needs it earlier, at a million nodes per second. All
 * that src/search/ and src/neural/ use of the rules comes through this header, which
 * tools/check_layers.py enforces:
 *
 *     position.h, set.h      what is in a position (the rules' part: state.h), sets of squares
 *     movegen.h, check.h     legal moves, check, captures of a move
 *     generate.h             the same on a position that may be changed temporarily
 *     analysis.h             pins and evasions of the side to move, before moves are listed
 *     targets.h              where one piece can go, as a set of squares or just a count
 *     rule.h                 moves of the special rules
 *     make.h, key_of.h       the key after a move that has not been made
 *     board.h                taking pieces off the board and back, for exchanges on a square
 *     attack.h, compiled.h   the pieces that attack a square; the variant's tables
 *     outcome.h, outcome_data.h, counting.h   results, points, counts
 *     values.h, value_terms.h                 what a definition may set for the evaluation
 *     facts.h, list.h                         facts about special rules; the rules by number
 *     explosions.h, extinction.h, goal.h, hands.h, launch.h, promotion.h, reserve.h, royals.h,
 *     screens.h                               rules that moves, exchanges and evaluation need
 *
 * All of it is internal: it may change with any version. */
#ifndef APO_RULES_RULES_ENGINE_VIEW_H
#define APO_RULES_RULES_ENGINE_VIEW_H

#include "rules/kernel/analysis.h"
#include "rules/kernel/attack.h"
#include "rules/kernel/board.h"
#include "rules/kernel/check.h"
#include "rules/kernel/compiled.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/move.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/position.h"
#include "rules/kernel/rule.h"
#include "rules/kernel/set.h"
#include "rules/kernel/targets.h"
#include "rules/rules/counting.h"
#include "rules/rules/explosions.h"
#include "rules/rules/extinction.h"
#include "rules/rules/facts.h"
#include "rules/rules/goal.h"
#include "rules/rules/hands.h"
#include "rules/rules/launch.h"
#include "rules/rules/list.h"
#include "rules/rules/outcome.h"
#include "rules/rules/outcome_data.h"
#include "rules/rules/promotion.h"
#include "rules/rules/reserve.h"
#include "rules/rules/royals.h"
#include "rules/rules/screens.h"
#include "rules/rules/value_terms.h"
#include "rules/rules/values.h"

#endif
