#include "cli/lab/positions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/io/interrupt.h"

enum {
    FIRST_CAPACITY = 4096,
    SHARE_MAX = 1000,
    TITLE_MAX = 96
};

/* White's share of the point: in quarters, "3", or as a decimal fraction with three places,
 * "0.762". */
static bool read_share(float *out, apo_span word)
{
    uint32_t number = 0;
    bool is_fraction = word.length == 5 && word.text[1] == '.';
    if (!is_fraction) {
        bool is_good = apo_span_number(word, APO_QUARTERS_WIN, &number);
        *out = (float)number / APO_QUARTERS_WIN;
        return is_good;
    }
    char digits[] = {word.text[0], word.text[2], word.text[3], word.text[4]};
    bool is_good = apo_span_number((apo_span){digits, sizeof digits}, SHARE_MAX, &number);
    *out = (float)number / SHARE_MAX;
    return is_good;
}

static bool add_line(apo_lab_positions *all, const apo_lab_line *one)
{
    if (all->line_count == all->line_capacity) {
        size_t wanted = all->line_capacity > 0 ? 2 * all->line_capacity : FIRST_CAPACITY;
        apo_lab_line *more = realloc(all->lines, wanted * sizeof *more);
        if (more == NULL)
            return false;
        all->lines = more;
        all->line_capacity = wanted;
    }
    all->lines[all->line_count++] = *one;
    return true;
}

/* What a file is read with. */
typedef struct reading {
    apo_lab_positions *all;
    const apo_variant *var;
    const char *path;
    apo_position pos;
} reading;

/* "SHARE FEN" */
static enum apo_exit read_position(reading *job, unsigned number, apo_span text)
{
    apo_lab_line one;
    apo_error err = {.status = APO_OK};
    apo_span rest = text, word = apo_span_word(&rest);
    if (!read_share(&one.score, word))
        return apo_report_failure(
            "%s:%u: expected a result in quarters, or as 0.762, and a FEN", job->path, number);
    one.fen = apo_span_trim(rest);
    if (apo_fen_read(&job->pos, job->var, one.fen, &err) != APO_OK)
        return apo_report_failure("%s:%u: %s", job->path, number, err.detail);
    bool is_exact = one.score * APO_QUARTERS_WIN == floorf(one.score * APO_QUARTERS_WIN);
    uint32_t ply = 2 * apo_position_info_of(&job->pos).move_number +
                   (apo_position_side(&job->pos) == APO_BLACK);
    one.is_held_out =
        apo_lab_is_held_out(apo_lab_games_of_next(&job->all->games, one.score, is_exact, ply));
    if (!add_line(job->all, &one))
        return apo_report_failure("tune: %s", apo_status_message(APO_E_MEMORY));
    return apo_interrupt_is_set() ? APO_EXIT_INTERRUPTED : APO_EXIT_OK;
}

static enum apo_exit read_file(reading *job, apo_buffer *text)
{
    char title[TITLE_MAX];
    apo_span rest, one;
    apo_status status = apo_file_read(text, job->path);
    snprintf(title, sizeof title, "apothecary positions 1 | %s\n",
             apo_variant_info_of(job->var)->id);
    if (status != APO_OK)
        return apo_report_failure("%s: %s", job->path, apo_status_message(status));
    rest = apo_buffer_span(text);
    if (!apo_span_starts_with(rest, title))
        return apo_report_failure("%s does not begin with \"%.*s\"", job->path,
                                  (int)strlen(title) - 1, title);
    enum apo_exit result = APO_EXIT_OK;
    for (unsigned number = 1; result == APO_EXIT_OK && apo_span_line(&rest, &one); number++)
        if (number > 1 && one.length > 0)
            result = read_position(job, number, one);
    return result;
}

enum apo_exit apo_lab_positions_read(apo_lab_positions *out, const apo_variant *var,
                                     const char *const *paths, size_t path_count)
{
    enum apo_exit result = APO_EXIT_OK;
    reading job = {.all = out, .var = var};
    out->texts = calloc(path_count, sizeof *out->texts);
    if (out->texts == NULL)
        return apo_report_failure("tune: %s", apo_status_message(APO_E_MEMORY));
    for (size_t i = 0; result == APO_EXIT_OK && i < path_count; i++) {
        job.path = paths[i];
        apo_buffer_init(&out->texts[out->text_count++], NULL);
        result = read_file(&job, &out->texts[i]);
    }
    return result;
}

void apo_lab_positions_clear(apo_lab_positions *positions)
{
    for (size_t i = 0; i < positions->text_count; i++)
        apo_buffer_clear(&positions->texts[i]);
    free(positions->texts);
    free(positions->lines);
    *positions = (apo_lab_positions){.texts = NULL};
}

/* The number whose `bits` low bits are those of `number` in reverse. */
static size_t reversed(size_t number, unsigned bits)
{
    size_t out = 0;
    for (unsigned bit = 0; bit < bits; bit++)
        out |= (number >> bit & 1) << (bits - 1 - bit);
    return out;
}

const apo_lab_line *apo_lab_positions_at(const apo_lab_positions *positions, size_t number,
                                         bool *is_last)
{
    unsigned bits = 0;
    while ((size_t)1 << bits < positions->line_count)
        bits++;
    size_t at = reversed(number, bits);
    *is_last = number + 1 >= (size_t)1 << bits;
    return at < positions->line_count ? &positions->lines[at] : NULL;
}
