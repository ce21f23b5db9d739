#include "definition/exchange/zillions_tree.h"

#include "base/mem.h"

static const apo_span nothing = {NULL, 0};

/* --- nodes --------------------------------------------------------------- */

/* A list that is being filled. */
typedef struct builder {
    uint32_t first, last;
} builder;

typedef struct parser {
    apo_zillions_tree *tree;
    apo_span text;
    size_t at;
    uint32_t line;
    apo_status status;
    apo_error *err;
} parser;

static apo_status stop(parser *p, apo_status status, const char *detail, apo_span word)
{
    if (p->status == APO_OK)
        p->status = apo_fail(p->err, status, p->at, detail, word);
    return p->status;
}

/* Adds a copy of a node, with the same items. */
static void append(parser *p, builder *to, apo_zillions_node node)
{
    apo_zillions_tree *tree = p->tree;
    if (p->status != APO_OK)
        return;
    if (tree->count == APO_ZILLIONS_NODES_MAX) {
        (void)stop(p, APO_E_TOO_LARGE, "the rules are too long once their macros are filled in",
                   nothing);
        return;
    }
    if (tree->count >= tree->capacity) {
        void *grown =
            apo_grow(tree->alloc, tree->nodes, &tree->capacity, 4096, sizeof *tree->nodes);
        if (grown == NULL) {
            (void)stop(p, APO_E_MEMORY, "there is not enough memory", nothing);
            return;
        }
        tree->nodes = grown;
    }
    uint32_t number = (uint32_t)tree->count++;
    node.next = 0;
    tree->nodes[number] = node;
    if (to->last != 0)
        tree->nodes[to->last].next = number;
    else
        to->first = number;
    to->last = number;
}

apo_span apo_zillions_word(const apo_zillions_tree *tree, uint32_t node)
{
    return node != 0 && tree->nodes[node].word.text != NULL ? tree->nodes[node].word
                                                            : apo_span_of("");
}

uint32_t apo_zillions_first(const apo_zillions_tree *tree, uint32_t node)
{
    return node != 0 ? tree->nodes[node].first : 0;
}

uint32_t apo_zillions_next(const apo_zillions_tree *tree, uint32_t node)
{
    return node != 0 ? tree->nodes[node].next : 0;
}

apo_span apo_zillions_head(const apo_zillions_tree *tree, uint32_t list)
{
    return apo_zillions_word(tree, apo_zillions_first(tree, list));
}

bool apo_zillions_is(const apo_zillions_tree *tree, uint32_t node, const char *word)
{
    return node != 0 && apo_span_is(apo_zillions_word(tree, node), word);
}

/* --- text ---------------------------------------------------------------- */

static bool is_end_of_word(char c)
{
    return c == '(' || c == ')' || c == '"' || c == ';' || apo_is_blank(c) || c == '\n' ||
           c == '\r';
}

static void skip_blanks(parser *p)
{
    while (p->at < p->text.length) {
        char c = p->text.text[p->at];
        if (c == ';')
            while (p->at + 1 < p->text.length && p->text.text[p->at + 1] != '\n')
                p->at++;
        else if (!is_end_of_word(c) || c == '(' || c == ')' || c == '"')
            return;
        p->line += c == '\n';
        p->at++;
    }
}

/* A word, or a text with its quotes. */
static apo_span cut_word(parser *p)
{
    size_t start = p->at;
    if (p->text.text[p->at] == '"') {
        do {
            p->line += p->text.text[p->at] == '\n';
            p->at++;
        } while (p->at < p->text.length && p->text.text[p->at] != '"');
        if (p->at == p->text.length)
            (void)stop(p, APO_E_SYNTAX, "a text has no second quote", nothing);
        else
            p->at++;
    } else {
        while (p->at < p->text.length && !is_end_of_word(p->text.text[p->at]))
            p->at++;
    }
    return apo_span_part(p->text, start, p->at - start);
}

static void parse(parser *p, uint32_t *out_first)
{
    builder stack[APO_ZILLIONS_DEPTH_MAX + 1] = {{0, 0}};
    uint32_t lists[APO_ZILLIONS_DEPTH_MAX + 1] = {0};
    unsigned depth = 0;
    for (skip_blanks(p); p->status == APO_OK && p->at < p->text.length; skip_blanks(p)) {
        char c = p->text.text[p->at];
        if (c != '(' && c != ')') {
            apo_zillions_node node = {.line = p->line};
            node.word = cut_word(p);
            append(p, &stack[depth], node);
            continue;
        }
        p->at++;
        if (c == ')' && depth == 0) {
            (void)stop(p, APO_E_SYNTAX, "a ) has no ( before it", nothing);
        } else if (c == ')') {
            p->tree->nodes[lists[depth]].first = stack[depth].first;
            depth--;
        } else if (depth == APO_ZILLIONS_DEPTH_MAX) {
            (void)stop(p, APO_E_TOO_LARGE, "there are too many ( in one another", nothing);
        } else {
            append(p, &stack[depth], (apo_zillions_node){.line = p->line});
            lists[depth + 1] = stack[depth].last;
            stack[++depth] = (builder){0, 0};
        }
    }
    if (depth > 0)
        (void)stop(p, APO_E_SYNTAX, "a ( has no ) behind it", nothing);
    *out_first = stack[0].first;
}

/* --- macros -------------------------------------------------------------- */

typedef struct arguments {
    unsigned count;
    apo_zillions_node nodes[APO_ZILLIONS_ARGUMENTS_MAX];
} arguments;

static const apo_zillions_macro *find_macro(const apo_zillions_tree *tree, apo_span name)
{
    for (unsigned i = tree->macro_count; i > 0 && name.length > 0; i--)
        if (apo_span_same(tree->macros[i - 1].name, name))
            return &tree->macros[i - 1];
    return NULL;
}

static void fill(parser *p, builder *out, uint32_t node, const arguments *values,
                 unsigned depth);

static void fill_all(parser *p, builder *out, uint32_t node, const arguments *values,
                     unsigned depth)
{
    for (; node != 0 && p->status == APO_OK; node = p->tree->nodes[node].next)
        fill(p, out, node, values, depth);
}

/* Expands a macro where it is named. */
static void fill_macro(parser *p, builder *out, const apo_zillions_macro *macro,
                       uint32_t argument, const arguments *values, unsigned depth)
{
    arguments own = {0};
    for (; argument != 0; argument = p->tree->nodes[argument].next) {
        builder one = {0, 0};
        fill(p, &one, argument, values, depth);
        if (p->status != APO_OK || own.count == APO_ZILLIONS_ARGUMENTS_MAX)
            return;
        if (one.first != 0)
            own.nodes[own.count++] = p->tree->nodes[one.first];
    }
    fill_all(p, out, macro->body, &own, depth);
}

static void fill(parser *p, builder *out, uint32_t node, const arguments *values,
                 unsigned depth)
{
    apo_zillions_node here = p->tree->nodes[node];
    uint32_t number;
    if (depth == APO_ZILLIONS_DEPTH_MAX) {
        (void)stop(p, APO_E_TOO_LARGE, "a macro is inside of itself, or of too many", nothing);
        return;
    }
    if (here.word.text == NULL) {
        const apo_zillions_macro *macro = find_macro(p->tree, apo_zillions_head(p->tree, node));
        if (macro != NULL) {
            fill_macro(p, out, macro, p->tree->nodes[here.first].next, values, depth + 1);
            return;
        }
        builder inner = {0, 0};
        fill_all(p, &inner, here.first, values, depth + 1);
        here.first = inner.first;
    } else if (here.word.length > 1 && here.word.text[0] == '$' &&
               apo_span_number(apo_span_part(here.word, 1, here.word.length),
                               APO_ZILLIONS_ARGUMENTS_MAX, &number)) {
        if (number == 0 || number > values->count) {
            (void)stop(p, APO_E_SYNTAX, "a macro has no argument %s", here.word);
            return;
        }
        here = values->nodes[number - 1];
    }
    append(p, out, here);
}

static void define(parser *p, uint32_t node)
{
    apo_zillions_tree *tree = p->tree;
    uint32_t name = apo_zillions_next(tree, apo_zillions_first(tree, node));
    if (apo_zillions_word(tree, name).length == 0)
        (void)stop(p, APO_E_SYNTAX, "a macro has no name", nothing);
    else if (tree->macro_count == APO_ZILLIONS_MACROS_MAX)
        (void)stop(p, APO_E_TOO_LARGE, "there are too many macros", nothing);
    else
        tree->macros[tree->macro_count++] =
            (apo_zillions_macro){tree->nodes[name].word, tree->nodes[name].next};
}

apo_status apo_zillions_tree_read(apo_zillions_tree *tree, apo_span text,
                                  const apo_alloc *alloc, apo_error *err)
{
    parser p = {tree, text, 0, 1, APO_OK, err};
    builder top = {0, 0};
    const arguments none = {0};
    uint32_t first = 0;
    memset(tree, 0, sizeof *tree);
    tree->alloc = alloc;
    tree->count = 1;
    if (text.length > APO_ZILLIONS_SIZE_MAX)
        return apo_fail(err, APO_E_TOO_LARGE, APO_ZILLIONS_SIZE_MAX,
                        "a rules file has at most 1 MiB", nothing);
    parse(&p, &first);
    for (uint32_t node = first; node != 0 && p.status == APO_OK; node = tree->nodes[node].next)
        if (apo_span_is(apo_zillions_head(tree, node), "define"))
            define(&p, node);
    for (uint32_t node = first; node != 0 && p.status == APO_OK; node = tree->nodes[node].next)
        if (!apo_span_is(apo_zillions_head(tree, node), "define"))
            fill(&p, &top, node, &none, 0);
    tree->top = top.first;
    return p.status;
}

void apo_zillions_tree_free(apo_zillions_tree *tree)
{
    apo_free(tree->alloc, tree->nodes);
    tree->nodes = NULL;
}
