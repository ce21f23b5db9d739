#include "server/account/login.h"

#include <string.h>

#include "base/json.h"
#include "server/account/guest_merge.h"
#include "server/jobs/jobs.h"
#include "server/web/device.h"
#include "store/moderation.h"

bool apo_login_is_open(const apo_store_person *person)
{
    return (person->standing & (APO_STANDING_CLOSED | APO_STANDING_GONE)) == 0;
}

void apo_login_note(apo_http_request *req, const char *person)
{
    apo_http_note(req, "account", apo_span_of(person));
}

void apo_login_begin(apo_http_request *req, apo_visitor *visitor,
                     const apo_store_person *person, const char *factors,
                     apo_store_batch *batch)
{
    apo_http_note(req, "factors", apo_span_of(factors));
    if (visitor->is_known)
        apo_store_drop_session(batch, visitor->digest);
    if (visitor->is_known && !visitor->person.is_account)
        apo_guest_merge_begin(batch, visitor->person.id, person->id);
    visitor->person = *person;
    memset(visitor->person.password, 0, sizeof visitor->person.password);
    apo_visitor_add_session(req, visitor, batch);
}

void apo_login_end(apo_app *app, apo_http_request *req, const apo_visitor *visitor)
{
    apo_jobs_tick(app->jobs);
    apo_visitor_set_cookie(req, visitor);
    apo_device_remember(app, req, visitor->person.id);
}

void apo_login_write(apo_buffer *out, const apo_visitor *visitor)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "kind", visitor->person.is_account ? "account" : "guest");
    apo_json_add_string(out, "name", visitor->person.name);
    apo_json_add_string(out, "id", visitor->person.id);
    apo_json_close(out, '}');
}
