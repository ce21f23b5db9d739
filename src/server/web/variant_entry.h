/* Entries of the variant map: games on offer, and compiled games. */
#ifndef APO_SERVER_WEB_VARIANT_ENTRY_H
#define APO_SERVER_WEB_VARIANT_ENTRY_H

#include "apothecary/variant.h"
#include "base/buffer.h"
#include "definition/file/synopsis.h"
#include "server/web/token.h"

/* A game that the server offers: built in, or one of its own definitions. */
typedef struct apo_offered_game {
    const char *id;
    char digest[APO_TOKEN_DIGEST_TEXT]; /* of the text */
    apo_buffer text;       /* the definition with its bases (definition/file/bundle.h) */
    apo_synopsis synopsis; /* its description, available without compiling */
    const char *summary;   /* a sentence for the lobby; "" for most */
    bool is_own;           /* not built in; only this server has it */
} apo_offered_game;

/* A compiled game: offered, published by a person, or a former version. */
typedef struct apo_variant_entry {
    const char *id;
    char digest[APO_TOKEN_DIGEST_TEXT]; /* of the text */
    apo_buffer text; /* the definition with its bases (definition/file/bundle.h) */
    apo_variant *var;
    bool is_own;       /* not built in; only this server has it */
    bool is_published; /* by a person; its versions never change */
} apo_variant_entry;

#endif
