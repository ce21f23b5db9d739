/* A game as the variant map knows it: offered, published by a person, or a former version. */
#ifndef APO_SERVER_WEB_VARIANT_ENTRY_H
#define APO_SERVER_WEB_VARIANT_ENTRY_H

#include "apothecary/variant.h"
#include "base/buffer.h"
#include "server/web/token.h"

typedef struct apo_variant_entry {
    const char *id;
    char digest[APO_TOKEN_DIGEST_TEXT]; /* of the text */
    apo_buffer text; /* the definition with its bases (definition/file/bundle.h) */
    apo_variant *var;
    uint32_t *
        /* weights of the starts in random choice (server/web/start_weights.h); NULL: equal */
        start_weights;
    const char *summary; /* a sentence for the lobby; "" for most */
    bool is_own;         /* not built in; only this server has it */
    bool is_published;   /* by a person; its versions never change */
} apo_variant_entry;

#endif
