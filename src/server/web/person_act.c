#include "server/web/person_act.h"

#include "server/web/person.h"
#include "server/web/visitor.h"

void *apo_person_act_start(size_t size, apo_app *app, apo_http_request *req, const char *names,
                           const char *refusal)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_person_act *act = apo_allocate_zero(NULL, size);
    if (act == NULL || visitor == NULL) {
        apo_free(NULL, act);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return NULL;
    }
    act->app = app;
    act->req = req;
    act->person = visitor->person;
    if (!apo_ask_start_either(&act->ask, req, names)) {
        apo_free(NULL, act);
        return NULL;
    }
    if (!apo_visitor_is_account(visitor))
        apo_http_reply_error(req, 401, "login_needed", refusal);
    else if (apo_person_asked(app, req, &act->other))
        return act;
    apo_person_act_end(act);
    return NULL;
}

void apo_person_act_end(void *act)
{
    apo_person_act *ended = act;
    apo_ask_end(&ended->ask);
    apo_free(NULL, ended);
}
