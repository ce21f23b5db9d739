#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/betza/write.h"
#include "definition/exchange/alternatives.h"
#include "definition/exchange/zillions_read_priv.h"

/* Guesses the notation from everything a piece can do on all squares by a rules file. Slides,
 * leaps, hops and bent ways are recognised by their shapes. Edges are ignored, so the guess is
 * afterwards compared with the rules file. */

enum {
    FAMILIES_MAX = 160,
    CHAINS_MAX = 160
};

/* Moves in one direction, or hops, that differ in how far they go. */
typedef struct family {
    int8_t files, rows;                  /* one step */
    uint8_t end;                         /* as of a path */
    bool is_unmoved, is_hop, is_far_hop; /* far: continues beyond the square after the screen */
    uint32_t lengths;                    /* bit n: n steps */
    uint32_t ranks[APO_ROWS_MAX + 1];    /* by length: the own ranks where such moves begin */
} family;

/* A way of single steps that turns or passes pieces. */
typedef struct chain {
    uint8_t end, count;
    bool is_unmoved;
    uint8_t directions[APO_LEGS_MAX], passes[APO_LEGS_MAX];
} chain;

typedef struct guess {
    apo_zrf *z;
    unsigned family_count, chain_count;
    family families[FAMILIES_MAX];
    chain chains[CHAINS_MAX];
    apo_piece_moves out;
} guess;

static void fail(apo_zrf *z, const char *problem)
{
    if (z->problem == NULL) {
        z->problem = problem;
        z->problem_word = apo_span_of("");
    }
}

/* --- shapes -------------------------------------------------------------- */

static int files_to(const apo_zrf *z, apo_square sq)
{
    return (int)apo_geometry_file(&z->draft->geometry, sq) -
           (int)apo_geometry_file(&z->draft->geometry, z->from);
}

static int rows_to(const apo_zrf *z, apo_square sq)
{
    return (int)apo_geometry_row(&z->draft->geometry, sq) -
           (int)apo_geometry_row(&z->draft->geometry, z->from);
}

/* The number of equal steps that lead over all the move's steps to its end, all of them empty
 * but for one screen, whose number is in `*out_screen` (0: none); 0: there is no such number.
 */
static unsigned count_equal(const apo_zrf *z, const apo_zrf_move *move, unsigned *out_screen)
{
    int count = move->step_count + 1;
    int files = files_to(z, move->to), rows = rows_to(z, move->to);
    uint32_t seen = 0;
    *out_screen = 0;
    if (files % count != 0 || rows % count != 0)
        return 0;
    for (unsigned i = 0; i < move->step_count; i++) {
        int f = files_to(z, move->steps[i].square), r = rows_to(z, move->steps[i].square);
        int number = files != 0 ? f * count / files : r * count / rows;
        if (number < 1 || number >= count || f * count != number * files ||
            r * count != number * rows || (seen >> number & 1))
            return 0;
        seen |= UINT32_C(1) << number;
        if (move->steps[i].condition == APO_CONDITION_EMPTY)
            continue;
        if (move->steps[i].condition != APO_CONDITION_SCREEN || *out_screen != 0)
            return 0;
        *out_screen = (unsigned)number;
    }
    return (unsigned)count;
}

static void add_family(guess *g, const apo_zrf_move *move, unsigned count, unsigned screen)
{
    apo_zrf *z = g->z;
    family one = {.files = (int8_t)(files_to(z, move->to) / (int)count),
                  .rows = (int8_t)(rows_to(z, move->to) / (int)count),
                  .end = move->end,
                  .is_unmoved = move->is_unmoved,
                  .is_hop = screen > 0};
    unsigned i = 0;
    for (; i < g->family_count; i++) {
        const family *other = &g->families[i];
        if (other->files == one.files && other->rows == one.rows && other->end == one.end &&
            other->is_unmoved == one.is_unmoved && other->is_hop == one.is_hop)
            break;
    }
    if (i == FAMILIES_MAX) {
        fail(z, "it moves in too many different ways");
        return;
    }
    if (i == g->family_count)
        g->families[g->family_count++] = one;
    g->families[i].lengths |= UINT32_C(1) << count;
    g->families[i].ranks[count] |=
        UINT32_C(1) << apo_geometry_own_rank(&z->draft->geometry, APO_WHITE, z->from);
    g->families[i].is_far_hop = g->families[i].is_far_hop || (screen > 0 && screen + 1 < count);
}

/* What a square on a chain's way may hold; `*used` counts the steps that constrain it. */
static uint8_t pass_at(const apo_zrf_move *move, apo_square sq, unsigned *used)
{
    static const uint8_t passes[APO_CONDITIONS] = {
        [APO_CONDITION_EMPTY] = APO_PASS_EMPTY,   [APO_CONDITION_SCREEN] = APO_PASS_SCREEN,
        [APO_CONDITION_FRIEND] = APO_PASS_FRIEND, [APO_CONDITION_ENEMY] = 0,
        [APO_CONDITION_TAKE] = APO_PASS_TAKE,
    };
    for (unsigned i = 0; i < move->step_count; i++)
        if (move->steps[i].square == sq) {
            (*used)++;
            return passes[move->steps[i].condition];
        }
    return APO_PASS_EMPTY | APO_PASS_SCREEN;
}

static void add_chain(guess *g, const apo_zrf_move *move)
{
    apo_zrf *z = g->z;
    chain one = {.end = move->end, .count = move->visit_count, .is_unmoved = move->is_unmoved};
    int files = 0, rows = 0;
    unsigned used = 0;
    if (move->visit_count == 0 || move->visit_count > APO_LEGS_MAX ||
        move->visits[move->visit_count - 1] != move->to) {
        fail(z, "its way is not understood");
        return;
    }
    for (unsigned i = 0; i < move->visit_count; i++) {
        int f = files_to(z, move->visits[i]), r = rows_to(z, move->visits[i]);
        unsigned direction = apo_alternative_direction(f - files, r - rows);
        bool is_last = i + 1U == move->visit_count;
        one.directions[i] = (uint8_t)direction;
        one.passes[i] = is_last ? 0 : pass_at(move, move->visits[i], &used);
        if (direction == 8 || (!is_last && one.passes[i] == 0))
            fail(z, "its way is not understood");
        files = f;
        rows = r;
    }
    if (used != move->step_count)
        fail(z, "its way is not understood");
    for (unsigned i = 0; i < g->chain_count; i++)
        if (memcmp(&g->chains[i], &one, sizeof one) == 0)
            return;
    if (g->chain_count == CHAINS_MAX)
        fail(z, "it moves in too many different ways");
    else
        g->chains[g->chain_count++] = one;
}

static void look_at(guess *g)
{
    apo_zrf *z = g->z;
    for (unsigned i = 0; i < z->found.count; i++) {
        const apo_zrf_move *move = &z->found.moves[i];
        unsigned screen, count = count_equal(z, move, &screen);
        if (move->kind != APO_ZRF_PLAIN)
            continue;
        if (count > 0)
            add_family(g, move, count, screen);
        else
            add_chain(g, move);
    }
}

/* --- notation ------------------------------------------------------------ */

/* The longest way with such steps on this board. */
static unsigned longest(const apo_zrf *z, const family *one)
{
    unsigned files = (unsigned)(one->files < 0 ? -one->files : one->files);
    unsigned rows = (unsigned)(one->rows < 0 ? -one->rows : one->rows);
    unsigned most = APO_ROWS_MAX;
    if (files > 0)
        most = (z->draft->geometry.files - 1U) / files;
    if (rows > 0 && (z->draft->geometry.rows - 1U) / rows < most)
        most = (z->draft->geometry.rows - 1U) / rows;
    return most;
}

static unsigned highest(uint32_t bits)
{
    unsigned n = 31;
    while (n > 0 && !(bits >> n & 1))
        n--;
    return n;
}

/* Straight non-capturing steps that begin on some ranks only are multiple steps: records them
 * by rank and removes them. */
static void take_steps(guess *g, family *one)
{
    apo_zrf *z = g->z;
    unsigned ranks = apo_draft_ranks(z->draft);
    if (one->files != 0 || one->rows != 1 || one->end != APO_END_MOVE || one->is_unmoved ||
        one->is_hop)
        return;
    for (unsigned n = 2; n <= highest(one->lengths); n++) {
        uint32_t all = n < ranks ? ((UINT32_C(1) << (ranks - n)) - 1) << 1 : 0;
        if (!(one->lengths >> n & 1) || one->ranks[n] == all)
            continue;
        one->lengths &= ~(UINT32_C(1) << n);
        for (unsigned rank = 1; rank <= ranks; rank++)
            if (one->ranks[n] >> rank & 1)
                z->steps[rank] = n;
    }
}

static void add_alternative(guess *g, const apo_piece_move *move)
{
    if (!apo_alternative_add(&g->out, move))
        fail(g->z, "it moves in too many different ways");
}

static void add_slides(guess *g, const family *one)
{
    apo_piece_move move = apo_alternative_model("W");
    apo_leg *leg = &move.legs[0];
    unsigned most = highest(one->lengths);
    uint32_t whole = (UINT32_C(2) << most) - 2;
    leg->directions = apo_alternative_step(leg, one->files, one->rows);
    move.end = one->end;
    move.is_unmoved = one->is_unmoved;
    /* A later step decides whether it can be captured en passant. */
    move.has_trail = one->is_unmoved && one->end == APO_END_MOVE && one->files == 0 &&
                     one->rows == 1 && most > 1;
    if (one->lengths == whole) {
        leg->most =
            most >= 2 && most >= longest(g->z, one) ? APO_RANGE_UNLIMITED : (uint8_t)most;
        add_alternative(g, &move);
        return;
    }
    if (leg->shorter > 0 || leg->longer != 1) {
        fail(g->z, "how far it goes is not understood");
        return;
    }
    for (unsigned n = 1; n <= most; n++) /* lame leaps */
        if (one->lengths >> n & 1) {
            leg->longer = (uint8_t)n;
            leg->between = n > 1 ? APO_BETWEEN_EMPTY : APO_BETWEEN_ANYTHING;
            add_alternative(g, &move);
        }
}

static void add_hops(guess *g, const family *one)
{
    bool is_orthogonal = one->files == 0 || one->rows == 0;
    const char *text =
        one->is_far_hop ? (is_orthogonal ? "pR" : "pB") : (is_orthogonal ? "gR" : "gB");
    apo_piece_move move = apo_alternative_model(text);
    apo_leg step = move.legs[0];
    uint8_t direction = apo_alternative_step(&step, one->files, one->rows);
    if (step.shorter > 0 || step.longer != 1)
        fail(g->z, "how it hops is not understood");
    move.legs[0].directions = direction;
    move.end = one->end;
    move.is_unmoved = one->is_unmoved;
    add_alternative(g, &move);
}

static void add_chain_moves(guess *g, const chain *one)
{
    apo_piece_move move = apo_alternative_model("mafsW");
    const apo_leg first = move.legs[0], later = move.legs[1];
    move.end = one->end;
    move.is_unmoved = one->is_unmoved;
    move.leg_count = one->count;
    for (unsigned i = 0; i < one->count; i++) {
        move.legs[i] = i == 0 ? first : later;
        unsigned turn = i == 0 ? one->directions[0]
                               : (8U + one->directions[i] - one->directions[i - 1]) % 8;
        move.legs[i].directions = (uint8_t)(1U << turn);
        move.legs[i].pass = one->passes[i];
    }
    add_alternative(g, &move);
}

static void look_everywhere(guess *g)
{
    apo_zrf *z = g->z;
    for (unsigned sq = 0; sq < apo_geometry_squares(&z->draft->geometry); sq++) {
        z->from = (apo_square)sq;
        if (z->draft->geometry.place[sq] != APO_PLACE_SQUARE || z->problem != NULL)
            continue;
        apo_zrf__run(z);
        if (z->problem == NULL)
            look_at(g);
    }
}

void apo_zrf__guess(apo_zrf *z, apo_text *out)
{
    guess *g = apo_allocate_zero(z->tree.alloc, sizeof *g);
    apo_error err;
    if (g == NULL) {
        fail(z, "there is not enough memory");
        return;
    }
    g->z = z;
    memset(z->steps, 0, sizeof z->steps);
    z->side = 0;
    look_everywhere(g);
    for (unsigned i = 0; i < g->family_count && z->problem == NULL; i++) {
        take_steps(g, &g->families[i]);
        if (g->families[i].is_hop)
            add_hops(g, &g->families[i]);
        else if (g->families[i].lengths != 0)
            add_slides(g, &g->families[i]);
    }
    for (unsigned i = 0; i < g->chain_count && z->problem == NULL; i++)
        add_chain_moves(g, &g->chains[i]);
    apo_alternatives_join(&g->out);
    if (z->problem == NULL && apo_betza_write(out, &g->out, &err) != APO_OK)
        fail(z, "there is no notation for its moves");
    if (z->problem == NULL && apo_betza_parse(&z->parsed, apo_text_span(out), &err) != APO_OK)
        fail(z, "there is no notation for its moves");
    apo_free(z->tree.alloc, g);
}
