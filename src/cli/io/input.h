/* The inputs of commands: variants, positions, moves, files. Failures are reported on
 * stderr. */
#ifndef APO_CLI_IO_INPUT_H
#define APO_CLI_IO_INPUT_H

#include "base/buffer.h"
#include "cli/call/command.h"
#include "cli/io/opened.h"
#include "definition/advice/advice.h"
#include "definition/draft/draft.h"
#include "notation/fen.h"
#include "notation/move_text.h"

/* An opened VARIANT. */
typedef struct apo_source {
    apo_variant *var;    /* owned */
    unsigned name_index; /* of the named start, 0 for the default */
} apo_source;

/* Opens a built-in id, "id:start", or the path of a definition file ("path:start"). */
enum apo_exit apo_source_open(apo_source *out, const char *argument);

/* The same for an id from a file; an unknown game is not reported. */
apo_status apo_source_open_id(apo_source *out, apo_span argument);

void apo_source_close(apo_source *source);

/* True if the argument is the path of a definition file rather than an id. */
bool apo_is_variant_path(apo_span argument);

/* Compiles the definition file at `path` with its bases from the same folder; a bundle contains
 * them. Gives `*out`. Faults go to `faults`; APO_E_IO is already reported. */
apo_status apo_variant_read_file(apo_variant **out, apo_span path, apo_fault_list *faults);

/* The same, and appends the game with its bases to `bundle` (definition/file/bundle.h). */
apo_status apo_variant_bundle_file(apo_variant **out, apo_buffer *bundle, apo_span path,
                                   apo_fault_list *faults);

/* The same, and reviews the game with apo_definition_review; faults go to `advice`. */
apo_status apo_variant_review_file(apo_variant **out, apo_span path, apo_advice *advice);

/* Reads the definition file at `path` into a draft; what a draft cannot hold goes to
 * `report`. */
apo_status apo_draft_read_file(apo_draft *out, apo_span path, apo_fault_list *faults,
                               apo_fault_list *report);

/* The number of words of the FEN at the front of `words` (at least 1), which moves may follow:
 * a start number is one word; others end with two numbers, or after nine words. */
size_t apo_fen_word_count(const apo_span *words, size_t count);

/* Opens the VARIANT and FEN at the front of a call; `tail` operands follow them
 * (or APO_OPERANDS_REST). Stores the index of the first operand after the FEN in `*out_next`
 * (may be NULL). On failure nothing is open. */
enum apo_exit apo_position_open(apo_position *out, apo_source *source, const apo_call *call,
                                int tail, size_t *out_next);

/* Opens the start position with this number ("14"), the first ("start") or a random one
 * ("random"). Its number goes to `*out_number`. */
enum apo_exit apo_start_open(apo_position *out, const apo_source *source, const char *word,
                             uint32_t *out_number);

#endif
