/* The commands of apothecary-engine, the engine-only program; main.c runs the first one if no
 * command is named. */
#include "cli/commands/list.h"

const apo_command *const *apo_command_list(void)
{
    static const apo_command *const list[] = {&apo_command_engine, &apo_command_bench, NULL};
    return list;
}
