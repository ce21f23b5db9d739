#include "definition/file/pictures.h"

/* As in tools/make_sprite.py and web/board/pictures.js; tests/web/modules.test.mjs
 * compares them. */
static const char *const bodies[] = {
    "archbishop", "berolina",    "bishop",   "camel",    "cannon", "champion", "chancellor",
    "checker",    "dragon",      "elephant", "griffin",  "joker",  "kangaroo", "king",
    "knight",     "knightrider", "mameluk",  "mortar",   "osprey", "pawn",     "queen",
    "rook",       "sangoma",     "unicorn",  "valkyrie", "varan",  "vulture",  "warlock",
    "wizard",     "zebra",       NULL,
};
static const char *const marks[] = {
    "arrow", "cross", "crown", "star", NULL,
};

const char *const *apo_picture_bodies(void)
{
    return bodies;
}

const char *const *apo_picture_marks(void)
{
    return marks;
}

bool apo_picture_is_listed(const char *const *list, apo_span name, apo_suggestion *suggestion)
{
    apo_suggestion_start(suggestion, name);
    for (size_t i = 0; list[i] != NULL; i++) {
        if (apo_span_is(name, list[i]))
            return true;
        apo_suggestion_offer(suggestion, list[i]);
    }
    return false;
}
