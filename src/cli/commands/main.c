/* apothecary: the rules, notation and tools of large-board chess variants, as one command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/call/command.h"
#include "cli/call/help.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"

static enum apo_exit run_command(const apo_command *const *commands, const apo_command *command,
                                 char **arguments, size_t count)
{
    const char **operands = calloc(count + 1, sizeof *operands);
    apo_call call;
    enum apo_exit result = APO_EXIT_USAGE;
    if (operands == NULL)
        return apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    switch (apo_call_parse(&call, command, arguments, count, operands)) {
    case APO_PARSE_OK:
        call.commands = commands;
        result = command->run(&call);
        break;
    case APO_PARSE_HELP:
        apo_help_print_command(command);
        result = APO_EXIT_OK;
        break;
    case APO_PARSE_WRONG: break;
    }
    free(operands);
    return result;
}

/* Chess programs start an engine without arguments. */
static bool is_engine_alone(const apo_command *const *commands)
{
    return commands[0] == &apo_command_engine;
}

static enum apo_exit run_without_arguments(const apo_command *const *commands)
{
    if (is_engine_alone(commands))
        return run_command(commands, commands[0], NULL, 0);
    apo_help_print_overview(stderr, commands);
    return APO_EXIT_USAGE;
}

static void print_help(const apo_command *const *commands)
{
    if (is_engine_alone(commands))
        apo_help_print_command(commands[0]);
    else
        apo_help_print_overview(stdout, commands);
}

static enum apo_exit run_arguments(char **arguments, size_t count)
{
    const apo_command *const *commands = apo_command_list();
    if (count == 0)
        return run_without_arguments(commands);
    const char *first = arguments[0];
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        print_help(commands);
        return APO_EXIT_OK;
    }
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        puts(is_engine_alone(commands) ? "apothecary-engine " APO_VERSION
                                       : "apothecary " APO_VERSION);
        return APO_EXIT_OK;
    }
    if (first[0] == '-')
        return apo_report_usage(NULL, "unknown option \"%s\" before the command", first);
    const apo_command *command = apo_command_find(commands, first);
    if (command == NULL)
        return apo_report_unknown_command(commands, first);
    return run_command(commands, command, arguments + 1, count - 1);
}

int main(int argc, char **argv)
{
    enum apo_exit result = APO_EXIT_USAGE;
    if (argc > 0)
        result = run_arguments(argv + 1, (size_t)argc - 1);
    /* A full disk or a closed pipe must not look like success. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        apo_report_error("cannot write the output");
        return APO_EXIT_NO;
    }
    return (int)result;
}
