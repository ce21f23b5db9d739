#include "protocol/chess960.h"

#include "base/buffer.h"
#include "definition/file/definition.h"

enum {
    FILES = 8
};

/* The king ends on the c- or g-file with the rook beside it, wherever they start. */
static void add_way(apo_buffer *text, int king, int rook)
{
    static const char left[] = " c1 d1\n", right[] = " g1 f1\n";
    apo_buffer_add(text, "way = ");
    apo_buffer_add_char(text, (char)('a' + king));
    apo_buffer_add(text, "1 ");
    apo_buffer_add_char(text, (char)('a' + rook));
    apo_buffer_add(text, "1");
    apo_buffer_add(text, rook < king ? left : right);
}

apo_status apo_chess960_open(apo_variant **out, const apo_alloc *alloc)
{
    apo_buffer text;
    apo_buffer_init(&text, alloc);
    apo_buffer_add(&text, "[game]\nname = Chess960\nbase = chess\n\n[castling]\npartner = R\n");
    for (int king = 1; king + 1 < FILES; king++)
        for (int rook = 0; rook < FILES; rook++)
            if (rook != king)
                add_way(&text, king, rook);
    apo_status status = text.is_failed
                            ? APO_E_MEMORY
                            : apo_definition_compile(out, apo_span_of(APO_CHESS960),
                                                     apo_buffer_span(&text), NULL, alloc, NULL);
    apo_buffer_clear(&text);
    return status;
}
