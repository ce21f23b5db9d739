/* Letters and names that mislead players and other programs. */
#include "definition/advice/advice_priv.h"
#include "definition/betza/betza.h"

/* The orthodox pieces and their letters. */
static const struct {
    char letter;
    const char *moves;
} orthodox[] = {{'K', "K"}, {'Q', "Q"}, {'R', "R"}, {'B', "B"}, {'N', "N"}};

enum {
    ORTHODOX = sizeof orthodox / sizeof *orthodox
};

static unsigned type_of_letter(const apo_advising *job, char letter)
{
    return apo_variant_type_of_letter(job->var, letter);
}

static const char *name_of(const apo_advising *job, unsigned type)
{
    return job->spec->types[type].name;
}

static apo_status sign(const apo_advising *job, const char *moves, uint64_t *out)
{
    static const apo_piece_moves none;
    apo_piece_moves piece = none;
    apo_mobility empty, filled;
    apo_status status = apo_betza_parse(&piece, apo_span_of(moves), NULL);
    if (status == APO_OK)
        status =
            apo_mobility_measure(&empty, &piece, &job->spec->geometry, &job->empty, job->alloc);
    if (status == APO_OK)
        status = apo_mobility_measure(&filled, &piece, &job->spec->geometry, &job->filled,
                                      job->alloc);
    if (status == APO_OK)
        *out = empty.signature ^ filled.signature;
    return status;
}

/* Warns if a piece moves like an orthodox one, but another piece has its letter. */
static apo_status check_orthodox(apo_advising *job, char letter, const char *moves)
{
    unsigned holder = type_of_letter(job, letter);
    uint64_t signature = 0;
    apo_remark remark;
    if (holder == APO_TYPE_NONE)
        return APO_OK;
    apo_status status = sign(job, moves, &signature);
    if (status != APO_OK || job->signatures[holder] == signature)
        return status;
    for (unsigned type = 1; type <= job->spec->type_count; type++) {
        if (job->signatures[type] != signature)
            continue;
        apo_text *text = apo_remark_start(&remark);
        apo_text_add(text,
                     "this piece moves as the one that players and other programs write ");
        apo_text_add_char(text, letter);
        apo_text_add(text, "; here that letter is the ");
        apo_text_add(text, name_of(job, holder));
        apo_remark_piece(&remark, job, type);
    }
    return APO_OK;
}

static bool is_same_text(const char *a, const char *b)
{
    return apo_span_same(apo_span_of(a), apo_span_of(b));
}

/* Pawns may have the same moves and differ by a rule; other pieces with equal moves are
 * duplicates. */
static bool is_double(const apo_advising *job, unsigned a, unsigned b)
{
    const apo_variant *var = job->var;
    bool is_pawn = apo_type_info_of(var, a)->is_pawn || apo_type_info_of(var, b)->is_pawn;
    bool is_royal = job->spec->types[a].is_royal || job->spec->types[b].is_royal;
    return job->signatures[a] != 0 && job->signatures[a] == job->signatures[b] && !is_pawn &&
           !is_royal;
}

/* True if pieces have effects, which may be what distinguishes them. */
static bool have_effects(const apo_advising *job)
{
    return apo_variant_has_rule(job->var, "effects");
}

static void check_pair(apo_advising *job, unsigned a, unsigned b)
{
    apo_remark remark;
    char sign[APO_TYPE_TEXT_MAX];
    apo_text *text = apo_remark_start(&remark);
    if (is_same_text(name_of(job, a), name_of(job, b))) {
        apo_text_add(text, "another piece has this name: ");
        apo_text_add(text, apo_type_text(sign, job->var, APO_WHITE, a));
    } else if (is_double(job, a, b) && !have_effects(job)) {
        apo_text_add(text, "this piece moves exactly as the ");
        apo_text_add(text, name_of(job, a));
    } else {
        return;
    }
    apo_remark_piece(&remark, job, b);
}

/* In coordinate notation both a promotion and a launch are a letter after the move. */
static void check_suffixes(apo_advising *job)
{
    apo_types launched = apo_advice_types(job, "launch", "piece");
    apo_types launchers = apo_advice_types(job, "launch", "launchers");
    apo_types promoted = job->choices[apo_geometry_ranks(&job->spec->geometry)];
    apo_remark remark;
    if ((launchers & job->promoting) == 0 || (launched & promoted) == 0)
        return;
    unsigned type = apo_types_first(launched & promoted);
    apo_text *text = apo_remark_start(&remark);
    apo_text_add(text, "a move followed by this letter could launch the ");
    apo_text_add(text, name_of(job, type));
    apo_text_add(text, " or promote to one: a piece that promotes should be no launcher");
    apo_remark_piece(&remark, job, type);
}

apo_status apo_advise_letters(apo_advising *job)
{
    apo_status status = APO_OK;
    for (unsigned i = 0; status == APO_OK && i < ORTHODOX; i++)
        status = check_orthodox(job, orthodox[i].letter, orthodox[i].moves);
    /* Promoted forms are meant to move, or to be called, as other pieces. */
    for (unsigned b = 2; b <= job->spec->type_count; b++)
        for (unsigned a = 1; a < b && job->spec->types[b].mark == APO_MARK_NONE; a++)
            check_pair(job, a, b);
    check_suffixes(job);
    return status;
}
