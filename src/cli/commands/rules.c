#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/input.h"
#include "cli/io/terminal.h"
#include "cli/rulebook/rulebook.h"

static enum apo_exit print_page(const apo_call *call, apo_span page)
{
    size_t width = apo_terminal_width() - 1;
    const char *words = call->operand_count > 1 ? call->operands[1] : NULL;
    if (words == NULL) {
        apo_rulebook_print(page, width);
        return APO_EXIT_OK;
    }
    if (apo_rulebook_print_parts(page, apo_span_of(words), width))
        return APO_EXIT_OK;
    return apo_report_failure("the rules of %s do not mention \"%s\"", call->operands[0],
                              words);
}

static enum apo_exit run_rules(const apo_call *call)
{
    apo_source source;
    apo_span page;
    enum apo_exit result = apo_source_open(&source, call->operands[0]);
    if (result != APO_EXIT_OK)
        return result;
    const char *id = apo_variant_info_of(source.var)->id;
    if (apo_is_variant_path(apo_span_of(call->operands[0])) || !apo_rulebook_find(id, &page))
        result = apo_report_failure("%s: the file itself tells the rules of this game",
                                    call->operands[0]);
    else
        result = print_page(call, page);
    apo_source_close(&source);
    return result;
}

static const apo_command_option options[] = {
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"rules modern", "The rules of Apothecary Chess-Modern."},
    {"rules modern joker", "How its joker moves."},
    {NULL, NULL},
};

const apo_command apo_command_rules = {
    .name = "rules",
    .operands = "VARIANT [WORDS]",
    .summary = "Tell the rules of a game",
    .about =
        "Prints the rules as players read them. With WORDS only the parts are printed whose "
        "titles contain these words, or whose texts do if no title does.\n\n"
        "Every built-in game has a page; a definition file tells its rules itself.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 2,
    .has_variant = true,
    .run = run_rules,
};
