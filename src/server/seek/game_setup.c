#include "server/seek/game_setup.h"

#include <string.h>

#include "apothecary/position.h"
#include "notation/fen.h"
#include "rules/rules/program_view.h"
#include "server/web/start_weights.h"

enum {
    LEVEL_MAX = 8
};

static apo_status refuse(apo_error *err, apo_status status, const char *words, apo_span word)
{
    return apo_fail(err, status, 0, words, word);
}

static bool copy_to(char *out, size_t size, apo_span value)
{
    apo_text text = apo_text_start(out, size);
    apo_text_add_span(&text, value);
    return !text.is_overflowed;
}

/* --- starts -------------------------------------------------------------- */

static apo_status write_fen(apo_round_start *out, const apo_variant *var,
                            const apo_setup *setup, apo_error *err)
{
    apo_position pos;
    apo_setup_faults faults;
    if (apo_position_from_setup(&pos, setup, var, &faults) != APO_OK) {
        char words[APO_ERROR_DETAIL_MAX];
        apo_text text = apo_text_start(words, sizeof words);
        apo_setup_faults_write(&text, faults);
        return apo_fail_because(err, APO_E_POSITION, "This start is not possible: %s.", words);
    }
    apo_text fen = apo_text_start(out->fen, sizeof out->fen);
    apo_fen_write(&fen, &pos);
    return APO_OK;
}

apo_status apo_game_setup_choose_start(apo_round_start *out, const apo_variant *var,
                                       uint32_t number, apo_span name, apo_span handicap,
                                       apo_error *err)
{
    apo_setup setup;
    apo_error reason = {.detail = ""};
    unsigned index;
    if (!apo_variant_find_start(var, name, &index))
        return refuse(err, APO_E_UNKNOWN, "This game has no start named \"%s\".", name);
    if (number == 0)
        number = 1 + apo_token_below(apo_variant_info_of(var)->start_count);
    if (apo_setup_start(&setup, var, index, number) != APO_OK)
        return refuse(err, APO_E_RANGE, "This game has no start with that number.", name);
    if (handicap.length > 0 && apo_setup_handicap(&setup, var, handicap, &reason) != APO_OK)
        return apo_fail_because(err, APO_E_POSITION, "These odds cannot be given: %s.",
                                reason.detail);
    out->number = number;
    if (!copy_to(out->name, sizeof out->name, name) ||
        !copy_to(out->handicap, sizeof out->handicap, handicap))
        return refuse(err, APO_E_TOO_LARGE, "The name of the start is too long.", name);
    return write_fen(out, var, &setup, err);
}

apo_status apo_game_setup_from_fen(apo_round_start *out, const apo_variant *var, apo_span fen,
                                   apo_error *err)
{
    apo_position pos;
    apo_error reason = {.detail = ""};
    if (apo_fen_read(&pos, var, fen, &reason) != APO_OK)
        return apo_fail_because(err, APO_E_POSITION, "This position cannot be played from: %s.",
                                reason.detail);
    if (apo_position_outcome(&pos).ending != APO_ENDING_NONE)
        return refuse(err, APO_E_POSITION, "In this position the game is over already.", fen);
    apo_text text = apo_text_start(out->fen, sizeof out->fen);
    apo_fen_write(&text, &pos);
    return APO_OK;
}

static apo_span text_member(const apo_json_value *object, const char *name)
{
    apo_span text = {NULL, 0};
    apo_json_in_text(apo_json_in_member(object, name), &text);
    return text;
}

static apo_status read_start(apo_game_setup *out, const apo_json_value *start,
                             apo_variant_map *variants, apo_error *err)
{
    const apo_json_value *number = apo_json_in_member(start, "number");
    apo_span fen = text_member(start, "fen"), unknown;
    int64_t value = 0;
    if (start != NULL && (!apo_json_in_is_object(start) ||
                          !apo_json_in_only(start, "number name fen handicap", &unknown)))
        return refuse(err, APO_E_SYNTAX,
                      "\"start\" has number, name and handicap, or fen; nothing else.",
                      apo_span_of(""));
    if (fen.length > 0)
        return apo_game_setup_from_fen(&out->start, out->entry->var, fen, err);
    if (number != NULL && !apo_json_in_number(number, 1, UINT32_MAX, &value) &&
        !apo_span_is(text_member(start, "number"), "random"))
        return refuse(err, APO_E_SYNTAX, "\"number\" is a number or \"random\".",
                      apo_span_of(""));
    if (value == 0)
        value = apo_start_weights_draw(variants, out->entry);
    return apo_game_setup_choose_start(&out->start, out->entry->var, (uint32_t)value,
                                       text_member(start, "name"),
                                       text_member(start, "handicap"), err);
}

/* --- the rest ------------------------------------------------------------ */

static apo_status read_color(apo_game_setup *out, const apo_json_value *body, apo_error *err)
{
    apo_span color = text_member(body, "color");
    out->is_random = apo_span_is(color, "random") || color.length == 0;
    if (apo_span_is(color, "white"))
        out->color = APO_WHITE;
    else if (apo_span_is(color, "black"))
        out->color = APO_BLACK;
    else if (out->is_random)
        out->color = apo_token_below(2) == 0 ? APO_WHITE : APO_BLACK;
    else
        return refuse(err, APO_E_SYNTAX, "\"color\" is white, black or random.", color);
    return APO_OK;
}

static apo_status read_opponent(apo_game_setup *out, const apo_json_value *opponent,
                                apo_error *err)
{
    apo_span kind = text_member(opponent, "kind");
    int64_t level = 0;
    if (apo_span_is(kind, "open")) {
        out->opponent = APO_OPPONENT_OPEN;
    } else if (apo_span_is(kind, "link")) {
        out->opponent = APO_OPPONENT_LINK;
    } else if (apo_span_is(kind, "computer")) {
        out->opponent = APO_OPPONENT_COMPUTER;
        if (!apo_json_in_number(apo_json_in_member(opponent, "level"), 1, LEVEL_MAX, &level))
            return refuse(err, APO_E_RANGE, "\"level\" is a number from 1 to 8.", kind);
        out->level = (unsigned)level;
    } else {
        return refuse(err, APO_E_SYNTAX, "\"opponent\" is computer, open or link.", kind);
    }
    return APO_OK;
}

/* Each is 0 if it is left out. */
static bool read_stock(apo_time_control *out, const apo_json_value *clock)
{
    const struct {
        const char *name;
        int64_t *value, maximum;
    } times[] = {
        {"spare_ms", &out->base_ms, APO_CLOCK_STOCK_MAX_MS},
        {"grace_ms", &out->grace_ms, APO_CLOCK_TURN_MAX_MS},
        {"extra_ms", &out->increment_ms, APO_CLOCK_TURN_MAX_MS},
        {"bonus_ms", &out->bonus_ms, APO_CLOCK_TURN_MAX_MS},
        {"within_ms", &out->within_ms, APO_CLOCK_TURN_MAX_MS},
        {"cap_ms", &out->cap_ms, APO_CLOCK_STOCK_MAX_MS},
    };

    out->kind = APO_CLOCK_DAYS;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        const apo_json_value *value = apo_json_in_member(clock, times[i].name);
        if (value != NULL && !apo_json_in_number(value, 0, times[i].maximum, times[i].value))
            return false;
    }
    return true;
}

bool apo_game_setup_clock(apo_time_control *out, const apo_json_value *clock)
{
    apo_span kind = text_member(clock, "kind");
    int64_t days = 0;
    *out = (apo_time_control){.kind = APO_CLOCK_NONE};
    if (clock == NULL || apo_span_is(kind, "none"))
        return true;
    if (apo_span_is(kind, "days")) {
        out->kind = APO_CLOCK_DAYS;
        if (!apo_json_in_number(apo_json_in_member(clock, "days"), 1, APO_CLOCK_DAYS_MAX,
                                &days))
            return false;
        out->days = (uint32_t)days;
    } else if (apo_span_is(kind, "stock")) {
        if (!read_stock(out, clock))
            return false;
    } else if (apo_span_is(kind, "live")) {
        out->kind = APO_CLOCK_LIVE;
        if (!apo_json_in_number(apo_json_in_member(clock, "base_ms"), 0, APO_CLOCK_BASE_MAX_MS,
                                &out->base_ms) ||
            !apo_json_in_number(apo_json_in_member(clock, "increment_ms"), 0,
                                APO_CLOCK_INCREMENT_MAX_MS, &out->increment_ms))
            return false;
    } else {
        return false;
    }
    return apo_time_control_is_valid(out);
}

static apo_status read_clocks(apo_game_setup *out, const apo_json_value *body, apo_error *err)
{
    const apo_json_value *own = apo_json_in_member(body, "clock");
    const apo_json_value *other = apo_json_in_member(body, "opponent_clock");
    apo_time_control *controls = out->start.controls;
    if (!apo_game_setup_clock(&controls[out->color], own) ||
        !apo_game_setup_clock(&controls[out->color ^ 1U], other != NULL ? other : own))
        return refuse(
            err, APO_E_RANGE,
            "A clock is none, days (1 to 60), live (up to 6 hours, and 10 minutes a move), or "
            "a time bank (up to a year, with an hour at least for the first move).",
            apo_span_of(""));
    return APO_OK;
}

static bool read_flag(bool *out, const apo_json_value *body, const char *name, bool standard)
{
    const apo_json_value *value = apo_json_in_member(body, name);
    *out = standard;
    return value == NULL || apo_json_in_flag(value, out);
}

/* Whether correspondence clocks are paused at weekends and on vacation. */
static apo_status read_rests(apo_game_setup *out, const apo_json_value *body, apo_error *err)
{
    const apo_time_control *controls = out->start.controls;
    bool has_days = controls[APO_WHITE].kind == APO_CLOCK_DAYS ||
                    controls[APO_BLACK].kind == APO_CLOCK_DAYS;
    if (!read_flag(&out->start.has_weekend, body, "weekend", false) ||
        !read_flag(&out->start.has_vacation, body, "vacation", has_days))
        return refuse(err, APO_E_SYNTAX, "\"weekend\" and \"vacation\" are true or false.",
                      apo_span_of(""));
    if (!has_days && (out->start.has_weekend || out->start.has_vacation))
        return refuse(err, APO_E_RANGE,
                      "Only correspondence clocks can be paused at weekends or on vacation.",
                      apo_span_of(""));
    return APO_OK;
}

static apo_status read_rated(apo_game_setup *out, const apo_json_value *body, apo_error *err)
{
    const apo_json_value *rated = apo_json_in_member(body, "rated");
    bool is_wanted;
    if (rated == NULL)
        return APO_OK;
    if (!apo_json_in_flag(rated, &is_wanted))
        return refuse(err, APO_E_SYNTAX, "\"rated\" is true or false.", apo_span_of(""));
    out->rated = is_wanted ? APO_RATED_YES : APO_RATED_NO;
    return APO_OK;
}

apo_status apo_game_setup_decide_rated(apo_game_setup *setup, bool is_account, apo_error *err)
{
    bool is_fixed = !setup->entry->is_own || setup->entry->is_published;
    bool is_even = is_fixed && apo_round_start_is_even(&setup->start);
    bool is_possible = is_account && is_even && setup->opponent != APO_OPPONENT_COMPUTER;
    if (setup->rated == APO_RATED_YES && !is_account)
        return refuse(err, APO_E_UNSUPPORTED,
                      "Only games between accounts are rated: log in first.", apo_span_of(""));
    if (setup->rated == APO_RATED_YES && !is_possible)
        return refuse(
            err, APO_E_UNSUPPORTED,
            "Rated games are between people, in one of this site's games, from a numbered "
            "start without odds, with equal clocks.",
            apo_span_of(""));
    setup->start.is_rated =
        is_possible &&
        (setup->rated == APO_RATED_YES ||
         (setup->rated == APO_RATED_DEFAULT && setup->opponent != APO_OPPONENT_LINK));
    return APO_OK;
}

apo_status apo_game_setup_read_game(apo_game_setup *out, const apo_json_value *body,
                                    apo_variant_map *variants, apo_store *store, apo_error *err)
{
    *out = (apo_game_setup){
        .entry = apo_variant_map_find(variants, store, text_member(body, "variant")),
        .opponent = APO_OPPONENT_NAMED};
    if (out->entry == NULL)
        return refuse(err, APO_E_UNKNOWN, "There is no game \"%s\" here.",
                      text_member(body, "variant"));
    copy_to(out->start.variant, sizeof out->start.variant, apo_span_of(out->entry->id));
    memcpy(out->start.definition, out->entry->digest, sizeof out->start.definition);
    apo_status status = read_start(out, apo_json_in_member(body, "start"), variants, err);
    if (status == APO_OK)
        status = read_color(out, body, err);
    if (status == APO_OK)
        status = read_clocks(out, body, err);
    if (status == APO_OK)
        status = read_rests(out, body, err);
    if (status == APO_OK)
        status = read_rated(out, body, err);
    return status;
}

apo_status apo_game_setup_read(apo_game_setup *out, const apo_json_value *body,
                               apo_variant_map *variants, apo_store *store, apo_error *err)
{
    apo_status status = apo_game_setup_read_game(out, body, variants, store, err);
    if (status == APO_OK)
        status = read_opponent(out, apo_json_in_member(body, "opponent"), err);
    return status;
}
