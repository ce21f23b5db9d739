/* The law of remedies: the change named as the smallest that makes an illegal move legal does
 * make it legal; over seeded random games of all games.
 *
 *     APO_REMEDY_MOVES=1000000      how many illegal moves (a few thousand if not said)
 *     APO_REMEDY_SEED=7             another run
 *     APO_REMEDY_TABLE=1            prints how often each cause came and was mended by what */
#include "playout.h"
#include "test.h"

#include <inttypes.h>

#include "notation/explain.h"
#include "notation/guess.h"
#include "notation/move_text.h"
#include "rules/kernel/position.h"

enum {
    MOVES = 4000,
    GAME_PLIES = 80,
    MOVES_PER_POSITION = 8,
    CAUSES_MAX = 64
};

static playout games;
/* Moves for which one to or from another square was named; those that a piece could make. */
static uint64_t elsewhere, possible;

/* How often a cause came, and how many changes mended it; `possible`: another move was named
 * although a piece could make this one. */
static struct {
    const char *cause;
    uint64_t count, one, two, more, other_move, possible;
} causes[CAUSES_MAX];

static uint64_t number_of(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text != NULL && text[0] != '\0' ? strtoull(text, NULL, 10) : otherwise;
}

static void say_where(const playout *p, const apo_move *mv, const apo_remedy *remedy)
{
    char bytes[APO_MOVE_TEXT_MAX] = "";
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_coordinate_write(&text, &p->pos, mv);
    print_error("%s %s %s (%u %u): %s\n",
                apo_variant_info_of(apo_position_variant(&p->pos))->id, playout_fen(&p->pos),
                bytes, mv->promoted, mv->launched, remedy->cause);
    for (unsigned i = 0; i < remedy->change_count; i++) {
        char line[APO_EXPLAIN_MAX];
        text = apo_text_start(line, sizeof line);
        apo_change_explain(&text, &p->pos, mv, remedy, i);
        print_error("    %s\n", line);
    }
}

#define HOLDS(p, mv, remedy, condition)     \
    do {                                    \
        if (!(condition)) {                 \
            say_where((p), (mv), (remedy)); \
            fail_msg("%s", #condition);     \
        }                                   \
    } while (false)

static bool has_change(const apo_remedy *remedy, enum apo_change_kind kind)
{
    for (unsigned i = 0; i < remedy->change_count; i++)
        if (remedy->changes[i].kind == kind)
            return true;
    return false;
}

/* Empties the squares of the rectangle between two others; kings stay. */
static void clear_between(apo_setup *setup, const apo_variant *var, const apo_move *mv)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    int from_file = (int)apo_geometry_file(geo, mv->from);
    int from_row = (int)apo_geometry_row(geo, mv->from);
    int to_file = (int)apo_geometry_file(geo, mv->to),
        to_row = (int)apo_geometry_row(geo, mv->to);
    for (unsigned i = 0; i < apo_geometry_squares(geo); i++) {
        apo_square sq = (apo_square)i;
        int file = (int)apo_geometry_file(geo, sq), row = (int)apo_geometry_row(geo, sq);
        if ((file - from_file) * (file - to_file) > 0 ||
            (row - from_row) * (row - to_row) > 0 || !apo_piece_is_real(setup->pieces[i]) ||
            apo_piece_type(setup->pieces[i]) == var->royal)
            continue;
        setup->pieces[i] = apo_place_blank(var, sq);
        apo_set_remove(&setup->unmoved, sq);
    }
}

static bool is_legal_from(const apo_setup *setup, const apo_variant *var, const apo_move *mv)
{
    static apo_position board;
    apo_move bare = {.from = mv->from, .to = mv->to};
    apo_setup_faults faults = 0;
    return apo_position_from_setup(&board, setup, var, &faults) == APO_OK &&
           apo_move_why_illegal(&board, &bare).reason == APO_LEGAL;
}

/* True if some piece other than a king could make a plain move with nothing in its way, to an
 * empty square or capturing. */
static bool could_be_made(const playout *p, const apo_move *mv)
{
    const apo_variant *var = apo_position_variant(&p->pos);
    apo_side side = apo_position_side(&p->pos);
    unsigned types = apo_variant_info_of(var)->type_count;
    apo_setup setup;
    apo_position_to_setup(&p->pos, &setup);
    if (mv->from == mv->to || mv->from >= var->squares || mv->to >= var->squares ||
        mv->promoted != 0 || mv->launched != 0 || mv->kind == APO_MOVE_DROP ||
        apo_piece_type(setup.pieces[mv->from]) == var->royal ||
        apo_piece_type(setup.pieces[mv->to]) == var->royal)
        return false;
    clear_between(&setup, var, mv);
    for (unsigned type = 1; type <= types; type++) {
        if (type == var->royal)
            continue;
        setup.pieces[mv->from] = apo_piece_of(side, type);
        setup.pieces[mv->to] = apo_place_blank(var, mv->to);
        if (is_legal_from(&setup, var, mv))
            return true;
        setup.pieces[mv->to] = apo_piece_of(apo_side_other(side), type == 1 ? 2 : 1);
        if (is_legal_from(&setup, var, mv))
            return true;
    }
    return false;
}

static void count_cause(const apo_remedy *remedy, bool is_possible)
{
    unsigned i = 0;
    while (causes[i].cause != NULL && strcmp(causes[i].cause, remedy->cause) != 0)
        i++;
    assert_true(i < CAUSES_MAX);
    causes[i].cause = remedy->cause;
    causes[i].count++;
    causes[i].possible += is_possible;
    if (has_change(remedy, APO_CHANGE_MOVE))
        causes[i].other_move++;
    else if (remedy->change_count == 1)
        causes[i].one++;
    else if (remedy->change_count == 2)
        causes[i].two++;
    else
        causes[i].more++;
}

static bool is_named(const apo_remedy *remedy, apo_square sq)
{
    for (unsigned i = 0; i < remedy->change_count; i++)
        if (remedy->changes[i].square == sq || remedy->changes[i].to == sq)
            return true;
    return false;
}

static bool is_listed(const apo_position *pos, const apo_move *mv)
{
    static apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++)
        if (apo_move_same(&list->moves[i], mv))
            return true;
    return false;
}

/* Every square that differs is named by a change. */
static void check_board(const playout *p, const apo_move *mv, const apo_remedy *remedy,
                        const apo_position *after)
{
    unsigned squares =
        apo_geometry_squares(apo_variant_geometry(apo_position_variant(&p->pos)));
    for (unsigned i = 0; i < squares; i++) {
        apo_square sq = (apo_square)i;
        if (apo_position_piece(&p->pos, sq) != apo_position_piece(after, sq))
            HOLDS(p, mv, remedy, is_named(remedy, sq));
    }
    bool is_turned = apo_position_side(&p->pos) != apo_position_side(after);
    HOLDS(p, mv, remedy, is_turned == has_change(remedy, APO_CHANGE_SIDE));
}

static void check_sentences(const playout *p, const apo_move *mv, const apo_remedy *remedy)
{
    char bytes[APO_EXPLAIN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_remedy_explain(&text, &p->pos, mv, remedy);
    HOLDS(p, mv, remedy, text.length > 0 && !text.is_overflowed);
    HOLDS(p, mv, remedy, strstr(bytes, "  ") == NULL && strstr(bytes, "%{") == NULL);
    for (unsigned i = 0; i < remedy->change_count; i++) {
        text = apo_text_start(bytes, sizeof bytes);
        apo_change_explain(&text, &p->pos, mv, remedy, i);
        HOLDS(p, mv, remedy, text.length > 0 && !text.is_overflowed);
        HOLDS(p, mv, remedy, strstr(bytes, "  ") == NULL && strstr(bytes, "%{") == NULL);
        HOLDS(p, mv, remedy, bytes[text.length - 1] != ' ');
    }
}

/* True where the answer is that such captures do not exist: another piece's move is none. */
static bool is_never_captured(const apo_remedy *remedy)
{
    return strcmp(remedy->cause, "immune") == 0 || strcmp(remedy->cause, "harmless") == 0;
}

/* True if a piece has a legal move; any piece with APO_SQUARE_NONE. */
static bool has_legal(const playout *p, apo_square from)
{
    for (size_t i = 0; i < p->legal.list.count; i++)
        if (from == APO_SQUARE_NONE || p->legal.buf[i].from == from)
            return true;
    return false;
}

static void check_remedy(const playout *p, const apo_move *mv)
{
    static apo_position after, again;
    apo_remedy remedy;
    apo_error err;
    apo_move_remedy(&remedy, &after, &p->pos, mv);
    HOLDS(p, mv, &remedy, remedy.reason == apo_move_why_illegal(&p->pos, mv).reason);
    HOLDS(p, mv, &remedy, remedy.reason != APO_LEGAL);
    HOLDS(p, mv, &remedy, remedy.cause[0] != '\0' && strcmp(remedy.cause, "legal") != 0);
    bool goes_elsewhere = has_change(&remedy, APO_CHANGE_MOVE) &&
                          (remedy.move.from != mv->from || remedy.move.to != mv->to);
    bool is_possible = goes_elsewhere && could_be_made(p, mv);
    count_cause(&remedy, is_possible);
    elsewhere += goes_elsewhere;
    possible += is_possible;
    check_sentences(p, mv, &remedy);
    if (!remedy.is_mended) { /* there is no legal move that could be named */
        bool is_certain = is_never_captured(&remedy);
        HOLDS(p, mv, &remedy, remedy.change_count == 0);
        HOLDS(p, mv, &remedy, !has_legal(p, is_certain ? mv->from : APO_SQUARE_NONE));
        return;
    }
    HOLDS(p, mv, &remedy, remedy.change_count > 0);
    apo_status status = apo_fen_read(&again, apo_position_variant(&p->pos),
                                     apo_span_of(playout_fen(&after)), &err);
    HOLDS(p, mv, &remedy, status == APO_OK && apo_position_same(&after, &again));
    HOLDS(p, mv, &remedy, is_listed(&again, &remedy.move));
    check_board(p, mv, &remedy, &after);
    if (!has_change(&remedy, APO_CHANGE_MOVE))
        HOLDS(p, mv, &remedy,
              remedy.move.from == mv->from && remedy.move.to == mv->to &&
                  remedy.move.promoted == mv->promoted && remedy.move.launched == mv->launched);
}

/* --- illegal moves --------------------------------------------------------- */

static apo_square any_square(playout *p)
{
    return (apo_square)playout_below(
        p, apo_geometry_squares(apo_variant_geometry(apo_position_variant(&p->pos))));
}

static apo_square any_piece_of(playout *p, apo_side side)
{
    for (unsigned i = 0; i < 1000; i++) {
        apo_square sq = any_square(p);
        apo_piece piece = apo_position_piece(&p->pos, sq);
        if (apo_piece_is_real(piece) && apo_piece_side(piece) == side)
            return sq;
    }
    return any_square(p);
}

/* A square near another. */
static apo_square near(playout *p, apo_square sq, unsigned by)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(&p->pos));
    int file = (int)apo_geometry_file(geo, sq) + (int)playout_below(p, 2 * by + 1) - (int)by;
    int row = (int)apo_geometry_row(geo, sq) + (int)playout_below(p, 2 * by + 1) - (int)by;
    apo_square to = apo_geometry_at(geo, file, row);
    return to == APO_SQUARE_NONE ? sq : to;
}

/* The first type from `first` on of which the side has a piece in hand; `first` without any. */
static uint8_t any_held(const playout *p, apo_side side, unsigned first)
{
    unsigned types = apo_variant_info_of(apo_position_variant(&p->pos))->type_count;
    const uint8_t *held = p->pos.state.rules.reserve[side];
    for (unsigned i = 0; i < types; i++)
        if (held[1 + (first - 1 + i) % types] > 0)
            return (uint8_t)(1 + (first - 1 + i) % types);
    return (uint8_t)first;
}

static apo_move try_any(playout *p)
{
    apo_side side = apo_position_side(&p->pos);
    unsigned types = apo_variant_info_of(apo_position_variant(&p->pos))->type_count;
    apo_move mv = {.from = any_piece_of(p, side), .to = any_square(p)};
    switch (playout_below(p, 9)) {
    case 0: mv.from = any_square(p); break;
    case 1: mv.from = any_piece_of(p, apo_side_other(side)); break;
    case 2: /* as if to castle or to jump */
        if (apo_position_king(&p->pos, side) != APO_SQUARE_NONE)
            mv.from = apo_position_king(&p->pos, side);
        mv.to = near(p, mv.from, 6);
        break;
    case 3: mv.to = near(p, mv.from, 4); break;
    case 4: mv.to = near(p, mv.from, 2); break;
    case 5:
        if (p->legal.list.count > 0)
            mv = p->legal.buf[playout_below(p, (unsigned)p->legal.list.count)];
        mv.promoted = (uint8_t)playout_below(p, types + 1);
        break;
    case 6:
        if (p->legal.list.count > 0)
            mv = p->legal.buf[playout_below(p, (unsigned)p->legal.list.count)];
        mv.launched = (uint8_t)playout_below(p, types + 1);
        break;
    case 7: /* a drop, in all games; mostly of a piece that is in hand */
        mv = (apo_move){.from = mv.to,
                        .to = mv.to,
                        .kind = APO_MOVE_DROP,
                        .launched = any_held(p, side, 1 + playout_below(p, types))};
        return mv;
    default: break;
    }
    mv.kind = 0;
    mv.arg = 0;
    return mv;
}

static void print_table(void)
{
    printf("| cause | moves | one change | two | more | another move | not needed |\n");
    printf("|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; causes[i].cause != NULL; i++)
        printf("| `%s` | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64
               " | %" PRIu64 " |\n",
               causes[i].cause, causes[i].count, causes[i].one, causes[i].two, causes[i].more,
               causes[i].other_move, causes[i].possible);
}

static void test_remedies_work(void **state)
{
    (void)state;
    uint64_t count = number_of("APO_REMEDY_MOVES", MOVES), done = 0;
    playout_open(&games, number_of("APO_REMEDY_SEED", 19));
    while (done < count) {
        playout_begin_any(&games);
        for (unsigned ply = 0; done < count && playout_goes_on(&games) && ply < GAME_PLIES;
             ply++) {
            for (unsigned i = 0; i < MOVES_PER_POSITION; i++) {
                apo_move mv = try_any(&games);
                if (apo_move_why_illegal(&games.pos, &mv).reason == APO_LEGAL)
                    continue;
                check_remedy(&games, &mv);
                done++;
            }
            apo_move mv = playout_choose(&games);
            playout_make(&games, &mv);
        }
    }
    playout_close(&games);
    /* In crowded or very small games the search may give up. */
    assert_true(elsewhere > 0 && possible * 200 <= elsewhere);
    if (number_of("APO_REMEDY_TABLE", 0) != 0)
        print_table();
}

/* What is wrong with a drop, and what would mend it, is about the drop. */
static void test_drops(void **state)
{
    static const char
        pos[] = "4k3/8/8/8/8/3P4/8/4K2R[PN] w K - 0 1",
        pawns[] = "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[P] w - - 0 1";

    static const struct {
        const char *game, *fen, *to;
        char letter;
        const char *cause, *change;
    } cases[] = {
        {"crazyhouse", pos, "e8", 'P', "occupied", "the pawn were dropped on d7"},
        {"crazyhouse", pos, "d3", 'P', "occupied", "the pawn on d3 were not there"},
        {"crazyhouse", pos, "a1", 'P', "drop", "the pawn were dropped on a2"},
        {"crazyhouse", pos, "e5", 'Q', "hand", "White had one more queen in hand"},
        {"crazyhouse", pos, "e5", 'K', "hand", "a knight were dropped on e5"},
        {"shogi", pawns, "e5", 'P', "doubled", "the pawn on e3 were not there"},
        {"chess", "startpos", "e4", 'N', "no_drops", "the move went from e2 to e4"},
        {"chu-shogi", "startpos", "e6", 'X', "no_square", "the move went from f3 to e5"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        apo_variant *var = NULL;
        assert_int_equal(apo_definition_open(&var, apo_span_of(cases[i].game), NULL, NULL),
                         APO_OK);
        apo_position now;
        assert_int_equal(apo_fen_read(&now, var, apo_span_of(cases[i].fen), NULL), APO_OK);
        apo_span name = apo_span_of(cases[i].to);
        apo_square to = apo_geometry_read_square(apo_variant_geometry(var), &name);
        apo_move mv = {.from = to,
                       .to = to,
                       .kind = APO_MOVE_DROP,
                       .launched = (uint8_t)apo_variant_type_of_letter(var, cases[i].letter)};
        apo_remedy remedy;
        apo_move_remedy(&remedy, NULL, &now, &mv);
        char bytes[APO_EXPLAIN_MAX] = "";
        apo_text text = apo_text_start(bytes, sizeof bytes);
        assert_string_equal(remedy.cause, cases[i].cause);
        assert_int_equal(remedy.change_count, 1);
        apo_change_explain(&text, &now, &mv, &remedy, 0);
        assert_string_equal(bytes, cases[i].change);
        apo_variant_free(var);
    }
}

/* What is guessed must need an explanation: "N@f3 2" names a legal drop, so that the rest of
 * the text is wrong. */
static void test_guessed_drops(void **state)
{
    static const struct {
        const char *text;
        bool is_meant;
    } cases[] = {{"N@f3 2", false}, {"N@e1", true}, {"Q@f3", true}};

    apo_variant *var = NULL;
    apo_position now;
    (void)state;
    assert_int_equal(apo_definition_open(&var, apo_span_of("crazyhouse"), NULL, NULL), APO_OK);
    apo_status status =
        apo_fen_read(&now, var, apo_span_of("4k3/8/8/8/8/8/8/4K3[N] w - -"), NULL);
    assert_int_equal(status, APO_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        apo_meaning meaning = apo_move_guess(&now, apo_span_of(cases[i].text));
        assert_int_equal(meaning.has_move, cases[i].is_meant);
        if (meaning.has_move)
            assert_int_not_equal(meaning.verdict.reason, APO_LEGAL);
    }
    apo_variant_free(var);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guessed_drops),
        cmocka_unit_test(test_drops),
        cmocka_unit_test(test_remedies_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
