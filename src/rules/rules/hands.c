/* Rule: hands
 * Also called: drops, holdings, pieces in hand, pocket, crazyhouse, mochigoma
 * Section: hands
 * Text: A player may put a piece in hand on an empty square instead of moving. A captured piece
 *   changes sides and joins the captor's hand; a promoted one turns back before. Where a piece
 *   may be dropped depends on the game: pawns not on certain ranks, one to a file, not where
 *   the piece could never move, and not to mate.
 * Source: lichess.org/variant/crazyhouse; the rules of the Japan Shogi Association, as in
 *   en.wikipedia.org/wiki/Shogi#Drops
 * Keys: pieces, start, white-start, black-start, captured, promoted, squares, black-squares,
 *   not-on N, one-a-file, file-most, stuck, no-mate, mate-loses, checks, promoted-drops
 * State: pieces in hand by type for each side (FEN field reserve); whether the last drop has
 *   lost by giving mate
 * Tests: tests/rules/hands.spec, tests/rules/forms.spec */
#include "rules/rules/hands.h"

#include "base/mem.h"
#include "rules/kernel/attack.h"
#include "rules/kernel/check.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/key_of.h"
#include "rules/kernel/make.h"
#include "rules/kernel/object.h"
#include "rules/rules/facts.h"
#include "rules/rules/forms.h"
#include "rules/rules/launch.h"
#include "rules/rules/promotion.h"
#include "rules/rules/reserve.h"
#include "rules/tables/spec.h"

enum {
    KEY_PIECES,
    KEY_START,
    KEY_BLACK_START,
    KEY_CAPTURED,
    KEY_PROMOTED,
    KEY_SQUARES,
    KEY_NOT_ON,
    KEY_ONE_A_FILE,
    KEY_FILE_MOST,
    KEY_STUCK,
    KEY_NO_MATE,
    KEY_CHECKS,
    KEY_PROMOTED_DROPS,
    KEY_BLACK_SQUARES,
    KEY_MATE_LOSES,
    KEY_WHITE_START
};

enum {
    PROMOTED_BACK, /* words of KEY_PROMOTED */
    PROMOTED_STAY
};

static const apo_key keys[] = {
    [KEY_PIECES] = {.name = "pieces",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = APO_TYPES_MAX,
                    .fallback = "all but the royal piece",
                    .doc = "The types that can be in hand."},
    [KEY_START] = {.name = "start",
                   .kind = APO_KEY_TYPES,
                   .minimum = 0,
                   .maximum = APO_VALUE_ITEMS_MAX,
                   .fallback = "nothing",
                   .doc = "The pieces that each side has in hand at the start."},
    [KEY_BLACK_START] = {.name = "black-start",
                         .kind = APO_KEY_TYPES,
                         .minimum = 0,
                         .maximum = APO_VALUE_ITEMS_MAX,
                         .fallback = "those of start",
                         .doc = "The pieces that Black has in hand at the start, if they are "
                                "not White's."},
    [KEY_CAPTURED] = {.name = "captured",
                      .kind = APO_KEY_FLAG,
                      .fallback = "yes",
                      .doc = "Whether captured pieces join the captor's hand."},
    [KEY_PROMOTED] = {.name = "promoted",
                      .kind = APO_KEY_WORD,
                      .words = "turns-back stays",
                      .fallback = "turns-back",
                      .doc =
                          "What a captured piece is in hand after it has promoted: again what "
                          "it was before, or still what it has become. A promoted pawn that "
                          "turns back is written with a ~ in a FEN."},
    [KEY_SQUARES] = {.name = "squares",
                     .kind = APO_KEY_SQUARES,
                     .minimum = 1,
                     .maximum = APO_VALUE_ITEMS_MAX,
                     .fallback = "all",
                     .doc = "The squares on which White may drop pieces; Black's are their "
                            "mirror images."},
    [KEY_NOT_ON] = {.name = "not-on",
                    .kind = APO_KEY_TYPES,
                    .is_indexed = true,
                    .is_repeatable = true,
                    .minimum = 1,
                    .maximum = APO_TYPES_MAX,
                    .fallback = "none",
                    .doc = "The types that may not be dropped on this own rank."},
    [KEY_ONE_A_FILE] = {.name = "one-a-file",
                        .kind = APO_KEY_TYPES,
                        .minimum = 1,
                        .maximum = APO_TYPES_MAX,
                        .fallback = "none",
                        .doc = "The types that may not be dropped on a file that already has "
                               "such a piece of the same side, unpromoted."},
    [KEY_FILE_MOST] = {.name = "file-most",
                       .kind = APO_KEY_NUMBER,
                       .minimum = 1,
                       .maximum = APO_ROWS_MAX,
                       .fallback = "1",
                       .doc = "How many such pieces a file may have."},
    [KEY_STUCK] = {.name = "stuck",
                   .kind = APO_KEY_FLAG,
                   .fallback = "yes",
                   .doc = "Whether a piece may be dropped on a square from which it could "
                          "never move."},
    [KEY_NO_MATE] = {.name = "no-mate",
                     .kind = APO_KEY_TYPES,
                     .minimum = 1,
                     .maximum = APO_TYPES_MAX,
                     .fallback = "none",
                     .doc = "The types that may not give mate when they are dropped."},
    [KEY_CHECKS] = {.name = "checks",
                    .kind = APO_KEY_FLAG,
                    .fallback = "yes",
                    .doc = "Whether a drop may give check."},
    [KEY_PROMOTED_DROPS] = {.name = "promoted-drops",
                            .kind = APO_KEY_FLAG,
                            .fallback = "no",
                            .doc = "Whether a piece may also be dropped as its promoted form."},
    [KEY_BLACK_SQUARES] = {.name = "black-squares",
                           .kind = APO_KEY_SQUARES,
                           .minimum = 1,
                           .maximum = APO_VALUE_ITEMS_MAX,
                           .fallback = "those of squares",
                           .doc = "The squares on which Black may drop pieces, if they do not "
                                  "mirror White's."},
    [KEY_WHITE_START] = {.name = "white-start",
                         .kind = APO_KEY_TYPES,
                         .minimum = 1,
                         .maximum = APO_VALUE_ITEMS_MAX,
                         .fallback = "those of start",
                         .doc = "The pieces that White has in hand at the start, if they are "
                                "not Black's."},
    [KEY_MATE_LOSES] = {.name = "mate-loses",
                        .kind = APO_KEY_TYPES,
                        .minimum = 1,
                        .maximum = APO_TYPES_MAX,
                        .fallback = "none",
                        .doc = "The types that may give mate when they are dropped, but lose "
                               "the game by it."},
};

/* --- the definition ------------------------------------------------------ */

static void add_start(apo_build *build, unsigned side, unsigned key)
{
    apo_hands_data *data = build->data;
    const apo_value *value = apo_build_value(build, key);
    for (unsigned i = 0; value != NULL && i < value->count; i++) {
        if (!apo_types_has(data->types, value->items[i]))
            apo_build_fault(build, value, "a piece that can never be in hand", apo_span_of(""));
        data->start[side][value->items[i]]++;
    }
}

static void find_types(apo_build *build)
{
    const apo_variant *var = build->var;
    apo_hands_data *data = build->data;
    const apo_value *value = apo_build_value(build, KEY_PIECES);
    data->types = apo_build_types(build, KEY_PIECES);
    for (unsigned type = 1; value == NULL && type <= var->info.type_count; type++)
        if (var->types[type].mark == APO_MARK_NONE && type != var->royal)
            data->types |= (uint32_t)1 << type;
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        unsigned base = var->types[type].base;
        if (var->types[type].mark == APO_MARK_PROMOTED &&
            apo_build_number(build, KEY_PROMOTED_DROPS, 0))
            data->form_of[base] = (uint8_t)type;
        if (apo_types_has(data->types, base))
            data->held_as[type] = (uint8_t)base;
        if (apo_types_has(data->types, type) && var->types[type].mark != APO_MARK_NONE)
            apo_build_fault(build, value, "a promoted form is never in hand", apo_span_of(""));
    }
    for (unsigned type = 1; type <= var->info.type_count; type++)
        if (var->types[type].mark == APO_MARK_TURNS_BACK)
            data->held_as[type] = (uint8_t)apo_promotion_of(var)->pawn;
    if (apo_types_has(data->types, var->royal))
        apo_build_fault(build, value, "the royal piece is never in hand", apo_span_of(""));
}

/* A promoted pawn that turns back when it is captured is a type of its own. */
static void extend(apo_variant_spec *spec, apo_fault_list *faults)
{
    const apo_values *values = &spec->rules[APO_RULE_HANDS];
    for (size_t i = 0; i < values->count; i++)
        if (values->values[i].key == KEY_PROMOTED && values->values[i].number == PROMOTED_STAY)
            return;
    uint32_t choices = apo_promotion_listed(&spec->rules[APO_RULE_PROMOTION]);
    for (; choices != 0; choices &= choices - 1) {
        uint8_t base = (uint8_t)__builtin_ctz(choices);
        if (spec->type_count == APO_TYPES_MAX - 1) {
            apo_fault_add(faults, values->line, 1, apo_span_of("hands"),
                          "a promoted pawn needs a type for each piece that it can become: "
                          "there are more than 31",
                          apo_span_of(""));
            return;
        }
        apo_type_spec *type = &spec->types[++spec->type_count];
        *type = spec->types[base];
        type->mark = APO_MARK_TURNS_BACK;
        type->base = base;
    }
}

/* Takes an own rank from the squares of types. */
static void leave_out_rank(apo_build *build, const apo_value *value)
{
    apo_hands_data *data = build->data;
    const apo_geometry *geo = &build->var->geometry;
    unsigned ranks = apo_geometry_ranks(geo);
    if (value->index < 1 || value->index > (int32_t)ranks) {
        apo_build_fault(build, value, "this rank is not on the board", apo_span_of(""));
        return;
    }
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned sq = 0; sq < build->var->squares; sq++)
            for (unsigned i = 0; i < value->count; i++)
                if (apo_geometry_own_rank(geo, (apo_side)side, (apo_square)sq) ==
                    (unsigned)value->index)
                    apo_set_remove(&data->squares[side][value->items[i]], (apo_square)sq);
}

static void find_squares(apo_build *build)
{
    const apo_variant *var = build->var;
    apo_hands_data *data = build->data;
    const apo_value *white = apo_build_value(build, KEY_SQUARES);
    const apo_value *black = apo_build_value(build, KEY_BLACK_SQUARES);
    apo_set squares[APO_SIDES] = {var->real, var->real};
    if (white != NULL)
        memset(squares, 0, sizeof squares);
    for (unsigned i = 0; white != NULL && i < white->count; i++) {
        apo_set_add(&squares[APO_WHITE], white->items[i]);
        apo_set_add(&squares[APO_BLACK], apo_geometry_mirror(&var->geometry, white->items[i]));
    }
    if (black != NULL)
        squares[APO_BLACK] = (apo_set){{0}};
    for (unsigned i = 0; black != NULL && i < black->count; i++)
        apo_set_add(&squares[APO_BLACK], black->items[i]);
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type <= var->info.type_count; type++)
            data->squares[side][type] = squares[side];
    for (size_t i = 0; i < build->values->count; i++)
        if (build->values->values[i].key == KEY_NOT_ON)
            leave_out_rank(build, &build->values->values[i]);
}

static void build_hands(apo_build *build)
{
    apo_hands_data *data = build->data;
    data->is_on = true;
    data->takes = apo_build_number(build, KEY_CAPTURED, 1) != 0;
    data->may_check = apo_build_number(build, KEY_CHECKS, 1) != 0;
    data->may_be_stuck = apo_build_number(build, KEY_STUCK, 1) != 0;
    data->no_mate = apo_build_types(build, KEY_NO_MATE);
    data->mate_loses = apo_build_types(build, KEY_MATE_LOSES);
    if ((data->no_mate & data->mate_loses) != 0)
        apo_build_fault(build, NULL, "a mate by a drop is forbidden or loses, not both",
                        apo_span_of(""));
    data->file_types = apo_build_types(build, KEY_ONE_A_FILE);
    data->file_most = (uint8_t)apo_build_number(build, KEY_FILE_MOST, 1);
    find_types(build);
    add_start(build, APO_WHITE,
              apo_build_value(build, KEY_WHITE_START) != NULL ? KEY_WHITE_START : KEY_START);
    add_start(build, APO_BLACK,
              apo_build_value(build, KEY_BLACK_START) != NULL ? KEY_BLACK_START : KEY_START);
    find_squares(build);
    if (apo_reserve_of(build->var)->is_on)
        apo_build_fault(build, NULL, "captured pieces cannot join a reserve and a hand",
                        apo_span_of(""));
}

/* Removes the squares from which a type can never move. */
static void finish(apo_variant *var, void *rule_data)
{
    apo_hands_data *data = rule_data;
    for (unsigned side = 0; side < APO_SIDES && !data->may_be_stuck; side++)
        for (unsigned type = 1; type <= var->info.type_count; type++) {
            apo_set stuck = apo_stuck_squares(var, side, type);
            for (unsigned i = 0; i < var->words; i++)
                data->squares[side][type].words[i] &= ~stuck.words[i];
        }
}

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

static apo_set squares_for(const apo_position *pos, unsigned side, unsigned type)
{
    const apo_variant *var = pos->var;
    apo_set out = apo_hands_of(var)->squares[side][type];
    for (unsigned i = 0; i < var->words; i++)
        out.words[i] &= ~pos->occupied.words[i];
    for (uint32_t full = full_files(pos, side, type); full != 0; full &= full - 1) {
        unsigned file = (unsigned)__builtin_ctz(full);
        for (unsigned sq = file; sq < var->squares; sq += var->geometry.files)
            apo_set_remove(&out, (apo_square)sq);
    }
    return out;
}

bool apo_hands_is_tested(const apo_variant *var, unsigned type)
{
    const apo_hands_data *data = apo_hands_of(var);
    return !data->may_check || apo_types_has(data->no_mate, type);
}

/* Adds the drops of one type. Only those that could give check must be tested. */
static void add_drops(const apo_position *pos, unsigned type, apo_drops *out)
{
    const apo_variant *var = pos->var;
    const apo_hands_data *data = apo_hands_of(var);
    unsigned side = pos->state.side;
    apo_drop *drop = &out->of[out->count++];
    *drop = (apo_drop){(uint8_t)type, !data->may_check, squares_for(pos, side, type)};
    if (drop->is_tested || !apo_types_has(data->no_mate, type))
        return;
    apo_drop *tested = &out->of[out->count++];
    *tested = (apo_drop){(uint8_t)type, true, drop->squares};
    apo_square king = pos->state.king[side ^ 1U];
    if (king == APO_SQUARE_NONE) { /* a mate, if there is one, is that of another royal piece */
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

static void drops(const apo_position *pos, apo_drops *out)
{
    const apo_hands_data *data = apo_hands_of(pos->var);
    const uint8_t *hand = pos->state.reserve[pos->state.side];
    for (uint32_t types = data->types; types != 0; types &= types - 1) {
        unsigned type = (unsigned)__builtin_ctz(types);
        if (hand[type] == 0)
            continue;
        add_drops(pos, type, out);
        if (data->form_of[type] != APO_TYPE_NONE)
            add_drops(pos, data->form_of[type], out);
    }
}

bool apo_hands_has_any(const apo_position *pos, unsigned side)
{
    for (uint32_t types = apo_hands_of(pos->var)->types; types != 0; types &= types - 1)
        if (pos->state.reserve[side][__builtin_ctz(types)] > 0)
            return true;
    return false;
}

void apo_hands_list(const apo_position *pos, apo_move_list *list)
{
    apo_drops all = {.count = 0};
    drops(pos, &all);
    for (unsigned k = 0; k < all.count; k++)
        for (unsigned i = 0; i < pos->var->words; i++)
            for (uint64_t word = all.of[k].squares.words[i]; word != 0;) {
                apo_square to = apo_word_pop(&word, i * 64);
                apo_move_list_add(list, (apo_move){.from = to,
                                                   .to = to,
                                                   .kind = APO_MOVE_DROP,
                                                   .launched = all.of[k].type});
            }
}

/* --- what is not allowed ------------------------------------------------- */

static bool is_in_hand(const apo_position *pos, unsigned type)
{
    const apo_hands_data *data = apo_hands_of(pos->var);
    unsigned base = pos->var->types[type].base;
    bool is_form = type != base && data->form_of[base] == type;
    return (type == base || is_form) && apo_types_has(data->types, base) &&
           pos->state.reserve[pos->state.side][base] > 0;
}

static enum apo_illegal why_not_there(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = pos->var;
    unsigned side = pos->state.side, type = mv->launched;
    if (!is_in_hand(pos, type))
        return APO_ILLEGAL_HAND;
    if (pos->board[mv->to] != APO_PIECE_EMPTY)
        return APO_ILLEGAL_OCCUPIED;
    if (!apo_set_has(&apo_hands_of(var)->squares[side][type], mv->to))
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

/* A check or mate that the drop may not give. A move that leaves the own king in danger mates
 * nobody. */
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

/* Proposes to take away each piece of the type on the file. */
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
        apo_object(out, &wrong_square, mv->to);
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
    apo_reserve_change(pos, side, pos->var->types[mv->launched].base, -1);
    pos->state.halfmove_count = 0;
}

static void captured(apo_position *pos, apo_piece piece)
{
    const apo_hands_data *data = apo_hands_of(pos->var);
    unsigned held = data->held_as[apo_piece_type(piece)];
    if (data->takes && held != APO_TYPE_NONE)
        apo_reserve_change(pos, pos->state.side, held, 1);
}

enum {
    KEY_WORD_LOST = 12 /* of the position's key; others have other rules */
};

static void set_lost(apo_state *state, bool is_lost)
{
    if (state->is_drop_lost != is_lost)
        state->key ^= apo_key_word(KEY_WORD_LOST, 0, 0, 0);
    state->is_drop_lost = is_lost;
}

/* Notes a drop that has lost: a mate by a piece that may not give it. */
static void settle(apo_position *pos, const apo_move *mv, unsigned type)
{
    bool is_tested =
        mv->kind == APO_MOVE_DROP && apo_types_has(apo_hands_of(pos->var)->mate_loses, type);
    set_lost(&pos->state, is_tested && apo_position_is_check(pos) && !apo_has_legal(pos));
}

static uint64_t key_part(const apo_position *pos)
{
    uint64_t lost = pos->state.is_drop_lost ? apo_key_word(KEY_WORD_LOST, 0, 0, 0) : 0;
    return apo_rule_reserve.key_part(pos) ^ lost;
}

static bool same(const apo_state *a, const apo_state *b)
{
    return apo_rule_reserve.same(a, b);
}

/* --- setting up ---------------------------------------------------------- */

static void load(apo_state *state, const apo_setup *setup)
{
    memcpy(state->reserve, setup->reserve, sizeof state->reserve);
}

static void save(const apo_position *pos, apo_setup *setup)
{
    memcpy(setup->reserve, pos->state.reserve, sizeof setup->reserve);
}

static void start(apo_setup *setup, const apo_variant *var, unsigned name_index)
{
    (void)name_index;
    memcpy(setup->reserve, apo_hands_of(var)->start, sizeof setup->reserve);
}

/* Only types that can be in hand; in games with neither hands nor a reserve nothing. */
static apo_setup_faults check(const apo_setup *setup, const apo_variant *var)
{
    const apo_hands_data *data = apo_hands_of(var);
    if (apo_reserve_of(var)->is_on)
        return 0;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type < APO_TYPES_MAX; type++)
            if (setup->reserve[side][type] > 0 && !apo_types_has(data->types, type))
                return APO_SETUP_FAULT(RESERVE);
    return 0;
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

/* A reserve follows from the pieces on the board, or the usual form cannot express it. */
static void write_holdings(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    bool is_hand = apo_hands_of(var)->is_on;
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

static const apo_kind kind = {.number = APO_MOVE_DROP, .apply = apply, .object = object};

const apo_rule apo_rule_hands = {
    .info = {"hands", "Pieces in hand can be put on the board instead of a move.", keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_hands_data),
    .extend = extend,
    .build = build_hands,
    .finish = finish,
    .kind = &kind,
    .fen = &fen,
    .drops = drops,
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
