/* Parts of projects (server/project/project.h): work that is about some games by number, not
 * about a position. Equal inputs give bit-identical results. */
#ifndef APO_CLI_WORK_PARTS_H
#define APO_CLI_WORK_PARTS_H

#include "base/buffer.h"
#include "net/json_in.h"
#include "rules/rules/program_view.h"

typedef struct apo_part {
    apo_span kind;
    apo_variant *var;            /* borrowed, as is the input */
    const apo_json_value *input; /* first, count, and the project's settings */
} apo_part;

/* Appends the result (docs/workers.md). Errors, with a sentence in `err`: APO_E_UNSUPPORTED: no
 * such kind; APO_E_SYNTAX: a number is missing or out of range; APO_E_FINISHED: interrupted;
 * APO_E_MEMORY. */
apo_status apo_part_compute(apo_buffer *out, const apo_part *part, apo_error *err);

#endif
