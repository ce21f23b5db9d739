#include "definition/exchange/zillions_read_priv.h"

/* The options of a rules file, and the priorities of its moves. */

static const apo_span nothing = {NULL, 0};

/* What an option does to the game. */
enum effect {
    NO_EFFECT,
    RECYCLES_CAPTURES,
    COUNTS_OFF_PIECES,
    HAS_NO_RULE
};

static const struct {
    const char *name; /* with blanks, where older files have hyphens */
    enum effect effect;
} options[] = {
    {"animate captures", NO_EFFECT},
    {"animate drops", NO_EFFECT},
    {"smart moves", NO_EFFECT},
    {"show moves list", NO_EFFECT},
    {"highlight goals", NO_EFFECT},
    {"progressive levels", NO_EFFECT},
    {"selection screen", NO_EFFECT},
    {"prevent flipping", NO_EFFECT},
    {"allow flipping", NO_EFFECT},
    {"discard cascades", NO_EFFECT},
    {"silent ? moves", NO_EFFECT},
    {"include off pieces", COUNTS_OFF_PIECES},
    {"recycle captures", RECYCLES_CAPTURES},
    {"recycle promotions", HAS_NO_RULE},
    {"pass turn", HAS_NO_RULE},
    {"pass partial", HAS_NO_RULE},
    {"maximal captures", HAS_NO_RULE},
};

enum {
    OPTIONS = sizeof options / sizeof options[0]
};

/* True if the word is this name, between quotation marks or with hyphens. */
static bool is_name(apo_span word, const char *name)
{
    apo_span wanted = apo_span_of(name);
    if (word.length > 2 && word.text[0] == '"')
        word = apo_span_part(word, 1, word.length - 2);
    bool is_same = word.length == wanted.length;
    for (size_t i = 0; is_same && i < word.length; i++)
        is_same = (word.text[i] == '-' ? ' ' : word.text[i]) == wanted.text[i];
    return is_same;
}

static unsigned find_option(apo_span word)
{
    unsigned i = 0;
    while (i < OPTIONS && !is_name(word, options[i].name))
        i++;
    return i;
}

/* `item` is the word of the option's name. */
static void read_option(apo_zrf *z, uint32_t list, uint32_t item)
{
    apo_span word = apo_zillions_word(&z->tree, item);
    unsigned number = find_option(word);
    enum effect effect = number < OPTIONS ? options[number].effect : HAS_NO_RULE;
    if (apo_zillions_is(&z->tree, apo_zillions_next(&z->tree, item), "false"))
        return;
    if (effect == RECYCLES_CAPTURES)
        z->recycling = list;
    else if (effect == COUNTS_OFF_PIECES)
        z->counts_off_pieces = true;
    else if (effect == HAS_NO_RULE)
        apo_zrf__lose(z, APO_DRAFT_RULES, list, "option", "%s has no rule here", word);
}

bool apo_zrf__read_option(apo_zrf *z, uint32_t list)
{
    uint32_t first = apo_zillions_first(&z->tree, list);
    bool is_new = apo_zillions_is(&z->tree, first, "option");
    if (!is_new && find_option(apo_zillions_word(&z->tree, first)) == OPTIONS)
        return false;
    read_option(z, list, is_new ? apo_zillions_next(&z->tree, first) : first);
    return true;
}

/* --- priorities ---------------------------------------------------------- */

void apo_zrf__read_priorities(apo_zrf *z, uint32_t list)
{
    uint32_t first = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
    uint32_t second = apo_zillions_next(&z->tree, first);
    if (list == 0)
        return;
    if (second == 0 || apo_zillions_next(&z->tree, second) != 0) {
        apo_zrf__lose(z, APO_DRAFT_RULES, list, "move-priorities",
                      "two kinds of moves have priorities here, captures before others",
                      nothing);
        return;
    }
    z->priorities[0] = apo_zillions_word(&z->tree, first);
    z->priorities[1] = apo_zillions_word(&z->tree, second);
    apo_zrf__add_section(z, "\n[must-capture]", nothing);
}

const char *apo_zrf__check_priority(const apo_zrf *z, const apo_zrf_move *move)
{
    bool is_capture = move->kind == APO_ZRF_PASSANT || move->end == APO_END_CAPTURE;
    bool may_capture = is_capture || (move->end & APO_END_CAPTURE) != 0;
    bool is_first = apo_span_same(z->move_type, z->priorities[0]);
    bool is_second = apo_span_same(z->move_type, z->priorities[1]);
    if (z->priorities[0].length == 0)
        return NULL;
    if (!is_first && !is_second)
        return "some of its moves are of no type that move-priorities names";
    return is_first == is_capture && is_second != may_capture
               ? NULL
               : "the moves that come first are all captures here, and no other move is";
}

/* --- what options change ------------------------------------------------- */

void apo_zrf__check_options(apo_zrf *z)
{
    if (z->remaining != 0 && z->draft->has_hands && !z->counts_off_pieces)
        apo_zrf__lose(z, APO_DRAFT_OUTCOME, z->remaining, "pieces-remaining",
                      "pieces in hand count here, there only with the option \"include "
                      "off-pieces\"",
                      nothing);
}
