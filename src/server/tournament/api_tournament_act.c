/* People's actions in a tournament, as JSON under /api/ and as forms of its page, answered by a
 * redirect to it. */
#include <string.h>

#include "base/text.h"
#include "game/glicko.h"
#include "net/plain_text.h"
#include "server/jobs/jobs.h"
#include "server/tournament/entry.h"
#include "server/tournament/guests.h"
#include "server/tournament/petition.h"
#include "server/tournament/routes.h"
#include "server/tournament/run.h"
#include "server/tournament/teams.h"
#include "server/tournament/watch.h"
#include "server/web/ask.h"
#include "server/web/await.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "store/invitations.h"

enum {
    TEAM_NAME_LETTERS = 30,
    TRIES_MAX = 20 /* attempts at a change that keeps losing the race */
};

static void free_act(apo_petition *job)
{
    apo_tournament_book_free(job->book);
    apo_ask_free(job);
}

static void refuse(apo_petition *job, unsigned status, const char *code, const char *words)
{
    apo_http_reply_error(job->ask.req, status, code, words);
    free_act(job);
}

static void answer(apo_petition *job)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (job->ask.is_json) {
        apo_json_open(&out, NULL, '{');
        apo_json_add_string(&out, "id", job->tournament);
        apo_json_add_string(&out, "state", apo_tournament_state_word(job->book->row.state));
        apo_json_add_number(&out, "players", job->book->row.entry_count);
        apo_json_close(&out, '}');
        apo_http_reply_buffer(job->ask.req, 200, APO_HTTP_JSON, &out);
    } else {
        apo_buffer_add(&out, "/tournaments/");
        apo_buffer_add(&out, job->tournament);
        apo_http_redirect(job->ask.req, apo_buffer_span(&out));
        apo_buffer_clear(&out);
    }
    free_act(job);
}

/* These times define the order of joining, so they are unique in a tournament. */
static int64_t joining_time(const apo_tournament_book *book)
{
    int64_t now = apo_http_wall_clock_ms();
    int64_t last = book->entry_count > 0 ? book->entries[book->entry_count - 1].joined_ms : 0;
    return now > last ? now : last + 1;
}

/* Ends a pause in an arena. */
static apo_status join_again(apo_petition *job, apo_store_entry *entry, apo_store_batch *batch)
{
    entry->has_left = false;
    apo_store_set_entry(batch, entry);
    job->book->row.entry_count++;
    job->book->row.changed_ms = apo_http_wall_clock_ms();
    apo_store_set_tournament(batch, &job->book->row);
    return APO_OK;
}

static apo_status join(apo_petition *job, apo_store_batch *batch)
{
    const unsigned index = apo_tournament_book_find(job->book, apo_span_of(job->person));
    if (index != APO_TOURNAMENT_NOBODY)
        return join_again(job, &job->book->entries[index], batch);
    apo_store_tournament *row = &job->book->row;
    const apo_tournament_plan *plan = &job->book->plan;
    const bool is_late = row->state == APO_STORE_TOURNAMENT_RUNNING;
    apo_store_entry entry = {.rating = APO_GLICKO_FIRST, .joined_ms = joining_time(job->book)};
    memcpy(entry.tournament, job->tournament, sizeof entry.tournament);
    memcpy(entry.person, job->person, sizeof entry.person);
    if (plan->system == APO_TOURNAMENT_TEAMS) {
        entry.team = job->team;
        entry.board = apo_team_next_board(job->book, job->team);
    }
    if (is_late) {
        entry.rank = job->book->entry_count + 1;
        entry.rating = apo_tournament_rating(job->ask.app, job->book, entry.person);
    }
    apo_store_add_entry(batch, &entry);
    row->entry_count++;
    row->changed_ms = entry.joined_ms;
    apo_store_set_tournament(batch, row);
    if (plan->begins_full && !is_late && row->entry_count == plan->players_max)
        apo_store_add_job(batch, APO_TOURNAMENT_JOB, row->id, "begin", entry.joined_ms);
    return APO_OK;
}

static apo_status found_team(apo_petition *job, apo_store_batch *batch)
{
    const apo_store_team *team =
        apo_team_found(job->book, job->person, apo_span_of(job->team_name), batch);
    if (team == NULL)
        return APO_E_RANGE;
    job->team = team->number;
    return join(job, batch);
}

static apo_status raise_player(apo_petition *job, apo_store_batch *batch)
{
    apo_team_move_up(job->book, apo_tournament_book_find(job->book, apo_span_of(job->other)),
                     batch);
    job->book->row.changed_ms = apo_http_wall_clock_ms();
    apo_store_set_tournament(batch, &job->book->row);
    return APO_OK;
}

static apo_status lock_team(const apo_petition *job, apo_store_batch *batch)
{
    apo_tournament_step on = apo_tournament_step_start(job->ask.app, job->book, batch);
    apo_team_lock(&job->book->plan, job->team, job->action == APO_PETITION_LOCK);
    return apo_tournament_step_finish(&on);
}

static apo_status do_act(apo_petition *job, apo_store_batch *batch)
{
    apo_tournament_book *book = job->book;
    switch (job->action) {
    case APO_PETITION_JOIN: return join(job, batch);
    case APO_PETITION_FOUND: return found_team(job, batch);
    case APO_PETITION_RAISE: return raise_player(job, batch);
    case APO_PETITION_LOCK:
    case APO_PETITION_UNLOCK: return lock_team(job, batch);
    case APO_PETITION_RELEASE:
        return apo_tournament_leave(job->ask.app, book,
                                    apo_tournament_book_find(book, apo_span_of(job->other)),
                                    false, batch);
    case APO_PETITION_LEAVE:
        return apo_tournament_leave(job->ask.app, book,
                                    apo_tournament_book_find(book, apo_span_of(job->person)),
                                    job->is_resigning, batch);
    case APO_PETITION_REST:
        return apo_tournament_rest(job->ask.app, book, job->person, job->is_resting, batch);
    case APO_PETITION_BEGIN: return apo_tournament_begin(job->ask.app, book, batch);
    case APO_PETITION_CANCEL: return apo_tournament_cancel(job->ask.app, book, batch);
    case APO_PETITION_REMOVE:
        return apo_tournament_remove(job->ask.app, book, job->other, batch);
    case APO_PETITION_INVITE:
        apo_tournament_tell_guest(batch, book, job->other);
        return apo_tournament_add_guest(job->ask.app, book, job->other, batch);
    }
    return APO_E_ILLEGAL;
}

static void perform(apo_petition *job);

static void finish_act(void *context, apo_status status)
{
    apo_petition *job = context;
    /* Somebody else has changed the tournament meanwhile: try again. */
    if ((status == APO_E_UNKNOWN || status == APO_E_EXISTS) && job->tries++ < TRIES_MAX) {
        perform(job);
        return;
    }
    if (status != APO_OK) {
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
        free_act(job);
        return;
    }
    apo_tournament_announce(job->ask.app, job->book);
    apo_tournament_watch_tell(job->ask.app->tournaments, job->tournament,
                              job->book->row.version + 1);
    apo_app *app = job->ask.app;
    answer(job);
    apo_jobs_tick(app->jobs);
}

static void perform(apo_petition *job)
{
    apo_tournament_book_free(job->book);
    job->book = NULL;
    apo_status status =
        apo_tournament_book_load(&job->book, job->ask.app->store, apo_span_of(job->tournament));
    if (status == APO_E_UNKNOWN) {
        refuse(job, 404, "not_found", "There is no such tournament.");
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    if (status == APO_OK) {
        enum apo_petition_verdict verdict = apo_petition_judge(job);
        if (verdict != APO_PETITION_MAY)
            apo_store_batch_free(batch);
        if (verdict == APO_PETITION_DONE)
            answer(job);
        if (verdict == APO_PETITION_REFUSED)
            refuse(job, job->denial.status, job->denial.code, job->denial.words);
        if (verdict != APO_PETITION_MAY)
            return;
        status = do_act(job, batch);
    }
    if (status == APO_OK) {
        apo_store_submit(job->ask.app->store, batch, finish_act, job);
        return;
    }
    apo_store_batch_free(batch);
    apo_app_reply_failure(job->ask.app, job->ask.req, status);
    free_act(job);
}

/* "resign" or "play": what happens to the running games of a player who leaves. */
static bool read_leaving(apo_petition *job)
{
    apo_span word = apo_ask_text(&job->ask, "running");
    job->is_resigning = apo_span_is(word, "resign");
    return job->is_resigning || word.length == 0 || apo_span_is(word, "play");
}

/* "half" or "none": the bye that somebody wants in the next round. */
static bool read_rest(apo_petition *job)
{
    apo_span word = apo_ask_text(&job->ask, "bye");
    job->is_resting = apo_span_is(word, "half");
    return job->is_resting || apo_span_is(word, "none");
}

/* The number of a team; 0 where there is none. */
static bool read_team(apo_petition *job)
{
    uint32_t number = 0;
    const apo_json_value *value = apo_json_in_member(job->ask.body, "team");
    apo_span text = job->ask.body == NULL ? apo_ask_text(&job->ask, "team") : apo_span_of("");
    int64_t given = 0;
    if (value != NULL && !apo_json_in_number(value, 1, APO_TEAMS_MAX, &given))
        return false;
    if (text.length > 0 && !apo_span_number(text, APO_TEAMS_MAX, &number))
        return false;
    job->team = given > 0 ? (unsigned)given : number;
    return true;
}

static bool read_team_name(apo_petition *job)
{
    apo_buffer clean;
    apo_buffer_init(&clean, NULL);
    const bool is_good = apo_plain_text_add(&clean, apo_ask_text(&job->ask, "name"),
                                            TEAM_NAME_LETTERS, false) == APO_OK &&
                         clean.length < sizeof job->team_name;
    if (is_good)
        apo_text_copy_span(job->team_name, sizeof job->team_name, apo_buffer_span(&clean));
    apo_buffer_clear(&clean);
    return is_good;
}

/* The account to remove, invite, raise or release. */
static bool read_other(apo_petition *job)
{
    apo_store_person person;
    apo_span name = apo_span_trim(apo_ask_text(&job->ask, "player"));
    if (apo_person_find(job->ask.app->store, &person, name) != APO_OK)
        return false;
    apo_text_copy(job->other, sizeof job->other, person.id);
    return true;
}

/* Names of the request's members. */
static const char *names_of(enum apo_petition_action action)
{
    switch (action) {
    case APO_PETITION_LEAVE: return "key running";
    case APO_PETITION_REST: return "key bye";
    case APO_PETITION_REMOVE:
    case APO_PETITION_RAISE:
    case APO_PETITION_RELEASE:
    case APO_PETITION_INVITE: return "key player";
    case APO_PETITION_JOIN: return "key team";
    case APO_PETITION_FOUND: return "key name";
    case APO_PETITION_BEGIN:
    case APO_PETITION_LOCK:
    case APO_PETITION_UNLOCK:
    case APO_PETITION_CANCEL: break;
    }
    return "key";
}

static bool needs_other(enum apo_petition_action action)
{
    return action == APO_PETITION_REMOVE || action == APO_PETITION_INVITE ||
           action == APO_PETITION_RAISE || action == APO_PETITION_RELEASE;
}

/* True: the tournament's game is being compiled. */
static bool is_awaiting(apo_app *app, apo_http_request *req)
{
    apo_store_tournament row;
    apo_tournament_plan plan;
    return apo_store_find_tournament(app->store, &row, apo_http_param(req, "id")) == APO_OK &&
           apo_tournament_plan_read(&plan, apo_span_of(row.options)) == APO_OK &&
           (plan.definition[0] != '\0'
                ? apo_await_definition(app, req, row.variant, plan.definition)
                : apo_await_game(app, req, apo_span_of(row.variant)));
}

static void start(apo_http_request *req, apo_app *app, enum apo_petition_action action)
{
    if (is_awaiting(app, req))
        return;
    const apo_visitor *visitor = apo_visitor_of(app, req);
    apo_petition *job = apo_ask_new(sizeof *job, app, req, names_of(action));
    if (job == NULL)
        return;
    job->action = action;
    apo_text_copy_span(job->tournament, sizeof job->tournament, apo_http_param(req, "id"));
    if (!apo_visitor_is_account(visitor)) {
        refuse(job, 401, "login_needed", "Tournaments need an account: log in or create one.");
    } else if (action == APO_PETITION_FOUND &&
               (visitor->person.standing & APO_STANDING_MUTED) != 0) {
        refuse(job, 403, "forbidden", "You cannot create teams at present.");
    } else if (action == APO_PETITION_LEAVE && !read_leaving(job)) {
        refuse(job, 400, "bad_request", "\"running\" is play or resign.");
    } else if (action == APO_PETITION_REST && !read_rest(job)) {
        refuse(job, 400, "bad_request", "\"bye\" is half or none.");
    } else if (action == APO_PETITION_JOIN && !read_team(job)) {
        refuse(job, 400, "bad_request", "\"team\" is the number of a team.");
    } else if (action == APO_PETITION_FOUND && !read_team_name(job)) {
        refuse(job, 400, "bad_request", "A team's name has 1 to 30 letters.");
    } else if (needs_other(action) && !read_other(job)) {
        refuse(job, 404, "not_found", "There is no account with this name.");
    } else if (action == APO_PETITION_INVITE &&
               !apo_app_may_both(app, req, APO_LIMIT_INVITES, apo_visitor_id(visitor),
                                 APO_LIMIT_INVITERS)) {
        free_act(job);
    } else {
        apo_text_copy_span(job->person, sizeof job->person, apo_visitor_id(visitor));
        apo_http_defer(req);
        perform(job);
    }
}

static void api_tournament_join(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_JOIN);
}

static void api_tournament_leave(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_LEAVE);
}

static void api_tournament_rest(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_REST);
}

static void api_tournament_begin(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_BEGIN);
}

static void api_tournament_remove(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_REMOVE);
}

static void api_tournament_invite(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_INVITE);
}

static void api_tournament_cancel(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_CANCEL);
}

static void api_team_found(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_FOUND);
}

static void api_team_raise(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_RAISE);
}

static void api_team_release(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_RELEASE);
}

static void api_team_lock(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_LOCK);
}

static void api_team_unlock(apo_http_request *req, void *context)
{
    start(req, context, APO_PETITION_UNLOCK);
}

const apo_http_route apo_api_tournament_act_routes[] = {
    {APO_HTTP_POST, "/api/tournaments/:id/join", api_tournament_join, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE,
                   .summary =
                       "Takes part in a tournament; where there are teams, in one of them",
                   .answer = "TournamentDone", .body = "team?:int")},
    {APO_HTTP_POST, "/api/tournaments/:id/found", api_team_found, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Founds a team, as its captain",
                   .answer = "TournamentDone", .body = "name:text")},
    {APO_HTTP_POST, "/api/tournaments/:id/raise", api_team_raise, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE,
                   .summary = "Moves a player of your team to the board before",
                   .answer = "TournamentDone", .body = "player:text")},
    {APO_HTTP_POST, "/api/tournaments/:id/release", api_team_release, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Releases a player from your team",
                   .answer = "TournamentDone", .body = "player:text")},
    {APO_HTTP_POST, "/api/tournaments/:id/lock", api_team_lock, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE,
                   .summary = "Locks your team: nobody joins it or changes boards",
                   .answer = "TournamentDone")},
    {APO_HTTP_POST, "/api/tournaments/:id/unlock", api_team_unlock, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Unlocks your team",
                   .answer = "TournamentDone")},
    {APO_HTTP_POST, "/api/tournaments/:id/leave", api_tournament_leave, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Leaves a tournament",
                   .answer = "TournamentDone", .body = "running?:'play'|'resign'")},
    {APO_HTTP_POST, "/api/tournaments/:id/bye", api_tournament_rest, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_INVITE,
                   .summary = "Asks for half a point instead of a game in the next round",
                   .answer = "TournamentDone", .body = "bye:'half'|'none'")},
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
    {APO_HTTP_POST, "/tournaments/:id/found", api_team_found, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/raise", api_team_raise, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/release", api_team_release, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/lock", api_team_lock, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/unlock", api_team_unlock, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/leave", api_tournament_leave, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/bye", api_tournament_rest, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/begin", api_tournament_begin, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/remove", api_tournament_remove, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/invite", api_tournament_invite, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/tournaments/:id/cancel", api_tournament_cancel, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
