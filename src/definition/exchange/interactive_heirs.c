#include "definition/exchange/interactive_priv.h"

/* succession: who changes places with a king that would be mated. Its author tells it at
 * chessvariants.com, comments 33437 and 49451, of the one diagram that has it, with
 * `succession=1`. Its heir, the prince, is the first piece of the list; so whether 1 is its
 * number or means "yes" makes no difference. */

/* True if one type is royal and marked so: a side has one such piece, and it never changes. */
static bool has_king(const apo_interactive *d)
{
    unsigned royal = 0, kings = 0;
    for (unsigned i = 1; i <= d->piece_count; i++) {
        royal += d->is_royal[i];
        kings += d->draft->types[i - 1].is_royal;
    }
    return royal == 1 && kings == 1;
}

/* True if the heir must promote on a rank of the board. */
static bool must_promote(const apo_draft *draft, char heir)
{
    return apo_draft_has_letter(draft->promoting, heir) &&
           draft->compulsory <= apo_draft_ranks(draft);
}

static const char *why_not(const apo_interactive *d)
{
    const apo_interactive_piece *heir = &d->pieces[1];
    if (!apo_span_is(d->succession, "1"))
        return "\"%s\": only `succession=1` is known, with the first piece of the list as heir";
    if (!has_king(d) || d->is_royal[1])
        return "heirs are known of one king only, which does not change (morph), without `iron` "
               "pieces, and is not its own heir";
    if (heir->base != 0 || must_promote(d->draft, heir->letter))
        return "an heir that must promote would stand on its last rank; there is no such rule "
               "here";
    if (d->draft->joker != '\0')
        return "[succession] does not go with [joker] here";
    return NULL;
}

/* A king's "dU", a leap to any friend, shows in such a diagram where it can be succeeded. */
static void report_leaps(apo_interactive *d)
{
    bool is_succeeded = d->draft->heirs[0] != '\0';
    for (unsigned i = 1; i <= d->piece_count; i++) {
        apo_span name = apo_span_of(d->pieces[i].name);
        if (!d->pieces[i].leaps_to_friends)
            continue;
        if (is_succeeded && d->is_royal[i])
            apo_interactive__note_at(d, d->pieces[i].line, "moves",
                                     "the \"dU\" of the %s shows where it can be succeeded",
                                     name);
        else
            apo_interactive__lose_at(
                d, d->pieces[i].line, "moves",
                "the \"dU\" of the %s, a leap to any piece of its own side, "
                "is left out",
                name);
    }
}

void apo_interactive__make_heirs(apo_interactive *d)
{
    const char *reason = d->succession.length > 0 ? why_not(d) : NULL;
    if (reason != NULL) {
        apo_interactive__lose_at(d, d->succession_line, "succession", reason, d->succession);
    } else if (d->succession.length > 0) {
        d->draft->heirs[0] = d->pieces[1].letter;
        apo_interactive__note_at(d, d->succession_line, "succession",
                                 "a king that would be mated changes places with a %s; a side "
                                 "in stalemate does not",
                                 apo_span_of(d->pieces[1].name));
    }
    report_leaps(d);
}
