#include "server/web/app.h"

#include "base/text.h"
#include "i18n/i18n.h"

const char *apo_limit_word(enum apo_limit limit)
{
    static const char *const words[APO_LIMITS] = {
        [APO_LIMIT_REQUESTS] = APO_T("Anything, from one address"),
        [APO_LIMIT_POSTS] = APO_T("Changes, from one address"),
        [APO_LIMIT_GAMES] = APO_T("New games, from one address"),
        [APO_LIMIT_SEEKS] = APO_T("Games offered to anyone by guests, from one address"),
        [APO_LIMIT_LOGINS] = APO_T("Passwords tried, from one address"),
        [APO_LIMIT_NAMES] = APO_T("Passwords tried for one name"),
        [APO_LIMIT_DEVICES] = APO_T("Passwords tried in one browser"),
        [APO_LIMIT_ACCOUNTS] = APO_T("New accounts, from one address"),
        [APO_LIMIT_MAILS] = APO_T("Emails asked for"),
        [APO_LIMIT_TOKENS] = APO_T("What a program does"),
        [APO_LIMIT_INVITES] = APO_T("Invitations by one account"),
        [APO_LIMIT_INVITERS] = APO_T("Invitations from one address"),
        [APO_LIMIT_MESSAGES] = APO_T("Messages by one person"),
        [APO_LIMIT_TALKERS] = APO_T("Messages from one address"),
        [APO_LIMIT_STRANGERS] = APO_T("First messages to others"),
        [APO_LIMIT_REPORTS] = APO_T("Reports by one person"),
        [APO_LIMIT_REPORTERS] = APO_T("Reports from one address"),
        [APO_LIMIT_DOWNLOADS] = APO_T("Downloads of many games"),
        [APO_LIMIT_IMPORTS] = APO_T("Imports of games"),
        [APO_LIMIT_EXPORTS] = APO_T("Downloads of one’s own data"),
        [APO_LIMIT_PUBLISHING] = APO_T("Games published by one account"),
        [APO_LIMIT_PUBLISHERS] = APO_T("Games published from one address"),
        [APO_LIMIT_STUDIES] = APO_T("New studies"),
        [APO_LIMIT_SAVES] = APO_T("Saved studies, drafts and lessons")};
    return words[limit];
}

/* True; or answers 429 with the number of seconds to wait. */
static bool pass(apo_app *app, apo_http_request *req, enum apo_limit limit, apo_span key,
                 unsigned wait_s)
{
    if (wait_s > 0) {
        if (limit != APO_LIMIT_REQUESTS)
            apo_floods_note(&app->floods, limit, key, apo_http_wall_clock_ms());
        apo_http_reply_limited(req, wait_s);
    }
    return wait_s == 0;
}

bool apo_app_may(apo_app *app, apo_http_request *req, enum apo_limit limit, apo_span key)
{
    apo_buckets *buckets = app->limits[limit];
    return buckets == NULL ||
           pass(app, req, limit, key, apo_buckets_take(buckets, key, 1, apo_http_ticks_ms()));
}

bool apo_app_may_both(apo_app *app, apo_http_request *req, enum apo_limit own, apo_span person,
                      enum apo_limit shared)
{
    apo_buckets *buckets = app->limits[own];
    /* A person loses none of their own allowance if others at the address have used up its
     * share. */
    return (buckets == NULL ||
            pass(app, req, own, person,
                 apo_buckets_wait_s(buckets, person, 1, apo_http_ticks_ms()))) &&
           apo_app_may(app, req, shared, apo_http_remote_key(req)) &&
           apo_app_may(app, req, own, person);
}

bool apo_app_offers(const apo_app *app, apo_http_request *req, enum apo_feature feature)
{
    bool is_offered = (app->settings.off >> feature & 1) == 0;
    if (!is_offered)
        apo_http_reply_error(req, 403, "switched_off",
                             "The operators of this server have switched this off.");
    return is_offered;
}

bool apo_app_path(char out[APO_APP_PATH_BYTES], const apo_app *app, const char *name)
{
    apo_text text = apo_text_start(out, APO_APP_PATH_BYTES);
    apo_text_add(&text, app->options.data);
    apo_text_add_char(&text, '/');
    apo_text_add(&text, name);
    return !text.is_overflowed;
}

void apo_app_reply_busy(apo_http_request *req, unsigned retry_s)
{
    apo_http_add_retry(req, retry_s);
    apo_http_reply_error(req, 503, "busy",
                         "The server has too much to do just now; please try again soon.");
}

void apo_app_reply_failure(apo_app *app, apo_http_request *req, apo_status status)
{
    char trouble[160];
    /* Another server has changed the same thing at the same time. */
    if (status == APO_E_EXISTS && app->shards != NULL) {
        apo_app_reply_busy(req, 1);
    } else if (status == APO_E_IO) {
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
