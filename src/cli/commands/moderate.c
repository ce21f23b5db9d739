#include "server/account/moderate.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/serve/data_folder.h"
#include "net/wall_clock.h"
#include "server/account/control.h"
#include "store/ratings.h"
#include "store/reports.h"

enum {
    PATH_MAX_BYTES = 4096,
    LOG_MAX = 1000
};

/* "DATA/name"; false: there is no data folder. */
static bool data_path(char out[PATH_MAX_BYTES], const apo_call *call, const char *name)
{
    apo_text text = apo_text_start(out, PATH_MAX_BYTES);
    if (!apo_data_folder(&text, apo_call_value(call, "data")))
        return false;
    apo_text_add_char(&text, '/');
    apo_text_add(&text, name);
    return !text.is_overflowed;
}

/* The name of the operator, for the log. */
static const char *operator_name(const apo_call *call)
{
    const char *given = apo_call_value(call, "by");
    const char *sudo = getenv("SUDO_USER");
    const struct passwd *user = getpwuid(geteuid());
    if (given != NULL && given[0] != '\0')
        return given;
    if (sudo != NULL && sudo[0] != '\0')
        return sudo;
    return user != NULL ? user->pw_name : "operator";
}

static apo_status open_store(apo_store **out, const apo_call *call, bool is_read_only,
                             apo_error *err)
{
    char path[PATH_MAX_BYTES];
    const char *url = apo_call_value(call, "store");
    if (url == NULL && !data_path(path, call, "apothecary.db"))
        return apo_fail(err, APO_E_IO, 0, "there is no home folder; use --data DIR",
                        apo_span_of(""));
    if (url == NULL && access(path, F_OK) != 0)
        return apo_fail(err, APO_E_IO, 0, "there is no database in the data folder",
                        apo_span_of(""));
    const apo_store_options options = {.path = url != NULL ? url : path,
                                       .is_read_only = is_read_only};
    return apo_store_open(out, &options, err);
}

/* --- listing ------------------------------------------------------------- */

static void print_day(int64_t ms)
{
    char text[32];
    struct tm parts;
    time_t seconds = (time_t)(ms / 1000);
    if (gmtime_r(&seconds, &parts) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts) > 0)
        printf("%s", text);
}

static bool print_entry(void *context, const apo_store_log_entry *entry)
{
    (void)context;
    print_day(entry->at_ms);
    printf("  %-10s  %-8s  %-20s  %s\n", entry->who, entry->action, entry->name, entry->reason);
    return true;
}

static bool print_standing(void *context, const apo_store_person *person)
{
    (void)context;
    static const char *const names[] = {" muted", " closed", "", " moderator", " operator"};
    printf("%-20s ", person->name);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        printf("%s", (person->standing >> i & 1) != 0 ? names[i] : "");
    printf("\n");
    return true;
}

/* Somebody's name, or "?". */
static void print_name(apo_store *store, const char *id)
{
    apo_store_person person;
    bool is_found = apo_store_find_person(store, &person, apo_span_of(id)) == APO_OK;
    printf("%s", is_found ? person.name : "?");
}

/* Each line of a text, indented. */
static void print_quoted(const char *title, const char *text)
{
    apo_span rest = apo_span_of(text), line;
    while (apo_span_line(&rest, &line)) {
        printf("      %-7s %.*s\n", title, (int)line.length, line.text);
        title = "";
    }
    if (rest.length > 0)
        printf("      %-7s %.*s\n", title, (int)rest.length, rest.text);
}

static bool print_report(void *context, const apo_store_report *report)
{
    apo_store *store = context;
    printf("%5lld  ", (long long)report->id);
    print_day(report->at_ms);
    printf("  ");
    print_name(store, report->person);
    printf(" about ");
    print_name(store, report->about);
    printf("%s%s\n", report->place[0] != '\0' ? ", on " : "", report->place);
    print_quoted(report->is_proved ? "wrote:" : "quote:", report->quote);
    print_quoted("reason:", report->reason);
    if (report->answered_ms > 0) {
        print_quoted("by:", report->who);
        print_quoted("answer:", report->answer);
    }
    return true;
}

static bool print_pair(void *context, const apo_store_pair *pair)
{
    apo_store *store = context;
    print_day(pair->last_ms);
    printf("  %4u games, %4u short, score %6.2f  ", pair->games, pair->short_games,
           pair->quarters / 4.0);
    print_name(store, pair->person);
    printf(" - ");
    print_name(store, pair->opponent);
    printf("%s%s\n", apo_pair_is_one_sided(pair) ? "  one-sided" : "",
           apo_pair_is_short(pair) ? "  short" : "");
    return true;
}

static apo_status print_pairs(apo_store *store)
{
    int64_t since_ms = apo_wall_clock_ms() - APO_PAIR_DAYS * INT64_C(24) * 60 * 60 * 1000;
    return apo_store_list_pairs(store, since_ms, APO_PAIR_GAMES, LOG_MAX, print_pair, store);
}

static apo_status print_reports(apo_store *store, const char *which, apo_error *err)
{
    bool is_answered = which != NULL && strcmp(which, "answered") == 0;
    if (which != NULL && !is_answered)
        return apo_fail(err, APO_E_UNKNOWN, 0, "reports are open, or \"answered\"; not \"%s\"",
                        apo_span_of(which));
    return apo_store_list_reports(store, !is_answered, LOG_MAX, print_report, store);
}

static apo_status print_log(apo_store *store, const char *name, apo_error *err)
{
    apo_store_person person = {.id = ""};
    char key[APO_STORE_NAME_MAX];
    apo_text text = apo_text_start(key, sizeof key);
    for (size_t i = 0; name != NULL && name[i] != '\0'; i++)
        apo_text_add_char(&text, apo_to_lower(name[i]));
    if (name != NULL && apo_store_find_name(store, &person, apo_span_of(key)) != APO_OK &&
        apo_store_find_former(store, &person, apo_span_of(key)) != APO_OK)
        return apo_fail(err, APO_E_UNKNOWN, 0, "there is no account named \"%s\"",
                        apo_span_of(name));
    return apo_store_list_log(store, apo_span_of(person.id), LOG_MAX, print_entry, NULL);
}

static enum apo_exit print_state(const apo_call *call)
{
    const char *what = call->operands[0];
    const char *operand = call->operand_count > 1 ? call->operands[1] : NULL;
    apo_store *store = NULL;
    apo_error err = {.detail = ""};
    apo_status status = open_store(&store, call, true, &err);
    if (status != APO_OK)
        return apo_report_failure("%s", err.detail);
    if (strcmp(what, "log") == 0)
        status = print_log(store, operand, &err);
    else if (strcmp(what, "reports") == 0)
        status = print_reports(store, operand, &err);
    else if (strcmp(what, "pairs") == 0)
        status = print_pairs(store);
    else
        status = apo_store_list_standing(store, print_standing, NULL);
    apo_store_close(store);
    return status == APO_OK ? APO_EXIT_OK : apo_report_failure("%s", err.detail);
}

/* --- actions ------------------------------------------------------------- */

static void note_status(void *context, apo_status status)
{
    *(apo_status *)context = status;
}

/* Runs without a server, on the database itself. */
static enum apo_exit act_without_server(const apo_call *call, const apo_moderation *what)
{
    apo_store *store = NULL;
    apo_store_person person;
    apo_error err = {.detail = ""};
    if (open_store(&store, call, false, &err) != APO_OK)
        return apo_report_failure("%s", err.detail);
    apo_store_batch *batch = apo_store_batch_new();
    apo_status status = apo_moderate(store, batch, &person, what, apo_wall_clock_ms(), &err);
    if (status == APO_OK) {
        apo_store_submit(store, batch, note_status, &status);
        apo_store_flush(store);
    } else {
        apo_store_batch_free(batch);
    }
    apo_store_close(store);
    if (status != APO_OK)
        return apo_report_failure("%s", err.detail[0] != '\0' ? err.detail
                                                              : "it could not be stored");
    printf("done; no server is running on this folder\n");
    return APO_EXIT_OK;
}

static enum apo_exit change(const apo_call *call, const apo_moderation *what)
{
    char path[PATH_MAX_BYTES];
    apo_buffer line, reply;
    if (!data_path(path, call, APO_CONTROL_NAME))
        return apo_report_usage(call->command, "there is no home folder; use --data DIR");
    apo_buffer_init(&line, NULL);
    apo_buffer_init(&reply, NULL);
    apo_moderation_write(&line, what);
    apo_status status = apo_control_ask(&reply, path, apo_buffer_span(&line));
    enum apo_exit code = APO_EXIT_OK;
    if (status == APO_E_UNKNOWN)
        code = act_without_server(call, what);
    else if (status != APO_OK)
        code = apo_report_failure("the server does not answer at %s", path);
    else if (!apo_span_is(apo_span_trim(apo_buffer_span(&reply)), "ok"))
        code = apo_report_failure("%.*s", (int)(reply.length - 1), reply.bytes);
    else
        printf("done\n");
    apo_buffer_clear(&line);
    apo_buffer_clear(&reply);
    return code;
}

static enum apo_exit run_moderate(const apo_call *call)
{
    const char *action = call->operands[0];
    const char *url = apo_call_value(call, "store");
    if (url != NULL && !apo_store_is_url(url))
        return apo_report_usage(call->command, APO_STORE_URL_USAGE);
    apo_moderation what = {.action = apo_moderation_find(apo_span_of(action))};
    if (strcmp(action, "list") == 0 || strcmp(action, "log") == 0 ||
        strcmp(action, "reports") == 0 || strcmp(action, "pairs") == 0)
        return print_state(call);
    if (what.action == APO_MODERATION_ACTIONS)
        return apo_report_usage(
            call->command,
            "\"%s\" is none of warn, mute, unmute, close, restore, rename, answer, hide-game, "
            "show-game, appoint, entrust, dismiss, admit-worker, stop-worker, end-sessions, list, "
            "log, reports, pairs",
            action);
    bool is_rename = what.action == APO_MODERATION_RENAME;
    if (call->operand_count != (is_rename ? 3U : 2U))
        return apo_report_usage(
            call->command,
            is_rename ? "rename needs two names: the old and the new"
            : what.action == APO_MODERATION_ANSWER ? "%s needs the number of one report"
            : what.action == APO_MODERATION_HIDE_GAME || what.action == APO_MODERATION_SHOW_GAME
                ? "%s needs the author and the id of one game: NAME/ID"
                : "%s needs the name of one account",
            action);
    const char *reason = apo_call_value(call, "reason");
    what.name = apo_span_of(call->operands[1]);
    what.to = apo_span_of(is_rename ? call->operands[2] : "");
    what.who = apo_span_of(operator_name(call));
    what.reason = apo_span_of(reason != NULL ? reason : "");
    return change(call, &what);
}

static const apo_command_option options[] = {
    {"data", "DIR", NULL, "Where the server keeps its data."},
    {"store", "URL", NULL, "The database of PostgreSQL that the server uses, as for serve."},
    {"reason", "TEXT", NULL, "Why, for the log."},
    {"by", "NAME", NULL, "The moderator, for the log; default: the user who is logged in."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"moderate mute Grumpy --reason \"insults\"", "Grumpy can no longer write or invite."},
    {"moderate rename RudeName Player-17", "The old address redirects to the new one."},
    {"moderate reports", "What people have reported, the oldest first."},
    {"moderate answer 17 --reason \"We have muted Grumpy.\"",
     "Closes report 17; the reporter reads the reason."},
    {"moderate hide-game Grumpy/rude-chess", "The game is in no list and cannot be begun."},
    {"moderate log Grumpy", "All actions on Grumpy's account, by whom, and why."},
    {NULL, NULL},
};

const apo_command apo_command_moderate = {
    .name = "moderate",
    .operands = "ACTION [NAME [NEW-NAME]]",
    .summary = "Mute, close or rename accounts of the server; hide games",
    .about =
        "ACTION is warn (they read the reason), mute or unmute (no messages, no "
        "invitations), close or restore (nobody can log in; sessions end, open invitations "
        "are closed), rename (the old name redirects to the new one), list (who is muted or "
        "closed, and who moderates), log (what was done, by whom, and why), reports (what "
        "people have reported and nobody has answered; \"reports answered\": the others), "
        "pairs (who play many rated games with each other), answer (closes the report of this "
        "number), or hide-game or show-game (a game that somebody has published, NAME/ID: "
        "hidden, it is in no list and nobody can begin it; games that have begun go on).\n\n"
        "appoint makes an account a moderator, who can do most of this in the browser, at "
        "/moderation; entrust makes it an operator, who also sees /operator; dismiss takes "
        "both away. admit-worker lets the machines of an account do the server's work "
        "(apothecary work), stop-worker ends that. end-sessions logs an account out everywhere, or "
        "all accounts: end-sessions '*'.\n\n"
        "While a server runs on the data folder, the command asks the server, through a "
        "socket in the folder; otherwise it acts on the database itself. It needs write "
        "access to the folder. With --store it must run on the server's machine, or while no "
        "server runs.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 3,
    .run = run_moderate,
};
