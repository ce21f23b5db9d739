/* What the parts of the reader of definitions share: read.c has what most formats have,
 * read_rare.c what few have, read_values.c finds values. */
#ifndef APO_DEFINITION_DRAFT_READ_PRIV_H
#define APO_DEFINITION_DRAFT_READ_PRIV_H

#include "definition/draft/draft.h"
#include "rules/rules/list.h"
#include "rules/tables/spec.h"

/* The letter of a type; '?' for a number that is none. */
char apo_draft__letter_of(const apo_variant_spec *spec, unsigned type);

/* The values of one section, or NULL if the game has no such section. */
const apo_values *apo_draft__find_rule(const apo_variant_spec *spec, const char *section,
                                       const apo_rule_info **out_info);

/* The next value of a key from `*at` on, which is advanced; NULL at the end. */
const apo_value *apo_draft__next_value(const apo_values *values, const apo_rule_info *info,
                                       const char *key, size_t *at);

/* The value of an indexed key with that number, or NULL. */
const apo_value *apo_draft__numbered(const apo_values *values, const apo_rule_info *info,
                                     const char *key, int32_t number);

/* The first value of a key, or NULL. */
const apo_value *apo_draft__find_value(const apo_values *values, const apo_rule_info *info,
                                       const char *key);

/* The number of a key, or `otherwise`. */
unsigned apo_draft__number_of(const apo_values *values, const apo_rule_info *info,
                              const char *key, unsigned otherwise);

/* True if a value is this word of its key's list. */
bool apo_draft__is_word(const apo_value *value, const apo_rule_info *info, const char *word);

/* Adds the letters of the types of a value (NULL: none) to a list. */
void apo_draft__add_types(char *list, const apo_variant_spec *spec, const apo_value *value);

/* Reads the key "most" of a section: the limits on how many pieces promote to a type, or to the
 * form of one. */
void apo_draft__read_most(apo_draft *out, const apo_variant_spec *spec, const char *section);

/* Takes note of the sections that the game has. */
void apo_draft__read_rules(apo_draft *out, const apo_variant_spec *spec);

/* Reads the rules of `rare`; those of which a key does not fit are left to be lost. */
void apo_draft__read_rare(apo_draft *out, const apo_variant_spec *spec);

/* True if the draft has this section as one of them. */
bool apo_draft__is_rare(const apo_draft *draft, const char *section);

#endif
