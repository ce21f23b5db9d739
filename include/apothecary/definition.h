/**
 * @file
 * Opening a game: a built-in one, or the text of a definition file.
 *
 * docs/variant-format.md is the manual of the format. All functions here may be called by any
 * thread.
 */
#ifndef APOTHECARY_DEFINITION_H
#define APOTHECARY_DEFINITION_H

#include <apothecary/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of definitions. */
enum {
    APO_DEFINITION_SIZE_MAX = 1 << 20, /**< Bytes; the longest of ours has 8,500. */
    APO_DEFINITION_LINES_MAX = 20000,  /**< Lines. */
    APO_DEFINITION_BASES_MAX = 8       /**< Length of a chain of bases. */
};

/** Finds the texts of other definitions, for `base = NAME`. */
typedef struct apo_definition_loader {
    void *context; /**< Passed to `find`. */
    /** False if there is no such definition. `out_text` is borrowed from the loader until the
     * definition has been compiled. */
    bool (*find)(void *context, apo_span id, apo_span *out_text);
} apo_definition_loader;

/** Opens a built-in game by its id ("modern", "chess") or by a name that other programs use
 * ("Standard", "S-Chess"); #apo_variant_info has its id. Gives `*out` (free with
 * #apo_variant_free). `alloc` is borrowed for the life of the variant; NULL is malloc. `faults`
 * may be NULL.
 *
 *  Errors, with `*out` untouched: #APO_E_UNKNOWN: there is no such game; #APO_E_MEMORY. */
APO_API apo_status apo_definition_open(apo_variant **out, apo_span id, const apo_alloc *alloc,
                                       apo_fault_list *faults);

/** Reads, checks and compiles the text of a definition. `id` becomes the game's id. All faults
 * are added to `faults` (initialised by the caller, or NULL), each with line, column, key and
 * what was expected; an unknown key is a fault with a suggestion. `loader` (borrowed during the
 * call) may be NULL; then only built-in games can be bases. Gives `*out` (free with
 * #apo_variant_free).
 *
 *  Errors, with `*out` untouched: #APO_E_DEFINITION: see `faults`; #APO_E_TOO_LARGE;
 * #APO_E_MEMORY. */
APO_API apo_status apo_definition_compile(apo_variant **out, apo_span id, apo_span text,
                                          const apo_definition_loader *loader,
                                          const apo_alloc *alloc, apo_fault_list *faults);

/** The number of built-in games. */
APO_API size_t apo_definition_builtin_count(void);

/** The id of a built-in game, by index from 0, in alphabetical order; static; NULL past the
 * end. */
APO_API const char *apo_definition_builtin_id(size_t index);

/** The definition of a built-in game, by index from 0; static; empty past the end. */
APO_API apo_span apo_definition_builtin_text(size_t index);

#ifdef __cplusplus
}
#endif

#endif
