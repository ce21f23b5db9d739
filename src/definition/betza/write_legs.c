#include "base/mem.h"
#include "definition/betza/write_priv.h"

/* Letters and atoms of one leg. */

/* The class of the atom that a leg is written with. */
static enum apo_betza_class class_of_unit(const apo_betza_unit *unit)
{
    const apo_leg *leg = &unit->leg;
    unsigned set = leg->compass;
    if (leg->shorter > 0)
        return APO_BETZA_OBLIQUE;
    if (leg->line == APO_LINE_CIRCLE)
        return APO_BETZA_KING;
    if (unit->is_first && !(unit->is_in_bracket && set != APO_COMPASS_ALL))
        set = leg->directions;
    if ((set & APO_COMPASS_DIAGONAL) == 0)
        return APO_BETZA_ORTHOGONAL;
    return (set & APO_COMPASS_ORTHOGONAL) == 0 ? APO_BETZA_DIAGONAL : APO_BETZA_KING;
}

/* --- letters ------------------------------------------------------------- */

static bool write_directions(apo_text *out, const apo_betza_unit *unit)
{
    char letters[APO_BETZA_LETTERS_MAX];
    const apo_leg *leg = &unit->leg;
    bool is_found;
    if (!unit->is_first && leg->is_outward)
        return unit->is_in_bracket;
    if (!unit->is_first && !unit->is_in_bracket && leg->directions == APO_BETZA_ALL_BUT_BACK &&
        leg->bends == 0)
        return true;
    if (unit->is_first)
        is_found = apo_betza__find_first_letters(leg->directions, class_of_unit(unit), letters);
    else
        is_found = apo_betza__find_later_letters(leg->directions, leg->bends, letters);
    if (is_found)
        apo_text_add(out, letters);
    return is_found;
}

void apo_betza__write_end(apo_text *out, uint8_t end)
{
    if (end == (APO_END_MOVE | APO_END_CAPTURE))
        return;
    if (end & APO_END_MOVE)
        apo_text_add_char(out, 'm');
    if (end & APO_END_CAPTURE)
        apo_text_add_char(out, 'c');
    if (end & APO_END_FRIEND)
        apo_text_add_char(out, 'd');
    if (end & APO_END_EN_PASSANT)
        apo_text_add_char(out, 'e');
    if (end & APO_END_ROYAL)
        apo_text_add_char(out, 'k');
}

/* Writes a leg before another, without exchange of ranges. */
static bool write_plain_pass(apo_text *out, uint8_t pass)
{
    enum {
        BOTH = APO_PASS_SCREEN | APO_PASS_FRIEND
    };

    if (pass == APO_PASS_EMPTY)
        return true;
    if (pass & APO_PASS_EMPTY)
        apo_text_add_char(out, 'm');
    if (pass & APO_PASS_TAKE)
        apo_text_add_char(out, 'c');
    if (pass & APO_PASS_REMOVE)
        apo_text_add_char(out, 'd');
    if (pass & APO_PASS_EN_PASSANT)
        apo_text_add_char(out, 'e');
    if (pass & APO_PASS_FRIEND)
        apo_text_add_char(out, 't');
    if (pass & BOTH)
        apo_text_add_char(out, 'p');
    return (pass & BOTH) != BOTH;
}

/* The same with exchange: g hops, y finds the square empty. */
static bool write_toggling_pass(apo_text *out, uint8_t pass)
{
    enum {
        HOPS = APO_PASS_SCREEN | APO_PASS_FRIEND,
        ALL = HOPS | APO_PASS_EMPTY
    };

    if (pass & APO_PASS_FRIEND)
        apo_text_add_char(out, 't');
    if (pass & HOPS)
        apo_text_add_char(out, 'g');
    if (pass & APO_PASS_EMPTY)
        apo_text_add_char(out, 'y');
    return (pass & ~(unsigned)ALL) == 0 && (pass & HOPS) != HOPS;
}

static void write_repeated(apo_text *out, char letter, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        apo_text_add_char(out, letter);
}

static void write_lame(apo_text *out, const apo_betza_unit *unit)
{
    const apo_leg *leg = &unit->leg;
    bool is_lame = leg->between == APO_BETWEEN_EMPTY;
    if (leg->longer > 1 && unit->has_trail && is_lame && !unit->is_unmoved)
        apo_text_add(out, "nn");
    else if (is_lame || (unit->has_trail && leg->longer == 1))
        apo_text_add_char(out, 'n');
}

bool apo_betza__write_letters(apo_text *out, const apo_betza_unit *unit)
{
    const apo_leg *leg = &unit->leg;
    if (unit->is_first ? unit->is_unmoved : leg->is_same_length)
        apo_text_add_char(out, 'i');
    bool is_said = write_directions(out, unit);
    if (unit->is_last)
        apo_betza__write_end(out, unit->end);
    else if (unit->is_toggling)
        is_said = write_toggling_pass(out, leg->pass) && is_said;
    else
        is_said = write_plain_pass(out, leg->pass) && is_said;
    if (unit->hop != 0 && unit->is_friend)
        apo_text_add_char(out, 't');
    if (unit->hop != 0)
        apo_text_add_char(out, unit->hop);
    write_repeated(out, 'o', leg->wrap);
    write_lame(out, unit);
    write_repeated(out, 'j',
                   leg->longer > 1 ? leg->between == APO_BETWEEN_PIECES : leg->skipped);
    if (leg->line != APO_LINE_STRAIGHT)
        apo_text_add_char(out, leg->line == APO_LINE_ZIGZAG ? 'z' : 'q');
    return is_said;
}

/* --- atoms --------------------------------------------------------------- */

/* Leaps and their letters; longer ones get suffixes. */
static const struct {
    char letter;
    uint8_t shorter, longer;
} leaps[] = {
    {'W', 0, 1}, {'F', 1, 1}, {'D', 0, 2}, {'A', 2, 2}, {'H', 0, 3},
    {'G', 3, 3}, {'N', 1, 2}, {'C', 1, 3}, {'Z', 2, 3},
};

enum {
    LEAPS = sizeof leaps / sizeof leaps[0]
};

/* X makes the longer part longer by 3, Y both parts by 2 (xbetza.md 1.2). Finds the letter with
 * the fewest suffixes. */
static bool write_leap(apo_text *out, unsigned shorter, unsigned longer, bool *out_is_suffixed)
{
    unsigned best = LEAPS, best_count = APO_STEP_LONGEST, best_y = 0;
    for (unsigned i = 0; i < LEAPS; i++) {
        unsigned y = shorter - leaps[i].shorter;
        if (shorter < leaps[i].shorter || (y & 1) || longer < leaps[i].longer + y)
            continue;
        unsigned x = longer - leaps[i].longer - y;
        if (x % 3 == 0 && x / 3 + y / 2 < best_count) {
            best = i;
            best_count = x / 3 + y / 2;
            best_y = y / 2;
        }
    }
    if (best == LEAPS)
        return false;
    apo_text_add_char(out, leaps[best].letter);
    write_repeated(out, 'X', best_count - best_y);
    write_repeated(out, 'Y', best_y);
    *out_is_suffixed = best_count > 0;
    return true;
}

static void write_range(apo_text *out, uint8_t most)
{
    apo_text_add_number(out, most == APO_RANGE_UNLIMITED ? 0 : most);
}

/* Writes a leg of single steps as R4 or W4, depending on whether g and y change its range to 1
 * or to unlimited. */
static void write_step(apo_text *out, enum apo_betza_class class, uint8_t most, bool is_slider)
{
    static const char steppers[] = {'W', 'F', 'K', 'K'}, sliders[] = {'R', 'B', 'Q', 'Q'};
    apo_text_add_char(out, is_slider ? sliders[class] : steppers[class]);
    if (most != (is_slider ? APO_RANGE_UNLIMITED : 1))
        write_range(out, most);
}

bool apo_betza__write_atom(apo_text *out, const apo_betza_unit *unit, bool is_slider,
                           apo_betza_style style)
{
    const apo_leg *leg = &unit->leg;
    enum apo_betza_class class = class_of_unit(unit);
    uint8_t most = leg->most;

    enum {
        CIRCLE_STEPS = 7
    };

    if (leg->line == APO_LINE_CIRCLE && most == CIRCLE_STEPS)
        most = APO_RANGE_UNLIMITED;
    if (leg->longer == 1 && leg->shorter == 0) {
        write_step(out, class, most, is_slider);
        return true;
    }
    if (class == APO_BETZA_KING)
        return false;
    size_t start = out->length;
    bool is_suffixed;
    unsigned shorter = class == APO_BETZA_DIAGONAL ? leg->longer : leg->shorter;
    if (!write_leap(out, shorter, leg->longer, &is_suffixed))
        return false;
    if (most == 1 || (leg->line != APO_LINE_STRAIGHT && most == APO_RANGE_UNLIMITED))
        return true;
    if (most == APO_RANGE_UNLIMITED && !is_suffixed && style.has_doubling &&
        out->length > start)
        apo_text_add_char(out, out->bytes[start]);
    else
        write_range(out, most);
    return true;
}
