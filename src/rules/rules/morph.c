/* Rule: morph
 * Also called: morphing, mutation, mutating pieces, transformation, demotion, promotion by
 *   square, morphing chess, zonal board
 * Section: morph
 * Text: A piece that ends its move on one of the named squares becomes another piece there, for
 *   good or until it comes to a square that changes it again. If several pieces are named, its
 *   owner chooses one of them; if it is among them itself, it may stay what it is. Castling, a
 *   king's jump and drops change nothing, and where a pawn must promote, it does that.
 * Source: the morph boards of H. G. Muller's Interactive Diagrams
 *   (github.com/fairy-stockfish/Fairy-Stockfish/issues/843); games with them:
 *   www.chessvariants.com/invention/morphing-chess-iii; [decided]: castling and drops
 * Keys: pieces N, squares N, becomes N, black-squares N
 * State: none
 * Tests: tests/rules/morph.spec */
#include "rules/kernel/drawn.h"
#include "rules/kernel/object.h"
#include "rules/rules/list.h"

enum {
    KEY_PIECES,
    KEY_SQUARES,
    KEY_BECOMES,
    KEY_BLACK_SQUARES,
    KEYS
};

enum {
    CHANGES_MAX = 64
};

/* One numbered change. */
typedef struct change {
    apo_types pieces, becomes;
    apo_set squares[APO_SIDES];
} change;

/* The rule's data in a variant. */
typedef struct morph_data {
    apo_set squares[APO_SIDES][APO_TYPES_MAX]; /* where a type changes */
    change changes[CHANGES_MAX];
} morph_data;

#define NUMBERED_KEY(key_name, key_kind, is_needed, without, text)                     \
    {                                                                                  \
        .name = key_name, .kind = key_kind, .is_indexed = true, .is_repeatable = true, \
        .is_required = is_needed, .minimum = 1, .maximum = APO_VALUE_ITEMS_MAX,        \
        .fallback = without, .doc = APO_DOC(text)                                      \
    }

static const apo_key keys[KEYS] = {
    [KEY_PIECES] = NUMBERED_KEY("pieces", APO_KEY_TYPES, true, NULL,
                                "The types that the change with this number, 1 to 64, is for."),
    [KEY_SQUARES] = NUMBERED_KEY(
        "squares", APO_KEY_SQUARES, true, NULL,
        "The squares where White's pieces change; Black's are their mirror images."),
    [KEY_BECOMES] =
        NUMBERED_KEY("becomes", APO_KEY_TYPES, true, NULL,
                     "What they become there: the one type, or a choice of several. "
                     "A type that is listed itself may stay what it is."),
    [KEY_BLACK_SQUARES] =
        NUMBERED_KEY("black-squares", APO_KEY_SQUARES, false, "the mirror images of squares",
                     "Black's squares of that change, if they do not mirror White's."),
};

static const morph_data *data_of(const apo_variant *var)
{
    return (const morph_data *)apo_rule_data(var, APO_RULE_MORPH);
}

/* --- the definition ------------------------------------------------------ */

static void add_squares(const apo_build *build, const apo_value *value, bool is_mirrored,
                        apo_set *out)
{
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        apo_set_add(out, is_mirrored
                             ? apo_geometry_mirror(&build->var->geometry, value->items[i])
                             : value->items[i]);
}

static void check_forms(apo_build *build, const apo_value *pieces, const change *here)
{
    const apo_variant *var = build->var;
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        unsigned base = var->types[type].mark == APO_MARK_PROMOTED ? var->types[type].base : 0;
        if (base != 0 && (here->pieces & (apo_type_bit(base) | apo_type_bit(type))) != 0)
            apo_build_fault(build, pieces, "a piece with a promoted form changes by [forms]",
                            apo_span_of(""));
    }
}

/* Notes the squares of each type; a type changes in one way on a square. */
static void note_squares(apo_build *build, const apo_value *pieces, const change *here)
{
    morph_data *data = build->data;
    bool is_twice = false;
    for (unsigned i = 0; i < pieces->count; i++)
        for (unsigned side = 0; side < APO_SIDES; side++)
            for (unsigned k = 0; k < APO_SET_WORDS_MAX; k++) {
                uint64_t *known = &data->squares[side][pieces->items[i]].words[k];
                is_twice = is_twice || (*known & here->squares[side].words[k]) != 0;
                *known |= here->squares[side].words[k];
            }
    if (is_twice)
        apo_build_fault(build, pieces, "a piece changes in two ways on the same square",
                        apo_span_of(""));
}

static void build_change(apo_build *build, unsigned number)
{
    const apo_value *value[KEYS];
    change *here = &((morph_data *)build->data)->changes[number - 1];
    for (unsigned key = 0; key < KEYS; key++)
        value[key] = apo_build_value_at(build, key, number);
    const apo_value *black = value[KEY_BLACK_SQUARES];
    for (unsigned key = 0; key < KEYS; key++)
        if (value[key] != NULL && (value[KEY_PIECES] == NULL || value[KEY_SQUARES] == NULL ||
                                   value[KEY_BECOMES] == NULL)) {
            apo_build_fault(build, value[key],
                            "a change needs its pieces, its squares and what they become",
                            apo_span_of(""));
            return;
        }
    if (value[KEY_PIECES] == NULL)
        return;
    here->pieces = apo_value_types(value[KEY_PIECES]);
    here->becomes = apo_value_types(value[KEY_BECOMES]);
    add_squares(build, value[KEY_SQUARES], false, &here->squares[APO_WHITE]);
    add_squares(build, black != NULL ? black : value[KEY_SQUARES], black == NULL,
                &here->squares[APO_BLACK]);
    if (apo_types_has(here->pieces | here->becomes, build->var->royal))
        apo_build_fault(build, value[KEY_PIECES],
                        "a royal piece that changes, or that others become, is named in "
                        "[royals], not marked as royal",
                        apo_span_of(""));
    check_forms(build, value[KEY_PIECES], here);
    note_squares(build, value[KEY_PIECES], here);
    build->var->expand_types |= here->pieces;
    build->var->own_power_types |= here->pieces;
}

static void build_morph(apo_build *build)
{
    for (size_t i = 0; i < build->values->count; i++) {
        const apo_value *value = &build->values->values[i];
        if (value->index < 1 || value->index > CHANGES_MAX)
            apo_build_fault(build, value, "changes are numbered from 1 to 64", apo_span_of(""));
    }
    for (unsigned number = 1; number <= CHANGES_MAX; number++)
        build_change(build, number);
}

/* --- moves --------------------------------------------------------------- */

/* What pieces of a type of `side` become when they end a move on a square; 0: they stay what
 * they are. If their own type is among them, they may stay too. */
static apo_types find_choices(const apo_variant *var, unsigned side, unsigned type,
                              apo_square to)
{
    const morph_data *data = data_of(var);
    if (!apo_set_has(&data->squares[side][type], to))
        return 0;
    unsigned i = 0;
    while (!apo_types_has(data->changes[i].pieces, type) ||
           !apo_set_has(&data->changes[i].squares[side], to))
        i++;
    return data->changes[i].becomes;
}

static bool expand(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    unsigned type = apo_piece_type(pos->board[mv.from]);
    apo_types choices = find_choices(pos->var, pos->state.side, type, mv.to);
    for (apo_type_walk walk = apo_type_walk_of(choices); apo_type_walk_next(&walk);) {
        mv.promoted = (uint8_t)walk.type;
        if (walk.type != type)
            apo_move_list_add(list, mv);
    }
    return choices == 0 || apo_types_has(choices, type);
}

static bool changes(const apo_variant *var, unsigned side, unsigned type, apo_square from,
                    apo_square to)
{
    (void)from;
    return apo_set_has(&data_of(var)->squares[side][type], to);
}

/* --- for people ---------------------------------------------------------- */

static const apo_ground unsaid = APO_GROUND("morph_missing", "morph", "",
                                            "the %{piece} becomes another piece on %{target}"),
                        wrong =
                            APO_GROUND("morph_type", "morph", "",
                                       "the %{piece} does not become a %{type} on %{target}");

static apo_change renamed(const apo_move *mv, unsigned type)
{
    apo_change out = apo_change_of(APO_CHANGE_MOVE, mv->from);
    out.to = mv->to;
    out.piece = apo_piece_of(APO_WHITE, type);
    return out;
}

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    if (verdict.reason != APO_ILLEGAL_PROMOTION)
        return;
    unsigned type = apo_piece_type(pos->board[mv->from]);
    apo_types choices = find_choices(pos->var, pos->state.side, type, mv->to);
    if (choices == 0)
        return;
    apo_object(out, mv->promoted == APO_TYPE_NONE ? &unsaid : &wrong, mv->to);
    for (apo_type_walk walk = apo_type_walk_of(choices); apo_type_walk_next(&walk);)
        apo_object_try(out, NULL, renamed(mv, walk.type != type ? walk.type : APO_TYPE_NONE));
}

/* The squares of both sides, where any piece changes. */
static void draw(const apo_variant *var, apo_drawing *out)
{
    apo_set all = {{0}};
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type <= var->info.type_count; type++)
            for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
                all.words[i] |= data_of(var)->squares[side][type].words[i];
    apo_draw_border(out, &var->geometry, &all, APO_DRAWN_ABOVE);
}

const apo_rule apo_rule_morph = {
    .info = {"morph", APO_DOC("Pieces that become other pieces on certain squares."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(morph_data),
    /* Those left out give a move several ways too, or take over what a piece can do. */
    .goes_with = ~(UINT64_C(1) << APO_RULE_RESERVE | UINT64_C(1) << APO_RULE_LAUNCH |
                   UINT64_C(1) << APO_RULE_JOKER | UINT64_C(1) << APO_RULE_SCREENS |
                   UINT64_C(1) << APO_RULE_DOUBLE_MOVES),
    .build = build_morph,
    .expand = expand,
    .changes = changes,
    .object = object,
    .draw = draw,
};
