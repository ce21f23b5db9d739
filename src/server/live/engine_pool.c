#include "server/live/engine_pool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/copy.h"
#include "base/text.h"
#include "net/process.h"

enum {
    CHILDREN_MAX = 16,
    ID_MAX = 32,
    VARIANT_MAX = 4096 + 96, /* a path below the data folder */
    LINE_MAX_BYTES = 8192,   /* a line of the engine: a long variation */
    THINK_MAX_MS = 3000,     /* the most for one move, when nobody else waits */
    THINK_MIN_MS = 100,      /* the least, when very many wait */
    PATIENCE_MS = 20000,     /* grace beyond its time, as the machine may be busy */
    TRIES_MAX = 4,           /* attempts at a question that crashes its engine */
    WAITING_MAX = 1000,      /* questions in the queue; the store knows the other games */
    REST_MS = 500, /* after the first failure, and twice as long after each further one */
    REST_MAX_MS = 60000,
    HASH_MB = 16,
    MEMORY_MAX_BYTES = 1 << 30,
    CPU_MAX_S = 24 * 3600
};

typedef struct question {
    struct question *next;
    char game[ID_MAX], owner[ID_MAX];
    uint64_t seq;
    char *variant, *position; /* owned */
    bool is_file;             /* what `variant` holds */
    unsigned level, tries;
    int64_t left_ms, increment_ms;
    uint64_t turn;     /* the queue is served in this order */
    int64_t rested_ms; /* after a failure: when it may be asked again (apo_http_ticks_ms) */
} question;

typedef struct child {
    apo_engine_pool *pool;
    apo_process process;
    apo_http_watch *watch;
    apo_http_timer *patience;
    question *thinking;        /* owned; NULL: idle */
    bool is_unwanted;          /* its answer is no longer wanted */
    char variant[VARIANT_MAX]; /* the variant it has set up; "": none yet */
    char line[LINE_MAX_BYTES];
    size_t length;
} child;

struct apo_engine_pool {
    apo_engine_pool_options options;
    child children[CHILDREN_MAX];
    question *queue;   /* sorted by turn */
    question *resting; /* failed not long ago */
    size_t waiting_count, resting_count;
    apo_http_timer *rested;
    apo_metric *replaced;
    uint64_t served; /* turn of the question served last */
};

/* --- questions ----------------------------------------------------------- */

static void free_question(question *one)
{
    if (one == NULL)
        return;
    apo_free(NULL, one->variant);
    apo_free(NULL, one->position);
    apo_free(NULL, one);
}

static question *new_question(const apo_engine_pool_question *from)
{
    question *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL)
        return NULL;
    one->variant = apo_copy_span(NULL, from->variant);
    one->position = apo_copy_span(NULL, from->position);
    if (one->variant == NULL || one->position == NULL || from->variant.length >= VARIANT_MAX) {
        free_question(one);
        return NULL;
    }
    one->is_file = from->is_file;
    one->seq = from->seq;
    one->level = from->level;
    one->left_ms = from->left_ms;
    one->increment_ms = from->increment_ms;
    apo_text_copy_span(one->game, sizeof one->game, from->game);
    apo_text_copy_span(one->owner, sizeof one->owner, from->owner);
    return one;
}

/* A person's second game waits until everybody's first has been served: the k-th question of an
 * owner is served in the k-th round. */
static void enqueue(apo_engine_pool *pool, question *one)
{
    uint64_t rounds = 1;
    for (const question *q = pool->queue; q != NULL; q = q->next)
        rounds += strcmp(q->owner, one->owner) == 0;
    one->turn = pool->served + rounds;
    question **at = &pool->queue;
    while (*at != NULL && (*at)->turn <= one->turn)
        at = &(*at)->next;
    one->next = *at;
    *at = one;
    pool->waiting_count++;
}

static question *dequeue(apo_engine_pool *pool)
{
    question *first = pool->queue;
    if (first != NULL) {
        pool->queue = first->next;
        pool->waiting_count--;
        pool->served = first->turn;
    }
    return first;
}

/* --- children ------------------------------------------------------------ */

static void say(const apo_engine_pool *pool, const char *event, apo_span game)
{
    apo_log_text(pool->options.log, event, "game", game);
}

static void hear(void *context);

static bool start_child(child *one)
{
    const char *const arguments[] = {one->pool->options.program, "engine", NULL};
    const apo_process_setup setup = {.arguments = arguments,
                                     .is_asked = true,
                                     .memory_max_bytes = MEMORY_MAX_BYTES,
                                     .cpu_max_s = CPU_MAX_S};
    if (apo_process_start(&one->process, &setup) != APO_OK)
        return false;
    one->length = 0;
    one->variant[0] = '\0';
    if (apo_http_watch_new(&one->watch, one->pool->options.http, one->process.from, false, hear,
                           one) == APO_OK)
        return true;
    (void)apo_process_end(&one->process);
    return false;
}

/* False: its program could not be run at all. */
static bool end_child(child *one)
{
    if (one->process.pid == 0)
        return false;
    apo_http_watch_free(one->watch);
    one->watch = NULL;
    return apo_process_end(&one->process);
}

/* --- thinking ------------------------------------------------------------ */

static void serve(apo_engine_pool *pool);

/* The thinking time: shorter when many wait, so that all are served soon. */
static int64_t think_ms(const apo_engine_pool *pool, const question *one)
{
    int64_t ms = THINK_MAX_MS / (int64_t)(1 + pool->waiting_count / 4);
    if (one->left_ms >= 0) {
        int64_t share = one->left_ms / 30 + one->increment_ms / 2;
        ms = share < ms ? share : ms;
    }
    return ms > THINK_MIN_MS ? ms : THINK_MIN_MS;
}

static void write_question(apo_buffer *out, child *one, int64_t ms)
{
    const question *asked = one->thinking;
    if (strcmp(one->variant, asked->variant) != 0) {
        apo_buffer_add(out, "setoption name Hash value ");
        apo_buffer_add_number(out, HASH_MB);
        apo_buffer_add(out, asked->is_file ? "\nsetoption name VariantPath value "
                                           : "\nsetoption name UCI_Variant value ");
        apo_buffer_add(out, asked->variant);
        apo_buffer_add_char(out, '\n');
        apo_text_copy(one->variant, sizeof one->variant, asked->variant);
    }
    apo_buffer_add(out, "setoption name Level value ");
    apo_buffer_add_number(out, asked->level);
    apo_buffer_add(out, "\nposition ");
    apo_buffer_add(out, asked->position);
    apo_buffer_add(out, "\ngo movetime ");
    apo_buffer_add_number(out, ms);
    apo_buffer_add_char(out, '\n');
}

/* A question has a few kB and a pipe holds 64, so it is written at once, unless the child is
 * stuck. */
static bool send_question(child *one, int64_t ms)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    write_question(&text, one, ms);
    size_t at = 0;
    while (!text.is_failed && at < text.length) {
        ssize_t written = write(one->process.to, text.bytes + at, text.length - at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        at += (size_t)written;
    }
    bool is_sent = !text.is_failed && at == text.length;
    apo_buffer_clear(&text);
    return is_sent;
}

static void give_answer(child *one, apo_span move)
{
    apo_engine_pool *pool = one->pool;
    question *asked = one->thinking;
    bool is_wanted = !one->is_unwanted;
    apo_http_timer_stop(one->patience);
    one->thinking = NULL;
    one->is_unwanted = false;
    if (is_wanted)
        pool->options.answer(pool->options.context, apo_span_of(asked->game), asked->seq, move);
    free_question(asked);
}

static void wake_rested(void *context);

/* A failed question waits before it is asked again: half a second, a second, ... a minute. */
static void rest(apo_engine_pool *pool, question *asked)
{
    unsigned doublings = asked->tries < 8 ? asked->tries : 8;
    int64_t pause_ms = (int64_t)REST_MS << (doublings > 0 ? doublings - 1 : 0);
    if (pause_ms > REST_MAX_MS)
        pause_ms = REST_MAX_MS;
    asked->rested_ms = apo_http_ticks_ms() + pause_ms;
    asked->next = pool->resting;
    pool->resting = asked;
    pool->resting_count++;
    wake_rested(pool);
}

/* The child has died or is stuck: another one tries again. A question that crashes every engine
 * is given up; if no engine even starts, the question waits until one does. */
static void replace_child(child *one)
{
    apo_engine_pool *pool = one->pool;
    question *asked = one->thinking;
    bool was_started = end_child(one);
    apo_http_timer_stop(one->patience);
    if (asked == NULL)
        return;
    apo_metric_add(pool->replaced, 1);
    say(pool, "engine_replaced", apo_span_of(asked->game));
    asked->tries += was_started || asked->tries < TRIES_MAX - 1;
    if (one->is_unwanted || asked->tries >= TRIES_MAX) {
        give_answer(one, (apo_span){NULL, 0});
        return;
    }
    one->thinking = NULL;
    rest(pool, asked);
}

static void lose_patience(void *context)
{
    child *one = context;
    replace_child(one);
    serve(one->pool);
}

static void ask_child(child *one, question *asked)
{
    one->thinking = asked;
    one->is_unwanted = false;
    int64_t ms = think_ms(one->pool, asked);
    if ((one->process.pid == 0 && !start_child(one)) || !send_question(one, ms)) {
        replace_child(one);
        return;
    }
    apo_http_timer_set_ticks(one->patience, (uint64_t)ms + PATIENCE_MS);
}

static void serve(apo_engine_pool *pool)
{
    for (unsigned i = 0; i < pool->options.count; i++) {
        child *one = &pool->children[i];
        /* If a child cannot be started or written to, the question rests and the next one is
         * tried. */
        while (one->thinking == NULL && pool->queue != NULL)
            ask_child(one, dequeue(pool));
    }
}

static void wake_rested(void *context)
{
    apo_engine_pool *pool = context;
    int64_t now_ms = apo_http_ticks_ms(), soonest_ms = INT64_MAX;
    question **at = &pool->resting;
    while (*at != NULL) {
        question *one = *at;
        if (one->rested_ms > now_ms) {
            soonest_ms = one->rested_ms < soonest_ms ? one->rested_ms : soonest_ms;
            at = &one->next;
            continue;
        }
        *at = one->next;
        pool->resting_count--;
        enqueue(pool, one);
    }
    if (soonest_ms < INT64_MAX)
        apo_http_timer_set_ticks(pool->rested, (uint64_t)(soonest_ms - now_ms));
}

static void rested(void *context)
{
    wake_rested(context);
    serve(context);
}

/* --- answers ------------------------------------------------------------- */

static void handle_line(child *one, apo_span line)
{
    apo_span rest = line;
    if (!apo_span_is(apo_span_word(&rest), "bestmove") || one->thinking == NULL)
        return;
    apo_span move = apo_span_word(&rest);
    if (apo_span_is(move, "(none)"))
        move.length = 0;
    give_answer(one, move);
}

/* Handles whole lines and keeps the rest; a line that is too long is dropped. */
static void handle_lines(child *one)
{
    size_t start = 0;
    for (size_t i = 0; i < one->length; i++) {
        if (one->line[i] != '\n')
            continue;
        handle_line(one, apo_span_trim((apo_span){one->line + start, i - start}));
        start = i + 1;
    }
    if (start == 0 && one->length == sizeof one->line)
        start = one->length;
    memmove(one->line, one->line + start, one->length - start);
    one->length -= start;
}

static void hear(void *context)
{
    child *one = context;
    ssize_t length =
        read(one->process.from, one->line + one->length, sizeof one->line - one->length);
    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length <= 0) {
        replace_child(one);
    } else {
        one->length += (size_t)length;
        handle_lines(one);
    }
    serve(one->pool);
}

/* --- life ---------------------------------------------------------------- */

static void free_list(question *list)
{
    while (list != NULL) {
        question *one = list;
        list = one->next;
        free_question(one);
    }
}

apo_status apo_engine_pool_new(apo_engine_pool **out, const apo_engine_pool_options *options)
{
    apo_engine_pool *pool = apo_allocate_zero(NULL, sizeof *pool);
    apo_status status = pool != NULL ? APO_OK : APO_E_MEMORY;
    if (status != APO_OK)
        return status;
    pool->options = *options;
    if (pool->options.count > CHILDREN_MAX)
        pool->options.count = CHILDREN_MAX;
    for (unsigned i = 0; status == APO_OK && i < pool->options.count; i++) {
        child *one = &pool->children[i];
        one->pool = pool;
        status = apo_http_timer_new(&one->patience, options->http, lose_patience, one);
    }
    if (status == APO_OK)
        status = apo_http_timer_new(&pool->rested, options->http, rested, pool);
    if (options->metrics != NULL)
        pool->replaced =
            apo_metrics_counter(options->metrics, "apothecary_engine_replaced_total", NULL,
                                "Engines that died or did not answer.");
    if (status == APO_OK)
        *out = pool;
    else
        apo_engine_pool_free(pool);
    return status;
}

void apo_engine_pool_free(apo_engine_pool *pool)
{
    if (pool == NULL)
        return;
    for (unsigned i = 0; i < pool->options.count; i++) {
        end_child(&pool->children[i]);
        apo_http_timer_free(pool->children[i].patience);
        free_question(pool->children[i].thinking);
    }
    for (question *one; (one = dequeue(pool)) != NULL;)
        free_question(one);
    free_list(pool->resting);
    apo_http_timer_free(pool->rested);
    apo_free(NULL, pool);
}

/* Drops the game's questions; returns how many. */
static size_t drop_game(question **at, apo_span game)
{
    size_t count = 0;
    while (*at != NULL) {
        question *one = *at;
        if (!apo_span_is(game, one->game)) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        free_question(one);
        count++;
    }
    return count;
}

void apo_engine_pool_forget(apo_engine_pool *pool, apo_span game)
{
    for (unsigned i = 0; i < pool->options.count; i++) {
        child *one = &pool->children[i];
        if (one->thinking == NULL || !apo_span_is(game, one->thinking->game))
            continue;
        one->is_unwanted = true;
        (void)!write(one->process.to, "stop\n", 5);
    }
    pool->waiting_count -= drop_game(&pool->queue, game);
    pool->resting_count -= drop_game(&pool->resting, game);
}

static bool is_asked(const apo_engine_pool *pool, const apo_engine_pool_question *setup)
{
    for (unsigned i = 0; i < pool->options.count; i++) {
        const child *one = &pool->children[i];
        if (one->thinking != NULL && !one->is_unwanted && one->thinking->seq == setup->seq &&
            apo_span_is(setup->game, one->thinking->game))
            return true;
    }
    /* A question that rests keeps its number of tries. */
    for (const question *one = pool->resting; one != NULL; one = one->next) {
        if (one->seq == setup->seq && apo_span_is(setup->game, one->game))
            return true;
    }
    return false;
}

static bool has_game(const question *list, apo_span game)
{
    while (list != NULL && !apo_span_is(game, list->game))
        list = list->next;
    return list != NULL;
}

bool apo_engine_pool_has(const apo_engine_pool *pool, apo_span game)
{
    for (unsigned i = 0; i < pool->options.count; i++) {
        const child *one = &pool->children[i];
        if (one->thinking != NULL && !one->is_unwanted &&
            apo_span_is(game, one->thinking->game))
            return true;
    }
    return has_game(pool->queue, game) || has_game(pool->resting, game);
}

bool apo_engine_pool_is_full(const apo_engine_pool *pool)
{
    return pool->waiting_count + pool->resting_count >= WAITING_MAX;
}

apo_status apo_engine_pool_ask(apo_engine_pool *pool, const apo_engine_pool_question *setup)
{
    if (is_asked(pool, setup))
        return APO_OK;
    apo_engine_pool_forget(pool, setup->game);
    question *one = new_question(setup);
    if (one == NULL)
        return APO_E_MEMORY;
    enqueue(pool, one);
    serve(pool);
    return APO_OK;
}

size_t apo_engine_pool_waiting(const apo_engine_pool *pool)
{
    return pool->waiting_count + pool->resting_count;
}

size_t apo_engine_pool_resting(const apo_engine_pool *pool)
{
    return pool->resting_count;
}

size_t apo_engine_pool_thinking(const apo_engine_pool *pool)
{
    size_t count = 0;
    for (unsigned i = 0; i < pool->options.count; i++)
        count += pool->children[i].thinking != NULL;
    return count;
}
