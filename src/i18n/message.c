/* Translates messages whose gaps are already filled: finds the text they were made from. */
#include "i18n/i18n_priv.h"

enum {
    DEPTH_MAX =
        /* a sentence, its list of faults, each fault, its names; with some to spare */
        8,
    GAPS_MAX = 12,       /* the longest text has seven */
    FRAGMENTS_MAX = 128, /* pending parts: DEPTH_MAX texts with some gaps each */
    LOOKS_MAX = 100      /* look-ups per message; a hostile catalogue could cause a million */
};

typedef struct filled_gap {
    apo_span name, text;
    bool is_quoted;
} filled_gap;

/* The contents of a text's gaps, and how much of the message is the text itself. */
typedef struct filling {
    filled_gap gaps[GAPS_MAX];
    size_t count;
    size_t said_before; /* bytes before the first gap */
    size_t said;        /* all bytes around the gaps */
} filling;

/* --- finding the text ---------------------------------------------------- */

/* Cuts off the plain text up to the next gap. */
static apo_span take_plain(apo_span *pattern)
{
    apo_span rest = *pattern, part;
    bool is_gap;
    if (!apo_gap_piece(&rest, &part, &is_gap) || is_gap)
        return (apo_span){NULL, 0};
    *pattern = rest;
    return part;
}

static bool take_gap(apo_span *pattern, apo_span *name)
{
    bool is_gap;
    return apo_gap_piece(pattern, name, &is_gap) && is_gap;
}

/* First position of `wanted`; the length of `in` if there is none. */
static size_t place_of(apo_span in, apo_span wanted)
{
    for (size_t at = 0; at + wanted.length <= in.length; at++) {
        if (apo_span_same(apo_span_part(in, at, wanted.length), wanted))
            return at;
    }
    return in.length;
}

/* A gap extends to the plain text that follows it. The first match is taken, except for the
 * last text, which must end the message. */
static bool fill_gap(filling *out, apo_span name, apo_span following, bool is_last,
                     apo_span *message)
{
    if (out->count == GAPS_MAX || following.length > message->length)
        return false;
    size_t at = is_last ? message->length - following.length : place_of(*message, following);
    if (!apo_span_same(apo_span_part(*message, at, following.length), following))
        return false;
    bool is_quoted = following.length > 0 && following.text[0] == '"';
    out->gaps[out->count++] = (filled_gap){name, apo_span_part(*message, 0, at), is_quoted};
    out->said += following.length;
    *message = apo_span_part(*message, at + following.length, message->length);
    return true;
}

/* Finds the contents of the gaps of `pattern`; false if `message` does not match it. */
static bool fit(filling *out, apo_span pattern, apo_span message)
{
    apo_span plain = take_plain(&pattern), name;
    if (!apo_span_same(apo_span_part(message, 0, plain.length), plain))
        return false;
    *out = (filling){.count = 0, .said_before = plain.length, .said = plain.length};
    message = apo_span_part(message, plain.length, message.length);
    while (take_gap(&pattern, &name)) {
        plain = take_plain(&pattern);
        if (!fill_gap(out, name, plain, pattern.length == 0, &message))
            return false;
    }
    return out->count > 0 && out->said > 0;
}

/* Prefers a text with the same beginning as the message, then the one with the most plain
 * text. */
static bool is_better(const filling *one, const filling *other)
{
    return one->said_before != other->said_before ? one->said_before > other->said_before
                                                  : one->said > other->said;
}

/* The entry whose English text is, or matches, the message; NULL if there is none. */
static const apo_i18n_entry *find_text(const apo_i18n *i18n, apo_span message, filling *out)
{
    const apo_i18n_entry *best = apo_i18n_find(i18n, (apo_span){NULL, 0}, message);
    bool is_itself = best != NULL;
    *out = (filling){.count = 0};
    for (size_t i = 0; i18n != NULL && !is_itself && i < i18n->count; i++) {
        const apo_i18n_entry *entry = &i18n->entries[i];
        filling found;
        if (entry->context.length > 0 || !fit(&found, entry->english, message) ||
            (best != NULL && !is_better(&found, out)))
            continue;
        best = entry;
        *out = found;
    }
    return best;
}

/* --- translating --------------------------------------------------------- */

/* A pending part; at DEPTH_MAX it is copied unchanged. */
typedef struct fragment {
    apo_span text;
    unsigned depth;
} fragment;

/* The pending parts, the next one last. */
typedef struct waiting {
    fragment fragments[FRAGMENTS_MAX];
    size_t count;
} waiting;

static fragment fragment_of(const filling *from, apo_span name, unsigned depth)
{
    for (size_t i = 0; i < from->count; i++) {
        const filled_gap *gap = &from->gaps[i];
        if (apo_span_same(gap->name, name))
            return (fragment){gap->text, gap->is_quoted ? DEPTH_MAX : depth + 1};
    }
    return (fragment){name, DEPTH_MAX};
}

/* Replaces the message by the parts of its translation; false if there are too many. */
static bool put_fragments(waiting *all, apo_span text, const filling *from, unsigned depth)
{
    fragment fragments[2 * GAPS_MAX + 1];
    size_t count = 0;
    apo_span part;
    bool is_gap;
    while (apo_gap_piece(&text, &part, &is_gap)) {
        if (count == sizeof fragments / sizeof *fragments)
            return false;
        fragments[count++] =
            is_gap ? fragment_of(from, part, depth) : (fragment){part, DEPTH_MAX};
    }
    if (all->count + count > FRAGMENTS_MAX)
        return false;
    while (count > 0)
        all->fragments[all->count++] = fragments[--count];
    return true;
}

void apo_tr_message(apo_buffer *out, const apo_i18n *i18n, apo_span message)
{
    waiting all = {.fragments = {{message, 0}}, .count = 1};
    for (unsigned looks = 0; all.count > 0;) {
        fragment next = all.fragments[--all.count];
        filling found = {.count = 0};
        bool may_look = next.depth < DEPTH_MAX && looks++ < LOOKS_MAX;
        const apo_i18n_entry *entry = may_look ? find_text(i18n, next.text, &found) : NULL;
        if (entry != NULL && found.count == 0)
            apo_buffer_add_span(out, entry->forms[0]);
        else if (entry == NULL || !put_fragments(&all, entry->forms[0], &found, next.depth))
            apo_buffer_add_span(out, next.text);
    }
}
