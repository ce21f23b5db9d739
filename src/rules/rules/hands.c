/* Rule: hands
 * Also called: drops, holdings, pieces in hand, pocket, crazyhouse, mochigoma, in hand
 * Section: hands
 * Text: A player may put a piece in hand on an empty square instead of moving. A captured piece
 *   changes sides and joins the captor's hand; a promoted one turns back first. In some games
 *   it returns to the hand of its owner, or is lost. Where a piece
 *   may be dropped depends on the game: pawns not on certain ranks, one to a file, not where
 *   the piece could never move, and not to mate.
 * Source: lichess.org/variant/crazyhouse; the rules of the Japan Shogi Association, as in
 *   en.wikipedia.org/wiki/Shogi#Drops
 * Keys: pieces, start, white-start, black-start, captured, promoted, squares, black-squares,
 *   not-on N, one-a-file, file-most, stuck, no-mate, mate-loses, checks, promoted-drops,
 *   falling, endless, castle, both-colours
 * State: pieces in hand by type for each side (FEN field reserve); whether the last drop has
 *   lost by giving mate
 * Tests: tests/rules/hands.spec, tests/rules/forms.spec, tests/rules/connection.spec */
#include "rules/rules/hands.h"

#include "base/mem.h"
#include "rules/kernel/attack.h"
#include "rules/kernel/check.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/rules/castling.h"
#include "rules/rules/enclosing.h"
#include "rules/rules/facts.h"
#include "rules/rules/launch.h"
#include "rules/rules/promotion.h"
#include "rules/rules/reserve.h"
#include "rules/rules/setup_faults.h"

/* --- drops --------------------------------------------------------------- */

/* The files that have as many pieces of the type as they may, a bit each. */
static uint32_t full_files(const apo_position *pos, unsigned side, unsigned type)
{
    const apo_variant *var = pos->var;
    const apo_hands_data *data = apo_hands_of(var);
    uint8_t counts[APO_FILES_MAX] = {0};
    uint32_t full = 0;
    if (!apo_types_has(data->file_types, type))
        return 0;
    const uint64_t *pieces = apo_position_type_set(pos, side, type, var->words);
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = pieces[i]; word != 0;) {
            unsigned file = apo_word_pop(&word, i * 64) % var->geometry.files;
            if (++counts[file] >= data->file_most)
                full |= (uint32_t)1 << file;
        }
    return full;
}

bool apo_variant_hands_take(const apo_variant *var)
{
    return apo_hands_of(var)->takes;
}

/* Leaves only squares on the lowest rank, and those above a piece or a missing square. */
static void keep_lowest(const apo_position *pos, apo_set *squares)
{
    unsigned files = pos->var->geometry.files;
    for (unsigned sq = files; sq < pos->var->squares; sq++)
        if (pos->board[sq - files] == APO_PIECE_EMPTY)
            apo_set_remove(squares, (apo_square)sq);
}

static bool is_light(const apo_variant *var, apo_square sq)
{
    unsigned files = var->geometry.files;
    return ((sq % files + sq / files) & 1U) != 0;
}

/* Counts the squares of a set by colour. */
static void count_colours(const apo_variant *var, const apo_set *set, unsigned out[2])
{
    out[0] = out[1] = 0;
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = set->words[i]; word != 0;)
            out[is_light(var, apo_word_pop(&word, i * 64))]++;
}

static void remove_colour(const apo_variant *var, unsigned colour, const apo_set *of,
                          apo_set *out)
{
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (is_light(var, (apo_square)sq) == (colour != 0) && apo_set_has(of, (apo_square)sq))
            apo_set_remove(out, (apo_square)sq);
}

/* Removes the squares of a colour that already has its half of the type `halved`; for any other
 * `type`, those that `halved` still needs. */
static void keep_half(const apo_position *pos, unsigned side, unsigned type, unsigned halved,
                      apo_set *squares)
{
    const apo_variant *var = pos->var;
    const uint64_t *own = apo_position_type_set(pos, side, halved, var->words);
    unsigned all =
        pos->by_side[side].type_count[halved] + apo_held_count(&pos->state.rules, side, halved);
    apo_set standing = {{0}}, free = apo_hands_of(var)->squares[side][halved];
    unsigned stand[2], room[2];
    for (unsigned i = 0; i < var->words; i++) {
        standing.words[i] = own[i];
        free.words[i] &= ~pos->occupied.words[i];
    }
    count_colours(var, &standing, stand);
    count_colours(var, &free, room);
    for (unsigned colour = 0; colour < 2; colour++) {
        if (type == halved && stand[colour] + 1 > (all + 1) / 2)
            remove_colour(var, colour, &var->real, squares);
        else if (type != halved && stand[colour] + room[colour] < all / 2)
            *squares = (apo_set){{0}};
        else if (type != halved && stand[colour] + room[colour] == all / 2)
            remove_colour(var, colour, &free, squares);
    }
}

/* Leaves only squares that no enemy attacks, for a royal piece. */
static void keep_safe(const apo_position *pos, unsigned side, apo_set *squares)
{
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = squares->words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (apo_is_hit(pos, sq, side ^ 1U))
                apo_set_remove(squares, sq);
        }
}

/* Conditions that depend on the other pieces: colours, and the safety of a royal piece. */
static void keep_fitting(const apo_position *pos, unsigned side, unsigned type,
                         apo_set *squares)
{
    for (apo_type_walk walk = apo_type_walk_of(apo_hands_of(pos->var)->two_colours);
         apo_type_walk_next(&walk);)
        keep_half(pos, side, type, walk.type, squares);
    if (type == pos->var->royal)
        keep_safe(pos, side, squares);
}

static apo_set squares_for(const apo_position *pos, unsigned side, unsigned type)
{
    const apo_variant *var = pos->var;
    apo_set out = apo_hands_of(var)->squares[side][type];
    for (unsigned i = 0; i < var->words; i++)
        out.words[i] &= ~pos->occupied.words[i];
    if (apo_hands_of(var)->is_falling)
        keep_lowest(pos, &out);
    for (uint32_t full = full_files(pos, side, type); full != 0; full &= full - 1) {
        unsigned file = (unsigned)__builtin_ctz(full);
        for (unsigned sq = file; sq < var->squares; sq += var->geometry.files)
            apo_set_remove(&out, (apo_square)sq);
    }
    keep_fitting(pos, side, type, &out);
    return out;
}

bool apo_hands_is_tested(const apo_variant *var, unsigned type)
{
    const apo_hands_data *data = apo_hands_of(var);
    return !data->may_check || apo_types_has(data->no_mate, type);
}

/* Adds the drops of one type. Only those that could give check must be tested. */
static void add_drops(const apo_position *pos, unsigned type, apo_arrivals *out)
{
    const apo_variant *var = pos->var;
    const apo_hands_data *data = apo_hands_of(var);
    unsigned side = pos->state.side;
    apo_arrival *drop = &out->of[out->count++];
    *drop = (apo_arrival){APO_MOVE_DROP, (uint8_t)type, !data->may_check,
                          squares_for(pos, side, type)};
    if (drop->is_tested || !apo_types_has(data->no_mate, type))
        return;
    apo_arrival *tested = &out->of[out->count++];
    *tested = (apo_arrival){APO_MOVE_DROP, (uint8_t)type, true, drop->squares};
    apo_square king = pos->state.king[side ^ 1U];
    if (king == APO_SQUARE_NONE) { /* a mate could only be of another royal piece */
        drop->is_tested = true;
        out->count--;
        return;
    }
    const uint64_t *reach = apo_reach_set(var->words, var, side, type, king, APO_REACH_ANY);
    for (unsigned i = 0; i < var->words; i++) {
        tested->squares.words[i] &= reach[i];
        drop->squares.words[i] &= ~reach[i];
    }
}

/* True if the side can drop a piece of one of the types that can be in hand. */
static bool holds(const apo_position *pos, unsigned side, unsigned type)
{
    return apo_hands_of(pos->var)->is_endless ||
           apo_held_count(&pos->state.rules, side, type) > 0;
}

static void arrivals(const apo_position *pos, apo_arrivals *out)
{
    const apo_hands_data *data = apo_hands_of(pos->var);
    for (apo_type_walk walk = apo_type_walk_of(data->types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        if (!holds(pos, pos->state.side, type))
            continue;
        add_drops(pos, type, out);
        if (data->form_of[type] != APO_TYPE_NONE)
            add_drops(pos, data->form_of[type], out);
    }
}

bool apo_hands_has_any(const apo_position *pos, unsigned side)
{
    for (apo_type_walk walk = apo_type_walk_of(apo_hands_of(pos->var)->types);
         apo_type_walk_next(&walk);)
        if (holds(pos, side, walk.type))
            return true;
    return false;
}

void apo_hands_list(const apo_position *pos, apo_move_list *list)
{
    apo_arrivals all;
    all.count = 0;
    arrivals(pos, &all);
    for (unsigned k = 0; k < all.count; k++)
        for (unsigned i = 0; i < pos->var->words; i++)
            for (uint64_t word = all.of[k].squares.words[i]; word != 0;) {
                apo_square to = apo_word_pop(&word, i * 64);
                apo_move_list_add(list, apo_move_arrival(APO_MOVE_DROP, to, all.of[k].type));
            }
}

/* --- what is not allowed ------------------------------------------------- */

static bool is_in_hand(const apo_position *pos, unsigned type)
{
    const apo_hands_data *data = apo_hands_of(pos->var);
    unsigned base = pos->var->types[type].base;
    bool is_form = type != base && data->form_of[base] == type;
    return (type == base || is_form) && apo_types_has(data->types, base) &&
           holds(pos, pos->state.side, base);
}

static enum apo_illegal why_not_there(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side, type = mv->launched;
    if (!is_in_hand(pos, type))
        return APO_ILLEGAL_HAND;
    if (pos->board[mv->to] != APO_PIECE_EMPTY)
        return APO_ILLEGAL_OCCUPIED;
    apo_set squares = apo_hands_of(var)->squares[side][type];
    if (apo_hands_of(var)->is_falling)
        keep_lowest(pos, &squares);
    keep_fitting(pos, side, type, &squares);
    if (!apo_set_has(&squares, mv->to))
        return APO_ILLEGAL_DROP;
    return full_files(pos, side, type) >> mv->to % var->geometry.files & 1U
               ? APO_ILLEGAL_DOUBLED
               : APO_LEGAL;
}

bool apo_hands_fits(const apo_position *pos, const apo_move *mv)
{
    return mv->kind == APO_MOVE_DROP && mv->from == mv->to && mv->to < pos->var->squares &&
           mv->promoted == APO_TYPE_NONE && why_not_there(pos, mv) == APO_LEGAL;
}

/* The reason if the drop gives a check or mate that it may not give. A drop that leaves the
 * dropper's king in danger mates nobody. */
static enum apo_illegal why_not_check(apo_position *pos, const apo_move *mv)
{
    const apo_hands_data *data = apo_hands_of(pos->var);
    enum apo_illegal reason = APO_LEGAL;
    apo_undo undo;
    if (!apo_hands_is_tested(pos->var, mv->launched))
        return APO_LEGAL;
    apo_make(pos, mv, &undo);
    if (apo_position_is_check(pos)) {
        if (!data->may_check)
            reason = APO_ILLEGAL_DROP_CHECK;
        else if (apo_types_has(data->no_mate, mv->launched) && !apo_has_legal(pos))
            reason = APO_ILLEGAL_DROP_MATE;
    }
    apo_unmake(pos, &undo);
    return reason;
}

static enum apo_illegal bars(apo_position *pos, const apo_move *mv)
{
    if (mv->kind != APO_MOVE_DROP)
        return APO_LEGAL;
    enum apo_illegal reason = why_not_there(pos, mv);
    return reason != APO_LEGAL ? reason : why_not_check(pos, mv);
}

static enum apo_illegal why_absent(const apo_position *pos, const apo_move *mv)
{
    bool may_be = apo_hands_of(pos->var)->is_on && mv->launched != APO_TYPE_NONE;
    return may_be ? APO_LEGAL : APO_ILLEGAL_HAND;
}

/* --- why not --------------------------------------------------------------- */

static const apo_ground
    no_drops = APO_GROUND("no_drops", "hands", "", "this game has no drops"),
    not_in_hand = APO_GROUND("hand", "hands", "", "there is no %{type} in hand to drop"),
    not_empty =
        APO_GROUND("occupied", "hands", "", "a piece can only be dropped on an empty square"),
    wrong_square = APO_GROUND("drop", "hands", "", "a %{type} may not be dropped on %{target}"),
    doubled = APO_GROUND("doubled", "hands", "",
                         "there are as many pieces of this type on the file of %{target} as a "
                         "drop may leave there"),
    checks = APO_GROUND("drop_check", "hands", "", "a drop may not give check in this game"),
    mates = APO_GROUND("drop_mate", "hands", "", "a %{type} may not mate when it is dropped");

/* Proposes to remove each piece of the type from the file. */
static void object_file(const apo_position *pos, const apo_move *mv, apo_objection *out)
{
    const apo_variant *var = pos->var;
    apo_piece own = apo_piece_of((apo_side)pos->state.side, mv->launched);
    apo_object(out, &doubled, APO_SQUARE_NONE);
    for (unsigned sq = mv->to % var->geometry.files; sq < var->squares;
         sq += var->geometry.files)
        if (pos->board[sq] == own)
            apo_object_try(out, NULL, apo_change_clear(pos, (apo_square)sq));
}

static void object_check(const apo_position *pos, const apo_ground *ground, apo_objection *out)
{
    apo_square king = pos->state.king[pos->state.side ^ 1U];
    apo_object(out, ground, king);
    if (king < pos->var->squares)
        apo_object_try(out, NULL, apo_change_clear(pos, king));
}

static void object(const apo_position *pos, const apo_move *mv, apo_verdict verdict,
                   apo_objection *out)
{
    const apo_hands_data *data = apo_hands_of(pos->var);
    unsigned base = pos->var->types[mv->launched].base;
    apo_change held = apo_change_of(APO_CHANGE_RESERVE, APO_SQUARE_NONE);
    held.piece = apo_piece_of((apo_side)pos->state.side, base);
    if (verdict.reason == APO_ILLEGAL_HAND) {
        apo_object(out, data->is_on ? &not_in_hand : &no_drops, APO_SQUARE_NONE);
        if (apo_types_has(data->types, base))
            apo_object_try(out, NULL, held);
    } else if (verdict.reason == APO_ILLEGAL_OCCUPIED) {
        apo_object(out, &not_empty, mv->to);
        apo_object_try(out, NULL, apo_change_clear(pos, mv->to));
    } else if (verdict.reason == APO_ILLEGAL_DROP) {
        const apo_ground *ground = apo_enclosing_ground(pos, mv);
        apo_object(out, ground != NULL ? ground : &wrong_square, mv->to);
    } else if (verdict.reason == APO_ILLEGAL_DOUBLED) {
        object_file(pos, mv, out);
    } else if (verdict.reason == APO_ILLEGAL_DROP_CHECK) {
        object_check(pos, &checks, out);
    } else if (verdict.reason == APO_ILLEGAL_DROP_MATE) {
        object_check(pos, &mates, out);
    }
}

/* --- in a game ----------------------------------------------------------- */

static void apply(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    unsigned side = pos->state.side;
    apo_make_set(pos, undo, mv->to, apo_piece_of((apo_side)side, mv->launched));
    if (!apo_hands_of(pos->var)->is_endless)
        apo_reserve_change(pos, side, pos->var->types[mv->launched].base, -1);
    pos->state.halfmove_count = 0;
}

static void captured(apo_position *pos, apo_piece piece)
{
    const apo_hands_data *data = apo_hands_of(pos->var);
    unsigned held = data->held_as[apo_piece_type(piece)];
    unsigned owner = apo_piece_side(piece);
    if (data->takes && held != APO_TYPE_NONE)
        apo_reserve_change(pos, data->returns ? owner : pos->state.side, held, 1);
}

static void set_lost(apo_state *state, bool is_lost)
{
    if (state->rules.is_drop_lost != is_lost)
        state->key ^= apo_key_word(APO_FAMILY_DROP_LOST, 0, 0, 0);
    state->rules.is_drop_lost = is_lost;
}

/* True if a king that castles and a partner stand on the squares of a way. */
static bool has_both(const apo_position *pos, const apo_castling_way *way, unsigned side)
{
    const apo_castling_data *castling = apo_castling_of(pos->var);
    apo_piece partner = pos->board[way->partner_from];
    return pos->board[way->king_from] == apo_piece_of((apo_side)side, castling->king) &&
           apo_piece_is_real(partner) && apo_piece_side(partner) == (apo_side)side &&
           apo_types_has(castling->partners, apo_piece_type(partner));
}

/* Marks a king and its partners, one of which has just been dropped, as unmoved. */
static void grant_castling(apo_position *pos, apo_square dropped)
{
    const apo_castling_data *castling = apo_castling_of(pos->var);
    unsigned side = apo_piece_side(pos->board[dropped]);
    for (unsigned i = 0; i < castling->count[side]; i++) {
        const apo_castling_way *way = &castling->ways[side][i];
        const apo_square squares[2] = {way->king_from, way->partner_from};
        if ((dropped != squares[0] && dropped != squares[1]) || !has_both(pos, way, side))
            continue;
        for (unsigned k = 0; k < 2; k++) {
            if (!apo_set_has(&pos->state.unmoved, squares[k]))
                pos->state.key ^= apo_key_of_unmoved(squares[k]);
            apo_set_add(&pos->state.unmoved, squares[k]);
        }
    }
}

/* Records that a drop has lost: it mated with a piece that may not. */
static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    bool is_tested =
        mv->kind == APO_MOVE_DROP && apo_types_has(apo_hands_of(pos->var)->mate_loses, type);
    if (mv->kind == APO_MOVE_DROP && apo_hands_of(pos->var)->may_castle)
        grant_castling(pos, mv->to);
    set_lost(&pos->state, is_tested && apo_position_is_check(pos) && !apo_has_legal(pos));
}

static uint64_t key_part(const apo_position *pos)
{
    uint64_t lost =
        pos->state.rules.is_drop_lost ? apo_key_word(APO_FAMILY_DROP_LOST, 0, 0, 0) : 0;
    return apo_rule_reserve.key_part(pos) ^ lost;
}

static bool same(const apo_state *a, const apo_state *b)
{
    return apo_rule_reserve.same(a, b);
}

/* --- setting up ---------------------------------------------------------- */

static void load(apo_state *state, const apo_setup *setup)
{
    memcpy(state->rules.reserve, setup->rules.reserve, sizeof state->rules.reserve);
}

static void save(const apo_position *pos, apo_setup *setup)
{
    memcpy(setup->rules.reserve, pos->state.rules.reserve, sizeof setup->rules.reserve);
}

static void start(apo_setup *setup, const apo_variant *var, unsigned name_index)
{
    (void)name_index;
    memcpy(setup->rules.reserve, apo_hands_of(var)->start, sizeof setup->rules.reserve);
}

/* True if a pawn on its square should have promoted: it may be dropped beyond that rank. */
static bool is_late(const apo_variant *var, apo_piece piece, unsigned sq)
{
    const apo_promotion_data *data = apo_promotion_of(var);
    unsigned side = apo_piece_side(piece), type = apo_piece_type(piece);
    return apo_types_has(data->pieces, type) &&
           (data->is_compulsory[side] >> (sq / var->geometry.files) & 1U) &&
           apo_promotion_covers(data, side, (apo_square)sq) &&
           !apo_set_has(&apo_hands_of(var)->squares[side][type], (apo_square)sq);
}

static apo_setup_faults check_pawns(const apo_setup *setup, const apo_variant *var)
{
    const apo_promotion_data *data = apo_promotion_of(var);
    uint32_t rows = data->is_compulsory[APO_WHITE] | data->is_compulsory[APO_BLACK];
    unsigned files = var->geometry.files;
    for (; rows != 0; rows &= rows - 1)
        for (unsigned file = 0; file < files; file++) {
            unsigned sq = (unsigned)__builtin_ctz(rows) * files + file;
            if (apo_piece_is_real(setup->pieces[sq]) && is_late(var, setup->pieces[sq], sq))
                return APO_SETUP_FAULT(PAWN_RANK);
        }
    return 0;
}

/* Checks that only types that may be held are: none in games with neither hands nor a reserve,
 * or with uncounted hands. */
static apo_setup_faults check_hands(const apo_setup *setup, const apo_variant *var)
{
    const apo_hands_data *data = apo_hands_of(var);
    if (apo_reserve_of(var)->is_on)
        return 0;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type < APO_HELD_TYPES_MAX; type++)
            if (setup->rules.reserve[side][type] > 0 &&
                (!apo_types_has(data->types, type) || data->is_endless))
                return APO_SETUP_FAULT(RESERVE);
    return 0;
}

/* Checks that a royal piece that can be in hand is either there or on the board. */
static apo_setup_faults check_royals(const apo_setup *setup, const apo_variant *var)
{
    apo_setup_faults faults = 0;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned count =
            var->royal < APO_HELD_TYPES_MAX ? setup->rules.reserve[side][var->royal] : 0;
        for (unsigned sq = 0; sq < var->squares; sq++)
            count += setup->pieces[sq] == apo_piece_of((apo_side)side, var->royal);
        if (count == 0)
            faults |= side == APO_WHITE ? APO_SETUP_FAULT(NO_KING_WHITE)
                                        : APO_SETUP_FAULT(NO_KING_BLACK);
        if (count > 1)
            faults |=
                side == APO_WHITE ? APO_SETUP_FAULT(KINGS_WHITE) : APO_SETUP_FAULT(KINGS_BLACK);
    }
    return faults;
}

static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    bool has_royal =
        var->royal != APO_TYPE_NONE && apo_types_has(apo_hands_of(var)->types, var->royal);
    return check_pawns(setup, var) | check_hands(setup, var) |
           (has_royal ? check_royals(setup, var) : 0);
}

/* --- the FEN field ------------------------------------------------------- */

/* The pieces in brackets are in hand, in the pockets or, in games without either, in the
 * reserve. */
static apo_status read_holdings(apo_fen_scan *scan, const apo_fen_field *field)
{
    if (field == NULL) {
        apo_setup_infer_reserve(&scan->setup, scan->var);
        return APO_OK;
    }
    return apo_launch_of(scan->var)->is_on ? apo_rule_launch.fen->read(scan, *field)
                                           : apo_rule_reserve.fen->read(scan, *field);
}

/* Writes no reserve: it follows from the pieces on the board, or the usual form cannot express
 * it. */
static void write_holdings(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    bool is_hand = apo_hands_of(var)->is_on && !apo_hands_of(var)->is_endless;
    if (!is_hand && !apo_launch_of(var)->is_on)
        return;
    apo_text_add_char(out, '[');
    if (is_hand)
        apo_rule_reserve.fen->write(out, var, setup);
    else
        apo_rule_launch.fen->write(out, var, setup);
    apo_text_add_char(out, ']');
}

static const apo_fen_part fen = {.read_usual = read_holdings, .write_usual = write_holdings};

static const apo_kind kind = {
    .number = APO_MOVE_DROP, .apply = apply, .why_absent = why_absent, .object = object};

const apo_rule apo_rule_hands = {
    .info = {"hands", APO_DOC("Pieces in hand can be put on the board instead of a move."),
             apo_hands_keys, APO_HANDS_KEYS},
    .data_size = sizeof(apo_hands_data),
    .extend = apo_hands_extend,
    .build = apo_hands_build,
    .finish = apo_hands_finish,
    .kind = &kind,
    .fen = &fen,
    .arrivals = arrivals,
    .bars = bars,
    .captured = captured,
    .settle = settle,
    .start = start,
    .check = check,
    .load = load,
    .save = save,
    .key_part = key_part,
    .same = same,
};
