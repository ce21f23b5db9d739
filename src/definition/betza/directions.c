#include "definition/betza/betza_priv.h"

/* Direction letters (xbetza.md 1.4). Sets of directions are bytes, bit d for direction d. */

enum letter {
    FORWARD,
    BACKWARD,
    LEFT,
    RIGHT,
    VERTICAL,
    SIDEWAYS,
    HALF,
    LETTERS
};

/* One letter as read: z and q are the left and right of a last bend to the right. */
typedef struct direction_letter {
    enum letter letter;
    bool is_bend;
} direction_letter;

/* The meaning of one or two letters. */
typedef struct direction_pair {
    uint8_t set;
    unsigned used; /* letters used: 1 or 2; 0: invalid */
} direction_pair;

static const uint8_t narrow_straight[LETTERS] = {0x01, 0x10, 0x40, 0x04, 0x11, 0x44, 0};
static const uint8_t wide_straight[LETTERS] = {0x83, 0x38, 0xE0, 0x0E, 0xBB, 0xEE, 0};
static const uint8_t narrow_oblique[LETTERS] = {0x81, 0x18, 0x60, 0x06, 0x99, 0x66, 0};
static const uint8_t wide_oblique[LETTERS] = {0xC3, 0x3C, 0xF0, 0x0F, 0x99, 0x66, 0};

enum {
    CHIRAL_RIGHT = 0x55,
    CHIRAL_LEFT = 0xAA
};

uint8_t apo_betza__compass(enum apo_betza_class class)
{
    switch (class) {
    case APO_BETZA_ORTHOGONAL: return APO_COMPASS_ORTHOGONAL;
    case APO_BETZA_DIAGONAL: return APO_COMPASS_DIAGONAL;
    case APO_BETZA_OBLIQUE:
    case APO_BETZA_KING:
    case APO_BETZA_OTHER: break;
    }
    return APO_COMPASS_ALL;
}

/* False if the byte is not a direction letter. z and q are only on later legs. */
static bool read_letter(const apo_betza_text *t, size_t at, size_t end, bool is_later,
                        direction_letter *out)
{
    static const char names[] = "fblrvsh";
    if (at >= end)
        return false;
    char c = t->text.text[at];
    if (is_later && (c == 'z' || c == 'q')) {
        *out = (direction_letter){c == 'z' ? LEFT : RIGHT, true};
        return true;
    }
    for (unsigned i = 0; i < LETTERS; i++) {
        if (names[i] == c) {
            *out = (direction_letter){(enum letter)i, false};
            return true;
        }
    }
    return false;
}

static direction_pair one_letter(const uint8_t *table, enum letter x)
{
    return (direction_pair){table[x], x == HALF ? 0 : 1};
}

static direction_pair pair_oblique(enum letter x, enum letter y)
{
    if (x == HALF && (y == LEFT || y == RIGHT))
        return (direction_pair){y == LEFT ? CHIRAL_LEFT : CHIRAL_RIGHT, 2};
    if (x == HALF)
        return (direction_pair){0, 0};
    if (y == HALF)
        return (direction_pair){wide_oblique[x], 2};
    if (y != LETTERS && (wide_oblique[x] & narrow_oblique[y]) != 0)
        return (direction_pair){wide_oblique[x] & narrow_oblique[y], 2};
    return one_letter(narrow_oblique, x);
}

static direction_pair pair_diagonal(enum letter x, enum letter y)
{
    direction_pair pair = one_letter(wide_straight, x);
    if (y == HALF && pair.used > 0)
        pair.used = 2;
    else if (y != LETTERS && (wide_straight[x] & wide_straight[y]) != 0)
        pair = (direction_pair){wide_straight[x] & wide_straight[y], 2};
    pair.set &= APO_COMPASS_DIAGONAL;
    return pair;
}

static direction_pair pair_king(enum letter x, enum letter y)
{
    if (y == LETTERS || x == HALF)
        return one_letter(narrow_straight, x);
    if (y == HALF)
        return (direction_pair){wide_straight[x], 2};
    unsigned common = wide_straight[x] & wide_straight[y];
    if (common == wide_straight[x])
        return (direction_pair){narrow_straight[x], 2};
    if (common == wide_straight[y])
        return (direction_pair){narrow_straight[y], 2};
    if (common != 0)
        return (direction_pair){(uint8_t)common, 2};
    return one_letter(narrow_straight, x);
}

/* The meaning of the letter x followed by the letter y (LETTERS if there is none). */
static direction_pair pair_letters(enum apo_betza_class class, enum letter x, enum letter y)
{
    switch (class) {
    case APO_BETZA_OBLIQUE: return pair_oblique(x, y);
    case APO_BETZA_DIAGONAL: return pair_diagonal(x, y);
    case APO_BETZA_KING: return pair_king(x, y);
    case APO_BETZA_ORTHOGONAL:
    case APO_BETZA_OTHER: break;
    }
    return one_letter(narrow_straight, x);
}

static apo_status refuse_half(apo_betza_text *t, size_t at)
{
    return apo_betza__fail(t, APO_E_SYNTAX, at,
                           "'%s' (half) needs a letter f, b, l, r, v or s before it or, on "
                           "knight-like atoms, an l or r after it");
}

apo_status apo_betza__first_directions(apo_betza_text *t, const apo_betza_letters *letters,
                                       enum apo_betza_class class, uint8_t *out)
{
    unsigned set = letters->has_directions ? 0 : apo_betza__compass(class);
    size_t at = letters->at;
    while (at < letters->end) {
        direction_letter x;
        direction_letter y = {LETTERS, false};
        if (!read_letter(t, at, letters->end, false, &x)) {
            at++;
            continue;
        }
        (void)read_letter(t, at + 1, letters->end, false, &y);
        direction_pair pair = pair_letters(class, x.letter, y.letter);
        if (pair.used == 0)
            return refuse_half(t, at);
        set |= pair.set;
        at += pair.used;
    }
    *out = (uint8_t)set;
    return APO_OK;
}

/* True if both letters select a side, one of them by the last bend: they cannot be a pair. */
static bool is_mixed_side(direction_letter x, direction_letter y)
{
    bool is_y_side = y.letter == LEFT || y.letter == RIGHT || y.letter == SIDEWAYS;
    bool is_x_side = x.letter == LEFT || x.letter == RIGHT || x.letter == SIDEWAYS;
    return x.is_bend != y.is_bend && is_x_side && is_y_side;
}

apo_status apo_betza__later_directions(apo_betza_text *t, const apo_betza_letters *letters,
                                       uint8_t *out_directions, uint8_t *out_bends)
{
    unsigned directions = 0, bends = 0;
    size_t at = letters->at;
    while (at < letters->end) {
        direction_letter x;
        direction_letter y = {LETTERS, false};
        if (!read_letter(t, at, letters->end, true, &x)) {
            at++;
            continue;
        }
        if (!read_letter(t, at + 1, letters->end, true, &y) || is_mixed_side(x, y))
            y = (direction_letter){LETTERS, false};
        direction_pair pair = pair_king(x.letter, y.letter);
        if (pair.used == 0)
            return refuse_half(t, at);
        bool is_bend = x.is_bend || (pair.used == 2 && y.is_bend);
        *(is_bend ? &bends : &directions) |= pair.set;
        at += pair.used;
    }
    *out_directions = (uint8_t)directions;
    *out_bends = (uint8_t)bends;
    return APO_OK;
}
