/* Keys that another key or section leaves without effect, and lists that disagree. Each warning
 * stands at one of the two places, names the line of the other, and says what to do. What a
 * base has may well lose its effect, so only keys of the main file are looked at for theirs. */
#include "definition/advice/advice_priv.h"
#include "rules/rules/facts.h"
#include "rules/rules/list.h"
#include "rules/rules/outcome_dead.h"

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
    {{"outcome", "repetition", 0}, {"points", NULL, ABSENT}},
    {{"hands", "no-mate", ANY}, {"hands", "checks", 0}},
    {{"hands", "mate-loses", ANY}, {"hands", "checks", 0}},
    {{"hands", "file-most", ANY}, {"hands", "one-a-file", ABSENT}},
    {{"hands", "promoted-drops", 1}, {"forms", NULL, ABSENT}},
    {{"hands", "castle", 1}, {"castling", "partner", ABSENT}},
    {{"points", "joker-low", ANY}, {"joker", NULL, ABSENT}},
    {{"points", "joker-high", ANY}, {"joker", NULL, ABSENT}},
    {{"chase", "home-ranks", ANY}, {"chase", "allowed", ABSENT}},
    {{"handicap", "pawn-rank", ANY}, {"handicap", "pawn", ABSENT}},
    {{"handicap", "bishop", ANY}, {"handicap", "pawn", ABSENT}},
    {{"handicap", "rook", ANY}, {"handicap", "pawn", ABSENT}},
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

/* Keys that are about checks, or about mate. */
static const fact about_checks[] = {
    {"checks", "win", ANY},
    {"outcome", "mate", ANY},
    {"outcome", "perpetual-check", 1},
    {"outcome", "move-limit-checks", ANY},
    {"hands", "checks", ANY},
    {"hands", "no-mate", ANY},
    {"hands", "mate-loses", ANY},
};

/* Sections about the king. */
static const char *const about_king[] = {"no-checks", "king-jump"};

/* Keys of [outcome] that make more than mate decide, unless they have this value. */
static const struct {
    const char *key;
    int32_t number;
} only_mate[] = {
    {"stalemate", 1}, {"mate", 0}, {"repetition", 1}, {"perpetual-check", 0}, {"bare-king", 1}};

static const char leave_one[] = ": leave one of the two out";

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

/* `"no-mate" has no effect` */
static void start_idle(apo_remark *remark, const char *key)
{
    apo_remark_start(remark);
    apo_remark_quoted(remark, key);
    apo_text_add(&remark->text, " has no effect");
}

/* `beside "checks = no" in line 30`, `without [forms]` */
static void add_reason(apo_remark *remark, const apo_advising *job, const fact *because,
                       const char *own_section)
{
    apo_text *text = &remark->text;
    bool is_absent = because->number == ABSENT;
    apo_text_add(text, is_absent ? " without " : " beside ");
    if (because->key == NULL || !apo_span_is(apo_span_of(because->section), own_section)) {
        apo_text_add_char(text, '[');
        apo_text_add(text, because->section);
        apo_text_add(text, because->key != NULL ? "] and its key " : "]");
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
    const apo_origin place = apo_advice_origin(job, because->section, value);
    if (!is_absent)
        apo_remark_place(remark, job, &place);
    apo_text_add(text, is_absent ? ": add that, or leave this out" : leave_one);
}

/* The value of a fact that the main file has itself; NULL if there is none. */
static const apo_value *find_own(const apo_advising *job, const fact *what)
{
    const apo_value *value = find(job, what);
    return value != NULL && apo_advice_is_own(job, what->section, value) ? value : NULL;
}

static void check_idle_keys(apo_advising *job)
{
    apo_remark remark;
    for (size_t i = 0; i < sizeof idle_keys / sizeof *idle_keys; i++) {
        const fact *idle = &idle_keys[i].idle, *because = &idle_keys[i].because;
        const apo_value *value = find_own(job, idle);
        if (value == NULL || !is_true(job, because))
            continue;
        start_idle(&remark, idle->key);
        add_reason(&remark, job, because, idle->section);
        apo_remark_value(&remark, job, idle->section, value);
    }
}

/* What both sides begin with in hand, if each has a list of its own. */
static void check_hands_start(apo_advising *job)
{
    static const fact start = {"hands", "start", ANY};
    const apo_value *value = find_own(job, &start);
    const apo_value *white = apo_advice_value(job, "hands", "white-start", NULL);
    const apo_value *black = apo_advice_value(job, "hands", "black-start", NULL);
    apo_remark remark;
    if (value == NULL || white == NULL || black == NULL)
        return;
    const apo_origin places[] = {apo_advice_origin(job, "hands", white),
                                 apo_advice_origin(job, "hands", black)};
    start_idle(&remark, "start");
    apo_text_add(&remark.text, " beside \"white-start\"");
    apo_remark_place(&remark, job, &places[0]);
    apo_text_add(&remark.text, " and \"black-start\"");
    apo_remark_place(&remark, job, &places[1]);
    apo_text_add(&remark.text, ": leave it out");
    apo_remark_value(&remark, job, "hands", value);
}

/* --- games without checks --------------------------------------------------- */

static bool has_royal(const apo_advising *job)
{
    for (unsigned type = 1; type <= job->spec->type_count; type++)
        if (job->spec->types[type].is_royal)
            return true;
    return false;
}

static void add_royalty(apo_remark *remark, const apo_advising *job)
{
    apo_text_add(&remark->text, " without a royal piece: make one royal in ");
    apo_remark_section(remark, job, "pieces");
    apo_text_add(&remark->text, ", or leave this out");
}

static void check_about_king(apo_advising *job)
{
    apo_remark remark;
    for (size_t i = 0; i < sizeof about_king / sizeof *about_king; i++) {
        if (!apo_variant_has_rule(job->var, about_king[i]) ||
            !apo_advice_is_own(job, about_king[i], NULL))
            continue;
        apo_text_add(apo_remark_start(&remark), "this section has no effect");
        add_royalty(&remark, job);
        apo_remark_heading(&remark, job, about_king[i]);
    }
}

/* Royal pieces of [royals] are in check whatever [no-checks] says. */
static void check_about_checks(apo_advising *job)
{
    static const fact forbidden = {"no-checks", NULL, ANY};
    bool is_royal = has_royal(job);
    apo_remark remark;
    if (!is_royal)
        check_about_king(job);
    if (apo_variant_has_rule(job->var, "royals") || (is_royal && !is_true(job, &forbidden)))
        return;
    for (size_t i = 0; i < sizeof about_checks / sizeof *about_checks; i++) {
        const apo_value *value = find_own(job, &about_checks[i]);
        if (value == NULL)
            continue;
        start_idle(&remark, about_checks[i].key);
        if (is_royal)
            add_reason(&remark, job, &forbidden, about_checks[i].section);
        else
            add_royalty(&remark, job);
        apo_remark_value(&remark, job, about_checks[i].section, value);
    }
}

/* --- dead positions --------------------------------------------------------- */

/* Adds the key of [outcome] because of which no position is dead; false if there is none. */
static bool add_other_result(apo_remark *remark, const apo_advising *job)
{
    for (size_t i = 0; i < sizeof only_mate / sizeof *only_mate; i++) {
        const apo_value *value = apo_advice_value(job, "outcome", only_mate[i].key, NULL);
        if (value == NULL || value->number == only_mate[i].number)
            continue;
        const apo_origin place = apo_advice_origin(job, "outcome", value);
        apo_text_add(&remark->text, " beside this ");
        apo_remark_quoted(remark, only_mate[i].key);
        apo_remark_place(remark, job, &place);
        apo_text_add(&remark->text, leave_one);
        return true;
    }
    return false;
}

/* The same for a section. */
static bool add_other_rule(apo_remark *remark, const apo_advising *job)
{
    for (size_t i = 0; i < apo_rule_count(); i++) {
        const char *section = apo_rule_at(i)->section;
        if (apo_dead_allows((unsigned)i) || !apo_variant_has_rule(job->var, section))
            continue;
        apo_text_add(&remark->text, " beside ");
        apo_remark_section(remark, job, section);
        apo_text_add(&remark->text, leave_one);
        return true;
    }
    return false;
}

static void check_dead(apo_advising *job)
{
    static const fact drawn = {"outcome", "dead", 1};
    const apo_value *value = find_own(job, &drawn);
    apo_remark remark;
    if (value == NULL)
        return;
    start_idle(&remark, drawn.key);
    if (!has_royal(job))
        add_royalty(&remark, job);
    else if (!add_other_result(&remark, job) && !add_other_rule(&remark, job))
        return;
    apo_remark_value(&remark, job, drawn.section, value);
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
            const apo_origin place = apo_advice_origin(job, section, first);
            apo_remark_start(&remark);
            apo_remark_type(&remark, job, type);
            apo_text_add(&remark.text, " is in ");
            apo_remark_quoted(&remark, opposites[i].keys[0]);
            apo_remark_place(&remark, job, &place);
            apo_text_add(&remark.text, " too: leave it out of one of them");
            apo_remark_value(&remark, job, section, second);
        }
    }
}

static void check_held(apo_advising *job)
{
    const apo_value *pieces = apo_advice_value(job, "hands", "pieces", NULL);
    apo_remark remark;
    if (pieces == NULL)
        return;
    const apo_origin place = apo_advice_origin(job, "hands", pieces);
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        const apo_value *value = NULL;
        while ((value = apo_advice_value(job, held[i].section, held[i].key, value)) != NULL)
            for (unsigned k = 0; k < value->count; k++) {
                if (names(pieces, value->items[k]))
                    continue;
                apo_remark_start(&remark);
                apo_remark_type(&remark, job, value->items[k]);
                apo_text_add(&remark.text,
                             " is never in hand: add it to \"pieces\" of [hands]");
                apo_remark_place(&remark, job, &place);
                apo_text_add(&remark.text, ", or leave it out here");
                apo_remark_value(&remark, job, held[i].section, value);
            }
    }
}

void apo_advise_contradictions(apo_advising *job)
{
    check_idle_keys(job);
    check_hands_start(job);
    check_about_checks(job);
    check_dead(job);
    check_opposites(job);
    check_held(job);
}
