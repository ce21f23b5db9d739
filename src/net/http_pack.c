/* Compresses answers where it pays: pages, lists, definitions. Built-in files are compressed
 * already (http_asset.c). */
#define ZLIB_CONST /* zlib reads what it is given */
#include <string.h>
#include <zlib.h>

#include "net/http_priv.h"

enum {
    WORTH_BYTES = 1400,    /* less fits one network packet anyway */
    GZIP_WINDOW = 15 + 16, /* zlib: gzip, any window */
    GZIP_MEMORY = 8,       /* zlib's default */
    LEVEL = 4,             /* a page in a few tenths of a millisecond */
    PIECE = 4096
};

static bool pack(apo_span body, apo_buffer *out)
{
    char piece[PIECE];
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    stream.next_in = (const Bytef *)body.text;
    stream.avail_in = (uInt)body.length;
    int result = Z_OK;
    while (result == Z_OK) {
        stream.next_out = (Bytef *)piece;
        stream.avail_out = PIECE;
        result = deflate(&stream, Z_FINISH);
        apo_buffer_add_span(out, (apo_span){piece, PIECE - stream.avail_out});
    }
    deflateEnd(&stream);
    return result == Z_STREAM_END && !out->is_failed;
}

void apo_http_reply_packed(apo_http_request *req, unsigned status, const char *type,
                           apo_span body)
{
    apo_span encodings = {NULL, 0};
    apo_buffer packed;
    apo_buffer_init(&packed, NULL);
    apo_http_header(req, "Accept-Encoding", &encodings);
    apo_http_add_header(req, "Vary", apo_span_of("Accept-Encoding"));
    if (body.length >= WORTH_BYTES && apo_header_accepts(encodings, "gzip") &&
        pack(body, &packed)) {
        apo_http_add_header(req, "Content-Encoding", apo_span_of("gzip"));
        body = apo_buffer_span(&packed);
    }
    apo_http_reply(req, status, type, body);
    apo_buffer_clear(&packed);
}
