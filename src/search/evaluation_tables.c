/* The tables of an evaluation, made once for a game. */
#include "base/mem.h"
#include "rules/rules/engine_view.h"
#include "search/evaluation_priv.h"

enum {
    LESSER_BY = 60,      /* a piece is lesser if its value is lower by this */
    MEAN_PERCENT = 75,   /* reach in an average position, in percent of the mean reach */
    LIGHT_ARMY = 450,    /* without pawns, an army below this seldom mates */
    LEADER_PERCENT = 75, /* of the strongest type's value */
    HAND_PERCENT = 110,  /* of its value on the board: a piece in hand */
    /* squares along a file or diagonal that a slider reaches from an edge */
    SLIDE_LEAST = 4
};

static int own_rank(const apo_evaluation *ev, apo_side side, unsigned sq)
{
    return (int)apo_geometry_own_rank(&ev->var->geometry, side, (apo_square)sq);
}

/* --- squares ------------------------------------------------------------- */

/* Steps of a king from the middle of the board, in halves. */
static int off_centre(const apo_evaluation *ev, unsigned sq)
{
    const apo_geometry *geo = &ev->var->geometry;
    int by_file = 2 * (int)(sq % geo->files) - (geo->files - 1);
    int by_row = 2 * (int)(sq / geo->files) - (geo->rows - 1);
    by_file = by_file < 0 ? -by_file : by_file;
    by_row = by_row < 0 ? -by_row : by_row;
    return by_file > by_row ? by_file : by_row;
}

/* The value of the best promotion on a row. */
static int best_promotion(const apo_evaluation *ev, unsigned row)
{
    int best = 0;
    for (apo_type_walk walk =
             apo_type_walk_of(apo_promotion_of(ev->var)->choices[APO_WHITE][row]);
         apo_type_walk_next(&walk);) {
        int value = ev->see_values.value[walk.type];
        best = value > best ? value : best;
    }
    return best;
}

/* The first own rank on which pawns promote to the best piece, or nearly the best. */
static int promotion_rank(const apo_evaluation *ev)
{
    const apo_geometry *geo = &ev->var->geometry;
    int most = 0, rank = (int)apo_geometry_ranks(geo);
    for (unsigned row = 0; row < geo->rows; row++)
        if (best_promotion(ev, row) > most)
            most = best_promotion(ev, row);
    for (unsigned row = 0; most > 0 && row < geo->rows; row++) {
        int own = own_rank(ev, APO_WHITE, row * geo->files);
        if (best_promotion(ev, row) * 100 >= most * LEADER_PERCENT && own < rank)
            rank = own;
    }
    return rank > 4 ? rank : 4;
}

static void note_far(apo_evaluation *ev)
{
    int last = promotion_rank(ev) - 1;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned sq = 0; sq < ev->var->squares; sq++) {
            int rank = own_rank(ev, (apo_side)side, sq), from = rank > 2 ? rank - 2 : 0;
            ev->far[side][sq] =
                (int16_t)(from >= last - 1 ? 100
                                           : 100 * from * from / ((last - 1) * (last - 1)));
        }
}

static apo_psq_value place_pawn(const apo_evaluation *ev, unsigned type, unsigned sq)
{
    const apo_weight *term = ev->weights.term, *piece = &ev->weights.piece[type];
    int far = ev->far[APO_WHITE][sq], files = ev->var->geometry.files;
    int middle = 8 - off_centre(ev, sq) * 8 / files;
    return (apo_psq_value){
        (int16_t)(piece->opening + far * term[APO_TERM_PAWN_FAR].opening / 100 +
                  middle * term[APO_TERM_PAWN_MIDDLE].opening / 8),
        (int16_t)(piece->ending + far * term[APO_TERM_PAWN_FAR].ending / 100 +
                  middle * term[APO_TERM_PAWN_MIDDLE].ending / 8)};
}

static apo_psq_value place_king(const apo_evaluation *ev, unsigned sq)
{
    const apo_weight *step = &ev->weights.term[APO_TERM_KING_STEP];
    const apo_weight *middle = &ev->weights.term[APO_TERM_KING_MIDDLE];
    int rank = own_rank(ev, APO_WHITE, sq), away = rank > 1 ? rank - 1 : 0;
    int off = off_centre(ev, sq);
    return (apo_psq_value){(int16_t)(step->opening * away - middle->opening * off / 2),
                           (int16_t)(step->ending * away - middle->ending * off / 2)};
}

/* A square is better if the piece reaches more from it than on average. */
static apo_psq_value place_piece(const apo_evaluation *ev, const apo_piece_values *values,
                                 unsigned type, unsigned sq)
{
    const apo_weight *piece = &ev->weights.piece[type],
                     *gain = &ev->weights.term[APO_TERM_SQUARE];
    float mean = values->mobility[type] > 0.5F ? values->mobility[type] : 0.5F;
    float better = values->square_mobility[type][sq] / mean - 1;
    if (values->mobility[type] <= 0)
        better = 0;
    int share = better > 1 ? 100 : (int)(better * 100);
    return (apo_psq_value){(int16_t)(piece->opening + share * gain->opening / 100),
                           (int16_t)(piece->ending + share * gain->ending / 100)};
}

static apo_psq_value place(const apo_evaluation *ev, const apo_piece_values *values,
                           unsigned type, unsigned sq)
{
    unsigned files = ev->var->geometry.files, file = sq % files;
    unsigned edge = file < files - 1 - file ? file : files - 1 - file;
    apo_psq_value at = type == ev->var->royal           ? place_king(ev, sq)
                       : apo_types_has(ev->pawns, type) ? place_pawn(ev, type, sq)
                                                        : place_piece(ev, values, type, sq);
    int tuned =
        ev->weights.file[type][edge] + ev->weights.rank[type][own_rank(ev, APO_WHITE, sq)];
    at.opening = (int16_t)(at.opening + tuned);
    at.ending = (int16_t)(at.ending + tuned);
    return at;
}

static void place_type(apo_evaluation *ev, const apo_piece_values *values, unsigned type)
{
    const apo_variant *var = ev->var;
    for (unsigned sq = 0; sq < var->squares; sq++) {
        apo_psq_value white = place(ev, values, type, sq);
        unsigned mirror = apo_geometry_mirror(&var->geometry, (apo_square)sq);
        ev->psq_table[apo_piece_of(APO_WHITE, type)][sq] = white;
        if (mirror < var->squares)
            ev->psq_table[apo_piece_of(APO_BLACK, type)][mirror] =
                (apo_psq_value){(int16_t)-white.opening, (int16_t)-white.ending};
    }
}

/* The centre of a 3-square window that contains this square, clipped to the board. */
static int middle_of_three(int at, int count)
{
    return at < 1 ? 1 : at > count - 2 ? count - 2 : at;
}

static bool is_in_zone(const apo_evaluation *ev, unsigned king, unsigned sq)
{
    const apo_geometry *geo = &ev->var->geometry;
    int by_file = ev->file[sq] - middle_of_three(ev->file[king], geo->files);
    int by_row = ev->row[sq] - middle_of_three(ev->row[king], geo->rows);
    return by_file >= -1 && by_file <= 1 && by_row >= -1 && by_row <= 1;
}

/* The middle half of the files, the own ranks from the second up to two fifths. */
static bool is_in_camp(const apo_evaluation *ev, unsigned side, unsigned sq)
{
    const apo_geometry *geo = &ev->var->geometry;
    int quarter = geo->files / 4, rank = own_rank(ev, (apo_side)side, sq);
    return ev->file[sq] >= quarter && ev->file[sq] < geo->files - quarter && rank >= 2 &&
           rank <= 1 + (int)apo_geometry_ranks(geo) * 2 / 5;
}

static void add_to_mask(apo_evaluation *ev, unsigned side, unsigned from, unsigned mask,
                        unsigned to)
{
    unsigned words = ev->var->words;
    size_t at = (((size_t)side * ev->var->squares + from) * APO_PAWN_MASKS + mask) * words;
    ev->pawn_masks[at + (to >> 6)] |= (uint64_t)1 << (to & 63U);
}

/* Adds `to` to the sets of `from` that it belongs to. */
static void relate(apo_evaluation *ev, unsigned from, unsigned to)
{
    int files = ev->var->geometry.files;
    int by_file = (int)to % files - (int)from % files,
        by_row = (int)to / files - (int)from / files;
    bool is_near_file = by_file >= -1 && by_file <= 1, is_beside = is_near_file && by_file != 0;
    if (is_in_zone(ev, from, to))
        apo_set_add(&ev->zone[from], (apo_square)to);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        int ahead = side == APO_WHITE ? by_row : -by_row;
        bool is_in_mask[APO_PAWN_MASKS] = {
            [APO_PAWN_MASK_SUPPORT] = is_beside && ahead == -1,
            [APO_PAWN_MASK_PHALANX] = is_beside && ahead == 0,
            [APO_PAWN_MASK_BESIDE] = is_beside,
            [APO_PAWN_MASK_PATH] = by_file == 0 && ahead > 0,
            [APO_PAWN_MASK_FRONT] = is_near_file && ahead > 0,
        };
        for (unsigned mask = 0; mask < APO_PAWN_MASKS; mask++)
            if (is_in_mask[mask])
                add_to_mask(ev, side, from, mask, to);
        if (is_near_file && (ahead == 1 || ahead == 2))
            apo_set_add(&ev->before[side][from][ahead - 1], (apo_square)to);
        if (is_near_file && ahead >= 2 && ahead <= 4)
            apo_set_add(&ev->storm[side][from], (apo_square)to);
    }
}

static void relate_squares(apo_evaluation *ev)
{
    const apo_geometry *geo = &ev->var->geometry;
    for (unsigned sq = 0; sq < ev->var->squares; sq++) {
        ev->file[sq] = (uint8_t)(sq % geo->files);
        ev->row[sq] = (uint8_t)(sq / geo->files);
    }
    for (unsigned from = 0; from < ev->var->squares; from++) {
        for (unsigned side = 0; side < APO_SIDES; side++)
            if (is_in_camp(ev, side, from))
                apo_set_add(&ev->camp[side], (apo_square)from);
        if ((from % geo->files + from / geo->files) % 2 == 0)
            apo_set_add(&ev->light, (apo_square)from);
        if (geo->place[from] == APO_PLACE_TRANSIENT)
            apo_set_add(&ev->transient, (apo_square)from);
        for (unsigned to = 0; to < ev->var->squares; to++)
            relate(ev, from, to);
    }
}

/* --- types --------------------------------------------------------------- */

/* True if a piece never changes the colour of its square. */
static bool is_bound(const apo_evaluation *ev, unsigned type)
{
    const apo_variant *var = ev->var;
    for (unsigned sq = 0; sq < var->squares; sq++) {
        const uint64_t *from =
            apo_reach_set(var->words, var, APO_WHITE, type, (apo_square)sq, APO_REACH_ANY);
        const uint64_t *leaps =
            var->leap_move + apo_table_index(var, APO_WHITE, type, sq) * var->words;
        bool is_light = apo_set_has(&ev->light, (apo_square)sq);
        for (unsigned i = 0; i < var->words; i++) {
            uint64_t other = is_light ? ~ev->light.words[i] : ev->light.words[i];
            if (((from[i] | leaps[i]) & other) != 0)
                return false;
        }
    }
    return true;
}

/* True if a piece of the row has moves that are not captures. */
static bool moves_quietly(const apo_variant *var, unsigned row, unsigned sq)
{
    size_t index = apo_table_index(var, APO_WHITE, row, sq);
    const apo_piece_table *table = &var->tables[index];
    const uint64_t *move = var->leap_move + index * var->words;
    const uint64_t *capture = var->leap_capture + index * var->words;
    bool is_quiet = false;
    for (unsigned i = 0; i < var->words; i++)
        is_quiet = is_quiet || (move[i] & ~capture[i]) != 0;
    for (unsigned i = 0; i < table->line_count; i++)
        is_quiet = is_quiet || !var->line_ops[table->first_line + i].is_full;
    for (unsigned i = 0; i < table->walk_count; i++)
        is_quiet = is_quiet || var->walk_nodes[table->first_walk + i].modes == APO_LINE_MOVE;
    return is_quiet;
}

static apo_types find_quiet_rows(const apo_variant *var)
{
    apo_types rows = 0;
    for (unsigned row = 1; row < var->row_count; row++)
        for (unsigned sq = 0; sq < var->squares; sq++)
            if (moves_quietly(var, row, sq))
                rows |= apo_type_bit(row);
    return rows;
}

static void weigh_type(apo_evaluation *ev, const apo_piece_values *values, unsigned type)
{
    const apo_variant *var = ev->var;
    const apo_weight *piece = &ev->weights.piece[type];
    ev->see_values.value[type] = (int16_t)((piece->opening + piece->ending) / 2);
    ev->hand_value[type] = (int16_t)(ev->see_values.value[type] * HAND_PERCENT / 100);
    ev->reach_mean[type] = (uint8_t)(values->mobility[type] * MEAN_PERCENT / 100);
    if (apo_types_has(ev->pawns, type) || type == var->royal || type == var->untabled)
        return;
    ev->pieces |= apo_type_bit(type);
    if (type != var->changing && is_bound(ev, type))
        ev->bound |= apo_type_bit(type);
}

/* True if a piece on the first rank slides forward, straight or diagonally. */
static bool slides(const apo_evaluation *ev, unsigned type, bool is_diagonal)
{
    const apo_variant *var = ev->var;
    unsigned files = var->geometry.files, from = 0;
    unsigned to = from + SLIDE_LEAST * (files + is_diagonal);
    if (to >= var->squares)
        return false;
    const uint64_t *reach =
        apo_reach_set(var->words, var, APO_WHITE, type, (apo_square)to, APO_REACH_ANY);
    return reach[from >> 6] >> (from & 63U) & 1U;
}

/* True if a type only leaps and slides without limit. */
static bool is_plain(const apo_variant *var, unsigned type)
{
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned sq = 0; sq < var->squares; sq++) {
            const apo_piece_table *table = &var->tables[apo_table_index(var, side, type, sq)];
            if (table->walk_count + table->path_count > 0)
                return false;
            for (unsigned i = 0; i < table->line_count; i++)
                if (!var->line_ops[table->first_line + i].is_full)
                    return false;
        }
    return type != var->changing;
}

static void find_classes(apo_evaluation *ev)
{
    int most = 0;
    for (unsigned type = 1; type <= ev->var->info.type_count; type++)
        if (apo_types_has(ev->pieces, type) && ev->see_values.value[type] > most)
            most = ev->see_values.value[type];
    for (unsigned type = 1; type <= ev->var->info.type_count; type++) {
        if (!apo_types_has(ev->pieces, type))
            continue;
        if (ev->see_values.value[type] * 100 >= most * LEADER_PERCENT)
            ev->leaders |= apo_type_bit(type);
        if (is_plain(ev->var, type))
            ev->plain |= apo_type_bit(type);
        if (slides(ev, type, false) && !slides(ev, type, true))
            ev->file_sliders |= apo_type_bit(type);
    }
}

static void sort_types(apo_evaluation *ev)
{
    for (apo_type_walk walk = apo_type_walk_of(ev->pieces); apo_type_walk_next(&walk);) {
        uint8_t type = (uint8_t)walk.type;
        unsigned at = ev->order_count++;
        for (; at > 0 && ev->see_values.value[ev->order[at - 1]] > ev->see_values.value[type];
             at--)
            ev->order[at] = ev->order[at - 1];
        ev->order[at] = type;
    }
    for (unsigned type = 1; type <= ev->var->info.type_count; type++)
        while (ev->lesser[type] < ev->order_count &&
               ev->see_values.value[ev->order[ev->lesser[type]]] + LESSER_BY <
                   ev->see_values.value[type])
            ev->lesser[type]++;
}

/* In games with hands a capture counts twice: one side loses the piece and the other gains it;
 * or one side loses it from the board and has it in hand again. */
static void add_hands(apo_evaluation *ev)
{
    const apo_hands_data *hands = apo_hands_of(ev->var);
    ev->has_hands = hands->is_on;
    for (unsigned type = 1; hands->takes && type <= ev->var->info.type_count; type++) {
        int held = ev->hand_value[hands->held_as[type]], value = ev->see_values.value[type];
        if (hands->returns)
            value = held < value ? value - held : 0;
        else
            value += held;
        ev->see_values.value[type] = (int16_t)value;
    }
}

/* A promoted pawn that turns back is worth what it has become. */
static void copy_weights(apo_evaluation *ev)
{
    for (unsigned type = 1; type <= ev->var->info.type_count; type++) {
        unsigned shown = apo_type_shown(ev->var, type);
        ev->weights.piece[type] = ev->weights.piece[shown];
        memcpy(ev->weights.rank[type], ev->weights.rank[shown], sizeof ev->weights.rank[0]);
        memcpy(ev->weights.file[type], ev->weights.file[shown], sizeof ev->weights.file[0]);
    }
}

/* An attack on a king is worth more where each check brings the end nearer: 30 % against
 * Fairy-Stockfish in three-check (40 games at 3,000 nodes), 17.5 % without. */
static void scale_danger(apo_evaluation *ev)
{
    apo_weight *danger = &ev->weights.term[APO_TERM_DANGER];
    if (ev->var->rules >> APO_RULE_CHECKS & 1U)
        danger->opening = (int16_t)(2 * danger->opening);
}

void apo_evaluation_tables(apo_evaluation *ev, const apo_piece_values *values)
{
    const apo_variant *var = ev->var;
    copy_weights(ev);
    scale_danger(ev);
    relate_squares(ev);
    ev->light_army = LIGHT_ARMY;
    for (unsigned type = 1; type <= var->info.type_count; type++)
        if (apo_type_info_of(var, type)->is_pawn)
            ev->pawns |= apo_type_bit(type);
    for (unsigned type = 1; type <= var->info.type_count; type++)
        weigh_type(ev, values, type);
    add_hands(ev);
    ev->is_rare = ev->has_hands || var->hooks.ends_count > 0;
    note_far(ev);
    for (unsigned type = 1; type <= var->info.type_count; type++)
        place_type(ev, values, type);
    ev->has_quiet = find_quiet_rows(var);
    sort_types(ev);
    find_classes(ev);
    apo_see_values_sort(&ev->see_values, var);
}
