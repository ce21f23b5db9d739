#include "lessons/lesson.h"

#include "base/alloc.h"
#include "base/random.h"
#include "lessons/drill.h"
#include "lessons/mate.h"

enum {
    STARS = 3, /* of a lesson: as many as a learner sees at once */
    STARS_TRIES = 12,
    CAPTURE_TRIES = 40,
    ENEMY_TRIES = 32, /* squares for one enemy */
    WALK_TRIES = 8    /* moves looked at for one star */
};

typedef struct maker {
    apo_random random;
    apo_drill *drill; /* owned */
    apo_piece_lesson now, best;
    unsigned score; /* of `best`; 0: there is none */
} maker;

/* --- squares ------------------------------------------------------------- */

static unsigned below(maker *m, unsigned bound)
{
    return apo_random_below(&m->random, bound);
}

/* A pawn's lesson ends before it would promote. */
static bool is_usable(const apo_piece_lesson *lesson, apo_square sq)
{
    const apo_geometry *geo = apo_variant_geometry(lesson->var);
    if (geo->place[sq] != APO_PLACE_SQUARE)
        return false;
    return !apo_type_info_of(lesson->var, lesson->type)->is_pawn ||
           apo_geometry_own_rank(geo, APO_WHITE, sq) + 3 <= apo_geometry_ranks(geo);
}

static bool is_taken(const apo_piece_lesson *lesson, apo_square sq)
{
    bool is_one = sq == lesson->from;
    for (unsigned i = 0; i < lesson->target_count; i++)
        is_one = is_one || sq == lesson->targets[i];
    for (unsigned i = 0; i < lesson->helper_count; i++)
        is_one = is_one || sq == lesson->helpers[i];
    return is_one;
}

/* A usable square to begin on; a pawn begins near its first rank. */
static apo_square choose_from(maker *m)
{
    const apo_geometry *geo = apo_variant_geometry(m->now.var);
    bool is_pawn = apo_type_info_of(m->now.var, m->now.type)->is_pawn;
    for (unsigned i = 0; i < 400; i++) {
        apo_square sq = (apo_square)below(m, apo_geometry_squares(geo));
        if (is_usable(&m->now, sq) &&
            (!is_pawn || apo_geometry_own_rank(geo, APO_WHITE, sq) == 3))
            return sq;
    }
    return APO_SQUARE_NONE;
}

/* A free square near `at`: half of them on its lines. */
static apo_square choose_near(maker *m, apo_square at)
{
    const apo_geometry *geo = apo_variant_geometry(m->now.var);
    bool is_on_line = below(m, 2) == 0;
    int length = 1 + (int)below(m, 6);
    int dx = is_on_line ? ((int)below(m, 3) - 1) * length : (int)below(m, 9) - 4;
    int dy = is_on_line ? ((int)below(m, 3) - 1) * length : (int)below(m, 9) - 4;
    int file = (int)(at % geo->files) + dx, row = (int)(at / geo->files) + dy;
    if (file < 0 || row < 0 || file >= (int)geo->files || row >= (int)geo->rows)
        return APO_SQUARE_NONE;
    apo_square sq = (apo_square)(row * (int)geo->files + file);
    bool is_free = is_usable(&m->now, sq) && sq != at && !is_taken(&m->now, sq);
    return is_free ? sq : APO_SQUARE_NONE;
}

/* --- one try ------------------------------------------------------------- */

/* Chooses the pieces that a joker moves like, each different from the one before. */
static void choose_powers(maker *m)
{
    const apo_variant *var = m->now.var;
    unsigned types = apo_variant_info_of(var)->type_count;
    m->now.power_count = 0;
    if (!apo_type_info_of(var, m->now.type)->is_joker)
        return;
    for (unsigned i = 0; i < 100 && m->now.power_count < APO_LESSON_POWERS_MAX; i++) {
        unsigned type = 1 + below(m, types), count = m->now.power_count;
        const apo_type_info *info = apo_type_info_of(var, type);
        bool is_dull =
            info->is_joker || info->is_royal || info->is_pawn || apo_type_is_checker(var, type);
        if (!is_dull && (count == 0 || m->now.powers[count - 1] != type))
            m->now.powers[m->now.power_count++] = (uint8_t)type;
    }
}

/* The next square of a walk through the stars: tries some moves and takes the one least like
 * the earlier ones. */
static apo_square choose_step(maker *m, apo_square at, const unsigned *classes, unsigned count)
{
    const apo_move_list *list = apo_drill_moves(m->drill, &m->now, at, 0, count);
    apo_square chosen = APO_SQUARE_NONE;
    unsigned fewest = ~0U;
    for (unsigned i = 0; i < WALK_TRIES && list->count > 0; i++) {
        apo_square to = list->moves[below(m, (unsigned)list->count)].to;
        unsigned class = apo_drill_class(m->now.var, at, to), same = 0;
        for (unsigned k = 0; k < count; k++)
            same += classes[k] == class;
        if (!is_usable(&m->now, to) || is_taken(&m->now, to) || same >= fewest)
            continue;
        fewest = same;
        chosen = to;
    }
    return chosen;
}

static bool place_stars(maker *m)
{
    unsigned classes[STARS];
    apo_square at = m->now.from;
    for (unsigned i = 0; i < STARS; i++) {
        apo_square to = choose_step(m, at, classes, i);
        if (to == APO_SQUARE_NONE)
            return false;
        classes[i] = apo_drill_class(m->now.var, at, to);
        m->now.targets[m->now.target_count++] = at = to;
    }
    return true;
}

/* Where the piece stands after it has captured an enemy on `enemy` alone, or APO_SQUARE_NONE.
 */
static apo_square capture(maker *m, apo_square at, apo_square enemy, unsigned move)
{
    apo_piece_lesson one = m->now;
    one.targets[0] = enemy;
    one.target_count = 1;
    const apo_move_list *list = apo_drill_moves(m->drill, &one, at, 1, move);
    for (size_t i = 0; i < list->count; i++)
        if (apo_piece_lesson_left(&one, apo_drill_board(m->drill), &list->moves[i], 1) == 0 &&
            is_usable(&m->now, list->moves[i].to))
            return list->moves[i].to;
    return APO_SQUARE_NONE;
}

static bool place_enemy(maker *m, apo_square *at)
{
    for (unsigned i = 0; i < ENEMY_TRIES; i++) {
        apo_square enemy = choose_near(m, *at), to = APO_SQUARE_NONE;
        if (enemy != APO_SQUARE_NONE)
            to = capture(m, *at, enemy, m->now.target_count);
        if (to == APO_SQUARE_NONE)
            continue;
        m->now.targets[m->now.target_count++] = enemy;
        *at = to;
        return true;
    }
    return false;
}

static bool place_enemies(maker *m)
{
    unsigned helpers = below(m, APO_LESSON_HELPERS_MAX + 1);
    apo_square at = m->now.from;
    for (unsigned i = 0; i < helpers; i++) {
        apo_square sq = choose_near(m, at);
        if (sq != APO_SQUARE_NONE)
            m->now.helpers[m->now.helper_count++] = sq;
    }
    for (unsigned i = 0; i < STARS; i++)
        if (!place_enemy(m, &at))
            return false;
    return true;
}

/* --- the best of some tries ---------------------------------------------- */

/* How many classes of moves every solution needs; leaps and bends count double. */
static unsigned count_needed(maker *m)
{
    unsigned needed = 0, seen[APO_LESSON_MOVES_MAX], count = 0;
    apo_square at = m->now.from;
    for (unsigned i = 0; i < m->now.move_count; at = m->now.solution[i++]) {
        unsigned class = apo_drill_class(m->now.var, at, m->now.solution[i]), k = 0;
        while (k < count && seen[k] != class)
            k++;
        if (k < count)
            continue;
        seen[count++] = class;
        unsigned without = apo_drill_solve(m->drill, &m->now, class, NULL);
        unsigned dx = (class - 1) / 32, dy = (class - 1) % 32;
        bool is_line = dy == 0 || dx == dy;
        if (without == 0 || without > m->now.move_count)
            needed += is_line ? 1 : 2;
    }
    return needed;
}

static void judge(maker *m)
{
    m->now.move_count =
        apo_drill_solve(m->drill, &m->now, APO_DRILL_CLASS_NONE, m->now.solution);
    if (m->now.move_count == 0)
        return;
    unsigned score = 20 + 4 * count_needed(m) + 2 * m->now.move_count - 3 * m->now.helper_count;
    if (score <= m->score)
        return;
    m->score = score;
    m->best = m->now;
}

static void try_once(maker *m)
{
    m->now.target_count = m->now.helper_count = 0;
    m->now.from = choose_from(m);
    if (m->now.from == APO_SQUARE_NONE)
        return;
    choose_powers(m);
    bool is_placed = m->now.task == APO_LESSON_STARS ? place_stars(m) : place_enemies(m);
    if (is_placed)
        judge(m);
}

static apo_status make_drill(apo_piece_lesson *out, maker *m)
{
    unsigned tries = m->now.task == APO_LESSON_STARS ? STARS_TRIES : CAPTURE_TRIES;
    apo_position start;
    apo_status status = apo_position_start(&start, m->now.var, 0, 1);
    if (status != APO_OK)
        return status;
    apo_preview_clear(&m->now.pos, &start);
    m->drill = apo_drill_new();
    if (m->drill == NULL)
        return APO_E_MEMORY;
    for (unsigned i = 0; i < tries; i++)
        try_once(m);
    apo_drill_free(m->drill);
    if (m->score == 0)
        return APO_E_UNKNOWN;
    *out = m->best;
    return APO_OK;
}

apo_status apo_piece_lesson_make(apo_piece_lesson *out, const apo_variant *var, unsigned type,
                                 enum apo_lesson_task task, uint64_t seed)
{
    if (type < 1 || type > apo_variant_info_of(var)->type_count || task >= APO_LESSON_TASKS)
        return APO_E_RANGE;
    maker *m = apo_allocate_zero(NULL, sizeof *m);
    if (m == NULL)
        return APO_E_MEMORY;
    m->now = (apo_piece_lesson){.var = var, .task = task, .type = type};
    apo_random_seed(&m->random, apo_mix(seed * APO_LESSON_TASKS + task) ^ type);
    apo_status status = task == APO_LESSON_STARS || task == APO_LESSON_CAPTURE
                            ? make_drill(out, m)
                            : apo_piece_lesson_find_mate(out, &m->now, &m->random);
    apo_free(NULL, m);
    return status;
}
