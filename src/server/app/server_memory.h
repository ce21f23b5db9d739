/* The parts of the memory account (server/web/memory.h). */
#ifndef APO_SERVER_APP_SERVER_MEMORY_H
#define APO_SERVER_APP_SERVER_MEMORY_H

#include "server/web/app.h"

/* Makes the allocator return large pieces to the system as soon as they are freed, which keeps
 * the process near what its parts hold. Call before anything large is allocated. */
void apo_server_prepare_memory(void);

/* Call when all parts exist. Errors: APO_E_MEMORY. */
apo_status apo_server_add_memory(apo_app *app);

#endif
