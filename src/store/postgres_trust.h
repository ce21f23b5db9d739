/* Whether a connection to PostgreSQL may carry people's data. */
#ifndef APO_STORE_POSTGRES_TRUST_H
#define APO_STORE_POSTGRES_TRUST_H

#include "base/error.h"

#ifdef APO_POSTGRES

#    include <libpq-fe.h>

/* Checks an open connection. One that stays on this machine is always in order. To another
 * machine it must be encrypted, with PostgreSQL's certificate checked (sslmode=verify-full);
 * PostgreSQL must have asked for a password or a client's certificate; and the role must be
 * one without the rights of a superuser. Errors, with a sentence in `err`:
 * APO_E_UNSUPPORTED. */
apo_status apo_pg_check_trust(PGconn *link, apo_error *err);

#endif

#endif
