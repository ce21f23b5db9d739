/* Keys that another key or section leaves without effect, and squares and types on which two
 * sections disagree. Each warning stands at one of the two places and names the line of the
 * other. */
#include "definition/advice/advice_priv.h"
#include "rules/rules/facts.h"

enum {
    ANY = -1,   /* a key with any value */
    ABSENT = -2 /* a key that is not there */
};

/* A value of a key; without a key, the section itself. */
typedef struct fact {
    const char *section, *key;
    int32_t number; /* of the value, or ANY or ABSENT */
} fact;

/* The first has no effect because of the second. */
static const struct {
    fact idle, because;
} idle_keys[] = {
    {{"outcome", "repetition", ANY}, {"outcome", "repetition-count", 0}},
    {{"outcome", "perpetual-check", 1}, {"outcome", "repetition-count", 0}},
    {{"chase", "pieces", ANY}, {"outcome", "repetition-count", 0}},
    {{"outcome", "move-limit-pieces", ANY}, {"outcome", "move-limit", 0}},
    {{"outcome", "move-limit-checks", ANY}, {"outcome", "move-limit", 0}},
    {{"outcome", "stalemate", 0}, {"points", NULL, ABSENT}},
    {{"outcome", "repetition", 0}, {"points", NULL, ABSENT}},
    {{"hands", "no-mate", ANY}, {"hands", "checks", 0}},
    {{"hands", "mate-loses", ANY}, {"hands", "checks", 0}},
    {{"hands", "file-most", ANY}, {"hands", "one-a-file", ABSENT}},
    {{"hands", "promoted-drops", 1}, {"forms", NULL, ABSENT}},
    {{"hands", "castle", 1}, {"castling", "partner", ABSENT}},
    {{"points", "joker-low", ANY}, {"joker", NULL, ABSENT}},
    {{"points", "joker-high", ANY}, {"joker", NULL, ABSENT}},
    {{"checks", "win", ANY}, {"no-checks", NULL, ANY}},
    {{"chase", "home-ranks", ANY}, {"chase", "allowed", ABSENT}},
    {{"handicap", "pawn-rank", ANY}, {"handicap", "pawn", ABSENT}},
    {{"effects", "jump-takes", ANY}, {"effects", "jump", ABSENT}},
    {{"effects", "jump-spares", ANY}, {"effects", "jump", ABSENT}},
    {{"effects", "lend-bars", ANY}, {"effects", "lend", ABSENT}},
    {{"effects", "resign", ANY}, {"effects", "immobilise", ABSENT}},
    {{"effects", "partner", ANY}, {"effects", "coordinate", ABSENT}},
};

/* Lists that say opposite things about a type. */
static const struct {
    const char *section, *keys[2];
} opposites[] = {
    {"explosions", {"survivors", "immune"}},
    {"points", {"strong", "weak"}},
    {"lion-trade", {"pieces", "lesser"}},
};

/* Lists of types that should be in hand. */
static const fact held[] = {
    {"hands", "not-on", ANY},     {"hands", "one-a-file", ANY},   {"hands", "no-mate", ANY},
    {"hands", "mate-loses", ANY}, {"hands", "both-colours", ANY}, {"must-drop", "pieces", ANY},
};

/* Numbers of ranks; `from 3` of [multi-step] has its number in the key. */
static const fact ranks[] = {
    {"river", "rank", ANY},       {"multi-step", "rank", ANY},
    {"multi-step", "from", ANY},  {"multi-step", "no-trail", ANY},
    {"chase", "home-ranks", ANY}, {"handicap", "pawn-rank", ANY},
    {"hands", "file-most", ANY},
};

/* --- what a fact is called -------------------------------------------------- */

static void add_line(apo_text *text, uint32_t line)
{
    apo_text_add(text, line > 0 ? " in line " : "");
    if (line > 0)
        apo_text_add_number(text, line);
}

static void add_quoted(apo_text *text, const char *key)
{
    apo_text_add_char(text, '"');
    apo_text_add(text, key);
    apo_text_add_char(text, '"');
}

static void add_section(apo_text *text, const char *section)
{
    apo_text_add_char(text, '[');
    apo_text_add(text, section);
    apo_text_add_char(text, ']');
}

static void name_type(apo_text *text, const apo_advising *job, unsigned type)
{
    apo_text_add(text, "the ");
    apo_text_add(text, job->spec->types[type].name);
}

/* --- keys without effect ---------------------------------------------------- */

/* The value that makes a fact true; NULL if there is none. */
static const apo_value *find(const apo_advising *job, const fact *what)
{
    const apo_value *value = apo_advice_value(job, what->section, what->key, NULL);
    return value != NULL && (what->number == ANY || value->number == what->number) ? value
                                                                                   : NULL;
}

static bool is_true(const apo_advising *job, const fact *what)
{
    bool is_there = what->key == NULL
                        ? apo_variant_has_rule(job->var, what->section)
                        : apo_advice_value(job, what->section, what->key, NULL) != NULL;
    if (what->number == ABSENT)
        return !is_there;
    return is_there && (what->key == NULL || find(job, what) != NULL);
}

/* `beside "checks = no" in line 30`, `without [forms]` */
static void add_reason(apo_text *text, const apo_advising *job, const fact *because,
                       const char *own_section)
{
    bool is_absent = because->number == ABSENT;
    apo_text_add(text, is_absent ? " without " : " beside ");
    if (because->key == NULL || !apo_span_is(apo_span_of(because->section), own_section)) {
        add_section(text, because->section);
        apo_text_add(text, because->key != NULL ? " and its key " : "");
    }
    if (because->key != NULL) {
        apo_text_add_char(text, '"');
        apo_text_add(text, because->key);
        if (!is_absent) {
            apo_text_add(text, " = ");
            apo_text_add(text, apo_span_is(apo_span_of(because->key), "checks") ? "no" : "0");
        }
        apo_text_add_char(text, '"');
    }
    const apo_value *value = because->key != NULL ? find(job, because) : NULL;
    if (!is_absent)
        add_line(text, value != NULL ? value->line : apo_advice_line(job, because->section));
}

static void check_idle_keys(apo_advising *job)
{
    apo_remark remark;
    for (size_t i = 0; i < sizeof idle_keys / sizeof *idle_keys; i++) {
        const fact *idle = &idle_keys[i].idle, *because = &idle_keys[i].because;
        const apo_value *value = find(job, idle);
        if (value == NULL || !is_true(job, because))
            continue;
        apo_text *text = apo_remark_start(&remark);
        add_quoted(text, idle->key);
        apo_text_add(text, " has no effect");
        add_reason(text, job, because, idle->section);
        apo_remark_value(&remark, job, idle->section, value);
    }
}

/* --- types ------------------------------------------------------------------ */

static bool names(const apo_value *value, unsigned type)
{
    for (unsigned i = 0; value != NULL && i < value->count; i++)
        if (value->items[i] == type)
            return true;
    return false;
}

static void check_opposites(apo_advising *job)
{
    apo_remark remark;
    for (size_t i = 0; i < sizeof opposites / sizeof *opposites; i++) {
        const char *section = opposites[i].section;
        const apo_value *first = apo_advice_value(job, section, opposites[i].keys[0], NULL);
        const apo_value *second = apo_advice_value(job, section, opposites[i].keys[1], NULL);
        for (unsigned type = 1; type <= job->spec->type_count; type++) {
            if (!names(first, type) || !names(second, type))
                continue;
            apo_text *text = apo_remark_start(&remark);
            name_type(text, job, type);
            apo_text_add(text, " is in ");
            add_quoted(text, opposites[i].keys[0]);
            add_line(text, first->line);
            apo_text_add(text, " too");
            apo_remark_value(&remark, job, section, second);
        }
    }
}

static void check_held(apo_advising *job)
{
    const apo_value *pieces = apo_advice_value(job, "hands", "pieces", NULL);
    apo_remark remark;
    for (size_t i = 0; pieces != NULL && i < sizeof held / sizeof *held; i++) {
        const apo_value *value = NULL;
        while ((value = apo_advice_value(job, held[i].section, held[i].key, value)) != NULL)
            for (unsigned k = 0; k < value->count; k++) {
                if (names(pieces, value->items[k]))
                    continue;
                apo_text *text = apo_remark_start(&remark);
                name_type(text, job, value->items[k]);
                apo_text_add(text, " is never in hand: \"pieces\" of [hands]");
                add_line(text, pieces->line);
                apo_text_add(text, " does not name it");
                apo_remark_value(&remark, job, held[i].section, value);
            }
    }
}

/* --- squares ---------------------------------------------------------------- */

static void check_ranks(apo_advising *job)
{
    const apo_geometry *geo = &job->spec->geometry;
    int32_t most = (int32_t)apo_geometry_ranks(geo), border = geo->rows > most;
    apo_remark remark;
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        const apo_value *value = NULL;
        while ((value = apo_advice_value(job, ranks[i].section, ranks[i].key, value)) != NULL) {
            bool is_indexed = apo_span_is(apo_span_of(ranks[i].key), "from");
            if ((is_indexed ? value->index : value->number) <= most + border)
                continue;
            apo_text *text = apo_remark_start(&remark);
            apo_text_add(text, "the [board]");
            add_line(text, apo_advice_line(job, "board"));
            apo_text_add(text, " has only ");
            apo_text_add_number(text, most);
            apo_text_add(text, " ranks");
            apo_remark_value(&remark, job, ranks[i].section, value);
        }
    }
}

/* Warns if no start has a piece of the types on the square; then false. */
static bool check_castler(apo_advising *job, const apo_value *value, apo_types types,
                          apo_side side, apo_square sq, const char *what)
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
    apo_text_add(text, ": see [setup]");
    add_line(text, apo_advice_line(job, "setup"));
    apo_remark_value(&remark, job, "castling", value);
    return false;
}

/* The type that castles as the king; 0 if there is none. */
static unsigned find_castler(const apo_advising *job)
{
    const apo_value *king = apo_advice_value(job, "castling", "king", NULL);
    for (unsigned type = 1; king == NULL && type <= job->spec->type_count; type++)
        if (job->spec->types[type].is_royal)
            return type;
    return king != NULL ? king->items[0] : 0;
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
    apo_set kings = apo_advice_starts(job, type, side);
    if (apo_set_is_empty(&kings))
        return true;
    if (partners == 0)
        for (unsigned i = 1; i <= job->spec->type_count; i++)
            partners |= apo_type_bit(i);
    return check_castler(job, value, apo_type_bit(type), side, at[0],
                         job->spec->types[type].name) &&
           check_castler(job, value, partners, side, at[1], "partner");
}

static void check_castling(apo_advising *job)
{
    static const struct {
        const char *key;
        bool of[APO_SIDES];
    } ways[] = {
        {"way", {true, true}}, {"white-way", {true, false}}, {"black-way", {false, true}}};

    const fact dropped = {"hands", "castle", 1};
    if (find(job, &dropped) != NULL)
        return;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const apo_value *value = NULL;
        while ((value = apo_advice_value(job, "castling", ways[i].key, value)) != NULL)
            if ((!ways[i].of[APO_WHITE] || check_way(job, value, APO_WHITE, false)) &&
                ways[i].of[APO_BLACK])
                check_way(job, value, APO_BLACK, ways[i].of[APO_WHITE]);
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
            apo_text *text = apo_remark_start(&remark);
            name_type(text, job, pieces->items[i]);
            apo_text_add(text, " begins outside this area: see [setup]");
            add_line(text, apo_advice_line(job, "setup"));
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
    apo_text *text = apo_remark_start(&remark);
    apo_text_add(text, "the goal");
    add_line(text, squares->line);
    apo_text_add(text, " has fewer squares");
    apo_remark_value(&remark, job, "goal", count);
}

void apo_advise_contradictions(apo_advising *job)
{
    check_idle_keys(job);
    check_opposites(job);
    check_held(job);
    check_ranks(job);
    check_castling(job);
    check_area(job);
    check_goal(job);
}
