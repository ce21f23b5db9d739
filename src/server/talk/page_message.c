/* The pages of messages: the conversations, and one of them. */
#include "server/talk/conversation.h"
#include "server/talk/preset.h"
#include "server/talk/routes.h"
#include "server/talk/talk.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/zones.h"

enum {
    LIST_MAX = 100
};

typedef struct listing {
    apo_app *app;
    const apo_i18n *i18n;
    const apo_visitor *visitor;
    apo_fill *fill;
    int64_t first; /* number of the oldest message shown */
    unsigned count;
} listing;

static void fill_time(apo_fill *fill, const listing *all, int64_t ms)
{
    apo_zones_fill_time(fill, "time", all->i18n, apo_visitor_zone(all->visitor), ms);
}

static bool take_last(void *context, const apo_store_message *message)
{
    *(apo_store_message *)context = *message;
    return false;
}

static bool add_conversation(void *context, const apo_store_conversation *row)
{
    listing *all = context;
    apo_person_label other;
    apo_store_message last = {.id = 0};
    apo_store_list_messages(all->app->store, apo_span_of(row->conversation), 0, INT64_MAX, 1,
                            take_last, &last);
    apo_person_label_of(&other, all->app->store, all->i18n, row->other, 0);
    apo_fill *fill = apo_fill_row(all->fill, "conversations");
    apo_fill_string(fill, "name", other.name);
    apo_fill_string(fill, "text", last.text);
    apo_fill_flag(fill, "is_unread", row->unread > 0);
    if (row->unread > 0)
        apo_fill_number(fill, "unread", row->unread);
    fill_time(fill, all, row->last_ms);
    return true;
}

static void page_conversations(apo_http_request *req, void *context)
{
    listing all = {.app = context};
    all.visitor = apo_pages_account(all.app, req, "/messages");
    if (all.visitor == NULL)
        return;
    all.i18n = apo_i18n_for(all.app, req);
    all.fill = apo_fill_new();
    apo_store_list_conversations(all.app->store, apo_visitor_id(all.visitor), LIST_MAX,
                                 add_conversation, &all);
    apo_pages_reply(all.app, req, 200, "messages", APO_T("Messages"), all.fill);
}

static bool add_message(void *context, const apo_store_message *message)
{
    listing *all = context;
    apo_fill *fill = apo_fill_row(all->fill, "messages");
    if (all->count++ == 0)
        all->first = message->id;
    apo_fill_number(fill, "id", message->id);
    apo_fill_string(fill, "text", message->text);
    apo_fill_flag(fill, "is_yours", apo_span_is(apo_visitor_id(all->visitor), message->writer));
    fill_time(fill, all, message->at_ms);
    return true;
}

/* Why the visitor cannot write to the person; NULL: they can. */
static const char *why_not(apo_app *app, const apo_visitor *visitor,
                           const apo_store_person *other)
{
    enum apo_talk_refusal refusal = apo_talk_may(&visitor->person);
    if (refusal == APO_TALK_NONE)
        refusal = apo_talk_may_reach(app->store, visitor->person.id, other->id);
    return refusal == APO_TALK_NONE ? NULL : apo_talk_sentence(refusal);
}

/* Marks what the page shows as read. Reading a page twice does no harm. */
static void mark_read(apo_app *app, const apo_visitor *visitor, const apo_store_person *other)
{
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_read_conversation(batch, visitor->person.id, other->id);
    apo_store_submit(app->store, batch, NULL, NULL);
}

static void page_conversation(apo_http_request *req, void *context)
{
    listing all = {.app = context};
    char conversation[APO_STORE_KEY_MAX], key[APO_TOKEN_TEXT];
    apo_store_person other;
    all.visitor = apo_pages_account(all.app, req, "/messages");
    if (all.visitor == NULL)
        return;
    if (!apo_person_asked(all.app, req, &other))
        return;
    all.i18n = apo_i18n_for(all.app, req);
    all.fill = apo_fill_new();
    apo_token_secret(key);
    apo_conversation_of_pair(conversation, all.visitor->person.id, other.id);
    apo_store_list_messages(all.app->store, apo_span_of(conversation), 0,
                            apo_person_cursor(req, "before", INT64_MAX), LIST_MAX, add_message,
                            &all);
    const char *why = why_not(all.app, all.visitor, &other);
    apo_fill_string(all.fill, "name", other.name);
    apo_fill_string(all.fill, "key", key);
    apo_fill_string(all.fill, "why", why != NULL ? apo_tr(all.i18n, why) : NULL);
    if (all.count == LIST_MAX)
        apo_fill_number(all.fill, "earlier", all.first);
    mark_read(all.app, all.visitor, &other);
    apo_pages_reply(all.app, req, 200, "conversation", APO_T("Messages"), all.fill);
}

const apo_http_route apo_page_message_routes[] = {
    {APO_HTTP_GET, "/messages", page_conversations, 0, 0, NULL},
    {APO_HTTP_GET, "/messages/:name", page_conversation, 0, 0, NULL},
    APO_ROUTES_END,
};
