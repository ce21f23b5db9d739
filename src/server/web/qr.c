#include "server/web/qr.h"

#include <errno.h>
#include <qrencode.h>

#include "net/template.h"

enum {
    QUIET = 4,  /* light modules around the code */
    DARK = 0x01 /* of libqrencode's module */
};

apo_status apo_qr_make(apo_qr *out, apo_span text)
{
    if (text.length == 0)
        return APO_E_SYNTAX;
    if (text.length > APO_QR_TEXT_MAX)
        return APO_E_TOO_LARGE;
    const unsigned char *bytes = (const unsigned char *)text.text;
    QRcode *code = QRcode_encodeData((int)text.length, bytes, 0, QR_ECLEVEL_M);
    if (code == NULL)
        return errno == ERANGE ? APO_E_TOO_LARGE : APO_E_MEMORY;
    out->version = (unsigned)code->version;
    out->size = (unsigned)code->width;
    for (unsigned i = 0; i < out->size * out->size; i++)
        out->is_dark[i / out->size][i % out->size] = code->data[i] & DARK;
    QRcode_free(code);
    return APO_OK;
}

void apo_qr_write_svg(apo_buffer *out, const apo_qr *code, apo_span title)
{
    unsigned side = code->size + 2 * QUIET;
    apo_buffer_add(out, "<svg class=\"qr\" role=\"img\" viewBox=\"0 0 ");
    apo_buffer_add_number(out, side);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, side);
    apo_buffer_add(out, "\" shape-rendering=\"crispEdges\"><title>");
    apo_html_add(out, title);
    apo_buffer_add(out, "</title><path fill=\"#fff\" d=\"M0 0H");
    apo_buffer_add_number(out, side);
    apo_buffer_add_char(out, 'V');
    apo_buffer_add_number(out, side);
    apo_buffer_add(out, "H0z\"/><path fill=\"#000\" d=\"");
    for (unsigned i = 0; i < code->size * code->size; i++) {
        unsigned row = i / code->size, column = i % code->size;
        if (!code->is_dark[row][column])
            continue;
        apo_buffer_add_char(out, 'M');
        apo_buffer_add_number(out, column + QUIET);
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, row + QUIET);
        apo_buffer_add(out, "h1v1h-1z");
    }
    apo_buffer_add(out, "\"/></svg>");
}
