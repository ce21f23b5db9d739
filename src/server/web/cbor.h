/* Reads CBOR (RFC 8949) as authenticators write it: definite lengths only, no tags, no floating
 * point. Allocates nothing and does not recurse: a reader walks over the bytes. */
#ifndef APO_SERVER_WEB_CBOR_H
#define APO_SERVER_WEB_CBOR_H

#include "base/span.h"

enum apo_cbor_kind {
    APO_CBOR_NUMBER,
    APO_CBOR_BYTES,
    APO_CBOR_TEXT,
    APO_CBOR_LIST, /* `count` items follow */
    APO_CBOR_MAP,  /* `count` pairs of items follow */
    APO_CBOR_OTHER /* true, false, null */
};

typedef struct apo_cbor_item {
    enum apo_cbor_kind kind;
    int64_t number; /* of APO_CBOR_NUMBER */
    apo_span bytes; /* of bytes and texts; borrowed. A text's UTF-8 is not checked */
    size_t count;   /* of lists and maps; never more than there are bytes left */
} apo_cbor_item;

/* Takes the first item from `rest`; of a list or map only its head. False: malformed, cut off,
 * or of a kind that we do not read; then `rest` is unchanged. */
bool apo_cbor_next(apo_span *rest, apo_cbor_item *out);

/* Takes a whole item with its contents. */
bool apo_cbor_skip(apo_span *rest);

#endif
