#include "store/postgres_trust.h"

#ifdef APO_POSTGRES

#    include <stdbool.h>
#    include <string.h>

/* A socket, or an address of the loopback interface. */
static bool is_on_this_machine(const PGconn *link)
{
    const char *host = PQhost(link), *address = PQhostaddr(link);
    bool is_socket = host != NULL && (host[0] == '/' || host[0] == '@');
    return is_socket || (address != NULL &&
                         (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0));
}

/* libpq itself refuses the connection if "verify-full" is given and the certificate is not that
 * of the host. */
static bool has_checked_certificate(PGconn *link)
{
    bool is_full = false;
    PQconninfoOption *options = PQconninfo(link);
    for (const PQconninfoOption *at = options; at != NULL && at->keyword != NULL; at++) {
        if (strcmp(at->keyword, "sslmode") == 0)
            is_full = at->val != NULL && strcmp(at->val, "verify-full") == 0;
    }
    PQconninfoFree(options);
    return is_full && PQsslInUse(link) != 0;
}

static bool has_shown_certificate(PGconn *link)
{
    PGresult *result = PQexec(link, "SELECT FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
                                    " AND client_dn IS NOT NULL");
    bool has_one = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1;
    PQclear(result);
    return has_one;
}

static bool is_superuser(const PGconn *link)
{
    const char *value = PQparameterStatus(link, "is_superuser");
    return value == NULL || strcmp(value, "on") == 0;
}

apo_status apo_pg_check_trust(PGconn *link, apo_error *err)
{
    const char *fault = NULL;
    if (is_on_this_machine(link))
        return APO_OK;
    if (!has_checked_certificate(link))
        fault = "must be encrypted: add sslmode=verify-full and sslrootcert to the URL";
    else if (PQconnectionUsedPassword(link) == 0 && !has_shown_certificate(link))
        fault = "must ask for a password (scram-sha-256) or a certificate in pg_hba.conf, "
                "and has let us in without";
    else if (is_superuser(link))
        fault = "needs a role of its own for us, not a superuser";
    return fault == NULL ? APO_OK
                         : apo_fail_because(err, APO_E_UNSUPPORTED,
                                            "PostgreSQL on another machine %s", fault);
}

#endif
