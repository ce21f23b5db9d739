/* A worker's computation, from the JSON of POST /api/work/acquire to the text of a result
 * (docs/workers.md). Equal inputs give bit-identical results: one thread, a fixed number of
 * positions, no clock. */
#ifndef APO_CLI_WORK_COMPUTE_H
#define APO_CLI_WORK_COMPUTE_H

#include "base/buffer.h"
#include "base/error.h"

/* Appends the result. Errors, with a sentence in `err`: APO_E_SYNTAX: not such JSON, or with
 * numbers out of range; APO_E_UNSUPPORTED: a kind of work that this program does not know;
 * APO_E_DEFINITION, APO_E_POSITION, APO_E_ILLEGAL: invalid rules, position or moves;
 * APO_E_MEMORY. */
apo_status apo_compute(apo_buffer *out, apo_span input, apo_error *err);

/* Appends the identity of this program: its version, and a number computed by short trial
 * searches of two games, which changes with the search, the evaluation and the nets. Errors:
 * APO_E_MEMORY. */
apo_status apo_compute_program(apo_buffer *out);

#endif
