/* Piece values and evaluation: laws that hold whatever the numbers are. */
#include "notation_help.h"

#include "rules/rules/facts.h"
#include "search/engine.h"
#include "search/evaluation.h"

typedef struct fixture {
    apo_variant *var;
    apo_piece_values values;
    apo_weights weights;
    apo_evaluation *evaluation;
    apo_pawn_table pawns;
    apo_attack_cache attack_cache;
} fixture;

static fixture *fixture_new(const char *id)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->var = help_open(id);
    assert_int_equal(apo_piece_values_derive(&f->values, f->var, NULL), APO_OK);
    apo_weights_derive(&f->weights, f->var, &f->values);
    assert_int_equal(apo_evaluation_new(&f->evaluation, f->var, &f->weights, &f->values, NULL),
                     APO_OK);
    assert_int_equal(apo_attack_cache_start(&f->attack_cache, f->var, NULL), APO_OK);
    assert_int_equal(apo_pawns_start(&f->pawns, f->var, NULL), APO_OK);
    return f;
}

static void fixture_free(fixture *f)
{
    apo_attack_cache_free(&f->attack_cache);
    apo_pawns_free(&f->pawns);
    apo_evaluation_free(f->evaluation);
    apo_variant_free(f->var);
    free(f);
}

static int value_of(const fixture *f, char letter)
{
    return f->values.piece[apo_variant_type_of_letter(f->var, letter)];
}

static int evaluate(fixture *f, const apo_position *pos)
{
    apo_psq psq;
    apo_psq_count(&psq, f->evaluation, pos);
    return apo_evaluate(f->evaluation, &f->pawns, &f->attack_cache, pos, &psq);
}

/* Values derived from the moves alone are in the familiar order. */
static void test_values_order(void **state)
{
    (void)state;
    fixture *f = fixture_new("grand");
    assert_true(value_of(f, 'P') > 0 && value_of(f, 'P') < value_of(f, 'N'));
    assert_true(value_of(f, 'N') < value_of(f, 'B') && value_of(f, 'B') < value_of(f, 'R'));
    assert_true(value_of(f, 'R') < value_of(f, 'A') && value_of(f, 'A') < value_of(f, 'C'));
    assert_true(value_of(f, 'C') < value_of(f, 'Q'));
    assert_int_equal(value_of(f, 'K'), 0);
    fixture_free(f);
}

/* A joker is worth more than a pawn, less than the strongest piece, in every game that has
 * one. */
static void test_values_joker(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HELP_GAMES; i++) {
        fixture *f = fixture_new(help_games[i]);
        for (unsigned type = 1; type <= apo_variant_info_of(f->var)->type_count; type++) {
            if (!apo_type_info_of(f->var, type)->is_joker)
                continue;
            assert_true(f->values.piece[type] > value_of(f, 'P'));
            assert_true(f->values.piece[type] < value_of(f, 'Q'));
        }
        fixture_free(f);
    }
}

/* The same values every time. */
static void test_values_repeats(void **state)
{
    (void)state;
    fixture *f = fixture_new("modern");
    apo_piece_values *again = calloc(1, sizeof *again);
    assert_int_equal(apo_piece_values_derive(again, f->var, NULL), APO_OK);
    assert_memory_equal(again->piece, f->values.piece, sizeof again->piece);
    free(again);
    fixture_free(f);
}

static void check_psq(const fixture *f, const apo_position *pos, const apo_psq *kept)
{
    apo_psq fresh;
    apo_psq_count(&fresh, f->evaluation, pos);
    if (memcmp(&fresh, kept, sizeof fresh) != 0) {
        print_error("%s\n", help_fen(pos));
        fail_msg("the sum kept up to date differs from a fresh one");
    }
}

/* The sum updated move by move equals the sum computed anew. */
static void test_psq_is_kept_up_to_date(void **state)
{
    (void)state;
    apo_random random;
    static apo_moves moves;
    apo_random_seed(&random, 5);
    for (unsigned i = 0; i < HELP_GAMES; i++) {
        fixture *f = fixture_new(help_games[i]);
        apo_position pos;
        apo_psq psq;
        apo_move mv;
        apo_undo undo;
        help_start(&pos, f->var, 1);
        apo_psq_count(&psq, f->evaluation, &pos);
        for (unsigned ply = 0; ply < 300; ply++) {
            assert_int_equal(apo_moves_legal(apo_moves_start(&moves), &pos), APO_OK);
            if (!help_choose(&random, &moves.list, &mv))
                break;
            apo_make(&pos, &mv, &undo);
            apo_psq_update(&psq, f->evaluation, &pos, &undo);
            check_psq(f, &pos, &psq);
        }
        fixture_free(f);
    }
}

/* With colours and sides exchanged, the evaluation is the same. */
static void test_evaluation_is_fair(void **state)
{
    (void)state;
    fixture *f = fixture_new("chess");
    apo_position white, black;
    help_read(&white, f->var, "r3k3/pp3ppp/2n5/4p3/8/2P2N2/PP3PPP/4K2R w - - 0 20");
    help_read(&black, f->var, "4k2r/pp3ppp/2p2n2/8/4P3/2N5/PP3PPP/R3K3 b - - 0 20");
    assert_int_equal(evaluate(f, &white), evaluate(f, &black));
    fixture_free(f);
}

/* More pieces are better; the rough evaluation is not far off. */
static void test_evaluation_sense(void **state)
{
    (void)state;
    fixture *f = fixture_new("chess");
    apo_position pos;
    apo_psq psq;
    help_read(&pos, f->var, "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 20");
    assert_true(evaluate(f, &pos) > 2000);
    help_read(&pos, f->var, "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 20");
    assert_true(evaluate(f, &pos) < -2000);
    help_start(&pos, f->var, 1);
    apo_psq_count(&psq, f->evaluation, &pos);
    int rough = apo_evaluate_roughly(f->evaluation, &f->pawns, &pos, &psq, 0);
    assert_in_range(rough - evaluate(f, &pos) + APO_ROUGH_MARGIN, 0, 2 * APO_ROUGH_MARGIN);
    fixture_free(f);
}

/* A king that enemy pieces can reach is worse off without pawns before it than behind them. */
static void test_kings_are_endangered(void **state)
{
    (void)state;
    fixture *f = fixture_new("chess");
    apo_position behind, bare;
    help_read(&behind, f->var, "2k4r/ppp5/8/4n3/7q/8/PPP5/1K1RR3 w - - 0 20");
    help_read(&bare, f->var, "2k4r/ppp5/8/4n3/7q/8/PPP5/3RR1K1 w - - 0 20");
    assert_true(evaluate(f, &behind) > evaluate(f, &bare) + 100);
    fixture_free(f);
}

/* In Grand Chess a pawn on the seventh rank is one step from becoming a queen that has been
 * lost. */
static void test_goal_is_where_pawns_promote(void **state)
{
    (void)state;
    fixture *f = fixture_new("grand");
    apo_position near, far;
    help_read(&near, f->var, "5k4/10/10/P9/10/10/10/10/10/5K4 w - - -- Qq - 0 40");
    help_read(&far, f->var, "5k4/10/10/10/10/10/P9/10/10/5K4 w - - -- Qq - 0 40");
    assert_true(evaluate(f, &near) > evaluate(f, &far) + 150);
    fixture_free(f);
}

/* Each weight has a name and a place of its own, and the evaluation listens to it. */
static void test_weights_by_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HELP_GAMES; i++) {
        fixture *f = fixture_new(help_games[i]);
        apo_weights *weights = calloc(1, sizeof *weights);
        size_t count = apo_weight_count(f->var), set = 0;
        char last[40] = "", buf[40];
        for (size_t k = 0; k < count; k++) {
            apo_text name = apo_text_start(buf, sizeof buf);
            apo_weight_name(&name, f->var, k);
            assert_false(name.is_overflowed);
            assert_string_not_equal(buf, last);
            strcpy(last, buf);
            assert_int_equal(*apo_weight_at(weights, f->var, k), 0);
            *apo_weight_at(weights, f->var, k) = 1;
        }
        const int16_t *all = (const int16_t *)weights;
        for (size_t k = 0; k < sizeof *weights / sizeof *all; k++)
            set += all[k] == 1;
        assert_int_equal(set, count);
        free(weights);
        fixture_free(f);
    }
}

/* Without a royal type each type has weights, the first too. */
static void test_weights_without_a_king(void **state)
{
    (void)state;
    fixture *f = fixture_new("antichess");
    bool has[APO_TYPES_MAX] = {false};
    for (size_t k = 0; k < apo_weight_count(f->var); k++)
        for (unsigned type = 1; type <= f->var->info.type_count; type++)
            has[type] |=
                apo_weight_at(&f->weights, f->var, k) == &f->weights.piece[type].opening;
    for (unsigned type = 1; type <= f->var->info.type_count; type++)
        assert_true(has[type]);
    fixture_free(f);
}

static const char valued[] = "[game]\nname = Valued\nbase = chess\n"
                             "[values]\npiece = Q 1234 -55\npiece = R 500 510\nreach = N 7 8\n"
                             "ranks = P 1 2 3 4 5\nfiles = P -3 -2 -1\n"
                             "tempo = 99 -98\n";

/* The definition file's section replaces the derived values. */
static void test_values_of_a_file(void **state)
{
    (void)state;
    apo_variant *var = NULL;
    apo_piece_values *values = calloc(1, sizeof *values);
    apo_weights *weights = calloc(1, sizeof *weights);
    assert_int_equal(apo_definition_compile(&var, apo_span_of("valued"), apo_span_of(valued),
                                            NULL, NULL, NULL),
                     APO_OK);
    assert_int_equal(apo_piece_values_derive(values, var, NULL), APO_OK);
    apo_weights_derive(weights, var, values);
    unsigned queen = apo_variant_type_of_letter(var, 'Q');
    unsigned pawn = apo_variant_type_of_letter(var, 'P');
    assert_int_equal(weights->piece[queen].opening, 1234);
    assert_int_equal(weights->piece[queen].ending, -55);
    assert_int_equal(weights->reach[apo_variant_type_of_letter(var, 'N')].ending, 8);
    assert_true(weights->reach[queen].opening > 0);
    assert_int_equal(weights->rank[pawn][5], 5);
    assert_int_equal(weights->rank[pawn][6], 0);
    assert_int_equal(weights->file[pawn][2], -1);
    assert_int_equal(weights->term[APO_TERM_TEMPO].opening, 99);
    assert_int_equal(weights->term[APO_TERM_TEMPO].ending, -98);
    apo_weight everywhere = apo_weight_of_term(APO_TERM_DANGER);
    assert_int_equal(weights->term[APO_TERM_DANGER].opening, everywhere.opening);
    assert_true(everywhere.opening != 0);
    free(values);
    free(weights);
    apo_variant_free(var);
}

static const char *const bad_values[] = {"piece = Q 1234",    "piece = Q 1 2 3",
                                         "piece = X 1 2",     "piece =",
                                         "piece = Q 99999 1", "piece = Q 1 x",
                                         "piece = K 1 2",     "piece = Q 1 2\npiece = Q 1 2",
                                         "ranks = P",         "tempo = 1",
                                         "tempo = 1 2 3",     "tempo = 1 x",
                                         "tempo = Q 1 2",     "tempo = 1 2\ntempo = 1 2"};

static void test_bad_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_values / sizeof *bad_values; i++) {
        char text[200];
        apo_variant *var = NULL;
        snprintf(text, sizeof text, "[game]\nname = V\nbase = chess\n[values]\n%s\n",
                 bad_values[i]);
        assert_int_equal(apo_definition_compile(&var, apo_span_of("valued"), apo_span_of(text),
                                                NULL, NULL, NULL),
                         APO_E_DEFINITION);
    }
}

/* Every allocation of a new game may fail. */
typedef struct stingy {
    unsigned left;
} stingy;

static void *resize_stingily(void *context, void *block, size_t size)
{
    stingy *purse = context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    if (purse->left == 0)
        return NULL;
    purse->left--;
    return realloc(block, size);
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    apo_variant *var = help_open("modern");
    for (unsigned allowed = 0;; allowed++) {
        stingy purse = {allowed};
        const apo_alloc alloc = {&purse, resize_stingily};
        const apo_engine_options options = {.hash_mb = 1, .alloc = &alloc};
        apo_engine *engine = NULL;
        apo_status status = apo_engine_new(&engine, &options);
        if (status == APO_OK)
            status = apo_engine_new_game(engine, var);
        apo_engine_free(engine);
        if (status == APO_OK)
            break;
        assert_int_equal(status, APO_E_MEMORY);
        assert_true(allowed < 100);
    }
    apo_variant_free(var);
}

static int evaluate_fen(const char *id, const char *fen)
{
    fixture *f = fixture_new(id);
    apo_position pos;
    help_read(&pos, f->var, fen);
    int score = evaluate(f, &pos);
    fixture_free(f);
    return score;
}

/* Where something else than mate decides, it counts: fewer pieces, the way to the goal, checks.
 */
static void test_goals(void **state)
{
    (void)state;
    assert_true(evaluate_fen("antichess", "1nbqkbn1/pppppppp/8/8/8/8/8/N6N w - - 0 1") > 0);
    assert_true(evaluate_fen("antichess", "n6n/8/8/8/8/8/PPPPPPPP/1NBQKBN1 w - - 0 1") < 0);
    assert_true(evaluate_fen("king-of-the-hill", "7k/8/ppp5/8/8/4K3/PPP5/8 w - - 0 1") >
                evaluate_fen("king-of-the-hill", "7k/8/ppp5/8/8/8/PPP5/6K1 w - - 0 1"));
    assert_true(evaluate_fen("three-check", "7k/8/8/8/8/8/8/R5K1 w - - 1+3 0 1") >
                evaluate_fen("three-check", "7k/8/8/8/8/8/8/R5K1 w - - 3+3 0 1"));
    /* With one check left, a queen that can give it counts, guarded square or not. */
    assert_true(evaluate_fen("three-check", "3r2k1/5p1p/8/8/8/8/5P1P/Q5K1 w - - 1+3 0 1") >
                evaluate_fen("three-check", "3r2k1/5p1p/8/8/8/8/5P1P/Q5K1 w - - 3+3 0 1") +
                    1000);
    /* The last check is worth a bishop, and a lead counts in full without pawns too. */
    assert_true(evaluate_fen("three-check", "bn5k/8/8/8/8/8/8/N5K1 w - - 1+3 0 1") > 0);
    assert_true(evaluate_fen("antichess", "nn6/8/8/8/8/8/8/6N1 w - - 0 1") > 150);
}

/* Pieces in hand are worth more where they can be dropped with a safe check. */
static void test_hands(void **state)
{
    (void)state;
    int open = evaluate_fen("crazyhouse", "6k1/8/8/8/8/8/5PPP/5RK1[QRN] w - - 0 1") -
               evaluate_fen("crazyhouse", "6k1/8/8/8/8/8/5PPP/5RK1[] w - - 0 1");
    int closed = evaluate_fen("crazyhouse", "5rk1/5ppp/8/8/8/8/5PPP/5RK1[QRN] w - - 0 1") -
                 evaluate_fen("crazyhouse", "5rk1/5ppp/8/8/8/8/5PPP/5RK1[] w - - 0 1");
    assert_true(open > closed + 60);
}

/* Without pawns a small lead seldom wins, but where a game has none at all it counts in full.
 */
static void test_games_without_pawns(void **state)
{
    (void)state;
    assert_true(evaluate_fen("chess", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1") < 100);
    assert_true(evaluate_fen("xiangqi", "4k4/9/9/9/9/9/9/9/9/N2K5 w - - 0 1") > 150);
    assert_true(evaluate_fen("xiangqi", "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/"
                                        "RNBAKABNR w - - 0 1") > 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_order),
        cmocka_unit_test(test_goals),
        cmocka_unit_test(test_hands),
        cmocka_unit_test(test_games_without_pawns),
        cmocka_unit_test(test_values_joker),
        cmocka_unit_test(test_values_repeats),
        cmocka_unit_test(test_psq_is_kept_up_to_date),
        cmocka_unit_test(test_evaluation_is_fair),
        cmocka_unit_test(test_evaluation_sense),
        cmocka_unit_test(test_kings_are_endangered),
        cmocka_unit_test(test_goal_is_where_pawns_promote),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_weights_by_name),
        cmocka_unit_test(test_weights_without_a_king),
        cmocka_unit_test(test_values_of_a_file),
        cmocka_unit_test(test_bad_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
