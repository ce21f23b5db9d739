/* What sections ask of pieces, and the pieces or the start never give. */
#include "definition/advice/advice_priv.h"
#include "rules/kernel/position.h"
#include "rules/rules/facts.h"

/* --- promotion -------------------------------------------------------------- */

/* A king that promotes leaves its side without one. */
static void check_royal(apo_advising *job)
{
    const apo_value *value = apo_advice_value(job, "promotion", "pieces", NULL);
    apo_remark remark;
    for (unsigned i = 0; value != NULL && i < value->count; i++) {
        if (!job->spec->types[value->items[i]].is_royal)
            continue;
        const apo_origin place = apo_advice_type_origin(job, value->items[i]);
        apo_remark_start(&remark);
        apo_remark_type(&remark, job, value->items[i]);
        apo_remark_place(&remark, job, &place);
        apo_text_add(&remark.text, " is royal, and its side would have no royal piece after it "
                                   "promotes: leave it out here");
        apo_remark_value(&remark, job, "promotion", value);
    }
}

/* --- limits of promotion ---------------------------------------------------- */

/* The promoted form of a type, or APO_TYPE_NONE. */
static unsigned form_of(const apo_advising *job, unsigned base)
{
    for (unsigned type = 1; type <= job->spec->type_count; type++)
        if (job->spec->types[type].mark == APO_MARK_PROMOTED &&
            job->spec->types[type].base == base)
            return type;
    return APO_TYPE_NONE;
}

/* Forms may turn back. */
static bool can_turn(const apo_advising *job, unsigned type)
{
    return job->spec->types[type].mark != APO_MARK_NONE || form_of(job, type) != APO_TYPE_NONE;
}

static bool is_in_ranks(const apo_advising *job, const char *key, unsigned type)
{
    const apo_value *value = NULL;
    while ((value = apo_advice_value(job, "promotion", key, value)) != NULL)
        for (unsigned i = 0; i < value->count; i++)
            if (value->items[i] == type)
                return true;
    return false;
}

/* The least number of a side's pieces of the type in any named start. */
static unsigned count_at_start(const apo_advising *job, unsigned type, apo_side side)
{
    apo_position pos;
    unsigned least = APO_SQUARES_MAX;
    for (unsigned name = 0; name < job->spec->start_count; name++) {
        if (apo_position_start(&pos, job->var, name, 1) != APO_OK)
            return 0;
        unsigned count = pos.by_side[side].type_count[type];
        least = count < least ? count : least;
    }
    return least;
}

/* Warns if a side begins with more pieces of the type than the limit. */
static void check_limit(apo_advising *job, const char *section, const apo_value *value,
                        unsigned type)
{
    apo_remark remark;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned count = count_at_start(job, type, (apo_side)side);
        if ((int32_t)count <= value->index)
            continue;
        apo_text *text = apo_remark_start(&remark);
        apo_text_add(text, side == APO_WHITE ? "White" : "Black");
        apo_text_add(text, " begins with more of this piece, ");
        apo_remark_type(&remark, job, type);
        apo_text_add(text, ": raise this number to ");
        apo_text_add_number(text, count);
        apo_text_add(text, ", or change ");
        apo_remark_section(&remark, job, "setup");
        apo_remark_value(&remark, job, section, value);
        return;
    }
}

/* Warns about a type without a form in [forms]. */
static void warn_formless(apo_advising *job, const apo_value *value, unsigned type)
{
    apo_remark remark;
    const apo_origin place = apo_advice_type_origin(job, type);
    apo_remark_start(&remark);
    apo_remark_type(&remark, job, type);
    apo_remark_place(&remark, job, &place);
    apo_text_add(&remark.text, " has no promoted form: add a line for one, with a + before the "
                               "letter, or leave it out here");
    apo_remark_value(&remark, job, "forms", value);
}

static void check_forms(apo_advising *job)
{
    const apo_value *value = NULL;
    while ((value = apo_advice_value(job, "forms", "most", value)) != NULL)
        for (unsigned i = 0; i < value->count; i++) {
            unsigned form = form_of(job, value->items[i]);
            if (!can_turn(job, value->items[i]))
                warn_formless(job, value, value->items[i]);
            else if (form != APO_TYPE_NONE)
                check_limit(job, "forms", value, form);
        }
    value = apo_advice_value(job, "forms", "last-rank", NULL);
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        if (!can_turn(job, value->items[i]))
            warn_formless(job, value, value->items[i]);
}

static void check_most(apo_advising *job)
{
    const apo_value *value = NULL;
    apo_remark remark;
    while ((value = apo_advice_value(job, "promotion", "most", value)) != NULL)
        for (unsigned i = 0; i < value->count; i++) {
            unsigned type = value->items[i];
            if (is_in_ranks(job, "rank", type) || is_in_ranks(job, "black-rank", type)) {
                check_limit(job, "promotion", value, type);
                continue;
            }
            const apo_origin place = apo_advice_origin(
                job, "promotion", apo_advice_value(job, "promotion", "rank", NULL));
            apo_text_add(apo_remark_start(&remark), "nobody promotes to ");
            apo_remark_type(&remark, job, type);
            apo_text_add(&remark.text, ": add it to \"rank\"");
            apo_remark_place(&remark, job, &place);
            apo_text_add(&remark.text, ", or leave it out here");
            apo_remark_value(&remark, job, "promotion", value);
        }
}

/* --- the point count -------------------------------------------------------- */

static unsigned max_of(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* The highest number of a key of [points]; 0 if there is none. */
static unsigned max_number(const apo_advising *job, const char *key)
{
    const apo_value *value = NULL;
    unsigned most = 0;
    while ((value = apo_advice_value(job, "points", key, value)) != NULL)
        most = max_of(most, (unsigned)value->number);
    return most;
}

/* The most points that a piece of the type can count, if it stays what it is. */
static unsigned own_worth(const apo_advising *job, unsigned type)
{
    unsigned worth = job->spec->types[type].points;
    if (job->promoting >> type & 1U)
        worth = max_of(worth, max_number(job, "pawn-rank"));
    if (apo_type_info_of(job->var, type)->is_joker)
        worth =
            max_of(worth, max_of(max_number(job, "joker-low"), max_number(job, "joker-high")));
    return job->spec->types[type].is_royal ? 0 : worth;
}

/* The most that any piece can count. */
static unsigned top_worth(const apo_advising *job)
{
    unsigned worth = 0;
    for (unsigned type = 1; type <= job->spec->type_count; type++)
        worth = max_of(worth, own_worth(job, type));
    return worth;
}

/* True if a piece of the type can become another. */
static bool changes(const apo_advising *job, unsigned type)
{
    return job->promoting >> type & 1U || can_turn(job, type) ||
           apo_variant_has_rule(job->var, "effects");
}

/* True if pieces come to a side during the game. */
static bool is_growing(const apo_advising *job)
{
    static const char *const sections[] = {"hands", "reserve", "launch", "effects",
                                           "enclosing"};
    bool is_one = false;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        is_one = is_one || apo_variant_has_rule(job->var, sections[i]);
    return is_one;
}

/* The most points that a side can have, at least. */
static unsigned find_most_points(const apo_advising *job)
{
    apo_position pos;
    unsigned most = 0, top = top_worth(job);
    if (is_growing(job))
        return top * job->out->square_count;
    for (unsigned name = 0; name < job->spec->start_count; name++) {
        if (apo_position_start(&pos, job->var, name, 1) != APO_OK)
            continue;
        for (unsigned side = 0; side < APO_SIDES; side++) {
            unsigned sum = 0;
            for (unsigned type = 1; type <= job->spec->type_count; type++)
                sum += pos.by_side[side].type_count[type] *
                       (changes(job, type) ? top : own_worth(job, type));
            most = max_of(most, sum);
        }
    }
    return most;
}

static void check_lead(apo_advising *job)
{
    const apo_value *lead = apo_advice_value(job, "points", "lead", NULL);
    unsigned most = lead != NULL ? find_most_points(job) : 0;
    apo_remark remark;
    if (lead == NULL || lead->number <= (int32_t)most)
        return;
    apo_text *text = apo_remark_start(&remark);
    apo_text_add(text, "no side can ever lead by so much: it has ");
    apo_text_add_number(text, most);
    apo_text_add(text, " points at most; lower this number, or change the points in ");
    apo_remark_section(&remark, job, "pieces");
    apo_remark_value(&remark, job, "points", lead);
}

void apo_advise_limits(apo_advising *job)
{
    check_royal(job);
    check_most(job);
    check_forms(job);
    check_lead(job);
}
