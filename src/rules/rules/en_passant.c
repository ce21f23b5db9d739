/* Rule: en passant
 * Also called: e.p., capturing in passing
 * Section: pieces
 * Text: A piece that has just made a multiple step may, on the next turn only, be captured by
 *   an enemy piece of the right type that could capture on one of the squares it passed.
 * Source: rules 1.5, 3 (Pawns); a double turn's second move ends the right [decided]
 * Keys: the letter e in a piece's moves ("fceF"), and what leaves a trail: "*", "n",
 *   [multi-step]
 * State: the trail (FEN field ep)
 * Tests: tests/rules/en_passant.spec */
#include "rules/rules/en_passant.h"

#include "base/mem.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/kernel/preview.h"
#include "rules/rules/facts.h"
#include "rules/rules/list.h"
#include "rules/rules/multi_step.h"
#include "rules/rules/promotion.h"
#include "rules/rules/setup_faults.h"

static const uint64_t *reach_of(const apo_position *pos, unsigned type, apo_square sq)
{
    const apo_variant *var = pos->var;
    size_t index = apo_passing_index(var, pos->state.side, type, sq);
    return var->passing_reach + index * var->words;
}

/* Writes the pieces of the side to move that could capture on a square passed by the piece on
 * `passer` to `out`. */
APO_INLINE bool find_capturers_by(unsigned words, const apo_position *pos, apo_square passer,
                                  apo_square sq, uint64_t *out)
{
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side;
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        out[i] = 0;
    if (pos->board[sq] != APO_PIECE_EMPTY || apo_piece_side(pos->board[passer]) == side)
        return false; /* own piece: the second move of a double turn */
    apo_types types = apo_types_within(words, var->passing_types & apo_types_here(pos, side));
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        const uint64_t *pieces = apo_position_type_set(pos, side, walk.type, words);
        const uint64_t *reach = reach_of(pos, walk.type, sq);
        for (unsigned i = 0; i < words; i++)
            any |= out[i] |= pieces[i] & reach[i];
    }
    return any != 0;
}

bool apo_en_passant_capturers(const apo_position *pos, apo_square passer, apo_square sq,
                              apo_set *out)
{
    return APO_BY_WORDS(pos->var->words, find_capturers_by, pos, passer, sq, out->words);
}

/* --- the trail ----------------------------------------------------------- */

/* The squares of the trail on which the side to move has pseudo-legal captures, a bit each. */
APO_INLINE unsigned find_shown_by(unsigned words, const apo_position *pos)
{
    apo_set capturers;
    unsigned shown = 0;
    for (unsigned i = 0; i < pos->state.rules.trail.count; i++)
        if (find_capturers_by(words, pos, pos->state.rules.trail.piece,
                              apo_trail_square(&pos->state.rules.trail, i), capturers.words))
            shown |= 1U << i;
    return shown;
}

static uint16_t find_shown(const apo_position *pos)
{
    return (uint16_t)APO_BY_WORDS(pos->var->words, find_shown_by, pos);
}

static uint64_t key_part(const apo_position *pos)
{
    const apo_state *state = &pos->state;
    uint64_t key = 0;
    for (unsigned i = 0; i < state->rules.trail.count; i++)
        if (state->rules.trail.shown >> i & 1U)
            key ^=
                apo_key_word(APO_FAMILY_PASSED, apo_trail_square(&state->rules.trail, i), 0, 0);
    return key;
}

static void show(apo_position *pos)
{
    pos->state.rules.trail.shown = find_shown(pos);
    pos->state.rules.trail_key = key_part(pos);
}

static void forget(apo_state *state)
{
    if (state->rules.trail.count == 0)
        return;
    state->key ^= state->rules.trail_key;
    state->rules.trail_key = 0;
    state->rules.trail.count = 0;
    state->rules.trail.shown = 0;
}

static uint64_t foresee(const apo_position *pos, const apo_move *mv, unsigned type)
{
    (void)mv;
    (void)type;
    return pos->state.rules.trail_key;
}

/* Records the squares passed by a multiple step of a type that leaves a trail. */
APO_APART void leave_trail(apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    int files = var->geometry.files;
    int by_file = mv->to % files - mv->from % files, by_row = mv->to / files - mv->from / files;
    int steps = by_row < 0 ? -by_row : by_row;
    if (by_file > steps || -by_file > steps)
        steps = by_file < 0 ? -by_file : by_file;
    if (steps < 2 || apo_multi_step_is_silent(var, pos->board[mv->to], mv->from))
        return;
    pos->state.rules.trail.piece = mv->to;
    pos->state.rules.trail.step = (int16_t)((mv->to - mv->from) / steps);
    pos->state.rules.trail.count = (uint8_t)(steps - 1);
    show(pos);
    pos->state.key ^= pos->state.rules.trail_key;
}

/* Called once per move, so the common case is short: most pawns go one step ahead. */
static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    const apo_variant *var = pos->var;
    int ahead = mv->to - mv->from;
    if (mv->kind != APO_MOVE_PLAIN || !apo_types_hold(&var->passed_types, type) ||
        ahead == var->geometry.files || ahead == -var->geometry.files)
        return;
    leave_trail(pos, mv);
}

static bool same(const apo_state *a, const apo_state *b)
{
    apo_set shown[2] = {{{0}}, {{0}}};
    const apo_state *states[2] = {a, b};
    for (unsigned which = 0; which < 2; which++)
        for (unsigned i = 0; i < states[which]->rules.trail.count; i++)
            if (states[which]->rules.trail.shown >> i & 1U)
                apo_set_add(&shown[which], apo_trail_square(&states[which]->rules.trail, i));
    return memcmp(&shown[0], &shown[1], sizeof shown[0]) == 0 &&
           (apo_set_is_empty(&shown[0]) || a->rules.trail.piece == b->rules.trail.piece);
}

/* --- captures ------------------------------------------------------------ */

void apo_en_passant_add(const apo_position *pos, apo_square passer, apo_square sq,
                        apo_move_list *list)
{
    apo_set capturers;
    if (!apo_en_passant_capturers(pos, passer, sq, &capturers))
        return;
    for (unsigned w = 0; w < pos->var->words; w++)
        for (uint64_t word = capturers.words[w]; word != 0;) {
            apo_move mv = {
                .from = apo_word_pop(&word, w * 64), .to = sq, .kind = APO_MOVE_EN_PASSANT};
            apo_move_expand(pos, mv, list);
        }
}

APO_APART void add_captures(const apo_position *pos, apo_move_list *list)
{
    const apo_rule_state *rules = &pos->state.rules;
    for (unsigned i = 0; i < rules->trail.count; i++)
        if (rules->trail.shown >> i & 1U)
            apo_en_passant_add(pos, rules->trail.piece, apo_trail_square(&rules->trail, i),
                               list);
}

static void generate(apo_position *pos, apo_move_list *list, apo_check *check,
                     enum apo_selection which)
{
    (void)check;
    if (which != APO_SELECT_QUIET && pos->state.rules.trail.count > 0 &&
        pos->state.rules.trail.shown != 0)
        add_captures(pos, list);
}

/* Two pieces that passed one square: the later one is taken. */
apo_square apo_en_passant_taken(const apo_rule_state *rules, const apo_move *mv)
{
    for (unsigned i = 0; i < rules->trail.count; i++)
        if (apo_trail_square(&rules->trail, i) == mv->to)
            return rules->trail.piece;
    return rules->earlier.count > 0 ? rules->earlier.piece : rules->trail.piece;
}

static void apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    apo_make_relocate(pos, mv, undo);
    apo_make_capture(pos, undo, apo_en_passant_taken(&undo->state.rules, mv));
}

static void captures(const apo_position *pos, const apo_move *mv, apo_set *out)
{
    apo_set_add(out, apo_en_passant_taken(&pos->state.rules, mv));
}

static const apo_kind kind = {
    .number = APO_MOVE_EN_PASSANT, .apply = apply, .captures = captures};

/* --- setting up ---------------------------------------------------------- */

void apo_trail_save(const apo_live_trail *trail, apo_trail *out)
{
    if (trail->count == 0)
        return;
    out->count = trail->count;
    out->piece = trail->piece;
    for (unsigned i = 0; i < trail->count; i++)
        out->passed[i] = apo_trail_square(trail, i);
}

void apo_trail_place(apo_live_trail *out, const apo_trail *trail)
{
    if (trail->count == 0)
        return;
    out->piece = trail->piece;
    out->count = trail->count;
    out->step = (int16_t)(trail->piece - trail->passed[trail->count - 1]);
}

static void save(const apo_position *pos, apo_setup *setup)
{
    apo_trail_save(&pos->state.rules.trail, &setup->rules.trail);
}

static void place(apo_position *pos, const apo_setup *setup)
{
    if (setup->rules.trail.count == 0)
        return;
    apo_trail_place(&pos->state.rules.trail, &setup->rules.trail);
    show(pos);
}

static bool is_square(const apo_variant *var, apo_square sq)
{
    return sq < var->squares && var->geometry.place[sq] != APO_PLACE_NONE;
}

/* True if a trail fits a multiple step of `mover`: equally spaced squares behind the piece, no
 * piece on them unless there was another move after that. The step's own wall may stand there.
 */
static bool is_trail_possible(const apo_setup *setup, const apo_variant *var,
                              const apo_trail *trail, unsigned mover)
{
    bool must_be_empty = trail == &setup->rules.trail;
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
        if (!is_square(var, sq) || next - sq != step ||
            (must_be_empty && apo_piece_is_real(setup->pieces[sq])) ||
            next % files - sq % files != by_file)
            return false;
    }
    return from >= 0 && from < var->squares && step != 0 &&
           trail->passed[0] % files - from % files == by_file &&
           !(must_be_empty && apo_piece_is_real(setup->pieces[from]));
}

/* True if a piece of the type can go that far from the start of the trail. Types whose multiple
 * steps are not straight are not checked. */
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
    bool is_mover = apo_types_has(var->passed_types, apo_piece_type(piece));
    apo_types types = is_mover ? apo_type_bit(apo_piece_type(piece)) : var->passed_types;
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);)
        if (can_leave_trail(var, trail, apo_piece_side(piece), walk.type))
            return true;
    return false;
}

static bool is_trail_right(const apo_setup *setup, const apo_variant *var,
                           const apo_trail *trail, unsigned mover)
{
    const apo_promotion_data *promotion = apo_promotion_of(var);
    if (trail->count == 0)
        return true;
    if (var->passed_types == 0 || !is_trail_possible(setup, var, trail, mover))
        return false;
    unsigned type = apo_piece_type(setup->pieces[trail->piece]);
    bool is_promoted =
        !apo_types_has(var->passed_types, type) && !apo_types_has(promotion->pieces, type);
    unsigned row = trail->piece / var->geometry.files;
    unsigned side = apo_piece_side(setup->pieces[trail->piece]);
    return !(is_promoted && (promotion->choices[side][row] == 0 ||
                             !apo_promotion_covers(promotion, side, trail->piece))) &&
           can_any_leave_trail(var, trail, setup->pieces[trail->piece]);
}

/* The trail is of the side not to move (or of the side to move, between the two moves of its
 * double turn); an earlier one is always of the other side. */
static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    const apo_rule_setup *rules = &setup->rules;
    unsigned other = setup->side ^ 1U;
    unsigned mover = setup->turn == APO_TURN_SECOND ? setup->side : other;
    bool is_right = is_trail_right(setup, var, &rules->trail, mover) &&
                    is_trail_right(setup, var, &rules->earlier, other);
    return is_right ? 0 : APO_SETUP_FAULT(TRAIL);
}

/* The squares between the two are the trail. */
static void change(apo_setup *setup, const apo_variant *var, const apo_change *change)
{
    int files = var->geometry.files, from = change->to, to = change->square;
    int by_file = to % files - from % files, by_row = to / files - from / files;
    int steps = by_file < 0 ? -by_file : by_file, rows = by_row < 0 ? -by_row : by_row;
    apo_trail *trail = &setup->rules.trail;
    steps = rows > steps ? rows : steps;
    if (change->kind != APO_CHANGE_PASSED || steps < 2 || steps - 1 > APO_TRAIL_MAX)
        return;
    trail->piece = change->square;
    trail->count = (uint8_t)(steps - 1);
    for (int i = 1; i < steps; i++)
        trail->passed[i - 1] = (apo_square)(from + (to - from) / steps * i);
}

static void prune(apo_setup *setup, const apo_variant *var)
{
    if (check(setup, var) != 0)
        setup->rules.trail.count = setup->rules.earlier.count = 0;
}

static bool is_on(const apo_variant *var)
{
    return (var->passed_types | var->passing_types) != 0;
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground
    too_late =
        APO_GROUND("en_passant_late", "en passant", "1.5",
                   "the %{there} on %{at} can be captured en passant only in the turn after "
                   "its multiple step"),
    wrong_rank =
        APO_GROUND("multi_step", "multiple step", "1.5",
                   "the %{piece} on %{square} has a single step there, no multiple one");

static apo_square stepped(const apo_variant *var, apo_square sq, int by_file, int by_row)
{
    int files = var->geometry.files;
    int x = sq % files + by_file, y = sq / files + by_row;
    if (x < 0 || y < 0 || x >= files || y >= var->geometry.rows)
        return APO_SQUARE_NONE;
    return apo_geometry_at(&var->geometry, x, y);
}

/* True if the piece on `sq` could have come from there, by more than one of these steps. */
static bool could_have_come(const apo_position *pos, apo_square from, apo_square sq,
                            const int by[2])
{
    apo_trail trail = {.piece = sq};
    apo_square at = stepped(pos->var, from, by[0], by[1]);
    for (; at != sq; at = stepped(pos->var, at, by[0], by[1])) {
        if (trail.count == APO_TRAIL_MAX)
            return false;
        trail.passed[trail.count++] = at;
    }
    return can_leave_trail(pos->var, &trail, apo_piece_side(pos->board[sq]),
                           apo_piece_type(pos->board[sq]));
}

/* Proposes that the piece on `sq` has just passed the target, moving by these steps: if it can
 * move so at all. */
static void object_trail(const apo_position *pos, apo_square sq, apo_square target,
                         const int by[2], apo_objection *out)
{
    apo_change change = apo_change_of(APO_CHANGE_PASSED, sq);
    bool is_late = false;
    change.to = target;
    for (unsigned i = 0; i < 4; i++) {
        change.to = stepped(pos->var, change.to, -by[0], -by[1]);
        if (change.to == APO_SQUARE_NONE || pos->board[change.to] != APO_PIECE_EMPTY)
            return;
        if (!could_have_come(pos, change.to, sq, by))
            continue;
        if (!is_late)
            apo_object(out, &too_late, sq);
        is_late = true;
        apo_object_try(out, NULL, change);
    }
}

/* For a piece that captures on a trail and goes where an enemy's multiple step could have
 * passed. */
static void object_capture(const apo_position *pos, const apo_move *mv, apo_objection *out)
{
    const apo_variant *var = pos->var;
    unsigned type = apo_piece_type(pos->board[mv->from]);
    const uint64_t *reach = reach_of(pos, type, mv->to);
    if (!apo_types_has(var->passing_types, type) || pos->board[mv->to] != APO_PIECE_EMPTY ||
        !(reach[mv->from >> 6] >> (mv->from & 63U) & 1U))
        return;
    for (int i = 0; i < 9; i++) {
        const int by[2] = {i % 3 - 1, i / 3 - 1};
        apo_square sq = mv->to;
        do
            sq = i == 4 ? APO_SQUARE_NONE : stepped(var, sq, by[0], by[1]);
        while (sq != APO_SQUARE_NONE && pos->board[sq] == APO_PIECE_EMPTY);
        if (sq != APO_SQUARE_NONE && apo_piece_is_real(pos->board[sq]) &&
            apo_piece_side(pos->board[sq]) != pos->state.side &&
            apo_types_has(var->passed_types, apo_piece_type(pos->board[sq])))
            object_trail(pos, sq, mv->to, by, out);
    }
}

/* For a piece that tries a multiple step from a square where it has only the single step. */
static void object_steps(const apo_position *pos, const apo_move *mv, apo_objection *out)
{
    const apo_variant *var = pos->var;
    int files = var->geometry.files;
    int x = mv->to % files - mv->from % files, y = mv->to / files - mv->from / files;
    if (!apo_types_has(var->passed_types, apo_piece_type(pos->board[mv->from])) ||
        pos->board[mv->to] != APO_PIECE_EMPTY || (x != 0 && y != 0 && x != y && x != -y))
        return;
    int by_file = (x > 0) - (x < 0), by_row = (y > 0) - (y < 0);
    apo_square sq = stepped(var, mv->from, by_file, by_row);
    if (sq == mv->to || sq == APO_SQUARE_NONE || !apo_preview_reaches(pos, mv->from, sq))
        return;
    apo_square second = stepped(var, sq, by_file, by_row);
    if (second == APO_SQUARE_NONE || apo_preview_reaches(pos, mv->from, second))
        return;
    while (sq != mv->to && sq != APO_SQUARE_NONE && pos->board[sq] == APO_PIECE_EMPTY)
        sq = stepped(var, sq, by_file, by_row);
    if (sq == mv->to)
        apo_object(out, &wrong_rank, mv->from);
}

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    if (verdict.reason != APO_ILLEGAL_POWER || mv->from == mv->to || !is_on(pos->var))
        return;
    object_capture(pos, mv, out);
    object_steps(pos, mv, out);
}

/* --- the FEN field ------------------------------------------------------- */

static apo_status read_one(apo_fen_scan *scan, apo_fen_field field, apo_trail *trail)
{
    apo_square squares[APO_TRAIL_MAX + 1];
    unsigned count;
    apo_status status = apo_fen_read_squares(scan, field, squares, APO_TRAIL_MAX + 1, &count);
    if (status != APO_OK)
        return status;
    if (count < 2)
        return apo_fail(scan->err, APO_E_SYNTAX, field.start + field.length,
                        "the en-passant field lists the squares passed and then the square "
                        "of the piece, at least two",
                        apo_span_of(""));
    trail->count = (uint8_t)(count - 1);
    memcpy(trail->passed, squares, (count - 1) * sizeof *squares);
    trail->piece = squares[count - 1];
    return APO_OK;
}

/* In games of double moves perhaps an earlier trail, a comma, and the later one or nothing. */
static apo_status read_trail(apo_fen_scan *scan, apo_fen_field field)
{
    const char *text = scan->text.text + field.start;
    apo_rule_setup *rules = &scan->setup.rules;
    size_t comma = 0;
    if (apo_fen_is_dash(scan, field))
        return APO_OK;
    while (comma < field.length && text[comma] != ',')
        comma++;
    if (comma == field.length || !(scan->var->rules >> APO_RULE_DOUBLE_MOVES & 1U))
        return read_one(scan, field, &rules->trail);
    const apo_fen_field first = {field.start, comma};
    const apo_fen_field second = {field.start + comma + 1, field.length - comma - 1};
    apo_status status = read_one(scan, first, &rules->earlier);
    return status != APO_OK || second.length == 0 ? status
                                                  : read_one(scan, second, &rules->trail);
}

static void write_one(apo_text *out, const apo_geometry *geo, const apo_trail *trail)
{
    for (unsigned i = 0; i < trail->count; i++)
        apo_text_add_square(out, geo, trail->passed[i]);
    if (trail->count > 0)
        apo_text_add_square(out, geo, trail->piece);
}

static void write_trail(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    write_one(out, geo, &setup->rules.earlier);
    if (setup->rules.earlier.count > 0)
        apo_text_add_char(out, ',');
    write_one(out, geo, &setup->rules.trail);
}

/* --- the field of the usual form ----------------------------------------- */

static bool is_piece_of(const apo_fen_scan *scan, apo_square sq, unsigned side)
{
    apo_piece piece = scan->setup.pieces[sq];
    return apo_piece_is_real(piece) && (unsigned)apo_piece_side(piece) == side;
}

static unsigned distance(const apo_geometry *geo, apo_square a, apo_square b)
{
    int files = (int)apo_geometry_file(geo, a) - (int)apo_geometry_file(geo, b);
    int rows = (int)apo_geometry_row(geo, a) - (int)apo_geometry_row(geo, b);
    files = files < 0 ? -files : files;
    rows = rows < 0 ? -rows : rows;
    return (unsigned)(files > rows ? files : rows);
}

/* True if the squares are those that a piece now on `piece` has passed in steps of (by_file,
 * by_row); its own square may be among them. */
static bool is_way_to(const apo_fen_scan *scan, const apo_square *squares, unsigned count,
                      apo_square piece, int by_file, int by_row)
{
    for (unsigned i = 0; i < count; i++) {
        int files = (int)apo_geometry_file(scan->geo, piece) -
                    (int)apo_geometry_file(scan->geo, squares[i]);
        int rows = ((int)apo_geometry_row(scan->geo, piece) -
                    (int)apo_geometry_row(scan->geo, squares[i])) *
                   by_row;
        bool is_free = squares[i] == piece || scan->setup.pieces[squares[i]] == APO_PIECE_EMPTY;
        if (!is_free || rows < 0 || rows > (int)count || files != rows * by_file)
            return false;
    }
    return true;
}

/* True for a pawn, or a type to which a pawn may have promoted. */
static bool is_passer(const apo_fen_scan *scan, apo_square sq, apo_side passer)
{
    return is_piece_of(scan, sq, passer) &&
           (apo_type_info_of(scan->var, apo_piece_type(scan->setup.pieces[sq]))->is_pawn ||
            apo_promotion_is_offered(scan->var, passer, sq));
}

/* Finds the piece of `passer` that has just passed the squares, straight or else diagonally. */
static apo_square find_passer(const apo_fen_scan *scan, const apo_square *squares,
                              unsigned count, apo_side passer)
{
    static const int shifts[] = {0, -1, 1};
    int by_row = passer == APO_WHITE ? 1 : -1;
    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++)
        for (unsigned sq = 0; sq < apo_geometry_squares(scan->geo); sq++)
            if (is_passer(scan, (apo_square)sq, passer) &&
                is_way_to(scan, squares, count, (apo_square)sq, shifts[i], by_row))
                return (apo_square)sq;
    return APO_SQUARE_NONE;
}

/* Inserts a passed square, the farthest from the piece first. */
static void insert_passed(apo_trail *trail, const apo_geometry *geo, apo_square sq)
{
    unsigned at = trail->count++;
    while (at > 0 && distance(geo, trail->passed[at - 1], trail->piece) <
                         distance(geo, sq, trail->piece)) {
        trail->passed[at] = trail->passed[at - 1];
        at--;
    }
    trail->passed[at] = sq;
}

/* One square or several; the piece's own square may be among them. */
static apo_status read_passed(apo_fen_scan *scan, const apo_fen_field *at)
{
    apo_square squares[APO_TRAIL_MAX];
    unsigned count;
    apo_side passer = apo_side_other((apo_side)scan->setup.side);
    apo_trail *trail = &scan->setup.rules.trail;
    if (at == NULL || apo_fen_is_dash(scan, *at))
        return APO_OK;
    apo_status status = apo_fen_read_squares(scan, *at, squares, APO_TRAIL_MAX, &count);
    if (status != APO_OK)
        return status;
    trail->piece = find_passer(scan, squares, count, passer);
    for (unsigned i = 0; i < count; i++)
        if (squares[i] != trail->piece)
            insert_passed(trail, scan->geo, squares[i]);
    if (trail->piece == APO_SQUARE_NONE || trail->count == 0)
        return apo_fail(scan->err, APO_E_SYNTAX, at->start,
                        "there is no pawn that could have just passed %s",
                        apo_span_part(scan->text, at->start, at->length));
    return APO_OK;
}

static void write_passed(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    for (unsigned i = 0; i < setup->rules.trail.count; i++)
        apo_text_add_square(out, apo_variant_geometry(var), setup->rules.trail.passed[i]);
}

static const apo_fen_part fen = {.read = read_trail,
                                 .write = write_trail,
                                 .read_usual = read_passed,
                                 .write_usual = write_passed};

const apo_rule apo_rule_en_passant = {
    .info =
        {NULL,
         APO_DOC(
             "A piece that has made a multiple step may be captured on the squares passed."),
         NULL, 0},
    .is_on = is_on,
    .fen = &fen,
    .kind = &kind,
    .generate = generate,
    .forget = forget,
    .settle = settle,
    .foresee = foresee,
    .save = save,
    .place = place,
    .check = check,
    .change = change,
    .prune = prune,
    .key_part = key_part,
    .same = same,
    .object = object,
};
