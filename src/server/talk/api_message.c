/* Messages between two people with accounts. Sending serves a form of the page /messages/NAME,
 * which it redirects to, and JSON under /api/. */
#include "base/text.h"
#include "server/live/feed.h"
#include "server/notice/notice.h"
#include "server/talk/conversation.h"
#include "server/talk/routes.h"
#include "server/talk/talk.h"
#include "server/web/languages.h"
#include "server/web/pages.h"
#include "server/web/person.h"
#include "server/web/person_act.h"
#include "server/web/route.h"
#include "store/invitations.h"

enum {
    LIST_MAX = 100,         /* messages, or conversations, in one answer */
    CONVERSATION_MAX = 5000 /* messages of two people */
};

/* A message being stored. */
typedef struct letter {
    apo_person_act act;
    apo_store_message message;
} letter;

/* The page of the messages with a person. */
static void reply_page(apo_http_request *req, const char *name)
{
    apo_buffer target;
    apo_buffer_init(&target, NULL);
    apo_buffer_add(&target, "/messages/");
    apo_buffer_add(&target, name);
    apo_http_redirect(req, apo_buffer_span(&target));
    apo_buffer_clear(&target);
}

static void reply(letter *job, unsigned status)
{
    apo_buffer out;
    const apo_talk_reader reader = {job->act.ask.app,
                                    apo_i18n_for(job->act.ask.app, job->act.ask.req), NULL,
                                    apo_span_of(job->act.person.id)};
    if (!job->act.ask.is_json) {
        reply_page(job->act.ask.req, job->act.other.name);
        return;
    }
    apo_buffer_init(&out, NULL);
    apo_talk_view(&out, NULL, &reader, &job->message);
    apo_http_reply_buffer(job->act.ask.req, status, APO_HTTP_JSON, &out);
}

static void finish(void *context, apo_status status)
{
    letter *job = context;
    apo_app *app = job->act.ask.app;
    if (status == APO_OK || status == APO_E_EXISTS) {
        apo_span writer = apo_span_of(job->act.person.id), key = job->act.ask.key;
        status = apo_store_find_message_by_key(app->store, &job->message, writer, key);
    }
    if (status == APO_OK) {
        if (!apo_person_is_hidden(app->store, apo_span_of(job->act.other.id),
                                  job->act.person.id))
            apo_feed_tell_message(app, job->act.other.id, job->act.person.name,
                                  job->message.at_ms);
        reply(job, 201);
    } else {
        apo_app_reply_failure(app, job->act.ask.req, status);
    }
    apo_ask_free(job);
}

static void store(letter *job)
{
    apo_store_conversation row = {.last_ms = job->message.at_ms};
    const apo_notice notice = {.kind = APO_NOTICE_MESSAGE,
                               .person = job->act.other.id,
                               .other = job->act.person.id,
                               .cause = job->message.key,
                               .at_ms = job->message.at_ms};
    bool is_read = !apo_person_is_hidden(job->act.ask.app->store,
                                         apo_span_of(job->act.other.id), job->act.person.id);
    apo_store_batch *batch = apo_store_batch_new();
    apo_text_copy(row.person, sizeof row.person, job->act.person.id);
    apo_text_copy(row.other, sizeof row.other, job->act.other.id);
    apo_text_copy(row.conversation, sizeof row.conversation, job->message.conversation);
    apo_store_add_message(batch, &job->message);
    apo_store_note_conversation(batch, &row, is_read);
    if (is_read)
        apo_notice_add(job->act.ask.app, batch, &notice);
    apo_http_defer(job->act.ask.req);
    apo_store_submit(job->act.ask.app->store, batch, finish, job);
}

/* Decides whether the message may be sent, and fills it in. */
static enum apo_talk_refusal decide(letter *job)
{
    apo_store *store_of = job->act.ask.app->store;
    enum apo_talk_refusal refusal = apo_talk_may(&job->act.person);
    if (refusal == APO_TALK_NONE &&
        apo_span_is(apo_span_of(job->act.person.id), job->act.other.id))
        refusal = APO_TALK_BLOCKED;
    if (refusal == APO_TALK_NONE && (job->act.other.standing & APO_STANDING_CLOSED) != 0)
        refusal = APO_TALK_BLOCKED;
    if (refusal == APO_TALK_NONE)
        refusal = apo_talk_may_reach(store_of, job->act.person.id, job->act.other.id);
    if (refusal == APO_TALK_NONE)
        refusal = apo_talk_read(&job->message, &job->act.ask, APO_MESSAGE_MAX, true);
    apo_conversation_of_pair(job->message.conversation, job->act.person.id, job->act.other.id);
    if (refusal == APO_TALK_NONE &&
        apo_store_count_messages(store_of, apo_span_of(job->message.conversation)) >=
            CONVERSATION_MAX)
        refusal = APO_TALK_FULL;
    return refusal;
}

/* True if the limits allow it; the first message to somebody counts more. */
static bool is_allowed(letter *job)
{
    bool is_first = apo_store_count_messages(job->act.ask.app->store,
                                             apo_span_of(job->message.conversation)) == 0;
    return apo_talk_is_allowed(job->act.ask.app, job->act.ask.req, job->act.person.id) &&
           (!is_first || apo_app_may(job->act.ask.app, job->act.ask.req, APO_LIMIT_STRANGERS,
                                     apo_span_of(job->act.person.id)));
}

static void send(letter *job)
{
    apo_store_message *message = &job->message;
    if (apo_store_find_message_by_key(job->act.ask.app->store, message,
                                      apo_span_of(job->act.person.id),
                                      job->act.ask.key) == APO_OK) {
        reply(job, 200);
        apo_ask_free(job);
        return;
    }
    enum apo_talk_refusal refusal = decide(job);
    if (refusal != APO_TALK_NONE || !is_allowed(job)) {
        if (refusal != APO_TALK_NONE)
            apo_talk_refuse(job->act.ask.req, refusal);
        apo_ask_free(job);
        return;
    }
    apo_text_copy(message->writer, sizeof message->writer, job->act.person.id);
    apo_text_copy_span(message->key, sizeof message->key, job->act.ask.key);
    message->at_ms = apo_http_wall_clock_ms();
    store(job);
}

static void api_send(apo_http_request *req, void *context)
{
    apo_app *app = context;
    letter *job = apo_person_act_start(sizeof *job, app, req, "key text",
                                       apo_talk_sentence(APO_TALK_GUEST));
    if (job == NULL)
        return;
    if (apo_talk_has_key(&job->act.ask))
        send(job);
    else
        apo_ask_free(job);
}

/* --- reading ------------------------------------------------------------- */

typedef struct listing {
    apo_talk_reader reader;
    apo_buffer *out;
} listing;

static bool add_message(void *context, const apo_store_message *message)
{
    listing *all = context;
    apo_talk_view(all->out, NULL, &all->reader, message);
    return true;
}

static void api_messages(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_store_person other;
    apo_buffer out;
    char conversation[APO_STORE_KEY_MAX];
    if (!apo_visitor_is_account(visitor)) {
        apo_talk_refuse(req, APO_TALK_GUEST);
        return;
    }
    if (!apo_person_asked(app, req, &other))
        return;
    listing all = {{app, apo_i18n_for(app, req), NULL, apo_visitor_id(visitor)}, &out};
    apo_conversation_of_pair(conversation, visitor->person.id, other.id);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "messages", '[');
    apo_store_list_messages(
        app->store, apo_span_of(conversation), apo_person_cursor(req, "after", 0),
        apo_person_cursor(req, "before", INT64_MAX), LIST_MAX, add_message, &all);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
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
    apo_person_label_of(&other, all->reader.app->store, NULL, row->other, 0);
    apo_store_list_messages(all->reader.app->store, apo_span_of(row->conversation), 0,
                            INT64_MAX, 1, take_last, &last);
    apo_json_open(all->out, NULL, '{');
    apo_json_add_string(all->out, "with", other.name);
    apo_json_add_number(all->out, "unread", row->unread);
    apo_json_add_number(all->out, "last", row->last_ms);
    apo_json_add_string(all->out, "text", last.text);
    apo_json_add_flag(all->out, "is_yours", apo_span_is(all->reader.person, last.writer));
    apo_json_close(all->out, '}');
    return true;
}

static void api_conversations(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    if (!apo_visitor_is_account(visitor)) {
        apo_talk_refuse(req, APO_TALK_GUEST);
        return;
    }
    listing all = {{app, NULL, NULL, apo_visitor_id(visitor)}, &out};
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "conversations", '[');
    apo_store_list_conversations(app->store, all.reader.person, LIST_MAX, add_conversation,
                                 &all);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- having read --------------------------------------------------------- */

static void finish_read(void *context, apo_status status)
{
    apo_person_act *act = context;
    if (status != APO_OK)
        apo_app_reply_failure(act->ask.app, act->ask.req, status);
    else
        apo_ask_reply_done(&act->ask, apo_span_of("/messages"));
    apo_ask_free(act);
}

static void api_read(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_person_act *act =
        apo_person_act_start(sizeof *act, app, req, "key", apo_talk_sentence(APO_TALK_GUEST));
    if (act == NULL)
        return;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_read_conversation(batch, act->person.id, act->other.id);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_read, act);
}

const apo_http_route apo_api_message_routes[] = {
    {APO_HTTP_GET, "/api/messages", api_conversations, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "With whom you have exchanged messages",
                   .answer = "{conversations:[Conversation]}")},
    {APO_HTTP_GET, "/api/people/:name/messages", api_messages, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "Your messages with somebody",
                   .query = "after?:int before?:int", .answer = "{messages:[Message]}")},
    {APO_HTTP_POST, "/api/people/:name/messages", api_send, 0, APO_TALK_BODY,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Writes to somebody",
                   .answer = "Message", .status = 201, .body = "text:text")},
    {APO_HTTP_POST, "/api/people/:name/messages/read", api_read, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Marks somebody's messages as read",
                   .answer = "{}")},
    {APO_HTTP_POST, "/people/:name/messages", api_send, 0, APO_TALK_BODY, NULL},
    APO_ROUTES_END,
};
