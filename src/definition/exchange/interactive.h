/* The Interactive Diagram's form of definition: read into a draft, and written from one. */
#ifndef APO_DEFINITION_EXCHANGE_INTERACTIVE_H
#define APO_DEFINITION_EXCHANGE_INTERACTIVE_H

#include "definition/draft/draft.h"

enum {
    APO_INTERACTIVE_SIZE_MAX = 1 << 18 /* bytes; Alert's has 1,137 */
};

/* Reads an Interactive Diagram's definition: one item a line, or with blanks for the line
 * breaks, as web pages turned into text have it, or the HTML element itself. What cannot be
 * carried over, and what in it contradicts itself, is added to `diagnostics` as warnings
 * with lines; names that are not known are reported, too. `id` and `name` become the
 * draft's. Errors, with `err` (may be NULL): APO_E_TOO_LARGE; APO_E_SYNTAX: this is no such
 * definition; APO_E_UNSUPPORTED: a board that is larger than ours, more pieces than letters;
 * APO_E_MEMORY. */
apo_status apo_interactive_read(apo_draft *out, apo_span text, const apo_alloc *alloc,
                                apo_fault_list *diagnostics, apo_error *err);

/* Writes a draft as such a definition. What it cannot say is added to `diagnostics`, and stands
 * in a comment (a line without '=' and ':') at the end. */
void apo_interactive_write(apo_buffer *out, const apo_draft *draft,
                           apo_fault_list *diagnostics);

#endif
