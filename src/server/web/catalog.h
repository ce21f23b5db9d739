/* The offered games, and former ones: each running game keeps the definition it began with. Any
 * thread may look games up, each with its own store; only one may change and use the weights of
 * starts. */
#ifndef APO_SERVER_WEB_CATALOG_H
#define APO_SERVER_WEB_CATALOG_H

#include "apothecary/variant.h"
#include "base/buffer.h"
#include "server/web/options.h"
#include "server/web/token.h"
#include "store/games.h"
#include "store/people.h"

typedef struct apo_catalog apo_catalog;

typedef struct apo_catalog_entry {
    const char *id;
    char digest[APO_TOKEN_DIGEST_TEXT]; /* of the text */
    apo_buffer text; /* the definition with its bases (definition/file/bundle.h) */
    apo_variant *var;
    uint32_t *
        /* weights of the starts in random choice (server/web/start_weights.h); NULL: equal */
        start_weights;
    const char *summary; /* a sentence for the lobby; "" for most */
    bool is_own;         /* not built in; only this server has it */
} apo_catalog_entry;

/* Compiles all built-in definitions, and `own` (borrowed for the life of the catalog). Gives
 * (free with apo_catalog_free). Errors: APO_E_MEMORY, APO_E_DEFINITION. */
apo_status apo_catalog_new(apo_catalog **out, const apo_server_definition *own,
                           size_t own_count);
void apo_catalog_free(apo_catalog *catalog); /* NULL is allowed */

/* The offered games, in display order; the first few are the main games. */
size_t apo_catalog_count(const apo_catalog *catalog);
const apo_catalog_entry *apo_catalog_get(const apo_catalog *catalog, size_t index);
size_t apo_catalog_main_count(const apo_catalog *catalog);

/* The offered game with this id, or with this digest; NULL: none. */
const apo_catalog_entry *apo_catalog_find(const apo_catalog *catalog, apo_span id);
const apo_catalog_entry *apo_catalog_find_digest(const apo_catalog *catalog, apo_span digest);

/* Sets the weights of a game's starts; takes `start_weights`. */
void apo_catalog_set_start_weights(apo_catalog *catalog, size_t index, uint32_t *start_weights);

/* The variant of a game that began with the definition `digest`, loaded from the store if
 * necessary and kept for the life of the catalog. NULL: not found, or out of memory. */
const apo_variant *apo_catalog_variant(apo_catalog *catalog, apo_store *store, const char *id,
                                       const char *digest);

/* The text of a definition that is not built in now; borrowed from the catalog. False: it is
 * built in, or apo_catalog_variant has never returned it. */
bool apo_catalog_text(apo_catalog *catalog, const char *digest, apo_span *out);

#endif
