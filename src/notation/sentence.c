#include "base/utf8.h"
#include "notation/sentence_priv.h"

apo_span apo_char_at(apo_span text, size_t position)
{
    apo_span rest = apo_span_part(text, position, text.length);
    size_t length = apo_utf8_measure(rest);
    if (rest.length > 0 && length == 0)
        return apo_span_of("?");
    return apo_span_part(rest, 0, length);
}

void apo_text_add_square(apo_text *text, const apo_geometry *geo, apo_square sq)
{
    char name[APO_SQUARE_NAME_MAX];
    apo_text_add(text, apo_square_named(geo, sq, name));
}

const char *apo_square_named(const apo_geometry *geo, apo_square sq,
                             char buf[APO_SQUARE_NAME_MAX])
{
    buf[0] = '\0';
    if (sq != APO_SQUARE_NONE)
        apo_geometry_write_square(geo, sq, buf);
    return buf;
}
