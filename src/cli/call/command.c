#include "cli/call/command.h"

#include <assert.h>
#include <string.h>

const apo_command *apo_command_find(const apo_command *const *commands, const char *name)
{
    for (const apo_command *const *at = commands; *at != NULL; at++) {
        if (strcmp((*at)->name, name) == 0)
            return *at;
    }
    return NULL;
}

const char *apo_call_value(const apo_call *call, const char *name)
{
    const apo_command_option *options = call->command->options;
    for (size_t i = 0; options[i].name != NULL; i++) {
        if (strcmp(options[i].name, name) == 0)
            return call->values[i];
    }
    assert(false && "the option is not in the command's table");
    return NULL;
}

const char *apo_call_value_at(const apo_call *call, const char *name, size_t index)
{
    for (size_t i = 0; i < call->given_count; i++)
        if (strcmp(call->given[i].option->name, name) == 0 && index-- == 0)
            return call->given[i].value;
    return NULL;
}

bool apo_call_has(const apo_call *call, const char *name)
{
    return apo_call_value(call, name) != NULL;
}
