/* Whether two games say the same: tags, moves, variations, comments, glyphs. By the library's
 * front door alone. */
#ifndef APO_TESTS_PGN_SAME_H
#define APO_TESTS_PGN_SAME_H

#include <apothecary/apothecary.h>
#include <stdio.h>
#include <string.h>

static inline bool pgn_same_node(const apo_pgn_game *a, const apo_pgn_game *b, uint32_t i,
                                 uint32_t j)
{
    size_t count_a, count_b;
    const uint8_t *nags_a = apo_pgn_nags(a, i, &count_a),
                  *nags_b = apo_pgn_nags(b, j, &count_b);
    if (count_a != count_b || (count_a > 0 && memcmp(nags_a, nags_b, count_a) != 0))
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (strcmp(apo_pgn_comment(a, i, k != 0), apo_pgn_comment(b, j, k != 0)) != 0)
            return false;
    apo_move move_a = apo_pgn_move(a, i), move_b = apo_pgn_move(b, j);
    return i == 0 || apo_move_same(&move_a, &move_b);
}

/* The next node in the order of the text. */
static inline uint32_t pgn_next_node(const apo_pgn_game *game, uint32_t node)
{
    if (apo_pgn_first_child(game, node) != 0)
        return apo_pgn_first_child(game, node);
    while (node != 0 && apo_pgn_next_sibling(game, node) == 0)
        node = apo_pgn_parent(game, node);
    return apo_pgn_next_sibling(game, node);
}

static inline bool pgn_same_tree(const apo_pgn_game *a, const apo_pgn_game *b)
{
    uint32_t i = 0, j = 0;
    if (apo_pgn_node_count(a) != apo_pgn_node_count(b))
        return false;
    do {
        if (!pgn_same_node(a, b, i, j) ||
            (apo_pgn_first_child(a, i) == 0) != (apo_pgn_first_child(b, j) == 0) ||
            (apo_pgn_next_sibling(a, i) == 0) != (apo_pgn_next_sibling(b, j) == 0))
            return false;
        i = pgn_next_node(a, i);
        j = pgn_next_node(b, j);
    } while (i != 0 && j != 0);
    return i == j;
}

/* All tags of `a` are in `b`; those that the writer adds may be there alone. */
static inline bool pgn_has_tags(const apo_pgn_game *a, const apo_pgn_game *b)
{
    for (size_t i = 0; apo_pgn_tag_name(a, i) != NULL; i++) {
        const char *name = apo_pgn_tag_name(a, i);
        apo_span x = apo_pgn_tag_get(a, name), y = apo_pgn_tag_get(b, name);
        bool is_result = strcmp(name, "Result") == 0; /* "?" becomes what the moves end with */
        if (!is_result && (x.length != y.length || memcmp(x.text, y.text, x.length) != 0))
            return false;
    }
    return true;
}

static inline bool pgn_same(const apo_pgn_game *a, const apo_pgn_game *b)
{
    return pgn_has_tags(a, b) && pgn_same_tree(a, b) &&
           apo_pgn_result(a) == apo_pgn_result(b) &&
           apo_position_same(apo_pgn_start(a), apo_pgn_start(b));
}

#endif
