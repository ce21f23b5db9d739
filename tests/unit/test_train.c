/* Training: the contents of a recipe, the examples from a game, gradients that match the loss,
 * and results that do not depend on which thread did the work. */
#include "notation_help.h"

#include <math.h>
#include <stdlib.h>

#include "neural/network.h"
#include "notation/move_number.h"
#include "training/recipe.h"
#include "training/trainer.h"

/* --- recipes ------------------------------------------------------------- */

static const char usual[] = "game = grand\ndata = a.games\n";

static apo_status read_text(apo_recipe *out, const char *text, apo_fault_list *faults)
{
    apo_fault_list_init(faults);
    return apo_recipe_read(out, apo_span_of(text), faults);
}

static void test_recipe(void **state)
{
    apo_recipe recipe;
    apo_fault_list faults;
    (void)state;
    assert_int_equal(read_text(&recipe, usual, &faults), APO_OK);
    assert_int_equal(recipe.hidden, 64);
    assert_int_equal(recipe.is_added, 1);
    assert_false(recipe.has_validation);
    assert_int_equal(
        read_text(
            &recipe,
            "# mine\n\n game=x\r\ndata = a b.games\ndata = c\nvalidate=d\n"
            "kind = alone\nrelated = n.net\nsearch-share = 0.9\nscale = 300.25\nnoisy = yes\n",
            &faults),
        APO_OK);
    assert_true(apo_span_is(recipe.related, "n.net"));
    assert_true(apo_span_is(recipe.game, "x") && apo_span_is(recipe.files[0], "a b.games"));
    assert_int_equal(recipe.file_count, 3);
    assert_true(recipe.is_validation[2] && !recipe.is_validation[1] && recipe.has_validation);
    assert_true(recipe.search_share == 0.9 && recipe.scale == 300.25);
    assert_true(recipe.is_added == 0 && recipe.has_noisy == 1);
    assert_int_equal(read_text(&recipe, "game = x\ndata = a\nloud = yes\n", &faults), APO_OK);
    assert_int_equal(recipe.has_noisy, 1);
    assert_int_equal(
        read_text(&recipe, "game = x\ndata = a\nnoisy = no\nloud = yes\n", &faults),
        APO_E_SYNTAX);
}

/* Each fault is where it belongs. */
static void test_recipe_faults(void **state)
{
    static const struct {
        const char *line;
        uint32_t column;
        const char *detail;
    } cases[] = {
        {"hiden = 64", 1, "unknown key \"hiden\"; did you mean \"hidden\"?"},
        {"hidden = 48", 10, "\"48\" is wrong: it must be 32, 64, 96 or 128"},
        {"  scale = 1e3", 11, "\"1e3\" is wrong: it must be from 50 to 2000"},
        {"scale = -5", 9, "\"-5\" is wrong: it must be from 50 to 2000"},
        {"scale = nan", 9, "\"nan\" is wrong: it must be from 50 to 2000"},
        {"kind = both", 8, "\"both\" is wrong: it must be \"added\" or \"alone\""},
        {"search-share = 1.01", 16, "\"1.01\" is wrong: it must be from 0 to 1"},
        {"epochs =", 9, "a value must follow"},
        {"game = alert", 1, "the key is given twice"},
        {"nothing", 1, "a line must have the form \"key = value\""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        apo_recipe recipe = {.hidden = 7};
        apo_fault_list faults;
        char text[200];
        snprintf(text, sizeof text, "%s%s\nseed = 2\n", usual, cases[i].line);
        assert_int_equal(read_text(&recipe, text, &faults), APO_E_SYNTAX);
        assert_int_equal(recipe.hidden, 7);
        assert_int_equal(faults.count, 1);
        assert_int_equal(faults.faults[0].line, 3);
        assert_int_equal(faults.faults[0].column, cases[i].column);
        assert_string_equal(faults.faults[0].detail, cases[i].detail);
    }
    apo_recipe recipe;
    apo_fault_list faults;
    assert_int_equal(read_text(&recipe, "", &faults), APO_E_SYNTAX);
    assert_int_equal(faults.count, 2);
    char *large = malloc(APO_RECIPE_BYTES_MAX + 2);
    assert_non_null(large);
    memset(large, '\n', APO_RECIPE_BYTES_MAX + 1);
    large[APO_RECIPE_BYTES_MAX + 1] = '\0';
    assert_int_equal(read_text(&recipe, large, &faults), APO_E_TOO_LARGE);
    free(large);
}

/* --- samples ------------------------------------------------------------- */

typedef struct course {
    apo_variant *var;
    apo_features features;
    apo_training_samples samples;
    apo_recipe recipe;
    uint32_t *order;
} course;

/* A game of random moves, with random scores. */
static void make_game(apo_training_game *out, const apo_variant *var, apo_random *random,
                      uint32_t number)
{
    apo_position pos;
    *out = (apo_training_game){.number = number, .start = 1, .random_count = 4};
    out->white_quarters = (uint8_t)apo_random_below(random, APO_QUARTERS_WIN + 1);
    assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
    for (; out->ply_count < 60; out->ply_count++) {
        apo_move mv;
        apo_training_ply *ply = &out->plies[out->ply_count];
        uint64_t count = apo_perft(&pos, 1);
        if (count == 0)
            break;
        ply->move = (uint16_t)apo_random_below(random, (uint32_t)count);
        if (out->ply_count >= out->random_count)
            ply->score = (int16_t)((int)apo_random_below(random, 2001) - 1000);
        assert_int_equal(apo_move_of_number(&mv, &pos, ply->move), APO_OK);
        assert_int_equal(apo_play(&pos, &mv), APO_OK);
    }
}

static course *course_new(const char *id, uint32_t games,
                          const apo_training_sample_choice *choice)
{
    static apo_training_game game;
    course *c = calloc(1, sizeof *c);
    const apo_training_head head = {.seed = 3};
    apo_training_sample_reader *reader;
    apo_random random;
    assert_non_null(c);
    c->var = help_open(id);
    apo_features_init(&c->features, c->var);
    apo_random_seed(&random, 5);
    assert_int_equal(apo_training_sample_reader_new(&reader, &c->features, choice), APO_OK);
    for (uint32_t i = 0; i < games; i++) {
        make_game(&game, c->var, &random, i);
        assert_int_equal(apo_training_sample_reader_add(reader, &c->samples, &head, &game),
                         APO_OK);
    }
    apo_training_sample_reader_free(reader);
    apo_fault_list faults;
    assert_int_equal(read_text(&c->recipe, usual, &faults), APO_OK);
    assert_true(c->recipe.scale == 0);
    c->recipe.scale = 440;
    c->recipe.hidden = 32;
    c->recipe.buckets = 2;
    c->recipe.batch = 256;
    c->order = calloc(c->samples.count, sizeof *c->order);
    assert_non_null(c->order);
    for (uint32_t i = 0; i < c->samples.count; i++)
        c->order[i] = i;
    return c;
}

static void course_free(course *c)
{
    apo_training_samples_clear(&c->samples);
    apo_variant_free(c->var);
    free(c->order);
    free(c);
}

static const apo_training_sample_choice all_positions = {30000, 3, true};

static int compare_features(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* The other side's view, which a sample does not contain, is the one that the rules give. */
static void check_flips(const char *id)
{
    apo_random random;
    apo_position pos;
    apo_features features;
    apo_variant *var = help_open(id);
    apo_features_init(&features, var);
    uint16_t *flips = apo_training_sample_flips(&features);
    assert_non_null(flips);
    apo_random_seed(&random, 9);
    assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
    for (unsigned ply = 0; ply < 200; ply++) {
        apo_move mv;
        uint16_t mover[APO_FEATURES_ACTIVE_MAX], other[APO_FEATURES_ACTIVE_MAX];
        unsigned side = apo_position_side(&pos);
        uint64_t moves = apo_perft(&pos, 1);
        unsigned count = apo_features_list(&features, &pos, side, mover);
        assert_int_equal(apo_features_list(&features, &pos, side ^ 1U, other), count);
        bool is_mirrored = apo_features_views_differ(&features, &pos);
        for (unsigned i = 0; i < count; i++)
            mover[i] = flips[(is_mirrored ? features.count : 0) + mover[i]];
        qsort(mover, count, sizeof *mover, compare_features);
        qsort(other, count, sizeof *other, compare_features);
        assert_memory_equal(mover, other, count * sizeof *mover);
        if (moves == 0)
            break;
        assert_int_equal(
            apo_move_of_number(&mv, &pos, apo_random_below(&random, (uint32_t)moves)), APO_OK);
        assert_int_equal(apo_play(&pos, &mv), APO_OK);
    }
    apo_free(NULL, flips);
    apo_variant_free(var);
}

static void test_flips(void **state)
{
    static const char *const games[] = {"alert",   "modern", "classic",  "apothecary2",
                                        "prequel", "grand",  "seirawan", "xiangqi"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        check_flips(games[i]);
}

/* Which positions are samples, and which games are held out. */
static void test_choice(void **state)
{
    const apo_training_sample_choice quiet = {30000, 0, false}, level = {100, 1, true};
    (void)state;
    course *all = course_new("grand", 30, &all_positions);
    course *some = course_new("grand", 30, &quiet), *few = course_new("grand", 30, &level);
    size_t held_out = 0, changes = 0;
    assert_in_range(all->samples.count, 30 * 40, 30 * 56);
    assert_true(some->samples.count < all->samples.count && some->samples.count > 0);
    assert_true(few->samples.count < all->samples.count / 5 && few->samples.count > 0);
    for (size_t i = 0; i < all->samples.count; i++) {
        held_out += all->samples.list[i].flags & APO_TRAINING_SAMPLE_HELD_OUT;
        changes += i > 0 && ((all->samples.list[i].flags ^ all->samples.list[i - 1].flags) &
                             APO_TRAINING_SAMPLE_HELD_OUT) != 0;
    }
    assert_true(held_out > all->samples.count / 10 && held_out < all->samples.count / 2);
    assert_true(changes < 30); /* whole games */
    for (size_t i = 0; i < some->samples.count; i++)
        assert_true((some->samples.list[i].flags & APO_TRAINING_SAMPLE_HELD_OUT) == 0);
    for (size_t i = 0; i < few->samples.count; i++) {
        assert_true((few->samples.list[i].flags & APO_TRAINING_SAMPLE_HELD_OUT) != 0);
        assert_in_range(few->samples.list[i].score + 100, 0, 200);
    }
    size_t joined = all->samples.count + some->samples.count;
    assert_true(apo_training_samples_join(&all->samples, &some->samples));
    assert_int_equal(all->samples.count, joined);
    const apo_training_sample *last = &all->samples.list[joined - 1];
    assert_int_equal(last->first + last->count, all->samples.feature_count);
    course_free(all);
    course_free(some);
    course_free(few);
}

/* Finds the scale with which the results were drawn. */
static void test_scale(void **state)
{
    apo_random random;
    (void)state;
    course *c = course_new("grand", 100, &all_positions);
    apo_random_seed(&random, 4);
    for (size_t i = 0; i < c->samples.count; i++) {
        double chance = 1 / (1 + exp(-c->samples.list[i].score / 250.0));
        bool is_won = apo_random_below(&random, 1000000) < 1000000 * chance;
        c->samples.list[i].quarters = is_won ? APO_QUARTERS_WIN : 0;
    }
    double scale = apo_training_samples_fit_scale(&c->samples, c->order, c->samples.count);
    assert_true(scale > 230 && scale < 270);
    course_free(c);
}

/* --- trainers ------------------------------------------------------------ */

/* Does all jobs alone, in reverse order, and pretends to be many threads. */
static void run_backwards(void *self, size_t count, void (*job)(void *context, size_t index),
                          void *context)
{
    (void)self;
    while (count-- > 0)
        job(context, count);
}

static void run_in_order(void *self, size_t count, void (*job)(void *context, size_t index),
                         void *context)
{
    (void)self;
    for (size_t i = 0; i < count; i++)
        job(context, i);
}

static const apo_parallel one = {run_in_order, NULL, 1}, many = {run_backwards, NULL, 7};

static apo_trainer *trainer_of(const course *c, const apo_parallel *parallel)
{
    static int16_t values[APO_TYPES_MAX];
    apo_trainer *trainer;
    for (unsigned i = 0; i < APO_TYPES_MAX; i++)
        values[i] = (int16_t)(100 + 50 * i);
    assert_int_equal(apo_trainer_new(&trainer, &c->recipe, &c->features, values, parallel),
                     APO_OK);
    return trainer;
}

static double loss_of(apo_trainer *trainer, const course *c,
                      const apo_training_sample_order *order)
{
    apo_fitness fitness;
    apo_trainer_fold(trainer);
    assert_true(
        apo_trainer_measure(&fitness, trainer, &c->samples, order, apo_trainer_score, trainer));
    return fitness.target;
}

/* Compares the slopes with the differences of the loss when a weight changes a little. */
static void check_slopes(const char *id, bool is_added)
{
    course *c = course_new(id, 4, &all_positions);
    c->recipe.is_added = is_added;
    apo_trainer *trainer = trainer_of(c, &one);
    const apo_training_sample_order order = {c->order, 100};
    size_t count = apo_trainer_weight_count(trainer), tried = 0;
    float *weights = apo_trainer_weights(trainer);
    float *slopes = malloc(count * sizeof *slopes);
    apo_random random;
    assert_non_null(slopes);
    apo_random_seed(&random, 17);
    apo_trainer_slopes(slopes, trainer, &c->samples, &order);
    for (size_t i = 0; i < count && tried < 300; i++) {
        /* Most rows are of features that none of these positions has. The head is last. */
        if (i + 200 < count && apo_random_below(&random, 40) != 0)
            continue;
        const float step = 1e-4F; /* hidden neurons have edges */
        float kept = weights[i];
        weights[i] = kept + step;
        double above = loss_of(trainer, c, &order);
        weights[i] = kept - step;
        double below = loss_of(trainer, c, &order);
        weights[i] = kept;
        double measured = (above - below) / (2 * (double)step);
        if (fabs(measured - (double)slopes[i]) > 2e-3 * (1 + fabs(measured)))
            fail_msg("%s: slope %zu is %g, not %g", id, i, (double)slopes[i], measured);
        tried += fabs(measured) > 1e-4;
    }
    assert_true(tried >= 50);
    free(slopes);
    apo_trainer_free(trainer);
    course_free(c);
}

static void test_slopes(void **state)
{
    (void)state;
    check_slopes("grand", true);
    check_slopes("grand", false);
    check_slopes("alert", true);
    check_slopes("seirawan", true);
}

static void learn(apo_trainer *trainer, const course *c, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        const apo_training_sample_order batch = {c->order + i * 200 % (c->samples.count - 200),
                                                 200};
        (void)apo_trainer_step(trainer, &c->samples, &batch, 0.01);
    }
}

static void check_same(const apo_trainer *a, const apo_trainer *b)
{
    apo_buffer one_state, other_state;
    apo_buffer_init(&one_state, NULL);
    apo_buffer_init(&other_state, NULL);
    apo_trainer_write(&one_state, a);
    apo_trainer_write(&other_state, b);
    assert_int_equal(one_state.length, other_state.length);
    assert_memory_equal(one_state.bytes, other_state.bytes, one_state.length);
    apo_buffer_clear(&one_state);
    apo_buffer_clear(&other_state);
}

/* Learning lowers the loss, and neither the threads nor a break change the result. */
static void test_learning(void **state)
{
    (void)state;
    course *c = course_new("alert", 20, &all_positions);
    const apo_training_sample_order all = {c->order, c->samples.count};
    apo_trainer *trainer = trainer_of(c, &one), *other = trainer_of(c, &many);
    apo_trainer *resumed = trainer_of(c, &many);
    apo_buffer bytes;
    double before = loss_of(trainer, c, &all);
    check_same(trainer, other);
    learn(trainer, c, 0, 40);
    learn(other, c, 0, 25);
    apo_buffer_init(&bytes, NULL);
    apo_trainer_write(&bytes, other);
    assert_true(apo_trainer_read(resumed, apo_buffer_span(&bytes)));
    assert_false(apo_trainer_read(resumed, apo_span_part(apo_buffer_span(&bytes), 0, 100)));
    learn(other, c, 25, 40);
    learn(resumed, c, 25, 40);
    check_same(trainer, other);
    check_same(trainer, resumed);
    assert_true(loss_of(trainer, c, &all) < before - 0.01);
    apo_buffer_clear(&bytes);
    apo_trainer_free(trainer);
    apo_trainer_free(other);
    apo_trainer_free(resumed);
    course_free(c);
}

/* The net in whole numbers says nearly the same, of samples and of positions. */
static void check_rounding(const char *id, bool is_added)
{
    static apo_training_game game;
    apo_network *network;
    apo_random random;
    course *c = course_new(id, 20, &all_positions);
    c->recipe.is_added = is_added;
    apo_trainer *trainer = trainer_of(c, &one);
    learn(trainer, c, 0, 40);
    assert_int_equal(apo_trainer_export(&network, trainer), APO_OK);
    assert_true(network->is_alone == !is_added);
    const apo_rounded_net rounded = {network, trainer};
    for (size_t i = 0; i < c->samples.count; i++) {
        double exact = apo_trainer_score(trainer, &c->samples, i);
        double whole = apo_rounded_score(&rounded, &c->samples, i);
        if (fabs(exact - whole) > 12)
            fail_msg("%s: sample %zu: %g is rounded to %g", id, i, exact, whole);
    }
    /* The first game again, position by position. */
    apo_position pos;
    size_t sample = 0;
    apo_random_seed(&random, 5);
    make_game(&game, c->var, &random, 0);
    assert_int_equal(apo_position_start(&pos, c->var, 0, 1), APO_OK);
    for (uint32_t i = 0; i < game.ply_count; i++) {
        apo_move mv;
        if (i >= game.random_count) {
            double base = is_added ? c->samples.list[sample].base : 0;
            assert_true(apo_rounded_score(&rounded, &c->samples, sample) ==
                        base + apo_network_value(network, &pos));
            sample++;
        }
        assert_int_equal(apo_move_of_number(&mv, &pos, game.plies[i].move), APO_OK);
        assert_int_equal(apo_play(&pos, &mv), APO_OK);
    }
    apo_network_free(network);
    apo_trainer_free(trainer);
    course_free(c);
}

static void test_rounding(void **state)
{
    (void)state;
    check_rounding("grand", true);
    check_rounding("alert", true);
    check_rounding("apothecary2", false);
}

/* A net as first weights: of its own game it says what it said; of another one, the rows of
 * types with a common name are the net's. */
static void test_related(void **state)
{
    apo_network *network, *copy;
    (void)state;
    course *c = course_new("grand", 20, &all_positions);
    apo_trainer *trainer = trainer_of(c, &one), *other = trainer_of(c, &one);
    learn(trainer, c, 0, 40);
    assert_int_equal(apo_trainer_export(&network, trainer), APO_OK);
    assert_int_equal(apo_trainer_begin_with(other, network), APO_OK);
    const apo_rounded_net rounded = {network, trainer};
    for (size_t i = 0; i < c->samples.count; i++)
        assert_true(fabs(apo_trainer_score(other, &c->samples, i) -
                         apo_rounded_score(&rounded, &c->samples, i)) <= 1);
    apo_trainer_free(other);

    course *d = course_new("shako", 1, &all_positions);
    other = trainer_of(d, &one);
    assert_int_equal(apo_trainer_begin_with(other, network), APO_OK);
    assert_int_equal(apo_trainer_export(&copy, other), APO_OK);
    /* Both boards have ten by ten squares, all of them in use. */
    unsigned shared = 0;
    for (uint32_t i = 0; i < d->features.count; i++)
        for (uint32_t k = i % 100; k < c->features.count; k += 100) {
            apo_feature_facts ours, theirs;
            apo_feature_describe(&d->features, i, &ours);
            apo_feature_describe(&c->features, k, &theirs);
            if (theirs.kind != APO_FEATURE_PIECE || theirs.relation != ours.relation ||
                strcmp(apo_type_info_of(d->var, ours.type)->name,
                       apo_type_info_of(c->var, theirs.type)->name) != 0)
                continue;
            assert_memory_equal(copy->weights + (size_t)i * 32,
                                network->weights + (size_t)k * 32, 32 * sizeof(int16_t));
            shared++;
        }
    assert_int_equal(shared, 2 * 6 * 100); /* king, queen, rook, bishop, knight, pawn */
    apo_network_free(copy);
    apo_trainer_free(other);
    d->recipe.hidden = 64;
    other = trainer_of(d, &one);
    assert_int_equal(apo_trainer_begin_with(other, network), APO_E_RANGE);
    apo_trainer_free(other);
    apo_network_free(network);
    apo_trainer_free(trainer);
    course_free(d);
    course_free(c);
}

static void test_rate(void **state)
{
    const apo_recipe recipe = {.learning_rate = 0.5};
    double least = 1, most = 0;
    (void)state;
    for (uint64_t i = 0; i < 1000; i++) {
        double rate = apo_trainer_rate(&recipe, i, 1000);
        least = rate < least ? rate : least;
        most = rate > most ? rate : most;
    }
    assert_true(most > 0.4 && most <= 0.5 && least > 0 && least < 0.01);
    assert_true(apo_trainer_rate(&recipe, 999, 1000) < 0.01);
    assert_true(apo_trainer_rate(&recipe, 0, 1) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recipe),   cmocka_unit_test(test_recipe_faults),
        cmocka_unit_test(test_flips),    cmocka_unit_test(test_choice),
        cmocka_unit_test(test_scale),    cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_learning), cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_related),  cmocka_unit_test(test_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
