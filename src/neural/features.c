#include "neural/features.h"

#include "base/mem.h"
#include "base/random.h"

enum {
    DIGEST_STARTS = 4,
    DIGEST_PLIES = 60 /* enough for castling, promotion by captures, jokers */
};

/* --- numbering ----------------------------------------------------------- */

/* A square seen with the board turned over or mirrored or both. */
static unsigned turn(const apo_geometry *board, unsigned sq, bool is_over, bool is_mirrored)
{
    unsigned file = sq % board->files, row = sq / board->files;
    if (is_over)
        row = board->rows - 1U - row;
    if (is_mirrored)
        file = board->files - 1U - file;
    return row * board->files + file;
}

/* Numbers the squares that the game has in one of the views. */
static void number_places(apo_features *out)
{
    const apo_variant *var = out->var;
    const apo_geometry *board = &var->geometry;
    uint16_t number[APO_SQUARES_MAX];
    for (unsigned sq = 0; sq < var->squares; sq++) {
        bool is_place = false;
        for (unsigned view = 0; view < 4; view++)
            is_place |= board->place[turn(board, sq, view >> 1, view & 1)] != APO_PLACE_NONE;
        number[sq] = out->places;
        out->places = (uint16_t)(out->places + is_place);
    }
    for (unsigned row = 0; row < 4; row++)
        for (unsigned sq = 0; sq < var->squares; sq++)
            out->place[row][sq] = apo_feature_pair_of(number[turn(board, sq, false, row & 1)],
                                                      number[turn(board, sq, true, row >> 1)]);
}

/* True if the sets of squares, one for each square of the board, are the same in a mirror. */
static bool is_symmetric(const apo_variant *var, const uint64_t *sets, size_t step)
{
    const apo_geometry *board = &var->geometry;
    for (unsigned sq = 0; sq < var->squares; sq++) {
        const uint64_t *set = sets + sq * step;
        const uint64_t *mirrored = sets + turn(board, sq, false, true) * step;
        for (unsigned to = 0; to < var->squares; to++) {
            unsigned other = turn(board, to, false, true);
            if ((set[to / 64] >> to % 64 & 1U) != (mirrored[other / 64] >> other % 64 & 1U))
                return false;
        }
    }
    return true;
}

/* True if the board and the attacks of all pieces are the same in a mirror. Ignores castling
 * and the start squares, which matter only early in the game. */
static bool can_mirror(const apo_variant *var)
{
    const apo_geometry *board = &var->geometry;
    for (unsigned sq = 0; sq < var->squares; sq++)
        if (board->place[sq] != board->place[turn(board, sq, false, true)])
            return false;
    size_t target = apo_reach_index(var, 0, 0, 1, APO_REACH_ANY) * var->words;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned row = 0; row < var->row_count; row++) {
            const uint64_t *reach =
                var->reach + apo_reach_index(var, side, row, 0, APO_REACH_ANY) * var->words;
            const uint64_t *leaps =
                var->leap_move + apo_table_index(var, side, row, 0) * var->words;
            if (!is_symmetric(var, reach, target) || !is_symmetric(var, leaps, var->words))
                return false;
        }
    return true;
}

/* A feature of a type that belongs to a side: `each` from `first` on for each type, the enemy's
 * after the viewer's own. */
static apo_feature_pair of_type(const apo_features *features, uint32_t first, uint32_t each,
                                unsigned side, unsigned type)
{
    uint32_t own = first + (type - 1) * each, enemy = own + features->types * each;
    return side == APO_WHITE ? apo_feature_pair_of(own, enemy)
                             : apo_feature_pair_of(enemy, own);
}

/* The tables that are read move by move. */
static void fill_tables(apo_features *out)
{
    unsigned files = out->var->geometry.files;
    for (unsigned sq = 0; sq < out->var->squares; sq++)
        out->is_turned[sq] = out->is_mirrored && 2U * (sq % files) < files - 1U;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type <= out->types; type++)
            out->first[apo_piece_of((apo_side)side, type)] =
                of_type(out, 0, out->places, side, type);
}

void apo_features_init(apo_features *out, const apo_variant *var)
{
    apo_position start;
    *out =
        (apo_features){.var = var, .types = (uint16_t)var->info.type_count, .start_pieces = 1};
    number_places(out);
    out->is_mirrored = can_mirror(var);
    fill_tables(out);
    out->has_imitated = var->changing != APO_TYPE_NONE;
    out->has_reserve = apo_reserve_of(var)->is_on;
    out->has_pocket = apo_launch_of(var)->is_on;
    uint32_t both = (uint32_t)APO_SIDES * out->types;
    out->imitated = both * out->places;
    out->reserve = out->imitated + (out->has_imitated ? both : 0);
    out->pocket = out->reserve + (out->has_reserve ? both * APO_FEATURE_RESERVE_MAX : 0);
    out->count = out->pocket + (out->has_pocket ? both : 0);
    /* A board may be empty at the start; buckets divide by this number. */
    if (apo_position_start(&start, var, 0, 1) == APO_OK && apo_features_pieces(&start) > 0)
        out->start_pieces = (uint16_t)apo_features_pieces(&start);
}

unsigned apo_features_pieces(const apo_position *pos)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pos->var->words; i++)
        count += apo_word_count(pos->pieces[APO_WHITE].words[i]) +
                 apo_word_count(pos->pieces[APO_BLACK].words[i]);
    return count;
}

/* --- the digest ---------------------------------------------------------- */

static uint64_t mix_number(uint64_t sum, uint64_t number)
{
    return apo_mix(sum ^ number);
}

static uint64_t mix_board(uint64_t sum, const apo_position *pos)
{
    for (unsigned sq = 0; sq < pos->var->squares; sq++)
        sum = mix_number(sum, (uint64_t)sq << 16 | pos->board[sq]);
    return sum;
}

/* The public parts of a move as a number. */
static uint64_t number_of_move(const apo_move *mv)
{
    return (uint64_t)mv->from << 48 | (uint64_t)mv->to << 32 | (uint64_t)mv->kind << 16 |
           (uint64_t)mv->promoted << 8 | mv->launched;
}

/* A random walk. It must not depend on the order of move generation, so it adds up all moves
 * and makes the one with the smallest hash. */
static uint64_t mix_walk(uint64_t sum, apo_position *pos)
{
    for (unsigned ply = 0; ply < DIGEST_PLIES; ply++) {
        apo_moves moves;
        apo_move_list *list = apo_moves_start(&moves);
        const apo_move *chosen = NULL;
        uint64_t least = UINT64_MAX, all = 0;
        if (apo_moves_legal(list, pos) != APO_OK)
            break;
        for (size_t i = 0; i < list->count; i++) {
            uint64_t hash = mix_number(ply, number_of_move(&list->moves[i]));
            all += hash;
            if (hash < least) {
                least = hash;
                chosen = &list->moves[i];
            }
        }
        sum = mix_number(sum, all);
        if (chosen == NULL || apo_play(pos, chosen) != APO_OK)
            break;
    }
    return mix_board(sum, pos);
}

uint64_t apo_features_digest(const apo_features *features)
{
    const apo_variant *var = features->var;
    uint32_t count = apo_variant_info_of(var)->start_count;
    uint64_t sum = mix_number(APO_FEATURES_VERSION, features->count);
    sum = mix_number(sum, (uint64_t)var->geometry.files << 8 | var->geometry.rows);
    sum = mix_number(sum, (uint64_t)features->types << 1 | features->is_mirrored);
    for (unsigned sq = 0; sq < var->squares; sq++)
        sum = mix_number(sum, var->geometry.place[sq]);
    for (uint32_t i = 0; i < count && i < DIGEST_STARTS; i++) {
        apo_position pos;
        if (apo_position_start(&pos, var, 0, 1 + i * (count / DIGEST_STARTS + 1) % count) !=
            APO_OK)
            continue;
        sum = mix_walk(mix_board(sum, &pos), &pos);
    }
    return sum;
}

/* --- lists --------------------------------------------------------------- */

/* The type that a side's jokers imitate if it has any, or APO_TYPE_NONE. Must not depend on
 * anything that is not in the position's key. */
static unsigned imitated_by(const apo_state *state, unsigned side)
{
    return state->powers.moved[side ^ 1U];
}

static bool has_joker(const apo_features *features, const apo_position *pos, unsigned side)
{
    return apo_has_type(pos, side, features->var->changing);
}

static apo_feature_pair of_imitated(const apo_features *features, unsigned side, unsigned type)
{
    return of_type(features, features->imitated, 1, side, type);
}

static apo_feature_pair of_pocket(const apo_features *features, unsigned side, unsigned type)
{
    return of_type(features, features->pocket, 1, side, type);
}

/* At least `n` + 1 pieces are in reserve. */
static apo_feature_pair of_reserve(const apo_features *features, unsigned side, unsigned type,
                                   unsigned n)
{
    return of_type(features, features->reserve, APO_FEATURE_RESERVE_MAX, side, type) +
           apo_feature_pair_of(n, n);
}

static unsigned counted(uint8_t reserve)
{
    return reserve < APO_FEATURE_RESERVE_MAX ? reserve : APO_FEATURE_RESERVE_MAX;
}

unsigned apo_features_list(const apo_features *features, const apo_position *pos,
                           unsigned viewer, uint16_t out[APO_FEATURES_ACTIVE_MAX])
{
    const apo_state *state = &pos->state;
    unsigned count = 0, row = apo_features_row(features, pos);
    for (unsigned sq = 0; sq < features->var->squares; sq++)
        if (apo_piece_is_real(pos->board[sq]))
            out[count++] = apo_feature_seen(
                apo_feature_of_piece(features, row, pos->board[sq], (apo_square)sq), viewer);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned imitated = imitated_by(state, side);
        if (features->has_imitated && has_joker(features, pos, side) &&
            imitated != APO_TYPE_NONE)
            out[count++] = apo_feature_seen(of_imitated(features, side, imitated), viewer);
        for (unsigned type = 1; type <= features->types && features->has_reserve; type++)
            for (unsigned n = 0; n < counted(state->rules.reserve[side][type]); n++)
                out[count++] = apo_feature_seen(of_reserve(features, side, type, n), viewer);
        for (apo_type_walk walk =
                 apo_type_walk_of(features->has_pocket ? state->rules.pocket[side] : 0);
             apo_type_walk_next(&walk);)
            out[count++] = apo_feature_seen(of_pocket(features, side, walk.type), viewer);
    }
    return count;
}

/* --- changes ------------------------------------------------------------- */

static void list_both_afresh(apo_feature_changes *out)
{
    out->is_fresh[APO_WHITE] = out->is_fresh[APO_BLACK] = true;
}

static void add(apo_feature_changes *out, apo_feature_pair fact)
{
    if (out->added_count == APO_FEATURE_CHANGES_MAX)
        list_both_afresh(out);
    else
        out->added[out->added_count++] = fact;
}

static void take(apo_feature_changes *out, apo_feature_pair fact)
{
    if (out->removed_count == APO_FEATURE_CHANGES_MAX)
        list_both_afresh(out);
    else
        out->removed[out->removed_count++] = fact;
}

static bool is_noted_before(const apo_undo *undo, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (undo->squares[i].square == undo->squares[index].square)
            return true;
    return false;
}

/* Returns true if a joker has come or gone somewhere; `has_jokers`, a constant, says if the
 * game has one. At most APO_FEATURE_CHANGES_MAX squares, so that bounds need not be checked
 * here, at every node. */
APO_INLINE bool change_squares(const apo_features *features, const apo_position *pos,
                               const apo_undo *undo, const bool has_jokers,
                               apo_feature_changes *out)
{
    unsigned joker = features->var->changing, added = 0, removed = 0;
    const apo_feature_pair *place = features->place[apo_features_row(features, pos)];
    bool is_joker_changed = false;
    for (uint32_t i = 0, count = undo->count; i < count; i++) {
        apo_square sq = undo->squares[i].square;
        apo_piece before = undo->squares[i].piece, after = pos->board[sq];
        if (before == after || is_noted_before(undo, i))
            continue;
        is_joker_changed |=
            has_jokers && (apo_piece_type(before) == joker || apo_piece_type(after) == joker);
        if (apo_piece_is_real(before))
            out->removed[removed++] = features->first[before] + place[sq];
        if (apo_piece_is_real(after))
            out->added[added++] = features->first[after] + place[sq];
    }
    out->added_count = (uint8_t)added;
    out->removed_count = (uint8_t)removed;
    return is_joker_changed;
}

/* True if the side had a joker before the move. */
APO_APART bool had_joker(const apo_features *features, const apo_position *pos,
                         const apo_undo *undo, unsigned side)
{
    apo_piece joker = apo_piece_of((apo_side)side, features->var->changing);
    int count = pos->by_side[side].type_count[features->var->changing];
    for (uint32_t i = 0; i < undo->count; i++) {
        if (is_noted_before(undo, i))
            continue;
        count +=
            (undo->squares[i].piece == joker) - (pos->board[undo->squares[i].square] == joker);
    }
    return count > 0;
}

APO_APART void change_imitated(const apo_features *features, const apo_position *pos,
                               const apo_undo *undo, bool is_joker_changed,
                               apo_feature_changes *out)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned before = imitated_by(&undo->state, side);
        unsigned after = imitated_by(&pos->state, side);
        bool has = has_joker(features, pos, side);
        bool had = is_joker_changed ? had_joker(features, pos, undo, side) : has;
        if (before == after && had == has)
            continue;
        if (had && before != APO_TYPE_NONE)
            take(out, of_imitated(features, side, before));
        if (has && after != APO_TYPE_NONE)
            add(out, of_imitated(features, side, after));
    }
}

APO_APART void change_reserve(const apo_features *features, const apo_position *pos,
                              const apo_undo *undo, apo_feature_changes *out)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type <= features->types; type++) {
            if (undo->state.rules.reserve[side][type] == pos->state.rules.reserve[side][type])
                continue;
            unsigned before = counted(undo->state.rules.reserve[side][type]);
            unsigned after = counted(pos->state.rules.reserve[side][type]);
            for (unsigned n = after; n < before; n++)
                take(out, of_reserve(features, side, type, n));
            for (unsigned n = before; n < after; n++)
                add(out, of_reserve(features, side, type, n));
        }
}

APO_APART void change_pocket(const apo_features *features, const apo_position *pos,
                             const apo_undo *undo, apo_feature_changes *out)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        uint32_t after = pos->state.rules.pocket[side];
        uint32_t types = undo->state.rules.pocket[side] ^ after;
        for (; types != 0; types &= types - 1) {
            unsigned type = (unsigned)__builtin_ctz(types);
            if (apo_types_has(after, type))
                add(out, of_pocket(features, side, type));
            else
                take(out, of_pocket(features, side, type));
        }
    }
}

/* True if the viewer's king has crossed the middle. */
static bool is_turned_by_move(const apo_features *features, const apo_position *pos,
                              const apo_undo *undo, unsigned viewer)
{
    apo_square before = undo->state.king[viewer], after = pos->state.king[viewer];
    return before != after &&
           apo_features_is_turned(features, before) != apo_features_is_turned(features, after);
}

void apo_features_changes(const apo_features *features, const apo_position *pos,
                          const apo_undo *undo, apo_feature_changes *out)
{
    out->added_count = out->removed_count = 0;
    if (undo->count > APO_FEATURE_CHANGES_MAX) {
        list_both_afresh(out);
        return;
    }
    for (unsigned viewer = 0; viewer < APO_SIDES; viewer++)
        out->is_fresh[viewer] = is_turned_by_move(features, pos, undo, viewer);
    const apo_state *before = &undo->state, *after = &pos->state;
    if (features->has_imitated) {
        bool is_joker_changed = change_squares(features, pos, undo, true, out);
        if (is_joker_changed ||
            memcmp(before->powers.moved, after->powers.moved, sizeof after->powers.moved) != 0)
            change_imitated(features, pos, undo, is_joker_changed, out);
    } else {
        (void)change_squares(features, pos, undo, false, out);
    }
    if (features->has_reserve &&
        memcmp(before->rules.reserve, after->rules.reserve, sizeof after->rules.reserve) != 0)
        change_reserve(features, pos, undo, out);
    if (features->has_pocket &&
        memcmp(before->rules.pocket, after->rules.pocket, sizeof after->rules.pocket) != 0)
        change_pocket(features, pos, undo, out);
}

/* --- describing ---------------------------------------------------------- */

static void describe_piece(const apo_features *features, uint32_t feature,
                           apo_feature_facts *out)
{
    unsigned files = features->var->geometry.files, row = feature / features->places;
    *out = (apo_feature_facts){.kind = APO_FEATURE_PIECE,
                               .relation = (uint8_t)(row / features->types),
                               .type = (uint8_t)(row % features->types + 1)};
    for (unsigned sq = features->var->squares; sq-- > 0;)
        if (apo_feature_seen(features->place[0][sq], APO_WHITE) == feature % features->places) {
            /* Places that the game never has share the number of the next place that it has. */
            out->file = (uint8_t)(sq % files);
            out->row = (uint8_t)(sq / files);
            return;
        }
}

void apo_feature_describe(const apo_features *features, uint32_t feature,
                          apo_feature_facts *out)
{
    uint32_t number = feature;
    enum apo_feature_kind kind = APO_FEATURE_PIECE;
    uint8_t least = 0;
    if (feature >= features->pocket) {
        kind = APO_FEATURE_POCKET;
        number = feature - features->pocket;
    } else if (feature >= features->reserve) {
        kind = APO_FEATURE_RESERVE;
        number = (feature - features->reserve) / APO_FEATURE_RESERVE_MAX;
        least = (uint8_t)((feature - features->reserve) % APO_FEATURE_RESERVE_MAX + 1);
    } else if (feature >= features->imitated) {
        kind = APO_FEATURE_IMITATED;
        number = feature - features->imitated;
    } else {
        describe_piece(features, feature, out);
        return;
    }
    *out = (apo_feature_facts){.kind = kind,
                               .relation = (uint8_t)(number / features->types),
                               .type = (uint8_t)(number % features->types + 1),
                               .number = least};
}
