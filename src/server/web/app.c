#include "server/web/app.h"

#include "base/text.h"

bool apo_app_may(apo_app *app, apo_http_request *req, enum apo_limit limit, apo_span key)
{
    apo_buckets *buckets = app->limits[limit];
    if (buckets == NULL)
        return true;
    unsigned wait_s = apo_buckets_take(buckets, key, 1, apo_http_ticks_ms());
    if (wait_s > 0)
        apo_http_reply_limited(req, wait_s);
    return wait_s == 0;
}

void apo_app_reply_busy(apo_http_request *req, unsigned retry_s)
{
    char buf[24];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add_number(&text, retry_s);
    apo_http_add_header(req, "Retry-After", apo_text_span(&text));
    apo_http_reply_error(req, 503, "busy",
                         "The server has too much to do just now; please try again soon.");
}

void apo_app_reply_failure(apo_app *app, apo_http_request *req, apo_status status)
{
    char trouble[160];
    if (status == APO_E_IO) {
        apo_store_trouble(app->store, trouble, sizeof trouble);
        apo_log_text(&app->log, "store_failure", "reason", apo_span_of(trouble));
        apo_http_reply_error(
            req, 503, "storage",
            "The server cannot save anything just now. Nothing has changed; please try "
            "again later.");
    } else {
        apo_log_text(&app->log, "failure", "reason", apo_span_of(apo_status_message(status)));
        apo_http_reply_error(req, 500, "internal", "Something went wrong on the server.");
    }
}
