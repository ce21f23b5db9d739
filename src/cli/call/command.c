#include "cli/call/command.h"

#include <assert.h>
#include <string.h>

const apo_command *const *apo_command_list(void)
{
    static const apo_command *const list[] = {
        /* One a line, so that changes do not meet. */
        /* clang-format off */
        &apo_command_play,
        &apo_command_show,
        &apo_command_moves,
        &apo_command_explain,
        &apo_command_apply,
        &apo_command_status,
        &apo_command_convert,
        &apo_command_replay,
        &apo_command_variants,
        &apo_command_fen,
        &apo_command_new,
        &apo_command_betza,
        &apo_command_import,
        &apo_command_export,
        &apo_command_check,
        &apo_command_perft,
        &apo_command_engine,
        &apo_command_analyse,
        &apo_command_solve,
        &apo_command_bench,
        &apo_command_match,
        &apo_command_values,
        &apo_command_balance,
        &apo_command_tune,
        &apo_command_serve,
        &apo_command_backup,
        &apo_command_archive,
        &apo_command_moderate,
        &apo_command_openapi,
        &apo_command_bot,
        &apo_command_help,
        &apo_command_complete,
        NULL,
        /* clang-format on */
    };
    return list;
}

const apo_command *apo_command_find(const char *name)
{
    for (const apo_command *const *at = apo_command_list(); *at != NULL; at++) {
        if (strcmp((*at)->name, name) == 0)
            return *at;
    }
    return NULL;
}

const char *apo_call_value(const apo_call *call, const char *name)
{
    const apo_option *options = call->command->options;
    for (size_t i = 0; options[i].name != NULL; i++) {
        if (strcmp(options[i].name, name) == 0)
            return call->values[i];
    }
    assert(false && "the option is not in the command's table");
    return NULL;
}

bool apo_call_has(const apo_call *call, const char *name)
{
    return apo_call_value(call, name) != NULL;
}
