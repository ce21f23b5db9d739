#include "cli/commands/list.h"

const apo_command *const *apo_command_list(void)
{
    static const apo_command *const list[] = {
        /* One per line, to avoid merge conflicts. */
        /* clang-format off */
        &apo_command_play,
        &apo_command_rules,
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
        &apo_command_book,
        &apo_command_values,
        &apo_command_balance,
        &apo_command_lab,
        &apo_command_tune,
        &apo_command_selfplay,
        &apo_command_mine,
        &apo_command_train,
        &apo_command_serve,
        &apo_command_backup,
        &apo_command_restore,
        &apo_command_move_store,
        &apo_command_archive,
        &apo_command_moderate,
        &apo_command_openapi,
        &apo_command_bot,
        &apo_command_work,
        &apo_command_help,
        &apo_command_complete,
        NULL,
        /* clang-format on */
    };
    return list;
}
