/* The protocol of XBoard and WinBoard, version 2, as XBoard 4.9 speaks it with engines that
 * define their own games: `setup` and `piece` answer `variant`, `highlight` answers `lift`.
 *
 * A line that makes no sense is answered by "Error (...)" and changes nothing. */
#ifndef APO_PROTOCOL_XBOARD_H
#define APO_PROTOCOL_XBOARD_H

#include "base/span.h"
#include "base/status.h"
#include "protocol/channel.h"

typedef struct apo_xboard apo_xboard;

/* Copies the channel. Gives `*out` (free with apo_xboard_free). Errors: APO_E_MEMORY. */
apo_status apo_xboard_new(apo_xboard **out, const apo_channel *channel);

/* Stops what runs. NULL is allowed. */
void apo_xboard_free(apo_xboard *xboard);

/* Handles one line. False: the program is to end. */
bool apo_xboard_handle(apo_xboard *xboard, apo_span line);

/* No more lines will come: lets a search that ends by itself finish. */
void apo_xboard_finish(apo_xboard *xboard);

#endif
