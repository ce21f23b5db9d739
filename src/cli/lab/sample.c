#include "cli/lab/sample.h"

#include "search/score.h"
#include "search/tactics.h"

enum {
    SHARE = 3,
    DECIDED_CP = 800, /* decided positions teach little */
    TITLE_MAX = 128
};

static bool count_line(void *context, apo_span line)
{
    apo_lab_sample *sample = context;
    sample->count++;
    return line.length > 2;
}

enum apo_exit apo_lab_sample_open(apo_lab_sample *out, const char *path, const char *variant)
{
    char title[TITLE_MAX];
    *out = (apo_lab_sample){.share = SHARE};
    apo_buffer_init(&out->lines, NULL);
    snprintf(title, sizeof title, "apothecary positions 1 | %s", variant);
    return apo_lab_log_open(&out->log, path, title, count_line, out);
}

void apo_lab_sample_close(apo_lab_sample *sample)
{
    apo_lab_log_close(&sample->log);
    apo_buffer_clear(&sample->lines);
}

void apo_lab_sample_seed(apo_lab_sample *sample, uint64_t seed)
{
    apo_random_seed(&sample->random, apo_mix(seed));
}

void apo_lab_sample_watch(void *context, const apo_position *pos, const apo_decision *made)
{
    apo_lab_sample *sample = context;
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    int score = made->score < 0 ? -made->score : made->score;
    if (sample->log.file == NULL || apo_random_below(&sample->random, sample->share) != 0)
        return;
    if (score >= DECIDED_CP || apo_position_is_check(pos) ||
        apo_move_is_noisy(pos, &made->best))
        return;
    apo_fen_write(&text, pos);
    apo_buffer_add(&sample->lines, buf);
    apo_buffer_add_char(&sample->lines, '\n');
}

bool apo_lab_sample_end(apo_lab_sample *sample, int quarters)
{
    apo_span rest = apo_buffer_span(&sample->lines), line;
    bool is_written = !sample->lines.is_failed;
    while (is_written && quarters >= 0 && apo_span_line(&rest, &line)) {
        char buf[APO_FEN_MAX + 8];
        if (line.length == 0)
            continue;
        snprintf(buf, sizeof buf, "%d %.*s", quarters, (int)line.length, line.text);
        is_written = apo_lab_log_add(&sample->log, buf);
        sample->count++;
    }
    apo_buffer_clear(&sample->lines);
    return is_written;
}
