/* The mobility of each piece, and where it gets stuck. */
#include "base/mem.h"
#include "definition/advice/advice_priv.h"

static const apo_set no_squares = {{0}};

static const apo_geometry *board_of(const apo_advising *job)
{
    return &job->spec->geometry;
}

static bool is_promoting(const apo_advising *job, unsigned type)
{
    return job->promoting >> type & 1U;
}

/* The squares where pieces of a type and side can enter play. */
static apo_set find_entries(const apo_advising *job, unsigned type, apo_side side)
{
    const apo_geometry *geo = board_of(job);
    apo_set squares = apo_advice_starts(job, type, side);
    apo_types launchers = apo_advice_types(job, "launch", "launchers");
    bool is_launched = apo_advice_types(job, "launch", "piece") >> type & 1U;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned rank = apo_geometry_own_rank(geo, side, (apo_square)sq);
        if (geo->place[sq] == APO_PLACE_SQUARE && job->choices[rank] >> type & 1U &&
            apo_set_has(&job->arrivals[side], (apo_square)sq))
            apo_set_add(&squares, (apo_square)sq);
    }
    for (unsigned other = 1; is_launched && other <= job->spec->type_count; other++) {
        apo_set starts = apo_advice_starts(job, other, side);
        for (unsigned i = 0; launchers >> other & 1U && i < APO_SET_WORDS_MAX; i++)
            squares.words[i] |= starts.words[i];
    }
    return squares;
}

/* --- mobility ------------------------------------------------------------ */

static apo_status measure(apo_advising *job, unsigned type)
{
    const apo_piece_moves *moves = &job->spec->types[type].moves;
    apo_type_advice *piece = &job->out->types[type];
    apo_mobility empty, filled;
    apo_status status =
        apo_mobility_measure(&empty, moves, board_of(job), &job->empty, job->alloc);
    if (status == APO_OK)
        status = apo_mobility_measure(&filled, moves, board_of(job), &job->filled, job->alloc);
    if (status != APO_OK)
        return status;
    piece->is_measured = true;
    piece->empty_hundredths = empty.hundredths;
    piece->filled_hundredths = filled.hundredths;
    job->signatures[type] = empty.signature ^ filled.signature;
    return APO_OK;
}

/* --- range --------------------------------------------------------------- */

static bool is_light(const apo_geometry *geo, unsigned sq)
{
    return (sq % geo->files + sq / geo->files) % 2 != 0;
}

static unsigned count_ordinary(const apo_geometry *geo, const apo_set *set)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        count += geo->place[sq] == APO_PLACE_SQUARE && apo_set_has(set, (apo_square)sq);
    return count;
}

/* True if the set is exactly the ordinary squares of one colour. */
static bool is_one_colour(const apo_geometry *geo, const apo_set *set)
{
    unsigned counts[2] = {0, 0}, all[2] = {0, 0};
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        if (geo->place[sq] != APO_PLACE_SQUARE)
            continue;
        all[is_light(geo, sq)]++;
        counts[is_light(geo, sq)] += apo_set_has(set, (apo_square)sq);
    }
    return (counts[0] == 0 && counts[1] == all[1]) || (counts[1] == 0 && counts[0] == all[0]);
}

static enum apo_range range_of(const apo_advising *job, const apo_set *reach, unsigned count)
{
    if (count == job->out->square_count)
        return APO_RANGE_ALL;
    return is_one_colour(board_of(job), reach) ? APO_RANGE_COLOUR : APO_RANGE_PART;
}

/* True if a rule keeps pieces of the type within a part of the board. */
static bool is_confined(const apo_advising *job, unsigned type)
{
    apo_types types = apo_advice_types(job, "river", "pieces");
    const apo_value *value = NULL;
    while ((value = apo_advice_value(job, "area", "pieces", value)) != NULL)
        for (unsigned i = 0; i < value->count; i++)
            types |= apo_type_bit(value->items[i]);
    return types >> type & 1U;
}

/* Finds what a white piece can reach from each square where it can enter play. */
static void find_range(apo_advising *job, unsigned type, const apo_set *entries)
{
    const apo_geometry *geo = board_of(job);
    apo_type_advice *piece = &job->out->types[type];
    unsigned best_sq = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        apo_set one = {{0}};
        if (!apo_set_has(entries, (apo_square)sq))
            continue;
        apo_set_add(&one, (apo_square)sq);
        apo_set reach = apo_piece_graph_reach(&job->graph, geo, &one, &no_squares);
        unsigned count = count_ordinary(geo, &reach);
        if (piece->range != APO_RANGE_UNKNOWN && count <= piece->range_count)
            continue;
        piece->range = (uint8_t)range_of(job, &reach, count);
        piece->range_count = (uint16_t)count;
        best_sq = sq;
    }
    if (piece->range != APO_RANGE_PART ||
        4U * piece->range_count >= 3U * job->out->square_count)
        return;
    apo_remark remark;
    apo_text *text = apo_remark_start(&remark);
    apo_text_add(text, "this piece can come to ");
    apo_text_add_number(text, piece->range_count);
    apo_text_add(text, " of the ");
    apo_text_add_number(text, job->out->square_count);
    apo_text_add(text, " squares at most (from ");
    apo_remark_square(&remark, job, best_sq);
    apo_text_add(text, ")");
    apo_remark_piece(&remark, job, type);
}

/* --- stuck pieces -------------------------------------------------------- */

static void warn_stuck(apo_advising *job, unsigned type, apo_side side, unsigned sq,
                       const char *what)
{
    apo_remark remark;
    apo_text *text = apo_remark_start(&remark);
    apo_text_add(text, side == APO_WHITE ? "White's " : "Black's ");
    apo_text_add(text, job->spec->types[type].name);
    apo_text_add(text, what);
    apo_remark_square(&remark, job, sq);
    apo_text_add(text, ", from where it can never move");
    apo_remark_piece(&remark, job, type);
}

/* Squares of `set` that a piece cannot leave; the first, or APO_SQUARE_NONE. */
static apo_square find_stuck(const apo_advising *job, const apo_set *set)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(board_of(job)); sq++)
        if (apo_set_has(set, (apo_square)sq) && apo_set_is_empty(&job->graph.next[sq]))
            return (apo_square)sq;
    return APO_SQUARE_NONE;
}

/* Removes the squares where a piece can or must promote, and those off the board proper. */
static apo_set keep_plain(const apo_advising *job, unsigned type, apo_side side, apo_set set)
{
    const apo_geometry *geo = board_of(job);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned rank = apo_geometry_own_rank(geo, side, (apo_square)sq);
        if (geo->place[sq] != APO_PLACE_SQUARE ||
            (is_promoting(job, type) && job->choices[rank] != 0))
            apo_set_remove(&set, (apo_square)sq);
    }
    return set;
}

/* Warns about the first square of `side` where such pieces are stuck; true if there is one. */
static bool check_stuck(apo_advising *job, unsigned type, apo_side side, const apo_set *entries,
                        const apo_set *starts)
{
    apo_square sq = find_stuck(job, starts);
    if (sq != APO_SQUARE_NONE) {
        warn_stuck(job, type, side, sq, " begins on ");
        return true;
    }
    apo_set stops = apo_advice_stops(job, type, side);
    apo_set reach = apo_piece_graph_reach(&job->graph, board_of(job), entries, &stops);
    reach = keep_plain(job, type, side, reach);
    sq = find_stuck(job, &reach);
    if (sq != APO_SQUARE_NONE)
        warn_stuck(job, type, side, sq, " can come to ");
    return sq != APO_SQUARE_NONE;
}

/* --- all pieces ---------------------------------------------------------- */

static bool has_moves(const apo_piece_graph *graph)
{
    for (unsigned sq = 0; sq < APO_SQUARES_MAX; sq++)
        if (!apo_set_is_empty(&graph->next[sq]))
            return true;
    return false;
}

static void warn_plain(apo_advising *job, unsigned type, const char *sentence)
{
    apo_remark remark;
    apo_text_add(apo_remark_start(&remark), sentence);
    apo_remark_piece(&remark, job, type);
}

static apo_status check_ways(apo_advising *job, unsigned type)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        apo_set starts = apo_advice_starts(job, type, (apo_side)side);
        apo_set entries = find_entries(job, type, (apo_side)side);
        apo_status status = apo_advice_ways(job, type, (apo_side)side, &starts);
        if (status != APO_OK)
            return status;
        if (!has_moves(&job->graph)) {
            warn_plain(job, type, "this piece can never move, wherever it stands");
            return APO_OK;
        }
        if (side == APO_WHITE && !is_promoting(job, type) && !is_confined(job, type))
            find_range(job, type, &entries);
        if (check_stuck(job, type, (apo_side)side, &entries, &starts))
            return APO_OK;
    }
    return APO_OK;
}

/* True if it can come into play in a way that its moves do not show: by a drop, or as what
 * another piece becomes. */
static bool is_from_elsewhere(const apo_advising *job, unsigned type)
{
    return apo_variant_has_rule(job->var, "hands") || apo_variant_has_rule(job->var, "forms") ||
           apo_variant_has_rule(job->var, "morph") ||
           job->spec->types[type].mark != APO_MARK_NONE;
}

static apo_status check_piece(apo_advising *job, unsigned type)
{
    bool is_free = is_from_elsewhere(job, type);
    apo_set white = find_entries(job, type, APO_WHITE);
    apo_set black = find_entries(job, type, APO_BLACK);
    if (!is_free && apo_set_is_empty(&white) && apo_set_is_empty(&black))
        warn_plain(job, type,
                   "there is no such piece at the start, and none can come into play");
    if (apo_advice_is_ruled(job, type))
        return APO_OK;
    apo_status status = measure(job, type);
    return status == APO_OK && !is_free ? check_ways(job, type) : status;
}

apo_status apo_advise_pieces(apo_advising *job)
{
    apo_status status = APO_OK;
    for (unsigned type = 1; status == APO_OK && type <= job->spec->type_count; type++)
        status = check_piece(job, type);
    return status;
}
