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
    for (unsigned view = 0; view < 4; view++)
        for (unsigned sq = 0; sq < var->squares; sq++)
            out->place[view][sq] = number[turn(board, sq, view >> 1, view & 1)];
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

/* The tables that are read move by move. */
static void fill_tables(apo_features *out)
{
    unsigned files = out->var->geometry.files;
    for (unsigned sq = 0; sq < out->var->squares; sq++)
        out->is_turned[sq] = out->is_mirrored && 2U * (sq % files) < files - 1U;
    for (unsigned viewer = 0; viewer < APO_SIDES; viewer++)
        for (unsigned side = 0; side < APO_SIDES; side++)
            for (unsigned type = 1; type <= out->types; type++)
                out->first[viewer][apo_piece_of((apo_side)side, type)] =
                    (uint16_t)(((side ^ viewer) * out->types + type - 1) * out->places);
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
        count += (unsigned)(__builtin_popcountll(pos->pieces[APO_WHITE].words[i]) +
                            __builtin_popcountll(pos->pieces[APO_BLACK].words[i]));
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

/* The feature of the type that a side's jokers imitate; UINT32_MAX if there is none. Must not
 * depend on anything that is not in the position's key. */
static uint32_t feature_of_imitated(const apo_features *features, const apo_state *state,
                                    bool has_joker, unsigned side, unsigned viewer)
{
    unsigned type = state->powers.moved[side ^ 1U];
    if (!has_joker || type == APO_TYPE_NONE)
        return UINT32_MAX;
    return features->imitated + (side ^ viewer) * features->types + type - 1;
}

static bool has_joker(const apo_features *features, const apo_position *pos, unsigned side)
{
    return features->has_imitated &&
           apo_types_has(apo_types_here(pos, side), features->var->changing);
}

static uint32_t first_of_reserve(const apo_features *features, unsigned relation, unsigned type)
{
    return features->reserve +
           (relation * features->types + type - 1) * APO_FEATURE_RESERVE_MAX;
}

static unsigned counted(uint8_t reserve)
{
    return reserve < APO_FEATURE_RESERVE_MAX ? reserve : APO_FEATURE_RESERVE_MAX;
}

unsigned apo_features_list(const apo_features *features, const apo_position *pos,
                           unsigned viewer, uint16_t out[APO_FEATURES_ACTIVE_MAX])
{
    const apo_state *state = &pos->state;
    unsigned count = 0, view = apo_features_view(features, pos, viewer);
    for (unsigned sq = 0; sq < features->var->squares; sq++)
        if (apo_piece_is_real(pos->board[sq]))
            out[count++] =
                (uint16_t)apo_feature_of_piece(features, view, pos->board[sq], (apo_square)sq);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned relation = side ^ viewer;
        uint32_t imitated =
            feature_of_imitated(features, state, has_joker(features, pos, side), side, viewer);
        if (imitated != UINT32_MAX)
            out[count++] = (uint16_t)imitated;
        for (unsigned type = 1; type <= features->types && features->has_reserve; type++)
            for (unsigned n = 0; n < counted(state->rules.reserve[side][type]); n++)
                out[count++] = (uint16_t)(first_of_reserve(features, relation, type) + n);
        for (apo_type_walk walk =
                 apo_type_walk_of(features->has_pocket ? state->rules.pocket[side] : 0);
             apo_type_walk_next(&walk);)
            out[count++] =
                (uint16_t)(features->pocket + relation * features->types + walk.type - 1);
    }
    return count;
}

/* --- changes ------------------------------------------------------------- */

static void add(apo_feature_changes *out, unsigned viewer, uint32_t feature)
{
    if (out->added_count[viewer] == APO_FEATURE_CHANGES_MAX)
        out->is_fresh[viewer] = true;
    else
        out->added[viewer][out->added_count[viewer]++] = (uint16_t)feature;
}

static void take(apo_feature_changes *out, unsigned viewer, uint32_t feature)
{
    if (out->removed_count[viewer] == APO_FEATURE_CHANGES_MAX)
        out->is_fresh[viewer] = true;
    else
        out->removed[viewer][out->removed_count[viewer]++] = (uint16_t)feature;
}

static bool is_noted_before(const apo_undo *undo, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (undo->squares[i].square == undo->squares[index].square)
            return true;
    return false;
}

static void change_squares(const apo_features *features, const apo_position *pos,
                           const apo_undo *undo, apo_feature_changes *out)
{
    const unsigned views[APO_SIDES] = {apo_features_view(features, pos, APO_WHITE),
                                       apo_features_view(features, pos, APO_BLACK)};
    for (uint32_t i = 0; i < undo->count; i++) {
        apo_square sq = undo->squares[i].square;
        apo_piece before = undo->squares[i].piece, after = pos->board[sq];
        if (before == after || (i > 0 && is_noted_before(undo, i)))
            continue;
        for (unsigned viewer = 0; viewer < APO_SIDES; viewer++) {
            if (apo_piece_is_real(before))
                take(out, viewer, apo_feature_of_piece(features, views[viewer], before, sq));
            if (apo_piece_is_real(after))
                add(out, viewer, apo_feature_of_piece(features, views[viewer], after, sq));
        }
    }
}

/* True if the side had a joker before the move. */
static bool had_joker(const apo_features *features, const apo_position *pos,
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

static void change_imitated(const apo_features *features, const apo_position *pos,
                            const apo_undo *undo, apo_feature_changes *out)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        bool had = had_joker(features, pos, undo, side), has = has_joker(features, pos, side);
        for (unsigned viewer = 0; viewer < APO_SIDES; viewer++) {
            uint32_t before = feature_of_imitated(features, &undo->state, had, side, viewer);
            uint32_t after = feature_of_imitated(features, &pos->state, has, side, viewer);
            if (before == after)
                continue;
            if (before != UINT32_MAX)
                take(out, viewer, before);
            if (after != UINT32_MAX)
                add(out, viewer, after);
        }
    }
}

static void change_reserve(const apo_features *features, const apo_position *pos,
                           const apo_undo *undo, apo_feature_changes *out)
{
    if (memcmp(undo->state.rules.reserve, pos->state.rules.reserve,
               sizeof undo->state.rules.reserve) == 0)
        return;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; type <= features->types; type++) {
            unsigned before = counted(undo->state.rules.reserve[side][type]);
            unsigned after = counted(pos->state.rules.reserve[side][type]);
            for (unsigned viewer = 0; viewer < APO_SIDES; viewer++) {
                uint32_t first = first_of_reserve(features, side ^ viewer, type);
                for (unsigned n = after; n < before; n++)
                    take(out, viewer, first + n);
                for (unsigned n = before; n < after; n++)
                    add(out, viewer, first + n);
            }
        }
}

static void change_pocket(const apo_features *features, const apo_position *pos,
                          const apo_undo *undo, apo_feature_changes *out)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        uint32_t after = pos->state.rules.pocket[side];
        uint32_t types = undo->state.rules.pocket[side] ^ after;
        for (; types != 0; types &= types - 1) {
            unsigned type = (unsigned)__builtin_ctz(types);
            for (unsigned viewer = 0; viewer < APO_SIDES; viewer++) {
                uint32_t feature =
                    features->pocket + (side ^ viewer) * features->types + type - 1;
                if (apo_types_has(after, type))
                    add(out, viewer, feature);
                else
                    take(out, viewer, feature);
            }
        }
    }
}

void apo_features_changes(const apo_features *features, const apo_position *pos,
                          const apo_undo *undo, apo_feature_changes *out)
{
    for (unsigned viewer = 0; viewer < APO_SIDES; viewer++) {
        out->added_count[viewer] = out->removed_count[viewer] = 0;
        out->is_fresh[viewer] = apo_features_is_turned(features, undo->state.king[viewer]) !=
                                apo_features_is_turned(features, pos->state.king[viewer]);
    }
    change_squares(features, pos, undo, out);
    if (features->has_imitated)
        change_imitated(features, pos, undo, out);
    if (features->has_reserve)
        change_reserve(features, pos, undo, out);
    if (features->has_pocket)
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
        if (features->place[0][sq] == feature % features->places) {
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
