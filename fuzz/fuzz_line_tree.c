/* Law: in a valid tree of lines each move is inside the text, every node but the root is
 * reached from its parent, and no two children of a node have the same move. */
#include "laws.h"

#include "game/line_tree.h"

static void check_node(const apo_line_tree *tree, uint32_t node, apo_span text)
{
    const apo_line_node *one = &tree->nodes[node];
    assert(one->move.length > 0 && one->move.text >= text.text &&
           one->move.text + one->move.length < text.text + text.length);
    assert(one->parent < node);
    assert(apo_line_tree_step(tree, one->parent, one->move) == node);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_line_tree tree;
    apo_span text = {(const char *)data, size};
    if (apo_line_tree_read(&tree, text, NULL) != APO_OK) {
        assert(tree.nodes == NULL);
        return 0;
    }
    for (uint32_t node = 1; node < tree.count; node++)
        check_node(&tree, node, text);
    apo_line_tree_free(&tree);
    return 0;
}
