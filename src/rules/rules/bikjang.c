/* Rule: bikjang
 * Also called: facing generals, facing kings
 * Section: bikjang
 * Text: The kings face each other if they stand on one rank or file with nothing in between. A
 *   side that is to move then must end that with its move, or pass, even in check. A pass ends
 *   the game: it is a draw, or the points decide.
 * Source: janggi (Korea Janggi Association), as pychess.org and Fairy-Stockfish play it
 * Keys: result
 * State: none; whether the last move was a pass is the state of pass
 * Tests: tests/rules/bikjang.spec */
#include "rules/rules/bikjang.h"

#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/rules/list.h"
#include "rules/rules/outcome.h"
#include "rules/tables/spec.h"

enum {
    KEY_RESULT
};

enum {
    RESULT_DRAW, /* words of KEY_RESULT */
    RESULT_POINTS
};

/* The rule's data in a variant. */
typedef struct bikjang_data {
    uint8_t result;
} bikjang_data;

static const apo_key keys[] = {
    [KEY_RESULT] = {.name = "result",
                    .kind = APO_KEY_WORD,
                    .words = "draw points",
                    .fallback = "draw",
                    .doc = APO_DOC("How the game ends when a side passes while the kings face "
                                   "each other: a draw, or the points decide.")},
};

static void build_bikjang(apo_build *build)
{
    const apo_values *sections = build->spec->rules;
    bikjang_data *data = build->data;
    data->result = (uint8_t)apo_build_number(build, KEY_RESULT, RESULT_DRAW);
    if (sections[APO_RULE_PASS].line == 0)
        apo_build_fault(build, NULL, "[bikjang] needs [pass]", apo_span_of(""));
    if (data->result == RESULT_POINTS && sections[APO_RULE_POINTS].line == 0)
        apo_build_fault(build, NULL, "[points] must say how they are counted", apo_span_of(""));
}

/* The squares from one king to the other along a rank or file: the lower one's, the higher
 * one's, and how far it is from each to the next; 0 if they stand on no such line. */
static unsigned find_line(const apo_position *pos, unsigned *out_from, unsigned *out_to)
{
    unsigned files = pos->var->geometry.files;
    unsigned a = pos->state.king[APO_WHITE], b = pos->state.king[APO_BLACK];
    *out_from = a < b ? a : b;
    *out_to = a < b ? b : a;
    if (a == APO_SQUARE_NONE || b == APO_SQUARE_NONE)
        return 0;
    if (a / files == b / files)
        return 1;
    return a % files == b % files ? files : 0;
}

static bool do_face(const apo_position *pos)
{
    unsigned from, to, step = find_line(pos, &from, &to);
    for (unsigned sq = from + step; step != 0 && sq < to; sq += step)
        if (pos->board[sq] != APO_PIECE_EMPTY)
            return false;
    return step != 0;
}

bool apo_bikjang_is_called(const apo_position *pos)
{
    return (pos->var->rules >> APO_RULE_BIKJANG & 1U) != 0 && do_face(pos);
}

bool apo_bikjang_counts_points(const apo_variant *var)
{
    const bikjang_data *data = apo_rule_data(var, APO_RULE_BIKJANG);
    return (var->rules >> APO_RULE_BIKJANG & 1U) != 0 && data->result == RESULT_POINTS;
}

/* Removes moves that leave the kings facing each other, except a pass. */
static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    size_t kept = 0;
    apo_undo undo;
    if (!do_face(pos))
        return APO_ILLEGAL_FACING;
    for (size_t i = 0; i < list->count; i++) {
        apo_move mv = list->moves[i];
        apo_make(pos, &mv, &undo);
        bool may_stay = mv.kind == APO_MOVE_PASS || !do_face(pos);
        apo_unmake(pos, &undo);
        if (may_stay)
            list->moves[kept++] = mv;
    }
    list->count = kept;
    return APO_ILLEGAL_FACING;
}

static void object_sifted(const apo_position *pos, apo_verdict verdict, apo_objection *out)
{
    static const apo_ground facing = APO_GROUND(
        "facing", "bikjang", "", "the kings face each other: end that with your move, or pass");
    apo_square king = pos->state.king[pos->state.side ^ 1U];
    unsigned from, to, step = find_line(pos, &from, &to);
    if (verdict.reason != APO_ILLEGAL_FACING)
        return;
    apo_object(out, &facing, king);
    for (unsigned sq = from + step; step != 0 && sq < to; sq += step)
        if (pos->board[sq] == APO_PIECE_EMPTY)
            apo_object_try_pieces(out, NULL, pos, pos->state.side, (apo_square)sq);
    apo_object_try(out, NULL, apo_change_of(APO_CHANGE_SHIFT, king));
}

static apo_ending ends(const apo_position *pos, int *out_quarters)
{
    const bikjang_data *data = apo_rule_data(pos->var, APO_RULE_BIKJANG);
    if (pos->state.rules.bytes[APO_BYTE_PASSES] == 0 || !do_face(pos))
        return APO_ENDING_NONE;
    *out_quarters =
        data->result == RESULT_POINTS ? apo_points_quarters(pos) : APO_QUARTERS_DRAW;
    return APO_ENDING_BIKJANG;
}

#define BIT(rule) ((uint64_t)1 << APO_RULE_##rule)

const apo_rule apo_rule_bikjang = {
    .info = {"bikjang",
             APO_DOC("Kings that face each other end the game if neither side minds."), keys,
             sizeof keys / sizeof *keys},
    /* In a turn of two moves, and where a king moves in several ways, the kernel does not ask
     * whether a pass is safe. */
    .goes_with = ~(BIT(JOKER) | BIT(CHECKER) | BIT(LAUNCH) | BIT(DOUBLE_MOVES) | BIT(HANDICAP)),
    .data_size = sizeof(bikjang_data),
    .build = build_bikjang,
    .object_sifted = object_sifted,
    .sift = sift,
    .ends = ends,
};
