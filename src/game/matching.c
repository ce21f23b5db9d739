#include "game/matching.h"

#include <string.h>

#include "base/alloc.h"

enum {
    IDS_MAX = APO_MATCHING_MAX + APO_MATCHING_MAX / 2, /* vertices, then blossoms */
    NONE = 0xFFFF
};

/* An edge; `from` is in the node that the link belongs to. */
typedef struct link {
    unsigned from, to;
} link;

/* How a node outside all blossoms is reached from a vertex without a mate. */
enum label {
    FREE,  /* not at all */
    OUTER, /* over an even number of edges */
    INNER  /* over an odd number: over `entry`, and on by the edge to its mate */
};

/* A vertex or a blossom: an odd ring of nodes, matched among each other except for the first,
 * which contains the base. */
typedef struct node {
    bool is_used;
    unsigned parent; /* the blossom around it; NONE */
    unsigned base;   /* the vertex that has a mate outside, or none */
    unsigned first;  /* of a blossom */
    unsigned next;   /* in the ring of the parent */
    link ring;       /* the edge to `next` */
    enum label label;
    link entry; /* of an inner node: from a vertex of it to the outer node before it */
    unsigned mark;
} node;

typedef struct solver {
    const apo_matching *problem;
    unsigned count, levels, stamp;
    node nodes[IDS_MAX];
    unsigned mate[APO_MATCHING_MAX];
    unsigned root[APO_MATCHING_MAX]; /* the node of a vertex that is in no blossom */
    /* the outer vertex with the least slack towards this one, in another root; NONE */
    unsigned best[APO_MATCHING_MAX];
    unsigned queue[APO_MATCHING_MAX]; /* outer vertices not scanned yet */
    unsigned queue_count, queue_next;
    int64_t *prices; /* of each node, by levels; owned */
} solver;

/* --- costs and prices ---------------------------------------------------- */

static const apo_matching_cost *cost_of(const solver *on, unsigned a, unsigned b)
{
    return &on->problem->costs[a < b ? a * on->count + b : b * on->count + a];
}

static int64_t level_of(const apo_matching_cost *cost, unsigned level)
{
    if (level < APO_MATCHING_DENSE)
        return cost->dense[level];
    return level == cost->place ? cost->sparse : 0;
}

static int64_t *price_of(const solver *on, unsigned id)
{
    return &on->prices[(size_t)id * on->levels];
}

/* The slack of an edge between two roots: four times its cost, less both prices. Never
 * negative; 0 where a matching may use the edge. The factor four keeps everything an
 * integer. */
static int64_t slack_of(const solver *on, unsigned a, unsigned b, unsigned level)
{
    return 4 * level_of(cost_of(on, a, b), level) - price_of(on, a)[level] -
           price_of(on, b)[level];
}

/* Negative, 0 or positive, as the slack is on the first levels. */
static int64_t sign_of_slack(const solver *on, unsigned a, unsigned b, unsigned levels)
{
    int64_t slack = 0;
    for (unsigned i = 0; i < levels && slack == 0; i++)
        slack = slack_of(on, a, b, i);
    return slack;
}

static bool is_tight(const solver *on, unsigned a, unsigned b)
{
    return sign_of_slack(on, a, b, on->levels) == 0;
}

/* True if (a, c) has less slack than (b, c). */
static bool is_nearer(const solver *on, unsigned a, unsigned b, unsigned c)
{
    const apo_matching_cost *one = cost_of(on, a, c), *other = cost_of(on, b, c);
    const int64_t *price = price_of(on, a), *other_price = price_of(on, b);
    for (unsigned i = 0; i < on->levels; i++) {
        int64_t difference =
            4 * (level_of(one, i) - level_of(other, i)) - price[i] + other_price[i];
        if (difference != 0)
            return difference < 0;
    }
    return false;
}

static bool is_less(const int64_t *a, const int64_t *b, unsigned levels)
{
    for (unsigned i = 0; i < levels; i++) {
        if (a[i] != b[i])
            return a[i] < b[i];
    }
    return false;
}

/* --- nodes --------------------------------------------------------------- */

static bool is_blossom(const solver *on, unsigned id)
{
    return id >= on->count;
}

static bool is_inner_blossom(const solver *on, unsigned id)
{
    const node *here = &on->nodes[id];
    return here->is_used && here->parent == NONE && here->label == INNER;
}

/* The node just inside `blossom` that contains `id`. */
static unsigned child_of(const solver *on, unsigned blossom, unsigned id)
{
    while (on->nodes[id].parent != blossom)
        id = on->nodes[id].parent;
    return id;
}

static void make_outer(solver *on, unsigned id)
{
    on->nodes[id].label = OUTER;
    for (unsigned v = 0; v < on->count; v++) {
        if (on->root[v] == id)
            on->queue[on->queue_count++] = v;
    }
}

static void match(solver *on, unsigned a, unsigned b)
{
    on->mate[a] = b;
    on->mate[b] = a;
}

/* Makes `v` the base of `id`: rematches the ring's nodes along the even way from the node with
 * `v` to the first, and does the same in all nodes whose base changes as a result. */
static void rebase(solver *on, unsigned id, unsigned v)
{
    link left[IDS_MAX] = {{id, v}}; /* nodes and their new bases */
    unsigned count = 1;
    while (count > 0) {
        id = left[--count].from;
        v = left[count].to;
        node *here = &on->nodes[id];
        here->base = v;
        if (!is_blossom(on, id))
            continue;
        unsigned child = child_of(on, id, v), place = 0;
        for (unsigned i = here->first; i != child; i = on->nodes[i].next)
            place++;
        unsigned at = place % 2 == 0 ? here->first : on->nodes[child].next;
        unsigned end = place % 2 == 0 ? child : here->first;
        /* Nodes between `at` and `end` are taken two by two. */
        while (at != end) {
            unsigned next = on->nodes[at].next;
            link edge = on->nodes[at].ring;
            match(on, edge.from, edge.to);
            left[count++] = (link){at, edge.from};
            left[count++] = (link){next, edge.to};
            if (next == end)
                break;
            at = on->nodes[next].next;
        }
        left[count++] = (link){child, v};
        here->first = child;
    }
}

/* --- trees of outer and inner nodes -------------------------------------- */

/* The inner node before an outer one; NONE: that is the root of its tree. */
static unsigned inner_before(const solver *on, unsigned id)
{
    unsigned mate = on->mate[on->nodes[id].base];
    return mate == NONE ? NONE : on->root[mate];
}

/* The outer node two steps nearer to the root of the tree; NONE: it is the root. */
static unsigned step_up(const solver *on, unsigned id)
{
    unsigned inner = inner_before(on, id);
    return inner == NONE ? NONE : on->root[on->nodes[inner].entry.to];
}

/* The first node that both ways to the root share; NONE: these are two trees. */
static unsigned meet(solver *on, unsigned a, unsigned b)
{
    on->stamp++;
    for (; a != NONE; a = step_up(on, a))
        on->nodes[a].mark = on->stamp;
    while (b != NONE && on->nodes[b].mark != on->stamp)
        b = step_up(on, b);
    return b;
}

/* Matches `v`, in an outer node, with `w`, and swaps matched edges from there to the root. */
static void swap_up(solver *on, unsigned v, unsigned w)
{
    for (;;) {
        unsigned id = on->root[v];
        unsigned old = on->mate[on->nodes[id].base];
        rebase(on, id, v);
        on->mate[v] = w;
        if (old == NONE)
            return;
        unsigned inner = on->root[old];
        link entry = on->nodes[inner].entry;
        rebase(on, inner, entry.from);
        on->mate[entry.from] = entry.to;
        v = entry.to;
        w = entry.from;
    }
}

/* Appends `id` to the ring of `blossom` after `last`, joined by `edge`. */
static void append(solver *on, unsigned blossom, unsigned last, unsigned id, link edge)
{
    on->nodes[id].parent = blossom;
    on->nodes[last].next = id;
    on->nodes[last].ring = edge;
}

/* The ring's half from `top` down to the outer node of `v`; returns its last node. */
static unsigned append_down(solver *on, unsigned blossom, unsigned top, unsigned v)
{
    unsigned way[IDS_MAX], count = 0;
    for (unsigned id = on->root[v]; id != top; id = step_up(on, id)) {
        way[count++] = id;
        way[count++] = inner_before(on, id);
    }
    unsigned last = top;
    while (count > 0) {
        unsigned inner = way[--count];
        append(on, blossom, last, inner,
               (link){on->nodes[inner].entry.to, on->nodes[inner].entry.from});
        unsigned id = way[--count], base = on->nodes[id].base;
        append(on, blossom, inner, id, (link){on->mate[base], base});
        last = id;
    }
    return last;
}

/* The other half, from the outer node of `w` up to `top`, which closes the ring. */
static void append_up(solver *on, unsigned blossom, unsigned top, unsigned last, link edge)
{
    unsigned id = on->root[edge.to];
    while (id != top) {
        append(on, blossom, last, id, edge);
        unsigned base = on->nodes[id].base;
        unsigned inner = inner_before(on, id), above = step_up(on, id);
        append(on, blossom, id, inner, (link){base, on->mate[base]});
        edge = on->nodes[inner].entry;
        last = inner;
        id = above;
    }
    append(on, blossom, last, top, edge);
}

/* Joins the ring that the tight edge closes into a blossom. */
static void shrink(solver *on, unsigned top, link edge)
{
    unsigned blossom = on->count;
    while (on->nodes[blossom].is_used)
        blossom++;
    on->nodes[blossom] =
        (node){.is_used = true, .parent = NONE, .base = on->nodes[top].base, .first = top};
    memset(price_of(on, blossom), 0, on->levels * sizeof(int64_t));
    unsigned last = append_down(on, blossom, top, edge.from);
    append_up(on, blossom, top, last, edge);
    on->nodes[blossom].label = OUTER;
    for (unsigned v = 0; v < on->count; v++) {
        unsigned root = on->root[v];
        if (on->nodes[root].parent != blossom)
            continue;
        if (on->nodes[root].label == INNER)
            on->queue[on->queue_count++] = v;
        on->root[v] = blossom;
    }
}

/* Takes an inner blossom apart: the even way around its ring from the entry to the base stays
 * in the tree, the rest becomes free. */
static void expand(solver *on, unsigned blossom)
{
    node *old = &on->nodes[blossom];
    const link entry = old->entry;
    unsigned ring[IDS_MAX], size = 0, place = 0;
    unsigned child = child_of(on, blossom, entry.from);
    for (unsigned v = 0; v < on->count; v++) {
        if (on->root[v] == blossom)
            on->root[v] = child_of(on, blossom, v);
    }
    unsigned id = old->first;
    do {
        place = id == child ? size : place;
        ring[size++] = id;
        on->nodes[id].parent = NONE;
        on->nodes[id].label = FREE;
        id = on->nodes[id].next;
    } while (id != old->first);
    old->is_used = false;
    on->nodes[child].label = INNER;
    on->nodes[child].entry = entry;
    while (place != 0 && place != size) {
        unsigned step = place % 2 == 0 ? place - 1 : place + 1;
        unsigned far = place % 2 == 0 ? place - 2 : (place + 2) % size;
        unsigned outer = ring[step], inner = ring[far];
        make_outer(on, outer);
        on->nodes[inner].label = INNER;
        const link ring_edge = on->nodes[place % 2 == 0 ? inner : outer].ring;
        on->nodes[inner].entry =
            place % 2 == 0 ? ring_edge : (link){ring_edge.to, ring_edge.from};
        place = far;
    }
}

/* --- searching ----------------------------------------------------------- */

/* Uses the tight edge from the outer vertex `v` to `w` of another root; true if the matching
 * has grown by it. */
static bool use(solver *on, unsigned v, unsigned w)
{
    unsigned root = on->root[w];
    node *far = &on->nodes[root];
    if (far->label == FREE) {
        far->label = INNER;
        far->entry = (link){w, v};
        make_outer(on, on->root[on->mate[far->base]]);
        return false;
    }
    if (far->label == INNER)
        return false;
    unsigned top = meet(on, on->root[v], root);
    if (top != NONE) {
        shrink(on, top, (link){v, w});
        return false;
    }
    swap_up(on, v, w);
    swap_up(on, w, v);
    return true;
}

/* Scans the outer vertices for tight edges; true if the matching has grown. */
static bool scan(solver *on)
{
    while (on->queue_next < on->queue_count) {
        unsigned v = on->queue[on->queue_next++];
        for (unsigned w = 0; w < on->count; w++) {
            if (on->root[w] == on->root[v])
                continue;
            unsigned best = on->best[w];
            if (best == NONE || on->root[best] == on->root[w] || is_nearer(on, v, best, w))
                on->best[w] = v;
            if (on->nodes[on->root[w]].label != INNER && is_tight(on, v, w) && use(on, v, w))
                return true;
        }
    }
    return false;
}

/* Finds the nearest outer vertex of another root again, when both have come into one. */
static void renew_best(solver *on, unsigned w)
{
    unsigned best = on->best[w];
    if (best == NONE || on->root[best] != on->root[w])
        return;
    best = NONE;
    for (unsigned v = 0; v < on->count; v++) {
        bool can = on->root[v] != on->root[w] && on->nodes[on->root[v]].label == OUTER;
        if (can && (best == NONE || is_nearer(on, v, best, w)))
            best = v;
    }
    on->best[w] = best;
}

/* The smallest change of prices that makes an edge tight or an inner blossom's price 0. */
static void find_change(solver *on, int64_t *out)
{
    int64_t found[APO_MATCHING_LEVELS_MAX];
    bool is_first = true;
    for (unsigned id = 0; id < on->count + on->count / 2; id++) {
        if (is_blossom(on, id)) {
            if (!is_inner_blossom(on, id))
                continue;
            for (unsigned i = 0; i < on->levels; i++)
                found[i] = price_of(on, id)[i] / 2;
        } else {
            enum label label = on->nodes[on->root[id]].label;
            renew_best(on, id);
            if (label == INNER || on->best[id] == NONE)
                continue;
            for (unsigned i = 0; i < on->levels; i++)
                found[i] = slack_of(on, on->best[id], id, i) / (label == OUTER ? 2 : 1);
        }
        if (is_first || is_less(found, out, on->levels))
            memcpy(out, found, on->levels * sizeof found[0]);
        is_first = false;
    }
}

/* Changes prices; then some edge is tight or some blossom can be taken apart. */
static void change_prices(solver *on)
{
    int64_t change[APO_MATCHING_LEVELS_MAX] = {0};
    find_change(on, change);
    for (unsigned id = 0; id < on->count + on->count / 2; id++) {
        bool is_vertex = !is_blossom(on, id);
        const node *here = &on->nodes[is_vertex ? on->root[id] : id];
        if (!here->is_used || here->parent != NONE || here->label == FREE)
            continue;
        int times = (here->label == OUTER ? 1 : -1) * (is_vertex ? 1 : 2);
        for (unsigned i = 0; i < on->levels; i++)
            price_of(on, id)[i] += times * change[i];
    }
}

/* Uses the edges and blossoms that have become tight; true if the matching has grown. */
static bool use_tight(solver *on)
{
    static const int64_t nothing[APO_MATCHING_LEVELS_MAX];
    for (unsigned id = on->count; id < on->count + on->count / 2; id++) {
        if (is_inner_blossom(on, id) &&
            memcmp(price_of(on, id), nothing, on->levels * sizeof nothing[0]) == 0)
            expand(on, id);
    }
    for (unsigned w = 0; w < on->count; w++) {
        unsigned best = on->best[w];
        if (best == NONE || on->root[best] == on->root[w] ||
            on->nodes[on->root[w]].label == INNER)
            continue;
        if (is_tight(on, best, w) && use(on, best, w))
            return true;
    }
    return false;
}

/* Adds a pair to the matching. */
static void grow(solver *on)
{
    on->queue_count = on->queue_next = 0;
    for (unsigned id = 0; id < on->count + on->count / 2; id++)
        on->nodes[id].label = FREE;
    for (unsigned v = 0; v < on->count; v++) {
        unsigned root = on->root[v];
        on->best[v] = NONE;
        if (on->nodes[root].label == FREE && on->mate[on->nodes[root].base] == NONE)
            make_outer(on, root);
    }
    while (!scan(on)) {
        change_prices(on);
        if (use_tight(on))
            return;
    }
}

/* --- the beginning ------------------------------------------------------- */

static bool is_cheaper(const solver *on, unsigned v, unsigned a, unsigned b, unsigned levels)
{
    const apo_matching_cost *one = cost_of(on, v, a), *other = cost_of(on, v, b);
    for (unsigned i = 0; i < levels; i++) {
        int64_t difference = level_of(one, i) - level_of(other, i);
        if (difference != 0)
            return difference < 0;
    }
    return false;
}

/* Prices a vertex at twice its cheapest edge: no slack is negative on these levels. */
static void price_vertex(solver *on, unsigned v, unsigned levels)
{
    unsigned best = v == 0;
    for (unsigned w = 0; w < on->count; w++) {
        if (w != v && is_cheaper(on, v, w, best, levels))
            best = w;
    }
    for (unsigned i = 0; i < levels; i++)
        price_of(on, v)[i] = 2 * level_of(cost_of(on, v, best), i);
}

/* Among the free vertices joined to `v` by an edge without slack on the dense levels, the one
 * of least cost on the level of its unit; NONE if there is none. */
static unsigned first_choice(const solver *on, unsigned v)
{
    const unsigned level = on->problem->units[v].level;
    unsigned best = NONE;
    for (unsigned w = 0; w < on->count; w++) {
        const apo_matching_cost *cost = w != v ? cost_of(on, v, w) : NULL;
        if (cost == NULL || cost->place != level || on->mate[w] != NONE ||
            sign_of_slack(on, v, w, APO_MATCHING_DENSE) != 0)
            continue;
        if (best == NONE || cost->sparse < cost_of(on, v, best)->sparse)
            best = w;
    }
    return best;
}

/* Matches each vertex that has a unit with its first choice, at prices that leave no slack
 * negative: its choice costs more for all later vertices, and the remaining ones were worse for
 * it. */
static unsigned match_first_choices(solver *on)
{
    unsigned pairs = 0;
    for (unsigned v = 0; v < on->count; v++) {
        const apo_matching_unit *own = &on->problem->units[v];
        unsigned w = own->unit != 0 && on->mate[v] == NONE ? first_choice(on, v) : NONE;
        if (w == NONE)
            continue;
        price_of(on, v)[own->level] = 4 * cost_of(on, v, w)->sparse + 2 * own->unit;
        price_of(on, w)[own->level] = -2 * own->unit;
        match(on, v, w);
        pairs++;
    }
    return pairs;
}

/* False if an edge has negative slack. */
static bool is_feasible(const solver *on)
{
    for (unsigned v = 0; v < on->count; v++) {
        for (unsigned w = v + 1; w < on->count; w++) {
            if (sign_of_slack(on, v, w, on->levels) < 0)
                return false;
        }
    }
    return true;
}

/* Prices all vertices by their dense levels, or by all levels; none has a mate. */
static void price_all(solver *on, unsigned levels)
{
    for (unsigned v = 0; v < on->count; v++) {
        on->mate[v] = NONE;
        memset(price_of(on, v), 0, on->levels * sizeof(int64_t));
        price_vertex(on, v, levels);
    }
}

/* Matches the pairs that need no search; returns their number. */
static unsigned begin(solver *on)
{
    for (unsigned v = 0; v < on->count; v++) {
        on->nodes[v] = (node){.is_used = true, .parent = NONE, .base = v};
        on->root[v] = v;
    }
    price_all(on, APO_MATCHING_DENSE);
    unsigned pairs = match_first_choices(on);
    if (!is_feasible(on)) {
        price_all(on, on->levels);
        pairs = 0;
    }
    for (unsigned v = 0; v < on->count; v++) {
        for (unsigned w = v + 1; w < on->count && on->mate[v] == NONE; w++) {
            if (on->mate[w] != NONE || !is_tight(on, v, w))
                continue;
            match(on, v, w);
            pairs++;
        }
    }
    return pairs;
}

apo_status apo_matching_solve(unsigned *mates, const apo_matching *problem)
{
    apo_status status = APO_E_MEMORY;
    const size_t ids = problem->count + problem->count / 2;
    solver *on = apo_allocate_zero(NULL, sizeof *on);
    if (on == NULL)
        return status;
    on->problem = problem;
    on->count = problem->count;
    on->levels = problem->levels;
    on->prices = apo_allocate_zero(NULL, ids * problem->levels * sizeof on->prices[0]);
    if (on->prices == NULL)
        goto done;
    for (unsigned pairs = begin(on); pairs < on->count / 2; pairs++)
        grow(on);
    memcpy(mates, on->mate, on->count * sizeof mates[0]);
    status = APO_OK;
done:
    apo_free(NULL, on->prices);
    apo_free(NULL, on);
    return status;
}
