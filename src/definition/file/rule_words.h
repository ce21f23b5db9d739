/* Words of players and of other programs, and what a definition says instead. */
#ifndef APO_DEFINITION_FILE_RULE_WORDS_H
#define APO_DEFINITION_FILE_RULE_WORDS_H

#include "base/text.h"

typedef struct apo_rule_word {
    const char *word;    /* in small letters and digits, nothing else */
    const char *section; /* the section that is about it; empty: none is */
    const char *how;     /* keys of that section, or what to write instead; may be empty */
} apo_rule_word;

/* Made by tools/rules_index.py from the header comments of the rules and
 * tools/rule_words.tsv; in the order of strcmp. Empty in a small build. */
extern const apo_rule_word apo_rule_word_table[];
extern const size_t apo_rule_word_count;

/* Adds where to look for what an unknown word was to say, as "[walls] is about that (put),
 * see docs/variant-format.md". Capitals, hyphens, blanks and a plural s make no difference.
 * Returns false, and adds nothing, for words that the table does not have. */
bool apo_rule_word_explain(apo_text *out, apo_span word);

#endif
