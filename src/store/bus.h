/* Short lines that servers on one PostgreSQL database send each other, by NOTIFY. Committing a
 * transaction that notifies takes a lock, so lines are collected and sent together, at most
 * about forty times a second, in separate transactions. Nothing depends on a line: a server
 * that may have missed some is told so, and reads the store. */
#ifndef APO_STORE_BUS_H
#define APO_STORE_BUS_H

#include "base/error.h"

typedef struct apo_bus apo_bus;

enum {
    APO_BUS_LINE_MAX = 1024 /* bytes; longer lines are dropped */
};

/* Called in the bus's thread with one or more lines from another server, each ended by a line
 * feed; NULL: the connection was lost, and with it perhaps some lines. */
typedef void apo_bus_hear(void *context, const char *text);

/* Connects in a thread of its own, and again whenever the connection is lost. The caller frees
 * it with apo_bus_close. Errors: APO_E_UNSUPPORTED: built without PostgreSQL; APO_E_MEMORY;
 * APO_E_IO: no thread. */
apo_status apo_bus_open(apo_bus **out, const char *address, apo_bus_hear *hear, void *context);

/* Stops the thread; lines that have not been sent are lost. NULL is allowed. */
void apo_bus_close(apo_bus *bus);

/* Sends a line soon; `line` is without its end. NULL is allowed. Any thread. */
void apo_bus_say(apo_bus *bus, const char *line);

#endif
