/* Rule: enclosing
 * Also called: flipping, reversi, othello, ataxx, custodian flips, conversion
 * Section: enclosing
 * Text: A piece that arrives makes enemy pieces its own: those between it and another piece of
 *   its side on one line, without a gap; or all of those next to it. In such games a piece is
 *   dropped only where it encloses a row of enemies, only beside its own, or only away from
 *   enemies. The first drops may be confined to certain squares until these are full.
 * Source: World Othello Federation, official rules (rows); Ataxx (Dave Crummack and Craig
 *   Galley 1988; neighbours); Snort (Simon Norton, in Winning Ways 1982; apart)
 * Keys: drops, first, flips
 * State: none
 * Tests: tests/rules/enclosing.spec */
#include "rules/rules/enclosing.h"

#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/tables/spec.h"

enum {
    KEY_DROPS,
    KEY_FIRST,
    KEY_FLIPS
};

enum {
    DROPS_ANYWHERE, /* words of KEY_DROPS */
    DROPS_ROWS,
    DROPS_BESIDE,
    DROPS_APART
};

enum {
    FLIPS_NOTHING, /* words of KEY_FLIPS */
    FLIPS_ROWS,
    FLIPS_NEIGHBOURS,
    FLIPS_TOUCHING
};

enum {
    DIRECTIONS = 8,
    STRAIGHT = 4, /* of these the first are along ranks and files */
    /* A piece in the middle of a board with longer lines could change more squares than
     * APO_UNDO_SQUARES_MAX: four lines without their ends, its own squares, a launch. */
    LINE_MAX = 14
};

static const struct {
    int8_t files, rows;
} directions[DIRECTIONS] = {{1, 0}, {-1, 0},  {0, 1},  {0, -1},
                            {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

/* The rule's data in a variant. */
typedef struct enclosing_data {
    uint8_t drops, flips;
    apo_set first; /* squares that are filled before others */
} enclosing_data;

static const apo_key keys[] = {
    [KEY_DROPS] = {.name = "drops",
                   .kind = APO_KEY_WORD,
                   .words = "anywhere rows beside apart",
                   .fallback = "anywhere",
                   .doc = APO_DOC(
                       "Where a piece may be dropped: where it encloses a row of enemies; next "
                       "to a piece of its side; or not next to an enemy on its rank or "
                       "file.")},
    [KEY_FIRST] = {.name = "first",
                   .kind = APO_KEY_SQUARES,
                   .minimum = 1,
                   .maximum = APO_VALUE_ITEMS_MAX,
                   .fallback = "none",
                   .doc = APO_DOC(
                       "The squares on which the first pieces are dropped, until they are "
                       "full; before that `drops` does not count.")},
    [KEY_FLIPS] = {.name = "flips",
                   .kind = APO_KEY_WORD,
                   .words = "nothing rows neighbours touching",
                   .fallback = "nothing",
                   .doc =
                       APO_DOC("What changes sides when a piece arrives: the rows that it "
                               "encloses; all enemies next to it; or these, but after a drop "
                               "only if it is next to a piece of its side.")},
};

/* True if a move may take several pieces besides the one on its target: the rows that it
 * encloses could then be too many for one move. */
static bool takes_in_passing(const apo_variant_spec *spec)
{
    for (unsigned type = 1; type <= spec->type_count; type++) {
        const apo_piece_moves *moves = &spec->types[type].moves;
        for (unsigned i = 0; i < moves->move_count; i++)
            for (unsigned k = 0; k < moves->moves[i].leg_count; k++)
                if (moves->moves[i].legs[k].pass & (APO_PASS_TAKE | APO_PASS_REMOVE))
                    return true;
    }
    return spec->rules[APO_RULE_CHECKER].line != 0;
}

static void build_enclosing(apo_build *build)
{
    enclosing_data *data = build->data;
    const apo_geometry *geo = &build->var->geometry;
    const apo_value *first = apo_build_value(build, KEY_FIRST);
    data->drops = (uint8_t)apo_build_number(build, KEY_DROPS, DROPS_ANYWHERE);
    data->flips = (uint8_t)apo_build_number(build, KEY_FLIPS, FLIPS_NOTHING);
    for (unsigned i = 0; first != NULL && i < first->count; i++)
        apo_set_add(&data->first, first->items[i]);
    if (build->var->royal != APO_TYPE_NONE && data->flips != FLIPS_NOTHING)
        apo_build_fault(build, NULL, "a royal piece cannot change sides", apo_span_of(""));
    if (data->flips == FLIPS_ROWS && (geo->files > LINE_MAX || geo->rows > LINE_MAX))
        apo_build_fault(build, apo_build_value(build, KEY_FLIPS),
                        "rows are enclosed on boards of at most 14 files and ranks",
                        apo_span_of(""));
    if (data->flips == FLIPS_ROWS && takes_in_passing(build->spec))
        apo_build_fault(build, apo_build_value(build, KEY_FLIPS),
                        "rows are enclosed only where no piece captures in passing",
                        apo_span_of(""));
    if ((data->drops != DROPS_ANYWHERE || first != NULL) &&
        build->spec->rules[APO_RULE_HANDS].line == 0)
        apo_build_fault(build, NULL, "drops need the section [hands]", apo_span_of(""));
}

static const enclosing_data *data_of(const apo_variant *var)
{
    return apo_rule_data(var, APO_RULE_ENCLOSING);
}

/* --- what is next to a square -------------------------------------------- */

static apo_square go(const apo_position *pos, apo_square from, unsigned direction)
{
    return apo_geometry_step(&pos->var->geometry, from, directions[direction].files,
                             directions[direction].rows);
}

/* True if a piece of `side` stands there. */
static bool has_piece(const apo_position *pos, apo_square sq, unsigned side)
{
    return sq != APO_SQUARE_NONE && apo_set_has(&pos->pieces[side], sq);
}

/* True if a piece of `side` stands next to the square, in one of the first directions. */
static bool is_beside(const apo_position *pos, apo_square sq, unsigned side, unsigned most)
{
    for (unsigned i = 0; i < most; i++)
        if (has_piece(pos, go(pos, sq, i), side))
            return true;
    return false;
}

/* The length of the enemies' row in a direction that a piece of `side` encloses from `sq`. */
static unsigned count_row(const apo_position *pos, apo_square sq, unsigned side,
                          unsigned direction)
{
    unsigned count = 0;
    for (sq = go(pos, sq, direction); has_piece(pos, sq, side ^ 1U);
         sq = go(pos, sq, direction))
        count++;
    return has_piece(pos, sq, side) ? count : 0;
}

static bool encloses(const apo_position *pos, apo_square sq, unsigned side)
{
    for (unsigned i = 0; i < DIRECTIONS; i++)
        if (count_row(pos, sq, side, i) > 0)
            return true;
    return false;
}

/* --- drops --------------------------------------------------------------- */

static bool is_full(const apo_position *pos, const apo_set *squares)
{
    uint64_t empty = 0;
    for (unsigned i = 0; i < pos->var->words; i++)
        empty |= squares->words[i] & ~pos->occupied.words[i];
    return empty == 0;
}

static bool may_drop(const apo_position *pos, apo_square to)
{
    unsigned side = pos->state.side;
    switch (data_of(pos->var)->drops) {
    case DROPS_ROWS: return encloses(pos, to, side);
    case DROPS_BESIDE: return is_beside(pos, to, side, DIRECTIONS);
    case DROPS_APART: return !is_beside(pos, to, side ^ 1U, STRAIGHT);
    default: return true;
    }
}

const apo_ground *apo_enclosing_ground(const apo_position *pos, const apo_move *mv)
{
    static const apo_ground
        not_first = APO_GROUND("drop_first", "enclosing", "",
                               "the first pieces are dropped on certain squares, until these "
                               "are full"),
        no_row = APO_GROUND("drop_row", "enclosing", "",
                            "a piece may only be dropped where it encloses a row of enemies, "
                            "which it does not on %{at}"),
        not_beside = APO_GROUND("drop_beside", "enclosing", "",
                                "a piece may only be dropped next to one of its side, and none "
                                "is next to %{at}"),
        not_apart = APO_GROUND("drop_apart", "enclosing", "",
                               "a piece may not be dropped next to an enemy on its rank or "
                               "file, and one is next to %{at}");

    const enclosing_data *data = data_of(pos->var);
    if (!(pos->var->rules >> APO_RULE_ENCLOSING & 1U))
        return NULL;
    if (!is_full(pos, &data->first))
        return apo_set_has(&data->first, mv->to) ? NULL : &not_first;
    if (may_drop(pos, mv->to))
        return NULL;
    switch (data->drops) {
    case DROPS_ROWS: return &no_row;
    case DROPS_BESIDE: return &not_beside;
    default: return &not_apart;
    }
}

static enum apo_illegal sift(apo_position *pos, apo_move_list *list)
{
    const apo_set *first = &data_of(pos->var)->first;
    bool is_begun = is_full(pos, first);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        const apo_move *mv = &list->moves[i];
        bool may_stay = is_begun ? may_drop(pos, mv->to) : apo_set_has(first, mv->to);
        if (mv->kind != APO_MOVE_DROP || may_stay)
            list->moves[kept++] = *mv;
    }
    list->count = kept;
    return APO_ILLEGAL_DROP;
}

/* --- flips --------------------------------------------------------------- */

static void flip(apo_position *pos, apo_square sq, apo_undo *undo)
{
    apo_piece piece = pos->board[sq];
    apo_side side = (apo_side)(apo_piece_side(piece) ^ 1U);
    apo_make_set(pos, undo, sq, apo_piece_of(side, apo_piece_type(piece)));
}

static void flip_rows(apo_position *pos, apo_square from, apo_undo *undo)
{
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        apo_square sq = from;
        for (unsigned count = count_row(pos, from, pos->state.side, i); count > 0; count--) {
            sq = go(pos, sq, i);
            flip(pos, sq, undo);
        }
    }
}

static void flip_neighbours(apo_position *pos, apo_square from, apo_undo *undo)
{
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        apo_square sq = go(pos, from, i);
        if (has_piece(pos, sq, pos->state.side ^ 1U))
            flip(pos, sq, undo);
    }
}

static void aftermath(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    unsigned flips = mv->kind == APO_MOVE_PASS ? FLIPS_NOTHING : data_of(pos->var)->flips;
    bool is_touching =
        mv->kind != APO_MOVE_DROP || is_beside(pos, mv->to, pos->state.side, DIRECTIONS);
    if (flips == FLIPS_ROWS)
        flip_rows(pos, mv->to, undo);
    else if (flips == FLIPS_NEIGHBOURS || (flips == FLIPS_TOUCHING && is_touching))
        flip_neighbours(pos, mv->to, undo);
}

const apo_rule apo_rule_enclosing = {
    .info = {"enclosing", APO_DOC("A piece that arrives makes enemy pieces change sides."),
             keys, sizeof keys / sizeof *keys},
    .data_size = sizeof(enclosing_data),
    .build = build_enclosing,
    .sift = sift,
    .aftermath = aftermath,
};
