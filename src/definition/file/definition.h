/* Definition files: text -> tree -> checked -> compiled variant. docs/variant-format.md is the
 * manual of the format. */
#ifndef APO_DEFINITION_FILE_DEFINITION_H
#define APO_DEFINITION_FILE_DEFINITION_H

#include "apothecary/definition.h"
#include "base/buffer.h"
#include "rules/kernel/variant.h"

/* Writes the key reference of the format in Markdown, from the tables that drive the reader:
 * every section, its keys, their values and defaults. */
void apo_definition_reference(apo_buffer *out);

#endif
