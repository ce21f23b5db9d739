#include "game/line_tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "notation/coordinate.h"

enum {
    FIRST_NODES = 64
};

/* --- reading ------------------------------------------------------------- */

typedef struct reader {
    apo_line_tree *tree;
    size_t capacity;
    uint32_t at;                        /* node where the line continues */
    uint32_t stack[APO_LINE_DEPTH_MAX]; /* where the enclosing lines continue */
    unsigned depth;
    bool has_move; /* a move that brackets can follow */
} reader;

static apo_status grow_nodes(reader *all)
{
    apo_line_tree *tree = all->tree;
    if (tree->count >= APO_LINE_NODES_MAX)
        return APO_E_TOO_LARGE;
    if (tree->count < all->capacity)
        return APO_OK;
    apo_line_node *nodes =
        apo_grow(NULL, tree->nodes, &all->capacity, FIRST_NODES, sizeof *nodes);
    if (nodes == NULL)
        return APO_E_MEMORY;
    tree->nodes = nodes;
    return APO_OK;
}

/* Adds a move after `parent` as its last child. */
static apo_status add_node(reader *all, uint32_t parent, apo_span move)
{
    apo_status status = grow_nodes(all);
    if (status != APO_OK)
        return status;
    apo_line_node *nodes = all->tree->nodes;
    uint32_t node = all->tree->count++;
    nodes[node] = (apo_line_node){.move = move, .parent = parent};
    all->at = node;
    if (node == parent)
        return APO_OK; /* the root */
    if (nodes[parent].child == APO_LINE_NONE)
        nodes[parent].child = node;
    else
        nodes[nodes[parent].last].next = node;
    nodes[parent].last = node;
    return APO_OK;
}

static bool is_move_char(char c)
{
    return apo_is_letter(c) || apo_is_digit(c) || c == '*';
}

static apo_status read_move(reader *all, apo_span text, size_t *at)
{
    size_t end = *at;
    while (end < text.length && is_move_char(text.text[end]))
        end++;
    if (end == *at || end >= text.length || text.text[end] != '.')
        return APO_E_SYNTAX;
    apo_span move = apo_span_part(text, *at, end - *at);
    *at = end + 1;
    all->has_move = true;
    return add_node(all, all->at, move);
}

/* Alternatives to the last move: they continue from the position before it. */
static apo_status open_bracket(reader *all)
{
    if (!all->has_move)
        return APO_E_SYNTAX;
    if (all->depth >= APO_LINE_DEPTH_MAX)
        return APO_E_TOO_LARGE;
    all->stack[all->depth++] = all->at;
    all->at = all->tree->nodes[all->at].parent;
    all->has_move = false;
    return APO_OK;
}

static apo_status close_bracket(reader *all)
{
    if (all->depth == 0 || !all->has_move)
        return APO_E_SYNTAX;
    all->at = all->stack[--all->depth];
    return APO_OK;
}

static apo_status read_all(reader *all, apo_span text, size_t *at)
{
    apo_status status = add_node(all, 0, (apo_span){NULL, 0});
    while (status == APO_OK && *at < text.length) {
        char c = text.text[*at];
        if (c == '(') {
            status = open_bracket(all);
            (*at)++;
        } else if (c == ')') {
            status = close_bracket(all);
            (*at)++;
        } else {
            status = read_move(all, text, at);
        }
    }
    return status == APO_OK && all->depth > 0 ? APO_E_SYNTAX : status;
}

/* Orders nodes by parent and move, the root first. */
static int compare_nodes(const void *a, const void *b)
{
    const apo_line_node *one = a, *other = b;
    if (one->parent != other->parent)
        return one->parent < other->parent ? -1 : 1;
    if (one->move.length != other->move.length)
        return one->move.length < other->move.length ? -1 : 1;
    return one->move.length == 0 ? 0
                                 : memcmp(one->move.text, other->move.text, one->move.length);
}

/* The same move twice in one position is an error. Sorting finds it without the quadratic time
 * of comparing each move with those before it. */
static apo_status check_siblings(const apo_line_tree *tree)
{
    apo_status status = APO_OK;
    apo_line_node *sorted = apo_allocate(NULL, tree->count * sizeof *sorted);
    if (sorted == NULL)
        return APO_E_MEMORY;
    memcpy(sorted, tree->nodes, tree->count * sizeof *sorted);
    qsort(sorted, tree->count, sizeof *sorted, compare_nodes);
    for (uint32_t i = 1; i < tree->count && status == APO_OK; i++)
        if (compare_nodes(&sorted[i - 1], &sorted[i]) == 0)
            status = APO_E_SYNTAX;
    apo_free(NULL, sorted);
    return status;
}

apo_status apo_line_tree_read(apo_line_tree *out, apo_span text, apo_error *err)
{
    reader all = {.tree = out};
    size_t at = 0;
    *out = (apo_line_tree){.count = 0};
    apo_status status =
        text.length > APO_LINE_TEXT_MAX ? APO_E_TOO_LARGE : read_all(&all, text, &at);
    if (status == APO_OK)
        status = check_siblings(out);
    if (status == APO_OK)
        return APO_OK;
    apo_line_tree_free(out);
    return apo_fail(err, status, at, "these lines cannot be read", apo_span_of(""));
}

void apo_line_tree_free(apo_line_tree *tree)
{
    apo_free(NULL, tree->nodes);
    *tree = (apo_line_tree){.count = 0};
}

/* --- using --------------------------------------------------------------- */

uint32_t apo_line_tree_step(const apo_line_tree *tree, uint32_t node, apo_span move)
{
    uint32_t child = tree->nodes[node].child;
    while (child != APO_LINE_NONE && !apo_span_same(tree->nodes[child].move, move))
        child = tree->nodes[child].next;
    return child;
}

static apo_status play(apo_game *game, apo_span text, apo_error *err)
{
    char buf[APO_COORDINATE_MAX];
    apo_text canonical = apo_text_start(buf, sizeof buf);
    apo_move mv;
    const apo_position *pos = apo_game_position(game);
    if (apo_coordinate_read(&mv, pos, text, NULL) == APO_OK)
        apo_coordinate_write(&canonical, pos, &mv);
    if (!apo_span_is(text, buf) || apo_game_play(game, &mv) != APO_OK)
        return apo_fail(err, APO_E_ILLEGAL, 0, "%s cannot be played there", text);
    return APO_OK;
}

/* Checks the answers at `node`, whose position is that of `game`. */
static apo_status check_answers(const apo_line_tree *tree, uint32_t node, const apo_game *game,
                                apo_side side, size_t played, apo_error *err)
{
    uint32_t child = tree->nodes[node].child;
    bool is_planned = apo_game_info_of(game).length >= played &&
                      apo_position_side(apo_game_position(game)) == side;
    if (is_planned && child != APO_LINE_NONE && tree->nodes[child].next != APO_LINE_NONE)
        return apo_fail(err, APO_E_AMBIGUOUS, 0, "there are two answers: %s and another one",
                        tree->nodes[child].move);
    return APO_OK;
}

/* The next node in tree order, with the game taken back to the position before it. */
static uint32_t next_node(const apo_line_tree *tree, uint32_t node, apo_game *game)
{
    const apo_line_node *nodes = tree->nodes;
    if (nodes[node].child != APO_LINE_NONE)
        return nodes[node].child;
    while (node != 0 && nodes[node].next == APO_LINE_NONE) {
        apo_game_undo(game);
        node = nodes[node].parent;
    }
    if (node == 0)
        return APO_LINE_NONE;
    apo_game_undo(game);
    return nodes[node].next;
}

apo_status apo_line_tree_check(const apo_line_tree *tree, const apo_position *start,
                               apo_side side, size_t played, apo_error *err)
{
    apo_game *game;
    apo_status status = apo_game_new(&game, start, NULL);
    if (status != APO_OK)
        return apo_fail(err, status, 0, "out of memory", apo_span_of(""));
    uint32_t node = 0;
    do {
        if (node != 0)
            status = play(game, tree->nodes[node].move, err);
        if (status == APO_OK)
            status = check_answers(tree, node, game, side, played, err);
        if (status == APO_OK)
            node = next_node(tree, node, game);
    } while (status == APO_OK && node != APO_LINE_NONE);
    apo_game_free(game);
    return status;
}
