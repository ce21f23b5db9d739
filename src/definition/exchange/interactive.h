/* The Interactive Diagram's definition format: read into a draft, and written from one. */
#ifndef APO_DEFINITION_EXCHANGE_INTERACTIVE_H
#define APO_DEFINITION_EXCHANGE_INTERACTIVE_H

#include "definition/draft/draft.h"

enum {
    APO_INTERACTIVE_SIZE_MAX = 1 << 18 /* bytes; Alert's has 1,137 */
};

/* Reads an Interactive Diagram's definition: one item per line, or with spaces for the line
 * breaks, like the text of a web page, or the HTML element itself. What cannot be converted,
 * contradictions, and unknown names are added to `diagnostics` as warnings with lines. The
 * draft gets `id` and `name`. Errors, with `err` (may be NULL): APO_E_TOO_LARGE; APO_E_SYNTAX:
 * not a definition of this kind; APO_E_UNSUPPORTED: the board is too large, or there are more
 * pieces than letters; APO_E_MEMORY. */
apo_status apo_interactive_read(apo_draft *out, apo_span text, const apo_alloc *alloc,
                                apo_fault_list *diagnostics, apo_error *err);

/* Writes a draft as such a definition. What it cannot express is added to `diagnostics`, and to
 * a comment (a line without '=' and ':') at the end. */
void apo_interactive_write(apo_buffer *out, const apo_draft *draft,
                           apo_fault_list *diagnostics);

/* Makes a draft that was read from a definition ready to be written as a diagram: the rare
 * rules that a diagram can say are none any more, so that apo_draft_lose_rare does not lose
 * them. */
void apo_interactive_claim(apo_draft *draft);

/* What a diagram cannot say of the rule with a section, for apo_draft_lose_rare. */
const char *apo_interactive_reason(const char *section);

#endif
