#include "base/mem.h"
#include "definition/betza/dialect_priv.h"

/* Fairy-Stockfish (xbetza.md 1.14), reading. */

static apo_status check_letters(apo_rewriting *r, const apo_dialect_word *word)
{
    size_t at;
    if (word->leg_count > 1)
        return apo_dialect__fail(
            r, word->leg_end[0],
            "Fairy-Stockfish has no moves of several legs: it would ignore "
            "'%s' and take the letters together");
    if (apo_dialect__leg_has(r, word, 0, "jodkyzqxut", &at))
        return apo_dialect__fail(r, at, "Fairy-Stockfish does not know '%s'");
    if (word->atom_at < r->text.length && !apo_dialect__is_among("WFDAHGNCLZJKQRB", word->atom))
        return apo_dialect__fail(r, word->atom_at, "'%s' is not an atom of Fairy-Stockfish");
    return APO_OK;
}

/* Checks the lines on which it can slide and hop. */
static apo_status check_range(apo_rewriting *r, const apo_dialect_word *word)
{
    size_t at;
    char next = apo_dialect__byte(r, word->end);
    bool is_doubled = next == word->atom && word->range_at == word->end;
    bool is_long = apo_dialect__is_among("DAHGCLZJ", word->atom);
    bool is_one =
        word->end == word->range_at + 1 && apo_dialect__byte(r, word->range_at) == '1';
    if (apo_dialect__is_among("XY*", next) && next != '\0')
        return apo_dialect__fail(r, word->end,
                                 "Fairy-Stockfish does not accept '%s' after an atom");
    if (is_long && (is_doubled || (word->end > word->range_at && !is_one)))
        return apo_dialect__fail(
            r, word->atom_at,
            "Fairy-Stockfish has riders of W, F and N only: this '%s' would "
            "have no moves");
    if (!apo_dialect__leg_has(r, word, 0, "pg", &at))
        return APO_OK;
    if (is_long || word->atom == 'N')
        return apo_dialect__fail(r, at,
                                 "Fairy-Stockfish hops ('%s') along lines of W and F only");
    if (apo_dialect__byte(r, at) == 'g' && word->end > word->range_at &&
        apo_dialect__byte(r, word->range_at) != '0')
        return apo_dialect__fail(r, at, "Fairy-Stockfish reads '%s' with a number as p");
    return APO_OK;
}

static apo_status check_lame(apo_rewriting *r, const apo_dialect_word *word)
{
    size_t at;
    if (apo_dialect__leg_has(r, word, 0, "n", &at) &&
        !apo_dialect__is_among("NAZJD", word->atom))
        return apo_dialect__fail(r, at, "Fairy-Stockfish knows '%s' on N, A, Z and D only");
    return APO_OK;
}

static void note(apo_rewriting *r, size_t at, const char *detail)
{
    apo_fault_warn(r->notes, 1, (uint32_t)at + 1, apo_span_part(r->text, at, 1), detail,
                   apo_span_part(r->text, at, 1));
}

/* Copies the letters except e; notes their meaning there. */
static apo_status add_letters(apo_rewriting *r, const apo_dialect_word *word)
{
    size_t at, other;
    if (apo_dialect__leg_has(r, word, 0, "i", &at))
        note(
            r, at,
            "'%s' means \"from the double-step region\" in Fairy-Stockfish; read as \"as long as "
            "it has not moved\"");
    if (apo_dialect__leg_has(r, word, 0, "e", &at)) {
        if (!apo_dialect__leg_has(r, word, 0, "mc", &other))
            return apo_dialect__fail(
                r, at,
                "Fairy-Stockfish ignores '%s', and without it the move would "
                "be another");
        note(r, at, "'%s' means nothing in Fairy-Stockfish, where enPassantTypes says it");
    }
    for (at = word->leg_start[0]; at < word->leg_end[0]; at++)
        if (apo_dialect__byte(r, at) != 'e')
            apo_dialect__add(r, apo_dialect__byte(r, at), at);
    return APO_OK;
}

static void add_rest(apo_rewriting *r, const apo_dialect_word *word, char atom)
{
    apo_dialect__add(r, atom, word->atom_at);
    apo_dialect__add_part(r, word->range_at, word->end);
}

/* Directions on K and Q apply to the W part and the F part separately. */
static apo_status add_king(apo_rewriting *r, const apo_dialect_word *word)
{
    size_t at = 0;
    unsigned directions = 0;
    for (size_t i = word->leg_start[0]; i < word->leg_end[0]; i++) {
        if (apo_dialect__is_among("fblrvsh", apo_dialect__byte(r, i))) {
            at = i;
            directions++;
        }
    }
    bool is_simple = directions == 1 && apo_dialect__is_among("fblr", apo_dialect__byte(r, at));
    if (directions > 0 && !is_simple)
        return apo_dialect__fail(
            r, at,
            "Fairy-Stockfish reads the directions up to '%s' on K and Q in "
            "its own way; write W and F, or R and B");
    apo_status status = add_letters(r, word);
    if (status != APO_OK)
        return status;
    if (!is_simple) {
        add_rest(r, word, word->atom);
        return APO_OK;
    }
    add_rest(r, word, word->atom == 'K' ? 'W' : 'R');
    status = add_letters(r, word);
    add_rest(r, word, word->atom == 'K' ? 'F' : 'B');
    return status;
}

/* nZ is the elephant of Janggi: a step straight and two more outward, all over empty
 * squares. */
static apo_status add_elephant(apo_rewriting *r, const apo_dialect_word *word)
{
    size_t at;
    if (apo_dialect__leg_has(r, word, 0, "fblrvship", &at))
        return apo_dialect__fail(r, at, "'%s' on nZ is not supported");
    apo_dialect__add_string(r, "afsaf", word->atom_at);
    for (at = word->leg_start[0]; at < word->leg_end[0]; at++)
        if (apo_dialect__is_among("mc", apo_dialect__byte(r, at)))
            apo_dialect__add(r, apo_dialect__byte(r, at), at);
    apo_dialect__add(r, 'W', word->atom_at);
    return APO_OK;
}

apo_status apo_dialect__read_fairy(apo_rewriting *r)
{
    apo_dialect_word word;
    size_t at;
    apo_status status = apo_dialect__read_word(r, &word);
    if (status == APO_OK)
        status = check_letters(r, &word);
    if (status == APO_OK)
        status = check_range(r, &word);
    if (status == APO_OK)
        status = check_lame(r, &word);
    if (status != APO_OK)
        return status;
    if (apo_dialect__is_among("KQ", word.atom))
        return add_king(r, &word);
    if (apo_dialect__is_among("ZJ", word.atom) && apo_dialect__leg_has(r, &word, 0, "n", &at))
        return add_elephant(r, &word);
    status = add_letters(r, &word);
    if (status == APO_OK && word.atom_at < r->text.length)
        add_rest(r, &word, word.atom);
    return status;
}
