/* The option EvalFile of both protocols: the net that evaluates, from a file. */
#ifndef APO_PROTOCOL_EVAL_FILE_H
#define APO_PROTOCOL_EVAL_FILE_H

#include "protocol/environment.h"

/* Begins a new game of `var` like apo_engine_new_game, and evaluates with the net at `path`
 * unless that is empty. If the net cannot be used, evaluates without a net and says why in
 * `err`; otherwise its detail is "". Errors: as apo_engine_new_game. */
apo_status apo_eval_file_new_game(const apo_environment *environment, apo_engine *engine,
                                  const apo_variant *var, apo_span path, apo_error *err);

/* Replaces the path by the option's value: empty for "<empty>". The path "none" means no net at
 * all, not even the program's own. */
void apo_eval_file_set(apo_buffer *path, apo_span value);

#endif
