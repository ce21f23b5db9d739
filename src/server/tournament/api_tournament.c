/* Tournaments: lists, one tournament, creating one, and actions on it. Actions serve forms of
 * the page, answered by redirecting to it, and JSON under /api/. */
#include <string.h>

#include "base/text.h"
#include "game/glicko.h"
#include "server/jobs/jobs.h"
#include "server/tournament/entry.h"
#include "server/tournament/guests.h"
#include "server/tournament/routes.h"
#include "server/tournament/run.h"
#include "server/tournament/view.h"
#include "server/tournament/watch.h"
#include "server/web/ask.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"

enum {
    LIST_MAX = 50,
    NAME_BYTES_MAX = APO_STORE_TOURNAMENT_NAME_MAX - 1,
    NAME_MIN = 3,
    ID_LENGTH = 10,
    TRIES_MAX = 20 /* attempts at a change that keeps losing the race */
};

static void reply_unknown(apo_http_request *req)
{
    apo_http_reply_error(req, 404, "not_found", "There is no such tournament.");
}

/* --- looking ------------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_buffer *out;
    unsigned count;
    char last[APO_STORE_ID_MAX];
} listing;

static bool add_row(void *context, const apo_store_tournament *row)
{
    listing *all = context;
    if (all->count < LIST_MAX) {
        apo_tournament_view_row(all->out, all->app, row);
        memcpy(all->last, row->id, sizeof all->last);
    }
    all->count++;
    return true;
}

/* The requested state; APO_STORE_TOURNAMENT_STATES: unknown. */
static enum apo_store_tournament_state asked_state(apo_http_request *req)
{
    apo_span word;
    unsigned state = APO_STORE_TOURNAMENT_OPEN;
    if (!apo_http_query(req, "state", &word))
        return APO_STORE_TOURNAMENT_OPEN;
    while (
        state < APO_STORE_TOURNAMENT_STATES &&
        !apo_span_is(word, apo_tournament_state_word((enum apo_store_tournament_state)state)))
        state++;
    return (enum apo_store_tournament_state)state;
}

static void api_tournaments(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_store_tournament before = {.created_ms = 0};
    apo_span cursor;
    enum apo_store_tournament_state state = asked_state(req);
    if (state == APO_STORE_TOURNAMENT_STATES) {
        apo_reply_bad(req, "\"state\" is open, running, finished or cancelled.");
        return;
    }
    if (apo_http_query(req, "before", &cursor) &&
        apo_store_find_tournament(app->store, &before, cursor) != APO_OK) {
        reply_unknown(req);
        return;
    }
    apo_buffer_init(&out, NULL);
    listing all = {.app = app, .out = &out};
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "tournaments", '[');
    apo_store_list_tournaments(app->store, state, &before, LIST_MAX + 1, add_row, &all);
    apo_json_close(&out, ']');
    apo_json_add_optional(&out, "next", all.count > LIST_MAX ? all.last : NULL);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

static void api_tournament(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_tournament_book *book;
    apo_status status = apo_tournament_book_load(&book, app->store, apo_http_param(req, "id"));
    if (status == APO_E_UNKNOWN) {
        reply_unknown(req);
        return;
    }
    apo_tournament_view *view = status == APO_OK ? apo_tournament_view_new(app, book) : NULL;
    if (view == NULL) {
        apo_app_reply_failure(app, req, status == APO_OK ? APO_E_MEMORY : status);
    } else {
        const apo_visitor *visitor = apo_visitor_of(app, req);
        apo_buffer out;
        apo_buffer_init(&out, NULL);
        apo_tournament_view_write(&out, view,
                                  visitor != NULL ? apo_visitor_id(visitor) : apo_span_of(""),
                                  apo_http_wall_clock_ms());
        apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
    }
    apo_tournament_view_free(view);
    if (status == APO_OK)
        apo_tournament_book_free(book);
}

static void api_tournament_events(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_tournament row;
    if (apo_store_find_tournament(app->store, &row, apo_http_param(req, "id")) != APO_OK)
        reply_unknown(req);
    else
        (void)apo_audience_join(app->tournaments, req, apo_span_of(row.id));
}

/* --- creating one -------------------------------------------------------- */

typedef struct creation {
    apo_app *app;
    apo_http_request *req;
    apo_store_tournament row;
} creation;

static void finish_creation(void *context, apo_status status)
{
    creation *job = context;
    apo_store_tournament made;
    if (status == APO_OK)
        apo_reply_made(job->req, "/tournaments/", job->row.id);
    else if (status == APO_E_EXISTS &&
             apo_store_find_tournament_key(job->app->store, &made,
                                           apo_span_of(job->row.organiser),
                                           apo_span_of(job->row.key)) == APO_OK)
        apo_reply_made(job->req, "/tournaments/", made.id);
    else
        apo_app_reply_failure(job->app, job->req, status);
    apo_free(NULL, job);
}

static bool has_control_characters(apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        if ((uint8_t)text.text[i] < ' ')
            return true;
    }
    return false;
}

static bool set_error(apo_error *err, const char *words, apo_span word)
{
    apo_fail(err, APO_E_SYNTAX, 0, words, word);
    return false;
}

/* Names of accounts. */
static bool read_guests(apo_tournament_plan *out, const apo_json_value *list, apo_app *app,
                        apo_error *err)
{
    if (list != NULL &&
        (!apo_json_in_is_list(list) || apo_json_in_count(list) > APO_TOURNAMENT_PEOPLE_MAX))
        return set_error(err, "\"guests\" is a list of up to 48 names.", apo_span_of(""));
    for (size_t i = 0; i < apo_json_in_count(list); i++) {
        apo_span name = {NULL, 0};
        apo_store_person person;
        apo_json_in_text(apo_json_in_element(list, i), &name);
        if (apo_person_find(app->store, &person, name) != APO_OK)
            return set_error(err, "There is no account \"%s\" here.", name);
        (void)apo_tournament_invite(out, person.id);
    }
    return true;
}

/* Reads the requested tournament; false: `err` says what is wrong. */
static bool read_creation(apo_store_tournament *out, const apo_ask *ask, apo_app *app,
                          apo_error *err)
{
    apo_tournament_plan plan;
    apo_buffer options;
    apo_span name = {NULL, 0}, variant = {NULL, 0};
    apo_json_in_text(apo_json_in_member(ask->body, "name"), &name);
    apo_json_in_text(apo_json_in_member(ask->body, "variant"), &variant);
    name = apo_span_trim(name);
    const apo_catalog_entry *entry = apo_catalog_find_offered(app->catalog, variant);
    if (entry == NULL)
        return set_error(err, "There is no game \"%s\" here.", variant);
    if (name.length < NAME_MIN || name.length > NAME_BYTES_MAX || has_control_characters(name))
        return set_error(err, "A tournament's name has 3 to 60 letters.", name);
    if (apo_tournament_plan_ask(&plan, ask->body, entry->var, apo_http_wall_clock_ms(), err) !=
        APO_OK)
        return false;
    if (!read_guests(&plan, apo_json_in_member(ask->body, "guests"), app, err))
        return false;
    apo_buffer_init(&options, NULL);
    apo_tournament_plan_write(&options, &plan);
    *out = (apo_store_tournament){.created_ms = apo_http_wall_clock_ms()};
    out->changed_ms = out->created_ms;
    apo_text_copy_span(out->name, sizeof out->name, name);
    apo_text_copy(out->kind, sizeof out->kind, entry->id);
    apo_text_copy_span(out->key, sizeof out->key, ask->key);
    apo_text_copy_span(out->options, sizeof out->options, apo_buffer_span(&options));
    apo_buffer_clear(&options);
    apo_token_name(out->id, ID_LENGTH);
    return true;
}

static void create(apo_app *app, apo_http_request *req, apo_store_tournament *row)
{
    creation *job = apo_allocate_zero(NULL, sizeof *job);
    apo_tournament_plan plan;
    if (job == NULL || apo_tournament_plan_read(&plan, apo_span_of(row->options)) != APO_OK) {
        apo_free(NULL, job);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    *job = (creation){app, req, *row};
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_add_tournament(batch, row);
    apo_store_add_job(batch, APO_TOURNAMENT_JOB, row->id, "begin",
                      (int64_t)plan.closes_s * 1000);
    apo_tournament_tell_guests(batch, row, &plan);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_creation, job);
}

static void api_tournament_create(apo_http_request *req, void *context)
{
    apo_app *app = context;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_ask ask;
    apo_store_tournament row, made;
    apo_error err = {.detail = ""};
    if (!apo_ask_start(&ask, req, APO_TOURNAMENT_NAMES))
        return;
    if (!apo_visitor_is_account(visitor))
        apo_http_reply_error(req, 401, "login_needed",
                             "Tournaments need an account: log in or create one.");
    else if (apo_store_find_tournament_key(app->store, &made, apo_visitor_id(visitor),
                                           ask.key) == APO_OK)
        apo_reply_made(req, "/tournaments/", made.id);
    else if ((visitor->person.standing & APO_STANDING_MUTED) != 0)
        apo_http_reply_error(req, 403, "forbidden",
                             "You cannot announce tournaments at present.");
    else if (!read_creation(&row, &ask, app, &err))
        apo_reply_bad(req, err.detail);
    else if (apo_app_may(app, req, APO_LIMIT_GAMES, apo_http_remote_key(req))) {
        apo_text_copy_span(row.organiser, sizeof row.organiser, apo_visitor_id(visitor));
        create(app, req, &row);
    }
    apo_ask_end(&ask);
}

/* --- actions ------------------------------------------------------------- */

enum action {
    JOIN,
    LEAVE,
    BEGIN,
    CANCEL,
    REMOVE,
    INVITE
};

typedef struct deed {
    apo_app *app;
    apo_http_request *req;
    bool is_json;
    enum action action;
    bool is_resigning;
    char tournament[APO_STORE_ID_MAX], person[APO_STORE_ID_MAX];
    char other[APO_STORE_ID_MAX]; /* the person to remove or invite */
    apo_tournament_book *book;    /* owned */
    unsigned tries;
} deed;

static void free_deed(deed *job)
{
    apo_tournament_book_free(job->book);
    apo_free(NULL, job);
}

static void refuse(deed *job, unsigned status, const char *code, const char *words)
{
    apo_http_reply_error(job->req, status, code, words);
    free_deed(job);
}

static void answer(deed *job)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (job->is_json) {
        apo_json_open(&out, NULL, '{');
        apo_json_add_string(&out, "id", job->tournament);
        apo_json_add_string(&out, "state", apo_tournament_state_word(job->book->row.state));
        apo_json_add_number(&out, "players", job->book->row.entry_count);
        apo_json_close(&out, '}');
        apo_http_reply_buffer(job->req, 200, APO_HTTP_JSON, &out);
    } else {
        apo_buffer_add(&out, "/tournaments/");
        apo_buffer_add(&out, job->tournament);
        apo_http_redirect(job->req, apo_buffer_span(&out));
        apo_buffer_clear(&out);
    }
    free_deed(job);
}

/* These times define the order of joining, so they are unique in a tournament. */
static int64_t joining_time(const apo_tournament_book *book)
{
    int64_t now = apo_http_wall_clock_ms();
    int64_t last = book->entry_count > 0 ? book->entries[book->entry_count - 1].joined_ms : 0;
    return now > last ? now : last + 1;
}

static apo_status join(deed *job, apo_store_batch *batch)
{
    apo_store_tournament *row = &job->book->row;
    const apo_tournament_plan *plan = &job->book->plan;
    apo_store_entry entry = {.rating = APO_GLICKO_FIRST, .joined_ms = joining_time(job->book)};
    memcpy(entry.tournament, job->tournament, sizeof entry.tournament);
    memcpy(entry.person, job->person, sizeof entry.person);
    apo_store_add_entry(batch, &entry);
    row->entry_count++;
    row->changed_ms = entry.joined_ms;
    apo_store_set_tournament(batch, row);
    if (plan->begins_full && row->entry_count == plan->players_max)
        apo_store_add_job(batch, APO_TOURNAMENT_JOB, row->id, "begin", entry.joined_ms);
    return APO_OK;
}

/* Answers why it cannot be done, or that there is nothing left to do, as for a repeated
 * request. */
enum verdict {
    MAY,
    DONE,
    REFUSED
};

static enum verdict deny(deed *job, unsigned status, const char *code, const char *words)
{
    refuse(job, status, code, words);
    return REFUSED;
}

static enum verdict look_at_join(deed *job, unsigned index)
{
    const apo_tournament_book *book = job->book;
    bool is_in = index != APO_TOURNAMENT_NOBODY;
    if (is_in && !book->entries[index].has_left)
        return DONE;
    if (book->row.state != APO_STORE_TOURNAMENT_OPEN ||
        apo_http_wall_clock_ms() >= (int64_t)book->plan.closes_s * 1000)
        return deny(job, 409, "conflict", "It is too late to join this tournament.");
    if (book->row.entry_count >= book->plan.players_max)
        return deny(job, 409, "conflict", "All places of this tournament are taken.");
    const char *bar = apo_tournament_bar(job->app, book, apo_span_of(job->person));
    return bar != NULL ? deny(job, 403, "forbidden", bar) : MAY;
}

/* Removes or invites somebody. */
static enum verdict look_at_other(deed *job)
{
    const apo_store_tournament *row = &job->book->row;
    bool is_open = row->state == APO_STORE_TOURNAMENT_OPEN;
    if (!is_open && (row->state != APO_STORE_TOURNAMENT_RUNNING || job->action == INVITE))
        return deny(job, 409, "conflict", "It is too late for that.");
    if (job->action == INVITE &&
        apo_tournament_is_guest(&job->book->plan, apo_span_of(job->other)))
        return DONE;
    if (job->action == INVITE && job->book->plan.guests.count == APO_TOURNAMENT_PEOPLE_MAX)
        return deny(job, 409, "conflict", "No more than 48 people can be invited.");
    return MAY;
}

static enum verdict look_at_organiser(deed *job)
{
    const apo_store_tournament *row = &job->book->row;
    if (!apo_span_is(apo_span_of(job->person), row->organiser))
        return deny(job, 403, "forbidden", "Only the organiser can do that.");
    if (job->action == REMOVE || job->action == INVITE)
        return look_at_other(job);
    if (job->action == CANCEL && row->state == APO_STORE_TOURNAMENT_CANCELLED)
        return DONE;
    if (job->action == CANCEL && row->state == APO_STORE_TOURNAMENT_OVER)
        return deny(job, 409, "conflict", "The tournament is over.");
    if (job->action == CANCEL)
        return MAY;
    if (row->state == APO_STORE_TOURNAMENT_RUNNING)
        return DONE;
    if (row->state != APO_STORE_TOURNAMENT_OPEN)
        return deny(job, 409, "conflict", "The tournament is over.");
    if (job->book->entry_count < job->book->plan.players_min)
        return deny(job, 409, "conflict", "There are not yet enough players.");
    return MAY;
}

static enum verdict look(deed *job)
{
    const apo_tournament_book *book = job->book;
    unsigned index = apo_tournament_book_find(book, apo_span_of(job->person));
    bool is_in = index != APO_TOURNAMENT_NOBODY;
    if (job->action == JOIN)
        return look_at_join(job, index);
    if (job->action != LEAVE)
        return look_at_organiser(job);
    if (!is_in || book->entries[index].has_left)
        return DONE;
    if (book->row.state != APO_STORE_TOURNAMENT_OPEN &&
        book->row.state != APO_STORE_TOURNAMENT_RUNNING)
        return deny(job, 409, "conflict", "The tournament is over.");
    return MAY;
}

static apo_status do_deed(deed *job, apo_store_batch *batch)
{
    apo_tournament_book *book = job->book;
    switch (job->action) {
    case JOIN: return join(job, batch);
    case LEAVE:
        return apo_tournament_leave(job->app, book,
                                    apo_tournament_book_find(book, apo_span_of(job->person)),
                                    job->is_resigning, batch);
    case BEGIN: return apo_tournament_begin(job->app, book, batch);
    case CANCEL: return apo_tournament_cancel(job->app, book, batch);
    case REMOVE: return apo_tournament_remove(job->app, book, job->other, batch);
    case INVITE:
        apo_tournament_tell_guest(batch, book, job->other);
        return apo_tournament_add_guest(job->app, book, job->other, batch);
    }
    return APO_E_ILLEGAL;
}

static void perform(deed *job);

static void finish_deed(void *context, apo_status status)
{
    deed *job = context;
    /* Somebody else has changed the tournament meanwhile: try again. */
    if ((status == APO_E_UNKNOWN || status == APO_E_EXISTS) && job->tries++ < TRIES_MAX) {
        perform(job);
        return;
    }
    if (status != APO_OK) {
        apo_app_reply_failure(job->app, job->req, status);
        free_deed(job);
        return;
    }
    apo_tournament_announce(job->app, job->book);
    apo_tournament_watch_tell(job->app->tournaments, job->tournament,
                              job->book->row.version + 1);
    apo_app *app = job->app;
    answer(job);
    apo_jobs_tick(app->jobs);
}

static void perform(deed *job)
{
    apo_tournament_book_free(job->book);
    job->book = NULL;
    apo_status status =
        apo_tournament_book_load(&job->book, job->app->store, apo_span_of(job->tournament));
    if (status == APO_E_UNKNOWN) {
        refuse(job, 404, "not_found", "There is no such tournament.");
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    if (status == APO_OK) {
        enum verdict verdict = look(job);
        if (verdict != MAY)
            apo_store_batch_free(batch);
        if (verdict == DONE)
            answer(job);
        if (verdict != MAY)
            return;
        status = do_deed(job, batch);
    }
    if (status == APO_OK) {
        apo_store_submit(job->app->store, batch, finish_deed, job);
        return;
    }
    apo_store_batch_free(batch);
    apo_app_reply_failure(job->app, job->req, status);
    free_deed(job);
}

/* "resign" or "play": what happens to the running games of a player who leaves. */
static bool read_leaving(deed *job, const apo_ask *ask)
{
    apo_span word = apo_ask_text(ask, "running");
    job->is_resigning = apo_span_is(word, "resign");
    return job->is_resigning || word.length == 0 || apo_span_is(word, "play");
}

/* The account to remove or invite. */
static bool read_other(deed *job, const apo_ask *ask)
{
    apo_store_person person;
    apo_span name = apo_span_trim(apo_ask_text(ask, "player"));
    if (apo_person_find(job->app->store, &person, name) != APO_OK)
        return false;
    apo_text_copy(job->other, sizeof job->other, person.id);
    return true;
}

/* Names of the request's members. */
static const char *names_of(enum action action)
{
    switch (action) {
    case LEAVE: return "key running";
    case REMOVE:
    case INVITE: return "key player";
    case JOIN:
    case BEGIN:
    case CANCEL: break;
    }
    return "key";
}

static void start(apo_http_request *req, apo_app *app, enum action action)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_ask ask;
    deed *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    job->app = app;
    job->req = req;
    job->action = action;
    if (!apo_ask_start_either(&ask, req, names_of(action))) {
        apo_free(NULL, job);
        return;
    }
    job->is_json = ask.is_json;
    apo_text_copy_span(job->tournament, sizeof job->tournament, apo_http_param(req, "id"));
    if (!apo_visitor_is_account(visitor)) {
        refuse(job, 401, "login_needed", "Tournaments need an account: log in or create one.");
    } else if (action == LEAVE && !read_leaving(job, &ask)) {
        refuse(job, 400, "bad_request", "\"running\" is play or resign.");
    } else if ((action == REMOVE || action == INVITE) && !read_other(job, &ask)) {
        refuse(job, 404, "not_found", "There is no account with this name.");
    } else {
        apo_text_copy_span(job->person, sizeof job->person, apo_visitor_id(visitor));
        apo_http_defer(req);
        perform(job);
    }
    apo_ask_end(&ask);
}

static void api_tournament_join(apo_http_request *req, void *context)
{
    start(req, context, JOIN);
}

static void api_tournament_leave(apo_http_request *req, void *context)
{
    start(req, context, LEAVE);
}

static void api_tournament_begin(apo_http_request *req, void *context)
{
    start(req, context, BEGIN);
}

static void api_tournament_remove(apo_http_request *req, void *context)
{
    start(req, context, REMOVE);
}

static void api_tournament_invite(apo_http_request *req, void *context)
{
    start(req, context, INVITE);
}

static void api_tournament_cancel(apo_http_request *req, void *context)
{
    start(req, context, CANCEL);
}

const apo_http_route apo_api_tournament_routes[] = {
    {APO_HTTP_GET, "/api/tournaments", api_tournaments, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Tournaments, the newest first",
                   .answer = "{tournaments:[TournamentRow] next:id|null}",
                   .query = "state?:'open'|'running'|'finished'|'cancelled' before?:id")},
    {APO_HTTP_GET, "/api/tournaments/:id", api_tournament, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "A tournament with its table and pairings",
                   .answer = "Tournament")},
    {APO_HTTP_GET, "/api/tournaments/:id/events", api_tournament_events, 0, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary = "When something changes in a tournament",
                   .answer = "{version:int}", .events = "changed")},
    {APO_HTTP_POST, "/api/tournaments", api_tournament_create, 0, 2 * APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Announces a tournament",
                   .answer = "{id:id url:text}", .body = "TournamentSetup", .status = 201)},
    {APO_HTTP_POST, "/api/tournaments/:id/join", api_tournament_join, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Takes part in a tournament",
                   .answer = "TournamentDone")},
    {APO_HTTP_POST, "/api/tournaments/:id/leave", api_tournament_leave, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Takes part no more",
                   .answer = "TournamentDone", .body = "running?:'play'|'resign'")},
    {APO_HTTP_POST, "/api/tournaments/:id/begin", api_tournament_begin, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Starts your tournament early",
                   .answer = "TournamentDone")},
    {APO_HTTP_POST, "/api/tournaments/:id/remove", api_tournament_remove, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE,
                   .summary = "Removes a player from your tournament",
                   .answer = "TournamentDone", .body = "player:text")},
    {APO_HTTP_POST, "/api/tournaments/:id/invite", api_tournament_invite, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Admits a person to your tournament",
                   .answer = "TournamentDone", .body = "player:text")},
    {APO_HTTP_POST, "/api/tournaments/:id/cancel", api_tournament_cancel, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Cancels your tournament",
                   .answer = "TournamentDone")},
    {APO_HTTP_POST, "/tournaments/:id/join", api_tournament_join, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/leave", api_tournament_leave, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/begin", api_tournament_begin, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/remove", api_tournament_remove, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/invite", api_tournament_invite, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/cancel", api_tournament_cancel, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
