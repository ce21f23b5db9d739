#include "lessons/mate.h"

#include "base/alloc.h"
#include "search/forced.h"

enum {
    TRIES = 6000,
    TWO_TRIES = 1500,
    TWO_NODES = 3000,       /* positions searched for one mate in two */
    TWO_NODES_ALL = 300000, /* for all of them together */
    GUARDS_MAX = 4,         /* black pieces around their king */
    HELPERS_MAX = 2         /* white pieces of other types */
};

typedef struct finder {
    const apo_piece_lesson *wanted;
    apo_random *random;
    apo_setup setup;
    apo_position pos;
    apo_moves moves;
    apo_move key;
    uint64_t nodes; /* spent on mates in two */
} finder;

static unsigned below(finder *f, unsigned bound)
{
    return apo_random_below(f->random, bound);
}

/* --- pieces at random ---------------------------------------------------- */

static bool put(finder *f, apo_square sq, apo_side side, unsigned type)
{
    if (apo_variant_geometry(f->wanted->var)->place[sq] != APO_PLACE_SQUARE ||
        apo_piece_is_real(f->setup.pieces[sq]))
        return false;
    f->setup.pieces[sq] = apo_piece_of(side, type);
    return true;
}

static apo_square any_square(finder *f)
{
    const apo_geometry *geo = apo_variant_geometry(f->wanted->var);
    apo_square sq;
    do {
        sq = (apo_square)below(f, apo_geometry_squares(geo));
    } while (geo->place[sq] != APO_PLACE_SQUARE);
    return sq;
}

/* A square within `reach` files and ranks of another, which may be no square of the board. */
static apo_square near(finder *f, apo_square sq, int reach)
{
    const apo_geometry *geo = apo_variant_geometry(f->wanted->var);
    int dx = (int)below(f, (unsigned)(2 * reach + 1)) - reach;
    int dy = (int)below(f, (unsigned)(2 * reach + 1)) - reach;
    int file = (int)(sq % geo->files) + dx, row = (int)(sq / geo->files) + dy;
    if (file < 0 || row < 0 || file >= (int)geo->files || row >= (int)geo->rows)
        return sq;
    return (apo_square)(row * (int)geo->files + file);
}

static unsigned find_royal(const apo_variant *var)
{
    for (unsigned type = 1; type <= apo_variant_info_of(var)->type_count; type++)
        if (apo_type_info_of(var, type)->is_royal)
            return type;
    return APO_TYPE_NONE;
}

/* A type that can stand anywhere and help: no king, joker or checker. */
static unsigned any_type(finder *f)
{
    const apo_variant *var = f->wanted->var;
    for (unsigned i = 0; i < 50; i++) {
        unsigned type = 1 + below(f, apo_variant_info_of(var)->type_count);
        const apo_type_info *info = apo_type_info_of(var, type);
        if (!info->is_royal && !info->is_joker && !apo_type_is_checker(var, type))
            return type;
    }
    return f->wanted->type;
}

/* A square at the edge: mates in the middle need many pieces. */
static apo_square edge_square(finder *f)
{
    const apo_geometry *geo = apo_variant_geometry(f->wanted->var);
    for (unsigned i = 0; i < 200; i++) {
        apo_square sq = any_square(f);
        unsigned rank = apo_geometry_own_rank(geo, APO_WHITE, sq), file = sq % geo->files;
        if (rank == apo_geometry_ranks(geo) || file == 0 || file + 1U == geo->files)
            return sq;
    }
    return any_square(f);
}

static bool scatter(finder *f)
{
    const apo_variant *var = f->wanted->var;
    unsigned royal = find_royal(var), extra = apo_piece_lesson_extra_type(var);
    apo_setup_empty(&f->setup, var);
    if (royal == APO_TYPE_NONE || royal == f->wanted->type)
        return false;
    apo_square king = edge_square(f);
    put(f, king, APO_BLACK, royal);
    for (unsigned i = 0; i < 10 && !put(f, near(f, king, 3), APO_WHITE, royal);)
        i++;
    unsigned pieces = 1 + below(f, 2), guards = below(f, GUARDS_MAX + 1);
    for (unsigned i = 0; i < pieces; i++)
        put(f, below(f, 2) == 0 ? near(f, king, 4) : any_square(f), APO_WHITE, f->wanted->type);
    for (unsigned helpers = below(f, HELPERS_MAX + 1); helpers > 0; helpers--)
        put(f, any_square(f), APO_WHITE, any_type(f));
    for (; guards > 0; guards--)
        put(f, near(f, king, 1), APO_BLACK, below(f, 3) > 0 ? extra : any_type(f));
    if (apo_variant_has_rule(var, "joker")) {
        f->setup.rules.imitated[APO_BLACK] = (uint8_t)any_type(f);
        f->setup.rules.imitated[APO_WHITE] = (uint8_t)any_type(f);
    }
    return apo_position_from_setup(&f->pos, &f->setup, var, NULL) == APO_OK &&
           !apo_position_is_check(&f->pos);
}

/* --- is it a lesson? ----------------------------------------------------- */

static bool is_mate(const finder *f, const apo_move *mv)
{
    apo_position next = f->pos;
    apo_undo undo;
    apo_make(&next, mv, &undo);
    return apo_position_is_check(&next) && apo_perft(&next, 1) == 0;
}

static bool is_by_type(const finder *f, const apo_move *mv)
{
    return apo_piece_type(apo_position_piece(&f->pos, mv->from)) == f->wanted->type;
}

/* The number of moves that mate at once, at most 2; the last one becomes the key. */
static unsigned count_mates(finder *f)
{
    unsigned count = 0;
    if (apo_moves_legal(apo_moves_start(&f->moves), &f->pos) != APO_OK)
        return 2;
    for (size_t i = 0; i < f->moves.list.count && count < 2; i++)
        if (is_mate(f, &f->moves.buf[i])) {
            f->key = f->moves.buf[i];
            count++;
        }
    return count;
}

/* True if exactly one first move, by the type, mates in two, and none mates in one. */
static bool is_mate_in_two(finder *f, apo_status *status)
{
    apo_move keys[APO_FORCED_KEYS_MAX];
    unsigned count = 0;
    if (count_mates(f) > 0)
        return false;
    apo_forced *forced = apo_forced_new(APO_FORCED_MATE, TWO_NODES);
    if (forced == NULL) {
        *status = APO_E_MEMORY;
        return false;
    }
    enum apo_forced_verdict verdict = apo_forced_keys(forced, &f->pos, 2, keys, &count);
    f->nodes += apo_forced_nodes(forced);
    apo_forced_free(forced);
    f->key = keys[0];
    return verdict == APO_FORCED_YES && count == 1 && is_by_type(f, &keys[0]);
}

static bool is_lesson(finder *f, apo_status *status)
{
    if (f->wanted->task == APO_LESSON_MATE_IN_TWO)
        return is_mate_in_two(f, status);
    return count_mates(f) == 1 && is_by_type(f, &f->key);
}

apo_status apo_piece_lesson_find_mate(apo_piece_lesson *out, const apo_piece_lesson *wanted,
                                      apo_random *random)
{
    bool is_two = wanted->task == APO_LESSON_MATE_IN_TWO;
    apo_status status = APO_E_UNKNOWN;
    finder *f = apo_allocate_zero(NULL, sizeof *f);
    if (f == NULL)
        return APO_E_MEMORY;
    f->wanted = wanted;
    f->random = random;
    for (unsigned i = 0; status == APO_E_UNKNOWN && i < (is_two ? TWO_TRIES : TRIES) &&
                         f->nodes < TWO_NODES_ALL;
         i++) {
        if (!scatter(f) || !is_lesson(f, &status))
            continue;
        *out = *wanted;
        out->pos = f->pos;
        out->key = f->key;
        out->move_count = is_two ? 2 : 1;
        status = APO_OK;
    }
    apo_free(NULL, f);
    return status;
}
