#include "base/mem.h"
#include "definition/betza/dialect_priv.h"

/* XBoard 4.9 (xbetza.md 1.14). */

/* --- reading ------------------------------------------------------------- */

/* XBoard scans a leg once, in this order; a letter out of order is silently ignored. */
static const char order[] = "iDmcdetpgoynj"; /* D: all directions */

static unsigned rank_of(char c)
{
    if (apo_dialect__is_among("fblrvsh", c))
        c = 'D';
    unsigned rank = 0;
    while (order[rank] != '\0' && order[rank] != c)
        rank++;
    return rank;
}

static apo_status check_order(apo_rewriting *r, const apo_dialect_word *word, unsigned leg)
{
    unsigned last = 0;
    for (size_t at = word->leg_start[leg]; at < word->leg_end[leg]; at++) {
        unsigned rank = rank_of(apo_dialect__byte(r, at));
        if (order[rank] == '\0')
            return apo_dialect__fail(r, at, "XBoard does not know '%s'");
        if (rank < last)
            return apo_dialect__fail(
                r, at,
                "XBoard would drop '%s' here: it needs the letters of a leg in the order i, "
                "directions, m c d e t p g o y n j");
        last = rank;
    }
    return APO_OK;
}

static apo_status check_atom(apo_rewriting *r, const apo_dialect_word *word)
{
    char next = apo_dialect__byte(r, word->end);
    if (apo_dialect__is_among("IUXY", word->atom) || !apo_is_upper(word->atom)) {
        if (word->atom_at < r->text.length)
            return apo_dialect__fail(r, word->atom_at, "'%s' is not an atom of XBoard");
        return APO_OK; /* our own reader reports what is missing */
    }
    if (apo_dialect__is_among("XY", next))
        return apo_dialect__fail(r, word->end, "XBoard has no suffix '%s'");
    if (next == '*')
        return apo_dialect__fail(r, word->end, "XBoard has no range '%s'");
    if (next == word->atom && word->end == word->range_at && word->atom != 'O')
        return apo_dialect__fail(
            r, word->end,
            "XBoard takes a second '%s' for another piece's step, not for a "
            "rider; an unlimited range is 0 there, such as N0");
    return APO_OK;
}

static bool has_pair(const apo_rewriting *r, const apo_dialect_word *word, const char *a,
                     const char *b, size_t *out_at)
{
    for (size_t at = word->leg_start[0]; at + 1 < word->leg_end[0]; at++) {
        if (apo_dialect__is_among(a, apo_dialect__byte(r, at)) &&
            apo_dialect__is_among(b, apo_dialect__byte(r, at + 1))) {
            *out_at = at;
            return true;
        }
    }
    return false;
}

/* Rejects directions of a first leg that XBoard reads differently. */
static apo_status check_directions(apo_rewriting *r, const apo_dialect_word *word)
{
    size_t at;
    bool is_diagonal = apo_dialect__is_among("FBAG", word->atom);
    bool is_king = apo_dialect__is_among("KQ", word->atom);
    if (is_diagonal &&
        (has_pair(r, word, "fb", "s", &at) || has_pair(r, word, "s", "fb", &at) ||
         has_pair(r, word, "lr", "v", &at) || has_pair(r, word, "v", "lr", &at)))
        return apo_dialect__fail(r, at,
                                 "XBoard takes the pair that begins with '%s' for all four "
                                 "directions; write f, b, l or r alone");
    if (is_king && (apo_dialect__leg_has(r, word, 0, "h", &at) ||
                    has_pair(r, word, "v", "s", &at) || has_pair(r, word, "s", "v", &at) ||
                    has_pair(r, word, "f", "f", &at) || has_pair(r, word, "b", "b", &at)))
        return apo_dialect__fail(
            r, at,
            "XBoard reads the directions that begin with '%s' on K and Q in "
            "its own way; write W and F, or R and B");
    return APO_OK;
}

static apo_status check_legs(apo_rewriting *r, const apo_dialect_word *word)
{
    bool is_oblique = apo_dialect__is_among("NCZLJ", word->atom);
    unsigned captures = 0;
    size_t at;
    for (unsigned i = 0; i < word->leg_count; i++) {
        bool is_last = i + 1 == word->leg_count;
        if (is_oblique && apo_dialect__leg_has(r, word, i, "pg", &at))
            return apo_dialect__fail(r, at,
                                     "XBoard does nothing with '%s' on a knight-like atom");
        if (!is_last && apo_dialect__leg_has(r, word, i, "cde", &at) && ++captures > 1)
            return apo_dialect__fail(r, at,
                                     "'%s' is a second capture on the way, and XBoard can make "
                                     "one");
    }
    if (is_oblique && word->leg_count > 1)
        return apo_dialect__fail(
            r, word->leg_end[0],
            "XBoard turns legs after '%s' on knight-like atoms in its own way");
    return APO_OK;
}

static void add_atom(apo_rewriting *r, const apo_dialect_word *word)
{
    char atom = word->atom;
    if (word->atom_at == r->text.length)
        return;
    if (atom == 'L')
        atom = 'Z';
    else if (atom == 'J')
        atom = 'C';
    apo_dialect__add(r, atom, word->atom_at);
    /* C next to L, say, must not become a doubled letter. */
    if (word->range_at == word->end && apo_dialect__is_among("WFDAHGNCZ", atom))
        apo_dialect__add(r, '1', word->atom_at);
    apo_dialect__add_part(r, word->range_at, word->end);
}

apo_status apo_dialect__read_xboard(apo_rewriting *r)
{
    apo_dialect_word word;
    apo_status status = apo_dialect__read_word(r, &word);
    for (unsigned i = 0; i < word.leg_count && status == APO_OK; i++)
        status = check_order(r, &word, i);
    if (status == APO_OK)
        status = check_atom(r, &word);
    if (status == APO_OK)
        status = check_directions(r, &word);
    if (status == APO_OK)
        status = check_legs(r, &word);
    bool is_fourfold = apo_dialect__is_among("WFDAHGRB", word.atom);
    for (unsigned i = 0; i < word.leg_count && status == APO_OK; i++) {
        size_t at;
        if (i > 0)
            apo_dialect__add(r, 'a', word.leg_end[i - 1]);
        if (i > 0 && is_fourfold && !apo_dialect__leg_has(r, &word, i, "fblrvsh", &at))
            apo_dialect__add_string(r, "ffs", word.leg_end[i - 1]);
        apo_dialect__add_part(r, word.leg_start[i], word.leg_end[i]);
    }
    if (status == APO_OK)
        add_atom(r, &word);
    return status;
}
