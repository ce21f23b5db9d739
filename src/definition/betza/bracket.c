#include "base/mem.h"
#include "definition/betza/betza_priv.h"

/* "[A?B]" and "[A-B]" (xbetza.md 1.13): legs with an atom each. After A? the piece may stop or
 * continue outward to B; after A- it must continue. Letters before the bracket apply to the
 * whole path: modes to its end, and directions as if it were one leap. */

typedef struct bracket {
    apo_betza_letters before;
    apo_betza_letters letters[APO_LEGS_MAX];
    apo_betza_atom atoms[APO_LEGS_MAX];
    bool can_stop[APO_LEGS_MAX]; /* followed by '?' or the last */
    unsigned leg_count;
    size_t at; /* of the opening bracket */
} bracket;

/* Directions of the first leg with the same directions of the second. */
typedef struct turn_group {
    uint8_t first, turns;
} turn_group;

enum {
    DIRECTIONS = 8,
    STRAIGHT_ON = 0x01,
    NEAREST_TURNS = 0x82
};

static char peek(const apo_betza_text *t)
{
    return t->at < t->text.length ? t->text.text[t->at] : '\0';
}

static bool is_oblique(const apo_betza_atom *atom)
{
    return atom->class == APO_BETZA_OBLIQUE;
}

static apo_status check_atom(apo_betza_text *t, const bracket *b, const apo_betza_atom *atom)
{
    if (atom->class == APO_BETZA_OTHER)
        return apo_betza__fail(t, APO_E_SYNTAX, atom->at, "'%s' cannot be a leg in brackets");
    if (atom->is_starred)
        return apo_betza__fail(t, APO_E_UNSUPPORTED, atom->at,
                               "a range '*' is not supported in brackets (after '%s')");
    if (b->leg_count > 0 && is_oblique(atom) != is_oblique(&b->atoms[0]))
        return apo_betza__fail(t, APO_E_UNSUPPORTED, atom->at,
                               "'%s' and the leg before do not go together: which turn is "
                               "outward between knight-like and straight legs is not settled");
    return APO_OK;
}

/* Reads one leg and the sign after it; `*out_is_end` after the closing bracket. */
static apo_status read_leg(apo_betza_text *t, bracket *b, bool *out_is_end)
{
    if (b->leg_count == APO_LEGS_MAX)
        return apo_betza__fail(t, APO_E_TOO_LARGE, t->at,
                               "'%s' begins a ninth leg, and a move may have 8");
    unsigned i = b->leg_count;
    apo_status status = apo_betza__read_letters(t, &b->letters[i]);
    if (status == APO_OK && (peek(t) == 'a' || peek(t) == '(' || peek(t) == '['))
        status = apo_betza__fail(t, APO_E_UNSUPPORTED, t->at,
                                 "'%s' is not supported within brackets");
    if (status == APO_OK)
        status = apo_betza__read_atom(t, &b->atoms[i]);
    if (status == APO_OK)
        status = check_atom(t, b, &b->atoms[i]);
    if (status != APO_OK)
        return status;
    char c = peek(t);
    if (c != '?' && c != '-' && c != ']')
        return apo_betza__fail(t, APO_E_SYNTAX, t->at,
                               "expected '?', '-' or ']' after a leg in brackets");
    b->can_stop[i] = c != '-';
    b->leg_count++;
    *out_is_end = c == ']';
    t->at++;
    return APO_OK;
}

static apo_status check_before(apo_betza_text *t, const bracket *b)
{
    apo_status status = apo_betza__refuse(t, &b->before, "zqjnpgyt", APO_E_UNSUPPORTED,
                                          "'%s' is not supported before a bracket");
    if (status == APO_OK && b->before.o_count > 2)
        status = apo_betza__refuse(t, &b->before, "o", APO_E_SYNTAX, "'%s' is given too often");
    if (status == APO_OK && b->before.has_directions && b->letters[0].has_directions)
        status =
            apo_betza__fail(t, APO_E_SYNTAX, b->letters[0].at,
                            "there are directions both before the bracket and on its first "
                            "leg");
    return status;
}

/* Checks the modes of leg i: before a '?' or ']' they are modes of an end. */
static apo_status check_modes(apo_betza_text *t, const bracket *b, unsigned i)
{
    const apo_betza_letters *letters = &b->letters[i];
    bool is_last = i + 1 == b->leg_count;
    apo_status status = APO_OK;
    if (i == 0)
        status = apo_betza__refuse(t, letters, "i", APO_E_SYNTAX,
                                   "'%s' (first move only) belongs before the bracket");
    if (status == APO_OK)
        status = apo_betza__refuse(t, letters, is_last ? "y" : "yg", APO_E_SYNTAX,
                                   "'%s' exchanges the range of later legs, but in brackets "
                                   "each leg names its own");
    if (status == APO_OK && b->can_stop[i] && !is_last)
        status = apo_betza__refuse(t, letters, "pt", APO_E_UNSUPPORTED,
                                   "'%s' before '?' is not supported; write the two moves "
                                   "one by one");
    if (status == APO_OK && b->can_stop[i] && apo_betza__end_of(&b->before) != 0)
        status = apo_betza__refuse(t, letters, "mcdek", APO_E_SYNTAX,
                                   "'%s' contradicts the mode before the bracket");
    if (status == APO_OK)
        status = b->can_stop[i] ? apo_betza__check_last(t, letters)
                                : apo_betza__check_passing(t, letters);
    return status;
}

/* Makes all legs as one move to the end. */
static apo_status make_legs(apo_betza_text *t, const bracket *b, apo_piece_move *move)
{
    apo_status status = APO_OK;
    for (unsigned i = 0; i < b->leg_count && status == APO_OK; i++) {
        const apo_betza_letters *letters = &b->letters[i];
        apo_betza_place place = {
            .is_first = i == 0, .is_last = i + 1 == b->leg_count, .is_in_bracket = true};
        apo_leg *leg = &move->legs[i];
        status = check_modes(t, b, i);
        if (status == APO_OK)
            status = apo_betza__make_leg(t, letters, &b->atoms[i], place, leg);
        if (status == APO_OK && i > 0)
            status = apo_betza__check_bend(t, letters, move, i);
        if (status != APO_OK)
            return status;
        if (b->before.o_count > 0)
            leg->wrap = b->before.o_count == 1 ? APO_WRAP_FILES : APO_WRAP_BOTH;
        leg->pass = b->can_stop[i] ? 0 : apo_betza__pass_of(letters);
        if (leg->pass == 0)
            leg->pass = APO_PASS_EMPTY;
    }
    return status;
}

/* The directions that leg i can take after `direction`. z and q count both ways. */
static unsigned find_turns(const apo_leg *leg, unsigned direction)
{
    unsigned turns = leg->directions;
    if (leg->is_outward)
        turns = leg->compass >> direction & 1 ? STRAIGHT_ON : NEAREST_TURNS;
    else if (leg->bends != 0)
        turns = APO_COMPASS_ALL;
    unsigned possible = 0;
    for (unsigned turn = 0; turn < DIRECTIONS; turn++)
        if ((turns >> turn & 1) && (leg->compass >> ((direction + turn) & 7) & 1))
            possible |= 1U << turn;
    return possible;
}

/* Checks that every leg can continue from every direction of the previous one. */
static apo_status check_continuations(apo_betza_text *t, const bracket *b,
                                      const apo_piece_move *move)
{
    unsigned reached = move->legs[0].directions;
    for (unsigned i = 1; i < b->leg_count; i++) {
        unsigned next = 0;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            if (!(reached >> d & 1))
                continue;
            unsigned turns = find_turns(&move->legs[i], d);
            if (turns == 0)
                return apo_betza__fail(t, APO_E_SYNTAX, b->atoms[i].at,
                                       "'%s' cannot turn that way from the leg before");
            next |= turns << d | turns << d >> DIRECTIONS;
        }
        reached = next;
    }
    return APO_OK;
}

static int sign_of(int number)
{
    return (number > 0) - (number < 0);
}

/* The x part of a unit step; for direction + 2 the y part. */
static int part_of(unsigned direction)
{
    static const int x[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    return x[direction & 7];
}

/* The knight direction of a bent path: that of one step of the first leg and two of the second.
 * -1 if it is straight or reverses. */
static int find_octant(unsigned direction, unsigned turn)
{
    int x = part_of(direction) + 2 * part_of(direction + turn);
    int y = part_of(direction + 2) + 2 * part_of(direction + turn + 2);
    if (x == 0 || y == 0 || x == y || x == -y)
        return -1;
    bool is_steep = y * sign_of(y) > x * sign_of(x);
    if (x > 0)
        return y > 0 ? (is_steep ? 0 : 1) : (is_steep ? 3 : 2);
    return y < 0 ? (is_steep ? 4 : 5) : (is_steep ? 7 : 6);
}

/* True if a path has no knight direction: then the letters are read as for the first atom. */
static bool has_straight_path(const bracket *b, const apo_piece_move *move)
{
    if (is_oblique(&b->atoms[0]))
        return true;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        unsigned turns = find_turns(&move->legs[1], d);
        for (unsigned turn = 0; turn < DIRECTIONS; turn++)
            if ((turns >> turn & 1) && (move->legs[0].directions >> d & 1) &&
                find_octant(d, turn) < 0)
                return true;
    }
    return false;
}

static void add_turn(turn_group *groups, unsigned *count, unsigned direction, unsigned turns)
{
    unsigned i = 0;
    while (i < *count && groups[i].turns != turns)
        i++;
    if (i == *count)
        groups[(*count)++] = (turn_group){0, (uint8_t)turns};
    groups[i].first |= (uint8_t)(1U << direction);
}

/* Splits the path's first two legs into groups that agree with the directions before the
 * bracket. */
static apo_status find_groups(apo_betza_text *t, const bracket *b, const apo_piece_move *move,
                              turn_group groups[DIRECTIONS], unsigned *out_count)
{
    uint8_t straight = 0, bent;
    *out_count = 0;
    apo_status status = apo_betza__first_directions(t, &b->before, APO_BETZA_OBLIQUE, &bent);
    if (status == APO_OK && has_straight_path(b, move))
        status = apo_betza__first_directions(t, &b->before, b->atoms[0].class, &straight);
    if (status != APO_OK)
        return status;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        unsigned turns = find_turns(&move->legs[1], d), kept = 0;
        for (unsigned turn = 0; turn < DIRECTIONS; turn++) {
            int octant = is_oblique(&b->atoms[0]) ? -1 : find_octant(d, turn);
            bool is_kept = octant < 0 ? straight >> d & 1 : bent >> octant & 1;
            if (is_kept && (turns >> turn & 1))
                kept |= 1U << turn;
        }
        if (kept != 0 && (move->legs[0].directions >> d & 1))
            add_turn(groups, out_count, d, kept);
    }
    if (*out_count > 0)
        return APO_OK;
    return apo_betza__fail(t, APO_E_SYNTAX, b->before.at,
                           "no path of this bracket leads in the direction before it");
}

/* Adds the move that ends with leg `last`. */
static apo_status add_stop(apo_betza_text *t, const bracket *b, const apo_piece_move *whole,
                           unsigned last)
{
    apo_piece_move move = *whole;
    for (unsigned i = last + 1; i < b->leg_count; i++)
        memset(&move.legs[i], 0, sizeof move.legs[i]);
    move.legs[last].pass = 0;
    move.leg_count = (uint8_t)(last + 1);
    move.end = (uint8_t)(apo_betza__end_of(&b->before) | apo_betza__end_of(&b->letters[last]));
    return apo_betza__add_move(t, &b->letters[last], &b->atoms[last], &move);
}

/* Adds all moves of a bracket with directions before it. */
static apo_status add_directed(apo_betza_text *t, const bracket *b, const apo_piece_move *whole)
{
    turn_group groups[DIRECTIONS];
    unsigned count = 0, first = 0;
    apo_status status =
        apo_betza__refuse(t, &b->letters[1], "zq", APO_E_UNSUPPORTED,
                          "'%s' is not supported together with directions before the bracket");
    if (status == APO_OK)
        status = find_groups(t, b, whole, groups, &count);
    for (unsigned i = 0; i < count; i++)
        first |= groups[i].first;
    apo_piece_move move = *whole;
    move.legs[0].directions = (uint8_t)first;
    if (status == APO_OK && b->can_stop[0])
        status = add_stop(t, b, &move, 0);
    for (unsigned i = 0; i < count; i++) {
        move.legs[0].directions = groups[i].first;
        move.legs[1].directions = groups[i].turns;
        move.legs[1].is_outward = false;
        for (unsigned last = 1; last < b->leg_count && status == APO_OK; last++)
            if (b->can_stop[last])
                status = add_stop(t, b, &move, last);
    }
    return status;
}

static apo_status add_bracket(apo_betza_text *t, const bracket *b)
{
    apo_piece_move move;
    memset(&move, 0, sizeof move);
    move.is_unmoved = apo_betza__has(&b->before, 'i');
    apo_status status = check_before(t, b);
    if (status == APO_OK)
        status = make_legs(t, b, &move);
    if (status == APO_OK)
        status = check_continuations(t, b, &move);
    if (status == APO_OK && b->before.has_directions)
        return add_directed(t, b, &move);
    for (unsigned last = 0; last < b->leg_count && status == APO_OK; last++)
        if (b->can_stop[last])
            status = add_stop(t, b, &move, last);
    return status;
}

apo_status apo_betza__read_bracket(apo_betza_text *t, const apo_betza_letters *before)
{
    bracket b;
    memset(&b, 0, sizeof b);
    b.before = *before;
    b.at = t->at++;
    bool is_end = false;
    while (!is_end) {
        apo_status status = read_leg(t, &b, &is_end);
        if (status != APO_OK)
            return status;
    }
    if (b.leg_count < 2)
        return apo_betza__fail(t, APO_E_SYNTAX, b.at,
                               "a bracket needs two legs at least, such as [F?R]");
    if (apo_is_digit(peek(t)) || peek(t) == '*')
        return apo_betza__fail(t, APO_E_UNSUPPORTED, t->at,
                               "a range '%s' after a bracket is not supported");
    return add_bracket(t, &b);
}
