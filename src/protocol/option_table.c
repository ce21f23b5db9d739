#include "protocol/option_table.h"

#include <string.h>

#include "search/engine.h"
#include "search/level.h"
#include "search/limits.h"

enum {
    OVERHEAD_MS = 10,
    OVERHEAD_MAX_MS = 5000,
    START_MAX = 100000, /* more than any built-in game has */
    UCI = APO_OPTION_UCI,
    XBOARD = APO_OPTION_XBOARD,
    BOTH = UCI | XBOARD
};

/* The names in a row are the ends of apo_option_kind and apo_option_protocol. */
#define OPTION_ROW(id, name, kind, protocols, preset, minimum, maximum, about) \
    [APO_OPTION_##id] = {name, APO_OPTION_##kind, protocols, preset, minimum, maximum, about},

static const apo_option options[APO_OPTIONS] = {APO_OPTION_LIST(OPTION_ROW)};

const apo_option *apo_option_get(enum apo_option_id id)
{
    return &options[id];
}

/* True if both are equal, ignoring case. */
static bool is_named(apo_span name, const char *known)
{
    if (name.length != strlen(known))
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (apo_to_lower(name.text[i]) != apo_to_lower(known[i]))
            return false;
    return true;
}

enum apo_option_id apo_option_find(apo_span name, enum apo_option_protocol protocol)
{
    unsigned id = 0;
    while (id < APO_OPTIONS &&
           ((options[id].protocols & protocol) == 0 || !is_named(name, options[id].name)))
        id++;
    return (enum apo_option_id)id;
}

void apo_option_values_init(apo_option_values *out)
{
    for (unsigned id = 0; id < APO_OPTIONS; id++)
        out->of[id] = options[id].preset;
}

const char *apo_option_set(apo_option_values *values, enum apo_option_id id, apo_span text)
{
    const apo_option *option = &options[id];
    uint32_t number;
    if (option->kind == APO_OPTION_CHECK) {
        bool is_true = apo_span_is(text, "true") || apo_span_is(text, "1");
        if (!is_true && !apo_span_is(text, "false") && !apo_span_is(text, "0"))
            return "neither true nor false";
        values->of[id] = is_true;
        return NULL;
    }
    if (!apo_span_number(text, option->maximum, &number) || number < option->minimum)
        return "the number is out of range";
    values->of[id] = number;
    return NULL;
}
