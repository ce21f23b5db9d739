#include "server/web/person_act.h"

#include "server/web/person.h"
#include "server/web/visitor.h"

void *apo_person_act_begin(size_t size, apo_app *app, apo_http_request *req, const char *names,
                           const char *refusal)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_person_act *act = apo_ask_new(size, app, req, names);
    if (act == NULL)
        return NULL;
    if (visitor == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        apo_ask_free(act);
        return NULL;
    }
    act->person = visitor->person;
    if (!apo_visitor_is_account(visitor))
        apo_http_reply_error(req, 401, "login_needed", refusal);
    else
        return act;
    apo_ask_free(act);
    return NULL;
}

void *apo_person_act_start(size_t size, apo_app *app, apo_http_request *req, const char *names,
                           const char *refusal)
{
    apo_person_act *act = apo_person_act_begin(size, app, req, names, refusal);
    if (act == NULL || apo_person_asked(app, req, &act->other))
        return act;
    apo_ask_free(act);
    return NULL;
}
