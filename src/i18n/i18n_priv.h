/* The representation of a catalogue, for its parser and for look-ups. */
#ifndef APO_I18N_I18N_PRIV_H
#define APO_I18N_I18N_PRIV_H

#include "i18n/i18n.h"
#include "i18n/plural.h"

enum {
    APO_I18N_LANGUAGE_MAX = 16, /* "de", "pt-BR" */
    APO_I18N_NAME_MAX = 64
};

/* One entry. All texts are terminated and are in the catalogue's block. */
typedef struct apo_i18n_entry {
    apo_span context; /* empty: none */
    apo_span english;
    apo_span plural; /* English form for many; empty: none */
    apo_span forms[APO_PLURAL_FORMS_MAX];
    uint32_t line;
    bool is_for_scripts;
} apo_i18n_entry;

struct apo_i18n {
    char language[APO_I18N_LANGUAGE_MAX];
    char name[APO_I18N_NAME_MAX]; /* empty: its code */
    bool has_direction, is_rtl;   /* as the header says */
    apo_plural plural;
    apo_i18n_entry *entries; /* sorted by context and English */
    size_t count, capacity;
    size_t size; /* texts, also those not translated */
    char *texts; /* of the entries */
    size_t texts_length;
};

/* The sort order of entries. */
int apo_i18n_compare(apo_span context, apo_span english, const apo_i18n_entry *entry);

/* The entry with that context (empty: none) and English text, or NULL; `i18n` may be NULL. */
const apo_i18n_entry *apo_i18n_find(const apo_i18n *i18n, apo_span context, apo_span english);

#endif
