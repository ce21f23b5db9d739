#include "server/live/line_kind.h"

#include "base/random.h"

const char *apo_line_kind_at(unsigned index)
{
    static const char *const kinds[APO_LINE_KINDS] = {"line", "line1", "line2", "line3"};
    return kinds[index % APO_LINE_KINDS];
}

const char *apo_line_kind(apo_span game)
{
    uint64_t mixed = 0;
    for (size_t i = 0; i < game.length; i++)
        mixed = apo_mix(mixed ^ (uint8_t)game.text[i]);
    return apo_line_kind_at((unsigned)(mixed % APO_LINE_KINDS));
}
