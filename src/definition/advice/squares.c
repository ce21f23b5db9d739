/* Squares, ranks and files on which two sections disagree, or that the board does not have. */
#include "definition/advice/advice_priv.h"
#include "rules/rules/facts.h"

/* Numbers of ranks; `from 3` of [multi-step] has its number in the key. */
static const struct {
    const char *section, *key;
} rank_keys[] = {
    {"river", "rank"},          {"multi-step", "rank"},  {"multi-step", "from"},
    {"multi-step", "no-trail"}, {"chase", "home-ranks"}, {"handicap", "pawn-rank"},
    {"hands", "file-most"},
};

/* The highest number of a rank. */
static int32_t highest_rank(const apo_advising *job)
{
    const apo_geometry *geo = &job->spec->geometry;
    int32_t ranks = (int32_t)apo_geometry_ranks(geo);
    return ranks + (geo->rows > ranks);
}

/* `[board] in line 3 has only 6 ranks` */
static void add_board(apo_remark *remark, const apo_advising *job, unsigned count,
                      const char *what)
{
    apo_text_add(&remark->text, "the ");
    apo_remark_section(remark, job, "board");
    apo_text_add(&remark->text, " has only ");
    apo_text_add_number(&remark->text, count);
    apo_text_add(&remark->text, what);
}

static void check_ranks(apo_advising *job)
{
    apo_remark remark;
    for (size_t i = 0; i < sizeof rank_keys / sizeof *rank_keys; i++) {
        const apo_value *value = NULL;
        while ((value = apo_advice_value(job, rank_keys[i].section, rank_keys[i].key, value)) !=
               NULL) {
            bool is_indexed = apo_span_is(apo_span_of(rank_keys[i].key), "from");
            if ((is_indexed ? value->index : value->number) <= highest_rank(job))
                continue;
            apo_remark_start(&remark);
            add_board(&remark, job, apo_geometry_ranks(&job->spec->geometry),
                      " ranks: lower this number");
            apo_remark_value(&remark, job, rank_keys[i].section, value);
        }
    }
}

/* Numbers for ranks or files that are not there. A base may have them for a larger board. */
static void check_values(apo_advising *job, const char *key, unsigned most, const char *what)
{
    const apo_value *value = NULL;
    apo_remark remark;
    while ((value = apo_advice_value(job, "values", key, value)) != NULL) {
        if (value->count <= most + 1 || !apo_advice_is_own(job, "values", value))
            continue;
        apo_remark_start(&remark);
        add_board(&remark, job, most, what);
        apo_remark_value(&remark, job, "values", value);
    }
}

/* Warns if no start has a piece of the types on the square; then false. */
static bool check_square(apo_advising *job, const char *section, const apo_value *value,
                         apo_types types, apo_side side, apo_square sq, const char *what)
{
    apo_remark remark;
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        apo_set starts = apo_advice_starts(job, walk.type, side);
        if (apo_set_has(&starts, sq))
            return true;
    }
    apo_text *text = apo_remark_start(&remark);
    apo_text_add(text, "no start has ");
    apo_text_add(text, side == APO_WHITE ? "White's " : "Black's ");
    apo_text_add(text, what);
    apo_text_add(text, " on ");
    apo_remark_square(&remark, job, sq);
    apo_text_add(text, ": change this, or ");
    apo_remark_section(&remark, job, "setup");
    apo_remark_value(&remark, job, section, value);
    return false;
}

static unsigned find_royal(const apo_advising *job)
{
    for (unsigned type = 1; type <= job->spec->type_count; type++)
        if (job->spec->types[type].is_royal)
            return type;
    return APO_TYPE_NONE;
}

/* The type that castles as the king; APO_TYPE_NONE if there is none. */
static unsigned find_castler(const apo_advising *job)
{
    const apo_value *king = apo_advice_value(job, "castling", "king", NULL);
    return king != NULL ? king->items[0] : find_royal(job);
}

/* Looks at one side's way. A side without a piece that could castle is no contradiction. */
static bool check_way(apo_advising *job, const apo_value *value, apo_side side,
                      bool is_mirrored)
{
    const apo_geometry *geo = &job->spec->geometry;
    apo_types partners = apo_advice_types(job, "castling", "partner");
    apo_square at[2];
    for (unsigned i = 0; i < 2; i++)
        at[i] = is_mirrored ? apo_geometry_mirror(geo, value->items[i]) : value->items[i];
    unsigned type = find_castler(job);
    if (type == APO_TYPE_NONE)
        return true;
    apo_set kings = apo_advice_starts(job, type, side);
    if (apo_set_is_empty(&kings))
        return true;
    if (partners == 0)
        for (unsigned i = 1; i <= job->spec->type_count; i++)
            partners |= apo_type_bit(i);
    return check_square(job, "castling", value, apo_type_bit(type), side, at[0],
                        job->spec->types[type].name) &&
           check_square(job, "castling", value, partners, side, at[1], "partner");
}

static void check_castling(apo_advising *job)
{
    static const struct {
        const char *key;
        bool of[APO_SIDES];
    } ways[] = {
        {"way", {true, true}}, {"white-way", {true, false}}, {"black-way", {false, true}}};

    const apo_value *dropped = apo_advice_value(job, "hands", "castle", NULL);
    if (dropped != NULL && dropped->number != 0)
        return;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const apo_value *value = NULL;
        while ((value = apo_advice_value(job, "castling", ways[i].key, value)) != NULL)
            if ((!ways[i].of[APO_WHITE] || check_way(job, value, APO_WHITE, false)) &&
                ways[i].of[APO_BLACK])
                check_way(job, value, APO_BLACK, ways[i].of[APO_WHITE]);
    }
}

/* A side that begins without its king is no contradiction: it may drop it. */
static void check_jump(apo_advising *job)
{
    static const char section[] = "king-jump";
    const apo_value *from = apo_advice_value(job, section, "from", NULL);
    unsigned royal = find_royal(job);
    bool is_there = true;
    for (unsigned side = 0; from != NULL && royal != APO_TYPE_NONE && side < APO_SIDES;
         side++) {
        const apo_set kings = apo_advice_starts(job, royal, (apo_side)side);
        apo_square sq = side == APO_WHITE
                            ? from->items[0]
                            : apo_geometry_mirror(&job->spec->geometry, from->items[0]);
        if (is_there && !apo_set_is_empty(&kings))
            is_there = check_square(job, section, from, apo_type_bit(royal), (apo_side)side, sq,
                                    job->spec->types[royal].name);
    }
}

/* Warns about White's pieces that begin outside their area. */
static void check_area(apo_advising *job)
{
    const apo_value *pieces = NULL;
    apo_remark remark;
    while ((pieces = apo_advice_value(job, "area", "pieces", pieces)) != NULL) {
        const apo_value *squares = NULL;
        while ((squares = apo_advice_value(job, "area", "squares", squares)) != NULL &&
               squares->index != pieces->index)
            ;
        for (unsigned i = 0; squares != NULL && i < pieces->count; i++) {
            apo_set starts = apo_advice_starts(job, pieces->items[i], APO_WHITE);
            for (unsigned k = 0; k < squares->count; k++)
                apo_set_remove(&starts, squares->items[k]);
            if (apo_set_is_empty(&starts))
                continue;
            apo_remark_start(&remark);
            apo_remark_type(&remark, job, pieces->items[i]);
            apo_text_add(&remark.text, " begins outside this area: change this, or ");
            apo_remark_section(&remark, job, "setup");
            apo_remark_value(&remark, job, "area", squares);
        }
    }
}

static void check_goal(apo_advising *job)
{
    const apo_value *count = apo_advice_value(job, "goal", "count", NULL);
    const apo_value *squares = apo_advice_value(job, "goal", "squares", NULL);
    apo_remark remark;
    if (count == NULL || squares == NULL || count->number <= (int32_t)squares->count)
        return;
    const apo_origin place = apo_advice_origin(job, "goal", squares);
    apo_text_add(apo_remark_start(&remark), "the goal has fewer squares: add some");
    apo_remark_place(&remark, job, &place);
    apo_text_add(&remark.text, ", or lower this number");
    apo_remark_value(&remark, job, "goal", count);
}

void apo_advise_squares(apo_advising *job)
{
    unsigned files = job->spec->geometry.files;
    check_ranks(job);
    check_values(job, "ranks", (unsigned)highest_rank(job),
                 " ranks: leave the other numbers out");
    check_values(job, "files", (files + 1) / 2,
                 " files from the edge to the middle: leave the other numbers out");
    check_castling(job);
    check_jump(job);
    check_area(job);
    check_goal(job);
}
