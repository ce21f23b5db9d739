/* Definition files: text -> tree -> checked -> compiled variant. docs/variant-format.md is the
 * manual of the format. */
#ifndef APO_DEFINITION_FILE_DEFINITION_H
#define APO_DEFINITION_FILE_DEFINITION_H

#include "base/buffer.h"
#include "rules/kernel/variant.h"

enum {
    APO_DEFINITION_SIZE_MAX = 1 << 20, /* bytes; the longest of ours has about 5,000 */
    APO_DEFINITION_LINES_MAX = 20000,
    APO_DEFINITION_BASES_MAX = 8 /* files that inherit one from another */
};

/* Where the texts of other definitions come from, for `base = NAME`. */
typedef struct apo_definition_loader {
    void *context;
    /* False if there is no such definition. `out_text` is borrowed from the loader until the
     * definition has been compiled. */
    bool (*find)(void *context, apo_span id, apo_span *out_text);
} apo_definition_loader;

/* Reads, checks and compiles one definition. `id` names the game ("modern"). All faults of the
 * text are added to `faults` (may be NULL), each with line, column, key and what was expected;
 * unknown keys are faults with a suggestion. `loader` (borrowed) may be NULL: then only the
 * built-in definitions can be bases. Gives `*out` (free with apo_variant_free).
 * Errors: APO_E_DEFINITION: see `faults`; APO_E_TOO_LARGE; APO_E_MEMORY. Any thread. */
apo_status apo_definition_compile(apo_variant **out, apo_span id, apo_span text,
                                  const apo_definition_loader *loader, const apo_alloc *alloc,
                                  apo_fault_list *faults);

/* The definitions built into the library, in alphabetical order of their ids. */
size_t apo_definition_builtin_count(void);
const char *apo_definition_builtin_id(size_t index);
apo_span apo_definition_builtin_text(size_t index);

/* Compiles a built-in definition by id. Errors: APO_E_UNKNOWN; else as
 * apo_definition_compile. */
apo_status apo_definition_open(apo_variant **out, apo_span id, const apo_alloc *alloc,
                               apo_fault_list *faults);

/* Writes the key reference of the format in Markdown, from the tables that drive the reader:
 * every section, its keys, their values and what holds without them. */
void apo_definition_reference(apo_buffer *out);

#endif
