/* Reads and checks a request for a new tournament. */
#include "server/seek/game_setup.h"
#include "server/tournament/plan.h"
#include "server/web/token.h"

enum {
    PAUSE_MAX_S = 60 * 24 * 3600 /* between rounds */
};

static const int64_t year_ms = INT64_C(366) * 24 * 3600 * 1000;

static apo_status refuse(apo_error *err, apo_status status, const char *words)
{
    return apo_fail(err, status, 0, words, apo_span_of(""));
}

/* An integer in a range; left alone if missing. */
static bool read_number(const apo_json_value *body, const char *name, int64_t minimum,
                        int64_t maximum, int64_t *inout)
{
    const apo_json_value *value = apo_json_in_member(body, name);
    return value == NULL || apo_json_in_number(value, minimum, maximum, inout);
}

static bool read_flag(const apo_json_value *body, const char *name, bool *inout)
{
    const apo_json_value *value = apo_json_in_member(body, name);
    return value == NULL || apo_json_in_flag(value, inout);
}

/* The index of the member's word: 0 if missing, `count` if unknown. */
static unsigned read_choice(const apo_json_value *body, const char *name,
                            const char *const *words, unsigned count)
{
    apo_span text = {NULL, 0};
    const apo_json_value *value = apo_json_in_member(body, name);
    if (value == NULL)
        return 0;
    apo_json_in_text(value, &text);
    unsigned i = 0;
    while (i < count && !apo_span_is(text, words[i]))
        i++;
    return i;
}

static apo_status read_system(apo_tournament_plan *out, const apo_json_value *body,
                              apo_error *err)
{
    static const char *const systems[] = {"round-robin", "swiss"};
    static const char *const ways[] = {"slide", "fold"};
    static const char *const orders[] = {"rating", "random", "entry"};
    unsigned system = read_choice(body, "system", systems, 2);
    unsigned way = read_choice(body, "pairing", ways, APO_SWISS_WAYS);
    unsigned order = read_choice(body, "order", orders, APO_TOURNAMENT_ORDERS);
    int64_t cycles = 1, rounds = 5, seed = apo_token_below(UINT32_MAX);
    if (system > 1 || way == APO_SWISS_WAYS || order == APO_TOURNAMENT_ORDERS)
        return refuse(
            err, APO_E_SYNTAX,
            "\"system\" is round-robin or swiss, \"pairing\" slide or fold, \"order\" "
            "rating, random or entry.");
    if (!read_number(body, "cycles", 1, 2, &cycles) ||
        !read_number(body, "rounds", 1, APO_TOURNAMENT_SWISS_ROUNDS_MAX, &rounds) ||
        !read_number(body, "seed", 0, UINT32_MAX, &seed) ||
        !read_flag(body, "both_colors", &out->has_both))
        return refuse(err, APO_E_RANGE,
                      "A round robin has 1 or 2 cycles, a Swiss tournament 1 to 20 rounds.");
    out->is_swiss = system == 1;
    out->way = (enum apo_swiss_way)way;
    out->order = (enum apo_tournament_order)order;
    out->cycles = (unsigned)cycles;
    out->rounds = out->is_swiss ? (unsigned)rounds : 0;
    out->seed = (uint32_t)seed;
    return APO_OK;
}

static apo_status read_starts(apo_tournament_plan *out, const apo_json_value *body,
                              const apo_variant *var, apo_error *err)
{
    const apo_json_value *starts = apo_json_in_member(body, "starts");
    apo_span text = {NULL, 0};
    size_t count = apo_json_in_count(starts);
    if (starts == NULL || (apo_json_in_text(starts, &text) && apo_span_is(text, "random")))
        return APO_OK;
    if (count == 0 || count > APO_TOURNAMENT_STARTS_MAX)
        return refuse(err, APO_E_SYNTAX, "\"starts\" is random or a list of up to 64 numbers.");
    for (size_t i = 0; i < count; i++) {
        int64_t number;
        if (!apo_json_in_number(apo_json_in_element(starts, i), 1,
                                apo_variant_info_of(var)->start_count, &number))
            return refuse(err, APO_E_RANGE, "This game has no start with that number.");
        out->starts[out->start_count++] = (unsigned)number;
    }
    return APO_OK;
}

static apo_status read_players(apo_tournament_plan *out, const apo_json_value *body,
                               apo_error *err)
{
    int64_t most = out->is_swiss ? APO_TOURNAMENT_PLAYERS_MAX : APO_TOURNAMENT_CIRCLE_MAX;
    int64_t fewest = 2, maximum = out->is_swiss ? 32 : 8;
    if (!read_number(body, "players_min", 2, most, &fewest) ||
        !read_number(body, "players_max", 2, most, &maximum) || fewest > maximum)
        return refuse(err, APO_E_RANGE,
                      "A round robin has 2 to 24 players, a Swiss tournament 2 to 128, and the "
                      "minimum is at most the maximum.");
    out->players_min = (unsigned)fewest;
    out->players_max = (unsigned)maximum;
    return APO_OK;
}

/* The caller looks up the invited names. */
static apo_status read_entry(apo_tournament_plan *out, const apo_json_value *body,
                             apo_error *err)
{
    static const char *const entries[] = {"open", "invited"};
    unsigned entry = read_choice(body, "entry", entries, 2);
    int64_t fewest = 0, most = 0;
    if (entry > 1)
        return refuse(err, APO_E_SYNTAX, "\"entry\" is open or invited.");
    if (!read_number(body, "rating_min", 0, APO_TOURNAMENT_RATING_MAX, &fewest) ||
        !read_number(body, "rating_max", 0, APO_TOURNAMENT_RATING_MAX, &most) ||
        (most > 0 && fewest > most))
        return refuse(
            err, APO_E_RANGE,
            "Ratings are numbers up to 4000, and the minimum is at most the maximum.");
    out->is_by_invitation = entry == 1;
    out->rating_min = (unsigned)fewest;
    out->rating_max = (unsigned)most;
    return APO_OK;
}

static apo_status read_times(apo_tournament_plan *out, const apo_json_value *body,
                             int64_t now_ms, apo_error *err)
{
    static const char *const begins[] = {"date", "full"};
    static const char *const paces[] = {"rounds", "all"};
    unsigned when = read_choice(body, "begins", begins, 2);
    unsigned pace = read_choice(body, "pace", paces, 2);
    int64_t closes_ms = now_ms + year_ms, every_ms = 0, pause_ms = 0;
    const int64_t pause_max_ms = (int64_t)PAUSE_MAX_S * 1000;
    if (when > 1 || pace > 1)
        return refuse(err, APO_E_SYNTAX,
                      "\"begins\" is date or full, \"pace\" is rounds or all.");
    if (when == 0 && apo_json_in_member(body, "closes") == NULL)
        return refuse(err, APO_E_SYNTAX, "Say when registration closes.");
    if (!read_number(body, "closes", now_ms, now_ms + year_ms, &closes_ms) ||
        !read_number(body, "every_ms", 0, pause_max_ms, &every_ms) ||
        !read_number(body, "pause_ms", 0, pause_max_ms, &pause_ms))
        return refuse(err, APO_E_RANGE,
                      "A tournament begins within a year, and its rounds are not more than 60 "
                      "days apart.");
    if (pace == 1 && (out->is_swiss || apo_tournament_plan_is_live(out)))
        return refuse(err, APO_E_SYNTAX,
                      "Only a round robin that is not live can have all rounds at once.");
    out->begins_full = when == 1;
    out->is_all_at_once = pace == 1;
    out->closes_s = (uint32_t)((closes_ms + 999) / 1000);
    out->every_s = (uint32_t)(every_ms / 1000);
    out->pause_s = (uint32_t)(pause_ms / 1000);
    return APO_OK;
}

static void choose_breaks(apo_tournament_plan *out)
{
    static const enum apo_tournament_break circle[] = {
        APO_TOURNAMENT_BREAK_DIRECT, APO_TOURNAMENT_BREAK_SONNEBORN, APO_TOURNAMENT_BREAK_WINS};

    static const enum apo_tournament_break swiss[] = {
        APO_TOURNAMENT_BREAK_BUCHHOLZ_CUT, APO_TOURNAMENT_BREAK_BUCHHOLZ,
        APO_TOURNAMENT_BREAK_SONNEBORN, APO_TOURNAMENT_BREAK_DIRECT, APO_TOURNAMENT_BREAK_WINS};
    const enum apo_tournament_break *from = out->is_swiss ? swiss : circle;
    out->break_count =
        out->is_swiss ? sizeof swiss / sizeof swiss[0] : sizeof circle / sizeof circle[0];
    for (unsigned i = 0; i < out->break_count; i++)
        out->breaks[i] = from[i];
}

static apo_status read_breaks(apo_tournament_plan *out, const apo_json_value *body,
                              apo_error *err)
{
    const apo_json_value *list = apo_json_in_member(body, "tie_breaks");
    size_t count = apo_json_in_count(list);
    if (list == NULL) {
        choose_breaks(out);
        return APO_OK;
    }
    for (size_t i = 0; i < count; i++) {
        apo_span word = {NULL, 0};
        apo_json_in_text(apo_json_in_element(list, i), &word);
        enum apo_tournament_break which = apo_tournament_break_find(word);
        bool is_new = which < APO_TOURNAMENT_BREAKS;
        for (unsigned k = 0; k < out->break_count; k++)
            is_new = is_new && out->breaks[k] != which;
        if (!is_new)
            return refuse(
                err, APO_E_SYNTAX,
                "\"tie_breaks\" has direct, sonneborn-berger, buchholz-cut, buchholz and "
                "wins at most once each.");
        out->breaks[out->break_count++] = which;
    }
    return APO_OK;
}

/* The organiser's description, as one paragraph. */
static apo_status read_text(apo_tournament_plan *out, const apo_json_value *body,
                            apo_error *err)
{
    apo_span given = {NULL, 0};
    apo_json_in_text(apo_json_in_member(body, "text"), &given);
    given = apo_span_trim(given);
    apo_text text = apo_text_start(out->text, sizeof out->text);
    for (size_t i = 0; i < given.length; i++)
        apo_text_add_char(&text, (uint8_t)given.text[i] < ' ' ? ' ' : given.text[i]);
    return text.is_overflowed ? refuse(err, APO_E_RANGE, "The description is too long.")
                              : APO_OK;
}

apo_status apo_tournament_plan_ask(apo_tournament_plan *out, const apo_json_value *body,
                                   const apo_variant *var, int64_t now_ms, apo_error *err)
{
    *out = (apo_tournament_plan){.cycles = 1, .is_rated = true, .has_vacation = true};
    apo_status status = read_system(out, body, err);
    if (status == APO_OK)
        status = read_starts(out, body, var, err);
    if (status == APO_OK &&
        !apo_game_setup_clock(&out->clock, apo_json_in_member(body, "clock")))
        status =
            refuse(err, APO_E_RANGE,
                   "A clock is days (1 to 60), live (up to 6 hours, and 10 minutes a move), or "
                   "a time bank (up to a year, with an hour at least for the first move).");
    if (status == APO_OK && out->clock.kind == APO_CLOCK_NONE)
        status =
            refuse(err, APO_E_SYNTAX, "A tournament needs a clock, or it might never end.");
    if (status == APO_OK && (!read_flag(body, "rated", &out->is_rated) ||
                             !read_flag(body, "weekend", &out->has_weekend) ||
                             !read_flag(body, "vacation", &out->has_vacation)))
        status = refuse(err, APO_E_SYNTAX,
                        "\"rated\", \"weekend\" and \"vacation\" are true or false.");
    if (status == APO_OK)
        status = read_players(out, body, err);
    if (status == APO_OK)
        status = read_entry(out, body, err);
    if (status == APO_OK)
        status = read_times(out, body, now_ms, err);
    if (status == APO_OK)
        status = read_breaks(out, body, err);
    if (status == APO_OK)
        status = read_text(out, body, err);
    return status;
}
