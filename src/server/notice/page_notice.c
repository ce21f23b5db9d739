/* The page of a person's notices, and that of their choices. */
#include "server/notice/notice.h"
#include "server/notice/push.h"
#include "server/notice/routes.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/web/zones.h"
#include "store/push.h"

enum {
    LIST_MAX = 50
};

typedef struct listing {
    apo_app *app;
    const apo_i18n *i18n;
    const apo_visitor *visitor;
    apo_fill *fill;
    int64_t first, last; /* numbers of the oldest and the newest one shown */
    unsigned count;
} listing;

static bool add_notice(void *context, const apo_store_notice *row)
{
    listing *all = context;
    apo_buffer text;
    apo_fill *fill = apo_fill_row(all->fill, "notices");
    all->last = all->count++ == 0 ? row->id : all->last;
    all->first = row->id;
    apo_buffer_init(&text, NULL);
    apo_notice_words(&text, all->app, all->i18n, row);
    apo_fill_text(fill, "words", apo_buffer_span(&text));
    apo_buffer_clear(&text);
    apo_buffer_init(&text, NULL);
    apo_notice_path(&text, all->app, row);
    apo_fill_text(fill, "url", apo_buffer_span(&text));
    apo_buffer_clear(&text);
    apo_zones_fill_time(fill, "time", all->i18n, apo_visitor_zone(all->visitor), row->at_ms);
    apo_fill_flag(fill, "is_unread", row->read_ms == 0);
    return true;
}

/* What is shown counts as read. Showing a page twice does no harm. */
static void mark_read(const listing *all)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_read_notices(batch, all->visitor->person.id, all->last, apo_http_wall_clock_ms());
    apo_store_submit(all->app->store, batch, NULL, NULL);
}

static void page_notices(apo_http_request *req, void *context)
{
    listing all = {.app = context};
    all.visitor = apo_visitor_of(all.app, req);
    if (all.visitor == NULL || !all.visitor->is_known) {
        apo_http_redirect(req, apo_span_of("/login?next=/notices"));
        return;
    }
    all.i18n = apo_i18n_for(all.app, req);
    all.fill = apo_fill_new();
    apo_store_list_notices(all.app->store, apo_visitor_id(all.visitor),
                           apo_person_cursor(req, "before", INT64_MAX), APO_NOTICE_PAGE,
                           LIST_MAX, add_notice, &all);
    if (all.count == LIST_MAX)
        apo_fill_number(all.fill, "earlier", all.first);
    if (all.count > 0)
        mark_read(&all);
    apo_pages_reply(all.app, req, 200, "notices", APO_T("Notices"), all.fill);
}

static void page_choices(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_pages_account(app, req, "/account/notices");
    if (visitor == NULL)
        return;
    const apo_i18n *i18n = apo_i18n_for(app, req);
    apo_fill *fill = apo_fill_new();
    char key[APO_PUSH_POINT_TEXT];
    for (unsigned i = 0; i < APO_NOTICE_KINDS; i++) {
        enum apo_notice_kind kind = (enum apo_notice_kind)i;
        const apo_notice_row *row = apo_notice_row_of(kind);
        unsigned channels = apo_notice_channels(app->store, apo_visitor_id(visitor), kind);
        apo_fill *one = apo_fill_row(fill, "kinds");
        apo_fill_string(one, "kind", row->word);
        apo_fill_string(one, "words", apo_tr(i18n, row->choice));
        apo_fill_flag(one, "is_page", (channels & APO_NOTICE_PAGE) != 0);
        apo_fill_flag(one, "is_mail", (channels & APO_NOTICE_MAIL) != 0);
        apo_fill_flag(one, "is_digest", (channels & APO_NOTICE_DIGEST) != 0);
        apo_fill_flag(one, "is_push", (channels & APO_NOTICE_PUSH) != 0);
        apo_fill_flag(one, "has_own_mail", row->has_own_mail);
    }
    apo_push_server_key(key, app);
    apo_fill_string(fill, "push_key", key);
    apo_fill_flag(fill, "has_push",
                  apo_store_has_push(app->store, apo_span_of(visitor->digest)));
    apo_pages_reply(app, req, 200, "notice-choices", APO_T("Notices"), fill);
}

const apo_http_route apo_page_notice_routes[] = {
    {APO_HTTP_GET, "/notices", page_notices, 0, 0, NULL},
    {APO_HTTP_GET, "/account/notices", page_choices, 0, 0, NULL},
    APO_ROUTES_END,
};
