/* The games whose definitions are not in the small module: their texts are added when a page
 * needs one of them. The module has one thread, so its table may change. */
#include "wasm/session.h"

#ifdef APO_SMALL
#    include <string.h>

#    include "base/mem.h"
#    include "definition/file/embedded.h"

static const char heading[] = "#game-file ";

static struct apo_embedded_file *row_of(apo_span name)
{
    for (size_t i = 0; i < apo_embedded_variants_count; i++)
        if (apo_span_is(name, apo_embedded_variants[i].name))
            return &apo_embedded_variants[i];
    return NULL;
}

/* cmake/embed.cmake writes this in place of a definition. */
static bool is_far(const struct apo_embedded_file *row)
{
    return strncmp(row->text, "#far\n", 5) == 0;
}

/* The name in a line "#game-file NAME"; empty for other lines. */
static apo_span named_in(apo_span line)
{
    const size_t length = sizeof heading - 1;
    if (line.length <= length || memcmp(line.text, heading, length) != 0)
        return (apo_span){NULL, 0};
    return apo_span_trim(apo_span_part(line, length, line.length));
}

/* Ends the text of a row before `end`, which becomes a NUL. */
static void end_text(struct apo_embedded_file *row, char *end)
{
    *end = '\0';
    if (row != NULL)
        row->size = (size_t)(end - row->text);
}

EXPORT(apo_session_has_game) int apo_session_has_game(const apo_session *s, size_t length)
{
    const struct apo_embedded_file *row = row_of(apo_session_input_span(s, length));
    return row == NULL || !is_far(row);
}

EXPORT(apo_session_add_games) int apo_session_add_games(apo_session *s, size_t length)
{
    apo_span input = apo_session_input_span(s, length);
    char *kept = apo_allocate(NULL, input.length + 1); /* for as long as the module lives */
    if (kept == NULL)
        return (int)APO_E_MEMORY;
    memcpy(kept, input.text, input.length);
    struct apo_embedded_file *row = NULL;
    apo_span rest = {kept, input.length};
    for (apo_span line; apo_span_line(&rest, &line);) {
        apo_span name = named_in(line);
        if (name.length == 0)
            continue;
        struct apo_embedded_file *next = row_of(name);
        end_text(row, kept + (line.text - kept));
        row = next != NULL && is_far(next) ? next : NULL;
        if (row != NULL)
            row->text = rest.text;
    }
    end_text(row, kept + input.length);
    return (int)APO_OK;
}
#endif
