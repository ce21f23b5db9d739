/* The text of a rules file of Zillions of Games as a tree: lists and words, with macros
 * expanded. */
#ifndef APO_DEFINITION_EXCHANGE_ZILLIONS_TREE_H
#define APO_DEFINITION_EXCHANGE_ZILLIONS_TREE_H

#include "base/alloc.h"
#include "base/error.h"

enum {
    APO_ZILLIONS_SIZE_MAX = 1 << 20, /* bytes of a file */
    APO_ZILLIONS_NODES_MAX =
        300000, /* the longest rules of chess variants have some thousands */
    APO_ZILLIONS_MACROS_MAX = 512,
    APO_ZILLIONS_ARGUMENTS_MAX = 16,
    APO_ZILLIONS_DEPTH_MAX = 60 /* of parentheses, and of macros in macros */
};

typedef struct apo_zillions_node {
    apo_span word;        /* text NULL: a list */
    uint32_t first, next; /* numbers of nodes; 0: none */
    uint32_t line;
} apo_zillions_node;

typedef struct apo_zillions_macro {
    apo_span name;
    uint32_t body; /* the first of its items */
} apo_zillions_macro;

typedef struct apo_zillions_tree {
    const apo_alloc *alloc;
    apo_zillions_node *nodes; /* owned; number 0 is unused */
    size_t count, capacity;
    unsigned macro_count;
    apo_zillions_macro macros[APO_ZILLIONS_MACROS_MAX];
    uint32_t top; /* the first expression that is not a macro */
} apo_zillions_tree;

/* Reads a text. The tree keeps its spans. Errors: APO_E_SYNTAX; APO_E_TOO_LARGE; APO_E_MEMORY.
 * In any case apo_zillions_tree_free must follow. */
apo_status apo_zillions_tree_read(apo_zillions_tree *tree, apo_span text,
                                  const apo_alloc *alloc, apo_error *err);
void apo_zillions_tree_free(apo_zillions_tree *tree);

/* The word of a node; an empty span for a list and for number 0. */
apo_span apo_zillions_word(const apo_zillions_tree *tree, uint32_t node);

/* The first item of a list, and the one after an item; 0: none. */
uint32_t apo_zillions_first(const apo_zillions_tree *tree, uint32_t node);
uint32_t apo_zillions_next(const apo_zillions_tree *tree, uint32_t node);

/* The word that a list begins with. */
apo_span apo_zillions_head(const apo_zillions_tree *tree, uint32_t list);

/* True if the node is this word. */
bool apo_zillions_is(const apo_zillions_tree *tree, uint32_t node, const char *word);

#endif
