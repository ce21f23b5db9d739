/* How a catalogue is kept: for its reader and for those who look things up. */
#ifndef APO_WORDS_WORDS_PRIV_H
#define APO_WORDS_WORDS_PRIV_H

#include "words/plural.h"
#include "words/words.h"

enum {
    APO_WORDS_LANGUAGE_MAX = 16 /* "de", "pt_BR" */
};

/* One entry. All texts are terminated and lie in the catalogue's block. */
typedef struct apo_words_entry {
    apo_span context; /* empty: none */
    apo_span english;
    apo_span plural; /* English form for many; empty: none */
    apo_span forms[APO_PLURAL_FORMS_MAX];
    uint32_t line;
    bool is_for_scripts;
} apo_words_entry;

struct apo_words {
    char language[APO_WORDS_LANGUAGE_MAX];
    apo_plural plural;
    apo_words_entry *entries; /* sorted by context and English */
    size_t count, capacity;
    char *texts; /* of the entries */
    size_t texts_length;
};

/* Order of the entries. */
int apo_words_compare(apo_span context, apo_span english, const apo_words_entry *entry);

/* The entry of that context (empty: none) and English text, or NULL; `words` may be NULL. */
const apo_words_entry *apo_words_find(const apo_words *words, apo_span context,
                                      apo_span english);

#endif
