#include "server/web/reauth.h"

#include "server/web/device.h"
#include "store/people.h"

apo_status apo_reauth_ask(apo_app *app, apo_http_request *req, const char *person,
                          apo_span password, apo_hasher_checked *fn, void *context)
{
    apo_store_person row;
    apo_status status = apo_store_find_person(app->store, &row, apo_span_of(person));
    if (status != APO_OK)
        return status;
    if (!apo_device_may_confirm(app, req, apo_visitor_of(app, req)))
        return APO_E_FINISHED;
    if (password.length > APO_PASSWORD_MAX)
        password = (apo_span){NULL, 0}; /* matches no password, and takes as long */
    apo_http_defer(req);
    return apo_hasher_check(app->hasher, password, row.password, fn, context) ? APO_OK
                                                                              : APO_E_OVERFLOW;
}
