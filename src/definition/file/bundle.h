/* A definition with everything it inherits from, as one text whose meaning never changes. It is
 * stored with a game, so that the game can be replayed after the files have changed.
 *
 * It begins with the definition's own text; each base follows after a line "#base-file NAME". A
 * definition without a base is its own bundle. */
#ifndef APO_DEFINITION_FILE_BUNDLE_H
#define APO_DEFINITION_FILE_BUNDLE_H

#include "definition/file/synopsis.h"

/* Appends the bundle of a definition, and compiles it, because only compilation finds its
 * bases. Gives `*out` (free with apo_variant_free). Errors: as apo_definition_compile;
 * APO_E_UNSUPPORTED: a line of one of the texts begins with "#base-file". */
apo_status apo_bundle_make(apo_variant **out, apo_buffer *bundle, apo_span id, apo_span text,
                           const apo_definition_loader *loader, apo_fault_list *faults);

/* Appends the bundle of a definition and reads its synopsis, without compiling it. Errors: as
 * apo_bundle_make, except for faults that only compiling finds. */
apo_status apo_bundle_synopsis(apo_synopsis *out, apo_buffer *bundle, apo_span id,
                               apo_span text, const apo_definition_loader *loader);

/* The synopsis of a bundle. Errors: as apo_synopsis_read; APO_E_SYNTAX: not a bundle. */
apo_status apo_bundle_read_synopsis(apo_synopsis *out, apo_span id, apo_span bundle);

/* Compiles a bundle; bases come from the bundle, or else from the built-in definitions. Errors:
 * as apo_definition_compile. */
apo_status apo_bundle_compile(apo_variant **out, apo_span id, apo_span bundle,
                              const apo_alloc *alloc, apo_fault_list *faults);

/* The part of a bundle that is the definition `id`, or its own text if `id` is empty. Borrowed
 * from the bundle. False if there is none of that name. */
bool apo_bundle_find(apo_span bundle, apo_span id, apo_span *out_text);

/* Appends how the pieces of a bundle move, in English: a line "letter, tab, phrase" for each
 * phrase of apo_type_words. Errors: as apo_bundle_compile. */
apo_status apo_bundle_words(apo_buffer *out, apo_span id, apo_span bundle);

/* Appends what a bundle says and where, as apo_outline_write does; parts that cannot be read
 * are left out. Errors: APO_E_SYNTAX: not a bundle; APO_E_MEMORY. */
apo_status apo_bundle_outline(apo_buffer *out, apo_span bundle);

#endif
