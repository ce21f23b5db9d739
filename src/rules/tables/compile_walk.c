#include "base/mem.h"
#include "rules/tables/compile.h"

enum {
    /* Nodes of one walk: the vulture's has about 110, that of a rider that turns at every
     * square 1,000. */
    NODES_MAX = 8192,
    NOBODY = 0xFFFF,
    MARKS_MAX = 64 /* bits of the word in which a walk marks visited targets */
};

/* A node of the tree of paths over empty squares. */
typedef struct node {
    apo_square square;
    uint16_t parent, child, sibling;
    uint8_t modes; /* APO_LINE_MOVE, APO_LINE_CAPTURE */
} node;

typedef struct tree {
    apo_compile *job;
    apo_square from;
    apo_array nodes;                    /* of node; 0 is the root */
    uint8_t target_of[APO_SQUARES_MAX]; /* number of a target that several nodes reach */
} tree;

static node *node_at(const tree *t, unsigned index)
{
    return apo_array_at(&t->nodes, index);
}

static unsigned add_node(tree *t, unsigned parent, apo_square sq)
{
    unsigned index = (unsigned)t->nodes.count;
    node *fresh = apo_array_add_raw(&t->nodes);
    if (fresh == NULL)
        return NOBODY;
    *fresh = (node){sq, (uint16_t)parent, NOBODY, NOBODY, 0};
    return index;
}

/* The child of `parent` on `sq`, added if there is none. */
static unsigned child_on(tree *t, unsigned parent, apo_square sq)
{
    unsigned index = node_at(t, parent)->child, last = NOBODY;
    while (index != NOBODY && node_at(t, index)->square != sq) {
        last = index;
        index = node_at(t, index)->sibling;
    }
    if (index != NOBODY)
        return index;
    index = add_node(t, parent, sq);
    if (last == NOBODY)
        node_at(t, parent)->child = (uint16_t)index;
    else
        node_at(t, last)->sibling = (uint16_t)index;
    return index;
}

static apo_status add_path(tree *t, const apo_path *path)
{
    unsigned at = 0;
    for (unsigned i = 0; i <= path->step_count; i++) {
        apo_square sq = i < path->step_count ? path->steps[i].square : path->to;
        at = child_on(t, at, sq);
        if (at == NOBODY)
            return APO_E_MEMORY;
        if (t->nodes.count > NODES_MAX)
            return APO_E_TOO_LARGE;
    }
    node_at(t, at)->modes |= path->end & (APO_LINE_MOVE | APO_LINE_CAPTURE);
    return APO_OK;
}

/* True if the tree from this node on is one unbranched slide to the edge, with the same modes
 * on all squares. */
static bool is_slide(const tree *t, unsigned index, unsigned *out_direction)
{
    const node *first = node_at(t, index);
    apo_square before = node_at(t, first->parent)->square;
    unsigned direction =
        apo_compile_direction(t->job->var->geometry.files, before, first->square);
    unsigned length = 1;
    if (direction == APO_DIRECTIONS || first->modes == 0 || first->parent == 0 ||
        t->target_of[first->square] != APO_WALK_UNIQUE)
        return false;
    const node *at = first;
    for (; at->child != NOBODY; length++) {
        const node *child = node_at(t, at->child);
        if (child->sibling != NOBODY || child->modes != first->modes ||
            t->target_of[child->square] != APO_WALK_UNIQUE ||
            child->square != apo_compile_next(t->job, at->square, direction))
            return false;
        at = child;
    }
    *out_direction = direction;
    return length >= 2 && apo_compile_next(t->job, at->square, direction) == APO_SQUARE_NONE;
}

static apo_walk_node *emit(tree *t)
{
    return apo_array_add(&t->job->walk_nodes, 1);
}

static apo_status emit_slide(tree *t, unsigned index, unsigned direction, uint32_t first)
{
    const node *at = node_at(t, index);
    const apo_square_lines *lines =
        apo_array_at(&t->job->square_lines, node_at(t, at->parent)->square);
    apo_walk_node *out = emit(t);
    if (out == NULL)
        return APO_E_MEMORY;
    *out = (apo_walk_node){
        .square = lines->line[direction / 2],
        .skip = (uint16_t)(t->job->walk_nodes.count - first),
        .kind = APO_WALK_SLIDE,
        .modes = at->modes,
        .target = APO_WALK_UNIQUE,
        .position = (uint8_t)(lines->position[direction / 2] | (direction % 2 ? 0x80U : 0U))};
    return APO_OK;
}

/* Sets `skip` of the emitted nodes that the walk leaves when it climbs from `index`. */
static unsigned next_after(tree *t, unsigned index, uint16_t *emitted_as, uint32_t first)
{
    uint16_t end = (uint16_t)(t->job->walk_nodes.count - first);
    while (index != 0 && node_at(t, index)->sibling == NOBODY) {
        index = node_at(t, index)->parent;
        if (index != 0) {
            apo_walk_node *out = apo_array_at(&t->job->walk_nodes, first + emitted_as[index]);
            out->skip = end;
        }
    }
    return index == 0 ? NOBODY : node_at(t, index)->sibling;
}

/* Writes the tree in depth-first order. */
static apo_status flatten(tree *t, uint16_t *emitted_as)
{
    uint32_t first = (uint32_t)t->job->walk_nodes.count;
    unsigned index = node_at(t, 0)->child, direction;
    while (index != NOBODY) {
        const node *at = node_at(t, index);
        if (is_slide(t, index, &direction)) {
            if (emit_slide(t, index, direction, first) != APO_OK)
                return APO_E_MEMORY;
            index = next_after(t, index, emitted_as, first);
            continue;
        }
        apo_walk_node *out = emit(t);
        if (out == NULL)
            return APO_E_MEMORY;
        emitted_as[index] = (uint16_t)(t->job->walk_nodes.count - 1 - first);
        *out =
            (apo_walk_node){.square = at->square,
                            .skip = (uint16_t)(t->job->walk_nodes.count - first),
                            .kind = APO_WALK_SQUARE,
                            .modes = at->modes,
                            .target = at->modes ? t->target_of[at->square] : APO_WALK_UNIQUE};
        index = at->child != NOBODY ? at->child : next_after(t, index, emitted_as, first);
    }
    return APO_OK;
}

/* Counts a target once per mode, however many nodes of the walk reach it. */
static void cover_target(const node *at, uint8_t *modes_before, apo_counters *counters)
{
    unsigned fresh = at->modes & ~(unsigned)*modes_before;
    counters->cover[0] = (uint8_t)(counters->cover[0] + ((fresh & APO_LINE_MOVE) != 0));
    counters->cover[1] = (uint8_t)(counters->cover[1] + ((fresh & APO_LINE_CAPTURE) != 0));
    *modes_before = (uint8_t)(*modes_before | fresh);
}

/* Numbers the targets that several nodes reach, so that each counts once. False if there are
 * more than one word of marks can hold: then duplicate moves must be removed. */
static bool number_targets(tree *t, apo_counters counters[APO_SQUARES_MAX])
{
    uint8_t times[APO_SQUARES_MAX] = {0}, modes[APO_SQUARES_MAX] = {0};
    unsigned numbered = 0;
    memset(t->target_of, APO_WALK_UNIQUE, sizeof t->target_of);
    for (unsigned i = 1; i < t->nodes.count; i++) {
        const node *at = node_at(t, i);
        if (at->modes == 0)
            continue;
        cover_target(at, &modes[at->square], &counters[at->square]);
        if (times[at->square] == 1 && numbered < MARKS_MAX)
            t->target_of[at->square] = (uint8_t)numbered;
        numbered += times[at->square] == 1;
        times[at->square] = (uint8_t)(times[at->square] < 2 ? times[at->square] + 1 : 2);
    }
    return numbered <= MARKS_MAX;
}

apo_status apo_compile_walk(apo_compile *job, apo_piece_table *table, apo_square from,
                            const uint16_t *indices, unsigned count,
                            apo_counters counters[APO_SQUARES_MAX])
{
    tree t = {.job = job, .from = from};
    uint16_t *emitted_as = NULL;
    apo_status status = APO_OK;
    if (count == 0)
        return APO_OK;
    apo_array_init(&t.nodes, job->alloc, sizeof(node));
    if (add_node(&t, 0, from) == NOBODY)
        return APO_E_MEMORY;
    for (unsigned i = 0; status == APO_OK && i < count; i++) {
        const apo_found *found = apo_array_at(&job->found, indices[i]);
        status = add_path(&t, &found->path);
    }
    if (status == APO_OK && !number_targets(&t, counters))
        table->is_ambiguous = true;
    emitted_as = apo_allocate(job->alloc, t.nodes.count * sizeof *emitted_as);
    if (status == APO_OK && emitted_as == NULL)
        status = APO_E_MEMORY;
    table->first_walk = (uint32_t)job->walk_nodes.count;
    if (status == APO_OK)
        status = flatten(&t, emitted_as);
    table->walk_count = (uint16_t)(job->walk_nodes.count - table->first_walk);
    apo_free(job->alloc, emitted_as);
    apo_array_clear(&t.nodes);
    return status;
}
