#include "base/mem.h"
#include "definition/betza/dialect_priv.h"
#include "definition/betza/write_priv.h"

/* Writing in other dialects: moves are split until each can be expressed there, then written in
 * the common form, then read back with the other program's meaning. */

static const apo_span nothing = {NULL, 0};

static apo_status fail(apo_error *err, const char *detail)
{
    return apo_fail(err, APO_E_UNSUPPORTED, 0, detail, nothing);
}

static bool is_among(uint8_t set, const uint8_t *sets)
{
    for (; *sets != 0; sets++)
        if (*sets == set)
            return true;
    return false;
}

/* --- XBoard -------------------------------------------------------------- */

/* Direction sets whose letters XBoard reads in the usual way; the largest first. */
static const uint8_t diagonal_sets[] = {0xAA, 0x82, 0x28, 0xA0, 0x0A,
                                        0x02, 0x08, 0x20, 0x80, 0};
static const uint8_t later_sets[] = {0x44, 0x82, 0x28, 0x01, 0x10, 0x40,
                                     0x04, 0x02, 0x08, 0x20, 0x80, 0};

typedef struct splitting {
    apo_piece_moves done;
    apo_piece_move open[APO_PIECE_MOVES_MAX]; /* still to be resolved; a stack */
    unsigned open_count;
    bool is_full;
} splitting;

static void push(splitting *s, const apo_piece_move *move)
{
    if (s->open_count == APO_PIECE_MOVES_MAX)
        s->is_full = true;
    else
        s->open[s->open_count++] = *move;
}

static void finish(splitting *s, const apo_piece_move *move)
{
    if (s->done.move_count == APO_PIECE_MOVES_MAX)
        s->is_full = true;
    else
        s->done.moves[s->done.move_count++] = *move;
}

/* Splits a move in two: leg `index` with the directions in `part`, and with the others. */
static void split_at(splitting *s, const apo_piece_move *move, unsigned index, unsigned part)
{
    apo_piece_move some = *move, others = *move;
    some.legs[index].directions &= (uint8_t)part;
    others.legs[index].directions &= (uint8_t)~part;
    push(s, &others);
    push(s, &some);
}

static bool is_mixed(uint8_t directions)
{
    return (directions & APO_COMPASS_ORTHOGONAL) && (directions & APO_COMPASS_DIAGONAL);
}

static bool is_straight(const apo_leg *leg)
{
    return leg->shorter == 0;
}

/* True if leg `index` depends on whether the previous leg is orthogonal or diagonal. */
static bool needs_course(const apo_piece_move *move, unsigned index)
{
    for (unsigned i = index; i < move->leg_count; i++)
        if (move->legs[i].is_outward || move->legs[i].compass != APO_COMPASS_ALL)
            return true;
    return false;
}

/* Resolves "outward" and the compass of a later leg; false if no turn is left. */
static bool resolve_leg(apo_leg *leg, bool is_diagonal)
{
    unsigned home = is_diagonal ? APO_COMPASS_DIAGONAL : APO_COMPASS_ORTHOGONAL;
    if (leg->is_outward)
        leg->directions = leg->compass & home ? 0x01 : 0x82;
    if (leg->compass == APO_COMPASS_ORTHOGONAL || leg->compass == APO_COMPASS_DIAGONAL)
        leg->directions &= leg->compass == home ? APO_COMPASS_ORTHOGONAL : APO_COMPASS_DIAGONAL;
    leg->is_outward = false;
    leg->compass = APO_COMPASS_ALL;
    return leg->directions != 0;
}

/* Resolves all legs of a move; false if the move was split instead, or is impossible. */
static bool resolve_move(splitting *s, apo_piece_move *move)
{
    bool is_diagonal = (move->legs[0].directions & APO_COMPASS_DIAGONAL) != 0;
    move->legs[0].compass = APO_COMPASS_ALL;
    for (unsigned i = 0; i < move->leg_count; i++) {
        apo_leg *leg = &move->legs[i];
        if (!is_straight(leg)) {
            leg->compass = APO_COMPASS_ALL;
            continue;
        }
        if (i > 0 && !resolve_leg(leg, is_diagonal))
            return false;
        if (is_mixed(leg->directions) &&
            (needs_course(move, i + 1) || (i == 0 && leg->directions != APO_COMPASS_ALL))) {
            split_at(s, move, i, APO_COMPASS_ORTHOGONAL);
            return false;
        }
        if (i > 0 && (leg->directions & APO_COMPASS_DIAGONAL))
            is_diagonal = !is_diagonal;
    }
    return true;
}

/* Splits a move at the first leg whose directions have no simple letters; true if it was
 * split. */
static bool split_directions(splitting *s, const apo_piece_move *move)
{
    for (unsigned i = 0; i < move->leg_count; i++) {
        const apo_leg *leg = &move->legs[i];
        uint8_t set = leg->directions;
        bool is_first_diagonal = i == 0 && (set & APO_COMPASS_ORTHOGONAL) == 0;
        const uint8_t *sets = is_first_diagonal ? diagonal_sets : later_sets;
        bool is_plain =
            i == 0 ? !is_straight(leg) || !is_first_diagonal
                   : set == APO_BETZA_ALL_BUT_BACK && is_mixed(move->legs[0].directions);
        if (is_plain || is_among(set, sets))
            continue;
        while ((*sets & ~set) != 0)
            sets++;
        split_at(s, move, i, *sets);
        return true;
    }
    return false;
}

/* Leaps combined with shorter steps become steps over any square: D is mpafW. */
static bool expand_leaps(apo_piece_move *move)
{
    apo_piece_move whole = *move;
    whole.leg_count = 0;
    for (unsigned i = 0; i < move->leg_count; i++) {
        apo_leg step = move->legs[i];
        unsigned longer = step.longer;
        if (!is_straight(&step) || (longer > 1 && step.most > 1) ||
            whole.leg_count + longer > APO_LEGS_MAX)
            return false;
        static const uint8_t between[APO_BETWEENS] = {APO_PASS_EMPTY | APO_PASS_SCREEN,
                                                      APO_PASS_EMPTY, APO_PASS_SCREEN};
        for (unsigned k = 0; k < longer; k++) {
            apo_leg *leg = &whole.legs[whole.leg_count++];
            *leg = step;
            leg->longer = 1;
            leg->between = APO_BETWEEN_ANYTHING;
            if (k > 0) {
                leg->directions = 1;
                leg->is_outward = false;
                leg->compass = APO_COMPASS_ALL;
            }
            if (k + 1 < longer)
                leg->pass = between[step.between];
        }
    }
    *move = whole;
    return true;
}

static bool has_one_step(const apo_piece_move *move)
{
    for (unsigned i = 1; i < move->leg_count; i++)
        if (move->legs[i].shorter != move->legs[0].shorter ||
            move->legs[i].longer != move->legs[0].longer)
            return false;
    return true;
}

static apo_status check_xboard(const apo_piece_moves *moves, apo_error *err)
{
    if (moves->imitation.is_present)
        return fail(err, "XBoard has no imitator");
    for (unsigned i = 0; i < moves->move_count; i++) {
        const apo_piece_move *move = &moves->moves[i];
        if (move->is_universal)
            return fail(err, "XBoard has no universal leaper");
        if (move->is_bounded)
            return fail(err, "XBoard has no range up to the middle of the board ('*')");
        if (move->end & APO_END_ROYAL)
            return fail(err, "XBoard has no moves against kings only (k)");
        for (unsigned k = 0; k < move->leg_count; k++) {
            if (move->legs[k].line != APO_LINE_STRAIGHT)
                return fail(err, "XBoard has no crooked and circular riders (z, q)");
            if (move->legs[k].bends != 0)
                return fail(err, "XBoard has no turns that depend on the turn before (z, q)");
        }
    }
    return APO_OK;
}

/* Splits moves until XBoard's dialect can express them. */
static apo_status prepare_xboard(apo_piece_moves *moves, apo_error *err)
{
    splitting s;
    apo_status status = check_xboard(moves, err);
    if (status != APO_OK)
        return status;
    memset(&s, 0, sizeof s);
    for (unsigned i = moves->move_count; i > 0; i--)
        push(&s, &moves->moves[i - 1]);
    while (s.open_count > 0 && !s.is_full) {
        apo_piece_move move = s.open[--s.open_count];
        if (!has_one_step(&move) && !expand_leaps(&move))
            return fail(err, "XBoard cannot join legs of these different lengths");
        if (resolve_move(&s, &move) && !split_directions(&s, &move))
            finish(&s, &move);
    }
    if (s.is_full)
        return fail(err, "in XBoard's dialect the piece would have more than 48 moves");
    memcpy(moves->moves, s.done.moves, sizeof moves->moves);
    moves->move_count = s.done.move_count;
    return APO_OK;
}

static apo_status write_xboard(apo_text *out, const apo_piece_moves *moves, apo_error *err)
{
    static const apo_betza_style style = {.is_verbatim = true};
    apo_piece_moves prepared = *moves, read;
    size_t start = out->length;
    apo_status status = prepare_xboard(&prepared, err);
    if (status == APO_OK)
        status = apo_betza_write_style(out, &prepared, style, err);
    if (status != APO_OK || out->length == start)
        return status;
    return apo_dialect_read(&read, (apo_span){out->bytes + start, out->length - start},
                            APO_DIALECT_XBOARD, NULL, err);
}

/* --- Fairy-Stockfish ----------------------------------------------------- */

static bool is_single_step(const apo_leg *leg, uint8_t directions)
{
    return leg->shorter == 0 && leg->longer == 1 && leg->most == 1 && leg->skipped == 0 &&
           leg->wrap == APO_WRAP_NONE && leg->directions == directions && leg->bends == 0 &&
           !leg->is_same_length;
}

/* afsW is nN there, afsafW is nZ. */
static bool write_lame(apo_text *out, const apo_piece_move *move)
{
    const apo_leg *legs = move->legs;
    unsigned count = move->leg_count;
    if (count != 2 && count != 3)
        return false;
    bool is_turning = legs[1].directions == 0x82 && !legs[1].is_outward;
    bool is_outward = legs[1].is_outward && legs[1].compass == APO_COMPASS_DIAGONAL;
    if (move->is_unmoved || move->has_trail ||
        !is_single_step(&legs[0], APO_COMPASS_ORTHOGONAL) || legs[0].pass != APO_PASS_EMPTY ||
        !is_single_step(&legs[1], legs[1].directions) || (!is_turning && !is_outward))
        return false;
    if (count == 3 && (legs[1].pass != APO_PASS_EMPTY ||
                       !(is_single_step(&legs[2], 1) || legs[2].is_outward) ||
                       legs[2].most != 1 || legs[2].longer != 1))
        return false;
    apo_betza__write_end(out, move->end);
    apo_text_add(out, count == 2 ? "nN" : "nZ");
    return true;
}

/* Splits K and Q with directions into two parts. */
static void split_king(const apo_piece_move *move, apo_piece_moves *out)
{
    const apo_leg *leg = &move->legs[0];
    memset(out, 0, sizeof *out);
    out->moves[0] = *move;
    out->move_count = 1;
    if (move->is_universal || leg->shorter > 0 || leg->directions == APO_COMPASS_ALL ||
        !is_mixed(leg->directions))
        return;
    out->moves[1] = *move;
    out->move_count = 2;
    out->moves[0].legs[0].directions &= APO_COMPASS_ORTHOGONAL;
    out->moves[1].legs[0].directions &= APO_COMPASS_DIAGONAL;
}

static apo_status check_fairy(const apo_piece_move *move, apo_error *err)
{
    if (move->is_universal)
        return fail(err, "Fairy-Stockfish has no universal leaper");
    if (move->is_bounded)
        return fail(err, "Fairy-Stockfish has no range up to the middle of the board ('*')");
    if (move->end & (APO_END_FRIEND | APO_END_ROYAL))
        return fail(err, "Fairy-Stockfish has no captures of friends or of kings only (d, k)");
    return APO_OK;
}

static bool has_legs(const char *text)
{
    while (*text != '\0' && *text != 'a')
        text++;
    return *text == 'a';
}

static apo_status write_fairy_move(apo_text *out, const apo_piece_move *whole,
                                   apo_fault_list *notes, apo_error *err)
{
    static const apo_betza_style style = {.has_doubling = true};
    apo_piece_move move = *whole;
    apo_piece_moves parts, read;
    apo_status status = check_fairy(&move, err);
    if (status != APO_OK || write_lame(out, &move))
        return status;
    if (move.end == APO_END_EN_PASSANT)
        return fail(err, "Fairy-Stockfish has no moves that only capture en passant");
    if (move.end & APO_END_EN_PASSANT)
        apo_fault_warn(notes, 0, 0, nothing,
                       "e is left out: Fairy-Stockfish has enPassantTypes instead", nothing);
    move.end &= (uint8_t) ~(unsigned)APO_END_EN_PASSANT;
    if (move.is_unmoved)
        apo_fault_warn(notes, 0, 0, nothing,
                       "i means \"from the double-step region\" in Fairy-Stockfish", nothing);
    split_king(&move, &parts);
    size_t start = out->length;
    status = apo_betza_write_style(out, &parts, style, err);
    if (status != APO_OK || has_legs(out->bytes + start))
        return fail(err, "Fairy-Stockfish has no moves of several legs");
    return apo_dialect_read(&read, (apo_span){out->bytes + start, out->length - start},
                            APO_DIALECT_FAIRY, NULL, err);
}

static apo_status write_fairy(apo_text *out, const apo_piece_moves *moves,
                              apo_fault_list *notes, apo_error *err)
{
    apo_piece_moves joined = *moves;
    apo_status status = APO_OK;
    if (moves->castling_count > 0)
        return fail(err,
                    "castling (O) is not a move of a piece in Fairy-Stockfish, but set by the "
                    "keys castling...");
    if (moves->imitation.is_present)
        return fail(err, "Fairy-Stockfish has no imitator");
    apo_betza__join_turns(&joined);
    for (unsigned i = 0; i < joined.move_count && status == APO_OK; i++)
        status = write_fairy_move(out, &joined.moves[i], notes, err);
    return status;
}

apo_status apo_dialect_write(apo_text *out, const apo_piece_moves *moves,
                             enum apo_dialect dialect, apo_fault_list *notes, apo_error *err)
{
    switch (dialect) {
    case APO_DIALECT_XBOARD: return write_xboard(out, moves, err);
    case APO_DIALECT_FAIRY: return write_fairy(out, moves, notes, err);
    case APO_DIALECT_ID:
    case APO_DIALECTS: break;
    }
    return apo_betza_write(out, moves, err);
}
