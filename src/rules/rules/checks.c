/* Rule: counted checks
 * Also called: three-check, five-check, check limit
 * Section: checks
 * Text: A side that has given check a certain number of times wins, whatever else the position
 *   holds. A double check counts once.
 * Source: three-check chess (lichess.org, chess.com)
 * Keys: win
 * State: the checks that each side has still to give (FEN field checks: 3+3)
 * Tests: tests/rules/checks.spec */
#include "rules/kernel/attack.h"
#include "rules/kernel/check.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/rules/list.h"
#include "rules/rules/setup_faults.h"

enum {
    KEY_WIN
};

/* The rule's data in a variant. */
typedef struct checks_data {
    uint8_t win;
} checks_data;

static const apo_key keys[] = {
    [KEY_WIN] = {.name = "win",
                 .kind = APO_KEY_NUMBER,
                 .is_required = true,
                 .minimum = 1,
                 .maximum = 99,
                 .doc = APO_DOC("The number of checks that win.")},
};

static const checks_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_CHECKS);
}

static void build_checks(apo_build *build)
{
    checks_data *data = build->data;
    data->win = (uint8_t)apo_build_number(build, KEY_WIN, 3);
    if (build->var->royal == APO_TYPE_NONE)
        apo_build_fault(build, NULL, "[checks] needs a royal piece", apo_span_of(""));
}

/* --- state --------------------------------------------------------------- */

static uint64_t key_of(const apo_state *state)
{
    return (state->rules.bytes[APO_BYTE_CHECKS] | state->rules.bytes[APO_BYTE_CHECKS + 1]) == 0
               ? 0
               : apo_key_word(APO_FAMILY_CHECKS, state->rules.bytes[APO_BYTE_CHECKS],
                              state->rules.bytes[APO_BYTE_CHECKS + 1], 0);
}

static uint64_t key_part(const apo_position *pos)
{
    return key_of(&pos->state);
}

static void start(apo_setup *setup, const apo_variant *var, unsigned name_index)
{
    (void)name_index;
    uint8_t *left = setup->rules.bytes + APO_BYTE_CHECKS;
    left[0] = left[1] = data_of(var)->win;
}

static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    bool is_wrong = setup->rules.bytes[APO_BYTE_CHECKS] > data_of(var)->win ||
                    setup->rules.bytes[APO_BYTE_CHECKS + 1] > data_of(var)->win;
    return is_wrong ? APO_SETUP_FAULT(CHECKS) : 0;
}

/* --- moves --------------------------------------------------------------- */

static bool is_king_attacked(const apo_position *pos)
{
    unsigned side = pos->state.side;
    return apo_is_hit(pos, pos->state.king[side], side ^ 1U);
}

static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    unsigned mover = pos->state.side ^ 1U;
    (void)mv;
    (void)type;
    if (pos->state.rules.bytes[APO_BYTE_CHECKS + mover] == 0 || !is_king_attacked(pos))
        return;
    pos->state.key ^= key_of(&pos->state);
    pos->state.rules.bytes[APO_BYTE_CHECKS + mover]--;
    pos->state.key ^= key_of(&pos->state);
}

static apo_ending ends(const apo_position *pos, int *out_quarters)
{
    if (pos->state.rules.bytes[APO_BYTE_CHECKS + (pos->state.side ^ 1U)] > 0)
        return APO_ENDING_NONE;
    *out_quarters = APO_QUARTERS_LOSS;
    return APO_ENDING_CHECKS;
}

/* --- the field of a FEN -------------------------------------------------- */

/* "3+3": the checks that White and Black have still to give. "+1+0", which some programs write
 * at the end, is what they have given. */
static bool read_pair(apo_fen_scan *scan, apo_fen_field field)
{
    apo_span text = {scan->text.text + field.start, field.length};
    unsigned win = data_of(scan->var)->win, values[2] = {0, 0}, index = 0, digits = 0;
    bool is_given = text.text[0] == '+';
    for (size_t i = is_given; i < text.length; i++) {
        if (text.text[i] == '+' && index == 0 && digits > 0) {
            index = 1;
            digits = 0;
        } else if (apo_is_digit(text.text[i]) && digits < 2) {
            values[index] = values[index] * 10 + (unsigned)(text.text[i] - '0');
            digits++;
        } else {
            return false;
        }
    }
    if (index == 0 || digits == 0 || values[0] > win || values[1] > win)
        return false;
    for (unsigned side = 0; side < APO_SIDES; side++)
        scan->setup.rules.bytes[APO_BYTE_CHECKS + side] =
            (uint8_t)(is_given ? win - values[side] : values[side]);
    return true;
}

static apo_status read(apo_fen_scan *scan, apo_fen_field field)
{
    return read_pair(scan, field)
               ? APO_OK
               : apo_fen_fail(
                     scan, field.start,
                     "expected the checks that White and Black have still to give, such "
                     "as 3+3");
}

static void write(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    (void)var;
    apo_text_add_number(out, setup->rules.bytes[APO_BYTE_CHECKS]);
    apo_text_add_char(out, '+');
    apo_text_add_number(out, setup->rules.bytes[APO_BYTE_CHECKS + 1]);
}

static const apo_fen_part fen = {.read = read, .write = write};

const apo_rule apo_rule_checks = {
    .info = {"checks", APO_DOC("A number of checks wins."), keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(checks_data),
    .build = build_checks,
    .fen = &fen,
    .settle = settle,
    .ends = ends,
    .start = start,
    .check = check,
    .key_part = key_part,
};
