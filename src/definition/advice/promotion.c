/* Promotions that are never possible. */
#include "definition/advice/advice_priv.h"
#include "rules/rules/facts.h"

static const char section[] = "promotion";

static unsigned ranks_of(const apo_advising *job)
{
    return apo_geometry_ranks(&job->spec->geometry);
}

static const apo_value *value_of_rank(const apo_advising *job, unsigned own_rank)
{
    const apo_value *value = NULL;
    while ((value = apo_advice_value(job, section, "rank", value)) != NULL)
        if (value->index == (int32_t)own_rank)
            return value;
    return NULL;
}

static void read_choices(apo_advising *job)
{
    apo_types types = 0;
    for (unsigned rank = 1; rank <= ranks_of(job); rank++) {
        const apo_value *value = value_of_rank(job, rank);
        for (unsigned i = 0; value != NULL && i < value->count; i++)
            types |= apo_type_bit(value->items[i]);
        job->choices[rank] = types;
        if (value != NULL)
            job->compulsory = rank;
    }
    const apo_value *compulsory = apo_advice_value(job, section, "compulsory", NULL);
    if (compulsory != NULL)
        job->compulsory = (unsigned)compulsory->number;
}

/* Adds the squares that pieces of one type can reach. */
static apo_status add_arrivals(apo_advising *job, unsigned type, apo_side side)
{
    const apo_geometry *geo = &job->spec->geometry;
    apo_set starts = apo_advice_starts(job, type, side);
    apo_set stops = apo_advice_stops(job, type, side);
    apo_status status = apo_advice_ways(job, type, side, &starts);
    if (status != APO_OK)
        return status;
    apo_set reach = apo_piece_graph_reach(&job->graph, geo, &starts, &stops);
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        job->arrivals[side].words[i] |= reach.words[i];
    return APO_OK;
}

apo_status apo_advise_read_promotion(apo_advising *job)
{
    apo_status status = APO_OK;
    job->promoting = apo_advice_types(job, section, "pieces");
    read_choices(job);
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned type = 1; status == APO_OK && type <= job->spec->type_count; type++)
            if (job->promoting >> type & 1U)
                status = add_arrivals(job, type, (apo_side)side);
    return status;
}

/* True if White's pieces may promote on a square of the right rank. */
static bool is_listed(const apo_value *squares, unsigned sq)
{
    for (unsigned i = 0; squares != NULL && i < squares->count; i++)
        if (squares->items[i] == sq)
            return true;
    return squares == NULL;
}

/* The highest own rank that any promoting piece of White can reach, on its squares. */
static unsigned find_highest(const apo_advising *job)
{
    const apo_geometry *geo = &job->spec->geometry;
    unsigned highest = 0;
    const apo_value *squares = apo_advice_value(job, section, "squares", NULL);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        unsigned rank = apo_geometry_own_rank(geo, APO_WHITE, (apo_square)sq);
        if (apo_set_has(&job->arrivals[APO_WHITE], (apo_square)sq) && rank > highest &&
            rank <= ranks_of(job) && is_listed(squares, sq))
            highest = rank;
    }
    return highest;
}

static void check_ranks(apo_advising *job, unsigned highest)
{
    apo_remark remark;
    for (unsigned rank = highest + 1; rank <= ranks_of(job); rank++) {
        const apo_value *value = value_of_rank(job, rank);
        if (value == NULL)
            continue;
        apo_text *text = apo_remark_start(&remark);
        apo_text_add(text, "no piece that promotes can ever come to its own rank ");
        apo_text_add_number(text, rank);
        apo_remark_value(&remark, job, section, value);
    }
}

/* True if a reserve can hold a piece of the type: at the start, or after a capture. */
static bool is_in_reserve(const apo_advising *job, unsigned type)
{
    const apo_set starts = apo_advice_starts(job, type, APO_WHITE);
    apo_types held =
        apo_advice_types(job, "reserve", "start") | apo_advice_types(job, "launch", "piece");
    return held >> type & 1U || !apo_set_is_empty(&starts);
}

static void check_choices(apo_advising *job)
{
    const apo_value *value = NULL;
    apo_remark remark;
    while ((value = apo_advice_value(job, section, "rank", value)) != NULL)
        for (unsigned i = 0; i < value->count; i++) {
            unsigned type = value->items[i];
            if (is_in_reserve(job, type))
                continue;
            apo_text *text = apo_remark_start(&remark);
            apo_text_add(text, "the ");
            apo_text_add(text, job->spec->types[type].name);
            apo_text_add(text, " is never possible: no reserve begins with one, and none is "
                               "on the board to be captured");
            apo_remark_value(&remark, job, section, value);
        }
}

void apo_advise_promotion(apo_advising *job)
{
    if (job->promoting == 0)
        return;
    check_ranks(job, find_highest(job));
    if (apo_variant_has_rule(job->var, "reserve"))
        check_choices(job);
}
