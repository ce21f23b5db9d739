/* Chess960, for programs that choose it by an option of chess: chess with castling from any
 * squares. Its first start is that of chess; other programs send starts as FEN. */
#ifndef APO_PROTOCOL_CHESS960_H
#define APO_PROTOCOL_CHESS960_H

#include "base/span.h"
#include "rules/rules/program_view.h"

#define APO_CHESS960 "chess960"

/* Gives `*out` (free with apo_variant_free). Errors: APO_E_MEMORY. */
apo_status apo_chess960_open(apo_variant **out, const apo_alloc *alloc);

#endif
