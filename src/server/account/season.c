#include "server/account/season.h"

#include "base/text.h"
#include "game/glicko.h"
#include "server/archive/search.h"
#include "server/jobs/jobs.h"

/* The subject is the season that ends when the job is due. */
#define SEASON_JOB "season"

enum {
    QUARTERS = 4,
    MONTHS = 3, /* of a quarter */
    YEAR_MAX = 9999
};

static const int64_t day_ms = 24 * 3600 * 1000;

/* The first moment of a quarter. */
static int64_t begin_of(unsigned year, unsigned quarter)
{
    char buf[16];
    int64_t day = 0;
    const unsigned month = (quarter - 1) * MONTHS + 1;
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add_number(&text, year);
    apo_text_add(&text, month < 10 ? "-0" : "-");
    apo_text_add_number(&text, month);
    apo_text_add(&text, "-01");
    (void)apo_archive_read_day(&day, apo_span_of(buf));
    return day * day_ms;
}

static void fill(apo_season *out, unsigned year, unsigned quarter)
{
    *out = (apo_season){.year = year, .quarter = quarter};
    apo_text id = apo_text_start(out->id, sizeof out->id);
    apo_text_add_number(&id, year);
    apo_text_add_char(&id, '-');
    apo_text_add_number(&id, quarter);
    out->begin_ms = begin_of(year, quarter);
    out->end_ms = quarter < QUARTERS ? begin_of(year, quarter + 1) : begin_of(year + 1, 1);
}

void apo_season_at(apo_season *out, int64_t now_ms)
{
    char buf[16];
    uint32_t year = 1970, month = 1;
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_archive_write_day(&text, now_ms / day_ms);
    apo_span day = apo_span_of(buf);
    (void)apo_span_number(apo_span_part(day, 0, 4), YEAR_MAX, &year);
    (void)apo_span_number(apo_span_part(day, 5, 2), 12, &month);
    fill(out, year, (month - 1) / MONTHS + 1);
}

bool apo_season_read(apo_season *out, apo_span id)
{
    uint32_t year, quarter;
    if (id.length != 6 || id.text[4] != '-' ||
        !apo_span_number(apo_span_part(id, 0, 4), YEAR_MAX - 1, &year) ||
        !apo_span_number(apo_span_part(id, 5, 1), QUARTERS, &quarter) || year < 1970 ||
        quarter == 0)
        return false;
    fill(out, year, quarter);
    return true;
}

static void wait_for_end(apo_store_batch *batch)
{
    apo_season now;
    apo_season_at(&now, apo_http_wall_clock_ms());
    apo_store_drop_jobs(batch, SEASON_JOB, now.id); /* one is enough */
    apo_store_add_job(batch, SEASON_JOB, now.id, "", now.end_ms);
}

static void do_job(void *context, apo_job *job)
{
    apo_season season;
    apo_store_batch *batch = apo_store_batch_new();
    (void)context;
    if (apo_season_read(&season, apo_span_of(apo_job_row(job)->subject))) {
        apo_store_season closing = {.begin_ms = season.begin_ms,
                                    .deviation_max = APO_GLICKO_SURE_DEVIATION};
        apo_text_copy(closing.id, sizeof closing.id, season.id);
        apo_store_close_season(batch, &closing);
    }
    wait_for_end(batch);
    apo_job_done(job, batch);
}

void apo_season_start(apo_app *app)
{
    apo_jobs_add(app->jobs, SEASON_JOB, do_job);
}

void apo_season_wait(apo_app *app)
{
    apo_store_batch *batch = apo_store_batch_new();
    wait_for_end(batch);
    apo_store_submit(app->store, batch, NULL, NULL);
}
