#include "server/work/work.h"

#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "i18n/i18n.h"
#include "server/web/token.h"
#include "server/work/waiting.h"
#include "store/moderation.h"
#include "store/people.h"

enum {
    PROGRAM_MAX = 64,
    SEEN_MS = 180 * 1000,   /* a worker counts as present for this long after it was seen */
    NOTED_MS = 30 * 1000,   /* how often the visit of a worker that finds no work is stored */
    SHARE = 8,              /* one in this many results of a proven worker is repeated */
    SPEED_GUESSED = 100000, /* positions a second of a machine whose speed is not known yet */
    RULES_MAX = 256 * 1024, /* bytes of a definition that workers are given */
    OTHERS_FIRST_MS =
        5000, /* the server leaves newer work to other workers, if there are any */
    LOST_TICKS = 10
};

struct apo_work {
    apo_app *app;
    unsigned count, ticks;
    const apo_work_kind *kinds[APO_WORK_KINDS_MAX];
    apo_work_hooks own; /* NULL: the server does nothing itself */
    apo_work_waiting waiting;
    char program[PROGRAM_MAX];
    bool is_ready;
    apo_metric *faults; /* results found wrong */
};

apo_work *apo_work_new(apo_app *app)
{
    apo_work *work = apo_allocate_zero(NULL, sizeof *work);
    if (work == NULL)
        return NULL;
    work->app = app;
    work->faults = apo_metrics_counter(app->metrics, "apothecary_work_faults_total", NULL,
                                       "Results of workers that were found wrong.");
    return work;
}

void apo_work_free(apo_work *work)
{
    apo_free(NULL, work);
}

/* The kinds that people see; all others are parts of projects. */
static const struct {
    const char *name, *words, *url;
} shown[] = {{"review", APO_T("Review of a game"), "/analysis?archive="},
             {"problem", APO_T("Proof of a problem"), "/problems/"},
             {"move", APO_T("Move of the computer"), "/game/"}};

enum {
    SHOWN = sizeof shown / sizeof shown[0]
};

static size_t find_shown(const char *kind)
{
    size_t at = 0;
    while (at < SHOWN && strcmp(shown[at].name, kind) != 0)
        at++;
    return at;
}

const char *apo_work_words(const char *kind)
{
    size_t at = find_shown(kind);
    return at < SHOWN ? shown[at].words : APO_T("Part of a project");
}

void apo_work_add_url(apo_text *out, const char *kind, const char *subject)
{
    size_t at = find_shown(kind);
    size_t length = strcspn(subject, "."); /* of a move the number of the half-move follows */
    apo_text_add(out, at < SHOWN ? shown[at].url : "/operator#projects");
    if (at < SHOWN)
        apo_text_add_span(out, (apo_span){subject, length});
}

void apo_work_add_kind(apo_work *work, const apo_work_kind *kind)
{
    if (work->count < APO_WORK_KINDS_MAX)
        work->kinds[work->count++] = kind;
}

static const apo_work_kind *find_kind(const apo_work *work, const char *name)
{
    for (unsigned i = 0; i < work->count; i++) {
        if (strcmp(work->kinds[i]->name, name) == 0)
            return work->kinds[i];
    }
    return NULL;
}

void apo_work_set_own(apo_work *work, const apo_work_hooks *hooks)
{
    work->own = *hooks;
}

bool apo_work_await(apo_work *work, apo_http_call *fn, void *context, int64_t until_ms)
{
    return apo_work_waiting_add(&work->waiting, fn, context, until_ms);
}

size_t apo_work_awaiting(const apo_work *work)
{
    return work->waiting.count;
}

void apo_work_wake(apo_work *work)
{
    apo_work_waiting_call(&work->waiting, INT64_MAX);
    if (work->own.wake != NULL)
        work->own.wake(work->own.context);
}

void apo_work_set_program(apo_work *work, apo_span program)
{
    apo_text_copy_span(work->program, sizeof work->program, program);
    work->is_ready = true;
}

apo_span apo_work_program(const apo_app *app)
{
    return apo_span_of(app->work->program);
}

bool apo_work_is_ready(const apo_work *work)
{
    if (!work->is_ready && work->own.try_program != NULL)
        work->own.try_program(work->own.context);
    return work->is_ready;
}

/* Gives up work that crashes its workers and would otherwise be leased for ever. */
static void give_up_lost(apo_work *work)
{
    apo_store_work lost;
    unsigned tries =
        work->own.wake != NULL ? APO_STORE_WORK_LAST_MAX : APO_STORE_WORK_TRIES_MAX;
    if (apo_store_find_lost_work(work->app->store, &lost, apo_http_wall_clock_ms(), tries) !=
        APO_OK)
        return;
    const apo_work_kind *kind = find_kind(work, lost.kind);
    apo_store_batch *batch = apo_store_batch_new();
    apo_log_text(&work->app->log, "work_given_up", "subject", apo_span_of(lost.subject));
    if (kind != NULL && kind->give_up != NULL)
        kind->give_up(work->app, &lost, batch);
    apo_store_drop_work(batch, lost.id);
    apo_store_submit(work->app->store, batch, NULL, NULL);
}

void apo_work_tick(apo_work *work)
{
    if (work->ticks++ % LOST_TICKS == 0)
        give_up_lost(work);
    apo_work_wake(work);
}

/* --- workers ------------------------------------------------------------- */

bool apo_work_may(const apo_store_person *person)
{
    const unsigned out = APO_STANDING_CLOSED | APO_STANDING_GONE;
    return (person->standing & APO_STANDING_WORKER) != 0 && (person->standing & out) == 0;
}

static bool is_server(const char *worker)
{
    return strcmp(worker, APO_STORE_WORK_SERVER) == 0;
}

/* The speeds of the workers that are present. */
typedef struct worker_sum {
    int64_t speed;
    unsigned others;
} worker_sum;

static bool add_worker(void *context, const apo_store_worker *worker)
{
    worker_sum *all = context;
    if (!is_server(worker->person)) {
        all->others++;
        all->speed += worker->speed > 0 ? worker->speed : SPEED_GUESSED;
    }
    return true;
}

static worker_sum sum_workers(const apo_app *app)
{
    worker_sum all = {0, 0};
    apo_store_worker own = {.speed = 0};
    int64_t since_ms = apo_http_wall_clock_ms() - SEEN_MS;
    (void)apo_store_list_workers(app->store, since_ms, add_worker, &all);
    if (app->options.has_own_worker) {
        (void)apo_store_find_worker(app->store, &own, apo_span_of(APO_STORE_WORK_SERVER));
        all.speed += own.speed > 0 ? own.speed : SPEED_GUESSED;
    }
    return all;
}

/* Records that a worker is present although there was no work for it. */
static void note_seen(const apo_work *work, apo_span worker)
{
    apo_store_worker known = {.seen_ms = 0};
    int64_t now_ms = apo_http_wall_clock_ms();
    (void)apo_store_find_worker(work->app->store, &known, worker);
    if (now_ms - known.seen_ms < NOTED_MS)
        return;
    apo_store_worker more = {.seen_ms = now_ms};
    apo_text_copy_span(more.person, sizeof more.person, worker);
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_note_worker(batch, &more);
    apo_store_submit(work->app->store, batch, NULL, NULL);
}

/* --- leasing ------------------------------------------------------------- */

typedef struct leasing {
    apo_work *work;
    char worker[APO_STORE_ID_MAX], lease[APO_STORE_KEY_MAX];
    apo_work_leased *done;
    void *context;
} leasing;

static void end_leasing(void *context, apo_status status)
{
    leasing job = *(leasing *)context;
    apo_store_work row = {.id = 0};
    apo_free(NULL, context);
    if (status == APO_OK)
        status = apo_store_find_leased_work(job.work->app->store, &row, apo_span_of(job.lease));
    job.done(job.context, status, &row);
}

/* The work of a request that is repeated, because its answer was lost. */
static bool find_again(const apo_work *work, const leasing *job, apo_status *status,
                       apo_store_work *out)
{
    *status = apo_store_find_leased_work(work->app->store, out, apo_span_of(job->lease));
    if (*status == APO_OK && strcmp(out->worker, job->worker) != 0)
        *status = APO_E_EXISTS;
    return *status != APO_E_UNKNOWN;
}

/* The server leaves work newer than this to other workers, if there are any. */
static int64_t oldest_for_server(const apo_work *work, int64_t now_ms)
{
    if (!work->app->options.has_own_worker)
        return 0;
    return sum_workers(work->app).others > 0 ? now_ms - OTHERS_FIRST_MS : now_ms;
}

void apo_work_lease(apo_work *work, apo_span worker, apo_span lease, apo_work_leased *done,
                    void *context)
{
    leasing job = {.work = work, .done = done, .context = context};
    apo_store_work row = {.id = 0};
    apo_status status = APO_OK;
    int64_t now_ms = apo_http_wall_clock_ms();
    apo_text_copy_span(job.worker, sizeof job.worker, worker);
    apo_text_copy_span(job.lease, sizeof job.lease, lease);
    if (find_again(work, &job, &status, &row)) {
        done(context, status, &row);
        return;
    }
    const apo_store_lease wanted = {job.worker, job.lease, now_ms,
                                    now_ms + APO_WORK_LEASE_S * 1000,
                                    oldest_for_server(work, now_ms)};
    if (!is_server(job.worker))
        note_seen(work, worker);
    leasing *kept =
        apo_store_has_work(work->app->store, &wanted) ? apo_allocate(NULL, sizeof *kept) : NULL;
    if (kept == NULL) {
        done(context, APO_E_UNKNOWN, &row);
        return;
    }
    *kept = job;
    apo_store_batch *batch = apo_store_batch_new();
    apo_store_lease_work(batch, &wanted);
    apo_store_submit(work->app->store, batch, end_leasing, kept);
}

bool apo_work_has_before(const apo_work *work, apo_span worker, unsigned rank)
{
    char name[APO_STORE_ID_MAX];
    apo_store_work first;
    int64_t now_ms = apo_http_wall_clock_ms();
    apo_text_copy_span(name, sizeof name, worker);
    const apo_store_lease wanted = {name, "", now_ms, now_ms, oldest_for_server(work, now_ms)};
    return apo_store_find_free_work(work->app->store, &first, &wanted) == APO_OK &&
           first.rank < rank;
}

static apo_status add_rules(apo_buffer *out, apo_app *app, const apo_store_work *work)
{
    const apo_offered_game *game =
        work->definition[0] != '\0'
            ? apo_variant_map_find_digest(app->variants, apo_span_of(work->definition))
            : apo_variant_map_find_offered(app->variants, apo_span_of(work->variant));
    apo_buffer text;
    if (game != NULL) {
        apo_json_add_text(out, "rules", apo_buffer_span(&game->text));
        return APO_OK;
    }
    apo_buffer_init(&text, NULL);
    apo_status status =
        apo_store_find_definition(app->store, &text, apo_span_of(work->definition));
    if (status == APO_OK && text.length > RULES_MAX)
        status = APO_E_UNKNOWN;
    if (status == APO_OK)
        apo_json_add_text(out, "rules", apo_buffer_span(&text));
    apo_buffer_clear(&text);
    return status;
}

apo_status apo_work_write(apo_buffer *out, apo_app *app, const apo_store_work *work)
{
    apo_buffer input;
    apo_buffer_init(&input, NULL);
    apo_status status = apo_store_read_work(app->store, work->id, &input, NULL, NULL);
    if (status == APO_OK) {
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "id", work->id);
        apo_json_add_string(out, "kind", work->kind);
        apo_json_add_string(out, "lease", work->lease);
        apo_json_add_number(out, "lease_s", APO_WORK_LEASE_S);
        apo_json_add_string(out, "variant", work->variant);
        apo_json_add_text(out, "input", apo_buffer_span(&input));
        status = add_rules(out, app, work);
        apo_json_close(out, '}');
    }
    if (status == APO_OK && out->is_failed)
        status = APO_E_MEMORY;
    apo_buffer_clear(&input);
    return status;
}

/* --- results ------------------------------------------------------------- */

typedef struct taking {
    apo_work *work;
    const apo_work_kind *kind;
    apo_store_work row;
    enum apo_work_outcome outcome; /* if it can be stored */
    apo_work_taken *done;
    void *context;
} taking;

static void end_taking(void *context, apo_status status)
{
    taking job = *(taking *)context;
    apo_free(NULL, context);
    if (status == APO_E_UNKNOWN)
        job.done(job.context, APO_WORK_NOT_YOURS, status);
    else
        job.done(job.context, status == APO_OK ? job.outcome : APO_WORK_FAILED, status);
    if (status == APO_OK)
        apo_work_wake(job.work);
}

/* Counts a worker's result as right, or as wrong. */
static void note_verdict(apo_store_batch *batch, const char *worker, bool is_right)
{
    apo_store_worker more = {
        .seen_ms = apo_http_wall_clock_ms(), .agreed = is_right, .differed = !is_right};
    apo_text_copy(more.person, sizeof more.person, worker);
    apo_store_note_worker(batch, &more);
}

/* Handles a wrong result: its worker gets no more work, and operators see why. */
static void distrust(const taking *job, apo_store_batch *batch, const char *person,
                     apo_span wrong, apo_span right)
{
    apo_store_work_fault fault = {.at_ms = apo_http_wall_clock_ms()};
    apo_text_copy(fault.person, sizeof fault.person, person);
    apo_text_copy(fault.kind, sizeof fault.kind, job->row.kind);
    apo_text_copy(fault.subject, sizeof fault.subject, job->row.subject);
    apo_store_add_work_fault(batch, &fault, wrong, right);
    apo_store_set_standing(batch, person, 0, APO_STANDING_WORKER);
    apo_metric_add(job->work->faults, 1);
    apo_log_text(&job->work->app->log, "worker_distrusted", "person", apo_span_of(person));
}

static void judge(const taking *job, apo_store_batch *batch, const char *person,
                  apo_span result, apo_span right)
{
    if (person[0] == '\0')
        return;
    bool is_right = apo_span_same(result, right);
    note_verdict(batch, person, is_right);
    if (!is_right && !is_server(person))
        distrust(job, batch, person, result, right);
}

static void note_speed(const taking *job, apo_store_batch *batch)
{
    int64_t now_ms = apo_http_wall_clock_ms();
    int64_t took_ms = now_ms > job->row.since_ms ? now_ms - job->row.since_ms : 1;
    apo_store_worker more = {.seen_ms = now_ms, .done = 1};
    apo_text_copy(more.person, sizeof more.person, job->row.worker);
    if (job->kind->has_exact_size)
        more.speed = job->row.size * 1000 / took_ms + 1;
    apo_store_note_worker(batch, &more);
}

static bool needs_repetition(const apo_work *work, const char *worker)
{
    apo_store_worker known = {.agreed = 0};
    if (is_server(worker))
        return false;
    (void)apo_store_find_worker(work->app->store, &known, apo_span_of(worker));
    return known.agreed < APO_WORK_PROBATION || apo_token_below(SHARE) == 0;
}

/* The texts of a piece of work. */
typedef struct texts {
    apo_buffer input, first, second;
} texts;

/* Gives a result its effect, unless it had it as soon as it was found. */
static apo_status give_effect(const taking *job, const texts *all, apo_span result,
                              apo_store_batch *batch)
{
    const apo_store_work *row = &job->row;
    if (job->kind->is_urgent && row->state != APO_STORE_WORK_NEW)
        return APO_OK;
    apo_status status =
        job->kind->take(job->work->app, row, apo_buffer_span(&all->input), result, batch);
    return status == APO_E_UNKNOWN ? APO_OK : status; /* nobody needs it any more */
}

/* Keeps a result until another worker has found the same, which is not urgent. */
static apo_status keep(const taking *job, const texts *all, apo_span result,
                       apo_store_batch *batch)
{
    apo_store_work row = job->row;
    if (!job->kind->is_urgent) {
        apo_store_keep_result(batch, &row, result);
        return APO_OK;
    }
    row.rank = APO_WORK_RANK_CHECK;
    apo_store_keep_result(batch, &row, result);
    return give_effect(job, all, result, batch);
}

/* Adds the consequences of a well-formed result to the batch. */
static apo_status decide(taking *job, const texts *all, apo_span result, apo_store_batch *batch)
{
    const apo_store_work *row = &job->row;
    apo_span first = apo_buffer_span(&all->first), second = apo_buffer_span(&all->second);
    bool is_own = is_server(row->worker);
    job->outcome = APO_WORK_KEPT;
    note_speed(job, batch);
    if ((row->state == APO_STORE_WORK_NEW && needs_repetition(job->work, row->worker)) ||
        (row->state == APO_STORE_WORK_REPEATED && !is_own && !apo_span_same(first, result))) {
        return keep(job, all, result, batch);
    }
    job->outcome = APO_WORK_DONE;
    judge(job, batch, row->first, first, result);
    judge(job, batch, row->second, second, result);
    if (row->state == APO_STORE_WORK_REPEATED && !is_own)
        note_verdict(batch, row->worker, true);
    apo_store_end_work(batch, row);
    return give_effect(job, all, result, batch);
}

static apo_status check_result(const taking *job, const texts *all, apo_span result)
{
    apo_status status =
        job->kind->take(job->work->app, &job->row, apo_buffer_span(&all->input), result, NULL);
    return status == APO_E_UNKNOWN ? APO_OK : status;
}

/* A malformed result is the worker's fault; the work goes to another. From the server's own
 * worker it means that the program has crashed, and counts as a try. Takes `job`. */
static void refuse(taking *job, apo_span result)
{
    const apo_store_work *row = &job->row;
    apo_store_batch *batch = apo_store_batch_new();
    job->outcome = APO_WORK_MALFORMED;
    if (is_server(row->worker)) {
        apo_store_renew_work(batch, row->id, row->lease, 1);
    } else {
        apo_store_return_work(batch, row->id, row->lease);
        note_verdict(batch, row->worker, false);
        distrust(job, batch, row->worker, result, apo_span_of(""));
    }
    apo_store_submit(job->work->app->store, batch, end_taking, job);
}

/* True if neither the worker nor the result is at fault. */
static bool is_transient(apo_status status)
{
    return status == APO_E_IO || status == APO_E_MEMORY;
}

static void take(const taking *job, const texts *all, apo_span result)
{
    apo_status status = check_result(job, all, result);
    taking *kept = is_transient(status) ? NULL : apo_allocate(NULL, sizeof *kept);
    if (kept == NULL) {
        job->done(job->context, APO_WORK_FAILED, is_transient(status) ? status : APO_E_MEMORY);
        return;
    }
    *kept = *job;
    if (status != APO_OK) {
        refuse(kept, result);
        return;
    }
    apo_store_batch *batch = apo_store_batch_new();
    status = decide(kept, all, result, batch);
    if (status == APO_OK) {
        apo_store_submit(job->work->app->store, batch, end_taking, kept);
        return;
    }
    apo_store_batch_free(batch);
    apo_free(NULL, kept);
    job->done(job->context, APO_WORK_FAILED, status);
}

void apo_work_take(apo_work *work, const apo_work_result *result, apo_work_taken *done,
                   void *context)
{
    taking job = {.work = work, .done = done, .context = context};
    texts all;
    apo_status status = apo_store_find_work(work->app->store, &job.row, result->id);
    bool is_theirs = status == APO_OK && job.row.lease[0] != '\0' &&
                     apo_span_is(result->lease, job.row.lease) &&
                     apo_span_is(result->worker, job.row.worker);
    job.kind = is_theirs ? find_kind(work, job.row.kind) : NULL;
    if (job.kind == NULL) {
        bool is_failed = status != APO_OK && status != APO_E_UNKNOWN;
        done(context, is_failed ? APO_WORK_FAILED : APO_WORK_NOT_YOURS, status);
        return;
    }
    apo_buffer_init(&all.input, NULL);
    apo_buffer_init(&all.first, NULL);
    apo_buffer_init(&all.second, NULL);
    status =
        apo_store_read_work(work->app->store, job.row.id, &all.input, &all.first, &all.second);
    if (all.input.is_failed || all.first.is_failed || all.second.is_failed)
        status = APO_E_MEMORY;
    if (status != APO_OK)
        done(context, APO_WORK_FAILED, status);
    else
        take(&job, &all, result->text);
    apo_buffer_clear(&all.input);
    apo_buffer_clear(&all.first);
    apo_buffer_clear(&all.second);
}

/* --- waiting ------------------------------------------------------------- */

int64_t apo_work_wait_s(const apo_app *app, const apo_store_work *work)
{
    apo_store_work_ahead ahead = {0, 0};
    int64_t speed = sum_workers(app).speed;
    if (speed == 0 || apo_store_count_work_ahead(app->store, &ahead, work) != APO_OK)
        return -1;
    return ahead.size / speed + 1;
}

void apo_work_add_waiting(apo_buffer *out, const apo_app *app, const char *kind,
                          apo_span subject)
{
    apo_store_work work;
    if (apo_store_find_work_about(app->store, &work, apo_span_of(kind), subject) != APO_OK) {
        apo_json_add_null(out, "work");
        return;
    }
    int64_t wait_s = apo_work_wait_s(app, &work);
    apo_json_open(out, "work", '{');
    apo_json_add_number(out, "id", work.id);
    apo_json_add_flag(out, "is_begun", work.lease[0] != '\0');
    if (wait_s >= 0)
        apo_json_add_number(out, "wait_s", wait_s);
    else
        apo_json_add_null(out, "wait_s");
    apo_json_close(out, '}');
}
