/* Making emblems. */
#ifndef APO_RULES_TABLES_EMBLEM_H
#define APO_RULES_TABLES_EMBLEM_H

#include "rules/kernel/emblem.h"
#include "rules/tables/piece_moves.h"

/* Makes the emblem of a piece from its paths on an empty board, and returns the number of
 * marks. Rides come first; marks that do not fit or lie beyond APO_EMBLEM_REACH are left
 * out. */
unsigned apo_emblem_make(apo_emblem_mark out[APO_EMBLEM_MAX], const apo_piece_moves *moves);

#endif
