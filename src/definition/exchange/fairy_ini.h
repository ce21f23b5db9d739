/* Fairy-Stockfish's variants.ini: a section read into a draft, and written from one. */
#ifndef APO_DEFINITION_EXCHANGE_FAIRY_INI_H
#define APO_DEFINITION_EXCHANGE_FAIRY_INI_H

#include "definition/draft/draft.h"

enum {
    APO_INI_SIZE_MAX = 1 << 20 /* bytes; the file that comes with Fairy-Stockfish has 60,000 */
};

/* Reads the section named `section` ("" for the only one, or the first) with what it inherits:
 * from sections of the same file, or from the built-in game of that name. A section without a
 * base has no pieces but its own. What cannot be carried over is added to `diagnostics` as
 * warnings with lines, unknown names too. Errors, with `err` (may be NULL): APO_E_TOO_LARGE;
 * APO_E_UNKNOWN: there is no such section or base; APO_E_SYNTAX: its board cannot be read;
 * APO_E_UNSUPPORTED: its size; APO_E_MEMORY. */
apo_status apo_fairy_ini_read(apo_draft *out, apo_span text, apo_span section,
                              const apo_alloc *alloc, apo_fault_list *diagnostics,
                              apo_error *err);

/* Writes a draft as a section. What it cannot say is added to `diagnostics`. */
void apo_fairy_ini_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics);

#endif
