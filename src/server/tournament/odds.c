#include "server/tournament/odds.h"

#include "apothecary/board.h"
#include "apothecary/variant.h"
#include "server/seek/game_setup.h"

enum {
    GAP_MAX = 4000,
    TRIED_MAX = 64 /* starts tried, when they are drawn at random */
};

static apo_status refuse(apo_error *err, apo_status status, const char *words)
{
    return apo_fail(err, status, 0, words, apo_span_of(""));
}

/* --- one step ------------------------------------------------------------ */

static bool is_number(const char *text, uint32_t *number)
{
    return apo_span_number(apo_span_of(text), UINT32_MAX, number);
}

/* A position has ranks, and no handicap has a slash. */
static bool is_fen(const char *text)
{
    while (*text != '\0' && *text != '/')
        text++;
    return *text == '/';
}

bool apo_tournament_odds_needs_white(const apo_tournament_step_odds *step)
{
    uint32_t number;
    return is_fen(step->text) || is_number(step->text, &number);
}

/* The same handicap for Black: colours change, and ranks are counted from the other end. */
static void mirror(apo_text *out, const apo_variant *var, apo_span text)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    char name[APO_SQUARE_NAME_MAX];
    while (text.length > 0) {
        const apo_square sq = apo_geometry_read_square(geo, &text);
        if (sq != APO_SQUARE_NONE) {
            const int row = (int)geo->rows - 1 - (int)apo_geometry_row(geo, sq);
            apo_geometry_write_square(
                geo, apo_geometry_at(geo, (int)apo_geometry_file(geo, sq), row), name);
            apo_text_add(out, name);
        } else if (apo_span_starts_with(text, "white")) {
            apo_text_add(out, "black");
            text = apo_span_part(text, 5, text.length);
        } else {
            apo_text_add_char(out, text.text[0]);
            text = apo_span_part(text, 1, text.length);
        }
    }
}

static apo_status give_handicap(apo_round_start *start, const apo_variant *var,
                                apo_span handicap, apo_side weaker, apo_error *err)
{
    char buf[APO_HANDICAP_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    if (weaker == APO_WHITE)
        apo_text_add_span(&text, handicap);
    else
        mirror(&text, var, handicap);
    if (text.is_overflowed)
        return refuse(err, APO_E_RANGE, "This handicap is too long.");
    return apo_game_setup_choose_start(start, var, start->number, apo_span_of(start->name),
                                       apo_text_span(&text), err);
}

apo_status apo_tournament_odds_give(apo_round_start *start, const apo_variant *var,
                                    const apo_tournament_step_odds *step, apo_side weaker,
                                    apo_error *err)
{
    uint32_t number;
    apo_round_start changed = *start;
    apo_status status;
    const apo_span text = apo_span_of(step->text), none = apo_span_of("");
    if (is_fen(step->text))
        status = apo_game_setup_from_fen(&changed, var, text, err);
    else if (is_number(step->text, &number))
        status = number > 0
                     ? apo_game_setup_choose_start(&changed, var, number, none, none, err)
                     : refuse(err, APO_E_RANGE, "Starts have numbers from 1 on.");
    else
        status = give_handicap(&changed, var, text, weaker, err);
    if (status == APO_OK)
        *start = changed;
    return status;
}

/* --- the steps ----------------------------------------------------------- */

const apo_tournament_step_odds *apo_tournament_odds_find(const apo_tournament_odds *odds,
                                                         int gap)
{
    const unsigned size = (unsigned)(gap < 0 ? -gap : gap);
    unsigned i = odds->count;
    while (i > 0 && odds->steps[i - 1].from > size)
        i--;
    return i > 0 ? &odds->steps[i - 1] : NULL;
}

unsigned apo_tournament_head_start(unsigned quarters_for_100, int below)
{
    const unsigned quarters = below > 0 ? (unsigned)below / 100 * quarters_for_100 : 0;
    return quarters < APO_TOURNAMENT_HEAD_START_MAX ? quarters : APO_TOURNAMENT_HEAD_START_MAX;
}

static apo_status append(apo_tournament_odds *inout, unsigned from, apo_span text)
{
    const unsigned count = inout->count;
    if (count == APO_TOURNAMENT_STEPS_MAX || text.length == 0 ||
        text.length >= APO_TOURNAMENT_STEP_TEXT_MAX || from == 0 || from > GAP_MAX ||
        (count > 0 && from <= inout->steps[count - 1].from))
        return APO_E_SYNTAX;
    inout->steps[count].from = from;
    apo_text_copy_span(inout->steps[count].text, APO_TOURNAMENT_STEP_TEXT_MAX, text);
    inout->count++;
    return APO_OK;
}

apo_status apo_tournament_odds_read(apo_tournament_odds *inout, apo_span line)
{
    uint32_t from;
    apo_span word = apo_span_word(&line);
    return apo_span_number(word, GAP_MAX, &from) ? append(inout, from, apo_span_trim(line))
                                                 : APO_E_SYNTAX;
}

/* --- asked for ----------------------------------------------------------- */

/* Both sides must be able to get it from every start that may be drawn; if there are very many,
 * some are tried. */
static apo_status try_step(const apo_tournament_step_odds *step, const apo_variant *var,
                           const unsigned *starts, unsigned start_count, apo_error *err)
{
    const unsigned all = apo_variant_info_of(var)->start_count;
    const unsigned count = start_count > 0 ? start_count : all < TRIED_MAX ? all : TRIED_MAX;
    apo_status status = APO_OK;
    for (unsigned i = 0; i < count && status == APO_OK; i++) {
        const unsigned number = start_count > 0 ? starts[i] : 1 + i * (all / count);
        apo_round_start start = {.number = number};
        status = apo_tournament_odds_give(&start, var, step, APO_WHITE, err);
        start = (apo_round_start){.number = number};
        if (status == APO_OK)
            status = apo_tournament_odds_give(&start, var, step, APO_BLACK, err);
    }
    return status;
}

apo_status apo_tournament_odds_ask(apo_tournament_odds *out, const apo_json_value *list,
                                   const apo_variant *var, const unsigned *starts,
                                   unsigned start_count, apo_error *err)
{
    apo_status status = APO_OK;
    for (size_t i = 0; i < apo_json_in_count(list) && status == APO_OK; i++) {
        int64_t from = 0;
        apo_span text = {NULL, 0};
        const apo_json_value *step = apo_json_in_element(list, i);
        apo_json_in_text(apo_json_in_member(step, "odds"), &text);
        if (!apo_json_in_number(apo_json_in_member(step, "from"), 1, GAP_MAX, &from) ||
            append(out, (unsigned)from, apo_span_trim(text)) != APO_OK)
            return refuse(
                err, APO_E_RANGE,
                "Odds by rating are up to four, the smaller differences first: each "
                "has the rating difference from which it applies, and a handicap of the "
                "game, the number of a start or a position.");
        status = try_step(&out->steps[out->count - 1], var, starts, start_count, err);
    }
    return status;
}
