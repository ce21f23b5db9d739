/* The commands of apothecary-engine, the program with the engine alone; main.c starts the first
 * one where no command is named. */
#include "cli/commands/list.h"

const apo_command *const *apo_command_list(void)
{
    static const apo_command *const list[] = {&apo_command_engine, &apo_command_bench, NULL};
    return list;
}
