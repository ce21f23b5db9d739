/* Settings that operators change while the server runs: the features it offers, and who runs
 * it. Stored, and kept in memory. Loop's thread. */
#ifndef APO_SERVER_WEB_SETTINGS_H
#define APO_SERVER_WEB_SETTINGS_H

#include "store/store.h"

/* What can be switched off. X(NAME, word) */
#define APO_FEATURE_LIST(X)         \
    X(REGISTRATION, "registration") \
    X(TALK, "talk")                 \
    X(TOURNAMENTS, "tournaments")   \
    X(PUBLISHING, "publishing")     \
    X(IMPORTS, "imports")

enum apo_feature {
#define APO_FEATURE_ENUM(name, word) APO_FEATURE_##name,
    APO_FEATURE_LIST(APO_FEATURE_ENUM)
#undef APO_FEATURE_ENUM
    APO_FEATURES
};

/* Texts about the operator, for the legal pages. X(member, words, size with the terminator) */
#define APO_OPERATOR_LIST(X)            \
    X(name, "operator_name", 120)       \
    X(address, "operator_address", 400) \
    X(contact, "operator_contact", 120)

typedef struct apo_settings {
    unsigned off; /* a bit for each feature that is switched off */
#define APO_OPERATOR_MEMBER(member, words, size) char operator_##member[size];
    APO_OPERATOR_LIST(APO_OPERATOR_MEMBER)
#undef APO_OPERATOR_MEMBER
} apo_settings;

/* "registration"; static. */
const char *apo_feature_word(enum apo_feature feature);

/* Reads them from the store. */
void apo_settings_read(apo_settings *out, apo_store *store);

/* True if the operator has a name in the store. Any thread, with a store of its own. */
bool apo_settings_has_operator(apo_store *store);

/* Adds the changed settings to a batch. */
void apo_settings_write(apo_store_batch *batch, const apo_settings *settings);

#endif
