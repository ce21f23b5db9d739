/* Stands between libpq and a PostgreSQL server, reads the messages that pass, and makes one of
 * them go wrong.
 *
 * Threads: the proxy has its own; its functions may be called from any other. */
#ifndef APO_TESTS_STORE_PROXY_H
#define APO_TESTS_STORE_PROXY_H

#include <stdbool.h>

enum proxy_fault {
    PROXY_CUT_BEFORE, /* the connection ends before the server has the message */
    PROXY_CUT_AFTER,  /* the server has it, and the connection ends before the answer */
    PROXY_REFUSE,     /* the server gets nonsense in its place, and refuses that */
    PROXY_NO_MEMORY,  /* the same, and says that its memory ran out */
    PROXY_FAULTS
};

/* Listens in `folder`, until the program ends; `url` is the server's, with "?host=FOLDER&".
 * Writes the proxy's own URL. False: it cannot. */
bool proxy_start(const char *folder, const char *url, char *out_url, unsigned size);

/* The message `number` of the client's from now on, counted from 1, goes wrong; 0: none. All
 * connections are counted together; the last message of each is not. */
void proxy_plan(unsigned number, enum proxy_fault fault);

/* True if that has happened. */
bool proxy_has_failed(void);

/* Ends the connections that there are. */
void proxy_cut(void);

#endif
