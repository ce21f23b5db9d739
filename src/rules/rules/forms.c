/* Rule: forms
 * Also called: promoted forms, shogi promotion, promotion zone, piece promotion, nari,
 *   promoted
 * Section: forms
 * Text: A piece with a promoted form, which has the same letter after a +, may turn into it
 *   when its move begins or ends in the zone. It must where it could never move again. In some
 *   games a move that begins in the zone promotes only if it captures, and certain pieces get
 *   another chance on the last rank.
 * Source: the rules of the Japan Shogi Association, as in
 *   en.wikipedia.org/wiki/Shogi#Promotion; for pieces that turn over with each move or capture
 *   en.wikipedia.org/wiki/Kyoto_shogi and en.wikipedia.org/wiki/Micro_shogi; for promotion on
 *   entering and by capture en.wikipedia.org/wiki/Chu_shogi#Promotion
 * Keys: from-rank, squares, black-from-rank, black-squares, most N, en-passant, leaving,
 *   compulsory, by-capture, turn-back, inside, last-rank
 * State: none
 * Tests: tests/rules/forms.spec */
#include "rules/rules/forms.h"

#include "base/mem.h"
#include "rules/kernel/board.h"
#include "rules/kernel/drawn.h"
#include "rules/kernel/targets.h"

enum {
    KEY_FROM_RANK,
    KEY_SQUARES,
    KEY_LEAVING,
    KEY_COMPULSORY,
    KEY_BY_CAPTURE,
    KEY_TURN_BACK,
    KEY_BLACK_FROM_RANK,
    KEY_BLACK_SQUARES,
    KEY_MOST,
    KEY_EN_PASSANT,
    KEY_INSIDE,
    KEY_LAST_RANK
};

enum {
    WHEN_STUCK, /* words of KEY_COMPULSORY */
    WHEN_ALWAYS,
    WHEN_NEVER
};

enum {
    INSIDE_ANY, /* words of KEY_INSIDE */
    INSIDE_CAPTURES
};

static const apo_key keys[] = {
    [KEY_FROM_RANK] = {.name = "from-rank",
                       .kind = APO_KEY_NUMBER,
                       .minimum = 1,
                       .maximum = APO_ROWS_MAX,
                       .fallback = "see squares",
                       .doc =
                           APO_DOC("The first own rank of the zone in which pieces promote; it "
                                   "reaches to the last.")},
    [KEY_SQUARES] = {.name = "squares",
                     .kind = APO_KEY_SQUARES,
                     .minimum = 1,
                     .maximum = APO_VALUE_ITEMS_MAX,
                     .fallback = "see from-rank",
                     .doc = APO_DOC(
                         "White's zone, if it is not made of whole ranks; Black's is its "
                         "mirror image.")},
    [KEY_LEAVING] = {.name = "leaving",
                     .kind = APO_KEY_FLAG,
                     .fallback = "yes",
                     .doc =
                         APO_DOC("Whether a move that begins in the zone and ends outside it "
                                 "promotes.")},
    [KEY_COMPULSORY] = {.name = "compulsory",
                        .kind = APO_KEY_WORD,
                        .words = "stuck always never",
                        .fallback = "stuck",
                        .doc =
                            APO_DOC("When a piece that may promote must: where it could never "
                                    "move again, always, or never.")},
    [KEY_BY_CAPTURE] = {.name = "by-capture",
                        .kind = APO_KEY_FLAG,
                        .fallback = "no",
                        .doc = APO_DOC("Whether only captures promote.")},
    [KEY_TURN_BACK] = {.name = "turn-back",
                       .kind = APO_KEY_FLAG,
                       .fallback = "no",
                       .doc = APO_DOC("Whether promoted pieces turn back in the same way.")},
    [KEY_BLACK_FROM_RANK] = {.name = "black-from-rank",
                             .kind = APO_KEY_NUMBER,
                             .minimum = 1,
                             .maximum = APO_ROWS_MAX,
                             .fallback = "as for White",
                             .doc = APO_DOC(
                                 "The first own rank of Black's zone, if it is not White's.")},
    [KEY_BLACK_SQUARES] = {.name = "black-squares",
                           .kind = APO_KEY_SQUARES,
                           .minimum = 1,
                           .maximum = APO_VALUE_ITEMS_MAX,
                           .fallback = "as for White",
                           .doc = APO_DOC("Black's zone, if it does not mirror White's.")},
    [KEY_EN_PASSANT] = {.name = "en-passant",
                        .kind = APO_KEY_FLAG,
                        .fallback = "yes",
                        .doc = APO_DOC("Whether a capture en passant promotes too.")},
    [KEY_INSIDE] = {.name = "inside",
                    .kind = APO_KEY_WORD,
                    .words = "any captures",
                    .fallback = "any",
                    .doc = APO_DOC("Which moves that begin in the zone promote: any, or only "
                                   "captures.")},
    [KEY_LAST_RANK] = {.name = "last-rank",
                       .kind = APO_KEY_TYPES,
                       .minimum = 1,
                       .maximum = APO_VALUE_ITEMS_MAX,
                       .fallback = "none",
                       .doc = APO_DOC(
                           "The types that promote on the last rank by any move, wherever "
                           "it began.")},
    [KEY_MOST] = {.name = "most",
                  .kind = APO_KEY_TYPES,
                  .is_indexed = true,
                  .is_repeatable = true,
                  .minimum = 1,
                  .maximum = APO_VALUE_ITEMS_MAX,
                  .fallback = "no limit",
                  .doc = APO_DOC(
                      "The types, before they promote, that turn into their forms only while "
                      "their side has fewer than this many of these forms.")},
};

/* --- the definition ------------------------------------------------------ */

static void find_forms(apo_build *build)
{
    apo_variant *var = build->var;
    apo_forms_data *data = build->data;
    apo_types types = 0;
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        unsigned base = var->types[type].base;
        if (var->types[type].mark != APO_MARK_PROMOTED)
            continue;
        data->becomes[base] = (uint8_t)type;
        types |= apo_type_bit(base);
        if (apo_build_number(build, KEY_TURN_BACK, 0)) {
            data->becomes[type] = (uint8_t)base;
            types |= apo_type_bit(type);
        }
    }
    if (types == 0)
        apo_build_fault(build, NULL, "no piece has a promoted form, as +P is one of P",
                        apo_span_of(""));
    var->expand_types |= types;
    var->own_power_types |= types;
}

static void add_zone(apo_build *build, unsigned side, const apo_value *squares, unsigned first,
                     bool is_mirrored)
{
    const apo_geometry *geo = &build->var->geometry;
    apo_set *zone = &((apo_forms_data *)build->data)->zone[side];
    if (first > apo_geometry_ranks(geo))
        apo_build_fault(build, NULL, "the zone begins on a rank that is not on the board",
                        apo_span_of(""));
    for (unsigned i = 0; squares != NULL && i < squares->count; i++)
        apo_set_add(zone, is_mirrored ? apo_geometry_mirror(geo, squares->items[i])
                                      : squares->items[i]);
    for (unsigned sq = 0; first != 0 && sq < build->var->squares; sq++)
        if (apo_geometry_own_rank(geo, (apo_side)side, (apo_square)sq) >= first)
            apo_set_add(zone, (apo_square)sq);
}

static void find_zones(apo_build *build)
{
    const apo_value *squares = apo_build_value(build, KEY_SQUARES);
    const apo_value *black = apo_build_value(build, KEY_BLACK_SQUARES);
    unsigned first = (unsigned)apo_build_number(build, KEY_FROM_RANK, 0);
    unsigned black_first = (unsigned)apo_build_number(build, KEY_BLACK_FROM_RANK, 0);
    if (squares == NULL && first == 0)
        apo_build_fault(build, NULL, "the zone is given by one of from-rank and squares",
                        apo_span_of(""));
    if (squares != NULL && first != 0)
        apo_build_clash(build, squares, apo_build_value(build, KEY_FROM_RANK),
                        "the zone is given by squares or by a rank, not both");
    if (black != NULL && black_first != 0)
        apo_build_clash(build, black, apo_build_value(build, KEY_BLACK_FROM_RANK),
                        "Black's zone is given by squares or by a rank, not both");
    add_zone(build, APO_WHITE, squares, first, false);
    if (black != NULL || black_first != 0)
        add_zone(build, APO_BLACK, black, black_first, false);
    else
        add_zone(build, APO_BLACK, squares, first, true);
}

static unsigned form_of(const apo_build *build, unsigned type)
{
    return ((const apo_forms_data *)build->data)->becomes[type];
}

static void build_forms(apo_build *build)
{
    apo_forms_data *data = build->data;
    data->when = (uint8_t)apo_build_number(build, KEY_COMPULSORY, WHEN_STUCK);
    data->is_by_capture = apo_build_number(build, KEY_BY_CAPTURE, 0) != 0;
    data->is_by_passing = apo_build_number(build, KEY_EN_PASSANT, 1) != 0;
    data->is_leaving = apo_build_number(build, KEY_LEAVING, 1) != 0;
    data->is_inside_by_capture =
        apo_build_number(build, KEY_INSIDE, INSIDE_ANY) == INSIDE_CAPTURES;
    data->last_rank = apo_build_types(build, KEY_LAST_RANK);
    find_forms(build);
    find_zones(build);
    apo_build_limits(build, KEY_MOST, form_of, data->most);
}

/* True if a piece has a target on the board, on which only screens stand. */
static bool has_target(const apo_position *board, unsigned side, unsigned type, apo_square from)
{
    uint64_t set[APO_SET_WORDS_MAX], any = 0;
    apo_gather_targets(board->var->words, board, side, type, from, set);
    for (unsigned i = 0; i < board->var->words; i++)
        any |= set[i];
    return any != 0;
}

/* The same with one piece of its own side somewhere, over which it may hop. */
static bool has_target_with_screen(apo_position *board, unsigned side, unsigned type,
                                   apo_square from)
{
    const apo_variant *var = board->var;
    bool is_found = false;
    for (unsigned sq = 0; !is_found && sq < var->squares; sq++) {
        if (sq == from || board->board[sq] != APO_PIECE_EMPTY)
            continue;
        apo_board_set(board, (apo_square)sq, apo_piece_of((apo_side)side, type));
        is_found = has_target(board, side, type, from);
        apo_board_set(board, (apo_square)sq, APO_PIECE_EMPTY);
    }
    return is_found;
}

apo_set apo_stuck_squares(const apo_variant *var, unsigned side, unsigned type)
{
    apo_position board;
    apo_set out = {{0}};
    memset(&board, 0, sizeof board);
    board.var = var;
    apo_board_clear(&board, var);
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (!has_target(&board, side, type, (apo_square)sq) &&
            !has_target_with_screen(&board, side, type, (apo_square)sq))
            apo_set_add(&out, (apo_square)sq);
    return out;
}

static void finish(apo_variant *var, void *rule_data)
{
    apo_forms_data *data = rule_data;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type <= var->info.type_count; type++)
            if (data->becomes[type] != APO_TYPE_NONE)
                data->stuck[side][type] = apo_stuck_squares(var, side, type);
}

/* --- moves --------------------------------------------------------------- */

static bool is_in_zone(const apo_forms_data *data, unsigned side, apo_square from,
                       apo_square to)
{
    return apo_set_has(&data->zone[side], to) ||
           (data->is_leaving && apo_set_has(&data->zone[side], from));
}

static bool is_on_last_rank(const apo_variant *var, unsigned side, unsigned type, apo_square to)
{
    const apo_geometry *geo = &var->geometry;
    return apo_types_has(apo_forms_of(var)->last_rank, type) &&
           apo_geometry_own_rank(geo, (apo_side)side, to) == apo_geometry_ranks(geo);
}

/* True if a move promotes by where it begins and ends, and by what it captures. */
static bool is_promoting(const apo_position *pos, const apo_move *mv, unsigned side)
{
    const apo_forms_data *data = apo_forms_of(pos->var);
    bool is_quiet = !apo_piece_is_real(pos->board[mv->to]) && mv->kind != APO_MOVE_PATH;
    bool is_inside = data->is_inside_by_capture && apo_set_has(&data->zone[side], mv->from);
    if (is_on_last_rank(pos->var, side, apo_piece_type(pos->board[mv->from]), mv->to))
        return true;
    return is_in_zone(data, side, mv->from, mv->to) &&
           !(is_quiet && (data->is_by_capture || is_inside));
}

static bool expand(const apo_position *pos, apo_move mv, apo_move_list *list)
{
    const apo_forms_data *data = apo_forms_of(pos->var);
    apo_piece piece = pos->board[mv.from];
    unsigned side = apo_piece_side(piece), type = apo_piece_type(piece);
    unsigned form = data->becomes[type];
    if (form == APO_TYPE_NONE || !is_promoting(pos, &mv, side) ||
        (mv.kind == APO_MOVE_EN_PASSANT && !data->is_by_passing) ||
        (data->most[form] != 0 && pos->by_side[side].type_count[form] >= data->most[form]))
        return true;
    mv.promoted = (uint8_t)form;
    apo_move_list_add(list, mv);
    return data->when == WHEN_NEVER ||
           (data->when == WHEN_STUCK && !apo_set_has(&data->stuck[side][type], mv.to));
}

/* A promotion that cannot be taken back restarts the count of moves. */
static void supply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    const apo_forms_data *data = apo_forms_of(pos->var);
    (void)undo;
    if (mv->promoted != APO_TYPE_NONE && data->becomes[mv->promoted] == APO_TYPE_NONE)
        pos->state.halfmove_count = 0;
}

static bool changes(const apo_variant *var, unsigned side, unsigned type, apo_square from,
                    apo_square to)
{
    const apo_forms_data *data = apo_forms_of(var);
    return data->becomes[type] != APO_TYPE_NONE &&
           (is_in_zone(data, side, from, to) || is_on_last_rank(var, side, type, to));
}

static void draw(const apo_variant *var, apo_drawing *out)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_draw_border(out, &var->geometry, &apo_forms_of(var)->zone[side], APO_DRAWN_ABOVE);
}

const apo_rule apo_rule_forms = {
    .info = {"forms", APO_DOC("Pieces that turn into their promoted forms, as in shogi."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_forms_data),
    .build = build_forms,
    .finish = finish,
    .expand = expand,
    .supply = supply,
    .changes = changes,
    .draw = draw,
};
