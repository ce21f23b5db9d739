#include "search/constants.h"

#include <stddef.h>
#include <string.h>

const apo_search_constants apo_search_constants_usual = {
#define USUAL(name, usual, least, most) .name = (usual),
    APO_SEARCH_CONSTANTS(USUAL)
#undef USUAL
};

typedef struct row {
    const char *name;
    size_t at; /* in the struct */
    uint32_t least, most;
} row;

static const row rows[] = {
#define ROW(name, usual, least, most) \
    {#name, offsetof(apo_search_constants, name), least, most},
    APO_SEARCH_CONSTANTS(ROW)
#undef ROW
};

static bool store(apo_search_constants *out, apo_span name, apo_span value)
{
    int stored;
    uint32_t number;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (apo_span_is(name, rows[i].name)) {
            if (!apo_span_number(value, rows[i].most, &number) || number < rows[i].least)
                return false;
            stored = (int)number;
            memcpy((char *)out + rows[i].at, &stored, sizeof stored);
            return true;
        }
    return false;
}

static size_t find(apo_span text, char byte)
{
    size_t at = 0;
    while (at < text.length && text.text[at] != byte)
        at++;
    return at;
}

bool apo_search_constants_read(apo_search_constants *out, apo_span text, apo_span *out_fault)
{
    while (text.length > 0) {
        size_t end = find(text, ',');
        apo_span part = apo_span_part(text, 0, end);
        size_t sign = find(part, '=');
        if (sign == part.length || !store(out, apo_span_part(part, 0, sign),
                                          apo_span_part(part, sign + 1, part.length))) {
            *out_fault = part;
            return false;
        }
        text = apo_span_part(text, end + (end < text.length), text.length);
    }
    return true;
}

bool apo_search_constants_are_known(apo_span text)
{
    apo_search_constants read = apo_search_constants_usual;
    apo_span fault;
    return apo_search_constants_read(&read, text, &fault);
}
