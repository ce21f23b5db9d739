/* Compares two games: tags, moves, variations, comments, glyphs. Uses only the library's front
 * door. */
#ifndef APO_TESTS_PGN_SAME_H
#define APO_TESTS_PGN_SAME_H

#include <apothecary/apothecary.h>
#include <stdio.h>
#include <string.h>

static inline bool pgn_same_node(const apo_pgn_game *a, const apo_pgn_game *b, uint32_t i,
                                 uint32_t j)
{
    apo_pgn_node_info x = apo_pgn_node_info_of(a, i), y = apo_pgn_node_info_of(b, j);
    return x.nag_count == y.nag_count &&
           (x.nag_count == 0 || memcmp(x.nags, y.nags, x.nag_count) == 0) &&
           strcmp(x.comment_before, y.comment_before) == 0 &&
           strcmp(x.comment_after, y.comment_after) == 0 &&
           (x.first_child == 0) == (y.first_child == 0) &&
           (x.next_sibling == 0) == (y.next_sibling == 0) && x.replaces == y.replaces &&
           (i == 0 || apo_move_same(&x.move, &y.move));
}

/* The next node in the order of the text. */
static inline uint32_t pgn_next_node(const apo_pgn_game *game, uint32_t node)
{
    apo_pgn_node_info info = apo_pgn_node_info_of(game, node);
    if (info.first_child != 0)
        return info.first_child;
    while (node != 0 && info.next_sibling == 0) {
        node = info.parent;
        info = apo_pgn_node_info_of(game, node);
    }
    return info.next_sibling;
}

static inline bool pgn_same_tree(const apo_pgn_game *a, const apo_pgn_game *b)
{
    uint32_t i = 0, j = 0;
    if (apo_pgn_game_info_of(a).node_count != apo_pgn_game_info_of(b).node_count)
        return false;
    do {
        if (!pgn_same_node(a, b, i, j))
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
    apo_pgn_game_info x = apo_pgn_game_info_of(a), y = apo_pgn_game_info_of(b);
    return pgn_has_tags(a, b) && pgn_same_tree(a, b) && x.white_quarters == y.white_quarters &&
           apo_position_same(x.start, y.start);
}

#endif
