#include "definition/betza/betza.h"

#include "base/mem.h"
#include "definition/betza/betza_priv.h"

/* The grammar of XBetza (xbetza.md 1.1): letters, atoms, and which move comes next. */

/* Used to show a non-ASCII letter completely. */
static bool is_utf8_continuation(char c)
{
    return ((unsigned char)c & 0xC0U) == 0x80U;
}

apo_status(apo_betza__fail)(apo_betza_text *t, apo_status status, size_t at, const char *detail)
{
    size_t end = at < t->text.length ? at + 1 : at;
    while (end < t->text.length && is_utf8_continuation(t->text.text[end]))
        end++;
    return apo_fail(t->err, status, at, detail, apo_span_part(t->text, at, end - at));
}

static uint32_t mode_bit(char mode)
{
    return UINT32_C(1) << ((unsigned)(mode - 'a') % 32);
}

bool apo_betza__has(const apo_betza_letters *letters, char mode)
{
    return (letters->modes & mode_bit(mode)) != 0;
}

bool apo_betza__has_any(const apo_betza_letters *letters, const char *modes)
{
    for (; *modes != '\0'; modes++)
        if (apo_betza__has(letters, *modes))
            return true;
    return false;
}

static bool is_among(const char *set, char c)
{
    for (; *set != '\0'; set++)
        if (*set == c)
            return true;
    return false;
}

apo_status apo_betza__refuse(apo_betza_text *t, const apo_betza_letters *letters,
                             const char *modes, apo_status status, const char *detail)
{
    if (!apo_betza__has_any(letters, modes))
        return APO_OK;
    for (size_t at = letters->at; at < letters->end; at++)
        if (is_among(modes, t->text.text[at]))
            return apo_betza__fail(t, status, at, detail);
    return APO_OK;
}

static bool is_at_end(const apo_betza_text *t)
{
    return t->at >= t->text.length;
}

/* The next byte, or 0 at the end. */
static char peek(const apo_betza_text *t)
{
    return is_at_end(t) ? '\0' : t->text.text[t->at];
}

/* Rejects letters of XBetza that this library does not support. */
static apo_status refuse_letter(apo_betza_text *t, char c)
{
    if (c == 'x')
        return apo_betza__fail(t, APO_E_UNSUPPORTED, t->at,
                               "'%s' (borrow a friend's moves) is not supported");
    if (c == 'u')
        return apo_betza__fail(t, APO_E_UNSUPPORTED, t->at,
                               "'%s' (put a captured piece down again) is not supported");
    return apo_betza__fail(t, APO_E_SYNTAX, t->at, "'%s' is not a modifier of XBetza");
}

/* Only these may be repeated; any other mode twice is an error. */
static uint8_t *find_counter(apo_betza_letters *letters, char c)
{
    return c == 'n'   ? &letters->n_count
           : c == 'j' ? &letters->j_count
           : c == 'o' ? &letters->o_count
                      : NULL;
}

static apo_status read_mode(apo_betza_text *t, apo_betza_letters *letters, char c)
{
    enum {
        REPEATS_MAX = 16
    };

    if (!is_among("mcdekptgyijnozq", c))
        return refuse_letter(t, c);
    uint8_t *counter = find_counter(letters, c);
    bool is_again = apo_betza__has(letters, c);
    /* z and q may pair twice with other directions: afzbzK. */
    if (is_again && counter == NULL && !is_among("zq", c))
        return apo_betza__fail(t, APO_E_SYNTAX, t->at, "'%s' is given twice on one leg");
    if (counter != NULL && ++*counter > REPEATS_MAX)
        return apo_betza__fail(t, APO_E_SYNTAX, t->at, "'%s' is given too often");
    letters->modes |= mode_bit(c);
    return APO_OK;
}

apo_status apo_betza__read_letters(apo_betza_text *t, apo_betza_letters *out)
{
    apo_betza_letters letters = {.at = t->at};
    apo_status status = APO_OK;
    for (; apo_is_lower(peek(t)) && peek(t) != 'a'; t->at++) {
        char c = peek(t);
        if (is_among("fblrvsh", c))
            letters.has_directions = true;
        else
            status = read_mode(t, &letters, c);
        if (status != APO_OK)
            return status;
    }
    letters.end = t->at;
    *out = letters;
    return APO_OK;
}

/* The atoms. */
static const struct {
    char letter;
    uint8_t shorter, longer;
    enum apo_betza_class class;
    uint8_t range;
} atoms[] = {
    {'W', 0, 1, APO_BETZA_ORTHOGONAL, 1},
    {'F', 0, 1, APO_BETZA_DIAGONAL, 1},
    {'D', 0, 2, APO_BETZA_ORTHOGONAL, 1},
    {'A', 0, 2, APO_BETZA_DIAGONAL, 1},
    {'H', 0, 3, APO_BETZA_ORTHOGONAL, 1},
    {'G', 0, 3, APO_BETZA_DIAGONAL, 1},
    {'N', 1, 2, APO_BETZA_OBLIQUE, 1},
    {'C', 1, 3, APO_BETZA_OBLIQUE, 1},
    {'L', 1, 3, APO_BETZA_OBLIQUE, 1},
    {'Z', 2, 3, APO_BETZA_OBLIQUE, 1},
    {'J', 2, 3, APO_BETZA_OBLIQUE, 1},
    {'K', 0, 1, APO_BETZA_KING, 1},
    {'Q', 0, 1, APO_BETZA_KING, APO_RANGE_UNLIMITED},
    {'R', 0, 1, APO_BETZA_ORTHOGONAL, APO_RANGE_UNLIMITED},
    {'B', 0, 1, APO_BETZA_DIAGONAL, APO_RANGE_UNLIMITED},
    {'U', 0, 0, APO_BETZA_OTHER, 1},
    {'O', 0, 0, APO_BETZA_OTHER, 1},
    {'I', 0, 0, APO_BETZA_OTHER, 1},
};

static bool find_atom(char c, apo_betza_atom *out)
{
    for (unsigned i = 0; i < sizeof atoms / sizeof atoms[0]; i++) {
        if (atoms[i].letter != c)
            continue;
        *out = (apo_betza_atom){.letter = c,
                                .class = atoms[i].class,
                                .shorter = atoms[i].shorter,
                                .longer = atoms[i].longer,
                                .range = atoms[i].range,
                                .is_slider = atoms[i].range == APO_RANGE_UNLIMITED};
        return true;
    }
    return false;
}

static bool is_leaper(const apo_betza_atom *atom)
{
    return !atom->is_slider && atom->class != APO_BETZA_KING && atom->class != APO_BETZA_OTHER;
}

/* X makes a leap longer by 3 in one coordinate, Y by 2 in both (xbetza.md 1.2). */
static apo_status read_suffix(apo_betza_text *t, apo_betza_atom *atom)
{
    if (!is_leaper(atom))
        return apo_betza__fail(t, APO_E_SYNTAX, t->at,
                               "the suffix '%s' makes leaps longer, but this atom is not a "
                               "leap");
    unsigned shorter = atom->class == APO_BETZA_DIAGONAL ? atom->longer : atom->shorter;
    unsigned longer = atom->longer;
    if (peek(t) == 'X') {
        longer += 3;
    } else {
        shorter += 2;
        longer += 2;
    }
    if (longer > APO_STEP_LONGEST)
        return apo_betza__fail(t, APO_E_TOO_LARGE, t->at,
                               "with this '%s' the leap is longer than any board");
    atom->class = shorter == 0        ? APO_BETZA_ORTHOGONAL
                  : shorter == longer ? APO_BETZA_DIAGONAL
                                      : APO_BETZA_OBLIQUE;
    atom->shorter = (uint8_t)(shorter == longer ? 0 : shorter);
    atom->longer = (uint8_t)longer;
    t->at++;
    return APO_OK;
}

static apo_status read_number(apo_betza_text *t, apo_betza_atom *atom)
{
    enum {
        DIGITS_MAX = 2
    };

    unsigned number = 0;
    for (size_t start = t->at; apo_is_digit(peek(t)); t->at++) {
        if (t->at - start == DIGITS_MAX)
            return apo_betza__fail(t, APO_E_SYNTAX, t->at,
                                   "a range has one or two digits; unexpected '%s'");
        number = number * 10 + (unsigned)(peek(t) - '0');
    }
    atom->range = number == 0 ? APO_RANGE_UNLIMITED : (uint8_t)number;
    atom->has_number = true;
    return APO_OK;
}

/* A doubled capital: NN is unlimited; some programs read KK as K, others as Q. */
static apo_status read_doubling(apo_betza_text *t, apo_betza_atom *atom)
{
    if (atom->class == APO_BETZA_OTHER)
        return APO_OK;
    if (!is_leaper(atom))
        return apo_betza__fail(t, APO_E_SYNTAX, t->at,
                               "'%s' cannot be doubled; doubling makes riders of leapers, such "
                               "as NN, and R, B and Q are riders already");
    atom->range = APO_RANGE_UNLIMITED;
    atom->has_number = true;
    t->at++;
    if (!apo_is_digit(peek(t)) && peek(t) != '*')
        return APO_OK;
    return apo_betza__fail(t, APO_E_SYNTAX, t->at,
                           "a range '%s' after a doubled atom contradicts it: doubled means "
                           "unlimited");
}

static apo_status read_range(apo_betza_text *t, apo_betza_atom *atom, bool is_suffixed)
{
    if (apo_is_digit(peek(t)))
        return read_number(t, atom);
    if (peek(t) == '*') {
        atom->is_starred = true;
        atom->has_number = true;
        atom->range = APO_RANGE_UNLIMITED;
        t->at++;
        return APO_OK;
    }
    return peek(t) == atom->letter && !is_suffixed ? read_doubling(t, atom) : APO_OK;
}

apo_status apo_betza__read_atom(apo_betza_text *t, apo_betza_atom *out)
{
    apo_betza_atom atom;
    char c = peek(t);
    if (c == '@')
        return apo_betza__fail(t, APO_E_UNSUPPORTED, t->at,
                               "'%s' (drops) is not supported in a piece's moves; it is a rule "
                               "of the game");
    if (is_at_end(t))
        return apo_betza__fail(t, APO_E_SYNTAX, t->at,
                               "the moves end without the capital letter that these modifiers "
                               "belong to");
    if (!find_atom(c, &atom))
        return apo_betza__fail(t, APO_E_SYNTAX, t->at,
                               apo_is_upper(c) ? "'%s' is not an atom of XBetza"
                                               : "expected a capital letter instead of '%s'");
    atom.at = t->at++;
    bool is_suffixed = peek(t) == 'X' || peek(t) == 'Y';
    apo_status status = APO_OK;
    while (status == APO_OK && (peek(t) == 'X' || peek(t) == 'Y'))
        status = read_suffix(t, &atom);
    if (status == APO_OK)
        status = read_range(t, &atom, is_suffixed);
    if (status == APO_OK)
        *out = atom;
    return status;
}

/* Rejects letters that are in neither set. */
static apo_status allow_only(apo_betza_text *t, const apo_betza_letters *letters,
                             const char *modes, const char *directions, const char *detail)
{
    for (size_t at = letters->at; at < letters->end; at++) {
        char c = t->text.text[at];
        if (!is_among(modes, c) && !is_among(directions, c))
            return apo_betza__fail(t, APO_E_SYNTAX, at, detail);
    }
    return APO_OK;
}

static bool has_letter(const apo_betza_text *t, const apo_betza_letters *letters, char c)
{
    for (size_t at = letters->at; at < letters->end; at++)
        if (t->text.text[at] == c)
            return true;
    return false;
}

static apo_status add_castling(apo_betza_text *t, const apo_betza_letters *letters,
                               const apo_betza_atom *atom)
{
    apo_status status =
        allow_only(t, letters, "ij", "lrs", "'%s' means nothing on O (castling)");
    if (status != APO_OK)
        return status;
    if (!atom->has_number || atom->is_starred || atom->range > APO_STEP_LONGEST)
        return apo_betza__fail(t, APO_E_SYNTAX, atom->at,
                               "'%s' (castling) needs the number of squares that the king "
                               "goes, such as isO2");
    if (!letters->has_directions)
        return apo_betza__fail(t, APO_E_SYNTAX, atom->at,
                               "'%s' (castling) needs a direction: l, r or s for both");
    if (t->moves.castling_count == APO_CASTLINGS_MAX)
        return apo_betza__fail(t, APO_E_TOO_LARGE, atom->at,
                               "'%s' (castling) occurs more than 8 times");
    bool is_both = has_letter(t, letters, 's');
    t->moves.castlings[t->moves.castling_count++] =
        (apo_castling){.is_left = is_both || has_letter(t, letters, 'l'),
                       .is_right = is_both || has_letter(t, letters, 'r'),
                       .is_unmoved = apo_betza__has(letters, 'i'),
                       .king_steps = atom->range,
                       .partner_inward = letters->j_count};
    return APO_OK;
}

static apo_status add_imitation(apo_betza_text *t, const apo_betza_letters *letters,
                                const apo_betza_atom *atom)
{
    apo_status status = apo_betza__refuse(t, letters, "ed", APO_E_UNSUPPORTED,
                                          "copying '%s' moves with I is not supported");
    if (status == APO_OK)
        status = allow_only(t, letters, "mck", "fb", "'%s' means nothing on I (imitator)");
    if (status != APO_OK)
        return status;
    if (atom->has_number)
        return apo_betza__fail(t, APO_E_SYNTAX, atom->at, "'%s' (imitator) has no range");
    if (t->moves.imitation.is_present)
        return apo_betza__fail(t, APO_E_UNSUPPORTED, atom->at,
                               "'%s' (imitator) may be given once only");
    bool is_plain = !apo_betza__has_any(letters, "mck");
    t->moves.imitation =
        (apo_imitation){.is_present = true,
                        .is_forward = !letters->has_directions || has_letter(t, letters, 'f'),
                        .is_backward = !letters->has_directions || has_letter(t, letters, 'b'),
                        .is_move = is_plain || apo_betza__has(letters, 'm'),
                        .is_capture = is_plain || apo_betza__has(letters, 'c'),
                        .is_royal_capture = apo_betza__has(letters, 'k')};
    return APO_OK;
}

static apo_status add_universal(apo_betza_text *t, const apo_betza_letters *letters,
                                const apo_betza_atom *atom)
{
    apo_status status =
        allow_only(t, letters, "mcdeki", "", "'%s' means nothing on U (universal leaper)");
    if (status != APO_OK)
        return status;
    if (atom->has_number)
        return apo_betza__fail(t, APO_E_SYNTAX, atom->at,
                               "'%s' (universal leaper) has no range");
    apo_piece_move move = {.is_universal = true, .is_unmoved = apo_betza__has(letters, 'i')};
    move.end = apo_betza__end_of(letters);
    return apo_betza__add_move(t, letters, atom, &move);
}

static apo_status add_special(apo_betza_text *t, const apo_betza_classic *classic)
{
    const apo_betza_letters *letters = &classic->legs[0];
    const apo_betza_atom *atom = &classic->atom;
    if (classic->leg_count > 1)
        return apo_betza__fail(t, APO_E_SYNTAX, atom->at, "'%s' cannot have several legs");
    if (atom->letter == 'O')
        return add_castling(t, letters, atom);
    if (atom->letter == 'I')
        return add_imitation(t, letters, atom);
    return add_universal(t, letters, atom);
}

/* Reads one move, up to and with its atom or bracket. */
static apo_status read_move(apo_betza_text *t)
{
    apo_betza_classic classic = {.leg_count = 0};
    apo_status status;
    for (;;) {
        status = apo_betza__read_letters(t, &classic.legs[classic.leg_count++]);
        if (status != APO_OK || peek(t) != 'a')
            break;
        if (classic.leg_count == APO_LEGS_MAX)
            return apo_betza__fail(t, APO_E_TOO_LARGE, t->at,
                                   "'%s' begins a ninth leg, and a move may have 8");
        t->at++;
    }
    if (status != APO_OK)
        return status;
    if (peek(t) == '(' || peek(t) == ')')
        return apo_betza__fail(t, APO_E_SYNTAX, t->at,
                               "'%s': a group of legs cannot begin here");
    if (peek(t) == '[' && classic.leg_count == 1)
        return apo_betza__read_bracket(t, &classic.legs[0]);
    status = apo_betza__read_atom(t, &classic.atom);
    if (status != APO_OK)
        return status;
    return classic.atom.class == APO_BETZA_OTHER ? add_special(t, &classic)
                                                 : apo_betza__add_classic(t, &classic);
}

/* Reads a move with a group, as one move for each count. */
static apo_status read_group(apo_betza_text *t)
{
    apo_betza_group group;
    apo_betza_expansion expansion;
    apo_error err;
    size_t start = t->at;
    apo_status status = apo_betza__read_group(t, &group);
    for (unsigned times = 0; status == APO_OK && times <= group.times; times++) {
        apo_betza__expand_group(t, &group, times, &expansion);
        apo_betza_text written = {
            .text = {expansion.bytes, expansion.length}, .err = &err, .moves = t->moves};
        status = read_move(&written);
        t->moves = written.moves;
        if (status != APO_OK && t->err != NULL) {
            *t->err = err;
            t->err->position = expansion.origins[err.position];
        }
    }
    if (status != APO_OK)
        t->at = start;
    return status;
}

apo_status apo_betza_parse(apo_piece_moves *out, apo_span text, apo_error *err)
{
    apo_betza_text t = {.text = text, .err = err};
    memset(&t.moves, 0, sizeof t.moves);
    if (text.length == 0)
        return apo_betza__fail(&t, APO_E_SYNTAX, 0, "there are no moves in this text");
    while (!is_at_end(&t)) {
        apo_status status = apo_betza__has_group(&t) ? read_group(&t) : read_move(&t);
        if (status != APO_OK)
            return status;
    }
    *out = t.moves;
    return APO_OK;
}
