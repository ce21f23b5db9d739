#include "server/problem/problem_checker.h"

#include "base/text.h"
#include "net/json_in.h"
#include "server/jobs/jobs.h"
#include "server/problem/mined_problem.h"
#include "server/web/shards.h"
#include "server/work/work.h"

enum {
    NODES_MAX = 30000000,  /* some half a minute */
    NODES_USUAL = 1000000, /* typical for a problem; used to estimate waiting times */
    COLLECTION = 4, /* its version: 2 has mined problems, 3 more of them, 4 another order */
    /* Makes mined problems come after all others in lists, which are newest first. */
    MINED_FIRST = -1000000,
    PROVED_MAX = 997,   /* a prime above the number of proved problems */
    LINES_AT_ONCE = 128 /* in one transaction: together a moment, also on a busy machine */
};

static const char stocked[] = "problems_stocked";

const char *apo_problem_state_word(enum apo_store_problem_state state)
{
    static const char *const words[] = {"waiting", "public", "refused"};
    return words[state];
}

/* --- checking ------------------------------------------------------------ */

static const char *const verdicts[] = {"sound", "several", "forced",
                                       "short", "none",    "unknown"};

/* A problem is published if its claim is true and there is no shorter solution. */
static enum apo_store_problem_state state_of(apo_span verdict)
{
    bool is_true = apo_span_is(verdict, "sound") || apo_span_is(verdict, "several") ||
                   apo_span_is(verdict, "forced");
    return is_true ? APO_STORE_PROBLEM_PUBLIC : APO_STORE_PROBLEM_REFUSED;
}

static void take_keys(apo_store_problem *problem, const apo_json_value *keys)
{
    apo_text text = apo_text_start(problem->keys, sizeof problem->keys);
    for (size_t i = 0; i < apo_json_in_count(keys); i++) {
        apo_span key = {NULL, 0};
        apo_json_in_text(apo_json_in_element(keys, i), &key);
        if (i > 0)
            apo_text_add_char(&text, ' ');
        apo_text_add_span(&text, key);
    }
    /* An incomplete list would reject correct solutions. */
    if (text.is_overflowed)
        problem->keys[0] = '\0';
}

/* Reads what the solver has found. */
static apo_status read_answer(apo_store_problem *problem, apo_span answer)
{
    apo_json_in *document;
    apo_span verdict;
    apo_status status = apo_json_in_read(&document, answer, NULL);
    if (status != APO_OK)
        return status;
    const apo_json_value *root = apo_json_in_root(document);
    bool is_read =
        apo_json_in_text(apo_json_in_member(root, "verdict"), &verdict) &&
        apo_span_index(verdict, verdicts, sizeof verdicts / sizeof verdicts[0]) <
            sizeof verdicts / sizeof verdicts[0] &&
        apo_json_in_number(apo_json_in_member(root, "nodes"), 0, INT64_MAX, &problem->nodes) &&
        apo_json_in_is_list(apo_json_in_member(root, "keys"));
    if (is_read) {
        apo_text_copy_span(problem->verdict, sizeof problem->verdict, verdict);
        problem->state = state_of(verdict);
        take_keys(problem, apo_json_in_member(root, "keys"));
    }
    apo_json_in_free(document);
    return is_read ? APO_OK : APO_E_SYNTAX;
}

/* The problem that work is about, if it still waits. */
static apo_status find_waiting(apo_store_problem *out, apo_app *app, const char *id)
{
    apo_status status = apo_store_find_problem(app->store, out, apo_span_of(id));
    return status == APO_OK && out->state != APO_STORE_PROBLEM_WAITING ? APO_E_UNKNOWN : status;
}

static apo_status take_result(apo_app *app, const apo_store_work *work, apo_span input,
                              apo_span result, apo_store_batch *batch)
{
    apo_store_problem problem;
    (void)input;
    apo_status status = find_waiting(&problem, app, work->subject);
    if (status == APO_OK)
        status = read_answer(&problem, result);
    if (status == APO_OK)
        apo_store_set_problem(batch, &problem);
    return status;
}

static void give_up(apo_app *app, const apo_store_work *work, apo_store_batch *batch)
{
    apo_store_problem problem;
    if (find_waiting(&problem, app, work->subject) != APO_OK)
        return;
    apo_text_copy(problem.verdict, sizeof problem.verdict, "unknown");
    problem.state = APO_STORE_PROBLEM_REFUSED;
    apo_store_set_problem(batch, &problem);
}

/* The job: hands the problem over to the workers. */
static void do_job(void *context, apo_job *job)
{
    apo_app *app = context;
    apo_store_problem problem;
    apo_buffer input;
    apo_status status = find_waiting(&problem, app, apo_job_row(job)->subject);
    if (status == APO_E_UNKNOWN) {
        apo_job_done(job, NULL);
        return;
    }
    if (status != APO_OK) {
        apo_job_end(job, status);
        return;
    }
    apo_store_work work = {.rank = APO_WORK_RANK_PROBLEM,
                           .size = NODES_USUAL,
                           .created_ms = apo_http_wall_clock_ms()};
    apo_text_copy(work.kind, sizeof work.kind, "problem");
    apo_text_copy(work.subject, sizeof work.subject, problem.id);
    apo_text_copy(work.person, sizeof work.person, problem.author);
    apo_text_copy(work.variant, sizeof work.variant, problem.variant);
    apo_buffer_init(&input, NULL);
    apo_json_open(&input, NULL, '{');
    apo_json_add_string(&input, "fen", problem.fen);
    apo_json_add_string(&input, "aim", problem.aim);
    apo_json_add_number(&input, "moves", problem.moves);
    apo_json_add_number(&input, "nodes", NODES_MAX);
    apo_json_close(&input, '}');
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_want_work(batch, &work, apo_buffer_span(&input));
    apo_buffer_clear(&input);
    apo_job_done(job, batch);
}

void apo_problem_checker_start(apo_app *app)
{
    static const apo_work_kind kind = {
        .name = "problem", .take = take_result, .give_up = give_up};
    apo_jobs_add(app->jobs, APO_PROBLEM_JOB, do_job);
    apo_work_add_kind(app->work, &kind);
}

/* --- the collection ------------------------------------------------------ */

/* A line: game, aim, moves, a number not used here, FEN. */
static bool read_line(apo_store_problem *out, apo_span line)
{
    uint32_t moves;
    apo_span variant = apo_mined_problem_field(&line), aim = apo_mined_problem_field(&line),
             count = apo_mined_problem_field(&line);
    apo_mined_problem_field(&line);
    if (!apo_problem_is_aim(aim) || !apo_span_number(count, APO_PROBLEM_MOVES_MAX, &moves))
        return false;
    *out = (apo_store_problem){.moves = moves, .state = APO_STORE_PROBLEM_PUBLIC};
    apo_text_copy_span(out->variant, sizeof out->variant, variant);
    apo_text_copy_span(out->aim, sizeof out->aim, aim);
    apo_text_copy_span(out->fen, sizeof out->fen, apo_span_trim(line));
    apo_text_copy(out->verdict, sizeof out->verdict, "forced");
    return true;
}

/* The nominal creation time of a proved problem: the later, the nearer to the top of the lists.
 * Mates in one come last. The others are mixed so that games and aims alternate, mates
 * first. */
static int64_t proved_place(const apo_store_problem *problem, unsigned number)
{
    return problem->moves == 1 ? (int64_t)number
                               : PROVED_MAX + (int64_t)number * 863 % PROVED_MAX;
}

/* The collection while it is being added, one file after the other. */
typedef struct stocking {
    apo_app *app;
    apo_buffer text; /* of the file */
    apo_span rest;   /* of the text */
    unsigned number; /* of the last problem in it */
    bool is_mined;   /* this is the second file */
    bool is_whole;   /* the last batch has been submitted */
} stocking;

static void open_file(stocking *all, bool is_mined)
{
    all->is_mined = is_mined;
    all->number = 0;
    all->text.length = 0;
    if (apo_http_asset_read(all->app->http, is_mined ? "mined.txt" : "problems.txt",
                            &all->text) != APO_OK)
        all->text.length = 0;
    all->rest = apo_buffer_span(&all->text);
}

static void add_line(apo_store_batch *batch, stocking *all, apo_span line)
{
    apo_store_problem problem;
    bool is_read =
        !apo_span_starts_with(line, "#") &&
        (all->is_mined ? apo_mined_problem_read(&problem, line) : read_line(&problem, line));
    if (!is_read ||
        apo_variant_map_find_offered(all->app->variants, apo_span_of(problem.variant)) == NULL)
        return;
    all->number++;
    if (!all->is_mined) {
        apo_text id = apo_text_start(problem.id, sizeof problem.id);
        apo_text_add(&id, "proved-");
        apo_text_add_number(&id, all->number);
    }
    /* Puts the mined problems with the fewest moves and pieces, last in the file, first. */
    problem.created_ms = all->is_mined ? MINED_FIRST + (int64_t)all->number
                                       : proved_place(&problem, all->number);
    apo_store_stock_problem(batch, &problem);
}

/* Adds some problems to the batch, and with the last ones that the collection is there. */
static void add_some(apo_store_batch *batch, stocking *all)
{
    apo_span line;
    for (unsigned i = 0; i < LINES_AT_ONCE; i++) {
        if (apo_span_line(&all->rest, &line)) {
            add_line(batch, all, line);
        } else if (!all->is_mined) {
            open_file(all, true);
        } else {
            apo_store_set_number(batch, stocked, COLLECTION);
            all->is_whole = true;
            return;
        }
    }
}

/* Submits the next batch, once the last one is stored. While the database is busy with them a
 * server cannot renew its row otherwise, and the others would take it for dead. If a batch
 * fails, the server that gets the commons next begins again. */
static void stock_more(void *context, apo_status status)
{
    stocking *all = context;
    if (status != APO_OK || all->is_whole) {
        apo_buffer_clear(&all->text);
        apo_free(NULL, all);
        return;
    }
    const apo_app *app = all->app;
    apo_store_batch *batch = apo_store_batch_new();
    if (app->shards != NULL)
        apo_store_renew_peer(batch, app->shards->self, apo_http_address(app->http));
    add_some(batch, all);
    apo_store_submit(app->store, batch, stock_more, all);
}

void apo_problem_stock(apo_app *app)
{
    int64_t version = 0;
    if (apo_store_find_number(app->store, &version, apo_span_of(stocked)) == APO_OK &&
        version >= COLLECTION)
        return;
    stocking *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL)
        return;
    all->app = app;
    apo_buffer_init(&all->text, NULL);
    open_file(all, false);
    stock_more(all, APO_OK);
}
