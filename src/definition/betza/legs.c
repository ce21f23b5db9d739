#include "base/mem.h"
#include "definition/betza/betza_priv.h"

/* From letters and atoms to legs and moves (xbetza.md 1.3, 1.5 - 1.9). */

enum {
    CIRCLE_STEPS = 7,
    ALL_BUT_BACK = 0xEF
};

/* Modes of a leg before another: letters and the condition they mean. */
static const struct {
    char mode;
    uint8_t pass;
} passing_modes[] = {
    {'m', APO_PASS_EMPTY},
    {'c', APO_PASS_TAKE},
    {'d', APO_PASS_REMOVE},
    {'e', APO_PASS_EN_PASSANT},
};

static const struct {
    char mode;
    uint8_t end;
} ending_modes[] = {
    {'m', APO_END_MOVE},   {'c', APO_END_CAPTURE}, {'e', APO_END_EN_PASSANT},
    {'d', APO_END_FRIEND}, {'k', APO_END_ROYAL},
};

static uint8_t screen_of(const apo_betza_letters *letters)
{
    return apo_betza__has(letters, 't') ? APO_PASS_FRIEND : APO_PASS_SCREEN;
}

uint8_t apo_betza__pass_of(const apo_betza_letters *letters)
{
    unsigned pass = apo_betza__has(letters, 'p') ? screen_of(letters) : 0;
    for (unsigned i = 0; i < sizeof passing_modes / sizeof passing_modes[0]; i++)
        if (apo_betza__has(letters, passing_modes[i].mode))
            pass |= passing_modes[i].pass;
    return (uint8_t)pass;
}

uint8_t apo_betza__end_of(const apo_betza_letters *letters)
{
    unsigned end = 0;
    for (unsigned i = 0; i < sizeof ending_modes / sizeof ending_modes[0]; i++)
        if (apo_betza__has(letters, ending_modes[i].mode))
            end |= ending_modes[i].end;
    return (uint8_t)end;
}

static apo_status check_friends_only(apo_betza_text *t, const apo_betza_letters *letters)
{
    if (apo_betza__has_any(letters, "pg"))
        return APO_OK;
    return apo_betza__refuse(t, letters, "t", APO_E_UNSUPPORTED,
                             "'%s' is supported with p or g only, where it means to hop over "
                             "friends only");
}

apo_status apo_betza__check_passing(apo_betza_text *t, const apo_betza_letters *letters)
{
    apo_status status = check_friends_only(t, letters);
    if (status == APO_OK)
        status = apo_betza__refuse(t, letters, "k", APO_E_UNSUPPORTED,
                                   "'%s' works on the last leg only, because no move "
                                   "continues after capturing a royal piece");
    return status;
}

apo_status apo_betza__check_last(apo_betza_text *t, const apo_betza_letters *letters)
{
    apo_status status = check_friends_only(t, letters);
    if (status == APO_OK)
        status = apo_betza__refuse(t, letters, "y", APO_E_SYNTAX,
                                   "'%s' exchanges the range of later legs, but no leg follows "
                                   "here");
    if (status == APO_OK && apo_betza__has(letters, 'g'))
        status = apo_betza__refuse(t, letters, "p", APO_E_SYNTAX,
                                   "'%s' and g contradict each other on the last leg: land "
                                   "anywhere beyond the screen, or directly beyond it");
    return status;
}

/* The range of a leg: as written, or exchanged by g or y (1 becomes unlimited and back). */
static uint8_t choose_range(const apo_betza_atom *atom, bool is_toggled)
{
    if (!is_toggled)
        return atom->range;
    return atom->is_slider ? 1 : APO_RANGE_UNLIMITED;
}

static apo_status set_directions(apo_betza_text *t, const apo_betza_letters *letters,
                                 const apo_betza_atom *atom, apo_betza_place place,
                                 apo_leg *leg)
{
    leg->compass = place.is_in_bracket ? apo_betza__compass(atom->class) : APO_COMPASS_ALL;
    if (place.is_first)
        return apo_betza__first_directions(t, letters, atom->class, &leg->directions);
    apo_status status = apo_betza__later_directions(t, letters, &leg->directions, &leg->bends);
    if (leg->directions == 0 && leg->bends == 0) {
        leg->is_outward = place.is_in_bracket;
        leg->directions = ALL_BUT_BACK;
    }
    return status;
}

/* n: lame leaps, and sliders that leave an en-passant trail. */
static apo_status set_lame(apo_betza_text *t, const apo_betza_letters *letters,
                           const apo_betza_atom *atom, apo_betza_place place, apo_leg *leg)
{
    if (!apo_betza__has(letters, 'n'))
        return APO_OK;
    bool is_trail = letters->n_count > 1 || apo_betza__has(letters, 'i');
    bool is_only = place.is_first && place.is_last && !place.is_in_bracket;
    if (atom->class == APO_BETZA_OBLIQUE)
        return apo_betza__refuse(t, letters, "n", APO_E_UNSUPPORTED,
                                 "'%s' on a knight-like atom is supported as plain nN only; "
                                 "write the squares it passes as legs, such as afsW");
    if (leg->longer == 1 && leg->most == 1)
        return apo_betza__refuse(t, letters, "n", APO_E_SYNTAX,
                                 "'%s' (lame) means nothing on a single step, which passes no "
                                 "square");
    if ((leg->longer == 1 || is_trail) && !is_only)
        return apo_betza__refuse(t, letters, "n", APO_E_UNSUPPORTED,
                                 "'%s' can leave an en-passant trail only in moves of one leg");
    if (letters->n_count > 2)
        return apo_betza__refuse(t, letters, "n", APO_E_SYNTAX, "'%s' is given too often");
    if (apo_betza__has(letters, 'j'))
        return apo_betza__refuse(
            t, letters, "j", APO_E_SYNTAX,
            "'%s' (jump over pieces) and n (stopped by pieces) contradict each "
            "other");
    if (leg->longer > 1)
        leg->between = APO_BETWEEN_EMPTY;
    return APO_OK;
}

/* j: leaps over pieces only, or sliders whose first square is ignored. */
static apo_status set_jump(apo_betza_text *t, const apo_betza_letters *letters,
                           const apo_betza_atom *atom, apo_leg *leg)
{
    if (!apo_betza__has(letters, 'j'))
        return APO_OK;
    if (atom->class == APO_BETZA_OBLIQUE)
        return apo_betza__refuse(t, letters, "j", APO_E_SYNTAX,
                                 "'%s' means nothing on a knight-like atom, which has no "
                                 "squares in between");
    if (leg->longer > 1) {
        leg->between = APO_BETWEEN_PIECES;
        if (letters->j_count > 1)
            return apo_betza__refuse(t, letters, "j", APO_E_SYNTAX,
                                     "'%s' may be repeated on W, F, K, R, B and Q only");
        return APO_OK;
    }
    if (letters->j_count >= leg->most)
        return apo_betza__refuse(t, letters, "j", APO_E_SYNTAX,
                                 "'%s' skips the first square, and the range ends there");
    leg->skipped = letters->j_count;
    leg->least = (uint8_t)(letters->j_count + 1);
    return APO_OK;
}

static apo_status set_wrap(apo_betza_text *t, const apo_betza_letters *letters, apo_leg *leg)
{
    if (letters->o_count > 2)
        return apo_betza__refuse(t, letters, "o", APO_E_SYNTAX, "'%s' is given too often");
    leg->wrap = (uint8_t)(letters->o_count == 0   ? APO_WRAP_NONE
                          : letters->o_count == 1 ? APO_WRAP_FILES
                                                  : APO_WRAP_BOTH);
    return APO_OK;
}

/* Handles z and q on a move of one leg: crooked and circular riders. */
static apo_status set_line(apo_betza_text *t, const apo_betza_letters *letters,
                           const apo_betza_atom *atom, apo_betza_place place, apo_leg *leg)
{
    if (!place.is_first || !apo_betza__has_any(letters, "zq"))
        return APO_OK;
    if (!place.is_last || place.is_in_bracket)
        return apo_betza__refuse(t, letters, "zq", APO_E_SYNTAX,
                                 "'%s' on the first of several legs has no earlier bend to "
                                 "refer to");
    if (apo_betza__has(letters, 'z') && apo_betza__has(letters, 'q'))
        return apo_betza__refuse(t, letters, "q", APO_E_SYNTAX,
                                 "'%s' (circular) and z (crooked) contradict each other");
    if (apo_betza__has_any(letters, "jnpg"))
        return apo_betza__refuse(t, letters, "jnpg", APO_E_UNSUPPORTED,
                                 "'%s' is not supported on crooked and circular riders");
    bool is_circle = apo_betza__has(letters, 'q');
    if (is_circle && atom->class != APO_BETZA_KING && atom->class != APO_BETZA_OBLIQUE)
        return apo_betza__refuse(t, letters, "q", APO_E_UNSUPPORTED,
                                 "'%s' turns by 45 degrees after each step, for which the atom "
                                 "must be knight-like, K or Q");
    if (!atom->has_number)
        leg->most = APO_RANGE_UNLIMITED;
    if (is_circle && leg->most > CIRCLE_STEPS)
        leg->most = CIRCLE_STEPS;
    if (leg->most == 1)
        return apo_betza__refuse(t, letters, "zq", APO_E_SYNTAX,
                                 "'%s' bends a rider's line, and a single step has none");
    leg->line = is_circle ? APO_LINE_CIRCLE : APO_LINE_ZIGZAG;
    return APO_OK;
}

apo_status apo_betza__make_leg(apo_betza_text *t, const apo_betza_letters *letters,
                               const apo_betza_atom *atom, apo_betza_place place, apo_leg *out)
{
    apo_leg leg = {.shorter = atom->shorter, .longer = atom->longer, .least = 1};
    leg.most = choose_range(atom, place.is_toggled);
    leg.is_same_length = !place.is_first && apo_betza__has(letters, 'i');
    apo_status status = set_directions(t, letters, atom, place, &leg);
    if (status == APO_OK)
        status = set_lame(t, letters, atom, place, &leg);
    if (status == APO_OK)
        status = set_jump(t, letters, atom, &leg);
    if (status == APO_OK)
        status = set_wrap(t, letters, &leg);
    if (status == APO_OK)
        status = set_line(t, letters, atom, place, &leg);
    if (status == APO_OK && leg.is_same_length)
        status = apo_betza__refuse(t, letters, "jnpg", APO_E_UNSUPPORTED,
                                   "'%s' cannot be combined with i on a later leg");
    if (status == APO_OK)
        *out = leg;
    return status;
}

apo_status apo_betza__check_bend(apo_betza_text *t, const apo_betza_letters *letters,
                                 const apo_piece_move *move, unsigned index)
{
    if (move->legs[index].bends == 0)
        return APO_OK;
    const apo_leg *first = &move->legs[0];
    unsigned unbent = first->shorter > 0 ? 0U : first->directions & APO_COMPASS_ORTHOGONAL;

    enum {
        STRAIGHT_OR_BACK = 0x11
    };

    for (unsigned i = 1; i < index; i++) {
        unsigned turns = (unsigned)(move->legs[i].directions | move->legs[i].bends);
        if (!move->legs[i].is_outward && (turns & STRAIGHT_OR_BACK) == 0)
            unbent = 0;
    }
    if (unbent == 0)
        return APO_OK;
    return apo_betza__refuse(t, letters, "zq", APO_E_SYNTAX,
                             "'%s' refers to the bend before, and this move has not always "
                             "bent before");
}

static apo_status append_move(apo_betza_text *t, size_t at, const apo_piece_move *move)
{
    if (t->moves.move_count == APO_PIECE_MOVES_MAX)
        return apo_betza__fail(
            t, APO_E_TOO_LARGE, at,
            "the piece has more than 48 ways to move, counting every atom and "
            "every alternative of a leg, at '%s'");
    t->moves.moves[t->moves.move_count++] = *move;
    return APO_OK;
}

/* p or g on the last leg: one leg up to the screen, another straight on from it. A range counts
 * both together; a leaper hops once over the square it would leap to. */
static apo_status split_hop(apo_betza_text *t, const apo_betza_letters *last,
                            apo_piece_move *move)
{
    if (move->leg_count == APO_LEGS_MAX)
        return apo_betza__refuse(t, last, "pg", APO_E_TOO_LARGE,
                                 "'%s' needs one leg more than the 8 that a move may have");
    if (apo_betza__has_any(last, "jn"))
        return apo_betza__refuse(t, last, "jn", APO_E_UNSUPPORTED,
                                 "'%s' cannot be combined with a hop (p or g)");
    apo_leg *screen = &move->legs[move->leg_count - 1];
    apo_leg *landing = screen + 1;
    *landing = *screen;
    landing->directions = 1;
    landing->bends = 0;
    landing->is_outward = false;
    screen->pass = screen_of(last);
    if (screen->most != 1 && screen->most != APO_RANGE_UNLIMITED) {
        screen->most--;
        landing->is_range_shared = true;
    }
    if (apo_betza__has(last, 'g')) {
        landing->most = 1;
        landing->is_range_shared = false;
    }
    move->leg_count++;
    return APO_OK;
}

apo_status apo_betza__add_move(apo_betza_text *t, const apo_betza_letters *last,
                               const apo_betza_atom *atom, const apo_piece_move *move)
{
    apo_piece_move whole = *move;
    if (whole.end == 0)
        whole.end = APO_END_MOVE | APO_END_CAPTURE;
    apo_status status = APO_OK;
    if (apo_betza__has_any(last, "pg"))
        status = split_hop(t, last, &whole);
    if (status == APO_OK)
        status = append_move(t, atom->at, &whole);
    return status;
}

/* Plain nN is the horse: a W step to an empty square, then the knight's turn. */
static bool is_horse(const apo_betza_classic *classic)
{
    const apo_betza_letters *letters = &classic->legs[0];
    const apo_betza_atom *atom = &classic->atom;
    return classic->leg_count == 1 && letters->n_count == 1 && atom->shorter == 1 &&
           atom->longer == 2 && atom->range == 1 && !apo_betza__has_any(letters, "ijozqpg");
}

static apo_status add_horse(apo_betza_text *t, const apo_betza_classic *classic)
{
    const apo_betza_letters *letters = &classic->legs[0];
    uint8_t set;
    apo_status status = apo_betza__first_directions(t, letters, APO_BETZA_OBLIQUE, &set);
    if (status == APO_OK)
        status = apo_betza__check_last(t, letters);
    /* The even knight directions turn right after the W step of the same number, the odd ones
     * left after the W step of the next number. */
    const uint8_t first[2] = {set & APO_COMPASS_ORTHOGONAL,
                              (uint8_t)((set & APO_COMPASS_DIAGONAL) << 1 | set >> 7)};
    static const uint8_t turn[2] = {1U << 1, 1U << 7};
    for (unsigned i = 0; i < 2 && status == APO_OK; i++) {
        const apo_leg step = {.compass = APO_COMPASS_ALL, .longer = 1, .least = 1, .most = 1};
        apo_piece_move move = {.legs = {step, step}, .leg_count = 2};
        move.legs[0].directions = first[i];
        move.legs[0].pass = APO_PASS_EMPTY;
        move.legs[1].directions = turn[i];
        move.end = apo_betza__end_of(letters);
        if (first[i] != 0)
            status = apo_betza__add_move(t, letters, &classic->atom, &move);
    }
    return status;
}

/* The two ways to continue after a leg: with unchanged ranges (pass bits of all modes except g
 * and y), or with exchanged ones. */
static uint8_t passes_of(const apo_betza_letters *letters, bool is_toggling)
{
    unsigned toggling = (apo_betza__has(letters, 'g') ? screen_of(letters) : 0U) |
                        (apo_betza__has(letters, 'y') ? (unsigned)APO_PASS_EMPTY : 0U);
    if (is_toggling)
        return (uint8_t)toggling;
    uint8_t plain = apo_betza__pass_of(letters);
    return plain == 0 && toggling == 0 ? APO_PASS_EMPTY : plain;
}

/* Makes leg number `index`; *in_out_toggled tells whether ranges are exchanged there, then
 * after it. */
static apo_status add_leg(apo_betza_text *t, const apo_betza_classic *classic, unsigned index,
                          bool is_toggling, bool *in_out_toggled, apo_piece_move *move)
{
    const apo_betza_letters *letters = &classic->legs[index];
    apo_leg *leg = &move->legs[index];
    apo_betza_place place = {.is_first = index == 0,
                             .is_last = index + 1 == classic->leg_count,
                             .is_toggled = *in_out_toggled};
    apo_status status = apo_betza__make_leg(t, letters, &classic->atom, place, leg);
    if (status == APO_OK && index > 0)
        status = apo_betza__check_bend(t, letters, move, index);
    if (status == APO_OK)
        status = place.is_last ? apo_betza__check_last(t, letters)
                               : apo_betza__check_passing(t, letters);
    if (status == APO_OK && !place.is_last)
        leg->pass = passes_of(letters, is_toggling);
    *in_out_toggled ^= is_toggling;
    return status;
}

/* One alternative: bit i of `toggles` says that leg i exchanges the ranges of those after
 * it. */
static apo_status add_alternative(apo_betza_text *t, const apo_betza_classic *classic,
                                  const apo_piece_move *frame, unsigned toggles)
{
    apo_piece_move move = *frame;
    bool is_toggled = false;
    unsigned last = classic->leg_count - 1;
    for (unsigned i = 0; i < last; i++)
        if (passes_of(&classic->legs[i], toggles >> i & 1) == 0)
            return APO_OK; /* the leg has no such alternative */
    for (unsigned i = 0; i <= last; i++) {
        apo_status status = add_leg(t, classic, i, toggles >> i & 1, &is_toggled, &move);
        if (status != APO_OK)
            return status;
    }
    move.end = apo_betza__end_of(&classic->legs[last]);
    return apo_betza__add_move(t, &classic->legs[last], &classic->atom, &move);
}

/* '*' bounds a plain line by the own half; elsewhere its meaning is undefined. */
static apo_status check_star(apo_betza_text *t, const apo_betza_classic *classic)
{
    if (!classic->atom.is_starred)
        return APO_OK;
    if (classic->leg_count == 1 && !apo_betza__has_any(&classic->legs[0], "jnzqpg"))
        return APO_OK;
    return apo_betza__fail(t, APO_E_UNSUPPORTED, classic->atom.at,
                           "'*' (range up to the middle) is supported only in moves of one leg "
                           "without j, n, p, g, q and z, which '%s' is not");
}

apo_status apo_betza__add_classic(apo_betza_text *t, const apo_betza_classic *classic)
{
    const apo_betza_letters *first = &classic->legs[0];
    apo_status status = check_star(t, classic);
    if (status != APO_OK)
        return status;
    if (is_horse(classic))
        return add_horse(t, classic);
    apo_piece_move move;
    memset(&move, 0, sizeof move);
    move.leg_count = (uint8_t)classic->leg_count;
    move.is_unmoved = apo_betza__has(first, 'i');
    move.is_bounded = classic->atom.is_starred;
    move.has_trail = first->n_count > 0 && classic->leg_count == 1 &&
                     (classic->atom.longer == 1 || first->n_count > 1 || move.is_unmoved);
    for (unsigned toggles = 0; toggles < 1U << (classic->leg_count - 1); toggles++) {
        status = add_alternative(t, classic, &move, toggles);
        if (status != APO_OK)
            return status;
    }
    return APO_OK;
}
