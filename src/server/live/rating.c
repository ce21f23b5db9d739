#include "server/live/rating.h"

#include <math.h>
#include <string.h>

#include "apothecary/position.h"
#include "base/text.h"
#include "server/jobs/jobs.h"

/* The kind of clock by which games are rated and counted; "odds" if the sides' kinds differ. */
static const char *clock_of(const apo_round_start *start)
{
    enum apo_clock_kind kind = start->controls[APO_WHITE].kind;
    if (start->controls[APO_BLACK].kind != kind)
        return "odds";
    switch (kind) {
    case APO_CLOCK_LIVE: return "live";
    case APO_CLOCK_DAYS: return "days";
    case APO_CLOCK_NONE:
    case APO_CLOCK_KINDS: break;
    }
    return "none";
}

apo_glicko apo_rating_at(const apo_store_rating *rating, int64_t now_ms)
{
    const apo_glicko stored = {rating->rating, rating->deviation, rating->volatility};
    return apo_glicko_grown(&stored, apo_glicko_periods(now_ms - rating->at_ms));
}

/* --- records ------------------------------------------------------------- */

static unsigned quarters_of(const apo_game_summary *summary, unsigned side)
{
    int white = summary->white_quarters;
    return (unsigned)(side == APO_WHITE ? white : APO_QUARTERS_WIN - white);
}

/* Nothing is kept for a deleted account. */
static bool is_gone(apo_store *store, const apo_seat *seat)
{
    apo_store_person person;
    return apo_store_find_person(store, &person, apo_span_of(seat->person)) != APO_OK ||
           (person.standing & APO_STANDING_GONE) != 0;
}

static void count_side(apo_store *store, apo_store_batch *batch,
                       const apo_game_summary *summary, unsigned side, int64_t at_ms)
{
    const apo_seat *own = &summary->seats[side], *other = &summary->seats[side ^ 1U];
    apo_store_score record = {.at_ms = at_ms};
    if (own->kind != APO_SEAT_PERSON || is_gone(store, own))
        return;
    apo_text_copy(record.person, sizeof record.person, own->person);
    if (other->kind == APO_SEAT_PERSON)
        apo_text_copy(record.opponent, sizeof record.opponent, other->person);
    else
        record.level = other->level;
    apo_store_count_result(batch, &record, quarters_of(summary, side));
}

/* --- ratings ------------------------------------------------------------- */

typedef struct player {
    apo_store_rating row;
    apo_glicko before; /* at the end of the game */
} player;

/* A player's present rating, or the initial one. */
static apo_status find_player(player *out, apo_store *store, const apo_game_summary *summary,
                              unsigned side, int64_t at_ms)
{
    apo_store_rating *row = &out->row;
    const char *clock = clock_of(&summary->start);
    apo_status status =
        apo_store_find_rating(store, row, apo_span_of(summary->seats[side].person),
                              apo_span_of(summary->start.variant), apo_span_of(clock));
    if (status == APO_OK) {
        out->before = apo_rating_at(row, at_ms);
        return APO_OK;
    }
    out->before = apo_glicko_first();
    *row = (apo_store_rating){.games = 0};
    apo_text_copy(row->person, sizeof row->person, summary->seats[side].person);
    apo_text_copy(row->variant, sizeof row->variant, summary->start.variant);
    apo_text_copy(row->clock, sizeof row->clock, clock);
    return status == APO_E_UNKNOWN ? APO_OK : status;
}

static void write_player(apo_store_batch *batch, const player players[APO_SIDES],
                         const apo_game_summary *summary, unsigned side, int64_t at_ms)
{
    const player *own = &players[side], *other = &players[side ^ 1U];
    const apo_glicko_game game = {other->before, quarters_of(summary, side)};
    apo_glicko after = apo_glicko_after(&own->before, &game, 1, 0);
    apo_store_rating row = own->row;
    apo_store_rated rated = {.side = side,
                             .quarters = game.quarters,
                             .before = own->before.rating,
                             .rating = after.rating,
                             .deviation = after.deviation};
    row.rating = after.rating;
    row.deviation = after.deviation;
    row.volatility = after.volatility;
    row.games++;
    /* For two games in the same millisecond the history keeps the order in which they were
     * counted. */
    row.at_ms = rated.at_ms = at_ms > row.at_ms ? at_ms : row.at_ms + 1;
    apo_text_copy(rated.game, sizeof rated.game, summary->id);
    apo_text_copy(rated.person, sizeof rated.person, row.person);
    apo_text_copy(rated.opponent, sizeof rated.opponent, other->row.person);
    apo_text_copy(rated.variant, sizeof rated.variant, row.variant);
    apo_text_copy(rated.clock, sizeof rated.clock, row.clock);
    apo_store_set_rating(batch, &row);
    apo_store_add_rated(batch, &rated);
}

/* Games against oneself, of deleted accounts, or without moves are not rated. */
static bool may_rate(apo_store *store, const apo_game_summary *summary)
{
    const apo_seat *seats = summary->seats;
    if (!summary->start.is_rated || summary->ply_count < APO_RATED_PLIES_MIN ||
        seats[APO_WHITE].kind != APO_SEAT_PERSON || seats[APO_BLACK].kind != APO_SEAT_PERSON ||
        strcmp(seats[APO_WHITE].person, seats[APO_BLACK].person) == 0)
        return false;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_store_person person;
        if (apo_store_find_person(store, &person, apo_span_of(seats[side].person)) != APO_OK ||
            !person.is_account || (person.standing & APO_STANDING_GONE) != 0)
            return false;
    }
    return true;
}

/* Adds a finished game to its players' records, and to their ratings if it is rated and both
 * are still accounts. */
static apo_status count_game(apo_store *store, apo_store_batch *batch,
                             const apo_game_summary *summary, int64_t at_ms)
{
    player players[APO_SIDES];
    apo_status status = APO_OK;
    if (summary->state != APO_ROUND_FINISHED || summary->white_quarters < 0 ||
        summary->white_quarters > APO_QUARTERS_WIN)
        return APO_E_SYNTAX;
    for (unsigned side = 0; side < APO_SIDES; side++)
        count_side(store, batch, summary, side, at_ms);
    if (!may_rate(store, summary))
        return APO_OK;
    for (unsigned side = 0; side < APO_SIDES && status == APO_OK; side++)
        status = find_player(&players[side], store, summary, side, at_ms);
    for (unsigned side = 0; side < APO_SIDES && status == APO_OK; side++)
        write_player(batch, players, summary, side, at_ms);
    return status;
}

/* --- in words ------------------------------------------------------------ */

typedef struct rated_side {
    unsigned side;
    apo_store_rated row;
    bool is_found;
} rated_side;

static bool take_side(void *context, const apo_store_rated *rated)
{
    rated_side *wanted = context;
    if (rated->side != wanted->side)
        return true;
    wanted->row = *rated;
    wanted->is_found = true;
    return false;
}

static void write_change(apo_buffer *out, const apo_store_rated *rated)
{
    int64_t change = lround(rated->rating) - lround(rated->before);
    apo_buffer_add_number(out, lround(rated->rating));
    apo_buffer_add(out, change < 0 ? " −" : " +");
    apo_buffer_add_number(out, change < 0 ? -change : change);
}

void apo_rating_write(apo_buffer *out, apo_store *store, const apo_round *round, unsigned side,
                      int64_t now_ms)
{
    apo_store_rating rating;
    rated_side wanted = {.side = side};
    const apo_round_start *start = &round->start;
    if (start->is_rated && round->state == APO_ROUND_FINISHED)
        apo_store_list_rated_of_game(store, apo_span_of(round->id), take_side, &wanted);
    if (wanted.is_found) {
        write_change(out, &wanted.row);
        return;
    }
    if (round->seats[side].kind != APO_SEAT_PERSON ||
        apo_store_find_rating(store, &rating, apo_span_of(round->seats[side].person),
                              apo_span_of(start->variant),
                              apo_span_of(clock_of(start))) != APO_OK)
        return;
    apo_glicko now = apo_rating_at(&rating, now_ms);
    apo_buffer_add_number(out, lround(now.rating));
    apo_buffer_add(out, apo_glicko_is_provisional(&now) ? "?" : "");
}

/* --- the job ------------------------------------------------------------- */

static void do_job(void *context, apo_job *job)
{
    apo_app *app = context;
    apo_store_game row;
    apo_game_summary summary;
    apo_store_batch *batch = apo_store_batch_new();
    const apo_store_job *stored = apo_job_row(job);
    apo_status status = apo_store_find_game(app->store, &row, apo_span_of(stored->subject));
    if (status == APO_OK)
        status = apo_game_summary_read(&summary, &row);
    /* A later rematch offer changes the game's time, and postponing a job changes the job's
     * own. */
    if (status == APO_OK)
        status = count_game(app->store, batch, &summary,
                            stored->tries == 0 ? stored->due_ms : row.changed_ms);
    if (status == APO_OK || status == APO_E_SYNTAX || status == APO_E_UNKNOWN) {
        apo_job_done(job, batch);
        return;
    }
    apo_store_batch_free(batch);
    apo_job_end(job, status);
}

void apo_rating_start(apo_app *app)
{
    apo_jobs_add(app->jobs, "rating", do_job);
}
