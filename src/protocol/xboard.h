/* The protocol of XBoard and WinBoard, version 2, as used by XBoard 4.9 with engines that
 * define their own games: `setup` and `piece` answer `variant`, `highlight` answers `lift`.
 *
 * An invalid line is answered with "Error (...)" and changes nothing. */
#ifndef APO_PROTOCOL_XBOARD_H
#define APO_PROTOCOL_XBOARD_H

#include "base/span.h"
#include "base/status.h"
#include "protocol/environment.h"

typedef struct apo_xboard apo_xboard;

/* Copies the environment. Gives `*out` (free with apo_xboard_free). Errors: APO_E_MEMORY. */
apo_status apo_xboard_new(apo_xboard **out, const apo_environment *environment);

/* Stops the running job. NULL is allowed. */
void apo_xboard_free(apo_xboard *xboard);

/* Handles one line. False: the program should quit. */
bool apo_xboard_handle(apo_xboard *xboard, apo_span line);

/* End of input: waits for a search that ends by itself. */
void apo_xboard_finish(apo_xboard *xboard);

/* XBoard's name of the game with this id: its own for chess and Chess960, otherwise the id
 * itself. */
const char *apo_xboard_name_of(const char *id);

#endif
