/* Definition files: text -> tree -> checked -> compiled variant. docs/variant-format.md is the
 * manual of the format. */
#ifndef APO_DEFINITION_FILE_DEFINITION_H
#define APO_DEFINITION_FILE_DEFINITION_H

#include "apothecary/definition.h"
#include "base/buffer.h"
#include "rules/kernel/variant.h"

/* The text of the built-in game with this id; static. False if there is none. */
bool apo_definition_find_builtin(apo_span id, apo_span *out_text);

/* The id of the built-in game with this id, full name, or name in other programs ("Standard",
 * "S-Chess"), whatever its case, blanks and punctuation; static. `has_fen`: the name comes with
 * a FEN, so names that do not say what the start is ("From Position") are known as well. NULL:
 * none. */
const char *apo_definition_find_id(apo_span name, bool has_fen);

/* The name by which other programs know a built-in game, as in PGN; the id itself if they do
 * not know it or if it is not built in. Static, or borrowed from `id`. */
apo_span apo_definition_name_elsewhere(apo_span id);

/* True for a built-in game whose start other programs cannot tell from its name, such as
 * Chess960: its records always have a FEN. */
bool apo_definition_needs_fen(apo_span id);

/* Writes the key reference of the format in Markdown, from the tables that drive the reader:
 * every section, its keys, their values and defaults. */
void apo_definition_reference(apo_buffer *out);

/* Writes the same for programs: a list of sections, each an object with `name`, `argument`
 * (what follows the name, or null), `doc`, `isRule` and its `keys`: objects with `name`, `form`
 * (of the value), `without` (what holds without it, or null), `doc`, `isRepeatable`,
 * `isRequired`, `isIndexed` and `choices` (the words that the value can be). */
void apo_definition_reference_json(apo_buffer *out);

#endif
