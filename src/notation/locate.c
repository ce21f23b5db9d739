#include "notation/locate.h"

apo_location apo_span_locate(apo_span text, size_t position)
{
    apo_location location = {1, 1};
    if (position > text.length)
        position = text.length;
    for (size_t i = 0; i < position; i++) {
        if (text.text[i] == '\n') {
            location.line++;
            location.column = 1;
        } else {
            location.column++;
        }
    }
    return location;
}
