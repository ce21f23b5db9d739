#include "server/web/pictures.h"

#include <string.h>

#include "base/alloc.h"
#include "base/text.h"

enum {
    NAME_MAX_BYTES = 40,
    PICTURES_MAX = 200,
    PREFIX_MAX = 120
};

struct apo_pictures {
    char prefix[PREFIX_MAX];
    char names[PICTURES_MAX][NAME_MAX_BYTES];
    size_t count;
};

/* The same list as in web/board/pictures.js; a test compares them. */
static const char *const other_names[][2] = {
    {"berolina pawn", "berolina"}, {"siege elephant", "elephant"},
    {"princess", "archbishop"},    {"cardinal", "archbishop"},
    {"janus", "archbishop"},       {"empress", "chancellor"},
    {"marshall", "chancellor"},    {"marshal", "chancellor"},
    {"nightrider", "knightrider"}, {"horse", "knight"},
    {"chariot", "rook"},           {"soldier", "pawn"},
    {"jester", "joker"},           {"hawk", "osprey"},
};

/* Each drawing exists for both sides, so White's are enough. */
static void note_symbol(apo_pictures *out, apo_span rest)
{
    static const char mark[] = "id=\"w-";
    const size_t start = sizeof mark - 1;
    size_t end = start;
    if (!apo_span_starts_with(rest, mark) || out->count == PICTURES_MAX)
        return;
    while (end < rest.length && rest.text[end] != '"')
        end++;
    if (end == start || end == rest.length || end - start >= NAME_MAX_BYTES)
        return;
    memcpy(out->names[out->count], rest.text + start, end - start);
    out->count++;
}

apo_status apo_pictures_new(apo_pictures **out, const char *prefix, apo_span sprite)
{
    apo_pictures *pictures = apo_allocate_zero(NULL, sizeof *pictures);
    if (pictures == NULL)
        return APO_E_MEMORY;
    apo_text text = apo_text_start(pictures->prefix, sizeof pictures->prefix);
    apo_text_add(&text, prefix);
    for (size_t i = 0; i < sprite.length && !text.is_overflowed; i++) {
        if (sprite.text[i] == 'i')
            note_symbol(pictures, apo_span_part(sprite, i, sprite.length));
    }
    *out = pictures;
    return APO_OK;
}

void apo_pictures_free(apo_pictures *pictures)
{
    apo_free(NULL, pictures);
}

const char *apo_pictures_prefix(const apo_pictures *pictures)
{
    return pictures->prefix;
}

const char *apo_pictures_find(const apo_pictures *pictures, const char *type_name)
{
    char name[NAME_MAX_BYTES];
    size_t length = strlen(type_name);
    if (pictures == NULL || length >= sizeof name)
        return NULL;
    for (size_t i = 0; i <= length; i++)
        name[i] = apo_to_lower(type_name[i]);
    const char *wanted = name;
    for (size_t i = 0; i < sizeof other_names / sizeof other_names[0]; i++) {
        if (strcmp(other_names[i][0], name) == 0)
            wanted = other_names[i][1];
    }
    for (size_t i = 0; i < pictures->count; i++) {
        if (strcmp(pictures->names[i], wanted) == 0)
            return pictures->names[i];
    }
    return NULL;
}
