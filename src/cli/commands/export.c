#include <stdio.h>
#include <stdlib.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/commands/losses.h"
#include "cli/io/input.h"
#include "cli/io/print_buffer.h"
#include "definition/exchange/foreign.h"

/* Reads a built-in id, or the path of a file. */
static apo_status read_draft(apo_draft *out, const char *argument, apo_fault_list *faults,
                             apo_fault_list *report)
{
    apo_span id = apo_span_of(argument);
    if (apo_is_variant_path(id))
        return apo_draft_read_file(out, id, faults, report);
    apo_span text;
    if (apo_definition_find_builtin(id, &text))
        return apo_draft_of_definition(out, id, text, NULL, faults, report);
    return APO_E_UNKNOWN;
}

static enum apo_exit report_unknown(const char *argument)
{
    apo_guess guess;
    apo_guess_start(&guess, apo_span_of(argument));
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        apo_guess_offer(&guess, apo_definition_builtin_id(i));
    if (guess.best != NULL)
        return apo_report_failure("there is no game \"%s\"; did you mean \"%s\"?", argument,
                                  guess.best);
    return apo_report_failure("there is no game \"%s\"", argument);
}

static enum apo_exit export_draft(const apo_call *call, apo_draft *draft)
{
    static apo_fault_list faults, report;
    const char *argument = call->operands[0];
    apo_fault_list_init(&faults);
    apo_fault_list_init(&report);
    apo_status status = read_draft(draft, argument, &faults, &report);
    if (status == APO_E_UNKNOWN)
        return report_unknown(argument);
    apo_report_faults(argument, &faults);
    if (status != APO_OK)
        return APO_EXIT_NO;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_foreign_write(&out, apo_foreign_named(apo_span_of(apo_call_value(call, "to"))), draft,
                      &report);
    enum apo_exit result = APO_EXIT_NO;
    if (apo_report_losses(call, argument, &report))
        result = apo_buffer_print(&out);
    apo_buffer_clear(&out);
    return result;
}

static enum apo_exit run_export(const apo_call *call)
{
    if (!apo_call_has(call, "to"))
        return apo_report_usage(call->command,
                                "--to xboard, fairy, diagram, zrf or sjaak is missing");
    apo_draft *draft = malloc(sizeof *draft);
    if (draft == NULL)
        return apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    enum apo_exit result = export_draft(call, draft);
    free(draft);
    return result;
}

static const apo_command_option options[] = {
    {"to", "FORM", "xboard|fairy|diagram|zrf|sjaak",
     "The lines with which an engine describes the game to XBoard, a section of "
     "variants.ini, an Interactive Diagram, a rules file of Zillions of Games, or a variant "
     "of Sjaak II."},
    {"lossy", NULL, NULL,
     "Write the game even if some of it is lost; comments in the text say what."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"export capablanca --to diagram", "Capablanca Chess as an Interactive Diagram."},
    {"export mygame.variant --to fairy > mygame.ini", "Your own game for Fairy-Stockfish."},
    {"export mygame.variant --to zrf > mygame.zrf", "The same for Zillions of Games."},
    {NULL, NULL},
};

const apo_command apo_command_export = {
    .name = "export",
    .operands = "VARIANT",
    .summary = "Write a game in another program's format",
    .about =
        "If the other program cannot play all of the game, what it lacks is reported on "
        "stderr, and nothing is written; --lossy writes the rest of the game, with a comment "
        "wherever something is lost.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .has_variant = true,
    .run = run_export,
};
