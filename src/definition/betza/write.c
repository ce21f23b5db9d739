#include "definition/betza/write.h"

#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/betza/write_priv.h"

/* A move is written in the classic form (legs with 'a' and one atom) where that is possible,
 * and in brackets otherwise. Successive moves, each of which continues where the previous one
 * may stop, share a bracket: [F?R]. */

/* A move as units of text. */
typedef struct sentence {
    apo_betza_unit units[APO_LEGS_MAX];
    unsigned count;
    bool can_stop[APO_LEGS_MAX]; /* in brackets: '?' after this leg */
} sentence;

static bool is_hop_range(const apo_leg *screen, const apo_leg *landing, char *out_hop,
                         uint8_t *out_most)
{
    *out_hop = 'p';
    *out_most = landing->most;
    if (landing->is_range_shared)
        return landing->most != APO_RANGE_UNLIMITED && landing->most == screen->most + 1;
    if (screen->most == landing->most)
        return screen->most == 1 || screen->most == APO_RANGE_UNLIMITED;
    *out_hop = 'g';
    *out_most = screen->most;
    if (screen->most != APO_RANGE_UNLIMITED)
        *out_most = (uint8_t)(screen->most + 1);
    return landing->most == 1 && screen->most != APO_RANGE_UNLIMITED - 1;
}

/* True if leg `landing` only completes a hop of the previous leg, so that both are one leg with
 * p or g in XBetza. */
static bool is_hop(const apo_leg *screen, const apo_leg *landing, apo_betza_unit *unit)
{
    bool is_over = screen->pass == APO_PASS_SCREEN || screen->pass == APO_PASS_FRIEND;
    bool is_same_step = screen->shorter == landing->shorter &&
                        screen->longer == landing->longer && screen->wrap == landing->wrap;
    bool is_plain = screen->least == 1 && screen->skipped == 0 && landing->least == 1 &&
                    landing->skipped == 0 && screen->between == APO_BETWEEN_ANYTHING &&
                    landing->between == APO_BETWEEN_ANYTHING &&
                    screen->line == APO_LINE_STRAIGHT && landing->line == APO_LINE_STRAIGHT &&
                    !screen->is_same_length && !landing->is_same_length;
    bool is_straight = landing->directions == 1 && landing->bends == 0 && !landing->is_outward;
    if (!is_over || !is_same_step || !is_plain || !is_straight)
        return false;
    if (!is_hop_range(screen, landing, &unit->hop, &unit->leg.most)) {
        unit->hop = 0;
        unit->leg.most = screen->most;
        return false;
    }
    unit->is_friend = screen->pass == APO_PASS_FRIEND;
    return true;
}

static void make_sentence(const apo_piece_move *move, sentence *out)
{
    memset(out, 0, sizeof *out);
    out->count = move->leg_count;
    for (unsigned i = 0; i < out->count; i++)
        out->units[i].leg = move->legs[i];
    if (out->count > 1 && is_hop(&move->legs[out->count - 2], &move->legs[out->count - 1],
                                 &out->units[out->count - 2]))
        out->count--;
    apo_betza_unit *last = &out->units[out->count - 1];
    last->is_last = true;
    last->end = move->end;
    out->can_stop[out->count - 1] = true;
    out->units[0].is_first = true;
    out->units[0].is_unmoved = move->is_unmoved;
    out->units[0].has_trail = move->has_trail;
}

/* --- the classic form ---------------------------------------------------- */

static bool is_one_atom(const sentence *s)
{
    const apo_leg *first = &s->units[0].leg;
    for (unsigned i = 1; i < s->count; i++) {
        const apo_leg *leg = &s->units[i].leg;
        if (leg->shorter != first->shorter || leg->longer != first->longer ||
            leg->compass != APO_COMPASS_ALL || leg->is_outward)
            return false;
    }
    return true;
}

/* Chooses the atom's letter so that exchanged ranges are right; false if none is. */
static bool choose_slider(const sentence *s, bool *out_is_slider)
{
    const apo_leg *first = &s->units[0].leg;
    bool is_step = first->shorter == 0 && first->longer == 1;
    *out_is_slider = is_step && first->most != 1;
    for (unsigned i = 1; i < s->count; i++) {
        uint8_t most = s->units[i].leg.most;
        if (most == first->most)
            continue;
        if (most != 1 && most != APO_RANGE_UNLIMITED)
            return false;
        if (most == 1 && !is_step)
            return false;
        *out_is_slider = most == 1;
    }
    return true;
}

/* Finds the legs that exchange the ranges of later ones. */
static bool choose_toggles(sentence *s, bool is_slider)
{
    const apo_leg *first = &s->units[0].leg;
    bool is_toggled = false;
    for (unsigned i = 1; i < s->count; i++) {
        const apo_leg *leg = &s->units[i].leg;
        bool is_changed = leg->most != first->most;
        if (is_changed && leg->most != (is_slider ? 1 : APO_RANGE_UNLIMITED))
            return false;
        s->units[i - 1].is_toggling = is_changed != is_toggled;
        is_toggled = is_changed;
    }
    return true;
}

/* False, with part of the text written, if the classic form cannot express it. */
static bool write_classic(apo_text *out, sentence *s, bool is_bounded, apo_betza_style style)
{
    bool is_slider;
    if (!is_one_atom(s) || !choose_slider(s, &is_slider) || !choose_toggles(s, is_slider))
        return false;
    if (is_bounded)
        is_slider = false;
    for (unsigned i = 0; i < s->count; i++) {
        if (i > 0)
            apo_text_add_char(out, 'a');
        if (!apo_betza__write_letters(out, &s->units[i]))
            return false;
    }
    apo_betza_unit first = s->units[0];
    if (is_bounded)
        first.leg.most = 1; /* the star takes the place of the range */
    if (!apo_betza__write_atom(out, &first, is_slider, style))
        return false;
    if (is_bounded)
        apo_text_add_char(out, '*');
    return true;
}

/* --- brackets ------------------------------------------------------------ */

static bool write_bracket(apo_text *out, const sentence *s, apo_betza_style style)
{
    bool is_said = s->count > 1 && !s->units[0].has_trail;
    if (s->units[0].is_unmoved)
        apo_text_add_char(out, 'i');
    apo_betza__write_end(out, s->units[s->count - 1].end);
    apo_text_add_char(out, '[');
    for (unsigned i = 0; i < s->count && is_said; i++) {
        apo_betza_unit unit = s->units[i];
        unit.is_unmoved = false;
        unit.is_in_bracket = true;
        unit.end = APO_END_MOVE | APO_END_CAPTURE;
        bool is_slider = unit.leg.most != 1;
        is_said = apo_betza__write_letters(out, &unit) &&
                  apo_betza__write_atom(out, &unit, is_slider, style);
        if (i + 1 < s->count)
            apo_text_add_char(out, s->can_stop[i] ? '?' : '-');
    }
    apo_text_add_char(out, ']');
    return is_said;
}

static bool is_same_leg(const apo_leg *a, const apo_leg *b)
{
    apo_leg x = *a, y = *b;
    x.pass = 0;
    y.pass = 0;
    /* Legs can be compared bytewise because they have no padding. */
    _Static_assert(sizeof(apo_leg) == 15, "is_same_leg compares bytes");
    return memcmp(&x, &y, sizeof x) == 0;
}

/* True if `next` continues where `move` may stop. */
static bool is_continued(const apo_piece_move *move, const apo_piece_move *next)
{
    if (move->is_universal || next->leg_count <= move->leg_count || next->end != move->end ||
        next->is_unmoved != move->is_unmoved || move->has_trail || next->has_trail ||
        move->is_bounded || next->is_bounded)
        return false;
    for (unsigned i = 0; i < move->leg_count; i++) {
        if (!is_same_leg(&move->legs[i], &next->legs[i]) ||
            (i + 1 < move->leg_count && move->legs[i].pass != next->legs[i].pass))
            return false;
    }
    return next->legs[move->leg_count - 1].pass == APO_PASS_EMPTY;
}

/* --- all moves ----------------------------------------------------------- */

/* Removes the text of a failed attempt. */
static void cut_text(apo_text *text, size_t length)
{
    text->length = length;
    text->bytes[length] = '\0';
}

static bool is_readable(const apo_text *out, size_t start)
{
    apo_piece_moves moves;
    apo_span text = {out->bytes + start, out->length - start};
    return !out->is_overflowed && apo_betza_parse(&moves, text, NULL) == APO_OK;
}

/* Tries moves[first .. first + count - 1] in one bracket. */
static bool try_chain(apo_text *out, const apo_piece_move *moves, unsigned count,
                      apo_betza_style style)
{
    sentence s, shorter;
    size_t start = out->length;
    make_sentence(&moves[count - 1], &s);
    for (unsigned i = 0; i + 1 < count; i++) {
        make_sentence(&moves[i], &shorter);
        if (shorter.count != moves[i].leg_count || shorter.count >= s.count)
            return false;
        s.can_stop[shorter.count - 1] = true;
    }
    if (write_bracket(out, &s, style) && is_readable(out, start))
        return true;
    if (!out->is_overflowed)
        cut_text(out, start);
    return false;
}

static unsigned measure_chain(const apo_piece_move *moves, unsigned count)
{
    unsigned length = 1;
    while (length < count && is_continued(&moves[length - 1], &moves[length]))
        length++;
    return length;
}

static void write_universal(apo_text *out, const apo_piece_move *move)
{
    if (move->is_unmoved)
        apo_text_add_char(out, 'i');
    apo_betza__write_end(out, move->end);
    apo_text_add_char(out, 'U');
}

static bool try_classic(apo_text *out, const apo_piece_move *move, apo_betza_style style)
{
    sentence s;
    size_t start = out->length;
    make_sentence(move, &s);
    if (write_classic(out, &s, move->is_bounded, style) && is_readable(out, start))
        return true;
    if (!out->is_overflowed)
        cut_text(out, start);
    return false;
}

static bool is_classic(const apo_piece_move *move, apo_betza_style style)
{
    char bytes[APO_BETZA_TEXT_MAX / 8];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    return try_classic(&text, move, style);
}

/* Writes one move, or several in a bracket; returns how many, 0 if there is no text for it. */
static unsigned write_some(apo_text *out, const apo_piece_move *moves, unsigned count,
                           apo_betza_style style)
{
    if (moves->is_universal) {
        write_universal(out, moves);
        return 1;
    }
    unsigned chain = style.has_brackets ? measure_chain(moves, count) : 1;
    for (; chain > 1; chain--) {
        if (!is_classic(&moves[chain - 1], style) && try_chain(out, moves, chain, style))
            return chain;
    }
    if (try_classic(out, moves, style))
        return 1;
    return style.has_brackets && try_chain(out, moves, 1, style) ? 1 : 0;
}

static void write_castling(apo_text *out, const apo_castling *castling)
{
    if (castling->is_unmoved)
        apo_text_add_char(out, 'i');
    if (castling->is_left)
        apo_text_add_char(out, castling->is_right ? 's' : 'l');
    else
        apo_text_add_char(out, 'r');
    for (unsigned i = 0; i < castling->partner_inward; i++)
        apo_text_add_char(out, 'j');
    apo_text_add_char(out, 'O');
    apo_text_add_number(out, castling->king_steps);
}

static void write_imitation(apo_text *out, const apo_imitation *imitation)
{
    if (!imitation->is_present)
        return;
    if (imitation->is_forward != imitation->is_backward)
        apo_text_add_char(out, imitation->is_forward ? 'f' : 'b');
    bool is_plain = imitation->is_move && imitation->is_capture && !imitation->is_royal_capture;
    if (!is_plain && imitation->is_move)
        apo_text_add_char(out, 'm');
    if (!is_plain && imitation->is_capture)
        apo_text_add_char(out, 'c');
    if (imitation->is_royal_capture)
        apo_text_add_char(out, 'k');
    apo_text_add_char(out, 'I');
}

/* The later leg whose directions are the only difference of both moves, or 0. */
static unsigned find_other_turn(const apo_piece_move *a, const apo_piece_move *b)
{
    unsigned found = 0;
    if (a->is_universal || b->is_universal || a->leg_count != b->leg_count ||
        a->end != b->end || a->is_unmoved != b->is_unmoved ||
        !is_same_leg(&a->legs[0], &b->legs[0]) || a->legs[0].pass != b->legs[0].pass)
        return 0;
    for (unsigned i = 1; i < a->leg_count; i++) {
        apo_leg turned = b->legs[i];
        turned.directions = a->legs[i].directions;
        if (!is_same_leg(&a->legs[i], &turned) || a->legs[i].pass != turned.pass ||
            turned.is_outward)
            return 0;
        if (b->legs[i].directions == turned.directions)
            continue;
        if (found != 0)
            return 0;
        found = i;
    }
    return found;
}

void apo_betza__join_turns(apo_piece_moves *moves)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < moves->move_count; i++) {
        const apo_piece_move *move = &moves->moves[i];
        unsigned turn = kept > 0 ? find_other_turn(&moves->moves[kept - 1], move) : 0;
        if (turn > 0)
            moves->moves[kept - 1].legs[turn].directions |= move->legs[turn].directions;
        else
            moves->moves[kept++] = *move;
    }
    moves->move_count = (uint8_t)kept;
}

/* The number of equal capitals that end at `at`. They are read in pairs. */
static size_t count_capitals(const apo_text *out, size_t at)
{
    size_t count = 0;
    while (count < at && out->bytes[at - 1 - count] == out->bytes[at - 1])
        count++;
    return count;
}

/* True if the move's range is unlimited when no number is written. */
static bool is_unlimited(const apo_piece_move *move, char atom)
{
    if (atom == 'R' || atom == 'B' || atom == 'Q')
        return true;
    return move != NULL && move->legs[move->leg_count - 1].line != APO_LINE_STRAIGHT;
}

/* Two atoms with the same letter would read as a doubled one: N1N. Writes the implied range of
 * the first between them; `first` is its move, or NULL if it was not written now. */
static void part_atoms(apo_text *out, size_t at, const apo_piece_move *first)
{
    char before = at > 0 ? out->bytes[at - 1] : '\0';
    if (out->is_overflowed || !apo_is_upper(before) || out->bytes[at] != before ||
        before == 'U')
        return;
    if (count_capitals(out, at) % 2 == 0)
        return; /* the last one is doubled already */
    char kept[APO_BETZA_TEXT_MAX / 8];
    size_t length = out->length - at;
    if (length >= sizeof kept)
        return; /* impossible: a move has 8 legs */
    memcpy(kept, out->bytes + at, length);
    cut_text(out, at);
    apo_text_add_char(out, is_unlimited(first, before) ? '0' : '1');
    apo_text_add_span(out, (apo_span){kept, length});
}

apo_status apo_betza_write_style(apo_text *out, const apo_piece_moves *moves,
                                 apo_betza_style style, apo_error *err)
{
    const apo_span nothing = {NULL, 0};
    apo_piece_moves joined = *moves;
    if (!style.is_verbatim)
        apo_betza__join_turns(&joined);
    for (unsigned i = 0; i < joined.move_count;) {
        size_t start = out->length;
        unsigned count =
            write_some(out, &joined.moves[i], (unsigned)joined.move_count - i, style);
        if (count == 0 && !out->is_overflowed)
            return apo_fail(err, APO_E_UNSUPPORTED, 0,
                            "one of the moves cannot be written with one atom for all its legs",
                            nothing);
        part_atoms(out, start, i > 0 ? &joined.moves[i - 1] : NULL);
        i += count > 0 ? count : 1;
    }
    for (unsigned i = 0; i < moves->castling_count; i++)
        write_castling(out, &moves->castlings[i]);
    write_imitation(out, &moves->imitation);
    if (out->is_overflowed)
        return apo_fail(err, APO_E_TOO_LARGE, 0, "the moves are too long to be written",
                        nothing);
    return APO_OK;
}

apo_status apo_betza_write(apo_text *out, const apo_piece_moves *moves, apo_error *err)
{
    const apo_betza_style style = {.has_doubling = true, .has_brackets = true};
    return apo_betza_write_style(out, moves, style, err);
}
