/* All commands: one for each other file of this folder but main.c. */
#ifndef APO_CLI_COMMANDS_LIST_H
#define APO_CLI_COMMANDS_LIST_H

#include "cli/call/command.h"

/* The commands in the order of the help; a NULL ends the list. The engine-only program has its
 * own list (src/cli/engine_program/). */
const apo_command *const *apo_command_list(void);

extern const apo_command apo_command_variants;
extern const apo_command apo_command_fen;
extern const apo_command apo_command_show;
extern const apo_command apo_command_moves;
extern const apo_command apo_command_apply;
extern const apo_command apo_command_convert;
extern const apo_command apo_command_status;
extern const apo_command apo_command_perft;
extern const apo_command apo_command_replay;
extern const apo_command apo_command_check;
extern const apo_command apo_command_explain;
extern const apo_command apo_command_rules;
extern const apo_command apo_command_play;
extern const apo_command apo_command_new;
extern const apo_command apo_command_betza;
extern const apo_command apo_command_import;
extern const apo_command apo_command_export;
extern const apo_command apo_command_engine;
extern const apo_command apo_command_analyse;
extern const apo_command apo_command_solve;
extern const apo_command apo_command_bench;
extern const apo_command apo_command_match;
extern const apo_command apo_command_mine;
extern const apo_command apo_command_book;
extern const apo_command apo_command_values;
extern const apo_command apo_command_balance;
extern const apo_command apo_command_lab;
extern const apo_command apo_command_selfplay;
extern const apo_command apo_command_tune;
extern const apo_command apo_command_train;
extern const apo_command apo_command_serve;
extern const apo_command apo_command_backup;
extern const apo_command apo_command_move_store;
extern const apo_command apo_command_restore;
extern const apo_command apo_command_archive;
extern const apo_command apo_command_moderate;
extern const apo_command apo_command_openapi;
extern const apo_command apo_command_bot;
extern const apo_command apo_command_work;
extern const apo_command apo_command_help;
extern const apo_command apo_command_complete;

#endif
