/* Publishing games: new ones, new versions, hiding them; lists, and the texts. A worker checks
 * each text before it is stored. */
#include <string.h>

#include "base/text.h"
#include "definition/file/bundle.h"
#include "definition/file/reader.h"
#include "i18n/i18n.h"
#include "net/workers.h"
#include "server/web/ask.h"
#include "server/web/person.h"
#include "server/web/route.h"
#include "server/web/visitor.h"
#include "server/workshop/inspection.h"
#include "server/workshop/routes.h"
#include "server/workshop/view.h"
#include "store/moderation.h"

enum {
    BODY_MAX = 256 * 1024, /* bytes; a text of 64 kB with escapes */
    ID_MIN = 2,
    KIND_LETTERS = 12,
    GAMES_MAX = 60,     /* of one author */
    VERSIONS_MAX = 100, /* of one game */
    PAGE = 24
};

/* What the kinds of published games begin with; no built-in game does. */
static const char prefix[] = "u-";

/* A request whose text is being checked, and then stored. */
typedef struct publishing {
    apo_ask ask;
    apo_span text;
    apo_store_published game;
    apo_inspection check;
    bool is_new; /* the game, not only the version */
} publishing;

static void end(publishing *job)
{
    apo_inspection_clear(&job->check);
    apo_ask_free(job);
}

static void reply_game(apo_app *app, apo_http_request *req, unsigned status,
                       const apo_store_published *game)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_published_view(&out, NULL, app, game);
    apo_http_reply_buffer(req, status, APO_HTTP_JSON, &out);
}

/* --- storing ------------------------------------------------------------- */

static void finish(void *context, apo_status status)
{
    publishing *job = context;
    if (status == APO_OK) {
        apo_log_text(&job->ask.app->log, "published", "game", apo_span_of(job->game.variant));
        reply_game(job->ask.app, job->ask.req, 201, &job->game);
    } else if (status == APO_E_EXISTS) {
        apo_http_reply_error(job->ask.req, 409, "conflict",
                             "Another request was faster; look at your games.");
    } else {
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    }
    end(job);
}

/* Why the game would be taken for one that this server offers; NULL: it would not. */
static const char *confused_with(const publishing *job)
{
    const apo_variant_map *variants = job->ask.app->variants;
    if (apo_variant_map_find_digest(variants, apo_span_of(job->check.digest)) != NULL)
        return APO_T("This server already has exactly this game: change something first.");
    if (apo_variant_map_find_name(variants, apo_span_of(job->check.name)) != NULL)
        return APO_T("A game of this server already has this name: give yours another one, for "
                     "example the same with \", remixed\" after it.");
    return NULL;
}

static void store(publishing *job)
{
    const apo_inspection *check = &job->check;
    apo_store_published *game = &job->game;
    const char *problem = confused_with(job);
    if (problem != NULL) {
        apo_http_reply_error(job->ask.req, 409, "conflict", problem);
        end(job);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    apo_text_copy(game->definition, sizeof game->definition, check->digest);
    apo_text_copy(game->name, sizeof game->name, check->name);
    game->files = check->files;
    game->ranks = check->ranks;
    game->rows = check->rows;
    game->starts = check->starts;
    game->bytes = (int64_t)check->bytes;
    game->at_ms = apo_http_wall_clock_ms();
    if (job->is_new)
        game->created_ms = game->at_ms;
    apo_store_add_definition(batch, check->digest, game->variant,
                             apo_buffer_span(&check->bundle));
    if (job->is_new)
        apo_store_add_published(batch, game);
    apo_store_add_version(batch, game, apo_buffer_span(&check->pieces));
    apo_store_submit(job->ask.app->store, batch, finish, job);
}

/* --- checking ------------------------------------------------------------ */

/* {"error":"bad_definition", "message":.., "faults":[{line, column, key, message}]} */
static void reply_faults(const publishing *job)
{
    const apo_inspection *check = &job->check;
    const apo_fault_list *faults = &check->faults;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_add_string(&out, "error", "bad_definition");
    apo_json_add_string(&out, "message",
                        check->reason[0] != '\0' ? check->reason
                                                 : "The definition has faults.");
    apo_json_open(&out, "faults", '[');
    for (size_t i = 0; check->reason[0] == '\0' && i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        if (fault->is_warning)
            continue;
        apo_json_open(&out, NULL, '{');
        apo_json_add_number(&out, "line", fault->line);
        apo_json_add_number(&out, "column", fault->column);
        apo_json_add_string(&out, "key", fault->key);
        apo_json_add_string(&out, "message", fault->detail);
        apo_json_close(&out, '}');
    }
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(job->ask.req, 422, APO_HTTP_JSON, &out);
}

/* In a worker's thread. */
static void work(void *context, unsigned worker)
{
    publishing *job = context;
    (void)worker;
    apo_inspection_run(&job->check, job->text, &apo_inspection_standard);
}

static void checked(void *context, apo_status status)
{
    publishing *job = context;
    if (status == APO_OK && job->check.status == APO_OK) {
        store(job);
        return;
    }
    if (status == APO_OK && job->check.status == APO_E_MEMORY)
        status = APO_E_MEMORY;
    if (status != APO_OK)
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    else
        reply_faults(job);
    end(job);
}

/* The limits by account and by address; false: answered. */
static bool is_allowed(const publishing *job)
{
    return apo_app_offers(job->ask.app, job->ask.req, APO_FEATURE_PUBLISHING) &&
           apo_app_may_both(job->ask.app, job->ask.req, APO_LIMIT_PUBLISHING,
                            apo_span_of(job->game.author), APO_LIMIT_PUBLISHERS);
}

static void check(publishing *job)
{
    apo_json_in_text(apo_json_in_member(job->ask.body, "text"), &job->text);
    if (job->text.length == 0) {
        apo_reply_bad(job->ask.req, "\"text\" is the text of a definition.");
        end(job);
        return;
    }
    if (!is_allowed(job)) {
        end(job);
        return;
    }
    apo_http_defer(job->ask.req);
    if (!apo_workers_submit(job->ask.app->workers, work, checked, job)) {
        apo_app_reply_busy(job->ask.req, 1);
        end(job);
    }
}

/* --- a new game ---------------------------------------------------------- */

/* A job for a request with these members, from an account that may publish; NULL: answered. */
static publishing *begin(apo_app *app, apo_http_request *req, const char *names)
{
    const apo_visitor *visitor = apo_visitor_of(app, req);
    publishing *job = apo_ask_new(sizeof *job, app, req, names);
    if (job == NULL)
        return NULL;
    if (visitor == NULL) {
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        end(job);
        return NULL;
    }
    bool is_account = apo_visitor_is_account(visitor);
    if (is_account && (visitor->person.standing & APO_STANDING_MUTED) == 0) {
        apo_text_copy(job->game.author, sizeof job->game.author, visitor->person.id);
        apo_text_copy_span(job->game.key, sizeof job->game.key, job->ask.key);
        return job;
    }
    if (is_account)
        apo_http_reply_error(req, 403, "forbidden",
                             "A moderator has muted you: you cannot publish games.");
    else
        apo_http_reply_error(req, 401, "login_needed", "Log in to publish a game.");
    end(job);
    return NULL;
}

/* Gives credit to the game that this one was made from. False: answered. */
static bool read_remix(publishing *job)
{
    apo_span remix = apo_ask_text(&job->ask, "remix");
    apo_variant_outline outline;
    int64_t version = 0;
    apo_store_published from;
    if (remix.length == 0)
        return true;
    if (!apo_variant_outline_of(&outline, job->ask.app->variants, job->ask.app->store, remix)) {
        apo_http_reply_error(job->ask.req, 422, "bad_request",
                             "\"remix\" is the id of a game that this server has.");
        return false;
    }
    if (outline.is_published &&
        (!apo_json_in_number(apo_json_in_member(job->ask.body, "remix_version"), 1, UINT32_MAX,
                             &version) ||
         apo_store_find_version(job->ask.app->store, &from, remix, (unsigned)version) !=
             APO_OK)) {
        apo_http_reply_error(job->ask.req, 422, "bad_request",
                             "\"remix_version\" is the number of one of its versions.");
        return false;
    }
    apo_text_copy_span(job->game.remix, sizeof job->game.remix, remix);
    job->game.remix_version = (unsigned)version;
    return true;
}

/* A game with this id exists: this is the same request again, or another game. */
static void reply_exists(publishing *job, const apo_store_published *old)
{
    apo_store_published first;
    if (apo_store_find_version(job->ask.app->store, &first, apo_span_of(old->variant), 1) ==
            APO_OK &&
        strcmp(first.key, job->game.key) == 0)
        reply_game(job->ask.app, job->ask.req, 201, &first);
    else
        apo_http_reply_error(job->ask.req, 409, "exists",
                             "You have a game with this id. Publish a new version of it, or "
                             "choose another id.");
}

static bool read_id(publishing *job)
{
    apo_span id = apo_ask_text(&job->ask, "id");
    if (id.length < ID_MIN || !apo_reader_is_id(id)) {
        apo_reply_bad(job->ask.req,
                      "\"id\" has 2 to 31 lower-case letters, digits and hyphens.");
        return false;
    }
    apo_text_copy_span(job->game.id, sizeof job->game.id, id);
    return true;
}

static void name_kind(apo_store_published *game)
{
    apo_text variant = apo_text_start(game->variant, sizeof game->variant);
    char random[KIND_LETTERS + 1];
    apo_token_name(random, KIND_LETTERS);
    apo_text_add(&variant, prefix);
    for (size_t i = 0; i < KIND_LETTERS; i++)
        apo_text_add_char(&variant, apo_to_lower(random[i]));
}

static void api_publish(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_published old;
    publishing *job = begin(app, req, "key id text remix remix_version");
    if (job == NULL)
        return;
    apo_span author = apo_span_of(job->game.author);
    if (!read_id(job) || !read_remix(job)) {
        end(job);
    } else if (apo_store_find_published_id(app->store, &old, author,
                                           apo_span_of(job->game.id)) == APO_OK) {
        reply_exists(job, &old);
        end(job);
    } else if (apo_store_count_published_by(app->store, author) >= GAMES_MAX) {
        apo_http_reply_error(req, 409, "conflict",
                             "You have published as many games as an account may have.");
        end(job);
    } else {
        name_kind(&job->game);
        job->is_new = true;
        job->game.version = job->game.latest = 1;
        check(job);
    }
}

/* --- a new version ------------------------------------------------------- */

static bool find_by_key(void *context, const apo_store_published *game)
{
    apo_store_published *wanted = context;
    if (strcmp(game->key, wanted->key) != 0)
        return true;
    *wanted = *game;
    return false;
}

/* The visitor's own game of the URL; false: answered. */
static bool find_own(apo_app *app, apo_http_request *req, apo_store_published *out)
{
    apo_store_person author;
    if (!apo_published_asked(app, req, out, &author))
        apo_http_reply_error(req, 404, "not_found", "There is no such game here.");
    else if (!apo_published_is_own(app, req, out))
        apo_http_reply_error(req, 403, "forbidden", "This game is somebody else's.");
    else
        return true;
    return false;
}

static void api_version(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_published game, made;
    publishing *job = begin(app, req, "key text");
    if (job == NULL)
        return;
    if (!find_own(app, req, &game)) {
        end(job);
        return;
    }
    memcpy(made.key, job->game.key, sizeof made.key);
    made.version = 0;
    apo_store_list_versions(app->store, apo_span_of(game.variant), VERSIONS_MAX, find_by_key,
                            &made);
    memcpy(game.key, job->game.key, sizeof game.key);
    job->game = game;
    job->game.version = job->game.latest = game.latest + 1;
    if (made.version > 0) {
        reply_game(app, req, 201, &made);
        end(job);
    } else if (job->game.version > VERSIONS_MAX) {
        apo_http_reply_error(req, 409, "conflict",
                             "This game has as many versions as it may have.");
        end(job);
    } else {
        check(job);
    }
}

/* --- hiding -------------------------------------------------------------- */

typedef struct hiding {
    apo_ask ask;
    apo_buffer url;
} hiding;

static void end_hiding(hiding *job)
{
    apo_buffer_clear(&job->url);
    apo_ask_free(job);
}

static void finish_hiding(void *context, apo_status status)
{
    hiding *job = context;
    if (status == APO_OK)
        apo_ask_reply_done(&job->ask, apo_buffer_span(&job->url));
    else
        apo_app_reply_failure(job->ask.app, job->ask.req, status);
    end_hiding(job);
}

/* Serves the forms of the game's page too. */
static void set_hidden(apo_app *app, apo_http_request *req, enum apo_store_hidden hidden)
{
    apo_store_published game;
    apo_store_person author;
    hiding *job = apo_ask_new(sizeof *job, app, req, "key");
    if (job == NULL)
        return;
    apo_buffer_init(&job->url, NULL);
    if (!find_own(app, req, &game)) {
        end_hiding(job);
        return;
    }
    if (game.hidden == APO_STORE_HIDDEN_BY_MODERATOR) {
        apo_http_reply_error(req, 403, "forbidden", "A moderator has hidden this game.");
        end_hiding(job);
        return;
    }
    apo_store_find_person(app->store, &author, apo_span_of(game.author));
    apo_published_add_url(&job->url, &game, &author);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_hide_published(batch, game.variant, hidden);
    apo_http_defer(req);
    apo_store_submit(app->store, batch, finish_hiding, job);
}

static void api_hide(apo_http_request *req, void *context)
{
    set_hidden(context, req, APO_STORE_HIDDEN_BY_AUTHOR);
}

static void api_show(apo_http_request *req, void *context)
{
    set_hidden(context, req, APO_STORE_SHOWN);
}

/* --- reading ------------------------------------------------------------- */

typedef struct listing {
    apo_app *app;
    apo_buffer *out;
    apo_span person;
    unsigned count;
    char last[APO_STORE_VARIANT_MAX];
} listing;

static bool add_game(void *context, const apo_store_published *game)
{
    listing *all = context;
    if (all->count++ == PAGE)
        return false;
    apo_text_copy(all->last, sizeof all->last, game->variant);
    if (!apo_person_is_hidden(all->app->store, all->person, game->author))
        apo_published_view(all->out, NULL, all->app, game);
    return true;
}

static void api_list(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_published_query query;
    apo_buffer out;
    listing all = {.app = app, .out = &out, .person = apo_visitor_account_id(app, req)};
    apo_published_read_query(&query, app, req);
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_json_open(&out, "games", '[');
    apo_store_list_published(app->store, &query.filter, PAGE + 1, add_game, &all);
    apo_json_close(&out, ']');
    apo_json_add_optional(&out, "next", all.count > PAGE ? all.last : NULL);
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* The game of the URL. A hidden one is not found, even by its author: other sites' pages may
 * read these answers too. False: answered. */
static bool find_shown(apo_app *app, apo_http_request *req, apo_store_published *out)
{
    apo_store_person author;
    if (apo_published_asked(app, req, out, &author) && out->hidden == APO_STORE_SHOWN)
        return true;
    apo_http_reply_error(req, 404, "not_found", "There is no such game here.");
    return false;
}

static bool add_version(void *context, const apo_store_published *game)
{
    apo_buffer *out = context;
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "version", game->version);
    apo_json_add_string(out, "name", game->name);
    apo_json_add_string(out, "definition", game->definition);
    apo_json_add_number(out, "at", game->at_ms);
    apo_json_close(out, '}');
    return true;
}

static void api_game(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_published game;
    apo_buffer out;
    if (!find_shown(app, req, &game))
        return;
    apo_buffer_init(&out, NULL);
    apo_json_open(&out, NULL, '{');
    apo_published_view(&out, "game", app, &game);
    apo_json_open(&out, "versions", '[');
    apo_store_list_versions(app->store, apo_span_of(game.variant), VERSIONS_MAX, add_version,
                            &out);
    apo_json_close(&out, ']');
    apo_json_close(&out, '}');
    apo_http_reply_buffer(req, 200, APO_HTTP_JSON, &out);
}

/* The author's own text, without its bases. */
static void api_text(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_store_published game;
    apo_buffer bundle;
    apo_span number = {NULL, 0}, own;
    uint32_t version = 0;
    if (!find_shown(app, req, &game))
        return;
    if (apo_http_query(req, "version", &number) &&
        (!apo_span_number(number, UINT32_MAX, &version) ||
         apo_store_find_version(app->store, &game, apo_span_of(game.variant), version) !=
             APO_OK)) {
        apo_http_reply_error(req, 404, "not_found", "There is no such version.");
        return;
    }
    apo_buffer_init(&bundle, NULL);
    apo_status status =
        apo_store_find_definition(app->store, &bundle, apo_span_of(game.definition));
    if (status == APO_OK && !bundle.is_failed &&
        apo_bundle_find(apo_buffer_span(&bundle), apo_span_of(""), &own))
        apo_http_reply(req, 200, APO_HTTP_TEXT, own);
    else
        apo_app_reply_failure(app, req, status != APO_OK ? status : APO_E_MEMORY);
    apo_buffer_clear(&bundle);
}

const apo_http_route apo_api_published_routes[] = {
    {APO_HTTP_GET, "/api/workshop/games", api_list, APO_HTTP_ANY_ORIGIN | APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Games that people have published",
                   .answer = "{games:[PublishedGame] next:id|null}",
                   .query = "order?:'newest'|'played' search?:text before?:id")},
    {APO_HTTP_POST, "/api/workshop/games", api_publish, APO_HTTP_COSTLY, BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Publishes a game",
                   .answer = "PublishedGame", .status = 201,
                   .body = "id:id text:text remix?:id remix_version?:int")},
    {APO_HTTP_GET, "/api/workshop/games/:name/:id", api_game,
     APO_HTTP_ANY_ORIGIN | APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A published game and its versions",
                   .answer = "{game:PublishedGame "
                             "versions:[{version:int name:text definition:id at:time}]}")},
    {APO_HTTP_GET, "/api/workshop/games/:name/:id/text", api_text,
     APO_HTTP_ANY_ORIGIN | APO_HTTP_ASIDE, 0,
     APO_OPERATION(.scope = APO_SCOPE_PUBLIC,
                   .summary =
                       "The text that its author wrote, of the newest or another version",
                   .answer = NULL, .query = "version?:int")},
    {APO_HTTP_POST, "/api/workshop/games/:name/:id/versions", api_version, APO_HTTP_COSTLY,
     BODY_MAX,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT,
                   .summary = "Publishes a new version of your game", .answer = "PublishedGame",
                   .body = "text:text", .status = 201)},
    {APO_HTTP_POST, "/api/workshop/games/:name/:id/hide", api_hide, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Hides your game", .answer = "{}",
                   .body = "")},
    {APO_HTTP_POST, "/api/workshop/games/:name/:id/show", api_show, 0, APO_BODY_SMALL,
     APO_OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Shows it again", .answer = "{}",
                   .body = "")},
    {APO_HTTP_POST, "/@/:name/games/:id/hide", api_hide, 0, APO_BODY_SMALL, NULL},
    {APO_HTTP_POST, "/@/:name/games/:id/show", api_show, 0, APO_BODY_SMALL, NULL},
    APO_ROUTES_END,
};
