#include "server/app/routes.h"

#include "server/app/openapi.h"
#include "server/web/api.h"
#include "server/web/languages.h"
#include "server/web/operation.h"
#include "server/web/page.h"

enum {
    NOTES_BODY = 128 * 1024,  /* a text of 48 kB, whatever JSON makes of it */
    IMPORT_BODY = 512 * 1024, /* some hundred games */
    SMALL_BODY = 4096,        /* a game setup with an FEN has at most 3 kB */
    INVITE_BODY = 8192        /* the same with a message */
};

static void serve_health(apo_http_request *req, void *context)
{
    apo_app *app = context;
    char trouble[160];
    apo_store_trouble(app->store, trouble, sizeof trouble);
    if (trouble[0] == '\0')
        apo_http_reply(req, 200, APO_HTTP_TEXT, apo_span_of("ok\n"));
    else
        apo_http_reply(req, 503, APO_HTTP_TEXT, apo_span_of("storage\n"));
}

static void serve_metrics(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_metrics_write(app->metrics, &out);
    apo_http_reply_buffer(req, 200, APO_HTTP_TEXT, &out);
}

static void serve_description(apo_http_request *req, void *context)
{
    apo_app *app = context;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    if (apo_openapi_write(&out, apo_routes(), apo_http_url(app->http)))
        apo_http_reply_tagged(req, APO_HTTP_JSON, apo_buffer_span(&out));
    else
        apo_app_reply_failure(app, req, APO_E_MEMORY);
    apo_buffer_clear(&out);
}

/* One row for each address. What programs use (below /api/) says who may and what it is like:
 * see server/web/operation.h for the words. A row without OPERATION cannot be used with a
 * token, and is no part of the description at /api/openapi.json; a test asks for one in each
 * row below /api/. */
#define OPERATION(...) (&(const apo_operation){__VA_ARGS__})

/* A game that is proposed to somebody, beside whom and in which words. */
#define SETUP_SCHEMA                                                                    \
    "variant:text start?:{number?:any name?:text fen?:text handicap?:text} color?:text" \
    " clock?:any opponent_clock?:any weekend?:flag vacation?:flag rated?:flag"

/* Pages have no OPERATION. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define SHEET "{version:int text:text}"
#define VACATION \
    "{days_a_year:int left_ms:int latest:int current:{from:int until:int}|null now:int}"

/* clang-format off */
static const apo_http_route routes[] = {
    {APO_HTTP_GET,  "/healthz", serve_health, APO_HTTP_QUIET, 0},
    {APO_HTTP_GET,  "/metrics", serve_metrics, APO_HTTP_LOCAL_ONLY | APO_HTTP_QUIET, 0},

    {APO_HTTP_GET,  "/api/openapi.json", serve_description, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "This description", .answer = "{*:any}")},
    {APO_HTTP_GET,  "/api/variants", apo_api_variants, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "The games that can be played, the main ones first",
           .answer = "[Variant]")},
    {APO_HTTP_GET,  "/api/variants/:variant/start", apo_api_start, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A start of a game",
           .answer = "Start", .query = "number?:text name?:text handicap?:text")},
    {APO_HTTP_GET,  "/api/definitions/:digest", apo_api_definition, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "The text of a definition; never changes",
           .answer = NULL)},
    {APO_HTTP_GET,  "/api/me", apo_api_me, 0, 0,
     OPERATION(.scope = APO_SCOPE_READ, .summary = "Who you are, and your games",
           .answer = "Me")},
    {APO_HTTP_GET,  "/api/me/events", apo_api_me_events, 0, 0,
     OPERATION(.scope = APO_SCOPE_READ, .summary = "Your turns, invitations and games that are over, as they come",
           .answer = "OwnEvent", .query = "after?:int", .events = "turn invitation over ready")},
    {APO_HTTP_GET,  "/api/sessions", apo_api_sessions, 0, 0,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Where you are logged in",
           .answer = "{sessions:[Session]}")},
    {APO_HTTP_GET,  "/api/lobby", apo_api_lobby, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Who waits for an opponent, and what is played in public",
           .answer = "Lobby")},
    {APO_HTTP_GET,  "/api/lobby/events", apo_api_lobby_events, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "What changes in the lobby",
           .answer = "LobbyEvent",
           .events = "open playing closed mine")},

    {APO_HTTP_GET,  "/api/words/:language", apo_api_i18n, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "The texts of the pages' scripts in a language",
           .answer = "{language:text forms:text texts:any}", .query = "v?:text")},
    {APO_HTTP_POST, "/api/language", apo_api_language, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Chooses the language of pages and mails",
           .answer = "{}", .body = "language:text")},

    {APO_HTTP_POST, "/api/zone", apo_api_zone, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Chooses the time zone of mails",
           .answer = "{}", .body = "zone:text")},
    {APO_HTTP_GET,  "/api/reminders", apo_api_reminders, 0, 0,
     OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "How long before the end of your time you are reminded",
           .answer = "{hours:[int]}")},
    {APO_HTTP_POST, "/api/reminders", apo_api_reminders_set, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Chooses reminders",
           .answer = "{hours:[int]}", .body = "hours:[int]")},
    {APO_HTTP_GET,  "/account/reminders", apo_page_reminders, 0, 0},
    {APO_HTTP_POST, "/account/reminders", apo_page_reminders_set, 0, SMALL_BODY},
    {APO_HTTP_GET,  "/api/queue", apo_api_queue, 0, 0,
     OPERATION(.scope = APO_SCOPE_READ, .summary = "Games where it is your turn, the most urgent first",
           .answer = "{turn:int others:int games:[GameRow] next:id|null}", .query = "after?:id")},
    {APO_HTTP_GET,  "/api/games/:id/desk", apo_api_notes, 0, 0,
     OPERATION(.scope = APO_SCOPE_READ, .summary = "Your notes, analysis and conditional lines of a game",
           .answer = "{note:" SHEET " analysis:" SHEET " lines:" SHEET "}")},
    {APO_HTTP_POST, "/api/games/:id/desk", apo_api_notes_put, 0, NOTES_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Stores one of them",
           .answer = "{version:int}",
           .body = "kind:'note'|'analysis'|'lines' version:int text:text")},
    {APO_HTTP_GET,  "/api/vacation", apo_api_vacation, 0, 0,
     OPERATION(.scope = APO_SCOPE_READ, .summary = "How the vacation stands", .answer = VACATION)},
    {APO_HTTP_POST, "/api/vacation", apo_api_vacation_begin, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Begins a vacation", .answer = VACATION,
           .body = "days:int")},
    {APO_HTTP_POST, "/api/vacation/end", apo_api_vacation_end, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Ends a vacation", .answer = VACATION,
           .body = "")},

    {APO_HTTP_POST, "/api/games", apo_api_create, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Begins a game",
           .answer = "NewGame", .body = "GameSetup", .status = 201)},
    {APO_HTTP_GET,  "/api/games/:id", apo_api_game, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A game",
           .answer = "Game")},
    {APO_HTTP_GET,  "/api/games/:id/events", apo_api_events, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "What happens in a game",
           .answer = "GameEvent", .query = "after?:int",
           .events = "join move takeback offer withdraw decline end rematch clock presence")},
    {APO_HTTP_POST, "/api/games/:id/moves", apo_api_move, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Makes a move behind `ply` moves",
           .answer = "Done", .body = "ply:int move:text")},
    {APO_HTTP_POST, "/api/games/:id/offer", apo_api_offer, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Offers something to the other side",
           .answer = "Done", .body = "ply:int what:Offer")},
    {APO_HTTP_POST, "/api/games/:id/answer", apo_api_answer, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Answers what the other side offers",
           .answer = "Done", .body = "what:Offer accept:flag ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/withdraw", apo_api_withdraw, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Withdraws an offer",
           .answer = "Done", .body = "ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/resign", apo_api_resign, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Gives the game up",
           .answer = "Done", .body = "ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/flag", apo_api_flag, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Asks the server to look at the clock",
           .answer = "Done", .body = "ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/cancel", apo_api_cancel, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Takes back a game in which not both sides have moved",
           .answer = "Done", .body = "ply?:int")},
    {APO_HTTP_POST, "/api/games/:id/join", apo_api_join, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Takes the free seat",
           .answer = "Seat", .body = "secret?:text")},
    {APO_HTTP_POST, "/api/games/:id/rematch", apo_api_rematch, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Another game with colours changed, once both ask for it",
           .answer = "Seat", .body = "ply?:int")},

    {APO_HTTP_POST, "/api/login", apo_api_login, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Begins a session",
           .answer = "Person", .body = "name:text password:text code?:text")},
    {APO_HTTP_POST, "/api/register", apo_api_register, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Makes an account of a guest, or a new one",
           .answer = "Person", .body = "name:text password:text")},
    {APO_HTTP_POST, "/api/logout", apo_api_logout, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Ends this session",
           .answer = "Person")},
    {APO_HTTP_POST, "/api/logout-everywhere", apo_api_logout_everywhere, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Ends all sessions",
           .answer = "Person")},
    {APO_HTTP_GET,  "/api/second-factor", apo_api_second, 0, 0,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Whether your log-in needs a code",
           .answer = "{is_on:flag codes_left:int}")},
    {APO_HTTP_POST, "/api/second-factor/begin", apo_api_second_begin, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Makes a secret for your device",
           .answer = "{secret:text uri:text}", .body = "password:text")},
    {APO_HTTP_POST, "/api/second-factor/confirm", apo_api_second_confirm, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Switches it on by a first code; the recovery codes are answered this once",
           .answer = "{codes:[text]}", .body = "code:text")},
    {APO_HTTP_POST, "/api/second-factor/end", apo_api_second_end, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Switches it off",
           .answer = "{}", .body = "password:text code:text")},
    {APO_HTTP_POST, "/api/sessions/end", apo_api_session_end, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Ends one of your sessions",
           .answer = "Person", .body = "session:id password:text")},
    {APO_HTTP_POST, "/api/password", apo_api_password, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Changes the password and ends all other sessions",
           .answer = "Person", .body = "old:text new:text")},

    {APO_HTTP_GET,  "/api/tokens", apo_api_tokens, 0, 0,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Your personal tokens, without their secrets",
           .answer = "{tokens:[Token]}")},
    {APO_HTTP_POST, "/api/tokens", apo_api_token_make, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Makes a token; its secret is answered this once",
           .answer = "NewToken", .body = "name:text scopes:[Scope] password:text", .status = 201)},
    {APO_HTTP_POST, "/api/tokens/:id/revoke", apo_api_token_revoke, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Makes a token worthless",
           .answer = "{}", .body = "")},

    {APO_HTTP_GET,  "/api/archive", apo_api_archive, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Games that are over, the newest first",
           .answer = "{games:[ArchiveGame] cursor:int|null}",
           .query = "player?:text opponent?:text variant?:text start?:text result?:text since?:text "
                    "until?:text moves?:text fen?:text clock?:text rated?:text mine?:text "
                    "cursor?:text limit?:int")},
    {APO_HTTP_GET,  "/api/archive/games/:id", apo_api_archive_game, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A game of the archive, with its moves",
           .answer = "ArchiveGame")},
    {APO_HTTP_GET,  "/api/archive/explorer", apo_api_explorer, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "What has been played in a position",
           .answer = "Explorer",
           .query = "variant:text fen?:text name?:text number?:int mine?:text")},
    {APO_HTTP_GET,  "/api/archive/starts", apo_api_starts, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "How the games from each start went",
           .answer = "StartStatistics", .query = "variant:text kind?:text")},

    {APO_HTTP_GET,  "/api/archive/games/:id/text", apo_api_archive_text, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A game of the archive as PGN or as Game Courier's list",
           .answer = NULL, .query = "form?:'pgn'|'courier'")},
    {APO_HTTP_GET,  "/api/archive/download", apo_api_archive_download, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "All games that a search finds, in one text",
           .answer = NULL,
           .query = "form?:'pgn'|'courier' player?:text opponent?:text variant?:text start?:text result?:text "
                    "since?:text until?:text moves?:text fen?:text clock?:text rated?:text mine?:text "
                    "cursor?:text")},

    {APO_HTTP_POST, "/api/archive/import", apo_api_archive_import, 0, IMPORT_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Brings games into the collection of who asks",
           .answer = "{added:int known:int faults:[{game:int line:int detail:text}] is_cut:flag}",
           .body = "text:text variant?:text start?:text")},
    {APO_HTTP_POST, "/api/archive/games/:id/delete", apo_api_collection_drop, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Takes a game out of the collection of who asks",
           .answer = "{}")},
    {APO_HTTP_POST, "/api/archive/collection/delete", apo_api_collection_clear, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Empties the collection of who asks",
           .answer = "{}")},

    {APO_HTTP_GET,  "/archive", apo_page_archive, 0, 0},
    {APO_HTTP_GET,  "/archive/import", apo_page_archive_import, 0, 0},
    {APO_HTTP_GET,  "/archive/games/:id", apo_page_archive_game, 0, 0},
    {APO_HTTP_POST, "/archive/games/:id/delete", apo_api_collection_drop, 0, SMALL_BODY},
    {APO_HTTP_POST, "/archive/collection/delete", apo_api_collection_clear, 0, SMALL_BODY},
    {APO_HTTP_GET,  "/archive/:variant/starts", apo_page_starts, 0, 0},
    {APO_HTTP_GET,  "/api/tournaments", apo_api_tournaments, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Tournaments, the newest first",
           .answer = "{tournaments:[TournamentRow] next:id|null}",
           .query = "state?:'open'|'running'|'finished'|'cancelled' before?:id")},
    {APO_HTTP_GET,  "/api/tournaments/:id", apo_api_tournament, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A tournament with its table and pairings",
           .answer = "Tournament")},
    {APO_HTTP_GET,  "/api/tournaments/:id/events", apo_api_tournament_events, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "When something changes in a tournament",
           .answer = "{version:int}", .events = "changed")},
    {APO_HTTP_POST, "/api/tournaments", apo_api_tournament_create, 0, 2 * SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Announces a tournament",
           .answer = "{id:id url:text}", .body = "TournamentSetup", .status = 201)},
    {APO_HTTP_POST, "/api/tournaments/:id/join", apo_api_tournament_join, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Takes part in a tournament",
           .answer = "TournamentDone")},
    {APO_HTTP_POST, "/api/tournaments/:id/leave", apo_api_tournament_leave, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Takes part no more",
           .answer = "TournamentDone", .body = "running?:'play'|'resign'")},
    {APO_HTTP_POST, "/api/tournaments/:id/begin", apo_api_tournament_begin, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Begins one's own tournament before its time",
           .answer = "TournamentDone")},
    {APO_HTTP_POST, "/api/tournaments/:id/remove", apo_api_tournament_remove, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Removes a player from one's own tournament",
           .answer = "TournamentDone", .body = "player:text")},
    {APO_HTTP_POST, "/api/tournaments/:id/invite", apo_api_tournament_invite, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Lets somebody take part in one's own tournament",
           .answer = "TournamentDone", .body = "player:text")},
    {APO_HTTP_POST, "/api/tournaments/:id/cancel", apo_api_tournament_cancel, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Calls one's own tournament off",
           .answer = "TournamentDone")},
    {APO_HTTP_GET,  "/api/mail", apo_api_mail, 0, 0,
     OPERATION(.scope = APO_SCOPE_READ, .summary = "Your mail address, and what you get",
           .answer = "Mailbox")},
    {APO_HTTP_POST, "/api/mail", apo_api_mail_preferences, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Changes what you get",
           .answer = "Mailbox", .body = "wanted:[MailKind] digest_hour?:int")},
    {APO_HTTP_POST, "/api/mail/address", apo_api_mail_address, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Changes the address; an empty one ends all mail",
           .answer = "Mailbox", .body = "address:text password:text")},
    {APO_HTTP_POST, "/api/forgot", apo_api_forgot, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Sends a link for a new password, if any account has the address",
           .answer = "{}", .body = "address:text")},

    {APO_HTTP_GET,  "/api/problems", apo_api_problems, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Problems, the newest first",
           .answer = "{problems:[Problem] next:id|null}",
           .query = "variant?:id aim?:'mate'|'stalemate' moves?:int unsolved?:text before?:id")},
    {APO_HTTP_GET,  "/api/problems/:id", apo_api_problem, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "A problem", .answer = "Problem")},
    {APO_HTTP_POST, "/api/problems", apo_api_problem_create, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Publishes a problem, once it has been checked",
           .answer = "{id:id url:text}",
           .body = "variant:id fen:text aim:'mate'|'stalemate' moves:int title?:text remark?:text",
           .status = 201)},
    {APO_HTTP_POST, "/api/problems/:id/solved", apo_api_problem_solved, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_PLAY, .summary = "Notes that one has solved a problem",
           .answer = "{solved:flag}", .body = "moves:[text]")},

    {APO_HTTP_GET,  "/problems", apo_page_problems, 0, 0},
    {APO_HTTP_GET,  "/problems/new", apo_page_problem_new, 0, 0},
    {APO_HTTP_GET,  "/problems/:id", apo_page_problem, 0, 0},
    {APO_HTTP_GET,  "/editor", apo_page_editor, 0, 0},
    {APO_HTTP_GET,  "/tournaments", apo_page_tournaments, 0, 0},
    {APO_HTTP_GET,  "/tournaments/new", apo_page_tournament_new, 0, 0},
    {APO_HTTP_GET,  "/tournaments/:id", apo_page_tournament, 0, 0},
    {APO_HTTP_POST, "/tournaments/:id/join", apo_api_tournament_join, 0, SMALL_BODY},
    {APO_HTTP_POST, "/tournaments/:id/leave", apo_api_tournament_leave, 0, SMALL_BODY},
    {APO_HTTP_POST, "/tournaments/:id/begin", apo_api_tournament_begin, 0, SMALL_BODY},
    {APO_HTTP_POST, "/tournaments/:id/remove", apo_api_tournament_remove, 0, SMALL_BODY},
    {APO_HTTP_POST, "/tournaments/:id/invite", apo_api_tournament_invite, 0, SMALL_BODY},
    {APO_HTTP_POST, "/tournaments/:id/cancel", apo_api_tournament_cancel, 0, SMALL_BODY},

    {APO_HTTP_GET,  "/", apo_page_lobby, 0, 0},
    {APO_HTTP_GET,  "/games", apo_page_games, 0, 0},
    {APO_HTTP_GET,  "/games/next", apo_page_next_game, 0, 0},
    {APO_HTTP_GET,  "/game/:id", apo_page_game, 0, 0},
    {APO_HTTP_GET,  "/game/:id/desk", apo_page_notes, 0, 0},
    {APO_HTTP_GET,  "/join/:secret", apo_page_join, 0, 0},
    {APO_HTTP_GET,  "/analysis", apo_page_analysis, 0, 0},
    {APO_HTTP_GET,  "/rules", apo_page_rules, 0, 0},
    {APO_HTTP_GET,  "/rules/:variant", apo_page_rules_game, 0, 0},
    {APO_HTTP_GET,  "/about", apo_page_about, 0, 0},
    {APO_HTTP_GET,  "/login", apo_page_login, 0, 0},
    {APO_HTTP_GET,  "/register", apo_page_register, 0, 0},
    {APO_HTTP_GET,  "/account", apo_page_account, 0, 0},
    {APO_HTTP_GET,  "/account/mail", apo_page_mail, 0, 0},
    {APO_HTTP_POST, "/account/mail", apo_api_mail_preferences, 0, SMALL_BODY},
    {APO_HTTP_POST, "/account/mail/address", apo_api_mail_address, 0, SMALL_BODY},
    {APO_HTTP_GET,  "/mail/confirm/:secret", apo_page_mail_confirm, 0, 0},
    {APO_HTTP_POST, "/mail/confirm/:secret", apo_form_mail_confirm, 0, SMALL_BODY},
    {APO_HTTP_GET,  "/mail/off/:person/:kind/:signature", apo_page_mail_off, 0, 0},
    {APO_HTTP_POST, "/mail/off/:person/:kind/:signature", apo_form_mail_off, APO_HTTP_ANY_ORIGIN, SMALL_BODY},
    {APO_HTTP_GET,  "/forgot", apo_page_forgot, 0, 0},
    {APO_HTTP_POST, "/forgot", apo_form_forgot, 0, SMALL_BODY},
    {APO_HTTP_GET,  "/reset/:secret", apo_page_reset, 0, 0},
    {APO_HTTP_POST, "/reset/:secret", apo_form_reset, 0, SMALL_BODY},
    {APO_HTTP_GET,  "/account/tokens", apo_page_tokens, 0, 0},
    {APO_HTTP_POST, "/account/tokens", apo_api_token_make, 0, SMALL_BODY},
    {APO_HTTP_POST, "/account/tokens/:id/revoke", apo_api_token_revoke, 0, SMALL_BODY},
    {APO_HTTP_POST, "/zone", apo_api_zone, 0, SMALL_BODY},
    {APO_HTTP_POST, "/language", apo_api_language, 0, SMALL_BODY},
    {APO_HTTP_POST, "/login", apo_api_login, 0, SMALL_BODY},
    {APO_HTTP_POST, "/register", apo_api_register, 0, SMALL_BODY},
    {APO_HTTP_POST, "/logout", apo_api_logout, 0, SMALL_BODY},
    {APO_HTTP_POST, "/logout-everywhere", apo_api_logout_everywhere, 0, SMALL_BODY},
    {APO_HTTP_GET,  "/account/second", apo_page_second, 0, 0},
    {APO_HTTP_POST, "/account/second/begin", apo_api_second_begin, 0, SMALL_BODY},
    {APO_HTTP_POST, "/account/second/confirm", apo_api_second_confirm, 0, SMALL_BODY},
    {APO_HTTP_POST, "/account/second/end", apo_api_second_end, 0, SMALL_BODY},
    {APO_HTTP_POST, "/account/sessions", apo_api_session_end, 0, SMALL_BODY},
    {APO_HTTP_POST, "/password", apo_api_password, 0, SMALL_BODY},

    {APO_HTTP_GET,  "/api/people/:name", apo_api_person, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Somebody's ratings and results",
           .answer = "{name:text kind:'account' since:time ratings:[{variant:text variant_name:text"
                     " clock:'live'|'days'|'none' rating:int deviation:int is_provisional:flag"
                     " games:int at:time}] record:{people:[int] computer:[int]}}")},
    {APO_HTTP_GET,  "/api/people/:name/ratings", apo_api_person_ratings, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "How a rating came about, the last game first",
           .answer = "{games:[{game:text color:text opponent:any quarters:int before:int rating:int"
                     " deviation:int at:time}] next:int|null}",
           .query = "variant:text clock:text before?:int")},
    {APO_HTTP_GET,  "/api/people/:name/opponents", apo_api_person_opponents, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Results against each opponent, or one by name",
           .answer = "{opponents:[{opponent:any counts:[int] at:time}] next:int|null}",
           .query = "name?:text before?:int")},
    {APO_HTTP_GET,  "/api/people/:name/games", apo_api_person_games, 0, 0,
     OPERATION(.scope = APO_SCOPE_PUBLIC, .summary = "Somebody's games that are over",
           .answer = "{games:[any] next:int|null}", .query = "before?:int")},
    {APO_HTTP_POST, "/api/people/:name/block", apo_api_block, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Wants nothing of somebody any more",
           .answer = "{}")},
    {APO_HTTP_POST, "/api/people/:name/unblock", apo_api_unblock, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_ACCOUNT, .summary = "Ends that", .answer = "{}")},
    {APO_HTTP_GET,  "/api/blocked", apo_api_blocked, 0, 0,
     OPERATION(.scope = APO_SCOPE_READ, .summary = "Whom you have blocked",
           .answer = "{blocked:[{name:text since:time}]}")},
    {APO_HTTP_GET,  "/@/:name", apo_page_profile, 0, 0},

    {APO_HTTP_GET,  "/api/invitations", apo_api_invitations, 0, 0,
     OPERATION(.scope = APO_SCOPE_READ, .summary = "Invitations for you, by you, and what became of others",
           .answer = "{asked:[any] asking:[any] fates:[any] next:int|null}", .query = "before?:int")},
    {APO_HTTP_GET,  "/api/invitations/:id", apo_api_invitation, 0, 0,
     OPERATION(.scope = APO_SCOPE_READ, .summary = "One invitation", .answer = "any")},
    {APO_HTTP_POST, "/api/invitations", apo_api_invite, 0, INVITE_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Invites somebody by name",
           .answer = "any", .status = 201, .body = "to:text message?:text " SETUP_SCHEMA)},
    {APO_HTTP_POST, "/api/invitations/:id/accept", apo_api_invite_accept, 0, INVITE_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Accepts: the game begins",
           .answer = "any", .body = "message?:text")},
    {APO_HTTP_POST, "/api/invitations/:id/decline", apo_api_invite_decline, 0, INVITE_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Declines, with or without words",
           .answer = "any", .body = "message?:text")},
    {APO_HTTP_POST, "/api/invitations/:id/withdraw", apo_api_invite_withdraw, 0, INVITE_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Takes one's own offer back",
           .answer = "any", .body = "message?:text")},
    {APO_HTTP_POST, "/api/invitations/:id/counter", apo_api_invite_counter, 0, INVITE_BODY,
     OPERATION(.scope = APO_SCOPE_INVITE, .summary = "Proposes another game instead",
           .answer = "any", .body = "message?:text " SETUP_SCHEMA)},
    {APO_HTTP_GET,  "/invitations", apo_page_invitations, 0, 0},
    {APO_HTTP_POST, "/invitations/:id/accept", apo_api_invite_accept, 0, INVITE_BODY},
    {APO_HTTP_POST, "/invitations/:id/decline", apo_api_invite_decline, 0, INVITE_BODY},
    {APO_HTTP_POST, "/invitations/:id/withdraw", apo_api_invite_withdraw, 0, INVITE_BODY},
    {APO_HTTP_GET,  "/account/blocked", apo_page_blocked, 0, 0},

    {APO_HTTP_GET,  "/api/account/export", apo_api_export, 0, 0,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "All that is kept of you, table by table",
           .answer = "any")},
    {APO_HTTP_POST, "/api/account/delete", apo_api_delete_account, 0, SMALL_BODY,
     OPERATION(.scope = APO_SCOPE_SESSION, .summary = "Deletes the account at once, for ever",
           .answer = "{}", .body = "name:text password:text")},
    {APO_HTTP_GET,  "/account/delete", apo_page_delete_account, 0, 0},
    {APO_HTTP_POST, "/account/delete", apo_api_delete_account, 0, SMALL_BODY},
    {APO_HTTP_GET,  "/account/deleted", apo_page_account_deleted, 0, 0},
    {APO_HTTP_POST, "/people/:name/block", apo_api_block, 0, SMALL_BODY},
    {APO_HTTP_POST, "/people/:name/unblock", apo_api_unblock, 0, SMALL_BODY},

    {APO_HTTP_GET, NULL, NULL, 0, 0},
};

/* clang-format on */

const apo_http_route *apo_routes(void)
{
    return routes;
}
