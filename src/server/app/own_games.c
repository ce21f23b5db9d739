#include "server/app/own_games.h"

#include "server/web/game_summary.h"
#include "server/web/person.h"

enum {
    HOUR_MS = 3600 * 1000,
    DAY_HOURS = 24,
    MINUTE_MS = 60 * 1000,
    WEEK_MS = 7 * DAY_HOURS * HOUR_MS
};

static unsigned side_of(const apo_own_games *all, const apo_game_summary *summary)
{
    return apo_span_is(all->person, summary->seats[APO_WHITE].person) ? APO_WHITE : APO_BLACK;
}

static void add_left(apo_buffer *out, const apo_i18n *i18n, int64_t left_ms)
{
    int64_t hours = left_ms / HOUR_MS, count = hours;
    const char *form;
    if (hours >= DAY_HOURS) {
        count = hours / DAY_HOURS;
        form = apo_tr_plural(i18n, "{n} day", "{n} days", count);
    } else if (hours > 0) {
        form = apo_tr_plural(i18n, "{n} hour", "{n} hours", count);
    } else {
        count = left_ms > 0 ? left_ms / MINUTE_MS : 0;
        form = apo_tr(i18n, "{n} min");
    }
    apo_tr_fill(out, form, APO_GAPS(APO_GAP_NUMBER("n", count)));
}

static void add_when(apo_buffer *out, const apo_own_games *all, const apo_game_summary *summary)
{
    static const char *const scores[] = {"0–1", "¼–¾", "½–½", "¾–¼", "1–0"};
    if (summary->state == APO_ROUND_WAITING)
        apo_buffer_add(out, apo_tr(all->i18n, "waits for an opponent"));
    else if (summary->state == APO_ROUND_CANCELLED)
        apo_buffer_add(out, apo_tr(all->i18n, "cancelled"));
    else if (summary->state == APO_ROUND_FINISHED && summary->white_quarters >= 0)
        apo_buffer_add(out, scores[summary->white_quarters]);
    else if (summary->ply_count < 2 && summary->due_ms - all->now_ms > WEEK_MS)
        /* No clock runs: these would be the days until the game is cancelled. */
        apo_buffer_add(out, apo_tr(all->i18n, "not begun"));
    else if (summary->due_ms > 0)
        add_left(out, all->i18n, summary->due_ms - all->now_ms);
    else
        apo_buffer_add(out, apo_tr(all->i18n, "no hurry"));
}

static void fill_opponent(apo_fill *row, const apo_own_games *all,
                          const apo_game_summary *summary)
{
    const apo_seat *seat = &summary->seats[side_of(all, summary) ^ 1U];
    apo_store_person person = {.name = ""};
    if (seat->kind == APO_SEAT_PERSON)
        apo_store_find_person(all->app->store, &person, apo_span_of(seat->person));
    if (seat->kind == APO_SEAT_PERSON)
        apo_person_fill_name(row, "opponent", all->i18n, person.name);
    else
        apo_fill_string(
            row, "opponent",
            apo_tr(all->i18n, seat->kind == APO_SEAT_COMPUTER ? "Computer" : "Nobody yet"));
}

static void fill_position(apo_fill *row, const apo_own_games *all,
                          const apo_game_summary *summary)
{
    unsigned you = side_of(all, summary);
    apo_fill_string(row, "fen", summary->fen);
    apo_fill_string(row, "last_move", summary->last_move);
    apo_fill_string(row, "you", apo_view_side(you));
    apo_fill_flag(row, "is_yours", summary->turn == you);
}

static void fill_game(const apo_own_games *all, const apo_game_summary *summary)
{
    apo_variant_outline outline;
    apo_fill *row = apo_fill_row(all->fill, all->group);
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    apo_fill_string(row, "id", summary->id);
    apo_fill_string(row, "variant", summary->start.variant);
    apo_fill_string(row, "variant_name",
                    apo_variant_map_name(&outline, all->app->variants, all->app->store,
                                         summary->start.variant));
    apo_view_start_words(&words, all->i18n, &summary->start);
    apo_fill_text(row, "start", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    apo_view_clock_words(&words, all->i18n, &summary->start.controls[side_of(all, summary)]);
    apo_fill_text(row, "clock", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    add_when(&words, all, summary);
    apo_fill_text(row, "when", apo_buffer_span(&words));
    apo_buffer_clear(&words);
    fill_opponent(row, all, summary);
    fill_position(row, all, summary);
}

bool apo_own_games_add(void *context, const apo_store_game *row)
{
    apo_own_games *all = context;
    apo_game_summary summary;
    if (++all->count > all->limit)
        return false;
    apo_text_copy(all->last, sizeof all->last, row->id);
    if (apo_game_summary_read(&summary, row) == APO_OK)
        fill_game(all, &summary);
    return true;
}
