/* All special rules, one list: sections of a definition file in the order the rules take
 * part. */
#ifndef APO_RULES_RULE_TABLE_H
#define APO_RULES_RULE_TABLE_H

#include "rules/key.h"

/* What the reader of definition files needs to know of a rule. */
typedef struct apo_rule_info {
    const char *section; /* heading in the definition file, lower case: "king-jump" */
    const char *doc;     /* the rule in a sentence or two */
    const apo_key *keys;
    size_t key_count;
} apo_rule_info;

/* Number of rules, at most APO_RULES_MAX. */
size_t apo_rule_count(void);

/* The rule with this index, 0 .. apo_rule_count() - 1; static data. */
const apo_rule_info *apo_rule_at(size_t index);

#endif
