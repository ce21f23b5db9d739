/* What effects reach on a board. Each question has the same answer before a move and after it:
 * the square that the piece leaves counts as empty, and the piece as standing on its target. */
#include "rules/kernel/attack.h"
#include "rules/kernel/targets.h"
#include "rules/rules/effects.h"

enum {
    STRAIGHT = 4 /* the first directions, along ranks and files */
};

static const struct {
    int8_t files, rows;
} directions[APO_DIRECTIONS] = {{1, 0}, {-1, 0},  {0, 1},  {0, -1},
                                {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

/* The same directions as numbers of the compass, clockwise from straight ahead. */
static const uint8_t compass[APO_DIRECTIONS] = {2, 6, 0, 4, 1, 5, 3, 7};

static apo_square go(const apo_position *pos, apo_square from, unsigned direction)
{
    if (from == APO_SQUARE_NONE)
        return from;
    return apo_geometry_step(&pos->var->geometry, from, directions[direction].files,
                             directions[direction].rows);
}

static unsigned back(unsigned direction)
{
    return direction ^ 1U;
}

static bool has_piece(const apo_position *pos, apo_square sq, unsigned side)
{
    return sq != APO_SQUARE_NONE && apo_set_has(&pos->pieces[side], sq);
}

/* The direction from one square to another on a line; APO_DIRECTIONS if no line joins them. */
static unsigned direction_of(const apo_position *pos, apo_square from, apo_square to)
{
    unsigned width = pos->var->geometry.files;
    int files = (int)(to % width) - (int)(from % width);
    int rows = (int)(to / width) - (int)(from / width);
    if (from == to || (files != 0 && rows != 0 && files != rows && files != -rows))
        return APO_DIRECTIONS;
    int step_files = (files > 0) - (files < 0), step_rows = (rows > 0) - (rows < 0);
    unsigned i = 0;
    while (directions[i].files != step_files || directions[i].rows != step_rows)
        i++;
    return i;
}

static bool are_neighbours(const apo_position *pos, apo_square a, apo_square b)
{
    unsigned way = direction_of(pos, a, b);
    return way < APO_DIRECTIONS && go(pos, a, way) == b;
}

/* True if a piece of the type has the effect on a piece of type `on`. */
static bool affects(const apo_effects_data *data, enum apo_effect effect, unsigned type,
                    unsigned on)
{
    return apo_types_has(data->pieces[effect], type) ||
           (apo_types_has(data->imitators, type) && apo_types_has(data->pieces[effect], on));
}

/* True if there is an enemy on the square that the act's piece affects. */
static bool is_prey(const apo_effect_act *act, enum apo_effect effect, apo_square sq)
{
    return has_piece(act->pos, sq, act->side ^ 1U) && sq != act->to &&
           affects(apo_effects_of(act->pos->var), effect, act->type,
                   apo_piece_type(act->pos->board[sq]));
}

/* --- holding fast -------------------------------------------------------- */

bool apo_effects_hold(const apo_position *pos, apo_square sq, apo_square *out_holder)
{
    const apo_effects_data *data = apo_effects_of(pos->var);
    unsigned type = apo_piece_type(pos->board[sq]);
    unsigned enemy = apo_piece_side(pos->board[sq]) ^ 1U;
    if (((data->pieces[APO_EFFECT_IMMOBILISE] | data->imitators) &
         apo_types_here(pos, enemy)) == 0)
        return false;
    for (unsigned i = 0; i < APO_DIRECTIONS; i++) {
        apo_square at = go(pos, sq, i);
        if (!has_piece(pos, at, enemy) ||
            !affects(data, APO_EFFECT_IMMOBILISE, apo_piece_type(pos->board[at]), type))
            continue;
        if (out_holder != NULL)
            *out_holder = at;
        return true;
    }
    return false;
}

/* --- captures beside the target ------------------------------------------ */

static void add_pinched(const apo_effect_act *act, unsigned way, apo_set *out)
{
    bool is_imitator = apo_types_has(apo_effects_of(act->pos->var)->imitators, act->type);
    if (is_imitator && way >= STRAIGHT)
        return;
    for (unsigned i = 0; i < STRAIGHT; i++) {
        apo_square prey = go(act->pos, act->to, i), ally = go(act->pos, prey, i);
        if (ally != act->from && has_piece(act->pos, ally, act->side) &&
            is_prey(act, APO_EFFECT_PINCER, prey))
            apo_set_add(out, prey);
    }
}

static void add_corners(const apo_effect_act *act, apo_set *out)
{
    const apo_position *pos = act->pos;
    const apo_effects_data *data = apo_effects_of(pos->var);
    unsigned width = pos->var->geometry.files;
    for (apo_type_walk walk = apo_type_walk_of(data->partners & apo_types_here(pos, act->side));
         apo_type_walk_next(&walk);) {
        const uint64_t *set = apo_position_type_set(pos, act->side, walk.type, pos->var->words);
        for (unsigned i = 0; i < pos->var->words; i++)
            for (uint64_t word = set[i]; word != 0;) {
                unsigned partner = apo_word_pop(&word, i * 64);
                apo_square a = (apo_square)(act->to / width * width + partner % width);
                apo_square b = (apo_square)(partner / width * width + act->to % width);
                if (partner == act->from || partner == act->to)
                    continue;
                if (is_prey(act, APO_EFFECT_COORDINATE, a))
                    apo_set_add(out, a);
                if (is_prey(act, APO_EFFECT_COORDINATE, b))
                    apo_set_add(out, b);
            }
    }
}

static void add_jumped(const apo_effect_act *act, unsigned way, apo_set *out)
{
    apo_square at = go(act->pos, act->from, way);
    for (; at != act->to && at != APO_SQUARE_NONE; at = go(act->pos, at, way))
        if (is_prey(act, APO_EFFECT_LEAP, at))
            apo_set_add(out, at);
}

bool apo_effects_burn_back(const apo_position *pos, apo_square sq, unsigned side)
{
    const apo_effects_data *data = apo_effects_of(pos->var);
    for (unsigned i = 0; i < APO_DIRECTIONS; i++) {
        apo_square at = go(pos, sq, i);
        if (has_piece(pos, at, side ^ 1U) &&
            apo_types_has(data->pieces[APO_EFFECT_BURN_BACK], apo_piece_type(pos->board[at])))
            return true;
    }
    return false;
}

static void add_burnt(const apo_effect_act *act, apo_set *out)
{
    if (!apo_types_has(apo_effects_of(act->pos->var)->pieces[APO_EFFECT_BURN], act->type) ||
        apo_effects_burn_back(act->pos, act->to, act->side))
        return;
    for (unsigned i = 0; i < APO_DIRECTIONS; i++) {
        apo_square prey = go(act->pos, act->to, i);
        if (prey != APO_SQUARE_NONE && is_prey(act, APO_EFFECT_BURN, prey))
            apo_set_add(out, prey);
    }
}

void apo_effects_captures(const apo_effect_act *act, apo_set *out)
{
    const apo_position *pos = act->pos;
    const apo_effects_data *data = apo_effects_of(pos->var);
    unsigned way = direction_of(pos, act->from, act->to);
    if (apo_types_has(data->plain, act->type))
        return;
    add_burnt(act, out);
    if (act->from == act->to)
        return;
    if (way < APO_DIRECTIONS) {
        apo_square behind = go(pos, act->from, back(way)), ahead = go(pos, act->to, way);
        if (is_prey(act, APO_EFFECT_WITHDRAW, behind))
            apo_set_add(out, behind);
        if (is_prey(act, APO_EFFECT_ADVANCE, ahead))
            apo_set_add(out, ahead);
        add_jumped(act, way, out);
    }
    add_pinched(act, way, out);
    add_corners(act, out);
}

void apo_effects_converts(const apo_position *pos, apo_square sq, unsigned side, apo_set *out)
{
    unsigned words = pos->var->words, type = apo_piece_type(pos->board[sq]);
    apo_set set = {{0}};
    if (!apo_types_has(apo_effects_of(pos->var)->pieces[APO_EFFECT_CONVERT], type))
        return;
    apo_gather_targets(words, pos, side, apo_row_now(pos, side, type), sq, set.words);
    for (unsigned i = 0; i < words; i++)
        out->words[i] |= set.words[i] & pos->pieces[side ^ 1U].words[i];
}

/* --- further targets ----------------------------------------------------- */

bool apo_effects_swap(const apo_effect_act *act, apo_piece there)
{
    const apo_effects_data *data = apo_effects_of(act->pos->var);
    if (!apo_piece_is_real(there))
        return false;
    if (apo_piece_side(there) == act->side)
        return apo_types_has(data->pieces[APO_EFFECT_SWAP], act->type);
    return affects(data, APO_EFFECT_SWAP, act->type, apo_piece_type(there));
}

/* Adds leaps over single enemies along a line: to the empty squares behind each, and to a piece
 * there that swaps. */
static void add_leaps(const apo_effect_act *act, unsigned way, apo_set *out)
{
    const apo_position *pos = act->pos;
    apo_square at = act->from;
    bool has_jumped = false;
    for (;;) {
        at = go(pos, at, way);
        if (at == APO_SQUARE_NONE || pos->board[at] == APO_PIECE_VOID)
            return;
        if (pos->board[at] == APO_PIECE_EMPTY) {
            if (has_jumped)
                apo_set_add(out, at);
            continue;
        }
        apo_square landing = go(pos, at, way);
        if (has_jumped && apo_effects_swap(act, pos->board[at]))
            apo_set_add(out, at);
        if (!is_prey(act, APO_EFFECT_LEAP, at) || landing == APO_SQUARE_NONE ||
            pos->board[landing] != APO_PIECE_EMPTY)
            return;
        has_jumped = true;
    }
}

/* Adds enemies along a line behind pieces of lower rank. */
static void add_jumps(const apo_effect_act *act, unsigned way, apo_set *out)
{
    const apo_position *pos = act->pos;
    const apo_effects_data *data = apo_effects_of(pos->var);
    bool has_jumped = false, is_lower = true;
    for (apo_square at = go(pos, act->from, way);
         is_lower && at != APO_SQUARE_NONE && pos->board[at] != APO_PIECE_VOID;
         at = go(pos, at, way)) {
        if (pos->board[at] == APO_PIECE_EMPTY)
            continue;
        unsigned type = apo_piece_type(pos->board[at]);
        is_lower = data->ranks[type] < data->ranks[act->type];
        if (has_jumped && (is_lower || data->jumps_take_all) &&
            !apo_types_has(data->spared, type) && has_piece(pos, at, act->side ^ 1U))
            apo_set_add(out, at);
        has_jumped = true;
    }
}

/* The jumps of the act's piece, except to squares that it reaches by its plain moves. */
static void add_all_jumps(const apo_effect_act *act, apo_set *out)
{
    const apo_position *pos = act->pos;
    unsigned words = pos->var->words, turn = act->side == APO_WHITE ? 0 : 4;
    unsigned slides = apo_effects_of(pos->var)->slides[act->type];
    apo_set jumps = {{0}}, plain = {{0}};
    for (unsigned i = 0; i < APO_DIRECTIONS; i++)
        if (slides >> ((compass[i] + turn) % APO_DIRECTIONS) & 1U)
            add_jumps(act, i, &jumps);
    apo_gather_targets(words, pos, act->side, act->type, act->from, plain.words);
    for (unsigned i = 0; i < words; i++)
        out->words[i] |= jumps.words[i] & ~plain.words[i];
}

/* The first piece along a line, if the act's piece swaps with it. */
static void add_swap(const apo_effect_act *act, unsigned way, apo_set *out)
{
    const apo_position *pos = act->pos;
    apo_square at = go(pos, act->from, way);
    while (at != APO_SQUARE_NONE && pos->board[at] == APO_PIECE_EMPTY)
        at = go(pos, at, way);
    if (at != APO_SQUARE_NONE && apo_effects_swap(act, pos->board[at]))
        apo_set_add(out, at);
}

/* Adds the enemies that an imitator captures in the way the captured piece itself captures. */
static void add_imitated(const apo_effect_act *act, apo_set *out)
{
    const apo_position *pos = act->pos;
    unsigned words = pos->var->words, enemy = act->side ^ 1U;
    apo_types types = apo_effects_of(pos->var)->plain & apo_types_here(pos, enemy);
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        const uint64_t *prey = apo_position_type_set(pos, enemy, type, words);
        apo_set set = {{0}};
        apo_gather_targets(words, pos, act->side, type, act->from, set.words);
        for (unsigned i = 0; i < words; i++)
            out->words[i] |= set.words[i] & prey[i];
    }
}

void apo_effects_targets(const apo_effect_act *act, apo_set *out)
{
    const apo_effects_data *data = apo_effects_of(act->pos->var);
    bool is_imitator = apo_types_has(data->imitators, act->type);
    if (apo_types_has(data->plain, act->type))
        return;
    for (unsigned i = 0; i < APO_DIRECTIONS; i++) {
        if (is_imitator || apo_types_has(data->pieces[APO_EFFECT_LEAP], act->type))
            add_leaps(act, i, out);
        if (is_imitator || apo_types_has(data->pieces[APO_EFFECT_SWAP], act->type))
            add_swap(act, i, out);
    }
    if (is_imitator)
        add_imitated(act, out);
    if (apo_types_has(data->pieces[APO_EFFECT_JUMP], act->type))
        add_all_jumps(act, out);
    apo_effects_lent(act, out);
}

/* --- what can be taken --------------------------------------------------- */

/* True if the piece takes what is on `sq` by going there. */
static bool takes_there(const apo_effect_act *hunter, unsigned row, apo_square sq)
{
    const apo_position *pos = hunter->pos;
    const uint64_t *reach =
        apo_reach_set(pos->var->words, pos->var, hunter->side, row, sq, APO_REACH_ANY);
    apo_square from = hunter->from;
    return row != 0 && (reach[from >> 6] >> (from & 63U) & 1U) &&
           apo_piece_hits(pos, hunter->side, row, from, sq);
}

/* True if some friend could close a pincer on the square with the hunter. */
static bool has_pincer_ally(const apo_effect_act *hunter, apo_square sq)
{
    for (unsigned i = 0; i < STRAIGHT; i++) {
        apo_square ally = go(hunter->pos, sq, i);
        if (ally != hunter->from && has_piece(hunter->pos, ally, hunter->side))
            return true;
    }
    return false;
}

/* False if the hunter is surely too far from the square to take what is there by an effect. */
static bool is_near(const apo_effect_act *hunter, apo_square sq)
{
    const apo_effects_data *data = apo_effects_of(hunter->pos->var);
    unsigned on = apo_piece_type(hunter->pos->board[sq]), type = hunter->type;
    unsigned way = direction_of(hunter->pos, hunter->from, sq);
    bool is_on_line = way < APO_DIRECTIONS;
    if (apo_types_has(data->plain, type))
        return false;
    if (is_on_line && (affects(data, APO_EFFECT_ADVANCE, type, on) ||
                       affects(data, APO_EFFECT_LEAP, type, on)))
        return true;
    if (affects(data, APO_EFFECT_WITHDRAW, type, on) && is_on_line &&
        go(hunter->pos, hunter->from, way) == sq)
        return true;
    if (affects(data, APO_EFFECT_PINCER, type, on) && has_pincer_ally(hunter, sq))
        return true;
    return affects(data, APO_EFFECT_COORDINATE, type, on) ||
           affects(data, APO_EFFECT_BURN, type, on);
}

static bool takes_by_effect(const apo_effect_act *hunter, apo_square sq)
{
    const apo_position *pos = hunter->pos;
    apo_set targets = {{0}};
    apo_gather_targets(pos->var->words, pos, hunter->side,
                       apo_row_now(pos, hunter->side, hunter->type), hunter->from,
                       targets.words);
    apo_effects_targets(hunter, &targets);
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = targets.words[i]; word != 0;) {
            apo_effect_act act = *hunter;
            apo_set captures = {{0}};
            act.to = apo_word_pop(&word, i * 64);
            apo_effects_captures(&act, &captures);
            if (apo_set_has(&captures, sq))
                return true;
        }
    return false;
}

/* True if the hunter takes the enemy on the square by an effect, or by a lent move. */
static bool takes_otherwise(const apo_effect_act *hunter, apo_square sq)
{
    const apo_position *pos = hunter->pos;
    const apo_effects_data *data = apo_effects_of(pos->var);
    unsigned on = apo_piece_type(pos->board[sq]);
    if (apo_types_has(data->imitators, hunter->type) && apo_types_has(data->plain, on) &&
        takes_there(hunter, on, sq))
        return true;
    if (apo_types_has(data->pieces[APO_EFFECT_JUMP], hunter->type)) {
        apo_set jumps = {{0}};
        add_all_jumps(hunter, &jumps);
        if (apo_set_has(&jumps, sq))
            return true;
    }
    if (apo_effects_lent_hit(hunter, sq))
        return true;
    if (affects(data, APO_EFFECT_SWAP, hunter->type, on) &&
        are_neighbours(pos, hunter->from, sq))
        return true;
    return is_near(hunter, sq) && takes_by_effect(hunter, sq);
}

static apo_effect_act hunter_on(const apo_position *pos, apo_square from, unsigned by)
{
    return (apo_effect_act){pos, from, APO_SQUARE_NONE, by, apo_piece_type(pos->board[from])};
}

/* False if the hunter captures nothing, or nothing captures what is on the square. */
static bool may_take(const apo_effect_act *hunter, apo_square sq)
{
    const apo_effects_data *data = apo_effects_of(hunter->pos->var);
    return !apo_types_has(data->harmless, hunter->type) &&
           !apo_types_has(data->immune, apo_piece_type(hunter->pos->board[sq]));
}

bool apo_effects_take(const apo_position *pos, apo_square sq, unsigned by)
{
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pos->pieces[by].words[i]; word != 0;) {
            apo_effect_act hunter = hunter_on(pos, apo_word_pop(&word, i * 64), by);
            unsigned row = apo_row_now(pos, by, hunter.type);
            if (may_take(&hunter, sq) &&
                (takes_there(&hunter, row, sq) || takes_otherwise(&hunter, sq)) &&
                !apo_effects_hold(pos, hunter.from, NULL))
                return true;
        }
    return false;
}

void apo_effects_attackers(const apo_position *pos, apo_square sq, unsigned by,
                           apo_set *attackers)
{
    bool is_prey = has_piece(pos, sq, by ^ 1U);
    if (!apo_effects_of(pos->var)->is_on)
        return;
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = pos->pieces[by].words[i]; word != 0;) {
            apo_effect_act hunter = hunter_on(pos, apo_word_pop(&word, i * 64), by);
            if (!may_take(&hunter, sq) || apo_effects_hold(pos, hunter.from, NULL))
                apo_set_remove(attackers, hunter.from);
            else if (is_prey ? takes_otherwise(&hunter, sq) : apo_effects_lent_hit(&hunter, sq))
                apo_set_add(attackers, hunter.from);
        }
}
