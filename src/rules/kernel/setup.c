#include "base/mem.h"
#include "rules/kernel/board.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/rights.h"

/* --- starts -------------------------------------------------------------- */

void apo_setup_empty(apo_setup *out, const apo_variant *var)
{
    memset(out, 0, sizeof *out);
    for (unsigned sq = 0; sq < var->squares; sq++)
        out->pieces[sq] = apo_place_blank(var, (apo_square)sq);
    out->move_number = 1;
}

/* True if the piece on the square may have stood there since the start. */
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
    apo_state_load(&state, setup, var);
    setup->unmoved = apo_rights_alive(var, setup->pieces, &state);
}

static void place_group(apo_setup *setup, const apo_variant *var, const apo_start_group *group,
                        unsigned order)
{
    for (unsigned copy = 0; copy < group->copy_count; copy++)
        for (unsigned i = 0; i < group->square_count; i++) {
            apo_square sq = group->squares[copy][i];
            unsigned type = group->orders[order][i];
            apo_square mirror = apo_geometry_mirror(&var->geometry, sq);
            if (group->is_of[APO_WHITE])
                setup->pieces[sq] = apo_piece_of(APO_WHITE, type);
            if (group->is_of[APO_BLACK])
                setup->pieces[mirror] = apo_piece_of(APO_BLACK, type);
        }
}

apo_status apo_setup_start_bare(apo_setup *out, const apo_variant *var, unsigned name_index,
                                unsigned number)
{
    if (name_index >= var->info.start_name_count || number < 1 ||
        number > var->info.start_count)
        return APO_E_RANGE;
    apo_setup_empty(out, var);
    memcpy(out->pieces, var->starts[name_index].pieces, var->squares);
    out->side = var->starts[name_index].is_black_first ? APO_BLACK : APO_WHITE;
    unsigned rest = number - 1;
    for (unsigned i = var->group_count; i-- > 0; rest /= var->start_groups[i].order_count)
        place_group(out, var, &var->start_groups[i], rest % var->start_groups[i].order_count);
    APO_CALL_HOOKS(var, start, out, var, name_index);
    return APO_OK;
}

apo_status apo_setup_start(apo_setup *out, const apo_variant *var, unsigned name_index,
                           unsigned number)
{
    apo_status status = apo_setup_start_bare(out, var, name_index, number);
    if (status == APO_OK)
        apo_setup_grant_rights(out, var);
    return status;
}

apo_status apo_position_start(apo_position *out, const apo_variant *var, unsigned name_index,
                              unsigned number)
{
    apo_setup setup;
    apo_status status = apo_setup_start(&setup, var, name_index, number);
    return status != APO_OK ? status : apo_position_from_setup(out, &setup, var, NULL);
}

/* --- faults of the setup alone ------------------------------------------- */

static apo_setup_faults check_place(const apo_setup *setup, const apo_variant *var,
                                    apo_square sq)
{
    apo_piece piece = setup->pieces[sq];
    unsigned place = var->geometry.place[sq];
    if (apo_piece_is_real(piece) &&
        (apo_piece_type(piece) > var->info.type_count || place == APO_PLACE_NONE))
        return APO_SETUP_FAULT(BLANK);
    bool is_gone = piece == APO_PIECE_VOID && var->has_loose_squares;
    if (piece == APO_PIECE_VOID && place == APO_PLACE_SQUARE && !is_gone)
        return APO_SETUP_FAULT(MISSING_SQUARE);
    if (piece == APO_PIECE_EMPTY && place == APO_PLACE_TRANSIENT)
        return APO_SETUP_FAULT(EMPTY_TRANSIENT);
    return piece == APO_PIECE_EMPTY && place == APO_PLACE_NONE ? APO_SETUP_FAULT(BLANK) : 0;
}

static apo_setup_faults check_pieces(const apo_setup *setup, const apo_variant *var)
{
    apo_setup_faults faults = 0;
    unsigned kings[APO_SIDES] = {0, 0};
    for (unsigned sq = 0; sq < var->squares; sq++) {
        apo_piece piece = setup->pieces[sq];
        if (piece == APO_PIECE_EMPTY && var->geometry.place[sq] == APO_PLACE_SQUARE)
            continue;
        faults |= check_place(setup, var, (apo_square)sq);
        if (!apo_piece_is_real(piece))
            continue;
        kings[apo_piece_side(piece)] += apo_piece_type(piece) == var->royal;
    }
    bool may_lack[APO_SIDES];
    for (unsigned side = 0; side < APO_SIDES; side++)
        may_lack[side] = var->royal == APO_TYPE_NONE || (var->kingless >> side & 1U);
    faults |= kings[APO_WHITE] == 0 && !may_lack[0] ? APO_SETUP_FAULT(NO_KING_WHITE) : 0;
    faults |= kings[APO_BLACK] == 0 && !may_lack[1] ? APO_SETUP_FAULT(NO_KING_BLACK) : 0;
    faults |= kings[APO_WHITE] > 1 ? APO_SETUP_FAULT(KINGS_WHITE) : 0;
    faults |= kings[APO_BLACK] > 1 ? APO_SETUP_FAULT(KINGS_BLACK) : 0;
    return faults;
}

static apo_setup_faults check_clocks(const apo_setup *setup)
{
    bool is_wrong = setup->move_number < 1 || setup->move_number > APO_CLOCK_MAX ||
                    setup->halfmove_count > APO_CLOCK_MAX;
    return is_wrong ? APO_SETUP_FAULT(CLOCK) : 0;
}

/* --- the position -------------------------------------------------------- */

static void place_pieces(apo_position *pos, const apo_setup *setup, const apo_variant *var)
{
    apo_board_clear(pos, var);
    pos->state.king[APO_WHITE] = pos->state.king[APO_BLACK] = APO_SQUARE_NONE;
    for (unsigned sq = 0; sq < var->squares; sq++) {
        apo_piece piece = setup->pieces[sq];
        if (piece == pos->board[sq] || piece == APO_PIECE_EMPTY)
            continue;
        apo_board_set(pos, (apo_square)sq, piece);
        if (piece == APO_PIECE_VOID)
            continue;
        if (apo_piece_type(piece) == var->royal)
            pos->state.king[apo_piece_side(piece)] = (apo_square)sq;
    }
}

static void place_state(apo_position *pos, const apo_setup *setup)
{
    apo_state *state = &pos->state;
    state->unmoved = setup->unmoved;
    state->halfmove_count = setup->halfmove_count;
    state->move_number = setup->move_number;
    state->side = setup->side;
    state->turn = setup->turn;
    apo_state_load(state, setup, pos->var);
    APO_CALL_HOOKS(pos->var, place, pos, setup);
    state->key = apo_position_fresh_key(pos);
}

static apo_setup_faults check_setup(const apo_setup *setup, const apo_variant *var)
{
    apo_setup_faults faults = check_pieces(setup, var) | check_clocks(setup);
    for (unsigned i = 0; i < var->hooks.check_count; i++)
        faults |= var->hooks.check[i](setup, var);
    return faults;
}

/* True if a piece of its type may start on the square, or if a rule lets it be marked
 * anywhere. */
static bool may_be_marked(const apo_position *pos, apo_square sq)
{
    const apo_variant *var = pos->var;
    apo_piece piece = pos->board[sq];
    if (!apo_piece_is_real(piece))
        return false;
    bool is_fine = is_at_home(pos->board, var, sq);
    for (unsigned i = 0; !is_fine && i < var->hooks.marks_count; i++)
        is_fine = var->hooks.marks[i](var, piece);
    return is_fine;
}

/* Faults that need the derived state. */
static apo_setup_faults check_position(apo_position *pos)
{
    apo_side side = apo_position_side(pos);
    apo_set alive = apo_rights_of(pos);
    apo_setup_faults faults = 0;
    if (memcmp(&alive, &pos->state.unmoved, sizeof alive) != 0)
        faults |= APO_SETUP_FAULT(UNMOVED);
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pos->state.unmoved.words[i]; word != 0;)
            if (!may_be_marked(pos, apo_word_pop(&word, i * 64)))
                faults |= APO_SETUP_FAULT(UNMOVED);
    /* Where the side moves again, the other king must be safe as well. */
    if (apo_is_hit(pos, pos->state.king[apo_side_other(side)], side))
        faults |= APO_SETUP_FAULT(KING_EN_PRISE);
    if (faults == 0 && !apo_moves_fit(pos))
        faults |= APO_SETUP_FAULT(TOO_MANY_MOVES);
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
    apo_position_copy_used(out, &pos);
    return APO_OK;
}

void apo_position_to_setup(const apo_position *pos, apo_setup *out)
{
    const apo_state *state = &pos->state;
    apo_setup_empty(out, pos->var);
    memcpy(out->pieces, pos->board, pos->var->squares);
    out->side = state->side;
    out->turn = state->turn;
    out->unmoved = state->unmoved;
    out->halfmove_count = state->halfmove_count;
    out->move_number = state->move_number;
    apo_rule_give(&out->rules, &state->rules);
    APO_CALL_HOOKS(pos->var, save, pos, out);
}

/* --- sameness ------------------------------------------------------------ */

bool apo_position_same(const apo_position *a, const apo_position *b)
{
    const apo_state *x = &a->state, *y = &b->state;
    if (a->var != b->var || x->key != y->key)
        return false;
    if (x->side != y->side || x->turn != y->turn || !apo_rule_agree(&x->rules, &y->rules))
        return false;
    for (unsigned i = 0; i < a->var->hooks.same_count; i++)
        if (!a->var->hooks.same[i](x, y))
            return false;
    return memcmp(a->board, b->board, a->var->squares) == 0 &&
           memcmp(&x->unmoved, &y->unmoved, sizeof x->unmoved) == 0;
}
