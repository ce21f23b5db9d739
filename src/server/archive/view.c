#include "server/archive/view.h"

#include <string.h>

#include "notation/result.h"
#include "store/people.h"

enum {
    FIRST_MOVES = 10 /* that a list shows */
};

void apo_archive_player_of(apo_archive_player *out, const apo_store_record *record,
                           unsigned side, apo_store *store)
{
    apo_store_person person;
    apo_text name = apo_text_start(out->name, sizeof out->name);
    out->is_account = false;
    if (record->players[side][0] != '\0' &&
        apo_store_find_person(store, &person, apo_span_of(record->players[side])) == APO_OK) {
        apo_text_add(&name, person.name);
        out->is_account = person.is_account;
    } else {
        apo_text_add(&name, record->names[side]);
    }
}

static apo_span first_moves(apo_span moves, unsigned count)
{
    apo_span rest = moves;
    for (unsigned i = 0; i < count && apo_span_word(&rest).length > 0; i++) {
    }
    return apo_span_trim(apo_span_part(moves, 0, moves.length - rest.length));
}

void apo_archive_write_url(apo_buffer *out, const apo_store_record *record)
{
    apo_buffer_add(out, record->kind == APO_RECORD_IMPORTED ? "/archive/games/" : "/game/");
    apo_buffer_add(out, record->game);
}

static void view_start(apo_buffer *out, const apo_store_record *record, bool has_fen)
{
    apo_json_open(out, "start", '{');
    if (record->start_number > 0)
        apo_json_add_number(out, "number", record->start_number);
    else
        apo_json_add_null(out, "number");
    apo_json_add_string(out, "name", record->start_name);
    apo_json_add_optional(out, "handicap", record->handicap);
    if (has_fen && record->fen.length > 0)
        apo_json_add_text(out, "fen", record->fen);
    apo_json_close(out, '}');
}

static void view_player(apo_buffer *out, const apo_store_record *record, unsigned side,
                        apo_store *store)
{
    apo_archive_player player;
    apo_archive_player_of(&player, record, side, store);
    apo_json_open(out, side == APO_WHITE ? "white" : "black", '{');
    apo_json_add_string(out, "name", player.name);
    apo_json_add_flag(out, "is_account", player.is_account);
    apo_json_close(out, '}');
}

static void view_result(apo_buffer *out, const apo_store_record *record)
{
    apo_json_open(out, "result", '{');
    apo_json_add_number(out, "white_quarters", record->quarters);
    apo_json_add_string(out, "text", apo_result_text(record->quarters));
    apo_json_add_string(out, "reason", record->reason);
    apo_json_close(out, '}');
}

static void view_url(apo_buffer *out, const apo_store_record *record)
{
    apo_buffer url;
    apo_buffer_init(&url, NULL);
    apo_archive_write_url(&url, record);
    apo_json_add_text(out, "url", apo_buffer_span(&url));
    apo_buffer_clear(&url);
}

void apo_archive_view(apo_buffer *out, const char *name, const apo_store_record *record,
                      const apo_variant_map *variants, apo_store *store, bool has_moves)
{
    static const char *const clocks[APO_RECORD_CLOCKS] = {"none", "live", "days", "odds"};
    static const char *const kinds[APO_RECORD_KINDS] = {"people", "computer", "imported"};
    apo_variant_outline outline;
    apo_json_open(out, name, '{');
    apo_json_add_string(out, "id", record->game);
    view_url(out, record);
    apo_json_add_string(out, "variant", record->variant);
    apo_json_add_string(out, "variant_name",
                        apo_variant_map_name(&outline, variants, store, record->variant));
    apo_json_add_string(out, "definition", record->definition);
    view_start(out, record, has_moves);
    for (unsigned side = 0; side < APO_SIDES; side++)
        view_player(out, record, side, store);
    view_result(out, record);
    apo_json_add_string(out, "kind", kinds[record->kind]);
    apo_json_add_string(out, "clock", clocks[record->clock]);
    apo_json_add_flag(out, "is_rated", record->is_rated);
    apo_json_add_number(out, "plies", record->plies);
    apo_json_add_number(out, "begun", record->begun_ms);
    apo_json_add_number(out, "ended", record->ended_ms);
    apo_json_add_text(out, has_moves ? "moves" : "opening",
                      has_moves ? record->moves : first_moves(record->moves, FIRST_MOVES));
    apo_json_close(out, '}');
}

void apo_archive_view_stats(apo_buffer *out, const apo_store_stats *stats)
{
    int64_t tenths, margin;
    apo_json_add_number(out, "games", stats->games);
    apo_json_open(out, "results", '[');
    for (unsigned i = 0; i < APO_STORE_RESULTS; i++)
        apo_json_add_number(out, NULL, stats->results[i]);
    apo_json_close(out, ']');
    if (!apo_archive_score(stats, &tenths, &margin))
        return;
    apo_json_add_number(out, "white_per_mille", tenths);
    apo_json_add_number(out, "margin_per_mille", margin);
    apo_json_add_number(out, "average_plies", (stats->plies + stats->games / 2) / stats->games);
}

/* The integer square root. */
static int64_t root_of(int64_t number)
{
    int64_t low = 0, high = 1 << 30;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (middle * middle <= number)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* The mean of the results and twice its standard error, from their variance. Adds one imaginary
 * game of each outcome, so that three wins in a row are not taken as certainty. */
bool apo_archive_score(const apo_store_stats *stats, int64_t *out_tenths, int64_t *out_margin)
{
    int64_t sum = 0, count = 0, squares = 0, quarters = 0;
    if (stats->games == 0)
        return false;
    for (int64_t i = 0; i < APO_STORE_RESULTS; i++) {
        quarters += stats->results[i] * i;
        sum += (stats->results[i] + 1) * i;
        squares += (stats->results[i] + 1) * i * i;
        count += stats->results[i] + 1;
    }
    *out_tenths = (quarters * 250 + stats->games / 2) / stats->games;
    /* Variance of one game in quarters squared, times a million; 62500 of it are (1/4)^2 of
     * 1000^2. */
    int64_t variance =
        squares * 1000 / count * 1000 - sum * 1000 / count * (sum * 1000 / count);
    /* One more digit under the root, then rounded up: a margin is never zero. */
    *out_margin = (2 * root_of(variance * 100 / 16 / count) + 9) / 10;
    return true;
}
