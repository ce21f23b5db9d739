#include "server/tournament/plan.h"

#include "base/json.h"
#include "server/round/view.h"
#include "server/web/token.h"

enum {
    SECOND_MS = 1000,
    PERCENT_MIN = 20 /* least share of the usual time, whatever the odds */
};

static const char *const way_words[APO_SWISS_WAYS] = {"slide", "fold"};
static const char *const host_words[APO_TOURNAMENT_HOSTS] = {"white", "black", "alternate"};
static const char *const order_words[APO_TOURNAMENT_ORDERS] = {"rating", "random", "entry"};

/* --- as text ------------------------------------------------------------- */

static void add_word(apo_buffer *out, const char *key, const char *value)
{
    apo_buffer_add(out, key);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add(out, value);
    apo_buffer_add_char(out, '\n');
}

static void add_number(apo_buffer *out, const char *key, int64_t value)
{
    apo_buffer_add(out, key);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, value);
    apo_buffer_add_char(out, '\n');
}

static void add_lists(apo_buffer *out, const apo_tournament_plan *plan)
{
    apo_buffer_add(out, "starts");
    for (unsigned i = 0; i < plan->start_count; i++) {
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, plan->starts[i]);
    }
    apo_buffer_add(out, "\nbreaks");
    for (unsigned i = 0; i < plan->break_count; i++) {
        apo_buffer_add_char(out, ' ');
        apo_buffer_add(out, apo_tournament_break_word(plan->breaks[i]));
    }
    apo_buffer_add_char(out, '\n');
}

static void add_people(apo_buffer *out, const char *key, const apo_tournament_people *people)
{
    apo_buffer_add(out, key);
    for (unsigned i = 0; i < people->count; i++) {
        apo_buffer_add_char(out, ' ');
        apo_buffer_add(out, people->ids[i]);
    }
    apo_buffer_add_char(out, '\n');
}

void apo_tournament_plan_write(apo_buffer *out, const apo_tournament_plan *plan)
{
    char buf[APO_TIME_CONTROL_TEXT_MAX];
    apo_text clock = apo_text_start(buf, sizeof buf);
    apo_time_control_write(&clock, &plan->clock);
    add_number(out, "system", plan->system);
    add_number(out, "cycles", plan->cycles);
    add_number(out, "both", plan->has_both);
    add_number(out, "rounds", plan->rounds);
    add_word(out, "pairing", way_words[plan->way]);
    add_number(out, "late", plan->late_rounds);
    add_number(out, "byes", plan->half_byes);
    add_number(out, "boards", plan->boards);
    add_number(out, "teams", plan->teams_max);
    add_number(out, "circle", plan->is_team_circle);
    add_number(out, "locked", plan->locked);
    add_number(out, "minutes", plan->minutes);
    add_word(out, "host", host_words[plan->host]);
    add_number(out, "host_time", plan->host_time);
    add_number(out, "odds", plan->odds);
    add_number(out, "points", plan->point_odds);
    for (unsigned i = 0; i < plan->handicaps.count; i++) {
        apo_buffer_add(out, "handicap ");
        apo_buffer_add_number(out, plan->handicaps.steps[i].from);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add(out, plan->handicaps.steps[i].text);
        apo_buffer_add_char(out, '\n');
    }
    add_word(out, "order", order_words[plan->order]);
    add_number(out, "seed", plan->seed);
    add_lists(out, plan);
    add_word(out, "clock", buf);
    add_number(out, "rated", plan->is_rated);
    add_number(out, "weekend", plan->has_weekend);
    add_number(out, "vacation", plan->has_vacation);
    add_number(out, "min", plan->players_min);
    add_number(out, "max", plan->players_max);
    add_number(out, "invited", plan->is_by_invitation);
    add_number(out, "from", plan->rating_min);
    add_number(out, "to", plan->rating_max);
    add_people(out, "guests", &plan->guests);
    add_people(out, "expelled", &plan->expelled);
    add_people(out, "resting", &plan->resting);
    add_number(out, "closes", plan->closes_s);
    add_number(out, "full", plan->begins_full);
    add_number(out, "all", plan->is_all_at_once);
    add_number(out, "every", plan->every_s);
    add_number(out, "pause", plan->pause_s);
    add_word(out, "theme", plan->theme);
    add_word(out, "text", plan->text);
    add_word(out, "definition", plan->definition);
    add_number(out, "unplayable", plan->is_unplayable);
}

static apo_status read_starts(apo_tournament_plan *out, apo_span value)
{
    for (apo_span word; (word = apo_span_word(&value)).length > 0;) {
        uint32_t number;
        if (out->start_count == APO_TOURNAMENT_STARTS_MAX ||
            !apo_span_number(word, UINT32_MAX, &number))
            return APO_E_SYNTAX;
        out->starts[out->start_count++] = number;
    }
    return APO_OK;
}

static apo_status add_break(apo_tournament_plan *out, apo_span word)
{
    enum apo_tournament_break which = apo_tournament_break_find(word);
    if (which == APO_TOURNAMENT_BREAKS || out->break_count == APO_TOURNAMENT_BREAKS)
        return APO_E_SYNTAX;
    for (unsigned i = 0; i < out->break_count; i++) {
        if (out->breaks[i] == which)
            return APO_E_SYNTAX;
    }
    out->breaks[out->break_count++] = which;
    return APO_OK;
}

static apo_status read_breaks(apo_tournament_plan *out, apo_span value)
{
    apo_status status = APO_OK;
    for (apo_span word; status == APO_OK && (word = apo_span_word(&value)).length > 0;)
        status = add_break(out, word);
    return status;
}

static apo_status read_people(apo_tournament_people *out, apo_span value)
{
    for (apo_span word; (word = apo_span_word(&value)).length > 0;) {
        if (out->count == APO_TOURNAMENT_PEOPLE_MAX || word.length >= APO_STORE_ID_MAX)
            return APO_E_SYNTAX;
        apo_text_copy_span(out->ids[out->count++], APO_STORE_ID_MAX, word);
    }
    return APO_OK;
}

static apo_status read_system(apo_tournament_plan *out, apo_span value)
{
    uint32_t number;
    if (!apo_span_number(value, APO_TOURNAMENT_SYSTEMS - 1, &number))
        return APO_E_SYNTAX;
    out->system = (enum apo_tournament_system)number;
    return APO_OK;
}

static apo_status read_words(apo_tournament_plan *out, apo_span key, apo_span value)
{
    if (apo_span_is(key, "starts"))
        return read_starts(out, value);
    if (apo_span_is(key, "breaks"))
        return read_breaks(out, value);
    if (apo_span_is(key, "guests"))
        return read_people(&out->guests, value);
    if (apo_span_is(key, "expelled"))
        return read_people(&out->expelled, value);
    if (apo_span_is(key, "resting"))
        return read_people(&out->resting, value);
    if (apo_span_is(key, "system") || apo_span_is(key, "swiss")) /* its old name */
        return read_system(out, value);
    if (apo_span_is(key, "handicap"))
        return apo_tournament_odds_read(&out->handicaps, value);
    if (apo_span_is(key, "clock"))
        return apo_time_control_read(&out->clock, value);
    if (apo_span_is(key, "pairing")) {
        out->way = (enum apo_swiss_way)apo_span_index(value, way_words, APO_SWISS_WAYS);
        return out->way < APO_SWISS_WAYS ? APO_OK : APO_E_SYNTAX;
    }
    if (apo_span_is(key, "host")) {
        out->host =
            (enum apo_tournament_host)apo_span_index(value, host_words, APO_TOURNAMENT_HOSTS);
        return out->host < APO_TOURNAMENT_HOSTS ? APO_OK : APO_E_SYNTAX;
    }
    if (apo_span_is(key, "order")) {
        out->order = (enum apo_tournament_order)apo_span_index(value, order_words,
                                                               APO_TOURNAMENT_ORDERS);
        return out->order < APO_TOURNAMENT_ORDERS ? APO_OK : APO_E_SYNTAX;
    }
    if (apo_span_is(key, "text"))
        apo_text_copy_span(out->text, sizeof out->text, value);
    else if (apo_span_is(key, "theme"))
        apo_text_copy_span(out->theme, sizeof out->theme, value);
    else if (apo_span_is(key, "definition"))
        apo_text_copy_span(out->definition, sizeof out->definition, value);
    else
        return APO_E_SYNTAX;
    return APO_OK;
}

static apo_status read_line(apo_tournament_plan *out, apo_span key, apo_span value)
{
    const struct {
        const char *word;
        bool *flag;
        unsigned *number;
        uint32_t *seconds;
    } rows[] = {
        {"cycles", NULL, &out->cycles, NULL},
        {"both", &out->has_both, NULL, NULL},
        {"rounds", NULL, &out->rounds, NULL},
        {"late", NULL, &out->late_rounds, NULL},
        {"byes", NULL, &out->half_byes, NULL},
        {"boards", NULL, &out->boards, NULL},
        {"teams", NULL, &out->teams_max, NULL},
        {"circle", &out->is_team_circle, NULL, NULL},
        {"minutes", NULL, &out->minutes, NULL},
        {"host_time", NULL, &out->host_time, NULL},
        {"odds", NULL, &out->odds, NULL},
        {"points", NULL, &out->point_odds, NULL},
        {"seed", NULL, NULL, &out->seed},
        {"locked", NULL, NULL, &out->locked},
        {"rated", &out->is_rated, NULL, NULL},
        {"weekend", &out->has_weekend, NULL, NULL},
        {"vacation", &out->has_vacation, NULL, NULL},
        {"min", NULL, &out->players_min, NULL},
        {"max", NULL, &out->players_max, NULL},
        {"invited", &out->is_by_invitation, NULL, NULL},
        {"from", NULL, &out->rating_min, NULL},
        {"to", NULL, &out->rating_max, NULL},
        {"closes", NULL, NULL, &out->closes_s},
        {"full", &out->begins_full, NULL, NULL},
        {"all", &out->is_all_at_once, NULL, NULL},
        {"unplayable", &out->is_unplayable, NULL, NULL},
        {"every", NULL, NULL, &out->every_s},
        {"pause", NULL, NULL, &out->pause_s},
    };

    uint32_t number;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!apo_span_is(key, rows[i].word))
            continue;
        if (!apo_span_number(value, UINT32_MAX, &number))
            return APO_E_SYNTAX;
        if (rows[i].flag != NULL)
            *rows[i].flag = number != 0;
        else if (rows[i].number != NULL)
            *rows[i].number = number;
        else
            *rows[i].seconds = number;
        return APO_OK;
    }
    return read_words(out, key, value);
}

apo_status apo_tournament_plan_read(apo_tournament_plan *out, apo_span text)
{
    apo_span line;
    *out = (apo_tournament_plan){.cycles = 1, .host_time = 100};
    while (apo_span_line(&text, &line)) {
        apo_span key = apo_span_word(&line);
        apo_status status = read_line(out, key, apo_span_trim(line));
        if (status != APO_OK)
            return status;
    }
    return APO_OK;
}

/* --- questions ----------------------------------------------------------- */

static const char *word_of(enum apo_tournament_system system)
{
    static const char *const words[APO_TOURNAMENT_SYSTEMS] = {
        "round-robin", "swiss", "knock-out", "arena", "exhibition", "teams"};
    return words[system];
}

bool apo_tournament_plan_is_live(const apo_tournament_plan *plan)
{
    return plan->clock.kind == APO_CLOCK_LIVE;
}

bool apo_tournament_plan_is_rated(const apo_tournament_plan *plan)
{
    const bool has_host_time = plan->system == APO_TOURNAMENT_EXHIBITION &&
                               apo_tournament_plan_is_live(plan) && plan->host_time != 100;
    return plan->is_rated && plan->theme[0] == '\0' && !has_host_time;
}

static int64_t part_of(int64_t time_ms, int64_t percent, int64_t most_ms)
{
    const int64_t part_ms = time_ms * percent / 100 / SECOND_MS * SECOND_MS;
    return part_ms < most_ms ? part_ms : most_ms;
}

apo_time_control apo_tournament_plan_clock(const apo_tournament_plan *plan, bool is_host,
                                           int rating_gap)
{
    apo_time_control clock = plan->clock;
    int64_t percent = is_host ? plan->host_time : 100;
    if (plan->odds > 0 && rating_gap > 0)
        percent = percent * (100 - (int64_t)plan->odds * rating_gap / 100) / 100;
    if (percent < PERCENT_MIN)
        percent = PERCENT_MIN;
    if (percent == 100)
        return clock;
    clock.base_ms = part_of(clock.base_ms, percent, APO_CLOCK_BASE_MAX_MS);
    clock.increment_ms = part_of(clock.increment_ms, percent, APO_CLOCK_INCREMENT_MAX_MS);
    return apo_time_control_is_valid(&clock) ? clock : plan->clock;
}

unsigned apo_tournament_plan_start(const apo_tournament_plan *plan, unsigned round,
                                   unsigned count)
{
    if (plan->start_count > 0)
        return plan->starts[(round - 1) % plan->start_count];
    /* The waves of an arena are many. */
    return apo_tournament_start(plan->seed, (round - 1) % APO_TOURNAMENT_ROUNDS_MAX + 1, count);
}

unsigned apo_tournament_plan_rounds(const apo_tournament_plan *plan, unsigned players)
{
    switch (plan->system) {
    case APO_TOURNAMENT_CIRCLE: return apo_berger_rounds(players, plan->cycles);
    case APO_TOURNAMENT_KNOCKOUT: return apo_knockout_rounds(players);
    case APO_TOURNAMENT_ARENA: return 0;
    case APO_TOURNAMENT_EXHIBITION: return 1;
    case APO_TOURNAMENT_TEAMS:
        if (plan->is_team_circle)
            return apo_berger_rounds(players, plan->cycles);
        break;
    case APO_TOURNAMENT_SWISS:
    case APO_TOURNAMENT_SYSTEMS: break;
    }
    return plan->rounds < players ? plan->rounds : players - 1;
}

/* --- for people and programs --------------------------------------------- */

static void team_words(apo_buffer *out, const apo_i18n *i18n, const apo_tournament_plan *plan)
{
    const apo_gap *gaps =
        APO_GAPS(APO_GAP_NUMBER("n", plan->boards), APO_GAP_NUMBER("rounds", plan->rounds));
    const char *text;
    if (!plan->is_team_circle)
        text = apo_tr(i18n, "Team matches, boards: {n}, Swiss, rounds: {rounds}");
    else if (plan->cycles > 1)
        text = apo_tr(i18n, "Team matches, boards: {n}, round robin, two cycles");
    else
        text = apo_tr(i18n, "Team matches, boards: {n}, round robin");
    apo_tr_fill(out, text, gaps);
}

void apo_tournament_plan_words(apo_buffer *out, const apo_i18n *i18n,
                               const apo_tournament_plan *plan)
{
    if (plan->system == APO_TOURNAMENT_KNOCKOUT)
        apo_buffer_add(out, apo_tr(i18n, "Knock-out"));
    else if (plan->system == APO_TOURNAMENT_EXHIBITION)
        apo_buffer_add(out, apo_tr(i18n, "Simultaneous exhibition"));
    else if (plan->system == APO_TOURNAMENT_ARENA)
        apo_tr_fill(
            out, apo_tr_plural(i18n, "Arena, {n} minute", "Arena, {n} minutes", plan->minutes),
            APO_GAPS(APO_GAP_NUMBER("n", plan->minutes)));
    else if (plan->system == APO_TOURNAMENT_SWISS)
        apo_tr_fill(out,
                    apo_tr_plural(i18n, "Swiss, {n} round", "Swiss, {n} rounds", plan->rounds),
                    APO_GAPS(APO_GAP_NUMBER("n", plan->rounds)));
    else if (plan->system == APO_TOURNAMENT_TEAMS)
        team_words(out, i18n, plan);
    else if (plan->cycles > 1)
        apo_buffer_add(out, apo_tr(i18n, "Round robin, two cycles"));
    else
        apo_buffer_add(out, apo_tr(i18n, "Round robin"));
    if (plan->has_both)
        apo_buffer_add(out, apo_tr(i18n, ", both colours"));
    if (plan->theme[0] != '\0')
        apo_buffer_add(out, apo_tr(i18n, ", from a set position"));
    if (plan->odds > 0)
        apo_tr_fill(out, apo_tr(i18n, ", time odds of {n} % for 100 rating points"),
                    APO_GAPS(APO_GAP_NUMBER("n", plan->odds)));
    if (plan->handicaps.count > 0)
        apo_buffer_add(out, apo_tr(i18n, ", odds by rating"));
    if (plan->point_odds > 0)
        apo_buffer_add(out, apo_tr(i18n, ", points in advance by rating"));
}

const char *apo_tournament_plan_break(const apo_i18n *i18n, enum apo_tournament_break which)
{
    static const char *const names[APO_TOURNAMENT_BREAKS] = {
        [APO_TOURNAMENT_BREAK_DIRECT] = APO_T("Direct encounter"),
        [APO_TOURNAMENT_BREAK_SONNEBORN] = APO_T("Sonneborn-Berger"),
        [APO_TOURNAMENT_BREAK_BUCHHOLZ_CUT] = APO_T("Buchholz without the lowest"),
        [APO_TOURNAMENT_BREAK_BUCHHOLZ] = APO_T("Buchholz"),
        [APO_TOURNAMENT_BREAK_WINS] = APO_T("Games won"),
    };
    return apo_tr(i18n, names[which]);
}

static void view_lists(apo_buffer *out, const apo_tournament_plan *plan)
{
    if (plan->start_count == 0) {
        apo_json_add_string(out, "starts", "random");
    } else {
        apo_json_open(out, "starts", '[');
        for (unsigned i = 0; i < plan->start_count; i++)
            apo_json_add_number(out, NULL, plan->starts[i]);
        apo_json_close(out, ']');
    }
    apo_json_add_optional(out, "theme", plan->theme[0] != '\0' ? plan->theme : NULL);
    apo_json_open(out, "tie_breaks", '[');
    for (unsigned i = 0; i < plan->break_count; i++)
        apo_json_add_string(out, NULL, apo_tournament_break_word(plan->breaks[i]));
    apo_json_close(out, ']');
}

static void add_bound(apo_buffer *out, const char *name, unsigned rating)
{
    if (rating > 0)
        apo_json_add_number(out, name, rating);
    else
        apo_json_add_null(out, name);
}

void apo_tournament_plan_view(apo_buffer *out, const apo_tournament_plan *plan)
{
    apo_json_add_string(out, "system", word_of(plan->system));
    if (plan->system == APO_TOURNAMENT_SWISS) {
        apo_json_add_string(out, "pairing", way_words[plan->way]);
        apo_json_add_number(out, "late_rounds", plan->late_rounds);
        apo_json_add_number(out, "half_byes", plan->half_byes);
    }
    if (plan->system == APO_TOURNAMENT_CIRCLE)
        apo_json_add_number(out, "cycles", plan->cycles);
    if (plan->system == APO_TOURNAMENT_ARENA)
        apo_json_add_number(out, "minutes", plan->minutes);
    if (plan->system == APO_TOURNAMENT_EXHIBITION) {
        apo_json_add_string(out, "host", host_words[plan->host]);
        apo_json_add_number(out, "host_time", plan->host_time);
    }
    if (plan->system == APO_TOURNAMENT_TEAMS) {
        apo_json_add_number(out, "boards", plan->boards);
        apo_json_add_number(out, "teams_max", plan->teams_max);
        apo_json_add_string(out, "team_pairing",
                            plan->is_team_circle ? "round-robin" : "swiss");
        apo_json_add_number(out, "cycles", plan->cycles);
    }
    apo_json_add_number(out, "time_odds", plan->odds);
    apo_json_add_number(out, "point_odds", plan->point_odds);
    apo_json_open(out, "odds", '[');
    for (unsigned i = 0; i < plan->handicaps.count; i++) {
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "from", plan->handicaps.steps[i].from);
        apo_json_add_string(out, "odds", plan->handicaps.steps[i].text);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
    apo_json_add_flag(out, "both_colors", plan->has_both);
    apo_json_add_number(out, "rounds", plan->rounds);
    apo_json_add_string(out, "order", order_words[plan->order]);
    apo_json_open(out, "clock", '{');
    apo_view_control(out, &plan->clock);
    apo_json_close(out, '}');
    apo_json_add_flag(out, "rated", apo_tournament_plan_is_rated(plan));
    apo_json_add_flag(out, "weekend", plan->has_weekend);
    apo_json_add_flag(out, "vacation", plan->has_vacation);
    apo_json_add_number(out, "players_min", plan->players_min);
    apo_json_add_number(out, "players_max", plan->players_max);
    apo_json_add_string(out, "entry", plan->is_by_invitation ? "invited" : "open");
    add_bound(out, "rating_min", plan->rating_min);
    add_bound(out, "rating_max", plan->rating_max);
    apo_json_add_number(out, "closes", (int64_t)plan->closes_s * 1000);
    apo_json_add_string(out, "begins", plan->begins_full ? "full" : "date");
    apo_json_add_string(out, "pace", plan->is_all_at_once ? "all" : "rounds");
    apo_json_add_number(out, "every_ms", (int64_t)plan->every_s * 1000);
    apo_json_add_number(out, "pause_ms", (int64_t)plan->pause_s * 1000);
    view_lists(out, plan);
    apo_json_add_string(out, "text", plan->text);
    apo_json_add_flag(out, "is_unplayable", plan->is_unplayable);
}
