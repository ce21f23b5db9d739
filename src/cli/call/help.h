/* Help texts, the manual page and bash completion, all from the command tables. */
#ifndef APO_CLI_CALL_HELP_H
#define APO_CLI_CALL_HELP_H

#include <stdio.h>

#include "cli/call/command.h"

/* All commands, a line each. */
void apo_help_print_overview(FILE *out);

/* One command with its options and examples, on stdout. */
void apo_help_print_command(const apo_command *command);

/* The manual page, as roff, on stdout (manual.c). */
void apo_manual_print(void);

#endif
