#include "cli/call/help.h"

#include <string.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/print_buffer.h"
#include "definition/file/definition.h"

static enum apo_exit print_keys(void)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_definition_reference(&out);
    return apo_buffer_print(&out);
}

static enum apo_exit run_help(const apo_call *call)
{
    if (apo_call_has(call, "keys"))
        return print_keys();
    if (apo_call_has(call, "man")) {
        bool is_engine = call->operand_count > 0 && strcmp(call->operands[0], "engine") == 0;
        if (is_engine)
            apo_manual_print_engine();
        else
            apo_manual_print(call->commands);
        return APO_EXIT_OK;
    }
    static const char *const shells[] = {"bash", "zsh", "fish"};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
        if (apo_call_has(call, shells[i]) && apo_completion_print(shells[i]))
            return APO_EXIT_OK;
    }
    if (call->operand_count == 0) {
        apo_help_print_overview(stdout, call->commands);
        return APO_EXIT_OK;
    }
    const apo_command *command = apo_command_find(call->commands, call->operands[0]);
    if (command == NULL)
        return apo_report_unknown_command(call->commands, call->operands[0]);
    apo_help_print_command(command);
    return APO_EXIT_OK;
}

static const apo_command_option options[] = {
    {"man", NULL, NULL, "Print the manual page (of engine: its own), in roff (for man -l)."},
    {"bash", NULL, NULL, "Print the completion script for bash."},
    {"zsh", NULL, NULL, "Print the one for zsh."},
    {"fish", NULL, NULL, "Print the one for fish."},
    {"keys", NULL, NULL, "Print all sections and keys of definition files, in Markdown."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"help explain", "Help for one command."},
    {"help --man > apothecary.1", "The manual page as a file."},
    {"help --bash > ~/.local/share/bash-completion/completions/apothecary",
     "Completion for bash."},
    {"help --keys", "All sections and keys of definition files."},
    {NULL, NULL},
};

const apo_command apo_command_help = {
    .name = "help",
    .operands = "[COMMAND]",
    .summary = "Explain the commands",
    .about = "Prints the list of commands, or the help of one of them.",
    .options = options,
    .examples = examples,
    .operands_max = 1,
    .run = run_help,
};
