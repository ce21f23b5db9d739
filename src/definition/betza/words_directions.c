#include "definition/betza/words_priv.h"

typedef struct phrase {
    uint8_t set;
    const char *words;
} phrase;

/* Largest first, so that a set needs few phrases. */
static const phrase straight[] = {
    {0x55, "orthogonally"},      {0x11, "forward or backward"},
    {0x44, "sideways"},          {0x01, "straight forward"},
    {0x10, "straight backward"}, {0x40, "to the left"},
    {0x04, "to the right"},      {0, NULL},
};

static const phrase diagonal[] = {
    {0xAA, "diagonally"},
    {0x82, "diagonally forward"},
    {0x28, "diagonally backward"},
    {0xA0, "diagonally to the left"},
    {0x0A, "diagonally to the right"},
    {0x80, "diagonally forward to the left"},
    {0x02, "diagonally forward to the right"},
    {0x20, "diagonally backward to the left"},
    {0x08, "diagonally backward to the right"},
    {0, NULL},
};

static const phrase turns[] = {
    {0xEF, "in any direction but back"},
    {0x83, "straight on or at 45 degrees"},
    {0x82, "at 45 degrees to either side"},
    {0x44, "at a right angle"},
    {0x28, "at 135 degrees to either side"},
    {0x01, "straight on"},
    {0x10, "straight back"},
    {0x80, "at 45 degrees to the left"},
    {0x02, "at 45 degrees to the right"},
    {0x40, "at 90 degrees to the left"},
    {0x04, "at 90 degrees to the right"},
    {0x20, "at 135 degrees to the left"},
    {0x08, "at 135 degrees to the right"},
    {0, NULL},
};

/* The same, after a last bend to the right. */
static const phrase bends[] = {
    {0x80, "at 45 degrees against the last turn"},
    {0x02, "at 45 degrees as in the last turn"},
    {0x40, "at 90 degrees against the last turn"},
    {0x04, "at 90 degrees as in the last turn"},
    {0x20, "at 135 degrees against the last turn"},
    {0x08, "at 135 degrees as in the last turn"},
    {0, NULL},
};

/* Describes `set` in phrases; `*is_more`: there is text before. */
static void say(apo_buffer *out, const phrase *phrases, unsigned set, bool *is_more)
{
    for (; phrases->words != NULL && set != 0; phrases++) {
        if ((phrases->set & ~set) != 0)
            continue;
        apo_buffer_add(out, *is_more ? " or " : "");
        apo_buffer_add(out, phrases->words);
        *is_more = true;
        set &= ~(unsigned)phrases->set;
    }
}

void apo_words__directions(apo_buffer *out, uint8_t set)
{
    bool is_more = false;
    if (set == APO_COMPASS_ALL) {
        apo_buffer_add(out, "in any direction");
        return;
    }
    say(out, straight, set & APO_COMPASS_ORTHOGONAL, &is_more);
    say(out, diagonal, set & APO_COMPASS_DIAGONAL, &is_more);
}

static void say_leap(apo_buffer *out, unsigned ahead, const char *ahead_way, unsigned aside,
                     const char *aside_way)
{
    apo_buffer_add_number(out, ahead);
    apo_buffer_add(out, ahead_way);
    apo_buffer_add_number(out, aside);
    apo_buffer_add(out, aside_way);
}

/* One of the four pairs that lie mirrored left and right: 0 the long way forward, 1 the short
 * way forward, 2 the short way back, 3 the long way back. */
static void say_leap_pair(apo_buffer *out, unsigned pair, const char *aside_way,
                          const apo_leg *leg)
{
    bool is_long = pair == 0 || pair == 3;
    say_leap(out, is_long ? leg->longer : leg->shorter,
             pair < 2 ? " forward and " : " backward and ",
             is_long ? leg->shorter : leg->longer, aside_way);
}

void apo_words__leaps(apo_buffer *out, uint8_t set, const apo_leg *leg)
{
    static const phrase halves[] = {
        {0xFF, ""},
        {0xC3, " forward"},
        {0x3C, " backward"},
        {0xF0, " to the left"},
        {0x0F, " to the right"},
        {0x99, " lengthwise"},
        {0x66, " sideways"},
        {0x55, ", turning to the right"},
        {0xAA, ", turning to the left"},
        {0, NULL},
    };
    bool is_more = false;
    for (const phrase *half = halves; half->words != NULL; half++) {
        if (half->set == set) {
            apo_buffer_add(out, half->words);
            return;
        }
    }
    apo_buffer_add(out, ": ");
    for (unsigned pair = 0; pair < 4; pair++) {
        unsigned right = set >> pair & 1, left = set >> (7 - pair) & 1;
        if (!right && !left)
            continue;
        apo_buffer_add(out, is_more ? ", or " : "");
        is_more = true;
        say_leap_pair(out, pair,
                      left && right ? " to either side"
                      : left        ? " to the left"
                                    : " to the right",
                      leg);
    }
}

static bool is_outward_turn(const apo_leg *leg)
{
    enum {
        HALF_TURNS = 0x82
    };

    return leg->is_outward || (leg->directions == HALF_TURNS && leg->bends == 0);
}

/* Describes a turn together with its mirror image. */
static bool say_either_turn(apo_buffer *out, unsigned set, apo_telling *telling)
{
    static const char *const angles[] = {"", "at 45 degrees", "at a right angle",
                                         "at 135 degrees"};
    for (unsigned turn = 1; turn <= 3; turn++) {
        bool is_right = set == 1U << turn, is_left = set == 1U << (8 - turn);
        int side = is_right ? 1 : -1;
        if (!is_right && !is_left)
            continue;
        apo_buffer_add(out, angles[turn]);
        apo_buffer_add(out, telling->side == 0      ? " to either side"
                            : telling->side == side ? " to the same side"
                                                    : " to the other side");
        if (telling->side == 0)
            telling->side = side;
        return true;
    }
    return false;
}

void apo_words__turns(apo_buffer *out, const apo_leg *leg, apo_telling *telling)
{
    bool is_more = false;
    enum apo_course next = apo_words__next_course(leg, false, telling->course);
    if (telling->is_both_hands && say_either_turn(out, leg->directions, telling))
        return;
    if (leg->shorter == 0 && is_outward_turn(leg) && next != APO_COURSE_ANY) {
        apo_buffer_add(out, next == APO_COURSE_DIAGONAL ? "diagonally outward"
                                                        : "orthogonally outward");
        return;
    }
    if (leg->is_outward) {
        apo_buffer_add(out, "outward");
        return;
    }
    if (leg->directions == APO_COMPASS_ALL) {
        apo_buffer_add(out, "in any direction");
        return;
    }
    say(out, turns, leg->directions, &is_more);
    say(out, bends, leg->bends, &is_more);
}

enum apo_course apo_words__next_course(const apo_leg *leg, bool is_first,
                                       enum apo_course course)
{
    unsigned set = leg->directions | leg->bends;
    bool is_straight = (set & APO_COMPASS_DIAGONAL) == 0;
    bool is_diagonal = (set & APO_COMPASS_ORTHOGONAL) == 0;
    if (leg->compass == APO_COMPASS_ORTHOGONAL && !is_first)
        return APO_COURSE_ORTHOGONAL;
    if (leg->compass == APO_COMPASS_DIAGONAL && !is_first)
        return APO_COURSE_DIAGONAL;
    if (is_first && (is_straight || is_diagonal))
        return is_straight ? APO_COURSE_ORTHOGONAL : APO_COURSE_DIAGONAL;
    if (is_first || course == APO_COURSE_ANY || !(is_straight || is_diagonal))
        return APO_COURSE_ANY;
    if (is_straight)
        return course;
    return course == APO_COURSE_ORTHOGONAL ? APO_COURSE_DIAGONAL : APO_COURSE_ORTHOGONAL;
}
