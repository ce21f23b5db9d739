/* Bytes as text: base64 (RFC 4648), with padding and without line breaks. */
#ifndef APO_BASE_BASE64_H
#define APO_BASE_BASE64_H

#include "base/buffer.h"

/* Appends the text of the bytes. */
void apo_base64_write(apo_buffer *out, apo_span bytes);

/* Appends the bytes of a text. False, with part of them perhaps appended, unless it is what
 * apo_base64_write makes of some bytes. */
bool apo_base64_read(apo_buffer *out, apo_span text);

#endif
