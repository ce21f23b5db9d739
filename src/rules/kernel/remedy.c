/* The smallest change that makes an illegal move legal, found by trying the changes that the
 * objections to the move propose. The search proceeds by the number of objections met: each
 * further change meets one of the rest. */
#include "base/mem.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/movegen.h"
#include "rules/kernel/object.h"
#include "rules/kernel/rights.h"

enum {
    WIDTH = 4,  /* attempts that are pursued at a time */
    DEPTH = 6,  /* objections met one after another */
    TRIES = 400 /* limit of positions set up, for hopeless cases */
};

/* A changed position, and the move that is tried there. */
typedef struct attempt {
    apo_setup setup;
    apo_mending trial;
    apo_move mv;
    apo_verdict verdict;
    enum apo_failing how;
} attempt;

typedef struct search {
    const apo_variant *var;
    unsigned side; /* to move at first */
    apo_position pos;
    unsigned tries;
    unsigned count;
    attempt next[WIDTH];
} search;

/* --- making changes ------------------------------------------------------- */

static void lift(apo_setup *setup, const apo_variant *var, apo_square sq)
{
    setup->pieces[sq] = apo_place_blank(var, sq);
    apo_set_remove(&setup->unmoved, sq);
}

static void put(apo_setup *setup, apo_square sq, apo_piece piece)
{
    setup->pieces[sq] = piece;
    apo_set_remove(&setup->unmoved, sq);
}

static void flip_side(apo_setup *setup)
{
    setup->side ^= 1;
    setup->turn = APO_TURN_ORDINARY;
}

static void make_change(attempt *at, const apo_variant *var, const apo_change *change)
{
    apo_setup *setup = &at->setup;
    unsigned type = apo_piece_type(change->piece);
    switch (change->kind) {
    case APO_CHANGE_REMOVE: lift(setup, var, change->square); break;
    case APO_CHANGE_PUT: put(setup, change->square, change->piece); break;
    case APO_CHANGE_SHIFT:
        put(setup, change->to, setup->pieces[change->square]);
        lift(setup, var, change->square);
        break;
    case APO_CHANGE_SIDE: flip_side(setup); break;
    case APO_CHANGE_TURN: setup->turn = APO_TURN_ORDINARY; break;
    case APO_CHANGE_UNMOVED:
        apo_set_add(&setup->unmoved, change->square);
        if (change->to != APO_SQUARE_NONE)
            apo_set_add(&setup->unmoved, change->to);
        break;
    case APO_CHANGE_MOVE_NUMBER: setup->move_number = change->number; break;
    case APO_CHANGE_MOVE: apo_move_add(&at->mv, type, change->number); break;
    default: APO_CALL_HOOKS(var, change, setup, var, change);
    }
}

/* Removes the rights that the pieces can no longer have. */
static void end_dead_rights(apo_setup *setup, const apo_variant *var)
{
    apo_state state;
    APO_CALL_HOOKS(var, prune, setup, var);
    memset(&state, 0, sizeof state);
    state.unmoved = setup->unmoved;
    state.side = setup->side;
    state.move_number = setup->move_number;
    apo_state_load(&state, setup, var);
    setup->unmoved = apo_rights_alive(var, setup->pieces, &state);
}

static apo_setup_faults set_up(search *s, attempt *at)
{
    apo_setup_faults faults;
    end_dead_rights(&at->setup, s->var);
    s->tries++;
    apo_position_from_setup(&s->pos, &at->setup, s->var, &faults);
    return faults;
}

static bool insert(apo_mending *trial, unsigned index, apo_change change)
{
    if (!apo_mending_add(trial, change))
        return false;
    for (unsigned i = trial->count - 1U; i > index; i--)
        trial->changes[i] = trial->changes[i - 1];
    trial->changes[index] = change;
    return true;
}

/* Puts a piece, taken from `change.square`, on any square where the position is possible and
 * this does not put the side to move in check. The change becomes number `index`. */
static bool settle(search *s, attempt *at, unsigned index, apo_change change, apo_piece piece)
{
    const apo_variant *var = s->var;
    bool is_mover = apo_piece_side(piece) == at->setup.side;
    for (unsigned i = 0; i < var->squares && s->tries < TRIES; i++) {
        attempt one = *at;
        if (one.setup.pieces[i] != APO_PIECE_EMPTY || i == one.mv.to || i == one.mv.from ||
            i == change.square || apo_mending_touches(&at->trial, (apo_square)i) ||
            var->geometry.place[i] != APO_PLACE_SQUARE)
            continue;
        change.to = (apo_square)i;
        put(&one.setup, change.to, piece);
        if (!insert(&one.trial, index, change) || set_up(s, &one) != 0 ||
            (is_mover && apo_position_is_check(&s->pos)))
            continue;
        *at = one;
        return true;
    }
    return false;
}

/* Sets the changed position up; a king that could be captured out of turn is put elsewhere. */
static bool is_possible(search *s, attempt *at)
{
    apo_setup_faults faults = set_up(s, at);
    if (faults != APO_SETUP_FAULT(KING_EN_PRISE))
        return faults == 0;
    apo_piece king = apo_piece_of((apo_side)(at->setup.side ^ 1U), s->var->royal);
    apo_change away = apo_change_of(APO_CHANGE_SHIFT, 0);
    while (away.square < s->var->squares && at->setup.pieces[away.square] != king)
        away.square++;
    if (away.square == s->var->squares)
        return false;
    lift(&at->setup, s->var, away.square);
    return settle(s, at, at->trial.count, away, king);
}

/* Makes the changes of a trial; false if the result is no possible position. A piece that is to
 * be put elsewhere is lifted first and put down last. */
static bool make_trial(search *s, attempt *at, const apo_mending *trial)
{
    apo_change later = {.kind = APO_CHANGES};
    apo_piece lifted = APO_PIECE_EMPTY;
    unsigned first = at->trial.count;
    for (unsigned i = 0; i < trial->count; i++) {
        const apo_change *change = &trial->changes[i];
        if (change->kind == APO_CHANGE_SHIFT && change->to == APO_SQUARE_NONE) {
            if (lifted != APO_PIECE_EMPTY)
                return false;
            later = *change;
            lifted = at->setup.pieces[change->square];
            lift(&at->setup, s->var, change->square);
            continue;
        }
        make_change(at, s->var, change);
        if (!apo_mending_add(&at->trial, *change))
            return false;
    }
    return lifted == APO_PIECE_EMPTY ? is_possible(s, at) : settle(s, at, first, later, lifted);
}

/* --- the search ------------------------------------------------------------ */

/* How easily the objections that remain after a change can be met: higher is easier. */
static unsigned promise(const attempt *at)
{
    enum apo_illegal reason = at->verdict.reason;
    if (at->how == APO_FAILING_FORMS)
        return 3;
    bool is_in_power = reason == APO_ILLEGAL_CHECK || reason == APO_ILLEGAL_EXPOSES ||
                       at->how == APO_FAILING_BARS;
    return is_in_power ? 2 : 1;
}

static void keep(search *s, const attempt *at)
{
    unsigned i = s->count;
    if (s->count < WIDTH)
        s->count++;
    else if (promise(at) <= promise(&s->next[--i]))
        return;
    for (; i > 0 && promise(&s->next[i - 1]) < promise(at); i--)
        s->next[i] = s->next[i - 1];
    s->next[i] = *at;
}

static void collect(apo_objection *out, const apo_position *pos, const apo_move *mv,
                    apo_verdict verdict)
{
    const apo_variant *var = pos->var;
    const apo_kind *kind = mv->kind < APO_MOVE_KINDS_MAX ? var->kinds[mv->kind] : NULL;
    *out = (apo_objection){.at = APO_SQUARE_NONE};
    if (kind != NULL && kind->object != NULL)
        kind->object(pos, mv, verdict, out);
    else if (mv->from < var->squares)
        APO_CALL_HOOKS(var, object, pos, mv, verdict, out);
    APO_CALL_HOOKS(var, object_sifted, pos, verdict, out);
    apo_object_plainly(out, pos, mv, verdict);
}

/* Tries all changes proposed against the objections to one attempt; true if one makes the move
 * legal, in `*at`. Keeps the others for later. */
static bool meet(search *s, attempt *at, const apo_objection *objection)
{
    for (unsigned i = 0; i < objection->trial_count && s->tries < TRIES; i++) {
        attempt one = *at;
        if (!make_trial(s, &one, &objection->trials[i]))
            continue;
        one.verdict = apo_move_judge(&s->pos, &one.mv, &one.how);
        if (one.verdict.reason == APO_LEGAL) {
            *at = one;
            return true;
        }
        keep(s, &one);
    }
    return false;
}

/* Meets the objections that remain, one after another. */
static bool pursue(search *s, attempt *at)
{
    for (unsigned depth = 1; depth < DEPTH && s->count > 0; depth++) {
        attempt now[WIDTH];
        unsigned count = s->count;
        memcpy(now, s->next, count * sizeof *now);
        s->count = 0;
        for (unsigned i = 0; i < count && s->tries < TRIES; i++) {
            apo_objection objection;
            apo_position_from_setup(&s->pos, &now[i].setup, s->var, NULL);
            collect(&objection, &s->pos, &now[i].mv, now[i].verdict);
            if (meet(s, &now[i], &objection)) {
                *at = now[i];
                return true;
            }
        }
    }
    return false;
}

/* --- another move ---------------------------------------------------------- */

static unsigned distance(const apo_variant *var, apo_square a, apo_square b)
{
    int files = var->geometry.files;
    int x = a % files - b % files, y = a / files - b / files;
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    return (unsigned)(x > y ? x : y);
}

/* How different two moves are. Another piece put on the same square is farther away than the
 * same piece anywhere. */
static unsigned difference(const apo_variant *var, const apo_move *asked, const apo_move *mv)
{
    bool brings_other = apo_move_brings(mv) != apo_move_brings(asked);
    unsigned add = (unsigned)(apo_move_becomes(mv) != apo_move_becomes(asked)) + brings_other;
    if (apo_move_arrives(var, asked) || apo_move_arrives(var, mv))
        return 2000U * (mv->kind != asked->kind) + 1000U * brings_other +
               10 * distance(var, asked->to, mv->to);
    return 1000U * (mv->from != asked->from) + 20 * distance(var, asked->from, mv->from) +
           10 * distance(var, asked->to, mv->to) + add;
}

/* The legal move most like the one asked for; false if there is none. */
static bool find_like(const apo_position *pos, const apo_move *asked, apo_move *out)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    unsigned least = ~0U;
    apo_moves_legal(list, pos);
    for (size_t i = 0; i < list->count; i++) {
        unsigned by = difference(pos->var, asked, &list->moves[i]);
        if (by >= least)
            continue;
        least = by;
        *out = list->moves[i];
    }
    return least != ~0U;
}

/* The complete legal move that a successful attempt makes. */
static void complete(apo_remedy *out, const apo_position *pos, const apo_move *mv)
{
    out->is_mended = find_like(pos, mv, &out->move);
}

/* --- the answer ------------------------------------------------------------ */

static void answer(apo_remedy *out, const apo_mending *trial)
{
    out->change_count = trial->count;
    memcpy(out->changes, trial->changes, trial->count * sizeof *trial->changes);
}

/* Leaves out changes that turn out to be unnecessary; true if there were any. */
static bool leave_out_one(search *s, attempt *at, const attempt *start)
{
    for (unsigned left_out = 0; at->trial.count > 1 && left_out < at->trial.count; left_out++) {
        attempt one = *start;
        for (unsigned i = 0; i < at->trial.count; i++)
            if (i != left_out) {
                make_change(&one, s->var, &at->trial.changes[i]);
                apo_mending_add(&one.trial, at->trial.changes[i]);
            }
        if (set_up(s, &one) == 0 &&
            apo_move_why_illegal(&s->pos, &one.mv).reason == APO_LEGAL) {
            *at = one;
            return true;
        }
    }
    return false;
}

/* Falls back to another move if no change of the position helps: one of the same piece, if it
 * has any.
 */
static void fall_back(apo_remedy *out, const apo_position *pos, const apo_move *mv,
                      const apo_objection *objection)
{
    apo_move like;
    if (!find_like(pos, mv, &like) || (objection->is_final && like.from != mv->from))
        return;
    out->move = like;
    apo_change change = apo_change_of(APO_CHANGE_MOVE, out->move.from);
    change.to = out->move.to;
    if (apo_move_arrives(pos->var, &out->move))
        change.piece = apo_piece_of((apo_side)pos->state.side, apo_move_brings(&out->move));
    out->changes[0] = change;
    out->change_count = 1;
    out->is_mended = true;
}

/* The section of the rule; the variant's own if every game has its own, or if the ground names
 * none. */
static const char *number_of(const apo_variant *var, const apo_ground *it)
{
    bool has_sections = var->rules_section[0] != '\0';
    return has_sections && it->number[0] != '\0' ? it->number : var->rules_section;
}

static void ground(apo_remedy *out, const apo_variant *var, const apo_objection *objection,
                   apo_verdict verdict)
{
    static const apo_ground legal = APO_GROUND("legal", "", "", "the move is legal");
    const apo_ground *it = objection->ground == NULL ? &legal : objection->ground;
    out->cause = it->word;
    out->rule = it->rule;
    out->number = it == &legal ? "" : number_of(var, it);
    out->text = it->text;
    out->at = objection->at;
    out->power = verdict.attacker_power;
}

/* The illegal move as asked for: fields that only rules fill in may have any value. */
static apo_move asked(const apo_variant *var, apo_move mv)
{
    if (!apo_move_arrives(var, &mv)) {
        mv.kind = APO_MOVE_PLAIN;
        mv.arg = 0;
    }
    return mv;
}

/* False if the move names a square or a type that the game does not have: no position would
 * make it legal. */
static bool is_of_game(const apo_variant *var, const apo_move *mv)
{
    return mv->from < var->squares && mv->to < var->squares && apo_move_types_exist(var, mv);
}

/* Looks for the changes to an illegal move. */
static void mend(apo_remedy *out, search *s, attempt *at, const apo_objection *objection,
                 const apo_position *pos)
{
    apo_position_to_setup(pos, &at->setup);
    attempt start = *at;
    apo_move plain = at->mv;
    if (meet(s, at, objection) || (!objection->is_final && pursue(s, at))) {
        while (leave_out_one(s, at, &start))
            continue;
        answer(out, &at->trial);
        apo_position_from_setup(&s->pos, &at->setup, s->var, NULL);
        complete(out, &s->pos, &at->mv);
    } else {
        memcpy(&s->pos, pos, sizeof s->pos);
        fall_back(out, pos, &plain, objection);
    }
}

void apo_move_remedy(apo_remedy *out, apo_position *after, const apo_position *pos,
                     const apo_move *mv)
{
    static const apo_ground nowhere =
        APO_GROUND("no_square", "", "", "the game has no such square, or no such piece to add");
    apo_move plain = asked(pos->var, *mv);
    search s = {.var = pos->var, .side = pos->state.side};
    attempt at = {.mv = apo_move_bare(plain)};
    apo_objection objection = {.at = APO_SQUARE_NONE};
    apo_move_add(&at.mv, apo_move_becomes(mv), apo_move_brings(mv));
    at.verdict = apo_move_judge(pos, mv, &at.how);
    memset(out, 0, sizeof *out);
    out->reason = at.verdict.reason;
    out->move = *mv;
    if (out->reason == APO_LEGAL) {
        complete(out, pos, mv);
    } else if (!is_of_game(pos->var, mv)) {
        memcpy(&s.pos, pos, sizeof s.pos);
        apo_object(&objection, &nowhere, APO_SQUARE_NONE);
        fall_back(out, pos, &at.mv, &objection);
    } else {
        collect(&objection, pos, &plain, at.verdict);
        mend(out, &s, &at, &objection, pos);
    }
    if (after != NULL)
        memcpy(after, out->reason == APO_LEGAL ? pos : &s.pos, sizeof *after);
    ground(out, s.var, &objection, at.verdict);
}
