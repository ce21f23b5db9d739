/* The Universal Chess Interface, with UCI_Variant for chess variants.
 *
 *   uci  isready  ucinewgame  setoption name N [value V]  position startpos|fen F [moves M...]
 *   go [depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
 *      [movestogo N] [infinite] [ponder] [searchmoves M...]
 *   go perft N  ponderhit  stop  d  eval  quit
 *
 * An invalid line is answered with "info string" and changes nothing. */
#ifndef APO_PROTOCOL_UCI_H
#define APO_PROTOCOL_UCI_H

#include "base/span.h"
#include "base/status.h"
#include "protocol/environment.h"

typedef struct apo_uci apo_uci;

/* Copies the environment. Gives `*out` (free with apo_uci_free). Errors: APO_E_MEMORY. */
apo_status apo_uci_new(apo_uci **out, const apo_environment *environment);

/* Stops the running job. NULL is allowed. */
void apo_uci_free(apo_uci *uci);

/* Handles one line. False: the program should quit. */
bool apo_uci_handle(apo_uci *uci, apo_span line);

/* End of input: waits for a search that ends by itself. */
void apo_uci_finish(apo_uci *uci);

#endif
