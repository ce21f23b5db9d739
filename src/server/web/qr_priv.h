/* What the two halves of qr.h share: qr_data.c makes codewords of a text, qr.c places them. */
#ifndef APO_SERVER_WEB_QR_PRIV_H
#define APO_SERVER_WEB_QR_PRIV_H

#include "server/web/qr.h"

enum {
    APO_QR_CODEWORDS_MAX = 292, /* of version 9 */
    APO_QR_CORRECTION_MAX = 26  /* of a block */
};

/* What a version holds at level M. */
typedef struct apo_qr_kind {
    uint16_t data;      /* codewords of the text */
    uint8_t blocks;     /* among which they are divided, the longer ones last */
    uint8_t correction; /* codewords that each block gets in addition */
} apo_qr_kind;

const apo_qr_kind *apo_qr__kind(unsigned version);

/* The smallest version that holds so many bytes; 0: none. */
unsigned apo_qr__version_for(size_t length);

/* The `count` codewords of Reed and Solomon that belong to a block. */
void apo_qr__correct(uint8_t *out, unsigned count, const uint8_t *data, size_t length);

/* All codewords in the order in which they are placed. Returns how many. */
size_t apo_qr__encode(uint8_t out[APO_QR_CODEWORDS_MAX], unsigned version, apo_span text);

/* The 15 bits that name level M and a mask, and the 18 of a version from 7 on. */
uint32_t apo_qr__format_bits(unsigned mask);
uint32_t apo_qr__version_bits(unsigned version);

/* Whether a mask turns a module over. */
bool apo_qr__is_masked(unsigned mask, unsigned row, unsigned column);

#endif
