/* Help texts, the manual page and completion for shells, all from the command tables. */
#ifndef APO_CLI_CALL_HELP_H
#define APO_CLI_CALL_HELP_H

#include <stdio.h>

#include "cli/call/command.h"

/* Prints all commands of a list that ends with a NULL, one per line. Here and in the manual
 * page they come in the order of the list, without the hidden ones. */
void apo_help_print_overview(FILE *out, const apo_command *const *commands);

/* Prints one command with its options and examples on stdout. */
void apo_help_print_command(const apo_command *command);

/* The manual page of these commands, as roff, on stdout (manual.c). */
void apo_manual_print(const apo_command *const *commands);

/* The manual page of apothecary-engine, as roff, on stdout (manual_engine.c). */
void apo_manual_print_engine(void);

/* The completion script for "bash", "zsh" or "fish" on stdout; false for other shells
 * (completion.c). */
bool apo_completion_print(const char *shell);

#endif
