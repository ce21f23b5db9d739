#include "base/mem.h"
#include "rules/kernel/board.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/rights.h"
#include "rules/kernel/rule.h"

const char *apo_setup_fault_message(unsigned index)
{
    static const char *const messages[APO_SETUP_FAULTS] = {
#define APO_SETUP_FAULT_MESSAGE(name, message) message,
        APO_SETUP_FAULT_LIST(APO_SETUP_FAULT_MESSAGE)
#undef APO_SETUP_FAULT_MESSAGE
    };
    return index < APO_SETUP_FAULTS ? messages[index] : "unknown fault";
}

#define FAULT(name) ((apo_setup_faults)1 << APO_SETUP_FAULT_INDEX_##name)

/* --- starts -------------------------------------------------------------- */

void apo_setup_empty(apo_setup *out, const apo_variant *var)
{
    memset(out, 0, sizeof *out);
    memcpy(out->pieces, var->vacated, var->squares);
    out->trail.piece = APO_SQUARE_NONE;
    out->move_number = 1;
}

/* True if the piece on the square could be standing there since the start. */
static bool is_at_home(const apo_piece *pieces, const apo_variant *var, apo_square sq)
{
    return apo_piece_is_real(pieces[sq]) &&
           apo_types_has(var->home[apo_piece_side(pieces[sq])][sq], apo_piece_type(pieces[sq]));
}

void apo_setup_grant_rights(apo_setup *setup, const apo_variant *var)
{
    apo_state state;
    memset(&state, 0, sizeof state);
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (is_at_home(setup->pieces, var, (apo_square)sq))
            apo_set_add(&state.unmoved, (apo_square)sq);
    state.side = setup->side;
    state.move_number = setup->move_number;
    for (unsigned side = 0; side < APO_SIDES; side++)
        state.pocket[side] = setup->pocket[side];
    setup->unmoved = apo_rights_alive(var, setup->pieces, &state);
}

apo_set apo_setup_castling_rights(const apo_setup *setup, const apo_variant *var)
{
    apo_set pieces = {{0}};
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (apo_piece_is_real(setup->pieces[sq]))
            apo_set_add(&pieces, (apo_square)sq);
    return apo_rights_castling(var, setup->pieces, &pieces);
}

static void place_group(apo_setup *setup, const apo_variant *var, const apo_start_group *group,
                        unsigned order)
{
    for (unsigned copy = 0; copy < group->copy_count; copy++)
        for (unsigned i = 0; i < group->square_count; i++) {
            apo_square sq = group->squares[copy][i];
            unsigned type = group->orders[order][i];
            setup->pieces[sq] = apo_piece_of(APO_WHITE, type);
            setup->pieces[apo_geometry_mirror(&var->geometry, sq)] =
                apo_piece_of(APO_BLACK, type);
        }
}

apo_status apo_setup_start(apo_setup *out, const apo_variant *var, unsigned name_index,
                           unsigned number)
{
    if (name_index >= var->start_count || number < 1 || number > var->start_number_count)
        return APO_E_RANGE;
    apo_setup_empty(out, var);
    memcpy(out->pieces, var->starts[name_index].pieces, var->squares);
    unsigned rest = number - 1;
    for (unsigned i = var->group_count; i-- > 0; rest /= var->start_groups[i].order_count)
        place_group(out, var, &var->start_groups[i], rest % var->start_groups[i].order_count);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        memcpy(out->reserve[side], var->reserve.start, sizeof var->reserve.start);
        if (var->launch.is_on && var->starts[name_index].has_pocket)
            out->pocket[side] = var->launch.pieces;
    }
    apo_setup_grant_rights(out, var);
    return APO_OK;
}

apo_status apo_position_start(apo_position *out, const apo_variant *var, unsigned name_index,
                              unsigned number)
{
    apo_setup setup;
    apo_status status = apo_setup_start(&setup, var, name_index, number);
    return status != APO_OK ? status : apo_position_from_setup(out, &setup, var, NULL);
}

/* --- faults that the setup alone shows ----------------------------------- */

static apo_setup_faults check_place(const apo_setup *setup, const apo_variant *var,
                                    apo_square sq)
{
    apo_piece piece = setup->pieces[sq];
    unsigned place = var->geometry.place[sq];
    if (apo_piece_is_real(piece) &&
        (apo_piece_type(piece) > var->type_count || place == APO_PLACE_NONE))
        return FAULT(BLANK);
    if (piece == APO_PIECE_VOID && place == APO_PLACE_SQUARE)
        return FAULT(MISSING_SQUARE);
    if (piece == APO_PIECE_EMPTY && place == APO_PLACE_TRANSIENT)
        return FAULT(EMPTY_TRANSIENT);
    return piece == APO_PIECE_EMPTY && place == APO_PLACE_NONE ? FAULT(BLANK) : 0;
}

static apo_setup_faults check_pawn(const apo_variant *var, apo_piece piece, apo_square sq)
{
    const apo_promotion_data *data = &var->promotion;
    bool is_stuck =
        apo_types_has(data->pieces, apo_piece_type(piece)) &&
        (data->is_compulsory[apo_piece_side(piece)] >> (sq / var->geometry.files) & 1U);
    return is_stuck ? FAULT(PAWN_RANK) : 0;
}

static apo_setup_faults check_pieces(const apo_setup *setup, const apo_variant *var)
{
    apo_setup_faults faults = 0;
    unsigned kings[APO_SIDES] = {0, 0};
    for (unsigned sq = 0; sq < var->squares; sq++) {
        apo_piece piece = setup->pieces[sq];
        faults |= check_place(setup, var, (apo_square)sq);
        if (!apo_piece_is_real(piece))
            continue;
        kings[apo_piece_side(piece)] += apo_piece_type(piece) == var->royal;
        faults |= check_pawn(var, piece, (apo_square)sq);
    }
    faults |= kings[APO_WHITE] == 0 ? FAULT(NO_KING_WHITE) : 0;
    faults |= kings[APO_BLACK] == 0 ? FAULT(NO_KING_BLACK) : 0;
    faults |= kings[APO_WHITE] > 1 ? FAULT(KINGS_WHITE) : 0;
    faults |= kings[APO_BLACK] > 1 ? FAULT(KINGS_BLACK) : 0;
    return faults;
}

/* Only pieces that a promotion table could give, and never more than a side has at the start.
 * (A stricter sum over board and reserve would be true of games, but set-up positions break
 * it.) */
static apo_setup_faults check_reserve(const apo_setup *setup, const apo_variant *var)
{
    uint32_t barred = var->promotion.pieces | (uint32_t)1 << var->royal;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned total = 0;
        for (unsigned type = 1; type < APO_TYPES_MAX; type++) {
            total += setup->reserve[side][type];
            if (setup->reserve[side][type] > 0 &&
                (apo_types_has(barred, type) || type > var->type_count))
                return FAULT(RESERVE);
        }
        if (total > (var->reserve.is_on ? var->reserve.most_pieces : 0U))
            return FAULT(RESERVE);
    }
    return 0;
}

static unsigned count_of(const apo_setup *setup, const apo_variant *var, apo_piece piece)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < var->squares; sq++)
        count += setup->pieces[sq] == piece;
    return count;
}

void apo_setup_infer_reserve(apo_setup *setup, const apo_variant *var)
{
    for (unsigned side = 0; var->reserve.is_on && side < APO_SIDES; side++)
        for (unsigned type = 1; type <= var->type_count; type++) {
            bool is_kept = !apo_types_has(var->promotion.pieces, type) && type != var->royal;
            unsigned pieces = count_of(setup, var, apo_piece_of((apo_side)side, type)) +
                              apo_types_has(setup->pocket[side], type);
            unsigned total = var->reserve.total[type];
            setup->reserve[side][type] =
                (uint8_t)(is_kept && pieces < total ? total - pieces : 0);
        }
}

static apo_setup_faults check_pocket(const apo_setup *setup, const apo_variant *var)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        if ((setup->pocket[side] & ~var->launch.pieces) != 0)
            return FAULT(POCKET);
    return 0;
}

static apo_setup_faults check_imitated(const apo_setup *setup, const apo_variant *var)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        if (setup->imitated[side] != APO_TYPE_NONE &&
            (var->joker == APO_TYPE_NONE || setup->imitated[side] > var->type_count ||
             setup->imitated[side] == var->joker))
            return FAULT(IMITATED);
    return 0;
}

static bool is_square(const apo_variant *var, apo_square sq)
{
    return sq < var->squares && var->geometry.place[sq] != APO_PLACE_NONE;
}

/* The trail must be what a multiple step of the side not to move leaves (or of the side to
 * move, between the two moves of its double turn): equally spaced empty squares before the
 * piece. */
static bool is_trail_possible(const apo_setup *setup, const apo_variant *var)
{
    const apo_trail *trail = &setup->trail;
    unsigned mover = setup->turn == APO_TURN_SECOND ? setup->side : setup->side ^ 1U;
    if (trail->count > APO_TRAIL_MAX || !is_square(var, trail->piece) ||
        !apo_piece_is_real(setup->pieces[trail->piece]) ||
        apo_piece_side(setup->pieces[trail->piece]) != mover)
        return false;
    int step = trail->piece - trail->passed[trail->count - 1];
    int from = trail->passed[0] - step, files = var->geometry.files;
    int by_file = trail->piece % files - trail->passed[trail->count - 1] % files;
    int by_row = trail->piece / files - trail->passed[trail->count - 1] / files;
    if (by_file < -1 || by_file > 1 || by_row < -1 || by_row > 1)
        return false;
    for (unsigned i = 0; i < trail->count; i++) {
        apo_square sq = trail->passed[i];
        apo_square next = i + 1U < trail->count ? trail->passed[i + 1] : trail->piece;
        if (!is_square(var, sq) || setup->pieces[sq] != APO_PIECE_EMPTY || next - sq != step ||
            next % files - sq % files != by_file)
            return false;
    }
    return from >= 0 && from < var->squares && step != 0 &&
           trail->passed[0] % files - from % files == by_file &&
           !apo_piece_is_real(setup->pieces[from]);
}

/* True if a piece of the type goes that far from the trail's beginning. Types that make
 * multiple steps along no straight line are believed. */
static bool can_leave_trail(const apo_variant *var, const apo_trail *trail, unsigned side,
                            unsigned type)
{
    int step = trail->piece - trail->passed[trail->count - 1];
    unsigned from = (unsigned)(trail->passed[0] - step);
    const apo_piece_table *table = &var->tables[apo_table_index(var, side, type, from)];
    const apo_square_lines *to = &var->square_lines[trail->piece];
    for (unsigned i = 0; i < table->line_count; i++) {
        const apo_line_op *op = &var->line_ops[table->first_line + i];
        for (unsigned axis = 0; axis < APO_AXES; axis++) {
            unsigned lower = to->position[axis] < op->position;
            if (op->line == to->line[axis] && op->modes[lower] & APO_LINE_MOVE &&
                op->limit[lower] > trail->count)
                return true;
        }
    }
    return table->walk_count + table->path_count + table->unmoved_count > 0;
}

static bool can_any_leave_trail(const apo_variant *var, const apo_trail *trail, apo_piece piece)
{
    bool is_mover = apo_types_has(var->trail_types, apo_piece_type(piece));
    uint32_t types = is_mover ? (uint32_t)1 << apo_piece_type(piece) : var->trail_types;
    for (; types != 0; types &= types - 1)
        if (can_leave_trail(var, trail, apo_piece_side(piece), (unsigned)__builtin_ctz(types)))
            return true;
    return false;
}

static apo_setup_faults check_trail(const apo_setup *setup, const apo_variant *var)
{
    if (setup->trail.count == 0)
        return 0;
    if (var->trail_types == 0 || !is_trail_possible(setup, var))
        return FAULT(TRAIL);
    unsigned type = apo_piece_type(setup->pieces[setup->trail.piece]);
    bool is_promoted =
        !apo_types_has(var->trail_types, type) && !apo_types_has(var->promotion.pieces, type);
    unsigned row = setup->trail.piece / var->geometry.files;
    unsigned side = apo_piece_side(setup->pieces[setup->trail.piece]);
    bool is_wrong = (is_promoted && var->promotion.choices[side][row] == 0) ||
                    !can_any_leave_trail(var, &setup->trail, setup->pieces[setup->trail.piece]);
    return is_wrong ? FAULT(TRAIL) : 0;
}

static apo_setup_faults check_turn(const apo_setup *setup, const apo_variant *var)
{
    bool is_wrong = setup->turn != APO_TURN_SINGLE && !var->handicap.has_double_turn;
    is_wrong = is_wrong || (setup->turn == APO_TURN_BLACK_NEXT && setup->side != APO_WHITE);
    return is_wrong ? FAULT(TURN) : 0;
}

static apo_setup_faults check_clocks(const apo_setup *setup)
{
    bool is_wrong = setup->move_number < 1 || setup->move_number > APO_CLOCK_MAX ||
                    setup->halfmove_count > APO_CLOCK_MAX;
    return is_wrong ? FAULT(CLOCK) : 0;
}

/* --- the position -------------------------------------------------------- */

static void place_pieces(apo_position *pos, const apo_setup *setup, const apo_variant *var)
{
    apo_board_clear(pos, var);
    for (unsigned sq = 0; sq < var->squares; sq++) {
        apo_piece piece = setup->pieces[sq];
        if (!apo_piece_is_real(piece))
            continue;
        apo_board_set(pos, (apo_square)sq, piece);
        if (apo_piece_type(piece) == var->royal)
            pos->state.king[apo_piece_side(piece)] = (apo_square)sq;
    }
}

static void place_trail(apo_position *pos, const apo_trail *trail)
{
    apo_state *state = &pos->state;
    state->trail_piece = APO_SQUARE_NONE;
    if (trail->count == 0)
        return;
    state->trail_piece = trail->piece;
    state->trail_count = trail->count;
    state->trail_step = (int16_t)(trail->piece - trail->passed[trail->count - 1]);
    state->trail_shown = apo_en_passant_shown(pos);
}

static void place_state(apo_position *pos, const apo_setup *setup)
{
    apo_state *state = &pos->state;
    state->unmoved = setup->unmoved;
    state->halfmove_count = setup->halfmove_count;
    state->move_number = setup->move_number;
    state->side = setup->side;
    state->turn = setup->turn;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        state->imitated[side] = setup->imitated[side];
        state->pocket[side] = setup->pocket[side];
        memcpy(state->reserve[side], setup->reserve[side], sizeof state->reserve[side]);
    }
    place_trail(pos, &setup->trail);
    apo_rights_settle_imitation(pos);
    state->key = apo_position_fresh_key(pos);
}

static apo_setup_faults check_setup(const apo_setup *setup, const apo_variant *var)
{
    return check_pieces(setup, var) | check_reserve(setup, var) | check_pocket(setup, var) |
           check_imitated(setup, var) | check_trail(setup, var) | check_turn(setup, var) |
           check_clocks(setup);
}

/* A marked piece stands where one of its type may start. Only launchers may be anywhere: set-up
 * positions use that, and the mark says no more than that the piece may launch. */
static bool may_be_marked(const apo_position *pos, apo_square sq)
{
    const apo_variant *var = pos->var;
    apo_piece piece = pos->board[sq];
    if (!apo_piece_is_real(piece))
        return false;
    return is_at_home(pos->board, var, sq) ||
           apo_types_has(var->launch.launchers, apo_piece_type(piece));
}

/* Faults that need the derived state. */
static apo_setup_faults check_position(const apo_position *pos)
{
    apo_side side = apo_position_side(pos);
    apo_set alive = apo_rights_alive(pos->var, pos->board, &pos->state);
    apo_setup_faults faults = 0;
    if (memcmp(&alive, &pos->state.unmoved, sizeof alive) != 0)
        faults |= FAULT(UNMOVED);
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pos->state.unmoved.words[i]; word != 0;)
            if (!may_be_marked(pos, apo_word_pop(&word, i * 64)))
                faults |= FAULT(UNMOVED);
    /* After the first move of a double turn the other king is safe as well. */
    if (apo_position_is_attacked(pos, pos->state.king[apo_side_other(side)], side))
        faults |= FAULT(KING_EN_PRISE);
    if (faults == 0) {
        apo_moves moves;
        if (apo_moves_legal(apo_moves_start(&moves), pos) == APO_E_OVERFLOW)
            faults |= FAULT(TOO_MANY_MOVES);
    }
    return faults;
}

apo_status apo_position_from_setup(apo_position *out, const apo_setup *setup,
                                   const apo_variant *var, apo_setup_faults *out_faults)
{
    apo_position pos;
    apo_setup_faults faults = check_setup(setup, var);
    if (faults == 0) {
        place_pieces(&pos, setup, var);
        place_state(&pos, setup);
        faults = check_position(&pos);
    }
    if (out_faults != NULL)
        *out_faults = faults;
    if (faults != 0)
        return APO_E_POSITION;
    memcpy(out, &pos, sizeof pos);
    return APO_OK;
}

void apo_position_trail(const apo_position *pos, apo_trail *out)
{
    const apo_state *state = &pos->state;
    memset(out, 0, sizeof *out);
    out->count = state->trail_count;
    out->piece = state->trail_piece;
    for (unsigned i = 0; i < state->trail_count; i++)
        out->passed[i] = apo_state_trail_square(state, i);
}

void apo_position_to_setup(const apo_position *pos, apo_setup *out)
{
    const apo_state *state = &pos->state;
    memset(out, 0, sizeof *out);
    memcpy(out->pieces, pos->board, pos->var->squares);
    out->side = state->side;
    out->turn = state->turn;
    out->unmoved = state->unmoved;
    apo_position_trail(pos, &out->trail);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        out->imitated[side] = state->imitated[side];
        out->pocket[side] = state->pocket[side];
        memcpy(out->reserve[side], state->reserve[side], sizeof state->reserve[side]);
    }
    out->halfmove_count = state->halfmove_count;
    out->move_number = state->move_number;
}

/* --- sameness ------------------------------------------------------------ */

static bool has_same_trail(const apo_state *a, const apo_state *b)
{
    apo_set shown[2] = {{{0}}, {{0}}};
    const apo_state *states[2] = {a, b};
    for (unsigned which = 0; which < 2; which++)
        for (unsigned i = 0; i < states[which]->trail_count; i++)
            if (states[which]->trail_shown >> i & 1U)
                apo_set_add(&shown[which], apo_state_trail_square(states[which], i));
    return memcmp(&shown[0], &shown[1], sizeof shown[0]) == 0 &&
           (apo_set_is_empty(&shown[0]) || a->trail_piece == b->trail_piece);
}

bool apo_position_same(const apo_position *a, const apo_position *b)
{
    const apo_state *x = &a->state, *y = &b->state;
    if (a->var != b->var || x->key != y->key)
        return false;
    if (x->side != y->side || x->turn != y->turn || x->imitation_shown != y->imitation_shown)
        return false;
    if (x->imitation_shown && memcmp(x->imitated, y->imitated, sizeof x->imitated) != 0)
        return false;
    return memcmp(a->board, b->board, a->var->squares) == 0 &&
           memcmp(&x->unmoved, &y->unmoved, sizeof x->unmoved) == 0 &&
           memcmp(x->pocket, y->pocket, sizeof x->pocket) == 0 &&
           memcmp(x->reserve, y->reserve, sizeof x->reserve) == 0 && has_same_trail(x, y);
}
