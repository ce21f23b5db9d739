/* Talk in a game: one conversation of the players, another of the spectators, which the players
 * can read only when the game is over. */
#include "base/text.h"
#include "server/notice/notice.h"
#include "server/talk/conversation.h"
#include "server/talk/preset.h"
#include "server/talk/routes.h"
#include "server/talk/talk.h"
#include "server/web/languages.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "store/invitations.h"

enum {
    LIST_MAX = 200, /* messages in one answer */
    MENTIONS_MAX = 3,
    KEY_PART = 60,          /* of a request's key, in the cause of a notice */
    CONVERSATION_MAX = 3000 /* messages of a conversation */
};

/* The game and the conversation that a request is about. */
typedef struct chat {
    apo_live_game *game;
    const apo_round *round;
    const apo_visitor *visitor;
    unsigned side;
    enum apo_conversation_kind kind;
    char conversation[APO_STORE_KEY_MAX];
} chat;

/* Whether the visitor may read the conversation. */
static enum apo_talk_refusal may_read(const chat *at)
{
    if (at->kind == APO_TALK_PLAYERS)
        return at->side != APO_NOBODY ? APO_TALK_NONE : APO_TALK_NOT_PLAYER;
    bool is_played =
        at->round->state == APO_ROUND_WAITING || at->round->state == APO_ROUND_PLAYING;
    return at->side != APO_NOBODY && is_played ? APO_TALK_PLAYING : APO_TALK_NONE;
}

/* Whether the visitor may write there. Guests write only in their own games: a spectator needs
 * a lasting name. */
static enum apo_talk_refusal may_write(apo_app *app, const chat *at)
{
    enum apo_talk_refusal refusal = may_read(at);
    if (refusal != APO_TALK_NONE)
        return refusal;
    if (at->kind == APO_TALK_SPECTATORS && !apo_visitor_is_account(at->visitor))
        return APO_TALK_GUEST;
    refusal = apo_talk_may(&at->visitor->person);
    if (refusal != APO_TALK_NONE || at->kind != APO_TALK_PLAYERS)
        return refusal;
    const apo_seat *other = &at->round->seats[at->side ^ 1U];
    return other->kind == APO_SEAT_PERSON
               ? apo_talk_may_reach(app->store, at->visitor->person.id, other->person)
               : APO_TALK_NONE;
}

/* Finds the game, and the conversation: the one asked for, or the visitor's own. False: the
 * request has been answered, or another thread reads the game first. */
static bool find(chat *out, apo_app *app, apo_http_request *req, apo_span word)
{
    apo_span id = apo_http_param(req, "id");
    if (apo_live_await(app->live, req, apo_http_route_of(req)->handler, id))
        return false;
    *out = (chat){.visitor = apo_visitor_of(app, req)};
    apo_status status = apo_live_find(app->live, &out->game, id);
    if (status == APO_E_UNKNOWN)
        apo_http_reply_error(req, 404, "not_found", "There is no such game.");
    else if (status != APO_OK || out->visitor == NULL)
        apo_app_reply_failure(app, req, status != APO_OK ? status : APO_E_MEMORY);
    if (status != APO_OK || out->visitor == NULL)
        return false;
    out->round = apo_live_game_round(out->game);
    out->side = apo_round_side_of(out->round, apo_visitor_id(out->visitor));
    out->kind = word.length > 0           ? apo_conversation_find(word)
                : out->side != APO_NOBODY ? APO_TALK_PLAYERS
                                          : APO_TALK_SPECTATORS;
    if (out->kind > APO_TALK_SPECTATORS) {
        apo_reply_bad(req, "\"room\" is players or spectators.");
        return false;
    }
    apo_conversation_of_game(out->conversation, out->kind, apo_span_of(out->round->id));
    return true;
}

/* --- reading ------------------------------------------------------------- */

typedef struct listing {
    apo_talk_reader reader;
    apo_buffer *out;
} listing;

static bool add_message(void *context, const apo_store_message *message)
{
    listing *all = context;
    if (!apo_person_is_hidden(all->reader.app->store, all->reader.person, message->writer))
        apo_talk_view(all->out, NULL, &all->reader, message);
    return true;
}

static void add_presets(apo_buffer *out, const apo_i18n *i18n)
{
    apo_preset preset;
    apo_json_open(out, "presets", '[');
    for (unsigned i = 0; apo_preset_at(&preset, i); i++) {
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "id", preset.word);
        apo_json_add_string(out, "text", apo_tr(i18n, preset.text));
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

static void api_chat(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_span word = {NULL, 0};
    chat at;
    apo_http_query(req, "room", &word);
    if (!find(&at, app, req, word))
        return;
    enum apo_talk_refusal refusal = may_read(&at);
    if (refusal != APO_TALK_NONE) {
        apo_talk_refuse(req, refusal);
        return;
    }
    const apo_i18n *i18n = apo_i18n_for(app, req);
    listing all = {{app, i18n, at.round, apo_visitor_id(at.visitor)}, &out};
    refusal = may_write(app, &at);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "room", apo_conversation_word(at.kind));
    apo_json_open(&out, "messages", '[');
    apo_store_list_messages(app->store, apo_span_of(at.conversation),
                            apo_person_cursor(req, "after", 0), INT64_MAX, LIST_MAX,
                            add_message, &all);
    apo_json_close(&out, ']');
    apo_json_add_flag(&out, "may_write", refusal == APO_TALK_NONE);
    apo_json_add_string(
        &out, "why", refusal == APO_TALK_NONE ? "" : apo_tr(i18n, apo_talk_sentence(refusal)));
    add_presets(&out, i18n);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* --- writing ------------------------------------------------------------- */

/* A message being stored. */
typedef struct posting {
    apo_app *app;
    apo_http_request *req;
    char game[APO_GAME_ID_MAX];
    enum apo_conversation_kind kind;
    apo_store_message message;
} posting;

static void reply_message(apo_app *app, apo_http_request *req, const posting *job,
                          unsigned status)
{
    apo_buffer out;
    apo_live_game *game;
    bool is_found = apo_live_find(app->live, &game, apo_span_of(job->game)) == APO_OK;
    const apo_talk_reader reader = {app, apo_i18n_for(app, req),
                                    is_found ? apo_live_game_round(game) : NULL,
                                    apo_span_of(job->message.writer)};
    apo_buffer_init(&out, NULL);
    apo_talk_view(&out, NULL, &reader, &job->message);
    apo_http_reply_buffer(req, status, APO_HTTP_JSON, &out);
}

/* The delivery of a message to those who are watching. */
typedef struct hearing {
    const posting *job;
    bool is_shunned; /* somebody has blocked or muted the writer */
    bool is_played;
} hearing;

static bool may_hear(void *context, unsigned side, const char *person)
{
    const hearing *all = context;
    bool is_player = side != APO_NOBODY;
    if (all->job->kind == APO_TALK_PLAYERS ? !is_player : is_player && all->is_played)
        return false;
    return !all->is_shunned || !apo_person_is_hidden(all->job->app->store, apo_span_of(person),
                                                     all->job->message.writer);
}

static void send(const posting *job)
{
    apo_buffer data;
    apo_live_game *game;
    apo_app *app = job->app;
    if (apo_live_find(app->live, &game, apo_span_of(job->game)) != APO_OK)
        return;
    const apo_round *round = apo_live_game_round(game);
    hearing all = {job, apo_store_is_shunned(app->store, apo_span_of(job->message.writer)),
                   round->state == APO_ROUND_WAITING || round->state == APO_ROUND_PLAYING};
    const apo_talk_reader reader = {app, NULL, round, apo_span_of("")};
    apo_buffer_init(&data, NULL);
    apo_json_open(&data, NULL, '{');
    apo_json_add_string(&data, "room", apo_conversation_word(job->kind));
    apo_talk_view(&data, "message", &reader, &job->message);
    apo_json_add_number(&data, "now", apo_http_wall_clock_ms());
    apo_json_close(&data, '}');
    apo_live_game_tell(game, "chat", apo_buffer_span(&data), may_hear, &all);
    apo_buffer_clear(&data);
}

static void finish(void *context, apo_status status)
{
    posting *job = context;
    apo_app *app = job->app;
    if (status == APO_OK || status == APO_E_EXISTS) {
        apo_span writer = apo_span_of(job->message.writer), key = apo_span_of(job->message.key);
        status = apo_store_find_message_by_key(app->store, &job->message, writer, key);
        if (status == APO_OK)
            send(job);
    }
    if (status == APO_OK)
        reply_message(app, job->req, job, 201);
    else
        apo_app_reply_failure(app, job->req, status);
    apo_free(NULL, job);
}

/* Reads which move the message is about: one that has been played, or none. */
static enum apo_talk_refusal read_ply(apo_store_message *out, const chat *at,
                                      const apo_ask *ask)
{
    const apo_json_value *ply = apo_json_in_member(ask->body, "ply");
    out->ply = 0;
    return ply == NULL || apo_json_in_number(ply, 1, (int64_t)at->round->ply_count, &out->ply)
               ? APO_TALK_NONE
               : APO_TALK_NO_MOVE;
}

/* Reads the message; false: the request has been answered. */
static bool read_message(posting *job, const chat *at, const apo_ask *ask)
{
    apo_app *app = job->app;
    const char *person = at->visitor->person.id;
    enum apo_talk_refusal refusal = may_write(app, at);
    if (refusal == APO_TALK_NONE &&
        apo_store_find_message_by_key(app->store, &job->message, apo_span_of(person),
                                      ask->key) == APO_OK) {
        reply_message(app, job->req, job, 200);
        return false;
    }
    if (refusal == APO_TALK_NONE)
        refusal = apo_talk_read(&job->message, ask, APO_CHAT_MAX, false);
    if (refusal == APO_TALK_NONE)
        refusal = read_ply(&job->message, at, ask);
    if (refusal == APO_TALK_NONE &&
        apo_store_count_messages(app->store, apo_span_of(at->conversation)) >= CONVERSATION_MAX)
        refusal = APO_TALK_FULL;
    if (refusal != APO_TALK_NONE) {
        apo_talk_refuse(job->req, refusal);
        return false;
    }
    if (!apo_talk_is_allowed(app, job->req, person))
        return false;
    apo_text_copy(job->message.conversation, sizeof job->message.conversation,
                  at->conversation);
    apo_text_copy(job->message.writer, sizeof job->message.writer, person);
    apo_text_copy_span(job->message.key, sizeof job->message.key, ask->key);
    job->message.at_ms = apo_http_wall_clock_ms();
    return true;
}

static void tell(const posting *job, const chat *at, enum apo_notice_kind kind,
                 const char *person, apo_store_batch *batch)
{
    char cause[APO_STORE_KEY_MAX];
    const char *writer = job->message.writer;
    unsigned side = apo_round_side_of(at->round, apo_span_of(person));
    apo_text text = apo_text_start(cause, sizeof cause);
    apo_text_add(&text, kind == APO_NOTICE_CHAT ? "c/" : "m/");
    apo_text_add_span(&text, apo_span_part(apo_span_of(job->message.key), 0, KEY_PART));
    if (apo_person_is_hidden(job->app->store, apo_span_of(person), writer) ||
        apo_store_is_blocked(job->app->store, apo_span_of(writer), apo_span_of(person)))
        return;
    const apo_notice notice = {.kind = kind,
                               .person = person,
                               .other = writer,
                               .subject = at->round->id,
                               .text = apo_variant_info_of(at->round->var)->name,
                               .cause = cause,
                               .at_ms = job->message.at_ms,
                               .is_seen = side != APO_NOBODY &&
                                          apo_live_game_players(at->game)[side].is_online};
    apo_notice_add(job->app, batch, &notice);
}

static void tell_opponent(const posting *job, const chat *at, apo_store_batch *batch)
{
    if (at->kind != APO_TALK_PLAYERS)
        return;
    const apo_seat *seat = &at->round->seats[at->side ^ 1U];
    if (seat->kind == APO_SEAT_PERSON)
        tell(job, at, APO_NOTICE_CHAT, seat->person, batch);
}

/* Whether somebody mentioned in the spectators' conversation may read it. */
static bool may_be_told(const chat *at, const apo_store_person *person)
{
    bool is_played =
        at->round->state == APO_ROUND_WAITING || at->round->state == APO_ROUND_PLAYING;
    bool is_player = apo_round_side_of(at->round, apo_span_of(person->id)) != APO_NOBODY;
    return !(is_player && is_played) && !apo_span_is(apo_visitor_id(at->visitor), person->id);
}

/* The people that a spectator has mentioned as @Name, at most three. */
static void tell_mentioned(const posting *job, const chat *at, apo_store_batch *batch)
{
    unsigned count = 0;
    apo_span text = apo_span_of(job->message.text);
    for (size_t i = 0; at->kind == APO_TALK_SPECTATORS && i < text.length; i++) {
        size_t end = i + 1;
        apo_store_person person;
        if (text.text[i] != '@' || count >= MENTIONS_MAX)
            continue;
        while (end < text.length &&
               (apo_is_letter(text.text[end]) || apo_is_digit(text.text[end]) ||
                text.text[end] == '-' || text.text[end] == '_'))
            end++;
        count++;
        if (apo_person_find(job->app->store, &person,
                            apo_span_part(text, i + 1, end - i - 1)) == APO_OK &&
            may_be_told(at, &person))
            tell(job, at, APO_NOTICE_MENTION, person.id, batch);
    }
}

static void post_message(apo_app *app, apo_http_request *req, const chat *at,
                         const apo_ask *ask)
{
    posting *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    job->app = app;
    job->req = req;
    job->kind = at->kind;
    apo_text_copy(job->game, sizeof job->game, at->round->id);
    if (!read_message(job, at, ask)) {
        apo_free(NULL, job);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_message(batch, &job->message);
    tell_opponent(job, at, batch);
    tell_mentioned(job, at, batch);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish, job);
}

static void api_say(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_ask ask;
    chat at;
    if (!apo_ask_start(&ask, req, "key room text preset ply"))
        return;
    if (find(&at, app, req, apo_ask_text(&ask, "room")))
        post_message(app, req, &at, &ask);
    apo_ask_end(&ask);
}

const apo_http_route apo_api_chat_routes[] = {
    {APO_HTTP_GET, "/api/games/:id/chat", api_chat, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_READ, .summary = "What is said in a room of a game",
                   .query = "room?:Room after?:int",
                   .answer = "{room:Room messages:[Message] may_write:flag why:text "
                             "presets:[{id:id text:text}]}")},
    {APO_HTTP_POST, "/api/games/:id/chat", api_say, 0, APO_TALK_BODY,
     APO_OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Says something in a room of a game",
                   .answer = "Message", .status = 201,
                   .body = "room?:Room text?:text preset?:id ply?:int")},
    APO_ROUTES_END,
};
