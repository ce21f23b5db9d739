#include "cli/call/message.h"

#include <stdarg.h>

enum {
    GUESS_DISTANCE_MAX = 3, /* "varaints" to "variants" is 2 */
    SHOWN_BYTES = 72,       /* of a long text, around the caret */
    SHOWN_BEFORE = 48
};

static void print_message(const char *format, va_list words)
    __attribute__((format(printf, 1, 0)));

static void print_message(const char *format, va_list words)
{
    fflush(stdout); /* keeps both streams in order on a terminal */
    fputs("apothecary: ", stderr);
    vfprintf(stderr, format, words);
    fputc('\n', stderr);
}

void apo_report_error(const char *format, ...)
{
    va_list words;
    va_start(words, format);
    print_message(format, words);
    va_end(words);
}

enum apo_exit apo_report_failure(const char *format, ...)
{
    va_list words;
    va_start(words, format);
    print_message(format, words);
    va_end(words);
    return APO_EXIT_NO;
}

enum apo_exit apo_report_usage(const apo_command *command, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    print_message(format, words);
    va_end(words);
    if (command == NULL) {
        fputs("Try: apothecary --help\n", stderr);
    } else {
        fprintf(stderr, "Usage: apothecary %s%s%s\n", command->name,
                command->options[0].name != NULL ? " [OPTION...] " : " ", command->operands);
        fprintf(stderr, "Try: apothecary %s --help\n", command->name);
    }
    return APO_EXIT_USAGE;
}

static bool is_middle_of_character(apo_span text, size_t at)
{
    return at < text.length && ((unsigned char)text.text[at] & 0xC0U) == 0x80U;
}

/* Control characters would misplace the caret, or worse. */
static void print_shown(FILE *out, apo_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.text[i];
        fputc(byte < 0x20U || byte == 0x7FU ? '?' : byte, out);
    }
}

void apo_print_caret(FILE *out, apo_span text, size_t position)
{
    if (position > text.length)
        position = text.length;
    size_t start =
        position > SHOWN_BEFORE && text.length > SHOWN_BYTES ? position - SHOWN_BEFORE : 0;
    while (start > 0 && is_middle_of_character(text, start))
        start--;
    apo_span shown = apo_span_part(text, start, SHOWN_BYTES);
    while (shown.length > 0 && is_middle_of_character(text, start + shown.length))
        shown.length--;
    const char *before = start > 0 ? "..." : "";
    const char *after = start + shown.length < text.length ? "..." : "";
    fprintf(out, "  %s", before);
    print_shown(out, shown);
    fprintf(out, "%s\n  ", after);
    for (const char *c = before; *c != '\0'; c++)
        fputc(' ', out);
    for (size_t i = start; i < position; i++) {
        if (!is_middle_of_character(text, i))
            fputc(' ', out);
    }
    fputs("^\n", out);
}

enum apo_exit apo_report_error_at(const char *what, apo_span text, const apo_error *err)
{
    apo_report_error("%s, column %u: %s", what, (unsigned)err->position + 1, err->detail);
    apo_print_caret(stderr, text, err->position);
    return APO_EXIT_NO;
}

enum apo_exit apo_report_text_error(const char *what, apo_span text, const apo_error *err)
{
    /* An impossible position has no particular offset. */
    if (err->status == APO_E_POSITION)
        return apo_report_failure("%s: %s", what, err->detail);
    return apo_report_error_at(what, text, err);
}

void apo_time_left_write(char *buf, size_t size, int64_t seconds)
{
    enum {
        MINUTE = 60,
        HOUR = 60 * MINUTE
    };

    if (seconds >= 2 * HOUR)
        snprintf(buf, size, ", %lld h left", (long long)(seconds / HOUR));
    else if (seconds >= 2 * MINUTE)
        snprintf(buf, size, ", %lld min left", (long long)(seconds / MINUTE));
    else
        snprintf(buf, size, ", %lld s left", (long long)seconds);
}

void apo_report_faults(const char *file, const apo_fault_list *faults)
{
    fflush(stdout);
    for (size_t i = 0; i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        fputs(file, stderr);
        if (fault->line > 0)
            fprintf(stderr, ":%u:%u", (unsigned)fault->line, (unsigned)fault->column);
        fputs(fault->is_warning ? ": warning: " : ": ", stderr);
        if (fault->key[0] != '\0')
            fprintf(stderr, "%s: ", fault->key);
        fprintf(stderr, "%s\n", fault->detail);
    }
    if (faults->dropped_count > 0)
        fprintf(stderr, "%s: and %zu more faults\n", file, faults->dropped_count);
}

void apo_guess_start(apo_guess *guess, apo_span word)
{
    *guess = (apo_guess){word, NULL, GUESS_DISTANCE_MAX + 1};
}

void apo_guess_offer(apo_guess *guess, const char *known)
{
    apo_span span = apo_span_of(known);
    unsigned distance = apo_span_distance(guess->word, span, GUESS_DISTANCE_MAX);
    /* A word with mostly different letters is another word, not a typo. */
    if (distance < guess->distance && 2 * distance <= span.length) {
        guess->best = known;
        guess->distance = distance;
    }
    /* A prefix counts as a typo of one letter. */
    if (guess->word.length >= 2 && span.length > guess->word.length && guess->distance > 1 &&
        apo_span_same(apo_span_part(span, 0, guess->word.length), guess->word)) {
        guess->best = known;
        guess->distance = 1;
    }
}

enum apo_exit apo_report_unknown_command(const apo_command *const *commands, const char *name)
{
    apo_guess guess;
    apo_guess_start(&guess, apo_span_of(name));
    for (const apo_command *const *at = commands; *at != NULL; at++) {
        if (!(*at)->is_hidden)
            apo_guess_offer(&guess, (*at)->name);
    }
    if (guess.best != NULL)
        return apo_report_usage(NULL, "unknown command \"%s\"; did you mean \"%s\"?", name,
                                guess.best);
    return apo_report_usage(NULL, "unknown command \"%s\"", name);
}
