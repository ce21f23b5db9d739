/* Fairy-Stockfish's variants.ini: a section read into a draft, and written from one. */
#ifndef APO_DEFINITION_EXCHANGE_FAIRY_INI_H
#define APO_DEFINITION_EXCHANGE_FAIRY_INI_H

#include "definition/draft/draft.h"

enum {
    APO_INI_SIZE_MAX = 1 << 20 /* bytes; Fairy-Stockfish's own file has 60,000 */
};

/* True for a text with headings in brackets, which a variants.ini has and an Interactive
 * Diagram lacks. */
bool apo_fairy_ini_is_likely(apo_span text);

/* Reads the section named `section` ("" for the first) with what it inherits: from sections of
 * the same file, or from the built-in game of that name. Only what is understood in full is
 * converted. Everything else is lost (apo_draft_lose) and reported in `diagnostics` as an error
 * with key, line and the missing rule. A key with its default value, or one that cannot matter
 * in the game, is no loss. Things that do not change the game are warnings. Errors, with `err`
 * (may be NULL): APO_E_TOO_LARGE; APO_E_UNKNOWN: no such section or base; APO_E_SYNTAX: its
 * board cannot be read; APO_E_UNSUPPORTED: the size of its board, or its base; APO_E_MEMORY. */
apo_status apo_fairy_ini_read(apo_draft *out, apo_span text, apo_span section,
                              const apo_alloc *alloc, apo_fault_list *diagnostics,
                              apo_error *err);

/* What a section cannot say of the rule with a section of ours, for apo_draft_lose_rare. */
const char *apo_fairy_ini_reason(const char *section);

/* Writes a draft as a section, under another name if a built-in game has the same. What it
 * cannot express is added to `diagnostics` as errors, and appears in `out` as comments. */
void apo_fairy_ini_write(apo_buffer *out, const apo_draft *draft, apo_fault_list *diagnostics);

#endif
