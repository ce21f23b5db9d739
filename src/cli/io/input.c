#include "cli/io/input.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "cli/call/message.h"

enum {
    FEN_WORDS_MAX = 9
};

static uint32_t draw_start(const apo_variant *var)
{
    apo_random random;
    uint64_t seed = 0;
    int descriptor = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0 || read(descriptor, &seed, sizeof seed) != (ssize_t)sizeof seed)
        seed = (uint64_t)time(NULL) ^ (uint64_t)getpid() << 32;
    if (descriptor >= 0)
        close(descriptor);
    apo_random_seed(&random, seed);
    return 1 + apo_random_below(&random, apo_variant_info_of(var)->start_count);
}

enum apo_exit apo_start_open(apo_position *out, const apo_source *source, const char *word,
                             uint32_t *out_number)
{
    uint32_t count = apo_variant_info_of(source->var)->start_count;
    uint32_t number = 0;
    if (strcmp(word, "random") == 0)
        number = draw_start(source->var);
    else if (strcmp(word, "start") == 0)
        number = 1;
    else if (!apo_span_number(apo_span_of(word), count, &number) || number == 0)
        return apo_report_usage(NULL, "%s has the starts 1 to %u, not \"%s\"",
                                apo_variant_info_of(source->var)->id, (unsigned)count, word);
    apo_status status = apo_position_start(out, source->var, source->name_index, number);
    if (status != APO_OK)
        return apo_report_failure("start %u: %s", (unsigned)number, apo_status_message(status));
    *out_number = number;
    return APO_EXIT_OK;
}

static bool is_number(const char *word)
{
    uint32_t number;
    return apo_span_number(apo_span_of(word), UINT32_MAX - 1, &number);
}

size_t apo_fen_word_count(const apo_span *words, size_t count)
{
    uint32_t number;
    if (memchr(words[0].text, '/', words[0].length) == NULL)
        return 1; /* the number of a start */
    for (size_t i = 2; i < count && i < FEN_WORDS_MAX; i++) {
        if (apo_span_number(words[i], UINT32_MAX - 1, &number) &&
            apo_span_number(words[i - 1], UINT32_MAX - 1, &number))
            return i + 1;
    }
    return count < FEN_WORDS_MAX ? count : FEN_WORDS_MAX;
}

/* Counts the words of an unquoted FEN before moves. */
static size_t count_fen_words(const apo_call *call, size_t first)
{
    apo_span words[FEN_WORDS_MAX];
    size_t count = 0;
    if (strchr(call->operands[first], '/') == NULL ||
        strchr(call->operands[first], ' ') != NULL)
        return 1;
    while (count < FEN_WORDS_MAX && first + count < call->operand_count) {
        words[count] = apo_span_of(call->operands[first + count]);
        count++;
    }
    return apo_fen_word_count(words, count);
}

static enum apo_exit read_fen(apo_position *out, const apo_source *source, apo_span text)
{
    apo_error err;
    apo_status status = apo_fen_read(out, source->var, text, &err);
    return status == APO_OK ? APO_EXIT_OK : apo_report_text_error("FEN", text, &err);
}

static enum apo_exit read_fen_line(apo_position *out, const apo_source *source)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length = getline(&line, &capacity, stdin);
    enum apo_exit result;
    if (length < 0)
        result = apo_report_failure("there is no FEN on standard input");
    else
        result = read_fen(out, source, apo_span_trim((apo_span){line, (size_t)length}));
    free(line);
    return result;
}

static enum apo_exit read_fen_words(apo_position *out, const apo_source *source,
                                    const char **words, size_t count)
{
    apo_buffer joined;
    enum apo_exit result;
    apo_buffer_init(&joined, NULL);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            apo_buffer_add_char(&joined, ' ');
        apo_buffer_add(&joined, words[i]);
    }
    if (joined.is_failed)
        result = apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    else
        result = read_fen(out, source, apo_span_trim(apo_buffer_span(&joined)));
    apo_buffer_clear(&joined);
    return result;
}

/* Reads the FEN operand that begins at `first`: one argument or several words, "-", "start" or
 * a start number. */
static enum apo_exit open_fen(apo_position *out, const apo_source *source, const apo_call *call,
                              size_t first, int tail, size_t *out_next)
{
    uint32_t number;
    size_t count = tail == APO_OPERANDS_REST ? count_fen_words(call, first)
                                             : call->operand_count - first - (size_t)tail;
    const char *word = call->operands[first];
    if (out_next != NULL)
        *out_next = first + count;
    if (count > 1)
        return read_fen_words(out, source, call->operands + first, count);
    if (strcmp(word, "-") == 0)
        return read_fen_line(out, source);
    if (is_number(word) || strcmp(word, "start") == 0 || strcmp(word, "random") == 0)
        return apo_start_open(out, source, word, &number);
    return read_fen_words(out, source, call->operands + first, 1);
}

enum apo_exit apo_position_open(apo_position *out, apo_source *source, const apo_call *call,
                                int tail, size_t *out_next)
{
    enum apo_exit result = apo_source_open(source, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    result = open_fen(out, source, call, 1, tail, out_next);
    if (result != APO_EXIT_OK)
        apo_source_close(source);
    return result;
}

/* Takes the variant and the position over; on failure frees both. */
static enum apo_exit keep_opened(apo_opened *out, enum apo_exit result, apo_source source,
                                 apo_position *pos)
{
    if (result == APO_EXIT_OK)
        *out = (apo_opened){source.var, pos, source.name_index};
    else
        apo_position_free(pos);
    return result;
}

enum apo_exit apo_opened_open(apo_opened *out, const apo_call *call, int tail, size_t *out_next)
{
    apo_source source;
    apo_position *pos = apo_allocate(NULL, apo_position_size());
    if (pos == NULL)
        return apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    return keep_opened(out, apo_position_open(pos, &source, call, tail, out_next), source, pos);
}

enum apo_exit apo_opened_start(apo_opened *out, const apo_call *call, const char *word,
                               uint32_t *out_number)
{
    apo_source source;
    apo_position *pos = apo_allocate(NULL, apo_position_size());
    if (pos == NULL)
        return apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    enum apo_exit result = apo_source_open(&source, call->operands[0]);
    if (result == APO_EXIT_OK) {
        result = apo_start_open(pos, &source, word, out_number);
        if (result != APO_EXIT_OK)
            apo_source_close(&source);
    }
    return keep_opened(out, result, source, pos);
}

void apo_opened_close(apo_opened *opened)
{
    apo_position_free(opened->pos);
    apo_variant_free(opened->var);
}

static enum apo_exit open_handicap(apo_position *pos, const char *spec)
{
    apo_error err;
    if (apo_position_handicap(pos, apo_span_of(spec), &err) == APO_OK)
        return APO_EXIT_OK;
    return apo_report_error_at("handicap", apo_span_of(spec), &err);
}

enum apo_exit apo_handicaps_open(apo_position *pos, const apo_call *call)
{
    enum apo_exit result = APO_EXIT_OK;
    const char *spec = apo_call_value_at(call, "handicap", 0);
    for (size_t i = 1; result == APO_EXIT_OK && spec != NULL; i++) {
        result = open_handicap(pos, spec);
        spec = apo_call_value_at(call, "handicap", i);
    }
    return result;
}
