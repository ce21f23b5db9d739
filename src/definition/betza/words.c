#include "definition/betza/words.h"

#include "base/mem.h"
#include "definition/betza/words_priv.h"
#include "definition/betza/write_priv.h"

/* --- legs that read as one ----------------------------------------------- */

/* A leg, or several that are described as one step. */
typedef struct part {
    apo_leg leg;
    unsigned walked; /* number of single steps straight on, all to empty squares */
} part;

typedef struct story {
    part parts[APO_LEGS_MAX];
    unsigned count;
} story;

static bool is_single(const apo_leg *leg)
{
    return leg->shorter == 0 && leg->most == 1 && leg->between == APO_BETWEEN_ANYTHING &&
           leg->wrap == APO_WRAP_NONE && !leg->is_same_length;
}

static bool is_straight_on(const apo_leg *leg)
{
    return leg->directions == 1 && leg->bends == 0 && !leg->is_outward;
}

/* True if leg `next` was joined to `before`. */
static bool join_leg(part *before, const apo_leg *next)
{
    enum {
        ANYTHING = APO_PASS_EMPTY | APO_PASS_SCREEN
    };

    apo_leg *leg = &before->leg;
    if (!is_single(leg) || !is_single(next) || !is_straight_on(next) || next->longer != 1)
        return false;
    if (leg->pass == ANYTHING && before->walked == 1) {
        leg->longer++; /* two steps over any square are a leap */
        leg->pass = next->pass;
        return true;
    }
    if (leg->pass != APO_PASS_EMPTY || leg->longer != 1)
        return false;
    before->walked++;
    leg->pass = next->pass;
    return true;
}

static void make_story(const apo_piece_move *move, story *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < move->leg_count; i++) {
        if (out->count > 0 && join_leg(&out->parts[out->count - 1], &move->legs[i]))
            continue;
        out->parts[out->count++] = (part){move->legs[i], 1};
    }
}

/* --- one leg ------------------------------------------------------------- */

static const char *name_of_leap(const apo_leg *leg)
{
    static const struct {
        uint8_t shorter, longer;
        const char *name;
    } names[] = {
        {1, 2, "a knight"},  {1, 3, "a camel"}, {2, 3, "a zebra"},
        {1, 4, "a giraffe"}, {2, 4, "a stag"},  {3, 4, "an antelope"},
    };

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].shorter == leg->shorter && names[i].longer == leg->longer)
            return names[i].name;
    return NULL;
}

static void say_size(apo_buffer *out, const apo_leg *leg)
{
    apo_buffer_add(out, "(");
    apo_buffer_add_number(out, leg->longer);
    apo_buffer_add(out, ",");
    apo_buffer_add_number(out, leg->shorter);
    apo_buffer_add(out, ")");
}

static void say_most(apo_buffer *out, const apo_leg *leg)
{
    if (leg->most == APO_RANGE_UNLIMITED)
        return;
    apo_buffer_add(out, " up to ");
    apo_buffer_add_number(out, leg->most);
}

static void say_oblique(apo_buffer *out, const apo_leg *leg)
{
    const char *name = name_of_leap(leg);
    apo_buffer_add(out, leg->most == 1 ? "leaps " : "rides ");
    if (leg->most != 1)
        apo_buffer_add(out, "by leaps of ");
    say_size(out, leg);
    if (leg->most == 1 && name != NULL) {
        apo_buffer_add(out, " like ");
        apo_buffer_add(out, name);
    }
    if (leg->most != 1 && leg->most != APO_RANGE_UNLIMITED) {
        apo_buffer_add(out, ", at most ");
        apo_buffer_add_number(out, leg->most);
    }
}

/* Writes the verb and the distance, without a direction. */
static void say_verb(apo_buffer *out, const part *p)
{
    const apo_leg *leg = &p->leg;
    if (leg->shorter > 0) {
        say_oblique(out, leg);
        return;
    }
    if (leg->longer > 1) {
        apo_buffer_add(out, leg->most == 1 ? "leaps " : "rides by leaps of ");
        apo_buffer_add_number(out, leg->longer);
        if (leg->most != 1)
            say_most(out, leg);
    } else if (leg->most == 1) {
        apo_buffer_add(out, p->walked > 1 ? "walks exactly " : "steps ");
        apo_buffer_add_number(out, p->walked);
    } else {
        apo_buffer_add(out, "slides");
        say_most(out, leg);
    }
}

static void say_conditions(apo_buffer *out, const apo_leg *leg)
{
    if (leg->between == APO_BETWEEN_EMPTY)
        apo_buffer_add(out, " if what it passes is empty");
    if (leg->between == APO_BETWEEN_PIECES)
        apo_buffer_add(out, " if all squares that it passes are occupied");
    if (leg->skipped > 0) {
        apo_buffer_add(out, " from square ");
        apo_buffer_add_number(out, leg->least);
        apo_buffer_add(out, " on, leaping over those before");
    }
    if (leg->is_same_length)
        apo_buffer_add(out, ", exactly as far as before");
    if (leg->line == APO_LINE_ZIGZAG)
        apo_buffer_add(out, ", turning 90 degrees left and right in turn");
    if (leg->line == APO_LINE_CIRCLE)
        apo_buffer_add(out, ", turning 45 degrees the same way after each step");
    if (leg->wrap != APO_WRAP_NONE)
        apo_buffer_add(out, leg->wrap == APO_WRAP_FILES
                                ? ", the left and right edges being joined"
                                : ", opposite edges being joined");
}

static void say_leg(apo_buffer *out, const part *p, bool is_first, apo_telling *telling)
{
    const apo_leg *leg = &p->leg;
    say_verb(out, p);
    if (!is_first) {
        apo_buffer_add_char(out, ' ');
        apo_words__turns(out, leg, telling);
    } else if (leg->shorter > 0) {
        apo_words__leaps(out, leg->directions, leg);
    } else {
        apo_buffer_add_char(out, ' ');
        apo_words__directions(out, leg->directions);
    }
    say_conditions(out, leg);
}

/* --- the end of a leg ---------------------------------------------------- */

static const char *words_of_pass(uint8_t pass)
{
    switch (pass) {
    case APO_PASS_EMPTY: return "";
    case APO_PASS_EMPTY | APO_PASS_SCREEN: return " over whatever is there";
    case APO_PASS_SCREEN: return " to a piece, hops over it";
    case APO_PASS_FRIEND: return " to a piece of its own side, hops over it";
    case APO_PASS_EMPTY | APO_PASS_FRIEND: return ", hopping over a friend if one is there";
    case APO_PASS_TAKE: return " to an enemy, captures it";
    case APO_PASS_EMPTY | APO_PASS_TAKE: return ", capturing an enemy if one is there";
    case APO_PASS_REMOVE: return " to a piece of its own side, removes it";
    case APO_PASS_EMPTY | APO_PASS_REMOVE: return ", removing a friend if one is there";
    case APO_PASS_EN_PASSANT: return ", captures en passant there";
    default: break;
    }
    if (pass & APO_PASS_TAKE)
        return ", capturing or hopping over what is there";
    return ", hopping over or removing what is there";
}

static void say_end_part(apo_buffer *out, const char *words, bool *is_more)
{
    apo_buffer_add(out, *is_more ? " or " : ", only ");
    apo_buffer_add(out, words);
    *is_more = true;
}

static void say_end(apo_buffer *out, uint8_t end)
{
    enum {
        PLAIN = APO_END_MOVE | APO_END_CAPTURE,
        PAWN = APO_END_CAPTURE | APO_END_EN_PASSANT
    };

    bool is_more = false;
    if (end == APO_END_MOVE)
        apo_buffer_add(out, ", without capturing");
    else if (end == APO_END_CAPTURE)
        apo_buffer_add(out, ", only to capture");
    else if (end == PAWN)
        apo_buffer_add(out, ", only to capture, also en passant");
    if (end == APO_END_MOVE || end == APO_END_CAPTURE || end == PAWN)
        return;
    if ((end & PLAIN) == PLAIN) {
        if (end & APO_END_EN_PASSANT)
            apo_buffer_add(out, ", also en passant");
        if (end & APO_END_FRIEND)
            apo_buffer_add(out, ", also onto a piece of its own side, which is removed");
        return;
    }
    if (end & APO_END_MOVE)
        say_end_part(out, "to an empty square", &is_more);
    if (end & APO_END_CAPTURE)
        say_end_part(out, "to capture", &is_more);
    if (end & APO_END_EN_PASSANT)
        say_end_part(out, "to capture en passant", &is_more);
    if (end & APO_END_FRIEND)
        say_end_part(out, "onto a piece of its own side, which is removed", &is_more);
    if (end & APO_END_ROYAL)
        say_end_part(out, "to capture a royal piece", &is_more);
}

/* --- moves --------------------------------------------------------------- */

/* True if the piece lands behind a screen, on the same line. */
static bool is_landing(const part *screen, const part *landing)
{
    const apo_leg *a = &screen->leg, *b = &landing->leg;
    return (a->pass == APO_PASS_SCREEN || a->pass == APO_PASS_FRIEND) && is_straight_on(b) &&
           a->shorter == b->shorter && a->longer == b->longer;
}

static void say_landing(apo_buffer *out, const part *p)
{
    const apo_leg *leg = &p->leg;
    if (leg->most == 1) {
        apo_buffer_add(out, " and lands right behind it");
    } else if (leg->is_range_shared) {
        apo_buffer_add(out, " and goes on, no further than square ");
        apo_buffer_add_number(out, leg->most);
    } else {
        apo_buffer_add(out, " and slides on");
        say_most(out, leg);
    }
}

static void say_story(apo_buffer *out, const story *s, bool is_both_hands)
{
    apo_telling telling = {.course = APO_COURSE_ANY, .is_both_hands = is_both_hands};
    for (unsigned i = 0; i < s->count; i++) {
        const part *p = &s->parts[i];
        if (i > 0 && is_landing(&s->parts[i - 1], p)) {
            say_landing(out, p);
        } else {
            if (i > 0)
                apo_buffer_add(out, ", then ");
            say_leg(out, p, i == 0, &telling);
        }
        telling.course = apo_words__next_course(&p->leg, i == 0, telling.course);
        if (i + 1 < s->count)
            apo_buffer_add(out, words_of_pass(p->leg.pass));
    }
}

/* Writes a move bounded by its own half. */
static void say_bounded(apo_buffer *out, const story *s)
{
    part line = s->parts[0];
    apo_telling telling = {.course = APO_COURSE_ANY};
    line.leg.most = APO_RANGE_UNLIMITED;
    say_leg(out, &line, true, &telling);
    apo_buffer_add(out, " as far as the middle of the board, past it 1 at a time");
}

static void say_move(apo_buffer *out, const apo_piece_move *move, bool is_both_hands)
{
    story s;
    if (move->is_unmoved)
        apo_buffer_add(out, "as its first move ");
    if (move->is_universal) {
        apo_buffer_add(out, "leaps to any square of the board");
    } else {
        make_story(move, &s);
        if (move->is_bounded)
            say_bounded(out, &s);
        else
            say_story(out, &s, is_both_hands);
    }
    say_end(out, move->end);
    if (move->is_bounded || move->has_trail)
        apo_buffer_add(out, "; squares passed can be captured on en passant");
}

static void say_castling(apo_buffer *out, const apo_castling *castling)
{
    apo_buffer_add(out, castling->is_unmoved ? "as its first move castles" : "castles");
    if (castling->is_left != castling->is_right)
        apo_buffer_add(out, castling->is_left ? " to the left" : " to the right");
    apo_buffer_add(out, " with the unmoved piece ");
    if (castling->partner_inward > 1) {
        apo_buffer_add_number(out, castling->partner_inward);
        apo_buffer_add(out, " from");
    } else {
        apo_buffer_add(out, castling->partner_inward == 1 ? "next to" : "on");
    }
    apo_buffer_add(out, " the last square of the rank: goes ");
    apo_buffer_add_number(out, castling->king_steps);
    apo_buffer_add(out, " toward it, and it jumps to the other side");
}

static void say_imitation(apo_buffer *out, const apo_imitation *imitation)
{
    apo_buffer_add(out, imitation->is_move && imitation->is_capture ? "moves and captures"
                        : imitation->is_move                        ? "moves"
                        : imitation->is_capture                     ? "captures"
                                                                    : "captures royal pieces");
    apo_buffer_add(out, " as the piece that was moved last");
    if (imitation->is_backward)
        apo_buffer_add(out,
                       imitation->is_forward ? ", forward and turned round" : ", turned round");
}

/* --- mirror images ------------------------------------------------------- */

static uint8_t mirror_turns(uint8_t set)
{
    unsigned mirrored = set & 0x11U;
    for (unsigned turn = 1; turn <= 3; turn++)
        mirrored |= (set >> turn & 1U) << (8 - turn) | (set >> (8 - turn) & 1U) << turn;
    return (uint8_t)mirrored;
}

/* True if both moves are mirror images: one turns left where the other turns right. */
static bool is_mirrored(const apo_piece_move *a, const apo_piece_move *b)
{
    apo_piece_move image = *b;
    bool is_turning = false;
    if (a->is_universal || a->leg_count != b->leg_count)
        return false;
    for (unsigned i = 1; i < a->leg_count; i++) {
        uint8_t set = a->legs[i].directions;
        uint8_t mirrored = mirror_turns(set);
        bool is_single = (set & (set - 1)) == 0;
        if (a->legs[i].bends != 0 || a->legs[i].is_outward || (set != mirrored && !is_single) ||
            b->legs[i].directions != mirrored)
            return false;
        is_turning = is_turning || set != mirrored;
        image.legs[i].directions = set;
    }
    /* The same reader filled both, so their padding is equal. */
    return is_turning && memcmp(a, &image, sizeof image) == 0;
}

/* --- lines --------------------------------------------------------------- */

/* Removes the line that begins at `start` if it is a duplicate. */
static void finish_line(apo_buffer *out, size_t first, size_t start)
{
    if (out->is_failed)
        return;
    apo_span rest = {out->bytes + first, start - first}, line;
    apo_span written = {out->bytes + start, out->length - start};
    while (apo_span_line(&rest, &line)) {
        if (apo_span_same(line, written)) {
            out->length = start;
            out->bytes[start] = '\0';
            return;
        }
    }
    apo_buffer_add_char(out, '\n');
}

void apo_betza_words(apo_buffer *out, const apo_piece_moves *moves)
{
    size_t first = out->length;
    apo_piece_moves joined = *moves;
    apo_betza__join_turns(&joined);
    for (unsigned i = 0; i < joined.move_count; i++) {
        size_t start = out->length;
        bool is_both_hands =
            i + 1 < joined.move_count && is_mirrored(&joined.moves[i], &joined.moves[i + 1]);
        say_move(out, &joined.moves[i], is_both_hands);
        finish_line(out, first, start);
        i += is_both_hands ? 1 : 0;
    }
    for (unsigned i = 0; i < moves->castling_count; i++) {
        size_t start = out->length;
        say_castling(out, &moves->castlings[i]);
        finish_line(out, first, start);
    }
    if (moves->imitation.is_present) {
        size_t start = out->length;
        say_imitation(out, &moves->imitation);
        finish_line(out, first, start);
    }
    if (moves->move_count == 0 && moves->castling_count == 0 && !moves->imitation.is_present)
        apo_buffer_add(out, "does not move\n");
}
