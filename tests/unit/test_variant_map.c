/* The games on offer: compiled when they are first needed, by any thread. */
#include "test.h"

#include <pthread.h>

#include "server/web/start_weights.h"
#include "server/web/variant_map.h"

enum {
    THREADS = 4
};

static apo_variant_map *variants;

static int open_map(void **state)
{
    const apo_server_definition own = {
        .id = "mine", .bundle = apo_span_of("[game]\nname = Mine\nbase = chess\n")};
    (void)state;
    return apo_variant_map_new(&variants, &own, 1, SIZE_MAX) == APO_OK ? 0 : -1;
}

static int close_map(void **state)
{
    (void)state;
    apo_variant_map_free(variants);
    return 0;
}

/* Lists and headings have what they show, and still nothing is compiled. */
static void test_lists(void **state)
{
    apo_variant_outline outline;
    (void)state;
    assert_int_equal(apo_variant_map_count(variants), apo_definition_builtin_count() + 1);
    assert_string_equal(apo_variant_map_get(variants, 0)->id, "alert");
    assert_true(apo_variant_outline_of(&outline, variants, NULL, apo_span_of("chess")));
    assert_string_equal(outline.name, "Chess");
    assert_string_equal(outline.own_definition, "");
    assert_int_equal(outline.files, 8);
    assert_int_equal(outline.starts, 1);
    assert_true(apo_variant_outline_of(&outline, variants, NULL, apo_span_of("mine")));
    assert_string_equal(outline.name, "Mine");
    const apo_offered_game *mine =
        apo_variant_map_find_digest(variants, apo_span_of(outline.own_definition));
    assert_ptr_equal(mine, apo_variant_map_find_offered(variants, apo_span_of("mine")));
    assert_int_equal(apo_compiled_bytes(apo_variant_map_compiled(variants)), 0);
}

/* A name that people could take for another is the same. */
static void test_names(void **state)
{
    static const struct {
        const char *name, *id;
    } rows[] = {{"Chess", "chess"},       {" c H e s s!", "chess"},
                {"MINE", "mine"},         {"grand apothecary chess alert", "alert"},
                {"Chess, remixed", NULL}, {"Ches", NULL},
                {"Ch\xc3\xa9ss", NULL},   {"...", NULL}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const apo_offered_game *game =
            apo_variant_map_find_name(variants, apo_span_of(rows[i].name));
        if (rows[i].id == NULL)
            assert_null(game);
        else
            assert_string_equal(game->id, rows[i].id);
    }
    assert_int_equal(apo_compiled_bytes(apo_variant_map_compiled(variants)), 0);
}

/* A game is compiled once, and from then on ready; the others are not. */
static void test_first_use(void **state)
{
    apo_span text;
    (void)state;
    const apo_offered_game *game = apo_variant_map_find_offered(variants, apo_span_of("chess"));
    const apo_offered_game *mine = apo_variant_map_find_offered(variants, apo_span_of("mine"));
    assert_false(apo_variant_map_is_ready(variants, game->id, game->digest));
    const apo_variant_entry *entry = apo_variant_map_find(variants, NULL, apo_span_of("chess"));
    assert_non_null(entry);
    assert_false(entry->is_own || entry->is_published);
    assert_string_equal(entry->digest, game->digest);
    assert_true(apo_variant_map_is_ready(variants, game->id, game->digest));
    assert_false(apo_variant_map_is_ready(variants, mine->id, mine->digest));
    assert_ptr_equal(apo_variant_map_find_version(variants, NULL, apo_span_of("chess"),
                                                  apo_span_of(game->digest)),
                     entry);
    assert_ptr_equal(apo_variant_map_variant(variants, NULL, game->id, game->digest),
                     entry->var);
    assert_null(apo_variant_map_find_version(variants, NULL, apo_span_of("chess"),
                                             apo_span_of(mine->digest)));
    assert_false(apo_variant_map_text(variants, game->digest, &text));
    assert_true(apo_variant_map_text(variants, mine->digest, &text));
    assert_true(apo_variant_map_find(variants, NULL, apo_span_of("mine"))->is_own);
    assert_true(apo_compiled_bytes(apo_variant_map_compiled(variants)) > 10000);
}

static void *find_all(void *context)
{
    const apo_variant **out = context;
    for (size_t i = 0; i < apo_variant_map_count(variants); i++) {
        const apo_offered_game *game = apo_variant_map_get(variants, i);
        const apo_variant_entry *entry =
            apo_variant_map_find(variants, NULL, apo_span_of(game->id));
        out[i] = entry != NULL ? entry->var : NULL;
    }
    return NULL;
}

/* Threads that need the same games at once all get the same ones. */
static void test_threads(void **state)
{
    enum {
        GAMES_MAX = 512
    };

    static const apo_variant *found[THREADS][GAMES_MAX];
    pthread_t threads[THREADS];
    (void)state;
    assert_in_range(apo_variant_map_count(variants), 1, GAMES_MAX);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, find_all, found[i]), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < apo_variant_map_count(variants); i++) {
        assert_non_null(found[0][i]);
        for (unsigned k = 1; k < THREADS; k++)
            assert_ptr_equal(found[k][i], found[0][i]);
    }
}

static apo_turns turns;

static void sweep(apo_compiled *compiled)
{
    for (unsigned i = 0; i < 4; i++)
        apo_compiled_sweep(compiled, &turns);
}

/* One that no game in memory holds is dropped when memory is short, and compiled again. */
static void test_dropping(void **state)
{
    apo_compiled *compiled = apo_variant_map_compiled(variants);
    (void)state;
    const apo_variant_entry *kept = apo_variant_map_find(variants, NULL, apo_span_of("chess"));
    const apo_variant_entry *entry =
        apo_variant_map_find(variants, NULL, apo_span_of("courier"));
    const char *id = "courier";
    char digest[APO_TOKEN_DIGEST_TEXT];
    memcpy(digest, entry->digest, sizeof digest);
    apo_compiled_hold(compiled, kept->var);
    assert_true(apo_compiled_drop(compiled, &turns, SIZE_MAX, INT64_MAX) > 0);
    sweep(compiled);
    assert_false(apo_variant_map_is_ready(variants, id, digest));
    assert_ptr_equal(apo_variant_map_find(variants, NULL, apo_span_of("chess")), kept);
    entry = apo_variant_map_find(variants, NULL, apo_span_of(id));
    assert_string_equal(entry->digest, digest);
    assert_string_equal(apo_variant_info_of(entry->var)->name, "Courier Chess");
    apo_compiled_release(compiled, kept->var);
}

/* What is dropped counts until it is freed; and only what began before its last use can be
 * using it, however long other things take. */
static void test_dropped_memory(void **state)
{
    apo_compiled *compiled = apo_variant_map_compiled(variants);
    (void)state;
    apo_compiled_drop(compiled, &turns, SIZE_MAX, INT64_MAX);
    sweep(compiled);
    const size_t before = apo_compiled_bytes(compiled);

    uint64_t turn = apo_turns_enter(&turns);
    const apo_variant_entry *entry =
        apo_variant_map_find(variants, NULL, apo_span_of("courier"));
    assert_non_null(entry);
    const size_t with = apo_compiled_bytes(compiled);
    assert_true(with > before);
    assert_true(apo_compiled_drop(compiled, &turns, with - before, INT64_MAX) > 0);
    sweep(compiled);
    assert_int_equal(apo_compiled_bytes(compiled), with);
    assert_string_equal(apo_variant_info_of(entry->var)->name, "Courier Chess");
    apo_turns_leave(&turns, turn);
    sweep(compiled);
    assert_int_equal(apo_compiled_bytes(compiled), before);

    turn = apo_turns_enter(&turns);
    apo_variant_map_find(variants, NULL, apo_span_of("courier"));
    apo_turns_leave(&turns, turn);
    sweep(compiled);
    turn = apo_turns_enter(&turns); /* something long */
    apo_compiled_drop(compiled, &turns, with - before, INT64_MAX);
    assert_int_equal(apo_compiled_bytes(compiled), before);
    apo_turns_leave(&turns, turn);
}

/* What was dropped while something used it is used again, not compiled a second time. */
static void test_dropped_comes_back(void **state)
{
    apo_compiled *compiled = apo_variant_map_compiled(variants);
    (void)state;
    apo_compiled_drop(compiled, &turns, SIZE_MAX, INT64_MAX);
    sweep(compiled);
    const size_t before = apo_compiled_bytes(compiled);
    uint64_t turn = apo_turns_enter(&turns);
    const apo_variant_entry *entry =
        apo_variant_map_find(variants, NULL, apo_span_of("courier"));
    const size_t with = apo_compiled_bytes(compiled);
    apo_compiled_drop(compiled, &turns, SIZE_MAX, INT64_MAX);
    assert_ptr_equal(apo_variant_map_find(variants, NULL, apo_span_of("courier")), entry);
    assert_int_equal(apo_compiled_bytes(compiled), with);
    apo_turns_leave(&turns, turn);
    sweep(compiled);
    assert_true(apo_variant_map_is_ready(variants, "courier", entry->digest));
    assert_true(apo_compiled_drop(compiled, &turns, SIZE_MAX, INT64_MAX) > 0);
    sweep(compiled);
    assert_int_equal(apo_compiled_bytes(compiled), before);
}

static void test_start_weights(void **state)
{
    (void)state;
    const apo_variant_entry *entry =
        apo_variant_map_find(variants, NULL, apo_span_of("chess960"));
    const unsigned count = apo_variant_info_of(entry->var)->start_count;
    size_t index = 0;
    assert_null(apo_variant_map_start_weights(variants, entry->digest));
    while (strcmp(apo_variant_map_get(variants, index)->id, "chess960") != 0)
        index++;
    uint32_t *weights = apo_allocate_zero(NULL, count * sizeof *weights);
    weights[517] = APO_START_WEIGHTS_SUM;
    apo_variant_map_set_start_weights(variants, index, weights);
    assert_int_equal(apo_start_weights_draw(variants, entry), 518);
    uint32_t *copy = apo_variant_map_start_weights(variants, entry->digest);
    assert_memory_equal(copy, weights, count * sizeof *copy);
    apo_free(NULL, copy);
    apo_variant_map_set_start_weights(variants, index, NULL);
    assert_null(apo_variant_map_start_weights(variants, entry->digest));
}

static void test_own_faults(void **state)
{
    const apo_server_definition faulty = {.id = "mine", .bundle = apo_span_of("[game]\n")};
    apo_variant_map *none = NULL;
    (void)state;
    assert_int_equal(apo_variant_map_new(&none, &faulty, 1, SIZE_MAX), APO_E_DEFINITION);
    assert_null(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_first_use),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_dropping),
        cmocka_unit_test(test_dropped_memory),
        cmocka_unit_test(test_dropped_comes_back),
        cmocka_unit_test(test_start_weights),
        cmocka_unit_test(test_own_faults),
    };
    apo_token_init();
    return cmocka_run_group_tests(tests, open_map, close_map);
}
