/* Rule: pass
 * Also called: passing, pass on stalemate, passing at will, skipped turn
 * Section: pass
 * Text: A side that has no other legal move passes: its opponent moves again. In some games a
 *   side may always pass, but not to leave its king in check. When both sides have passed, one
 *   after the other, the game is over: a draw, the side with more pieces wins, or the
 *   points decide. On a full board nobody must pass, as nothing could happen any more.
 * Source: World Othello Federation, official rules: a player who cannot flip a disc passes, and
 *   the game ends when neither can; janggi (Korea Janggi Association): a player may pass at any
 *   time, and the points decide after two passes
 * Keys: result, at-will
 * State: how many of the last moves, one after the other, were passes (FEN field pass: +1, +2)
 * Tests: tests/rules/pass.spec */
#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/rules/bikjang.h"
#include "rules/rules/facts.h"
#include "rules/rules/list.h"
#include "rules/rules/outcome.h"
#include "rules/tables/spec.h"

enum {
    KEY_RESULT,
    KEY_AT_WILL
};

enum {
    RESULT_DRAW, /* words of KEY_RESULT */
    RESULT_MORE_WINS,
    RESULT_POINTS
};

enum {
    PASSES_MAX = 2, /* in a row; they end the game */
};

/* The rule's data in a variant. */
typedef struct pass_data {
    uint8_t result;
    bool is_at_will;
} pass_data;

static const apo_key keys[] = {
    [KEY_RESULT] = {.name = "result",
                    .kind = APO_KEY_WORD,
                    .words = "draw more-wins points",
                    .fallback = "draw",
                    .doc = APO_DOC(
                        "How the game ends when both sides have passed: a draw, or the side "
                        "with more pieces wins, or the points decide.")},
    [KEY_AT_WILL] = {.name = "at-will",
                     .kind = APO_KEY_FLAG,
                     .fallback = "no",
                     .doc = APO_DOC("Whether a side may pass even if it has other moves.")},
};

static void build_pass(apo_build *build)
{
    const uint64_t fields = (uint64_t)1 << APO_RULE_CHECKS | (uint64_t)1 << APO_RULE_COUNTING;
    pass_data *data = build->data;
    data->result = (uint8_t)apo_build_number(build, KEY_RESULT, RESULT_DRAW);
    data->is_at_will = apo_build_number(build, KEY_AT_WILL, 0) != 0;
    if (data->result == RESULT_POINTS && build->spec->rules[APO_RULE_POINTS].line == 0)
        apo_build_fault(build, NULL, "[points] must say how they are counted", apo_span_of(""));
    for (unsigned i = 0; i < APO_RULES_WITH_SECTION; i++)
        if ((fields >> i & 1U) && build->spec->rules[i].line != 0)
            apo_build_fault(build, NULL, "[pass] does not go with [checks] and [counting]",
                            apo_span_of(""));
}

/* --- moves --------------------------------------------------------------- */

static const pass_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_PASS);
}

/* The piece that stands for its side: the royal one, or the first on the board. */
static apo_square find_passer(const apo_position *pos)
{
    unsigned side = pos->state.side;
    if (pos->state.king[side] != APO_SQUARE_NONE)
        return pos->state.king[side];
    for (unsigned i = 0; i < pos->var->words; i++)
        if (pos->pieces[side].words[i] != 0) {
            uint64_t word = pos->pieces[side].words[i];
            return apo_word_pop(&word, i * 64);
        }
    return APO_SQUARE_NONE;
}

static bool is_full(const apo_position *pos)
{
    for (unsigned sq = 0; sq < pos->var->squares; sq++)
        if (pos->board[sq] == APO_PIECE_EMPTY)
            return false;
    return true;
}

static void generate(apo_position *pos, apo_move_list *list, apo_check *check,
                     enum apo_selection which)
{
    apo_square passer = find_passer(pos);
    (void)check;
    if (passer != APO_SQUARE_NONE && which != APO_SELECT_CAPTURES &&
        (data_of(pos->var)->is_at_will || !is_full(pos)))
        apo_move_list_add(list,
                          (apo_move){.from = passer, .to = passer, .kind = APO_MOVE_PASS});
}

/* Removes a pass that is not at will if there is another move. */
static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    size_t kept = 0, count = list->count;
    bool is_free = data_of(pos->var)->is_at_will;
    for (size_t i = 0; i < count; i++)
        if (list->moves[i].kind != APO_MOVE_PASS || count == 1 || is_free)
            list->moves[kept++] = list->moves[i];
    list->count = kept;
    return APO_ILLEGAL_POWER;
}

static void apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    (void)mv;
    pos->state.halfmove_count = (uint16_t)(undo->state.halfmove_count + 1);
}

static bool is_safe(apo_position *pos, const apo_move *mv)
{
    return apo_bikjang_is_called(pos) || apo_move_is_safe(pos, mv);
}

static void add_captures(const apo_position *pos, const apo_move *mv, apo_set *out)
{
    (void)pos;
    (void)mv;
    (void)out;
}

/* --- state --------------------------------------------------------------- */

static uint64_t key_of(unsigned passes)
{
    return passes == 0 ? 0 : apo_key_word(APO_FAMILY_PASSES, passes, 0, 0);
}

static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    apo_state *state = &pos->state;
    (void)type;
    state->key ^= key_of(state->rules.bytes[APO_BYTE_PASSES]);
    state->rules.bytes[APO_BYTE_PASSES] =
        mv->kind == APO_MOVE_PASS ? (uint8_t)(state->rules.bytes[APO_BYTE_PASSES] + 1) : 0;
    state->key ^= key_of(state->rules.bytes[APO_BYTE_PASSES]);
}

static uint64_t foresee(const apo_position *pos, const apo_move *mv, unsigned type)
{
    (void)mv;
    (void)type;
    return key_of(pos->state.rules.bytes[APO_BYTE_PASSES]);
}

static uint64_t key_part(const apo_position *pos)
{
    return key_of(pos->state.rules.bytes[APO_BYTE_PASSES]);
}

static apo_ending ends(const apo_position *pos, int *out_quarters)
{
    const pass_data *data = data_of(pos->var);
    if (pos->state.rules.bytes[APO_BYTE_PASSES] < PASSES_MAX)
        return APO_ENDING_NONE;
    *out_quarters = APO_QUARTERS_DRAW;
    if (data->result == RESULT_MORE_WINS)
        *out_quarters = apo_majority_quarters(pos);
    if (data->result == RESULT_POINTS)
        *out_quarters = apo_points_quarters(pos);
    return APO_ENDING_PASSES;
}

bool apo_ending_counts_points(const apo_position *pos, apo_ending ending)
{
    if (ending == APO_ENDING_BIKJANG)
        return apo_bikjang_counts_points(pos->var);
    return ending == APO_ENDING_PASSES && data_of(pos->var)->result == RESULT_POINTS;
}

/* --- the field of a FEN -------------------------------------------------- */

static apo_status read(apo_fen_scan *scan, apo_fen_field field)
{
    const char *text = scan->text.text + field.start;
    if (field.length != 2 || text[0] != '+' || text[1] < '1' || text[1] > '0' + PASSES_MAX)
        return apo_fen_fail(scan, field.start,
                            "expected how many moves in a row were passes, +1 or +2");
    scan->setup.rules.bytes[APO_BYTE_PASSES] = (uint8_t)(text[1] - '0');
    return APO_OK;
}

/* Writes nothing unless the last move was a pass. */
static void write(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    (void)var;
    if (setup->rules.bytes[APO_BYTE_PASSES] == 0)
        return;
    apo_text_add_char(out, '+');
    apo_text_add_number(out, setup->rules.bytes[APO_BYTE_PASSES]);
}

static const apo_fen_part fen = {.read = read, .write = write};

static const apo_kind kind = {
    .number = APO_MOVE_PASS, .apply = apply, .captures = add_captures, .is_safe = is_safe};

const apo_rule apo_rule_pass = {
    .info = {"pass",
             APO_DOC("A side that has no legal move passes; in some games any side may."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(pass_data),
    .build = build_pass,
    .kind = &kind,
    .fen = &fen,
    .generate = generate,
    .sift = sift,
    .settle = settle,
    .foresee = foresee,
    .ends = ends,
    .key_part = key_part,
};
