/* The parts of the memory account (server/web/memory.h). */
#ifndef APO_SERVER_APP_SERVER_MEMORY_H
#define APO_SERVER_APP_SERVER_MEMORY_H

#include "server/web/app.h"

/* Call when all parts exist. Errors: APO_E_MEMORY. */
apo_status apo_server_add_memory(apo_app *app);

#endif
