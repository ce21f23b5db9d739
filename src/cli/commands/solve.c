#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/input.h"
#include "cli/io/print_buffer.h"
#include "cli/work/proof.h"
#include "notation/san.h"

enum {
    NODES_USUAL = 20000000,
    NODES_LEAST = 1000,
    NODES_MOST = 2000000000
};

static void add_words(apo_buffer *out, const apo_proof *one, const apo_position *pos)
{
    apo_buffer_add(out, apo_proof_verdict(one));
    if (one->needed > 0) {
        apo_buffer_add(out, ": ");
        apo_buffer_add(out, apo_forced_aim_word(one->aim));
        apo_buffer_add(out, " in ");
        apo_buffer_add_number(out, one->needed);
        apo_buffer_add(out, " by");
    }
    for (unsigned i = 0; i < one->key_count; i++) {
        char buf[APO_SAN_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_san_write(&text, pos, &one->keys[i]);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_span(out, apo_text_span(&text));
    }
}

static enum apo_exit solve(const apo_call *call, const apo_position *pos,
                           enum apo_forced_aim aim, unsigned moves)
{
    uint32_t nodes = NODES_USUAL;
    apo_proof one;
    apo_buffer out;
    enum apo_exit result = apo_call_number(call, "nodes", NODES_LEAST, NODES_MOST, &nodes);
    if (result != APO_EXIT_OK)
        return result;
    if (apo_prove(&one, pos, aim, moves, nodes) != APO_OK)
        return apo_report_failure("solve: %s", apo_status_message(APO_E_MEMORY));
    apo_buffer_init(&out, NULL);
    if (apo_call_has(call, "json"))
        apo_proof_write(&out, &one, pos);
    else
        add_words(&out, &one, pos);
    result = apo_buffer_print_line(&out);
    bool is_forced = one.forced == APO_FORCED_YES;
    return result == APO_EXIT_OK && !is_forced ? APO_EXIT_NO : result;
}

static enum apo_exit run_solve(const apo_call *call)
{
    apo_source source;
    apo_position pos;
    uint32_t mate = 0, stalemate = 0;
    enum apo_exit result = apo_call_number(call, "mate", 1, APO_FORCED_MOVES_MAX, &mate);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "stalemate", 1, APO_FORCED_MOVES_MAX, &stalemate);
    if (result == APO_EXIT_OK && (mate == 0) == (stalemate == 0))
        return apo_report_usage(call->command, "use --mate N or --stalemate N");
    if (result == APO_EXIT_OK)
        result = apo_position_open(&pos, &source, call, 0, NULL);
    if (result != APO_EXIT_OK)
        return result;
    result = mate > 0 ? solve(call, &pos, APO_FORCED_MATE, mate)
                      : solve(call, &pos, APO_FORCED_STALEMATE, stalemate);
    apo_source_close(&source);
    return result;
}

static const apo_command_option options[] = {
    {"mate", "N", NULL, "Mate in at most N moves."},
    {"stalemate", "N", NULL, "Stalemate (or mate) in at most N moves."},
    {"nodes", "N", NULL, "Give up after N positions; default 20000000."},
    {"json", NULL, NULL, "Print an object."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"solve chess \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\" --mate 1", "Is it mate in one, and how?"},
    {NULL, NULL},
};

const apo_command apo_command_solve = {
    .name = "solve",
    .operands = "VARIANT FEN",
    .summary = "Prove that a mate or a stalemate can be forced",
    .about =
        "Searches exhaustively, so the answer is a proof. \"sound\": it can be forced, in "
        "no fewer moves, by exactly one first move. \"several\": by more than one. "
        "\"short\": in fewer moves. \"forced\": it can be forced, but proving that there is "
        "just one first move took too long. \"none\": it cannot be forced. \"unknown\": the "
        "search took too long. Repetition and move counts are ignored. Exit status 1 for "
        "the last two.",
    .options = options,
    .examples = examples,
    .operands_min = 2,
    .operands_max = APO_OPERANDS_ANY,
    .has_variant = true,
    .has_fen = true,
    .run = run_solve,
};
