/* What a special rule is made of. One rule = one file rules/<players' word>.c; rules/list.c
 * lists them. Internal to src/rules. */
#ifndef APO_RULES_KERNEL_RULE_H
#define APO_RULES_KERNEL_RULE_H

#include "rules/kernel/compiled.h"
#include "rules/kernel/fen_field.h"
#include "rules/kernel/key.h"

/* What the reader of definition files needs to know about a rule. */
typedef struct apo_rule_info {
    const char
        *section;    /* heading in the definition file, lower case; NULL: the rule has none */
    const char *doc; /* the rule in a sentence or two */
    const apo_key *keys;
    size_t key_count;
} apo_rule_info;

struct apo_rule;
struct apo_variant_spec;

/* What a rule's `build` gets: the variant under construction, the definition, the values of its
 * section, and where to put faults. */
typedef struct apo_build {
    apo_variant *var;
    const struct apo_variant_spec *spec;
    const apo_values *values;
    apo_fault_list *faults;
    const struct apo_rule *rule;
    void *data; /* the rule's own, `data_size` bytes, zeros except for what `preset` wrote */
} apo_build;

typedef struct apo_rule {
    apo_rule_info info;
    size_t data_size; /* what the rule keeps in a variant: see apo_rule_data */

    /* The rules with a section whose sections a definition may have beside this one, a bit for
     * each number of `enum apo_rule_number`, this one included. 0: all. */
    uint64_t goes_with;

    /* Adds the types of pieces that the rule needs to a definition that has its section. NULL:
     * none. */
    void (*extend)(struct apo_variant_spec *spec, apo_fault_list *faults);

    /* Writes the values for games without the section; NULL: zeros. */
    void (*preset)(void *data);

    /* Fills in what places become when a piece leaves them; called first, in every game. */
    void (*board)(apo_variant *var);

    /* Reads the values of the section. Called before tables are made, if the game has it. NULL:
     * nothing to do. */
    void (*build)(apo_build *build);

    /* For a rule without a section: true if the finished tables show that the game has it. */
    bool (*is_on)(const apo_variant *var);

    /* Completes the variant after everything else. Called if the game has the rule. */
    void (*finish)(apo_variant *var, void *data);

    const apo_kind *kind; /* NULL: the rule makes plain moves, if any */

    const apo_fen_part *fen; /* NULL: the rule has no field in a FEN */

    /* The hooks; NULL for those that the rule does not implement. */
/* NOLINTNEXTLINE(bugprone-macro-parentheses): C++ warns of parentheses here */
#define APO_HOOK_MEMBER(name) apo_rule_##name *name;
    APO_HOOK_LIST(APO_HOOK_MEMBER)
#undef APO_HOOK_MEMBER
} apo_rule;

/* --- for build: reading values ------------------------------------------- */

/* The first value of a key, or NULL. */
const apo_value *apo_build_value(const apo_build *build, unsigned key);

/* The first value of a key with this index ("rank 8 = Q"), or NULL. */
const apo_value *apo_build_value_at(const apo_build *build, unsigned key, unsigned index);

/* The types of a value as a set; 0 for NULL. */
apo_types apo_value_types(const apo_value *value);

/* The number of a key, or `fallback`. */
int32_t apo_build_number(const apo_build *build, unsigned key, int32_t fallback);

/* The types of a key as a set; 0 if the key is missing. */
apo_types apo_build_types(const apo_build *build, unsigned key);

/* Reads an indexed key of types ("most 2 = QR"): for each of its types, `out[type_of(...)]`
 * becomes the index, 1 to 255; others are faults. True if the key is there. */
bool apo_build_limits(const apo_build *build, unsigned key,
                      unsigned (*type_of)(const apo_build *build, unsigned type), uint8_t *out);

/* Reports a fault at a value (or at the section when `value` is NULL). */
void apo_build_fault(const apo_build *build, const apo_value *value, const char *detail,
                     apo_span word);

/* Reports at both of its places that two values contradict each other. */
void apo_build_clash(const apo_build *build, const apo_value *one, const apo_value *other,
                     const char *detail);

/* The pages' small module reads no definitions but those that have been checked, and omits what
 * is wrong with others. */
#ifdef APO_SMALL
#    define apo_build_fault(build, value, detail, word) \
        (apo_build_fault)((build), (value), "", (word))
#    define apo_build_clash(build, one, other, detail) \
        (apo_build_clash)((build), (one), (other), "")
#endif

#endif
