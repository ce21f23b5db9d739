/* Reads and checks a request for a new tournament. */
#include "game/tournament_arena.h"
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
    return apo_span_index(text, words, count);
}

static apo_status read_system(apo_tournament_plan *out, const apo_json_value *body,
                              apo_error *err)
{
    static const char *const systems[] = {"round-robin", "swiss",      "knock-out",
                                          "arena",       "exhibition", "teams"};
    static const char *const ways[] = {"slide", "fold"};
    static const char *const orders[] = {"rating", "random", "entry"};
    unsigned system = read_choice(body, "system", systems, APO_TOURNAMENT_SYSTEMS);
    unsigned way = read_choice(body, "pairing", ways, APO_SWISS_WAYS);
    unsigned order = read_choice(body, "order", orders, APO_TOURNAMENT_ORDERS);
    int64_t late = 0, byes = 0;
    int64_t cycles = 1, rounds = 5, seed = apo_token_below(UINT32_MAX);
    if (system == APO_TOURNAMENT_SYSTEMS || way == APO_SWISS_WAYS ||
        order == APO_TOURNAMENT_ORDERS)
        return refuse(err, APO_E_SYNTAX,
                      "\"system\", \"pairing\" or \"order\" is a word that is not known here.");
    if (!read_number(body, "cycles", 1, 2, &cycles) ||
        !read_number(body, "rounds", 1, APO_TOURNAMENT_SWISS_ROUNDS_MAX, &rounds) ||
        !read_number(body, "seed", 0, UINT32_MAX, &seed) ||
        !read_flag(body, "both_colors", &out->has_both))
        return refuse(err, APO_E_RANGE,
                      "A round robin has 1 or 2 cycles, a Swiss tournament 1 to 20 rounds.");
    if (!read_number(body, "late_rounds", 0, APO_TOURNAMENT_SWISS_ROUNDS_MAX, &late) ||
        !read_number(body, "half_byes", 0, APO_TOURNAMENT_HALF_BYES_MAX, &byes) ||
        (system != APO_TOURNAMENT_SWISS && late + byes > 0))
        return refuse(err, APO_E_RANGE,
                      "In a Swiss tournament players may join until round 20 and have up to 3 "
                      "byes of half a point.");
    out->late_rounds = (unsigned)late;
    out->half_byes = (unsigned)byes;
    out->system = (enum apo_tournament_system)system;
    out->way = (enum apo_swiss_way)way;
    out->order = (enum apo_tournament_order)order;
    out->cycles = (unsigned)cycles;
    out->rounds =
        system == APO_TOURNAMENT_SWISS || system == APO_TOURNAMENT_TEAMS ? (unsigned)rounds : 0;
    out->seed = (uint32_t)seed;
    return APO_OK;
}

/* Members for team events only; they determine the number of players. */
static apo_status read_teams(apo_tournament_plan *out, const apo_json_value *body,
                             apo_error *err)
{
    static const char *const pairings[] = {"round-robin", "swiss"};
    const unsigned pairing = read_choice(body, "team_pairing", pairings, 2);
    int64_t boards = 4, teams = 8;
    if (out->system != APO_TOURNAMENT_TEAMS)
        return apo_json_in_member(body, "boards") == NULL &&
                       apo_json_in_member(body, "teams_max") == NULL &&
                       apo_json_in_member(body, "team_pairing") == NULL
                   ? APO_OK
                   : refuse(err, APO_E_SYNTAX,
                            "Only team matches have \"boards\", \"teams_max\" and "
                            "\"team_pairing\".");
    if (!read_number(body, "boards", 1, APO_TEAM_BOARDS_MAX, &boards) ||
        !read_number(body, "teams_max", 2, APO_TEAMS_MAX, &teams) || pairing > 1)
        return refuse(
            err, APO_E_RANGE,
            "Teams have 1 to 12 boards; 2 to 32 teams play a round robin or a Swiss.");
    out->boards = (unsigned)boards;
    out->teams_max = (unsigned)teams;
    out->is_team_circle = pairing == 0;
    out->players_min = 2;
    out->players_max = out->teams_max * (out->boards + APO_TEAM_RESERVES_MAX);
    if (out->is_team_circle)
        out->rounds = 0;
    return APO_OK;
}

/* Members for arenas only. */
static apo_status read_arena(apo_tournament_plan *out, const apo_json_value *body,
                             apo_error *err)
{
    int64_t minutes = 60;
    const bool is_arena = out->system == APO_TOURNAMENT_ARENA;
    if (!is_arena)
        return apo_json_in_member(body, "minutes") == NULL
                   ? APO_OK
                   : refuse(err, APO_E_SYNTAX, "Only an arena has \"minutes\".");
    if (!read_number(body, "minutes", 1, APO_TOURNAMENT_MINUTES_MAX, &minutes))
        return refuse(err, APO_E_RANGE, "An arena lasts 1 to 720 minutes.");
    if (!apo_tournament_plan_is_live(out) || out->has_both)
        return refuse(err, APO_E_SYNTAX,
                      "An arena is played live, one game with each opponent at a time.");
    out->minutes = (unsigned)minutes;
    return APO_OK;
}

/* Members for exhibitions only, and time odds. */
static apo_status read_odds(apo_tournament_plan *out, const apo_json_value *body,
                            apo_error *err)
{
    static const char *const hosts[] = {"white", "black", "alternate"};
    const bool is_exhibition = out->system == APO_TOURNAMENT_EXHIBITION;
    const unsigned host = read_choice(body, "host", hosts, APO_TOURNAMENT_HOSTS);
    int64_t percent = 100, odds = 0;
    if (host == APO_TOURNAMENT_HOSTS || !read_number(body, "host_time", 20, 1000, &percent) ||
        (!is_exhibition && (host > 0 || percent != 100)))
        return refuse(
            err, APO_E_SYNTAX,
            "In an exhibition \"host\" is white, black or alternate, and \"host_time\" "
            "20 to 1000 per cent.");
    if (!read_number(body, "time_odds", 0, APO_TOURNAMENT_ODDS_MAX, &odds))
        return refuse(err, APO_E_RANGE, "Time odds are up to 20 per cent.");
    if ((odds > 0 || percent != 100) && !apo_tournament_plan_is_live(out))
        return refuse(err, APO_E_SYNTAX, "Only live games can be played with time odds.");
    out->host = (enum apo_tournament_host)host;
    out->host_time = (unsigned)percent;
    out->odds = (unsigned)odds;
    return APO_OK;
}

/* Material, starts and points for the weaker player. */
static apo_status read_handicaps(apo_tournament_plan *out, const apo_json_value *body,
                                 const apo_variant *var, apo_error *err)
{
    int64_t points = 0;
    const apo_json_value *list = apo_json_in_member(body, "odds");
    if (!read_number(body, "point_odds", 0, APO_TOURNAMENT_POINT_ODDS_MAX, &points) ||
        (points > 0 && out->system != APO_TOURNAMENT_CIRCLE &&
         out->system != APO_TOURNAMENT_SWISS))
        return refuse(err, APO_E_RANGE,
                      "In a round robin or a Swiss tournament players may begin with up to a "
                      "point for each 100 points of rating.");
    out->point_odds = (unsigned)points;
    if (out->theme[0] != '\0' && apo_json_in_count(list) > 0)
        return refuse(err, APO_E_SYNTAX,
                      "A tournament has odds by rating or a set position, not both.");
    apo_status status =
        apo_tournament_odds_ask(&out->handicaps, list, var, out->starts, out->start_count, err);
    for (unsigned i = 0; i < out->handicaps.count && status == APO_OK; i++) {
        if (out->has_both && apo_tournament_odds_needs_white(&out->handicaps.steps[i]))
            return refuse(err, APO_E_SYNTAX,
                          "With these odds the weaker player has White, so there can be no "
                          "games with both colours.");
    }
    return status;
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

/* A thematic tournament: all games begin from the same position. */
static apo_status read_theme(apo_tournament_plan *out, const apo_json_value *body,
                             const apo_variant *var, apo_error *err)
{
    apo_round_start start = {.number = 0};
    apo_span fen = {NULL, 0};
    apo_json_in_text(apo_json_in_member(body, "theme"), &fen);
    fen = apo_span_trim(fen);
    if (fen.length == 0)
        return APO_OK;
    if (out->start_count > 0)
        return refuse(err, APO_E_SYNTAX,
                      "A tournament has a list of starts or one position, not both.");
    apo_status status = apo_game_setup_from_fen(&start, var, fen, err);
    if (status != APO_OK)
        return status;
    apo_text text = apo_text_start(out->theme, sizeof out->theme);
    apo_text_add(&text, start.fen);
    return text.is_overflowed
               ? refuse(err, APO_E_RANGE, "This position is too long for a tournament.")
               : APO_OK;
}

/* The message for a wrong number of players. */
static const char *players_words(enum apo_tournament_system system)
{
    if (system == APO_TOURNAMENT_ARENA)
        return "An arena has 2 to 100 players, and the minimum is at most the maximum.";
    if (system == APO_TOURNAMENT_EXHIBITION)
        return "An exhibition has 2 to 50 players, and the minimum is at most the maximum.";
    return "A round robin has 2 to 24 players, other tournaments 2 to 500, and the minimum is at "
           "most the maximum.";
}

static apo_status read_players(apo_tournament_plan *out, const apo_json_value *body,
                               apo_error *err)
{
    bool is_circle = out->system == APO_TOURNAMENT_CIRCLE;
    int64_t most = APO_TOURNAMENT_PLAYERS_MAX;
    if (out->system == APO_TOURNAMENT_TEAMS)
        return APO_OK; /* they follow from teams and boards */
    if (is_circle)
        most = APO_TOURNAMENT_CIRCLE_MAX;
    else if (out->system == APO_TOURNAMENT_ARENA)
        most = APO_ARENA_PLAYERS_MAX;
    else if (out->system == APO_TOURNAMENT_EXHIBITION)
        most = APO_TOURNAMENT_EXHIBITION_MAX;
    int64_t fewest = 2, maximum = is_circle ? 8 : 32;
    if (!read_number(body, "players_min", 2, most, &fewest) ||
        !read_number(body, "players_max", 2, most, &maximum) || fewest > maximum)
        return refuse(err, APO_E_RANGE, players_words(out->system));
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
    if (pace == 1 && (out->system != APO_TOURNAMENT_CIRCLE || apo_tournament_plan_is_live(out)))
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

    const bool is_swiss = out->system == APO_TOURNAMENT_SWISS;
    const enum apo_tournament_break *from = is_swiss ? swiss : circle;
    out->break_count =
        is_swiss ? sizeof swiss / sizeof swiss[0] : sizeof circle / sizeof circle[0];
    for (unsigned i = 0; i < out->break_count; i++)
        out->breaks[i] = from[i];
}

static apo_status read_breaks(apo_tournament_plan *out, const apo_json_value *body,
                              apo_error *err)
{
    const apo_json_value *list = apo_json_in_member(body, "tie_breaks");
    size_t count = apo_json_in_count(list);
    if (out->system == APO_TOURNAMENT_KNOCKOUT)
        return count > 0 ? refuse(err, APO_E_SYNTAX, "A knock-out has no tie-breaks.") : APO_OK;
    if (out->system == APO_TOURNAMENT_ARENA) {
        out->breaks[out->break_count++] = APO_TOURNAMENT_BREAK_WINS;
        return count > 0 ? refuse(err, APO_E_SYNTAX, "An arena has no other tie-breaks.")
                         : APO_OK;
    }
    if (out->system == APO_TOURNAMENT_TEAMS) {
        out->breaks[out->break_count++] = APO_TOURNAMENT_BREAK_WINS; /* of players */
        return count > 0 ? refuse(err, APO_E_SYNTAX, "Team matches have no other tie-breaks.")
                         : APO_OK;
    }
    if (out->system == APO_TOURNAMENT_EXHIBITION)
        return count > 0 ? refuse(err, APO_E_SYNTAX, "An exhibition has no tie-breaks.")
                         : APO_OK;
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
    if (status == APO_OK)
        status = read_theme(out, body, var, err);
    if (status == APO_OK &&
        !apo_game_setup_clock(&out->clock, apo_json_in_member(body, "clock")))
        status =
            refuse(err, APO_E_RANGE,
                   "A clock is days (1 to 60), live (up to 6 hours, and 10 minutes a move), or "
                   "a time bank (up to a year, with an hour at least for the first move).");
    if (status == APO_OK && out->clock.kind == APO_CLOCK_NONE)
        status =
            refuse(err, APO_E_SYNTAX, "A tournament needs a clock, or it might never end.");
    if (status == APO_OK)
        status = read_teams(out, body, err);
    if (status == APO_OK)
        status = read_arena(out, body, err);
    if (status == APO_OK)
        status = read_odds(out, body, err);
    if (status == APO_OK)
        status = read_handicaps(out, body, var, err);
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
