/* Rule: launch
 * Also called: gating, drop on a vacated square
 * Section: launch
 * Text: Each side has one or more pieces in its pocket. When a launcher makes its first move,
 *   its owner may put one of them on the vacated square. This is possible up to a certain move
 *   number; later the pocket is lost. Castling launches on the king's square, or on the
 *   partner's if that can launch too and stays empty.
 * Source: rules, section 4 (Launch); Seirawan Chess, where a launched piece may not block a
 *   check
 * Keys: piece, launchers, may-block, white-until, black-until
 * State: pockets (FEN field pocket), unmoved launchers (FEN field unmoved)
 * Tests: tests/rules/launch.spec, tests/rules/gating.spec */
#include "rules/rules/launch.h"

#include "base/mem.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/kernel/rights.h"
#include "rules/rules/facts.h"
#include "rules/rules/setup_faults.h"

enum {
    KEY_PIECE,
    KEY_LAUNCHERS,
    KEY_MAY_BLOCK,
    KEY_WHITE_UNTIL,
    KEY_BLACK_UNTIL
};

static const apo_key keys[] = {
    [KEY_PIECE] = {.name = "piece",
                   .kind = APO_KEY_TYPES,
                   .is_required = true,
                   .minimum = 1,
                   .maximum = APO_VALUE_ITEMS_MAX,
                   .doc = APO_DOC("The types in each side's pocket, one piece of each.")},
    [KEY_LAUNCHERS] =
        {.name = "launchers",
         .kind = APO_KEY_TYPES,
         .is_required = true,
         .minimum = 1,
         .maximum = APO_VALUE_ITEMS_MAX,
         .doc = APO_DOC(
             "The types that can launch a piece with their first move. A launcher must have "
             "started on the board, not on a border rank.")},
    [KEY_MAY_BLOCK] =
        {.name = "may-block",
         .kind = APO_KEY_FLAG,
         .fallback = "yes",
         .doc = APO_DOC(
             "Whether the launched piece may shield its own king from check. If not, the "
             "move must also be legal without the launch.")},
    [KEY_WHITE_UNTIL] = {.name = "white-until",
                         .kind = APO_KEY_NUMBER,
                         .minimum = 1,
                         .maximum = APO_CLOCK_MAX,
                         .fallback = "no limit",
                         .doc = APO_DOC("White's last move number for launching.")},
    [KEY_BLACK_UNTIL] = {.name = "black-until",
                         .kind = APO_KEY_NUMBER,
                         .minimum = 1,
                         .maximum = APO_CLOCK_MAX,
                         .fallback = "no limit",
                         .doc = APO_DOC("Black's last move number for launching.")},
};

static void build_launch(apo_build *build)
{
    apo_launch_data *data = build->data;
    const apo_value *piece = apo_build_value(build, KEY_PIECE);
    if (piece == NULL)
        return;
    data->is_on = true;
    data->pieces = apo_build_types(build, KEY_PIECE);
    data->may_block = apo_build_number(build, KEY_MAY_BLOCK, 1) != 0;
    if (apo_types_has(data->pieces, build->var->royal))
        apo_build_fault(build, piece, "the royal piece cannot wait in the pocket",
                        apo_span_of(""));
    if (data->pieces >> APO_HELD_TYPES_MAX != 0)
        apo_build_fault(build, piece, "only the first 31 types in [pieces] can be held",
                        apo_span_of(""));
    if (piece->count != apo_types_count(data->pieces))
        apo_build_fault(build, piece, "the pocket holds one piece of a type", apo_span_of(""));
    data->launchers = apo_build_types(build, KEY_LAUNCHERS);
    data->until[APO_WHITE] =
        (uint32_t)apo_build_number(build, KEY_WHITE_UNTIL, APO_CLOCK_MAX + 1);
    data->until[APO_BLACK] =
        (uint32_t)apo_build_number(build, KEY_BLACK_UNTIL, APO_CLOCK_MAX + 1);
}

/* --- who may launch ------------------------------------------------------ */

/* True if the side may still launch by the move limit, with a piece in its pocket. */
static bool is_in_time(const apo_variant *var, const apo_state *state, unsigned side)
{
    if (state->rules.pocket[side] == 0)
        return false;
    uint32_t next = state->move_number;
    if (side == APO_WHITE && state->side == APO_BLACK)
        next++;
    return next <= apo_launch_of(var)->until[side];
}

/* Marked launchers of a side; `pieces` is a board. */
static void rights(const apo_variant *var, const apo_piece *pieces, const apo_state *state,
                   const apo_set *marked, unsigned side, apo_set *alive)
{
    if (is_in_time(var, state, side))
        apo_rights_keep(alive, var, pieces, marked, apo_launch_of(var)->launchers);
}

bool apo_launch_is_possible(const apo_position *pos, unsigned side)
{
    const apo_variant *var = pos->var;
    if (!is_in_time(var, &pos->state, side))
        return false;
    apo_types types = apo_launch_of(var)->launchers & apo_types_here(pos, side);
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        const uint64_t *pieces = apo_position_type_set(pos, side, type, var->words);
        for (unsigned i = 0; i < var->words; i++)
            if ((pieces[i] & pos->state.unmoved.words[i]) != 0)
                return true;
    }
    return false;
}

apo_set apo_launch_squares(const apo_position *pos)
{
    unsigned side = pos->state.side;
    apo_set set = {{0}}, marked = apo_rights_marked(pos, side);
    rights(pos->var, pos->board, &pos->state, &marked, side, &set);
    return set;
}

static void ways(const apo_position *pos, apo_ways *out)
{
    apo_set squares = apo_launch_squares(pos);
    if (apo_set_is_empty(&squares))
        return;
    out->squares = squares;
    out->count = 1 + (unsigned)__builtin_popcount(pos->state.rules.pocket[pos->state.side]);
}

static bool may_launch(const apo_position *pos, apo_square sq)
{
    apo_piece piece = pos->board[sq];
    return is_in_time(pos->var, &pos->state, pos->state.side) &&
           apo_set_has(&pos->state.unmoved, sq) && apo_piece_is_real(piece) &&
           apo_piece_side(piece) == pos->state.side &&
           apo_types_hold(&apo_launch_of(pos->var)->launchers, apo_piece_type(piece));
}

/* Rights also end with the move limit, and when the pocket is empty. */
static bool lapsed(const apo_position *pos, const apo_undo *undo)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        if (is_in_time(pos->var, &undo->state, side) &&
            !is_in_time(pos->var, &pos->state, side))
            return true;
    return false;
}

/* Launchers may be marked anywhere, as in composed positions: the mark only means that the
 * piece may launch. */
static bool marks(const apo_variant *var, apo_piece piece)
{
    return apo_types_has(apo_launch_of(var)->launchers, apo_piece_type(piece));
}

/* --- moves --------------------------------------------------------------- */

void apo_launch_add(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    for (apo_type_walk walk = apo_type_walk_of(pos->state.rules.pocket[pos->state.side]);
         apo_type_walk_next(&walk);) {
        mv.launched = (uint8_t)walk.type;
        apo_move_list_add(list, mv);
    }
}

static bool expand(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    if (may_launch(pos, mv.from))
        apo_launch_add(pos, mv, list);
    return true;
}

/* If a launched piece may not shield its own king, the move must be legal without the launch
 * too. */
static enum apo_illegal bars(apo_position *pos, const apo_move *mv)
{
    apo_move bare = *mv;
    if (mv->launched == APO_TYPE_NONE || mv->kind == APO_MOVE_DROP ||
        apo_launch_of(pos->var)->may_block)
        return APO_LEGAL;
    bare.launched = APO_TYPE_NONE;
    return apo_move_is_safe(pos, &bare) ? APO_LEGAL : APO_ILLEGAL_LAUNCH;
}

/* For a move between whose squares some legal move launches something else. */
static enum apo_illegal explain(const apo_position *pos, const apo_move *mv,
                                const apo_move_list *ways)
{
    (void)pos;
    return ways->count > 0 && mv->launched != APO_TYPE_NONE ? APO_ILLEGAL_LAUNCH : APO_LEGAL;
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground
    not_in_pocket = APO_GROUND("launch_pocket", "launch", "4",
                               "there is no %{type} in the pocket to launch"),
    too_late = APO_GROUND("launch_late", "launch", "4",
                          "it is too late to launch: the last move for it has been made"),
    has_moved = APO_GROUND("launch_moved", "launch", "4",
                           "the %{piece} on %{square} has moved before: only a first move "
                           "launches"),
    no_launcher =
        APO_GROUND("launch_piece", "launch", "4", "nothing is launched when a %{piece} moves"),
    shields = APO_GROUND("launch_shield", "launch", "4",
                         "the launched piece may not shield its own king from check"),
    nothing_launched = APO_GROUND("launch_none", "", "", "this game has no pieces to launch");

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    const apo_launch_data *data = apo_launch_of(pos->var);
    if (verdict.reason != APO_ILLEGAL_LAUNCH)
        return;
    unsigned side = pos->state.side, type = apo_piece_type(pos->board[mv->from]);
    apo_change pocket = apo_change_of(APO_CHANGE_POCKET, APO_SQUARE_NONE);
    apo_change number = apo_change_of(APO_CHANGE_MOVE_NUMBER, APO_SQUARE_NONE);
    apo_change bare = apo_change_of(APO_CHANGE_MOVE, mv->from);
    pocket.piece = apo_piece_of((apo_side)side, mv->launched);
    number.number = data->until[side];
    bare.to = mv->to;
    bare.piece = apo_piece_of(APO_WHITE, mv->promoted);
    if (!apo_types_has(data->pieces, mv->launched)) {
        apo_object(out, data->is_on ? &not_in_pocket : &nothing_launched, mv->from);
    } else if (!apo_types_has(data->launchers, type)) {
        apo_object(out, &no_launcher, mv->from);
    } else if (pos->state.rules.pocket[side] == 0 ||
               !apo_types_has(pos->state.rules.pocket[side], mv->launched)) {
        apo_mending trial = {.count = 0};
        apo_object(out, &not_in_pocket, mv->from);
        apo_object_try(out, NULL, pocket);
        apo_mending_add(&trial, pocket);
        apo_object_try(out, &trial, apo_change_of(APO_CHANGE_UNMOVED, mv->from));
    } else if (pos->state.move_number > data->until[side]) {
        apo_mending trial = {.count = 0};
        apo_object(out, &too_late, mv->from);
        apo_mending_add(&trial, number);
        apo_object_try(out, &trial, apo_change_of(APO_CHANGE_UNMOVED, mv->from));
    } else if (!apo_set_has(&pos->state.unmoved, mv->from)) {
        apo_object(out, &has_moved, mv->from);
        apo_object_try(out, NULL, apo_change_of(APO_CHANGE_UNMOVED, mv->from));
    } else {
        apo_object(out, &shields, mv->from);
    }
    apo_object_try(out, NULL, bare);
}

static apo_square square_of(const apo_variant *var, unsigned side, const apo_move *mv)
{
    const apo_kind *kind = var->kinds[mv->kind];
    return kind != NULL && kind->vacates != NULL ? kind->vacates(var, side, mv) : mv->from;
}

static uint64_t key_of_pocket(unsigned side, uint32_t types)
{
    uint64_t key = 0;
    for (; types != 0; types &= types - 1)
        key ^= apo_key_word(APO_FAMILY_POCKET, side, (unsigned)__builtin_ctz(types), 0);
    return key;
}

static void supply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    unsigned side = undo->state.side;
    if (mv->launched == APO_TYPE_NONE || mv->kind == APO_MOVE_DROP)
        return;
    apo_make_set(pos, undo, square_of(pos->var, side, mv),
                 apo_piece_of((apo_side)side, mv->launched));
    pos->state.key ^= key_of_pocket(side, (uint32_t)1 << mv->launched);
    pos->state.rules.pocket[side] &= ~((uint32_t)1 << mv->launched);
}

apo_square apo_move_launch_square(const apo_position *pos, const apo_move *mv)
{
    return square_of(pos->var, pos->state.side, mv);
}

static uint64_t key_part(const apo_position *pos)
{
    return key_of_pocket(APO_WHITE, pos->state.rules.pocket[APO_WHITE]) ^
           key_of_pocket(APO_BLACK, pos->state.rules.pocket[APO_BLACK]);
}

static bool same(const apo_state *a, const apo_state *b)
{
    return memcmp(a->rules.pocket, b->rules.pocket, sizeof a->rules.pocket) == 0;
}

/* --- setting up ---------------------------------------------------------- */

static void load(apo_state *state, const apo_setup *setup)
{
    memcpy(state->rules.pocket, setup->rules.pocket, sizeof state->rules.pocket);
}

static void save(const apo_position *pos, apo_setup *setup)
{
    memcpy(setup->rules.pocket, pos->state.rules.pocket, sizeof setup->rules.pocket);
}

static void start(apo_setup *setup, const apo_variant *var, unsigned name_index)
{
    if (var->starts[name_index].is_supplied)
        setup->rules.pocket[APO_WHITE] = setup->rules.pocket[APO_BLACK] =
            (uint32_t)apo_launch_of(var)->pieces;
}

static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        if ((setup->rules.pocket[side] & ~apo_launch_of(var)->pieces) != 0)
            return APO_SETUP_FAULT(POCKET);
    return 0;
}

static void change(apo_setup *setup, const apo_variant *var, const apo_change *change)
{
    (void)var;
    if (change->kind == APO_CHANGE_POCKET)
        setup->rules.pocket[apo_piece_side(change->piece)] |= (uint32_t)1
                                                              << apo_piece_type(change->piece);
}

/* --- the FEN field ------------------------------------------------------- */

/* Pieces of each side, White's first, one of a type. */
static apo_status read_pocket(apo_fen_scan *scan, apo_fen_field field)
{
    if (apo_fen_is_dash(scan, field))
        return APO_OK;
    unsigned last_side = APO_WHITE;
    for (size_t i = field.start; i < field.start + field.length; i++) {
        char c = scan->text.text[i];
        unsigned type = apo_variant_type_of_letter(scan->var, c);
        if (type == APO_TYPE_NONE)
            return apo_fen_fail(scan, i, "\"%s\" is not the letter of a piece of this game");
        unsigned side = apo_is_upper(c) ? APO_WHITE : APO_BLACK;
        uint32_t bit = (uint32_t)1 << type;
        if ((side < last_side && !scan->is_usual) ||
            (scan->setup.rules.pocket[side] & bit) != 0)
            return apo_fen_fail(
                scan, i,
                "\"%s\" stands out of order: White's pieces and then Black's, one "
                "of a kind, are in the pockets");
        scan->setup.rules.pocket[side] |= bit;
        last_side = side;
    }
    return APO_OK;
}

static void write_pockets(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (apo_type_walk walk = apo_type_walk_of(setup->rules.pocket[side]);
             apo_type_walk_next(&walk);)
            apo_text_add_char(out, apo_fen_letter(var, side, walk.type));
}

static const apo_fen_part fen = {.read = read_pocket, .write = write_pockets};

const apo_rule apo_rule_launch = {
    .info = {"launch", APO_DOC("Pieces in the pocket can be put where another has just left."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_launch_data),
    .build = build_launch,
    .fen = &fen,
    .expand = expand,
    .ways = ways,
    .bars = bars,
    .explain = explain,
    .supply = supply,
    .lapsed = lapsed,
    .rights = rights,
    .marks = marks,
    .start = start,
    .check = check,
    .change = change,
    .load = load,
    .save = save,
    .key_part = key_part,
    .same = same,
    .object = object,
};
