#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/host.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"
#include "cli/io/input.h"
#include "cli/io/interrupt.h"
#include "cli/lab/lab_page.h"
#include "cli/match/child.h"
#include "definition/file/bundle.h"
#include "definition/file/definition.h"

enum {
    MINUTES_USUAL = 10,
    MINUTES_MAX = 10000,
    GAMES_MAX = 1000000,
    NODES_MAX = 1000000,
    PATH_SIZE = 4096,
    GRACE_MS = 60000 /* time for a command that was asked to end to print its table */
};

/* The steps, each a command of this program in a process of its own. */
enum step {
    STEP_BALANCE,
    STEP_VALUES,
    STEP_TUNE,
    STEP_MATCH,
    STEPS
};

/* When each step ends, in percent of the whole time. A step that needs less leaves the rest to
 * the next one; tuning takes as many of the positions as its time allows. */
static const unsigned ends[STEPS] = {20, 50, 75, 100};
static const char *const step_names[STEPS] = {"balance", "values", "tune", "match"};

typedef struct laboratory {
    const char *variant, *folder;
    uint32_t minutes, games, nodes; /* `games` 0: as many as the time allows */
    int64_t began;                  /* in milliseconds of the engine's clock */
    char program[PATH_SIZE];
    apo_buffer definition, printed[STEPS], said[STEPS], games_log;
    apo_json_in *documents[STEPS];
} laboratory;

static enum apo_exit fail_file(const char *path)
{
    return apo_report_failure("%s: %s", path, strerror(errno));
}

/* --- files --------------------------------------------------------------- */

static void name_file(const laboratory *all, const char *name, char out[PATH_SIZE])
{
    snprintf(out, PATH_SIZE, "%s/%s", all->folder, name);
}

static void read_if_there(const laboratory *all, const char *name, apo_buffer *out)
{
    char path[PATH_SIZE];
    name_file(all, name, path);
    (void)apo_file_read(out, path);
}

static enum apo_exit write_file(const char *path, apo_span text)
{
    return apo_file_write(path, text, true) == APO_OK ? APO_EXIT_OK : fail_file(path);
}

/* --- running a step ------------------------------------------------------ */

/* A word for the shell. */
static void add_quoted(apo_buffer *out, const char *word)
{
    apo_buffer_add_char(out, '\'');
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            apo_buffer_add(out, "'\\'");
        apo_buffer_add_char(out, *word);
    }
    apo_buffer_add(out, "' ");
}

static void add_file(apo_buffer *out, const laboratory *all, const char *before,
                     const char *name, const char *after)
{
    char path[PATH_SIZE], word[PATH_SIZE + 64];
    name_file(all, name, path);
    apo_buffer_add(out, before);
    snprintf(word, sizeof word, "%s%s", after, path);
    add_quoted(out, word);
}

static void add_common(apo_buffer *out, const laboratory *all, const char *command,
                       const char *variant)
{
    apo_buffer_add(out, "exec ");
    add_quoted(out, all->program);
    apo_buffer_add(out, command);
    apo_buffer_add_char(out, ' ');
    add_quoted(out, variant);
}

static void add_games(apo_buffer *out, const laboratory *all)
{
    apo_buffer_add(out, "--json --games ");
    apo_buffer_add_number(out, all->games > 0 ? all->games : GAMES_MAX);
    apo_buffer_add(out, " --nodes ");
    apo_buffer_add_number(out, all->nodes);
    apo_buffer_add_char(out, ' ');
}

/* The game for the match: always a file, even for a built-in game, as the tuned file could not
 * replace a built-in one. */
static void name_game(const laboratory *all, char out[PATH_SIZE])
{
    if (apo_is_variant_path(apo_span_of(all->variant)))
        snprintf(out, PATH_SIZE, "%s", all->variant);
    else
        name_file(all, "game.variant", out);
}

/* When the time of a step that begins now is over, on the engine's clock. Every step gets half
 * of its share at least, whatever those before it have left. */
static int64_t end_of(const laboratory *all, enum step step)
{
    const int64_t percent = (int64_t)all->minutes * 600;
    int64_t end = all->began + percent * ends[step];
    int64_t least = apo_engine_now(NULL) +
                    percent * (ends[step] - (step > STEP_BALANCE ? ends[step - 1] : 0)) / 2;
    return end > least ? end : least;
}

static void add_seconds(apo_buffer *out, const laboratory *all)
{
    apo_buffer_add(out, " --seconds ");
    apo_buffer_add_number(out, (end_of(all, STEP_TUNE) - apo_engine_now(NULL)) / 1000);
    apo_buffer_add_char(out, ' ');
}

static void write_command(const laboratory *all, enum step step, apo_buffer *out)
{
    char game[PATH_SIZE];
    name_game(all, game);
    add_common(out, all, step_names[step], step == STEP_MATCH ? game : all->variant);
    if (step == STEP_BALANCE || step == STEP_VALUES) {
        /* Tuning is for the evaluation without a net. */
        apo_buffer_add(out, "--eval-file none ");
        add_games(out, all);
        add_file(out, all, "--state ", step_names[step], "");
        add_file(out, all, "--positions ",
                 step == STEP_BALANCE ? "balance.positions" : "values.positions", "");
    } else if (step == STEP_TUNE) {
        add_file(out, all, "", "balance.positions", "");
        add_file(out, all, "", "values.positions", "");
        if (all->games == 0)
            add_seconds(out, all);
    } else {
        /* With a net, the tuned values would have no effect. */
        add_file(out, all, "", "tuned.variant",
                 "name=tuned,cmd=self,option.EvalFile=none,option.VariantPath=");
        apo_buffer_add(out, "cmd=self,option.EvalFile=none ");
        add_games(out, all);
        add_file(out, all, "--state ", step_names[step], "");
    }
    /* The command holds the pipe open, so the end of the pipe shows that it has ended. */
    add_file(out, all, "3>&1 >", "printed", "");
    add_file(out, all, "2>", "said", "");
}

/* Waits for the end; when the time of the step is over, asks the command to end. Tuning knows
 * its time, and asked too early it would have nothing to say: on a busy machine reading the
 * positions alone can take longer. */
static void wait_for(const laboratory *all, enum step step, apo_child *child)
{
    int64_t until = INT64_MAX;
    apo_span line;
    enum apo_child_event event;
    if (all->games == 0 && step != STEP_TUNE)
        until = end_of(all, step);
    while ((event = apo_child_read(child, until, &line)) == APO_CHILD_LINE) {
    }
    if (event == APO_CHILD_LATE || event == APO_CHILD_STOPPED) {
        kill(child->id, SIGINT);
        child->is_stopped = NULL;
        while (apo_child_read(child, apo_engine_now(NULL) + GRACE_MS, &line) ==
               APO_CHILD_LINE) {
        }
    }
    apo_child_stop(child, GRACE_MS);
}

static bool is_interrupted(const void *context)
{
    (void)context;
    return apo_interrupt_is_set();
}

/* Deletes the output of a step, so that the next run gets a new file: a command that is still
 * ending may have the old one open. */
static void forget(const laboratory *all, const char *name)
{
    char path[PATH_SIZE];
    name_file(all, name, path);
    (void)unlink(path);
}

static enum apo_exit run_step(laboratory *all, enum step step)
{
    apo_buffer command;
    apo_error err;
    apo_child child = {.is_stopped = is_interrupted};
    apo_buffer_init(&command, NULL);
    write_command(all, step, &command);
    forget(all, "printed");
    forget(all, "said");
    apo_report_error("%s ...", step_names[step]);
    apo_status status =
        command.is_failed ? APO_E_MEMORY : apo_child_start(&child, command.bytes);
    apo_buffer_clear(&command);
    if (status != APO_OK)
        return apo_report_failure("lab: %s", apo_status_message(status));
    wait_for(all, step, &child);
    read_if_there(all, "printed", &all->printed[step]);
    read_if_there(all, "said", &all->said[step]);
    if (step != STEP_TUNE &&
        apo_json_in_read(&all->documents[step], apo_buffer_span(&all->printed[step]), &err) !=
            APO_OK)
        all->documents[step] = NULL;
    return apo_interrupt_is_set() ? APO_EXIT_INTERRUPTED : APO_EXIT_OK;
}

/* --- the tuned game ------------------------------------------------------ */

/* "piece = Q" of "piece = Q 846 848": the subject of a line of [values]. */
static apo_span subject_of(apo_span line)
{
    apo_span rest = line;
    for (unsigned i = 0; i < 3; i++)
        (void)apo_span_word(&rest);
    return apo_span_trim(apo_span_part(line, 0, (size_t)(line.length - rest.length)));
}

static bool is_said_in(apo_span text, apo_span subject)
{
    apo_span line;
    while (apo_span_line(&text, &line))
        if (apo_span_same(subject_of(line), subject))
            return true;
    return false;
}

/* The definition with the lines of tune's section in its own section [values]. */
static void write_tuned(apo_buffer *out, apo_span bundle, apo_span tuned)
{
    apo_span line, title, definition = bundle;
    bool is_inside = false, is_added = false;
    (void)apo_bundle_find(bundle, (apo_span){NULL, 0}, &definition);
    apo_span bases =
        apo_span_part(bundle, definition.length, bundle.length - definition.length);
    (void)apo_span_line(&tuned, &title); /* [values] */
    while (apo_span_line(&definition, &line)) {
        if (apo_span_starts_with(apo_span_trim(line), "["))
            is_inside = apo_span_starts_with(apo_span_trim(line), "[values]");
        else if (is_inside && line.length > 0 && is_said_in(tuned, subject_of(line)))
            continue;
        apo_buffer_add_span(out, line);
        apo_buffer_add_char(out, '\n');
        if (is_inside && !is_added) {
            apo_buffer_add_span(out, tuned);
            is_added = true;
        }
    }
    if (!is_added) {
        apo_buffer_add_char(out, '\n');
        apo_buffer_add_span(out, title);
        apo_buffer_add_char(out, '\n');
        apo_buffer_add_span(out, tuned);
    }
    apo_buffer_add_span(out, bases);
}

/* Games already played in the match belong to another tuning unless the definition is the
 * same. */
static enum apo_exit save_tuned(const laboratory *all)
{
    char path[PATH_SIZE];
    apo_buffer text, old;
    apo_buffer_init(&text, NULL);
    apo_buffer_init(&old, NULL);
    write_tuned(&text, apo_buffer_span(&all->definition),
                apo_buffer_span(&all->printed[STEP_TUNE]));
    read_if_there(all, "tuned.variant", &old);
    if (!apo_span_same(apo_buffer_span(&old), apo_buffer_span(&text)))
        forget(all, step_names[STEP_MATCH]);
    name_file(all, "tuned.variant", path);
    enum apo_exit result = text.is_failed
                               ? apo_report_failure("lab: %s", apo_status_message(APO_E_MEMORY))
                               : write_file(path, apo_buffer_span(&text));
    if (result == APO_EXIT_OK && !apo_is_variant_path(apo_span_of(all->variant))) {
        name_game(all, path);
        result = write_file(path, apo_buffer_span(&all->definition));
    }
    apo_buffer_clear(&old);
    apo_buffer_clear(&text);
    return result;
}

/* --- the whole ----------------------------------------------------------- */

static enum apo_exit run_steps(laboratory *all)
{
    enum apo_exit result = APO_EXIT_OK;
    (void)apo_interrupt_install();
    apo_interrupt_bind_children();
    all->began = apo_engine_now(NULL);
    for (enum step step = STEP_BALANCE; result == APO_EXIT_OK && step <= STEP_TUNE; step++)
        result = run_step(all, step);
    if (result == APO_EXIT_OK && all->printed[STEP_TUNE].length > 0) {
        result = save_tuned(all);
        if (result == APO_EXIT_OK)
            result = run_step(all, STEP_MATCH);
    } else if (result == APO_EXIT_OK) {
        const apo_span own_name = apo_span_of("apothecary: ");
        apo_span why = apo_span_trim(apo_buffer_span(&all->said[STEP_TUNE]));
        if (apo_span_starts_with(why, own_name.text))
            why = apo_span_part(why, own_name.length, why.length);
        apo_report_error("no values could be tuned, so there is no match%s%.*s",
                         why.length > 0 ? ": " : "", (int)why.length, why.text);
    }
    return result;
}

static void print_verdict(const apo_json_in *match)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_lab_match_verdict(&text, match);
    printf("%.*s\n", (int)text.length, text.bytes);
    apo_buffer_clear(&text);
}

static enum apo_exit write_page(laboratory *all, const char *name, const char *path)
{
    apo_buffer page;
    read_if_there(all, step_names[STEP_BALANCE], &all->games_log);
    const apo_lab_findings found = {
        .name = name,
        .balance = all->documents[STEP_BALANCE],
        .values = all->documents[STEP_VALUES],
        .match = all->documents[STEP_MATCH],
        .games = apo_buffer_span(&all->games_log),
        .tuned = apo_buffer_span(&all->printed[STEP_TUNE]),
        .notes = apo_buffer_span(&all->said[STEP_TUNE]),
    };
    apo_buffer_init(&page, NULL);
    apo_lab_page_write(&page, &found);
    enum apo_exit result = page.is_failed
                               ? apo_report_failure("lab: %s", apo_status_message(APO_E_MEMORY))
                               : write_file(path, apo_buffer_span(&page));
    apo_buffer_clear(&page);
    if (result != APO_EXIT_OK)
        return result;
    if (found.match != NULL)
        print_verdict(found.match);
    printf("%s\n", path);
    return APO_EXIT_OK;
}

/* The text of the game, with its bases. */
static enum apo_exit read_definition(laboratory *all)
{
    apo_span id = apo_span_of(all->variant), text;
    if (apo_is_variant_path(id)) {
        apo_variant *var = NULL;
        apo_buffer bundle;
        apo_fault_list faults;
        apo_buffer_init(&bundle, NULL);
        apo_fault_list_init(&faults);
        apo_status status = apo_variant_bundle_file(&var, &bundle, id, &faults);
        apo_variant_free(var);
        apo_buffer_add_span(&all->definition, apo_buffer_span(&bundle));
        apo_buffer_clear(&bundle);
        return status == APO_OK
                   ? APO_EXIT_OK
                   : apo_report_failure("%s: %s", all->variant, apo_status_message(status));
    }
    if (!apo_definition_find_builtin(id, &text))
        return apo_report_failure("lab: name a game or a file, without a start");
    apo_buffer_add_span(&all->definition, text);
    return APO_EXIT_OK;
}

static enum apo_exit find_program(laboratory *all)
{
    ssize_t length = readlink("/proc/self/exe", all->program, sizeof all->program - 1);
    if (length < 0)
        return fail_file("/proc/self/exe");
    all->program[length] = '\0';
    return APO_EXIT_OK;
}

static enum apo_exit investigate(laboratory *all, const apo_call *call,
                                 const apo_source *source)
{
    char page[PATH_SIZE];
    const apo_variant_info *info = apo_variant_info_of(source->var);
    const char *out = apo_call_value(call, "out");
    snprintf(page, sizeof page, "%s-lab.html", info->id);
    if (mkdir(all->folder, 0777) != 0 && errno != EEXIST)
        return fail_file(all->folder);
    enum apo_exit result = find_program(all);
    if (result == APO_EXIT_OK)
        result = read_definition(all);
    if (result == APO_EXIT_OK)
        result = run_steps(all);
    if (result != APO_EXIT_OK && result != APO_EXIT_INTERRUPTED)
        return result;
    enum apo_exit written = write_page(all, info->name, out != NULL ? out : page);
    return result == APO_EXIT_OK ? written : result;
}

static void release(laboratory *all)
{
    for (unsigned i = 0; i < STEPS; i++) {
        apo_json_in_free(all->documents[i]);
        apo_buffer_clear(&all->printed[i]);
        apo_buffer_clear(&all->said[i]);
    }
    apo_buffer_clear(&all->definition);
    apo_buffer_clear(&all->games_log);
}

static enum apo_exit run_lab(const apo_call *call)
{
    apo_source source;
    char folder[PATH_SIZE];
    laboratory all = {.variant = call->operands[0], .minutes = MINUTES_USUAL, .nodes = 200};
    enum apo_exit result = apo_call_number(call, "minutes", 1, MINUTES_MAX, &all.minutes);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "games", 2, GAMES_MAX, &all.games);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "nodes", 1, NODES_MAX, &all.nodes);
    if (result == APO_EXIT_OK)
        result = apo_source_open(&source, all.variant);
    if (result != APO_EXIT_OK)
        return result;
    snprintf(folder, sizeof folder, "%s-lab", apo_variant_info_of(source.var)->id);
    all.folder =
        apo_call_value(call, "folder") != NULL ? apo_call_value(call, "folder") : folder;
    for (unsigned i = 0; i < STEPS; i++) {
        apo_buffer_init(&all.printed[i], NULL);
        apo_buffer_init(&all.said[i], NULL);
    }
    apo_buffer_init(&all.definition, NULL);
    apo_buffer_init(&all.games_log, NULL);
    result = investigate(&all, call, &source);
    release(&all);
    apo_source_close(&source);
    return result;
}

static const apo_command_option options[] = {
    {"minutes", "N", NULL, "Take N minutes on one core; default 10."},
    {"games", "N", NULL, "Play N games in each step, however long that takes."},
    {"nodes", "N", NULL, "Search N positions per move; default 200."},
    {"out", "FILE", NULL, "Write the page to FILE; default GAME-lab.html."},
    {"folder", "DIR", NULL,
     "Keep the games, positions and the tuned definition in DIR; default GAME-lab. Results "
     "of an earlier call in it are used again."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"lab modern --games 20 --nodes 20 --out modern.html --folder modern-lab",
     "A short trial; far too few games for a report."},
    {"lab my-game.variant", "What ten minutes can tell about your own game."},
    {NULL, NULL},
};

const apo_command apo_command_lab = {
    .name = "lab",
    .operands = "VARIANT",
    .summary = "Examine a game at length, and write a page with plots",
    .about = "Runs balance, values, tune and match one after the other and writes what they "
             "find into one HTML file with plots: how White scores from each start, how the "
             "games end and how long they last; what the pieces are worth; an evaluation tuned "
             "to these games, as lines for the definition; and a match that shows whether the "
             "engine plays better with it. Ctrl-C ends the current step and writes the page.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .has_variant = true,
    .run = run_lab,
};
