#include "search/level.h"

#include "rules/rules/engine_view.h"
#include "search/tactics.h"

enum {
    CARELESS_TIMES = 4,
    CAPTURE_SHARE = 3, /* captures catch the eye: overlooked this many times less often, */
    RETAKE_SHARE = 10, /* ... and captures of the type that moved last least of all */
    MATE_PLY = 50,     /* centipawns that a mate is worse if it takes a half-move longer */
    WEIGHT_BITS = 20
};

/* A player whose rating was measured by bench/ladder.py: docs/levels.md. */
typedef struct rung {
    unsigned elo;
    apo_level level;
} rung;

/* Levels 1 to 7. */
/* clang-format off */
static const rung rungs[] = {
    /*                                                    depth nodes lines half over careless */
    {250,  {"beginner", "looks one move ahead and misses a lot",     1, 20000, 24, 90, 300, 250}},
    {475,  {"novice",   "sees what is attacked, most of the time",   1, 20000, 20, 60, 200, 150}},
    {800,  {"casual",   "plays for fun, sometimes forgets a piece",  2, 20000, 14, 40, 120, 100}},
    {1250, {"steady",   "seldom gives anything away",                3, 20000,  8, 25,  60,  50}},
    {1500, {"club",     "calculates a few moves ahead",              4, 30000,  5, 15,  25,  20}},
    {1800, {"strong",   "calculates well, seldom overlooks a move",  6, 30000,  3, 10,  10,  10}},
    {2400, {"expert",   "makes no simple mistakes",                 20, 40000,  2,  6,   0,   0}},
};

/* clang-format on */

static const apo_level full_strength = {"full", "all that the engine can in the time given",
                                        .lines = 1};

enum {
    RUNGS = sizeof rungs / sizeof *rungs,
    PARTS = 1000
};

const apo_level *apo_level_get(unsigned number)
{
    if (number < APO_LEVEL_FIRST || number > APO_LEVEL_FULL)
        return NULL;
    return number == APO_LEVEL_FULL ? &full_strength : &rungs[number - APO_LEVEL_FIRST].level;
}

unsigned apo_level_find(apo_span text)
{
    uint32_t number;
    for (unsigned i = APO_LEVEL_FIRST; i <= APO_LEVEL_FULL; i++)
        if (apo_span_is(text, apo_level_get(i)->word))
            return i;
    return apo_span_number(text, APO_LEVEL_FULL, &number) ? number : 0;
}

/* --- ratings ------------------------------------------------------------- */

/* Interpolates between `a` and `b`, `part` thousandths of the way. */
static unsigned between(unsigned a, unsigned b, unsigned part)
{
    return (unsigned)(((uint64_t)a * (PARTS - part) + (uint64_t)b * part + PARTS / 2) / PARTS);
}

void apo_level_of_elo(apo_level *out, unsigned elo, apo_random *random)
{
    unsigned i = 0;
    elo = elo < APO_ELO_MIN ? APO_ELO_MIN : elo > APO_ELO_MAX ? APO_ELO_MAX : elo;
    while (i + 2 < RUNGS && rungs[i + 1].elo <= elo)
        i++;
    const apo_level *low = &rungs[i].level, *high = &rungs[i + 1].level;
    unsigned part = (elo - rungs[i].elo) * PARTS / (rungs[i + 1].elo - rungs[i].elo);
    unsigned plies = (high->depth - low->depth) * part + apo_random_below(random, PARTS);
    *out = (apo_level){.depth = low->depth + plies / PARTS,
                       .nodes = between(low->nodes, high->nodes, part),
                       .lines = between(low->lines, high->lines, part),
                       .half_cp = between(low->half_cp, high->half_cp, part),
                       .overlooked_permille =
                           between(low->overlooked_permille, high->overlooked_permille, part),
                       .careless_permille =
                           between(low->careless_permille, high->careless_permille, part)};
}

void apo_level_limit(apo_limits *limits, const apo_level *level)
{
    if (level->depth > 0 && (limits->depth == 0 || limits->depth > level->depth))
        limits->depth = level->depth;
    if (level->nodes > 0 && (limits->nodes == 0 || limits->nodes > level->nodes))
        limits->nodes = level->nodes;
    if (limits->lines < level->lines)
        limits->lines = level->lines;
}

/* --- reports ------------------------------------------------------------- */

void apo_level_note(apo_level_choice *choice, const apo_search_report *report)
{
    apo_level_lines *latest = &choice->latest;
    const apo_pv *line = report->line;
    if (report->index >= APO_MULTIPV_MAX || line->count == 0)
        return;
    if (report->depth != latest->depth) {
        if (latest->count >= choice->whole.count)
            choice->whole = *latest;
        latest->count = 0;
        latest->depth = report->depth;
    }
    if (report->index > latest->count)
        return; /* an earlier line is missing */
    latest->lines[report->index] =
        (apo_level_line){.best = line->moves[0],
                         .ponder = line->count > 1 ? line->moves[1] : line->moves[0],
                         .has_ponder = line->count > 1,
                         .score = report->score};
    if (report->index == latest->count)
        latest->count++;
}

/* --- choosing ------------------------------------------------------------ */

static bool happens(apo_random *random, unsigned permille)
{
    return apo_random_below(random, 1000) < permille;
}

/* Captures a piece of the type that the enemy moved last, usually the one people watch. */
static bool takes_piece_moved_last(const apo_position *pos, const apo_move *mv)
{
    apo_piece piece = apo_position_piece(pos, mv->to);
    unsigned last = apo_position_imitated(pos, apo_position_side(pos));
    return apo_piece_is_real(piece) && apo_piece_type(piece) == last;
}

static bool is_overlooked(const apo_level *level, const apo_position *pos, const apo_move *mv,
                          apo_random *random)
{
    unsigned permille = level->overlooked_permille;
    if (apo_move_is_noisy(pos, mv))
        permille /= CAPTURE_SHARE;
    if (takes_piece_moved_last(pos, mv))
        permille /= RETAKE_SHARE;
    return happens(random, permille);
}

/* By how much a score is worse than the best. Mate scores differ by only one per half-move, so
 * a player who treats nearly equal moves as equal would prefer a mate in two to a mate in one;
 * they count more here. */
static int shortfall(int best, int score)
{
    bool is_mate =
        apo_score_is_mate(best) && apo_score_is_mate(score) && (best > 0) == (score > 0);
    return (best - score) * (is_mate ? MATE_PLY : 1);
}

/* The weight of a move that is worse than the best by `worse`: halved for every `half`. */
static uint32_t weight_of(int worse, unsigned half)
{
    unsigned much = worse > 0 ? (unsigned)worse : 0;
    unsigned whole = much / half, part = much % half;
    if (whole > WEIGHT_BITS)
        return 0;
    uint32_t full = (uint32_t)1 << WEIGHT_BITS;
    return (full - full / 2 * part / half) >> whole;
}

static int best_score(const apo_level_lines *lines, const bool *is_seen)
{
    int best = -APO_SCORE_INFINITE;
    for (unsigned i = 0; i < lines->count; i++)
        if (is_seen[i] && lines->lines[i].score > best)
            best = lines->lines[i].score;
    return best;
}

/* Picks one of the lines not overlooked at random, better ones more often. */
static unsigned draw_line(const apo_level_lines *lines, const bool *is_seen, unsigned half,
                          apo_random *random)
{
    uint32_t weights[APO_MULTIPV_MAX], sum = 0;
    int best = best_score(lines, is_seen);
    for (unsigned i = 0; i < lines->count; i++) {
        weights[i] = is_seen[i] ? weight_of(shortfall(best, lines->lines[i].score), half) : 0;
        sum += weights[i];
    }
    uint32_t at = apo_random_below(random, sum);
    unsigned drawn = 0;
    while (drawn + 1 < lines->count && at >= weights[drawn])
        at -= weights[drawn++];
    return drawn;
}

void apo_level_pick(apo_decision *made, const apo_level_choice *choice, const apo_level *level,
                    const apo_position *pos, apo_random *random)
{
    const apo_level_lines *lines =
        choice->latest.count >= choice->whole.count ? &choice->latest : &choice->whole;
    bool is_seen[APO_MULTIPV_MAX], has_seen = false;
    if (!made->has_move || level->half_cp == 0 || lines->count == 0)
        return;
    for (unsigned i = 0; i < lines->count; i++) {
        is_seen[i] = !is_overlooked(level, pos, &lines->lines[i].best, random);
        has_seen = has_seen || is_seen[i];
    }
    is_seen[0] = is_seen[0] || !has_seen;
    unsigned half = level->half_cp;
    if (happens(random, level->careless_permille))
        half *= CARELESS_TIMES;
    const apo_level_line *line = &lines->lines[draw_line(lines, is_seen, half, random)];
    made->best = line->best;
    made->ponder = line->ponder;
    made->has_ponder = line->has_ponder;
    made->score = line->score;
}

static void note(void *context, const apo_search_report *report)
{
    apo_level_note(context, report);
}

apo_status apo_level_go(apo_decision *out, apo_engine *engine, const apo_level *level,
                        const apo_limits *limits, apo_random *random)
{
    apo_level_choice choice = {.whole = {.count = 0}};
    apo_limits narrowed = *limits;
    apo_level_limit(&narrowed, level);
    apo_status status = apo_engine_go(out, engine, &narrowed, note, &choice);
    if (status == APO_OK)
        apo_level_pick(out, &choice, level, apo_engine_position(engine), random);
    return status;
}
