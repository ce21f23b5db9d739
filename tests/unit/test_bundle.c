#include "test.h"

#include "definition/file/bundle.h"
#include "notation/fen.h"

/* Bases as they were once; everything else is built in. */
static bool find_old(void *context, apo_span id, apo_span *out_text)
{
    const char *const *pair = context;
    if (!apo_span_is(id, pair[0]))
        return false;
    *out_text = apo_span_of(pair[1]);
    return true;
}

static void write_start(char *out, size_t size, const apo_variant *var)
{
    apo_position pos;
    apo_text text = apo_text_start(out, size);
    assert_int_equal(apo_position_start(&pos, var, 0, 1), APO_OK);
    apo_fen_write(&text, &pos);
}

static void test_all_builtins(void **state)
{
    (void)state;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_variant *var = NULL, *again = NULL;
        apo_buffer bundle;
        char a[APO_FEN_MAX], b[APO_FEN_MAX];
        apo_span id = apo_span_of(apo_definition_builtin_id(i));
        apo_buffer_init(&bundle, NULL);
        assert_int_equal(
            apo_bundle_make(&var, &bundle, id, apo_definition_builtin_text(i), NULL, NULL),
            APO_OK);
        assert_int_equal(apo_bundle_compile(&again, id, apo_buffer_span(&bundle), NULL, NULL),
                         APO_OK);
        write_start(a, sizeof a, var);
        write_start(b, sizeof b, again);
        assert_string_equal(a, b);
        apo_variant_free(var);
        apo_variant_free(again);
        apo_buffer_clear(&bundle);
    }
}

static void expect_synopsis(const apo_synopsis *said, const apo_variant *var)
{
    const apo_variant_info *info = apo_variant_info_of(var);
    const apo_geometry *geo = apo_variant_geometry(var);
    assert_string_equal(said->name, info->name);
    assert_string_equal(said->inventor, info->inventor);
    assert_int_equal(said->files, geo->files);
    assert_int_equal(said->ranks, apo_geometry_ranks(geo));
    assert_int_equal(said->rows, geo->rows);
    assert_int_equal(said->starts, info->start_count);
    assert_int_equal(said->start_name_count, info->start_name_count);
    for (unsigned i = 0; i < info->start_name_count; i++)
        assert_string_equal(said->start_names[i], apo_variant_start_name(var, i));
    assert_int_equal(said->has_advantage, info->has_advantage);
    assert_int_equal(said->has_handicaps, apo_variant_has_rule(var, "handicap"));
}

/* What is read without compiling is what the compiled games say, and the bundle is the same. */
static void test_synopses(void **state)
{
    unsigned advantages = 0, handicaps = 0, named = 0, many = 0;
    (void)state;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_variant *var = NULL;
        apo_buffer bundle, again;
        apo_synopsis said, read;
        apo_span id = apo_span_of(apo_definition_builtin_id(i));
        apo_span text = apo_definition_builtin_text(i);
        apo_buffer_init(&bundle, NULL);
        apo_buffer_init(&again, NULL);
        assert_int_equal(apo_bundle_make(&var, &bundle, id, text, NULL, NULL), APO_OK);
        assert_int_equal(apo_bundle_synopsis(&said, &again, id, text, NULL), APO_OK);
        assert_string_equal(again.bytes, bundle.bytes);
        expect_synopsis(&said, var);
        assert_int_equal(apo_bundle_read_synopsis(&read, id, apo_buffer_span(&bundle)), APO_OK);
        expect_synopsis(&read, var);
        advantages += said.has_advantage;
        handicaps += said.has_handicaps;
        named += said.start_name_count > 1;
        many += said.starts > 1;
        apo_variant_free(var);
        apo_buffer_clear(&bundle);
        apo_buffer_clear(&again);
    }
    assert_true(advantages > 0 && handicaps > 0 && named > 0 && many > 0);
}

static void test_synopsis_faults(void **state)
{
    static const char marked[] = "[game]\nname = Mine\nbase = chess\n#base-file chess\n";
    apo_buffer bundle;
    apo_synopsis said;
    (void)state;
    apo_buffer_init(&bundle, NULL);
    assert_int_equal(
        apo_bundle_synopsis(&said, &bundle, apo_span_of("mine"), apo_span_of(marked), NULL),
        APO_E_UNSUPPORTED);
    apo_buffer_clear(&bundle);
    assert_int_equal(
        apo_bundle_read_synopsis(&said, apo_span_of("mine"), apo_span_of("[game]\n")),
        APO_E_DEFINITION);
}

/* The base in the bundle counts, not the one that is built in now. */
static void test_changed_base(void **state)
{
    (void)state;
    static const char text[] = "[game]\nname = Mine\nbase = chess\n";
    static const char *old[2] = {"chess", NULL};
    const apo_definition_loader loader = {old, find_old};
    apo_span now = {NULL, 0};
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        if (strcmp(apo_definition_builtin_id(i), "courier") == 0)
            now = apo_definition_builtin_text(i);
    old[1] = now.text;
    apo_variant *var = NULL, *again = NULL;
    apo_buffer bundle;
    apo_buffer_init(&bundle, NULL);
    assert_int_equal(
        apo_bundle_make(&var, &bundle, apo_span_of("mine"), apo_span_of(text), &loader, NULL),
        APO_OK);
    assert_int_equal(
        apo_bundle_compile(&again, apo_span_of("mine"), apo_buffer_span(&bundle), NULL, NULL),
        APO_OK);
    assert_int_equal(apo_variant_geometry(again)->files, 12);
    assert_string_equal(apo_variant_info_of(again)->name, "Mine");
    apo_variant_free(var);
    apo_variant_free(again);
    apo_buffer_clear(&bundle);
}

static void test_marks_inside(void **state)
{
    (void)state;
    static const char text[] = "[game]\nname = Mine\nbase = chess\n#base-file chess\n";
    apo_variant *var = NULL;
    apo_buffer bundle;
    apo_buffer_init(&bundle, NULL);
    assert_int_equal(
        apo_bundle_make(&var, &bundle, apo_span_of("mine"), apo_span_of(text), NULL, NULL),
        APO_E_UNSUPPORTED);
    apo_buffer_clear(&bundle);
}

/* How the pieces move, with those that the definition inherits. */
static void test_words(void **state)
{
    (void)state;
    static const char text[] = "[game]\nname = Mine\nbase = chess\n\n[pieces]\n"
                               "N = hopper, WA\n";
    static const char forms[] =
        "[game]\nname = Mine\n[board]\nfiles = 3\nranks = 4\n[pieces]\nK = king, K, royal\n"
        "S = silver, F\n+S = promoted silver, W\n[forms]\nfrom-rank = 4\n"
        "[setup]\nboard =\n    ks.\n    3\n    3\n    .SK\n";
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    assert_int_equal(apo_bundle_words(&words, apo_span_of("mine"), apo_span_of(text)), APO_OK);
    assert_non_null(strstr(words.bytes, "N\tsteps 1 orthogonally\nN\tleaps 2 diagonally\n"));
    assert_non_null(strstr(words.bytes, "Q\tslides in any direction\n"));
    apo_buffer_clear(&words);
    /* A promoted form has its own. */
    assert_int_equal(apo_bundle_words(&words, apo_span_of("mine"), apo_span_of(forms)), APO_OK);
    assert_string_equal(words.bytes, "K\tsteps 1 in any direction\nS\tsteps 1 diagonally\n"
                                     "+S\tsteps 1 orthogonally\n");
    apo_buffer_clear(&words);
    assert_int_equal(apo_bundle_words(&words, apo_span_of("mine"), apo_span_of("[game]\n")),
                     APO_E_DEFINITION);
    assert_int_equal(apo_buffer_span(&words).length, 0);
    apo_buffer_clear(&words);
}

static void words_have(const char *game, const char *wanted, bool is_there)
{
    apo_span text;
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    assert_true(apo_definition_find_builtin(apo_span_of(game), &text));
    assert_int_equal(apo_bundle_words(&words, apo_span_of(game), text), APO_OK);
    if ((strstr(words.bytes, wanted) != NULL) != is_there)
        fail_msg("%s: \"%s\" in:\n%s", game, wanted, words.bytes);
    apo_buffer_clear(&words);
}

/* Rules move pieces too. */
static void test_words_of_rules(void **state)
{
    (void)state;
    static const char two[] = "P\tfrom its starting rank it can go two squares\n",
                      three[] = "P\tfrom its starting rank it can go up to three squares\n";
    words_have("modern", two, true);
    words_have("prequel", two, true);
    words_have("chess", two, true);
    words_have("alert", "\tfrom its", false);
    words_have("omega", three, true);
    words_have("gross", three, true);
    words_have("wildebeest",
               "P\tfrom its starting rank it can go up to three squares\n"
               "P\tfrom its rank 3 it can go up to 2 squares\n",
               true);
    words_have("torpedo", "P\tfrom its ranks 2 to 6 it can go up to 2 squares\n", true);
    words_have("chess", "K\tsteps 1 in any direction\nK\tcastles\n", true);
    words_have("modern", "K\tonce, if it has not moved and is not in check, it can jump", true);
    words_have("modern", "castles", false);
    words_have("modern", "J\tmoves and captures like the piece that the opponent moved", true);
    words_have("prequel", "C\tsteps 1 orthogonally\nC\tjumps over neighbours", true);
    words_have("prequel", "does not move", false);
    words_have("alert", "F\tmakes four steps in one move, three of one kind", true);
    words_have("alert", "walks exactly", false);
}

/* What the definition says and where; what it inherits has the level of its base. */
static void test_outline(void **state)
{
    (void)state;
    static const char text[] = "[game]\nname = Mine\nbase = chess\n\n[pieces]\n"
                               "N = hopper, WA # new\nB =\n\n[nonsense\n";
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    assert_int_equal(apo_bundle_outline(&out, apo_span_of(text)), APO_OK);
    assert_non_null(strstr(out.bytes, "{\"name\":\"pieces\",\"argument\":\"\",\"line\":5,"
                                      "\"level\":0}"));
    assert_non_null(strstr(out.bytes, "{\"name\":\"promotion\",\"argument\":\"\",\"line\":"));
    assert_non_null(strstr(out.bytes, "\"name\":\"N\",\"number\":null,\"line\":6,\"level\":0,"
                                      "\"texts\":[{\"line\":6,\"column\":5,"
                                      "\"text\":\"hopper, WA\"}]}"));
    assert_non_null(strstr(out.bytes, "\"name\":\"B\",\"number\":null,\"line\":7,\"level\":0,"
                                      "\"texts\":[]}"));
    assert_null(strstr(out.bytes, "bishop"));
    assert_null(strstr(out.bytes, "knight"));
    assert_non_null(strstr(out.bytes, "\"text\":\"rook, R"));
    apo_buffer_clear(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_builtins),    cmocka_unit_test(test_synopses),
        cmocka_unit_test(test_synopsis_faults), cmocka_unit_test(test_changed_base),
        cmocka_unit_test(test_marks_inside),    cmocka_unit_test(test_words),
        cmocka_unit_test(test_words_of_rules),  cmocka_unit_test(test_outline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
