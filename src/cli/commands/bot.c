#include "cli/bot/bot.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/bot/access.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/interrupt.h"

enum {
    USUAL_LEVEL = 3,
    USUAL_GAMES = 20,
    USUAL_PAUSE_S = 2,
    LONGEST_PAUSE_S = 3600,
    GAMES_MAX = 10000
};

static enum apo_exit play(const char *server, const char *token, const apo_level *level,
                          const apo_bot_options *options)
{
    apo_bot_web *web = NULL;
    apo_bot_brain *brain = NULL;
    apo_status status = apo_bot_web_open(&web, server, token);
    if (status == APO_E_UNSUPPORTED)
        return apo_report_failure("bot: %s", "this was built without libcurl");
    if (status == APO_OK)
        status = apo_bot_brain_new(&brain, level, (uint64_t)getpid());
    if (status != APO_OK)
        apo_report_error("bot: %s", apo_status_message(status));
    else
        status = apo_bot_run(web, brain, options);
    apo_bot_brain_free(brain);
    apo_bot_web_close(web);
    return status == APO_OK ? APO_EXIT_OK : APO_EXIT_NO;
}

static enum apo_exit run_bot(const apo_call *call)
{
    apo_access access;
    uint32_t pause_s = USUAL_PAUSE_S, games = USUAL_GAMES, rounds = 0;
    const char *level = apo_call_value(call, "level");
    unsigned number = level != NULL ? apo_level_find(apo_span_of(level)) : USUAL_LEVEL;
    if (number == 0)
        return apo_report_usage(call->command, "--level is a number from 1 to 8, or its name");
    enum apo_exit result = apo_call_number(call, "every", 0, LONGEST_PAUSE_S, &pause_s);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "games", 0, GAMES_MAX, &games);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "rounds", 1, UINT32_MAX, &rounds);
    if (result == APO_EXIT_OK)
        result = apo_access_read(&access, call);
    if (result != APO_EXIT_OK)
        return result;
    if (!apo_interrupt_install())
        return apo_report_failure("bot: %s", strerror(errno));
    const char *invitations = apo_call_value(call, "invitations");
    const apo_bot_options options = {
        .variants = apo_call_value(call, "variants"),
        .is_inviting = invitations == NULL || strcmp(invitations, "answer") == 0,
        .is_joining = apo_call_has(call, "join"),
        .games_max = games,
        .pause_ms = pause_s > 0 ? pause_s * 1000 : 50,
        .rounds = rounds,
        .is_quiet = apo_call_has(call, "quiet"),
    };
    return play(access.url, access.token, apo_level_get(number), &options);
}

static const apo_command_option options[] = {
    {"server", "URL", NULL, "Where it plays."},
    {"token-file", "FILE", NULL, "A file with a personal token (scopes read, play, invite)."},
    {"level", "N", NULL, "The level of play, 1 to 8; default 3."},
    {"variants", "LIST", NULL, "Games to play: ids separated by commas; default all."},
    {"invitations", "answer|leave", "answer|leave",
     "Answer invitations, or leave them; default answer."},
    {"join", NULL, NULL, "Join games that wait in the lobby."},
    {"games", "N", NULL, "Play at most N games at once; default 20."},
    {"every", "SECONDS", NULL,
     "Interval between polls of the lobby, and of everything without an event stream; "
     "default 2."},
    {"rounds", "N", NULL, "End after N rounds."},
    {"quiet", NULL, NULL, "Print errors only."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"bot --server https://example.org --token-file token --level 4 --variants alert,modern "
     "--join",
     "Play two games with everybody."},
    {NULL, NULL},
};

const apo_command apo_command_bot = {
    .name = "bot",
    .operands = "",
    .summary = "Play for an account on a server",
    .about = "Plays all games of the account of the token with our engine at a level: it waits "
             "for its turns, answers invitations, and with --join joins games in the lobby. "
             "While the server is down it tries again, less and less often, down to once a "
             "minute. Ctrl-C ends it; its games wait. See docs/bots.md.",
    .options = options,
    .examples = examples,
    .run = run_bot,
};
