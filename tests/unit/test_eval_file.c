/* The option EvalFile: a net takes effect, any other file is refused with a reason, and without
 * a net the evaluation is unchanged. */
#include "test.h"

#include "definition/file/definition.h"
#include "neural/network_file.h"
#include "protocol/uci.h"
#include "protocol/xboard.h"
#include "search/engine.h"

enum {
    ADDED_CP = 100 /* what the net adds for the side to move */
};

/* What the engine has said, and the files that there are. */
typedef struct fixture {
    apo_buffer said;
    apo_buffer net; /* the file grand.net; broken.net lacks its last byte */
} fixture;

static void hear(void *context, const char *line)
{
    fixture *f = context;
    apo_buffer_add(&f->said, line);
    apo_buffer_add_char(&f->said, '\n');
}

static apo_status read_bytes(void *context, apo_buffer *out, apo_span path)
{
    fixture *f = context;
    apo_span bytes = apo_buffer_span(&f->net);
    if (!apo_span_is(path, "grand.net") && !apo_span_is(path, "broken.net"))
        return APO_E_IO;
    bytes.length -= apo_span_is(path, "broken.net");
    apo_buffer_add_span(out, bytes);
    return APO_OK;
}

static apo_network *make_network(const apo_variant *var)
{
    apo_network *network = NULL;
    assert_int_equal(apo_network_new(&network, var, 32, 2, NULL), APO_OK);
    network->output_bias[0] = network->output_bias[1] = ADDED_CP;
    network->direct_scale = 1;
    return network;
}

static void set_up(fixture *f)
{
    apo_variant *var = NULL;
    assert_int_equal(apo_definition_open(&var, apo_span_of("grand"), NULL, NULL), APO_OK);
    apo_network *network = make_network(var);
    apo_buffer_init(&f->said, NULL);
    apo_buffer_init(&f->net, NULL);
    assert_int_equal(apo_network_write(&f->net, network), APO_OK);
    apo_network_free(network);
    apo_variant_free(var);
}

static void tear_down(fixture *f)
{
    apo_buffer_clear(&f->said);
    apo_buffer_clear(&f->net);
}

static void send(apo_uci *uci, const char *line)
{
    assert_true(apo_uci_handle(uci, apo_span_of(line)));
}

/* The answer to "eval". */
static long evaluate(fixture *f, apo_uci *uci)
{
    static const char wanted[] = "info string evaluation ";
    apo_buffer_clear(&f->said);
    send(uci, "position startpos moves g3g5");
    send(uci, "eval");
    apo_span text = apo_buffer_span(&f->said);
    assert_true(apo_span_starts_with(text, wanted));
    return strtol(text.text + strlen(wanted), NULL, 10);
}

static void test_uci(void **state)
{
    fixture f;
    apo_uci *uci = NULL;
    (void)state;
    set_up(&f);
    const apo_environment environment = {.write = hear,
                                         .write_context = &f,
                                         .read_bytes = read_bytes,
                                         .read_context = &f,
                                         .hash_mb = 1,
                                         .name = "test"};
    assert_int_equal(apo_uci_new(&uci, &environment), APO_OK);
    send(uci, "setoption name UCI_Variant value grand");
    long without = evaluate(&f, uci);
    send(uci, "setoption name EvalFile value grand.net");
    assert_int_equal(evaluate(&f, uci), without + ADDED_CP);
    send(uci, "ucinewgame");
    assert_int_equal(evaluate(&f, uci), without + ADDED_CP);
    send(uci, "setoption name Threads value 2");
    assert_int_equal(evaluate(&f, uci), without + ADDED_CP);
    send(uci, "go nodes 2000");
    apo_uci_finish(uci);
    assert_non_null(strstr(f.said.bytes, "bestmove"));

    apo_buffer_clear(&f.said);
    send(uci, "setoption name EvalFile value broken.net");
    assert_string_equal(f.said.bytes, "info string the net is cut off: broken.net\n");
    assert_int_equal(evaluate(&f, uci), without);
    apo_buffer_clear(&f.said);
    send(uci, "setoption name EvalFile value nowhere.net");
    assert_string_equal(f.said.bytes, "info string reading or writing failed: nowhere.net\n");
    assert_int_equal(evaluate(&f, uci), without);

    send(uci, "setoption name EvalFile value grand.net");
    apo_buffer_clear(&f.said);
    send(uci, "setoption name UCI_Variant value capablanca");
    assert_string_equal(f.said.bytes,
                        "info string the net was made for the game \"grand\": grand.net\n");
    send(uci, "setoption name UCI_Variant value grand");
    assert_int_equal(evaluate(&f, uci), without + ADDED_CP);
    send(uci, "setoption name EvalFile value none");
    assert_int_equal(evaluate(&f, uci), without);
    send(uci, "setoption name EvalFile value <empty>");
    assert_int_equal(evaluate(&f, uci), without);
    apo_uci_free(uci);
    tear_down(&f);
}

static void test_xboard(void **state)
{
    static const char *const lines[] = {"protover 2", "variant grand",
                                        "option EvalFile=broken.net", "sd 1", "go"};
    fixture f;
    apo_xboard *x = NULL;
    (void)state;
    set_up(&f);
    const apo_environment environment = {.write = hear,
                                         .write_context = &f,
                                         .read_bytes = read_bytes,
                                         .read_context = &f,
                                         .hash_mb = 1,
                                         .name = "test"};
    assert_int_equal(apo_xboard_new(&x, &environment), APO_OK);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_true(apo_xboard_handle(x, apo_span_of(lines[i])));
    apo_xboard_finish(x);
    assert_non_null(strstr(f.said.bytes, "feature option=\"EvalFile -file \"\n"));
    assert_non_null(strstr(f.said.bytes, "Error (the net is cut off): broken.net\n"));
    assert_non_null(strstr(f.said.bytes, "move "));
    apo_xboard_free(x);
    tear_down(&f);
}

/* --- the engine ---------------------------------------------------------- */

static apo_network *find_network(void *context, const apo_variant *var, const apo_alloc *alloc)
{
    unsigned *asked = context;
    (void)alloc;
    (*asked)++;
    return strcmp(apo_variant_info_of(var)->id, "grand") == 0 ? make_network(var) : NULL;
}

/* Nets of the program are asked for with each new game, and replaced by others. */
static void test_source(void **state)
{
    apo_variant *grand = NULL, *chess = NULL;
    apo_engine *engine = NULL;
    unsigned asked = 0;
    const apo_engine_options options = {
        .hash_mb = 1, .network_source = find_network, .network_context = &asked};
    (void)state;
    assert_int_equal(apo_definition_open(&grand, apo_span_of("grand"), NULL, NULL), APO_OK);
    assert_int_equal(apo_definition_open(&chess, apo_span_of("chess"), NULL, NULL), APO_OK);
    assert_int_equal(apo_engine_new(&engine, &options), APO_OK);
    assert_int_equal(apo_engine_set_network(engine, NULL), APO_E_UNSUPPORTED);
    assert_int_equal(apo_engine_new_game(engine, grand), APO_OK);
    int with = apo_engine_evaluation(engine);
    assert_int_equal(apo_engine_set_network(engine, NULL), APO_OK);
    assert_int_equal(apo_engine_evaluation(engine), with - ADDED_CP);

    apo_network *alone = make_network(grand);
    alone->is_alone = true;
    assert_int_equal(apo_engine_set_network(engine, alone), APO_OK);
    assert_int_equal(apo_engine_evaluation(engine), ADDED_CP);
    apo_limits limits = {.nodes = 3000};
    apo_decision made;
    assert_int_equal(apo_engine_go(&made, engine, &limits, NULL, NULL), APO_OK);
    assert_true(made.has_move);

    assert_int_equal(apo_engine_new_game(engine, chess), APO_OK);
    assert_int_equal(asked, 2);
    int without = apo_engine_evaluation(engine);
    assert_int_equal(apo_engine_set_network(engine, NULL), APO_OK);
    assert_int_equal(apo_engine_evaluation(engine), without);
    apo_network *foreign = make_network(grand);
    assert_int_equal(apo_engine_set_network(engine, foreign), APO_E_UNSUPPORTED);
    apo_network_free(foreign);
    apo_engine_free(engine);
    apo_variant_free(grand);
    apo_variant_free(chess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_uci),
                                       cmocka_unit_test(test_xboard),
                                       cmocka_unit_test(test_source)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
