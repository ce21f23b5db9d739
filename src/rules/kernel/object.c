#include "rules/kernel/object.h"

#include "base/mem.h"
#include "rules/kernel/attack.h"
#include "rules/kernel/board.h"
#include "rules/kernel/preview.h"

/* --- collecting ---------------------------------------------------------- */

void apo_object(apo_objection *out, const apo_ground *ground, apo_square at)
{
    if (out->ground != NULL)
        return;
    out->ground = ground;
    out->at = at;
}

bool apo_mending_add(apo_mending *trial, apo_change change)
{
    if (trial->count == APO_REMEDY_CHANGES_MAX)
        return false;
    trial->changes[trial->count++] = change;
    return true;
}

bool apo_mending_touches(const apo_mending *trial, apo_square sq)
{
    for (unsigned i = 0; i < trial->count; i++)
        if (trial->changes[i].square == sq || trial->changes[i].to == sq)
            return true;
    return false;
}

void apo_object_try_all(apo_objection *out, const apo_mending *trial)
{
    if (out->trial_count < APO_MENDINGS_MAX && trial->count > 0)
        out->trials[out->trial_count++] = *trial;
}

void apo_object_try(apo_objection *out, const apo_mending *trial, apo_change change)
{
    apo_mending all = {.count = 0};
    if (trial != NULL)
        all = *trial;
    if (apo_mending_add(&all, change))
        apo_object_try_all(out, &all);
}

apo_change apo_change_clear(const apo_position *pos, apo_square sq)
{
    apo_piece piece = pos->board[sq];
    bool is_royal = apo_piece_is_real(piece) && apo_piece_type(piece) == pos->var->royal;
    return apo_change_of(is_royal ? APO_CHANGE_SHIFT : APO_CHANGE_REMOVE, sq);
}

void apo_object_try_pieces(apo_objection *out, const apo_mending *trial,
                           const apo_position *pos, unsigned side, apo_square sq)
{
    const apo_variant *var = pos->var;
    apo_types strange = apo_type_bit(var->royal) | apo_type_bit(var->changing);
    unsigned pawns = 0, others = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned type = 1; type <= var->info.type_count; type++) {
            bool is_pawn = apo_types_has(var->pawns | var->expand_types, type);
            if (apo_types_has(strange, type) || is_pawn != (pass == 0) ||
                (is_pawn ? pawns++ : others++) >= 2)
                continue;
            apo_object_try(out, trial, apo_change_put(sq, apo_piece_of((apo_side)side, type)));
        }
}

apo_square apo_mending_disarm(apo_mending *trial, apo_position *board, apo_square sq,
                              unsigned by)
{
    apo_square first = APO_SQUARE_NONE;
    for (;;) {
        uint8_t power;
        apo_square from = apo_find_attacker(board, sq, by, &power);
        if (from == APO_SQUARE_NONE || !apo_mending_add(trial, apo_change_clear(board, from)))
            return first;
        first = first == APO_SQUARE_NONE ? from : first;
        apo_board_set(board, from, apo_place_blank(board->var, from));
    }
}

/* --- what the piece could do after a few changes to the board ------------- */

static const apo_ground
    empty = APO_GROUND("empty", "", "1.1", "there is no piece on %{square}"),
    not_yours = APO_GROUND("not_yours", "", "1.1",
                           "the %{piece} on %{square} belongs to the side that is not to move"),
    own_piece = APO_GROUND("own_piece", "", "1.1", "your own %{there} on %{at} is in the way"),
    no_square = APO_GROUND("no_square", "", "1.1", "%{at} is not a square of the board"),
    no_power =
        APO_GROUND("no_power", "", "2.1", "the %{piece} on %{square} has no power to move yet"),
    power = APO_GROUND("power", "", "",
                       "the %{piece} does not move from %{square} to %{target} on any board"),
    blocked = APO_GROUND("blocked", "", "",
                         "the %{there} on %{at} is in the way of the %{piece} from %{square}"),
    move_only = APO_GROUND("move_only", "", "",
                           "the %{piece} can move from %{square} to %{target}, but cannot "
                           "capture there"),
    capture_only =
        APO_GROUND("capture_only", "", "",
                   "the %{piece} can go from %{square} to %{target} only to capture"),
    screen = APO_GROUND("screen", "", "",
                        "the %{piece} needs a piece to jump over between %{square} and "
                        "%{target}"),
    first_move =
        APO_GROUND("first_move", "", "",
                   "the %{piece} can go from %{square} to %{target} only with its first "
                   "move"),
    king_taken = APO_GROUND("king_taken", "", "1.2", "a king is never captured"),
    in_check =
        APO_GROUND("check", "", "1.2",
                   "the king is in check, and the %{there} on %{at} could still take it"),
    exposed = APO_GROUND("exposes", "", "1.2", "the %{there} on %{at} could take the king"),
    unsafe = APO_GROUND("exposes", "", "1.2", "the king could be taken"),
    over = APO_GROUND("over", "", "", "the game is over");

/* A board on which changes are tried before they are proposed. */
typedef struct probe {
    const apo_position *pos;
    apo_position board; /* with the changes of `trial` */
    apo_mending trial;
    apo_square from, to;
    unsigned side;
    apo_objection *out;
    bool has_found;
} probe;

static bool reaches(const probe *p)
{
    return apo_preview_reaches(&p->board, p->from, p->to);
}

/* True if the piece would reach its target with `what` on a square. */
static bool helps(probe *p, apo_square sq, apo_piece what)
{
    apo_piece was = p->board.board[sq];
    apo_board_set(&p->board, sq, what);
    bool does = reaches(p);
    apo_board_set(&p->board, sq, was);
    return does;
}

static void propose(probe *p, const apo_ground *ground, apo_square at)
{
    apo_object(p->out, ground, at);
    apo_object_try_all(p->out, &p->trial);
    p->has_found = true;
}

/* A piece of `side` for trials where any type but a king will do. */
static apo_piece any_piece(const apo_variant *var, unsigned side)
{
    unsigned type = 1;
    while (type == var->royal && type < var->info.type_count)
        type++;
    return apo_piece_of((apo_side)side, type);
}

static bool is_in_box(const probe *p, apo_square sq)
{
    int files = p->pos->var->geometry.files;
    int x = sq % files, y = sq / files, ax = p->from % files, ay = p->from / files;
    int bx = p->to % files, by = p->to / files;
    return x >= (ax < bx ? ax : bx) && x <= (ax > bx ? ax : bx) && y >= (ay < by ? ay : by) &&
           y <= (ay > by ? ay : by) && sq != p->from && sq != p->to;
}

/* Proposes to remove one piece between the squares, or to add one. */
static void probe_one(probe *p)
{
    const apo_variant *var = p->pos->var;
    for (unsigned i = 0; i < var->squares; i++) {
        apo_square sq = (apo_square)i;
        if (!is_in_box(p, sq) || !apo_piece_is_real(p->board.board[sq]) ||
            !helps(p, sq, apo_place_blank(var, sq)))
            continue;
        apo_object(p->out, &blocked, sq);
        apo_object_try(p->out, &p->trial, apo_change_clear(&p->board, sq));
        p->has_found = true;
    }
    for (unsigned i = 0; !p->has_found && i < var->squares; i++) {
        apo_square sq = (apo_square)i;
        if (!is_in_box(p, sq) || p->board.board[sq] != APO_PIECE_EMPTY)
            continue;
        for (unsigned side = 0; side < APO_SIDES; side++) {
            unsigned by = p->side ^ side;
            if (!helps(p, sq, any_piece(var, by)))
                continue;
            apo_object(p->out, &screen, sq);
            apo_object_try_pieces(p->out, &p->trial, &p->board, by, sq);
            p->has_found = true;
            break;
        }
    }
}

/* Takes off all pieces between the squares except `kept`; false if that does not help. Then
 * puts back those that are not in the way. */
static bool clear_way(probe *p, apo_square kept, apo_square *out_first)
{
    const apo_variant *var = p->pos->var;
    apo_piece was[APO_SQUARES_MAX];
    apo_mending trial = p->trial;
    bool has_room = true;
    memcpy(was, p->board.board, var->squares);
    for (unsigned i = 0; i < var->squares; i++)
        if (i != kept && is_in_box(p, (apo_square)i) && apo_piece_is_real(was[i]))
            apo_board_set(&p->board, (apo_square)i, apo_place_blank(var, (apo_square)i));
    bool is_clear = reaches(p);
    *out_first = APO_SQUARE_NONE;
    for (unsigned i = 0; i < var->squares; i++) {
        apo_square sq = (apo_square)i;
        if (p->board.board[sq] == was[sq])
            continue;
        apo_board_set(&p->board, sq, was[sq]);
        if (!is_clear || reaches(p))
            continue;
        has_room = has_room && apo_mending_add(&trial, apo_change_clear(&p->board, sq));
        *out_first = *out_first == APO_SQUARE_NONE ? sq : *out_first;
        apo_board_set(&p->board, sq, apo_place_blank(var, sq));
    }
    for (unsigned i = 0; i < var->squares; i++)
        if (p->board.board[i] != was[i])
            apo_board_set(&p->board, (apo_square)i, was[i]);
    if (!is_clear || !has_room || trial.count == p->trial.count)
        return false;
    apo_object_try_all(p->out, &trial);
    return true;
}

/* Proposes to remove several pieces; hoppers keep one to jump over. */
static void probe_many(probe *p)
{
    apo_square at;
    bool is_found = clear_way(p, APO_SQUARE_NONE, &at);
    for (unsigned i = 0; !is_found && i < p->pos->var->squares; i++)
        if (is_in_box(p, (apo_square)i) && apo_piece_is_real(p->board.board[i]))
            is_found = clear_way(p, (apo_square)i, &at);
    if (!is_found)
        return;
    apo_object(p->out, &blocked, at);
    p->has_found = true;
}

/* What must stand on the target. */
enum target {
    TARGET_AS_IS,
    TARGET_CLEARED,
    TARGET_ENEMY,
    TARGETS
};

/* Prepares the target; false if it is ready already or cannot be. */
static bool set_target(probe *p, enum target target)
{
    const apo_variant *var = p->pos->var;
    apo_piece there = p->pos->board[p->to];
    bool is_enemy = apo_piece_is_real(there) && apo_piece_side(there) != p->side;
    bool is_royal = apo_piece_is_real(there) && apo_piece_type(there) == var->royal;
    if (target == TARGET_CLEARED) {
        if (!apo_piece_is_real(there) || apo_place_blank(var, p->to) == APO_PIECE_VOID)
            return false;
        apo_mending_add(&p->trial, apo_change_clear(p->pos, p->to));
        apo_board_set(&p->board, p->to, APO_PIECE_EMPTY);
    } else if (target == TARGET_ENEMY) {
        if (is_enemy && !is_royal)
            return false;
        if (is_royal)
            apo_mending_add(&p->trial, apo_change_clear(p->pos, p->to));
        apo_board_set(&p->board, p->to, any_piece(var, p->side ^ 1U));
    }
    return true;
}

static const apo_ground *ground_of_target(const probe *p, enum target target)
{
    apo_piece there = p->pos->board[p->to];
    if (there == APO_PIECE_VOID)
        return &no_square;
    if (!apo_piece_is_real(there))
        return &capture_only;
    if (apo_piece_side(there) == p->side)
        return &own_piece;
    if (apo_piece_type(there) == p->pos->var->royal)
        return &king_taken;
    return target == TARGET_CLEARED ? &move_only : &capture_only;
}

/* The trials found do not fix the type of the enemy piece on the target: proposes several types
 * in each. */
static void fill_target(probe *p, unsigned first)
{
    apo_objection *out = p->out;
    unsigned count = out->trial_count;
    apo_objection filled = {.ground = NULL};
    for (unsigned i = first; i < count; i++)
        apo_object_try_pieces(&filled, &out->trials[i], p->pos, p->side ^ 1U, p->to);
    out->trial_count = first;
    for (unsigned i = 0; i < filled.trial_count; i++)
        apo_object_try_all(out, &filled.trials[i]);
}

static void probe_target(probe *p, enum target target, void (*more)(probe *p))
{
    unsigned first = p->out->trial_count;
    apo_mending before = p->trial;
    apo_piece was = p->board.board[p->to];
    bool has_found = p->has_found;
    if (set_target(p, target)) {
        if (target != TARGET_AS_IS && more == NULL && reaches(p)) {
            apo_object(p->out, ground_of_target(p, target), p->to);
            if (target == TARGET_ENEMY)
                apo_object_try_pieces(p->out, &p->trial, p->pos, p->side ^ 1U, p->to);
            else
                apo_object_try_all(p->out, &p->trial);
            p->has_found = true;
        } else if (more != NULL) {
            more(p);
            if (target == TARGET_ENEMY && p->has_found && !has_found)
                fill_target(p, first);
        }
    }
    p->trial = before;
    apo_board_set(&p->board, p->to, was);
}

/* The power that the piece has only until its first move. */
static void probe_first_move(probe *p)
{
    if (apo_set_has(&p->board.state.unmoved, p->from))
        return;
    apo_set_add(&p->board.state.unmoved, p->from);
    if (reaches(p)) {
        apo_mending before = p->trial;
        apo_mending_add(&p->trial, apo_change_of(APO_CHANGE_UNMOVED, p->from));
        propose(p, &first_move, p->from);
        p->trial = before;
    }
    apo_set_remove(&p->board.state.unmoved, p->from);
}

/* Tries changes of the board around the piece, from small to large. */
static void probe_board(probe *p)
{
    static void (*const stages[])(probe *) = {NULL, probe_first_move, probe_one, probe_many};
    apo_piece there = p->pos->board[p->to];
    /* A hopper that lacks a screen must not be reported as a piece that can only move. */
    if (apo_piece_is_real(there) && apo_piece_side(there) != p->side)
        probe_one(p);
    for (unsigned stage = 0; !p->has_found && stage < sizeof stages / sizeof *stages; stage++)
        for (unsigned target = 0; !p->has_found && target < TARGETS; target++)
            probe_target(p, (enum target)target, stages[stage]);
}

/* --- another piece, or another power ------------------------------------- */

static void probe_powers(probe *p)
{
    const apo_variant *var = p->pos->var;
    apo_powers was = p->board.state.powers;
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        if (type == var->changing || type == var->untabled)
            continue;
        apo_note_moved(&p->board.state, var, p->side ^ 1U, type);
        if (reaches(p)) {
            apo_change change = apo_change_of(var->powering, APO_SQUARE_NONE);
            change.piece = apo_piece_of((apo_side)(p->side ^ 1U), type);
            apo_object_try(p->out, &p->trial, change);
            p->has_found = true;
        }
        p->board.state.powers = was;
    }
}

static void probe_types(probe *p)
{
    const apo_variant *var = p->pos->var;
    apo_piece was = p->board.board[p->from];
    unsigned own = apo_piece_is_real(was) ? apo_piece_type(was) : APO_TYPE_NONE;
    apo_mending before = p->trial;
    if (own != APO_TYPE_NONE && own == var->royal)
        apo_mending_add(&p->trial, apo_change_of(APO_CHANGE_SHIFT, p->from));
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        apo_piece piece = apo_piece_of((apo_side)p->side, type);
        if (type == var->royal || type == var->untabled || type == var->changing ||
            !helps(p, p->from, piece))
            continue;
        apo_object_try(p->out, &p->trial, apo_change_put(p->from, piece));
        p->has_found = true;
    }
    p->trial = before;
}

/* Other pieces from the same square, where others stand in their way too. */
static void probe_types_afar(probe *p)
{
    const apo_variant *var = p->pos->var;
    apo_piece was = p->board.board[p->from];
    unsigned own = apo_piece_is_real(was) ? apo_piece_type(was) : APO_TYPE_NONE;
    if (own != APO_TYPE_NONE && own == var->royal)
        return;
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        apo_piece piece = apo_piece_of((apo_side)p->side, type);
        apo_mending before = p->trial;
        apo_square at;
        if (type == own || type == var->royal || type == var->untabled || type == var->changing)
            continue;
        apo_mending_add(&p->trial, apo_change_put(p->from, piece));
        apo_board_set(&p->board, p->from, piece);
        p->has_found = clear_way(p, APO_SQUARE_NONE, &at) || p->has_found;
        apo_board_set(&p->board, p->from, was);
        p->trial = before;
    }
}

static void probe_all_powers(probe *p)
{
    apo_piece piece = p->board.board[p->from];
    if (apo_piece_is_real(piece) && apo_piece_type(piece) == p->pos->var->changing)
        probe_powers(p);
    probe_types(p);
}

static void probe_all_types(probe *p)
{
    static void (*const stages[])(probe *) = {probe_all_powers, probe_types_afar};
    p->has_found = false;
    for (unsigned stage = 0; !p->has_found && stage < sizeof stages / sizeof *stages; stage++)
        for (unsigned target = 0; !p->has_found && target < TARGETS; target++)
            probe_target(p, (enum target)target, stages[stage]);
}

static void start_probe(probe *p, apo_objection *out, const apo_position *pos,
                        const apo_move *mv)
{
    p->pos = pos;
    memcpy(&p->board, pos, sizeof p->board);
    p->trial.count = 0;
    p->from = mv->from;
    p->to = mv->to;
    p->side = pos->state.side;
    p->out = out;
    p->has_found = false;
}

static void object_power(apo_objection *out, const apo_position *pos, const apo_move *mv)
{
    probe p;
    start_probe(&p, out, pos, mv);
    if (mv->from != mv->to) {
        probe_board(&p);
        probe_all_types(&p);
    }
    apo_object(out, out->fallback != NULL ? out->fallback : &power, APO_SQUARE_NONE);
}

/* --- the king, and whose piece it is ------------------------------------- */

static void object_safety(apo_objection *out, const apo_position *pos, apo_verdict verdict)
{
    bool is_check = verdict.reason == APO_ILLEGAL_CHECK;
    if (verdict.attacker == APO_SQUARE_NONE) {
        apo_object(out, &unsafe, APO_SQUARE_NONE);
        return;
    }
    apo_object(out, is_check ? &in_check : &exposed, verdict.attacker);
    apo_object_try(out, NULL, apo_change_clear(pos, verdict.attacker));
}

static void object_owner(apo_objection *out, const apo_position *pos, const apo_move *mv)
{
    unsigned type = apo_piece_type(pos->board[mv->from]);
    apo_piece own = apo_piece_of((apo_side)pos->state.side, type);
    apo_object(out, &not_yours, mv->from);
    apo_object_try(out, NULL, apo_change_of(APO_CHANGE_SIDE, APO_SQUARE_NONE));
    if (type != pos->var->royal)
        apo_object_try(out, NULL, apo_change_put(mv->from, own));
    else
        apo_object_try(out, NULL, apo_change_of(APO_CHANGE_SHIFT, mv->from));
}

static void object_square(apo_objection *out, const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    apo_object(out, &no_square, mv->from < var->squares ? mv->to : mv->from);
    if (mv->from < var->squares && mv->to < var->squares &&
        var->geometry.place[mv->to] == APO_PLACE_TRANSIENT)
        object_power(out, pos, mv);
}

static void object_empty(apo_objection *out, const apo_position *pos, const apo_move *mv)
{
    probe p;
    apo_object(out, &empty, mv->from);
    if (mv->from == mv->to || pos->var->geometry.place[mv->from] == APO_PLACE_NONE)
        return;
    start_probe(&p, out, pos, mv);
    probe_all_types(&p);
}

void apo_object_plainly(apo_objection *out, const apo_position *pos, const apo_move *mv,
                        apo_verdict verdict)
{
    switch ((unsigned)verdict.reason) {
    case APO_ILLEGAL_EMPTY: object_empty(out, pos, mv); break;
    case APO_ILLEGAL_NOT_YOURS: object_owner(out, pos, mv); break;
    case APO_ILLEGAL_NO_SQUARE: object_square(out, pos, mv); break;
    case APO_ILLEGAL_CHECK:
    case APO_ILLEGAL_EXPOSES: object_safety(out, pos, verdict); break;
    case APO_ILLEGAL_NO_POWER:
        apo_object(out, &no_power, mv->from);
        object_power(out, pos, mv);
        break;
    case APO_ILLEGAL_OWN_PIECE:
    case APO_ILLEGAL_POWER: object_power(out, pos, mv); break;
    case APO_ILLEGAL_OVER: apo_object(out, &over, APO_SQUARE_NONE); break;
    default: break; /* a rule's own */
    }
}
