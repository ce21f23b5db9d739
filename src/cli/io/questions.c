#include "cli/io/questions.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/io/input.h"
#include "cli/io/print_buffer.h"

enum {
    LINES_MAX = 4096, /* answered before any of them is printed */
    THREADS_MAX = 256
};

/* A line of standard input and its answer. */
typedef struct line {
    apo_span text;
    apo_buffer answer;
    bool is_failed;
} line;

/* Answers questions in batches of as many lines as one read returns, so that a program that
 * waits for each answer gets it at once. */
typedef struct batch {
    const apo_call *call;
    const apo_asking *asking;
    const apo_variant *var;
    unsigned threads;
    char *bytes; /* owned: what was read and not yet answered */
    size_t length;
    bool is_at_end;
    bool is_skipping; /* the rest of a line that was too long */
    line *lines;      /* owned: LINES_MAX of them */
    size_t line_count;
    atomic_size_t next; /* the first line that no thread has taken */
    uint64_t asked, failed;
} batch;

bool apo_question_move(apo_question *question, apo_move *out, apo_span text)
{
    apo_problem *problem = &question->problem;
    if (apo_move_read_any(out, question->pos, text, &problem->err) == APO_OK)
        return true;
    problem->what = "move";
    problem->text = text;
    return false;
}

void apo_question_answer(apo_question *question, const char *member, const char *text)
{
    if (apo_call_has(question->call, "json")) {
        apo_json_open(question->out, NULL, '{');
        apo_json_add_string(question->out, member, text);
        apo_json_close(question->out, '}');
    } else {
        apo_buffer_add(question->out, text);
    }
}

/* The FEN and the words of a line, without those given as operands. */
static size_t split_line(apo_span *words, apo_span text, size_t max)
{
    bool has_tabs = memchr(text.text, '\t', text.length) != NULL;
    size_t count = 0;
    apo_span rest = text;
    while (count < max) {
        if (!has_tabs) {
            words[count] = apo_span_word(&rest);
        } else {
            size_t end = 0;
            while (end < rest.length && rest.text[end] != '\t')
                end++;
            words[count] = apo_span_trim(apo_span_part(rest, 0, end));
            rest = apo_span_part(rest, end < rest.length ? end + 1 : end, rest.length);
        }
        if (words[count].length == 0 && rest.length == 0)
            break;
        count += words[count].length > 0;
    }
    return count;
}

static bool fail(apo_question *question, const char *what, apo_span text, apo_status status,
                 const char *detail)
{
    question->problem.what = what;
    question->problem.text = text;
    apo_fail(&question->problem.err, status, 0, detail, apo_span_of(""));
    return false;
}

bool apo_question_fail(apo_question *question, const char *what, apo_status status)
{
    return fail(question, what, apo_span_of(""), status, apo_status_message(status));
}

static bool has_right_count(apo_question *question, const apo_asking *asking)
{
    if (asking->words == APO_OPERANDS_REST || question->word_count == (size_t)asking->words)
        return true;
    if (question->word_count < (size_t)asking->words && asking->missing != NULL)
        return fail(question, asking->missing, apo_span_of(""), APO_E_SYNTAX, "is missing");
    apo_span first = question->words[asking->words];
    return fail(question, "line", first, APO_E_SYNTAX, "nothing may follow the FEN here");
}

/* A start number, "start", or a FEN. */
static bool read_position(apo_question *question, const batch *all, apo_span text)
{
    apo_problem *problem = &question->problem;
    uint32_t number = 1;
    uint32_t starts = apo_variant_info_of(all->var)->start_count;
    bool is_start = apo_span_is(text, "start") || apo_span_number(text, starts, &number);
    problem->what = "FEN";
    problem->text = text;
    if (!is_start)
        return apo_fen_read(question->pos, all->var, text, &problem->err) == APO_OK;
    apo_status status =
        number == 0 ? APO_E_RANGE : apo_position_start(question->pos, all->var, 0, number);
    return status == APO_OK ||
           fail(question, "start", text, status, apo_status_message(status));
}

static bool answer_text(apo_question *question, const batch *all, apo_span text,
                        apo_span *words)
{
    size_t tail = all->call->operand_count - 2;
    size_t count = split_line(words, text, APO_QUESTION_WORDS_MAX);
    bool has_tabs = memchr(text.text, '\t', text.length) != NULL;
    if (count == 0)
        return fail(question, "FEN", text, APO_E_SYNTAX, "there is none in this line");
    if (count + tail > APO_QUESTION_WORDS_MAX)
        return fail(question, "line", text, APO_E_TOO_LARGE, "it has too many words");
    size_t fen_words = has_tabs ? 1 : apo_fen_word_count(words, count);
    apo_span last = words[fen_words - 1];
    apo_span fen = {words[0].text, (size_t)(last.text + last.length - words[0].text)};
    for (size_t i = 0; i < tail; i++)
        words[count++] = apo_span_of(all->call->operands[2 + i]);
    question->words = words + fen_words;
    question->word_count = count - fen_words;
    return read_position(question, all, fen) && has_right_count(question, all->asking) &&
           all->asking->answer(question);
}

static void add_problem(apo_buffer *out, const apo_problem *problem, bool is_json)
{
    bool has_column = problem->err.status != APO_E_POSITION && problem->text.length > 0;
    if (is_json) {
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "error", problem->err.detail);
        apo_json_add_string(out, "in", problem->what);
        if (has_column)
            apo_json_add_number(out, "column", (int64_t)problem->err.position + 1);
        apo_json_close(out, '}');
        return;
    }
    apo_buffer_add(out, "error: ");
    apo_buffer_add(out, problem->what);
    if (has_column) {
        apo_buffer_add(out, ", column ");
        apo_buffer_add_number(out, (int64_t)problem->err.position + 1);
    }
    apo_buffer_add(out, ": ");
    apo_buffer_add(out, problem->err.detail);
}

static void answer_line(batch *all, line *asked, apo_position *pos, apo_span *words)
{
    bool is_json = apo_call_has(all->call, "json");
    apo_question question = {.call = all->call,
                             .context = all->asking->context,
                             .pos = pos,
                             .is_batch = true,
                             .out = &asked->answer};
    asked->is_failed = false;
    apo_buffer_init(&asked->answer, NULL);
    if (asked->text.text == NULL) {
        asked->is_failed = true;
        fail(&question, "line", asked->text, APO_E_TOO_LARGE, "it is too long");
    } else {
        asked->is_failed = !answer_text(&question, all, asked->text, words);
    }
    if (asked->is_failed) {
        apo_buffer_clear(&asked->answer);
        add_problem(&asked->answer, &question.problem, is_json);
    }
    apo_buffer_add_char(&asked->answer, '\n');
}

typedef struct worker {
    batch *all;
    apo_position *pos;
    apo_span *words; /* owned */
    pthread_t thread;
} worker;

static void *answer_some(void *argument)
{
    worker *self = argument;
    batch *all = self->all;
    for (;;) {
        size_t i = atomic_fetch_add(&all->next, 1);
        if (i >= all->line_count)
            return NULL;
        answer_line(all, &all->lines[i], self->pos, self->words);
    }
}

/* Threads that cannot be started leave their share to the others. */
static void answer_lines(batch *all, worker *workers)
{
    unsigned started = 1;
    atomic_store(&all->next, 0);
    while (started < all->threads && started < all->line_count) {
        worker *w = &workers[started];
        if (pthread_create(&w->thread, NULL, answer_some, w) != 0)
            break;
        started++;
    }
    answer_some(&workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

static enum apo_exit print_lines(batch *all)
{
    enum apo_exit result = APO_EXIT_OK;
    bool is_divided = all->asking->has_lines && !apo_call_has(all->call, "json");
    for (size_t i = 0; i < all->line_count; i++) {
        line *asked = &all->lines[i];
        if (is_divided && all->asked > 0)
            putchar('\n');
        all->asked++;
        all->failed += asked->is_failed;
        if (apo_buffer_print(&asked->answer) != APO_EXIT_OK)
            result = APO_EXIT_NO;
    }
    all->line_count = 0;
    if (fflush(stdout) != 0)
        result = APO_EXIT_NO;
    return result;
}

/* Reads the available bytes; false at the end of the input. */
static bool read_more(batch *all)
{
    ssize_t got;
    do {
        got =
            read(STDIN_FILENO, all->bytes + all->length, APO_QUESTION_BYTES_MAX - all->length);
    } while (got < 0 && errno == EINTR);
    if (got <= 0) {
        all->is_at_end = true;
        return false;
    }
    all->length += (size_t)got;
    return true;
}

/* Takes the complete lines; returns their length in bytes. */
static size_t take_lines(batch *all)
{
    size_t at = 0;
    while (at < all->length && all->line_count < LINES_MAX) {
        const char *start = all->bytes + at;
        const char *end = memchr(start, '\n', all->length - at);
        size_t length = end != NULL ? (size_t)(end - start) : all->length - at;
        if (end == NULL && !all->is_at_end && length < APO_QUESTION_BYTES_MAX)
            break;
        at += length + (end != NULL);
        bool is_too_long = end == NULL && !all->is_at_end;
        if (!all->is_skipping)
            all->lines[all->line_count++].text =
                is_too_long ? (apo_span){NULL, 0} : apo_span_trim((apo_span){start, length});
        all->is_skipping = is_too_long;
    }
    return at;
}

/* Answers the complete lines. */
static enum apo_exit answer_taken(batch *all, worker *workers)
{
    enum apo_exit result = APO_EXIT_OK;
    size_t taken;
    do {
        taken = take_lines(all);
        answer_lines(all, workers);
        result = print_lines(all);
        all->length -= taken;
        memmove(all->bytes, all->bytes + taken, all->length);
    } while (result == APO_EXIT_OK && taken > 0);
    return result;
}

static enum apo_exit answer_input(batch *all, worker *workers)
{
    enum apo_exit result = APO_EXIT_OK;
    while (result == APO_EXIT_OK && read_more(all))
        result = answer_taken(all, workers);
    if (result == APO_EXIT_OK)
        result = answer_taken(all, workers); /* a last line without an end */
    if (result != APO_EXIT_OK)
        return result;
    if (all->asked == 0)
        return apo_report_failure("there is no FEN on standard input");
    if (all->failed > 0)
        return apo_report_failure("%llu of %llu lines have no answer",
                                  (unsigned long long)all->failed,
                                  (unsigned long long)all->asked);
    return APO_EXIT_OK;
}

static bool make_workers(batch *all, worker *workers)
{
    for (unsigned i = 0; i < all->threads; i++) {
        workers[i].all = all;
        workers[i].pos = apo_allocate(NULL, apo_position_size());
        workers[i].words = calloc(APO_QUESTION_WORDS_MAX, sizeof *workers[i].words);
        if (workers[i].pos == NULL || workers[i].words == NULL)
            return false;
    }
    return true;
}

static enum apo_exit answer_batch(batch *all)
{
    worker *workers = calloc(all->threads, sizeof *workers);
    enum apo_exit result = APO_EXIT_NO;
    all->bytes = malloc(APO_QUESTION_BYTES_MAX);
    all->lines = calloc(LINES_MAX, sizeof *all->lines);
    if (workers == NULL || all->bytes == NULL || all->lines == NULL ||
        !make_workers(all, workers))
        apo_report_error("%s", apo_status_message(APO_E_MEMORY));
    else
        result = answer_input(all, workers);
    for (unsigned i = 0; workers != NULL && i < all->threads; i++) {
        apo_position_free(workers[i].pos);
        free(workers[i].words);
    }
    free(workers);
    free(all->bytes);
    free(all->lines);
    return result;
}

static enum apo_exit answer_operands(const apo_call *call, const apo_asking *asking,
                                     apo_position *pos, size_t first)
{
    apo_buffer out;
    size_t count = call->operand_count - first;
    apo_span *words = calloc(count + 1, sizeof *words);
    if (words == NULL)
        return apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    for (size_t i = 0; i < count; i++)
        words[i] = apo_span_of(call->operands[first + i]);
    apo_buffer_init(&out, NULL);
    apo_question question = {.call = call,
                             .context = asking->context,
                             .pos = pos,
                             .words = words,
                             .word_count = count,
                             .out = &out};
    enum apo_exit result;
    if (asking->answer(&question)) {
        bool is_empty_list = asking->has_lines && out.length == 0;
        result = is_empty_list ? apo_buffer_print(&out) : apo_buffer_print_line(&out);
        if (result == APO_EXIT_OK && question.is_no)
            result = APO_EXIT_NO;
    } else {
        apo_buffer_clear(&out);
        result = apo_report_text_error(question.problem.what, question.problem.text,
                                       &question.problem.err);
    }
    free(words);
    return result;
}

static enum apo_exit answer_one(const apo_call *call, const apo_asking *asking)
{
    apo_opened opened;
    size_t next = 0;
    enum apo_exit result = apo_opened_open(&opened, call, asking->words, &next);
    if (result != APO_EXIT_OK)
        return result;
    if (asking->prepare != NULL)
        result = asking->prepare(asking->context, call, opened.var);
    if (result == APO_EXIT_OK)
        result = answer_operands(call, asking, opened.pos, next);
    apo_opened_close(&opened);
    return result;
}

static enum apo_exit answer_many(const apo_call *call, const apo_asking *asking)
{
    apo_source source;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t threads = processors < 1             ? 1
                       : processors > THREADS_MAX ? THREADS_MAX
                                                  : (uint32_t)processors;
    enum apo_exit result = apo_call_number(call, "threads", 1, THREADS_MAX, &threads);
    if (result == APO_EXIT_OK)
        result = apo_source_open(&source, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    if (asking->prepare != NULL)
        result = asking->prepare(asking->context, call, source.var);
    if (result == APO_EXIT_OK) {
        batch all = {.call = call, .asking = asking, .var = source.var, .threads = threads};
        result = answer_batch(&all);
    }
    apo_source_close(&source);
    return result;
}

enum apo_exit apo_questions_answer(const apo_call *call, const apo_asking *asking)
{
    if (strcmp(call->operands[1], "-") == 0)
        return answer_many(call, asking);
    if (asking->words > 0 && call->operand_count < 2 + (size_t)asking->words)
        return apo_report_usage(call->command, "%s is missing", asking->missing);
    return answer_one(call, asking);
}
