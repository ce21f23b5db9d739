/* QR codes (ISO/IEC 18004): a short text as a square of dark and light modules that phone
 * cameras can read. libqrencode makes them: bytes, level M (a seventh of the codewords may be
 * wrong). */
#ifndef APO_SERVER_WEB_QR_H
#define APO_SERVER_WEB_QR_H

#include "base/buffer.h"
#include "base/status.h"

enum {
    APO_QR_VERSION_MAX =
        9, /* an otpauth address needs 6; larger ones are hard to read from a screen */
    APO_QR_SIZE_MAX = 17 + 4 * APO_QR_VERSION_MAX,
    APO_QR_TEXT_MAX = 180 /* bytes in version 9 */
};

typedef struct apo_qr {
    unsigned version;                               /* 1 .. APO_QR_VERSION_MAX */
    unsigned size;                                  /* modules along a side: 17 + 4 * version */
    bool is_dark[APO_QR_SIZE_MAX][APO_QR_SIZE_MAX]; /* row, column */
} apo_qr;

/* The smallest code that holds the text. Errors: APO_E_SYNTAX: the text is empty;
 * APO_E_TOO_LARGE: it is longer than APO_QR_TEXT_MAX; APO_E_MEMORY. */
apo_status apo_qr_make(apo_qr *out, apo_span text);

/* Adds a self-contained SVG picture, dark on white with the quiet zone around it, whose title
 * is `title`. */
void apo_qr_write_svg(apo_buffer *out, const apo_qr *code, apo_span title);

#endif
