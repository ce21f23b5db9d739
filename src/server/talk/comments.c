#include "server/talk/comments.h"

#include <string.h>

#include "base/text.h"
#include "server/notice/notice.h"
#include "server/talk/talk.h"
#include "server/web/languages.h"
#include "server/web/person.h"
#include "server/web/zones.h"

enum {
    LIST_MAX = 200,         /* comments in one answer or page */
    COMMENTS_MAX = 3000,    /* below one page */
    CHOICE_PLIES_MAX = 400, /* half-moves to choose from in a page's form */
    PAGE_MAX = 96,          /* bytes of a page's path */
    PLY_DIGITS_MAX = 9,
    KEY_PART = 60 /* of a request's key, in the cause of a notice */
};

static void name_of(char out[APO_STORE_KEY_MAX], const apo_comments_place *place)
{
    apo_conversation_of_game(out, place->kind, place->id);
}

static enum apo_talk_refusal may_write(apo_app *app, const apo_visitor *visitor,
                                       const apo_comments_place *place)
{
    if (!apo_visitor_is_account(visitor))
        return APO_TALK_GUEST;
    enum apo_talk_refusal refusal = apo_talk_may(&visitor->person);
    if (refusal != APO_TALK_NONE || place->owner[0] == '\0')
        return refusal;
    return apo_talk_may_reach(app->store, visitor->person.id, place->owner);
}

/* --- reading ------------------------------------------------------------- */

typedef struct listing {
    apo_talk_reader reader;
    apo_buffer *out;
} listing;

static bool add_comment(void *context, const apo_store_message *message)
{
    listing *all = context;
    if (!apo_person_is_hidden(all->reader.app->store, all->reader.person, message->writer))
        apo_talk_view(all->out, NULL, &all->reader, message);
    return true;
}

static void reply_list(apo_app *app, apo_http_request *req, const apo_comments_place *place)
{
    apo_buffer out;
    char conversation[APO_STORE_KEY_MAX];
    const apo_visitor *visitor = apo_visitor_of(app, req);
    const apo_i18n *i18n = apo_i18n_for(app, req);
    listing all = {{app, i18n, NULL, apo_visitor_id(visitor)}, &out};
    enum apo_talk_refusal refusal = may_write(app, visitor, place);
    name_of(conversation, place);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "messages", '[');
    apo_store_list_messages(
        app->store, apo_span_of(conversation), apo_person_cursor(req, "after", 0),
        apo_person_cursor(req, "before", INT64_MAX), LIST_MAX, add_comment, &all);
    apo_json_close(&out, ']');
    apo_json_add_flag(&out, "may_write", refusal == APO_TALK_NONE);
    apo_json_add_string(
        &out, "why", refusal == APO_TALK_NONE ? "" : apo_tr(i18n, apo_talk_sentence(refusal)));
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- writing ------------------------------------------------------------- */

typedef struct posting {
    apo_ask ask;
    char page[PAGE_MAX];
    apo_store_message message;
} posting;

static void reply(posting *job, unsigned status)
{
    apo_buffer out;
    apo_app *app = job->ask.app;
    const apo_talk_reader reader = {app, apo_i18n_for(app, job->ask.req), NULL,
                                    apo_span_of(job->message.writer)};
    if (job->ask.is_json) {
        apo_buffer_init(&out, NULL);
        apo_talk_view(&out, NULL, &reader, &job->message);
        apo_http_reply_buffer(job->ask.req, status, APO_HTTP_JSON, &out);
    } else {
        apo_http_redirect(job->ask.req, apo_span_of(job->page));
    }
}

static void finish(void *context, apo_status status)
{
    posting *job = context;
    apo_app *app = job->ask.app;
    char writer[APO_STORE_ID_MAX];
    apo_text_copy(writer, sizeof writer, job->message.writer);
    if (status == APO_OK || status == APO_E_EXISTS)
        status = apo_store_find_message_by_key(app->store, &job->message, apo_span_of(writer),
                                               job->ask.key);
    if (status == APO_OK)
        reply(job, 201);
    else
        apo_app_reply_failure(app, job->ask.req, status);
    apo_ask_free(job);
}

/* A form's numbers are texts. */
static bool read_form_ply(int64_t *out, apo_span text, int64_t plies)
{
    *out = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.length > PLY_DIGITS_MAX || !apo_is_digit(text.text[i]))
            return false;
        *out = *out * 10 + (text.text[i] - '0');
    }
    return *out <= plies;
}

static enum apo_talk_refusal read_ply(apo_store_message *out, const apo_ask *ask, int64_t plies)
{
    const apo_json_value *ply = ask->is_json ? apo_json_in_member(ask->body, "ply") : NULL;
    bool is_fine = ask->is_json ? ply == NULL || apo_json_in_number(ply, 1, plies, &out->ply)
                                : read_form_ply(&out->ply, apo_ask_text(ask, "ply"), plies);
    return is_fine ? APO_TALK_NONE : APO_TALK_NO_MOVE;
}

/* Reads the comment; the conversation is set already. */
static enum apo_talk_refusal read_comment(posting *job, const apo_visitor *visitor,
                                          const apo_comments_place *place)
{
    apo_app *app = job->ask.app;
    apo_store_message *message = &job->message;
    enum apo_talk_refusal refusal = may_write(app, visitor, place);
    if (refusal == APO_TALK_NONE)
        refusal = apo_talk_read(message, &job->ask, APO_CHAT_MAX, true);
    if (refusal == APO_TALK_NONE)
        refusal = read_ply(message, &job->ask, place->plies);
    if (refusal == APO_TALK_NONE &&
        apo_store_count_messages(app->store, apo_span_of(message->conversation)) >=
            COMMENTS_MAX)
        refusal = APO_TALK_FULL;
    return refusal;
}

/* False: the request has been answered. */
static bool prepare(posting *job, const apo_comments_place *place)
{
    apo_app *app = job->ask.app;
    apo_store_message *message = &job->message;
    const apo_visitor *visitor = apo_visitor_of(app, job->ask.req);
    if (!apo_talk_has_key(&job->ask))
        return false;
    if (apo_visitor_is_account(visitor) &&
        apo_store_find_message_by_key(app->store, message, apo_visitor_id(visitor),
                                      job->ask.key) == APO_OK) {
        reply(job, 200);
        return false;
    }
    *message = (apo_store_message){.at_ms = apo_http_wall_clock_ms()};
    name_of(message->conversation, place);
    enum apo_talk_refusal refusal = read_comment(job, visitor, place);
    if (refusal != APO_TALK_NONE) {
        apo_talk_refuse(job->ask.req, refusal);
        return false;
    }
    apo_text_copy(message->writer, sizeof message->writer, visitor->person.id);
    apo_text_copy_span(message->key, sizeof message->key, job->ask.key);
    return apo_talk_is_allowed(app, job->ask.req, message->writer);
}

/* Tells the owner of what the page shows, unless they do not want to read the writer. */
static void tell_owner(const posting *job, const apo_comments_place *place,
                       apo_store_batch *batch)
{
    char cause[APO_STORE_KEY_MAX], subject[APO_STORE_ID_MAX];
    const apo_store_message *message = &job->message;
    apo_text text = apo_text_start(cause, sizeof cause);
    apo_text_add(&text, "a/");
    apo_text_add_span(&text, apo_span_part(apo_span_of(message->key), 0, KEY_PART));
    apo_text_copy_span(subject, sizeof subject, place->id);
    const apo_notice notice = {.kind = place->kind_of_notice,
                               .person = place->owner,
                               .other = message->writer,
                               .subject = subject,
                               .text = place->title,
                               .cause = cause,
                               .at_ms = message->at_ms};
    if (strcmp(place->owner, message->writer) != 0 &&
        !apo_person_is_hidden(job->ask.app->store, apo_span_of(place->owner), message->writer))
        apo_notice_add(job->ask.app, batch, &notice);
}

static void take(apo_app *app, apo_http_request *req, const apo_comments_place *place)
{
    posting *job = apo_ask_new(sizeof *job, app, req, "key text ply");
    if (job == NULL)
        return;
    apo_text page = apo_text_start(job->page, sizeof job->page);
    apo_text_add(&page, place->page);
    apo_text_add(&page, "#comments");
    if (!prepare(job, place)) {
        apo_ask_free(job);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_message(batch, &job->message);
    tell_owner(job, place, batch);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

void apo_comments_serve(apo_app *app, apo_http_request *req, const apo_comments_place *place)
{
    if (apo_http_method(req) == APO_HTTP_GET)
        reply_list(app, req, place);
    else
        take(app, req, place);
}

/* --- the part of a page -------------------------------------------------- */

typedef struct filling {
    apo_app *app;
    apo_fill *fill;
    const apo_i18n *i18n;
    const apo_visitor *visitor;
    apo_comments_label *label;
    void *context;
    int64_t first; /* number of the oldest comment gone through */
    unsigned count;
} filling;

static void fill_label(apo_fill *row, const char *gap, const filling *all, int64_t ply)
{
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    if (ply > 0)
        all->label(all->context, &words, ply);
    apo_fill_text(row, gap, apo_buffer_span(&words));
    apo_buffer_clear(&words);
}

static bool fill_comment(void *context, const apo_store_message *message)
{
    filling *all = context;
    apo_person_label by;
    apo_span reader = apo_visitor_id(all->visitor);
    if (all->count++ == 0)
        all->first = message->id;
    if (apo_person_is_hidden(all->app->store, reader, message->writer))
        return true;
    apo_fill *row = apo_fill_row(all->fill, "remarks");
    apo_person_label_of(&by, all->app->store, all->i18n, message->writer, 0);
    apo_fill_number(row, "number", message->id);
    apo_fill_string(row, "by", by.name);
    apo_fill_string(row, "by_url", by.url);
    apo_fill_string(row, "text", message->text);
    apo_fill_flag(row, "may_report",
                  by.is_account && apo_visitor_is_account(all->visitor) &&
                      !apo_span_is(reader, message->writer));
    fill_label(row, "about", all, message->ply);
    apo_zones_fill_time(row, "time", all->i18n, apo_visitor_zone(all->visitor), message->at_ms);
    return true;
}

static void fill_form(const filling *all, const apo_comments_place *place)
{
    char key[APO_TOKEN_TEXT];
    apo_token_secret(key);
    apo_fill_string(all->fill, "remark_key", key);
    apo_fill_flag(all->fill, "may_remark", true);
    apo_fill_flag(all->fill, "has_remark_plies", place->plies > 0);
    for (int64_t ply = 1; ply <= place->plies && ply <= CHOICE_PLIES_MAX; ply++) {
        apo_fill *row = apo_fill_row(all->fill, "remark_plies");
        apo_fill_number(row, "ply", ply);
        fill_label(row, "words", all, ply);
    }
}

void apo_comments_fill(apo_fill *fill, apo_app *app, apo_http_request *req,
                       const apo_comments_place *place, apo_comments_label *label,
                       void *context)
{
    char conversation[APO_STORE_KEY_MAX];
    filling all = {.app = app,
                   .fill = fill,
                   .i18n = apo_i18n_for(app, req),
                   .visitor = apo_visitor_of(app, req),
                   .label = label,
                   .context = context};
    name_of(conversation, place);
    apo_store_list_messages(app->store, apo_span_of(conversation), 0,
                            apo_person_cursor(req, "before", INT64_MAX), LIST_MAX, fill_comment,
                            &all);
    apo_fill_string(fill, "remark_page", place->page);
    if (all.count == LIST_MAX)
        apo_fill_number(fill, "earlier_remarks", all.first);
    enum apo_talk_refusal refusal = may_write(app, all.visitor, place);
    apo_fill_flag(fill, "is_remark_guest", refusal == APO_TALK_GUEST);
    if (refusal == APO_TALK_NONE)
        fill_form(&all, place);
    else if (refusal != APO_TALK_GUEST)
        apo_fill_string(fill, "remark_why", apo_tr(all.i18n, apo_talk_sentence(refusal)));
}
