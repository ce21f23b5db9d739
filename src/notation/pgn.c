#include "notation/pgn.h"

#include "base/copy.h"
#include "base/mem.h"
#include "definition/file/definition.h"
#include "notation/fen.h"
#include "rules/rules/outcome.h"

enum {
    NODES_FIRST = 64,
    COMMENT_FIRST = 32, /* bytes */
    NAGS_FIRST = 4
};

void apo_pgn_game_init(apo_pgn_game *game, const apo_alloc *alloc)
{
    memset(game, 0, sizeof *game);
    game->alloc = alloc;
    game->white_quarters = APO_QUARTERS_UNKNOWN;
}

static void drop_nodes(apo_pgn_game *game)
{
    for (size_t i = 0; i < game->node_count; i++) {
        apo_free(game->alloc, game->nodes[i].before.text);
        apo_free(game->alloc, game->nodes[i].after.text);
        apo_free(game->alloc, game->nodes[i].nags);
    }
    apo_free(game->alloc, game->nodes);
    game->nodes = NULL;
    game->node_count = game->node_capacity = 0;
}

void apo_pgn_game_clear(apo_pgn_game *game)
{
    for (size_t i = 0; i < game->tag_count; i++) {
        apo_free(game->alloc, game->tags[i].name);
        apo_free(game->alloc, game->tags[i].value);
    }
    apo_free(game->alloc, game->tags);
    drop_nodes(game);
    apo_pgn_game_init(game, game->alloc);
}

apo_status apo_pgn_game_new(apo_pgn_game **out, const apo_position *start,
                            const apo_alloc *alloc)
{
    apo_pgn_game *game = apo_allocate(alloc, sizeof *game);
    if (game == NULL)
        return APO_E_MEMORY;
    apo_pgn_game_init(game, alloc);
    apo_status status = apo_pgn_set_start(game, start);
    if (status != APO_OK) {
        apo_free(alloc, game);
        return status;
    }
    *out = game;
    return APO_OK;
}

void apo_pgn_game_free(apo_pgn_game *game)
{
    if (game == NULL)
        return;
    const apo_alloc *alloc = game->alloc;
    apo_pgn_game_clear(game);
    apo_free(alloc, game);
}

apo_pgn_game_info apo_pgn_game_info_of(const apo_pgn_game *game)
{
    return (apo_pgn_game_info){&game->start, game->white_quarters, (uint32_t)game->node_count};
}

void apo_pgn_set_result(apo_pgn_game *game, int white_quarters)
{
    game->white_quarters = white_quarters;
}

static bool is_control(char c)
{
    return (unsigned char)c < 0x20U || c == 0x7F;
}

/* --- tags ---------------------------------------------------------------- */

static apo_status check_tag(apo_span name, apo_span value)
{
    if (name.length == 0)
        return APO_E_SYNTAX;
    if (name.length > APO_PGN_TAG_NAME_MAX || value.length > APO_PGN_TAG_VALUE_MAX)
        return APO_E_TOO_LARGE;
    for (size_t i = 0; i < name.length; i++)
        if (!apo_is_letter(name.text[i]) && !apo_is_digit(name.text[i]) && name.text[i] != '_')
            return APO_E_SYNTAX;
    for (size_t i = 0; i < value.length; i++)
        if (is_control(value.text[i]))
            return APO_E_SYNTAX;
    return APO_OK;
}

static apo_pgn_tag *find_tag(const apo_pgn_game *game, apo_span name)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (apo_span_same(apo_span_of(game->tags[i].name), name))
            return &game->tags[i];
    return NULL;
}

static apo_status replace_value(apo_pgn_game *game, apo_pgn_tag *tag, apo_span value)
{
    char *copy = apo_copy_span(game->alloc, value);
    if (copy == NULL)
        return APO_E_MEMORY;
    apo_free(game->alloc, tag->value);
    tag->value = copy;
    return APO_OK;
}

apo_status apo_pgn_tag_set(apo_pgn_game *game, apo_span name, apo_span value)
{
    apo_status status = check_tag(name, value);
    if (status != APO_OK)
        return status;
    apo_pgn_tag *known = find_tag(game, name);
    if (known != NULL)
        return replace_value(game, known, value);
    if (game->tag_count == APO_PGN_TAGS_MAX)
        return APO_E_TOO_LARGE;
    if (game->tags == NULL)
        game->tags = apo_allocate(game->alloc, APO_PGN_TAGS_MAX * sizeof *game->tags);
    if (game->tags == NULL)
        return APO_E_MEMORY;
    apo_pgn_tag tag = {apo_copy_span(game->alloc, name), apo_copy_span(game->alloc, value)};
    if (tag.name == NULL || tag.value == NULL) {
        apo_free(game->alloc, tag.name);
        apo_free(game->alloc, tag.value);
        return APO_E_MEMORY;
    }
    game->tags[game->tag_count++] = tag;
    return APO_OK;
}

apo_span apo_pgn_tag_get(const apo_pgn_game *game, const char *name)
{
    const apo_pgn_tag *tag = find_tag(game, apo_span_of(name));
    return tag != NULL ? apo_span_of(tag->value) : (apo_span){NULL, 0};
}

const char *apo_pgn_tag_name(const apo_pgn_game *game, size_t index)
{
    return index < game->tag_count ? game->tags[index].name : NULL;
}

/* --- variant and start --------------------------------------------------- */

static size_t length_before(apo_span span, char c)
{
    size_t length = 0;
    while (length < span.length && span.text[length] != c)
        length++;
    return length;
}

static apo_span variant_tag(const apo_pgn_game *game)
{
    apo_span value = apo_pgn_tag_get(game, "Variant");
    return apo_span_part(value, 0, length_before(value, ':'));
}

const char *apo_pgn_known_id(const apo_pgn_game *game)
{
    bool has_start =
        apo_pgn_tag_get(game, "FEN").length > 0 || apo_pgn_tag_get(game, "Setup").length > 0;
    return apo_definition_find_id(variant_tag(game), has_start);
}

apo_span apo_pgn_variant_id(const apo_pgn_game *game)
{
    const char *id = apo_pgn_known_id(game);
    return id != NULL ? apo_span_of(id) : variant_tag(game);
}

apo_span apo_pgn_default_id(void)
{
    return apo_span_of(apo_definition_find_id(apo_span_of("Standard"), false));
}

static apo_status find_start_name(const apo_variant *var, apo_span name, unsigned *out,
                                  apo_error *err)
{
    if (apo_variant_find_start(var, name, out))
        return APO_OK;
    return apo_fail(err, APO_E_UNKNOWN, 0, "this game has no start named \"%s\"", name);
}

/* Reads "14", "rank3" or "brouhaha-joker 14". */
static apo_status read_setup_tag(const apo_variant *var, apo_span value, unsigned *out_name,
                                 uint32_t *out_number, apo_error *err)
{
    apo_span rest = value;
    apo_span word = apo_span_word(&rest);
    if (word.length > 0 && !apo_is_digit(word.text[0])) {
        apo_status status = find_start_name(var, word, out_name, err);
        if (status != APO_OK)
            return status;
        word = apo_span_word(&rest);
    }
    if (word.length == 0)
        return APO_OK;
    uint32_t count = apo_variant_info_of(var)->start_count;
    if (!apo_span_number(word, count, out_number) || *out_number == 0)
        return apo_fail(err, APO_E_RANGE, (size_t)(word.text - value.text),
                        "this game has no start \"%s\"", word);
    if (apo_span_trim(rest).length > 0)
        return apo_fail(err, APO_E_SYNTAX, value.length - rest.length,
                        "the start is complete; unexpected \"%s\"", apo_span_trim(rest));
    return APO_OK;
}

apo_status apo_pgn_start_position(apo_position *out, const apo_pgn_game *game,
                                  const apo_variant *var, apo_error *err)
{
    apo_span fen = apo_pgn_tag_get(game, "FEN");
    apo_span variant = apo_pgn_tag_get(game, "Variant");
    apo_span setup = apo_pgn_tag_get(game, "Setup");
    size_t colon = length_before(variant, ':');
    unsigned name_index = 0;
    uint32_t number = 1;
    apo_status status = APO_OK;
    if (fen.length > 0)
        return apo_fen_read(out, var, fen, err);
    if (setup.length == 0 &&
        apo_definition_needs_fen(apo_span_of(apo_variant_info_of(var)->id)))
        return apo_fail(err, APO_E_SYNTAX, 0,
                        "a game of this variant needs the FEN of its start", apo_span_of(""));
    if (colon < variant.length)
        status = find_start_name(var, apo_span_part(variant, colon + 1, variant.length),
                                 &name_index, err);
    if (status == APO_OK)
        status = read_setup_tag(var, setup, &name_index, &number, err);
    if (status != APO_OK)
        return status;
    status = apo_position_start(out, var, name_index, number);
    if (status != APO_OK)
        return apo_fail(err, status, 0, "this game has no such start", apo_span_of(""));
    return APO_OK;
}

/* --- moves --------------------------------------------------------------- */

static bool grow_nodes(apo_pgn_game *game)
{
    if (game->node_count < game->node_capacity)
        return true;
    size_t capacity = game->node_capacity > 0 ? game->node_capacity * 2 : NODES_FIRST;
    apo_pgn_node *nodes =
        apo_reallocate(game->alloc, game->nodes, capacity * sizeof *game->nodes);
    if (nodes == NULL)
        return false;
    game->nodes = nodes;
    game->node_capacity = capacity;
    return true;
}

apo_status apo_pgn_set_start(apo_pgn_game *game, const apo_position *start)
{
    drop_nodes(game);
    game->has_start = false;
    if (!grow_nodes(game))
        return APO_E_MEMORY;
    memset(&game->nodes[0], 0, sizeof game->nodes[0]);
    game->node_count = 1;
    game->start = *start;
    game->has_start = true;
    return APO_OK;
}

/* Adds the last child of `parent`. */
static apo_status add_child(apo_pgn_game *game, uint32_t parent, const apo_pgn_node *child,
                            uint32_t *out_node)
{
    if (game->node_count == APO_PGN_NODES_MAX)
        return APO_E_TOO_LARGE;
    if (!grow_nodes(game))
        return APO_E_MEMORY;
    uint32_t index = (uint32_t)game->node_count++;
    apo_pgn_node *from = &game->nodes[parent];
    game->nodes[index] = *child;
    if (from->first_child == 0)
        from->first_child = index;
    else
        game->nodes[from->last_child].next_sibling = index;
    from->last_child = index;
    *out_node = index;
    return APO_OK;
}

apo_status apo_pgn_add_move(apo_pgn_game *game, uint32_t parent, const apo_move *mv,
                            uint32_t *out_node)
{
    if (parent >= game->node_count)
        return APO_E_RANGE;
    uint32_t played = game->nodes[parent].first_child;
    apo_pgn_node child = {
        .move = *mv, .parent = parent, .replaces = played, .nesting = played == 0 ? 0 : 1};
    return add_child(game, parent, &child, out_node);
}

/* True if a variation of `replaced` can be written after all its siblings so far: it is the
 * last of them, or the last one stands in its brackets. */
static bool is_open(const apo_pgn_game *game, uint32_t replaced)
{
    uint32_t at = game->nodes[game->nodes[replaced].parent].last_child;
    while (at != replaced && at != 0)
        at = game->nodes[at].replaces;
    return at == replaced;
}

apo_status apo_pgn_add_variation(apo_pgn_game *game, uint32_t replaced, const apo_move *mv,
                                 uint32_t *out_node)
{
    if (replaced == 0 || replaced >= game->node_count || !is_open(game, replaced))
        return APO_E_RANGE;
    const apo_pgn_node *node = &game->nodes[replaced];
    if (node->nesting == APO_PGN_DEPTH_MAX)
        return APO_E_TOO_LARGE;
    apo_pgn_node child = {.move = *mv,
                          .parent = node->parent,
                          .replaces = replaced,
                          .nesting = node->nesting + 1};
    return add_child(game, child.parent, &child, out_node);
}

apo_pgn_node_info apo_pgn_node_info_of(const apo_pgn_game *game, uint32_t node)
{
    static const apo_pgn_node none = {.move = {.from = APO_SQUARE_NONE, .to = APO_SQUARE_NONE}};
    const apo_pgn_node *at = node < game->node_count ? &game->nodes[node] : &none;
    return (apo_pgn_node_info){.move = at->move,
                               .parent = at->parent,
                               .first_child = at->first_child,
                               .next_sibling = at->next_sibling,
                               .replaces = at->replaces,
                               .comment_before = at->before.text != NULL ? at->before.text : "",
                               .comment_after = at->after.text != NULL ? at->after.text : "",
                               .nags = at->nags,
                               .nag_count = at->nag_count};
}

/* --- comments and glyphs ------------------------------------------------- */

static apo_pgn_comments *comments_of(const apo_pgn_game *game, uint32_t node, bool is_before)
{
    return is_before ? &game->nodes[node].before : &game->nodes[node].after;
}

void apo_pgn_drop_comments(apo_pgn_game *game, uint32_t node, bool is_before)
{
    if (node >= game->node_count)
        return;
    apo_pgn_comments *comments = comments_of(game, node, is_before);
    apo_free(game->alloc, comments->text);
    *comments = (apo_pgn_comments){NULL, 0, 0};
}

/* Reserves `wanted` bytes. The capacity doubles, so many comments take time linear in their
 * length. */
static bool reserve_comments(apo_pgn_game *game, apo_pgn_comments *comments, size_t wanted)
{
    size_t capacity = comments->capacity > 0 ? comments->capacity : COMMENT_FIRST;
    if (wanted <= comments->capacity)
        return true;
    while (capacity < wanted)
        capacity *= 2;
    char *bytes = apo_reallocate(game->alloc, comments->text, capacity);
    if (bytes == NULL)
        return false;
    comments->text = bytes;
    comments->capacity = (uint32_t)capacity;
    return true;
}

/* Trims blanks, and characters that become blanks, from both ends. */
static apo_span trim_comment(apo_span text)
{
    while (text.length > 0 && (is_control(text.text[0]) || text.text[0] == ' '))
        text = apo_span_part(text, 1, text.length);
    while (text.length > 0 &&
           (is_control(text.text[text.length - 1]) || text.text[text.length - 1] == ' '))
        text.length--;
    return text;
}

apo_status apo_pgn_add_comment(apo_pgn_game *game, uint32_t node, bool is_before, apo_span text)
{
    if (node >= game->node_count)
        return APO_E_RANGE;
    apo_pgn_comments *comments = comments_of(game, node, is_before);
    size_t length = comments->length;
    text = trim_comment(text);
    if (text.length == 0)
        return APO_OK;
    if (text.length > APO_PGN_COMMENT_MAX || length + 1 + text.length > APO_PGN_COMMENT_MAX)
        return APO_E_TOO_LARGE;
    if (!reserve_comments(game, comments, length + text.length + 2))
        return APO_E_MEMORY;
    if (length > 0)
        comments->text[length++] = '\n';
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        if (c == '\r' && i + 1 < text.length && text.text[i + 1] == '\n')
            continue;
        comments->text[length++] = is_control(c) ? ' ' : c;
    }
    comments->text[length] = '\0';
    comments->length = (uint32_t)length;
    return APO_OK;
}

apo_status apo_pgn_add_nag(apo_pgn_game *game, uint32_t node, uint8_t nag)
{
    if (node >= game->node_count)
        return APO_E_RANGE;
    apo_pgn_node *annotated = &game->nodes[node];
    for (unsigned i = 0; i < annotated->nag_count; i++)
        if (annotated->nags[i] == nag)
            return APO_OK;
    if (annotated->nag_count == annotated->nag_capacity) {
        size_t capacity =
            annotated->nag_capacity > 0 ? annotated->nag_capacity * 2U : NAGS_FIRST;
        uint8_t *nags = apo_reallocate(game->alloc, annotated->nags, capacity);
        if (nags == NULL)
            return APO_E_MEMORY;
        annotated->nags = nags;
        annotated->nag_capacity = (uint16_t)capacity;
    }
    annotated->nags[annotated->nag_count++] = nag;
    return APO_OK;
}

/* --- positions ----------------------------------------------------------- */

/* Lists the moves to `node`, last one first; gives `*out_path` (free with apo_free). */
static apo_status find_path(const apo_pgn_game *game, uint32_t node, uint32_t **out_path,
                            size_t *out_count)
{
    size_t count = 0;
    for (uint32_t at = node; at != 0; at = game->nodes[at].parent)
        count++;
    uint32_t *path = apo_allocate(game->alloc, (count + 1) * sizeof *path);
    if (path == NULL)
        return APO_E_MEMORY;
    *out_path = path;
    *out_count = count;
    for (uint32_t at = node; at != 0; at = game->nodes[at].parent)
        *path++ = at;
    return APO_OK;
}

apo_status apo_pgn_position(apo_position *out, const apo_pgn_game *game, uint32_t node)
{
    uint32_t *path;
    size_t count;
    apo_undo undo;
    if (node >= game->node_count)
        return APO_E_RANGE;
    apo_status status = find_path(game, node, &path, &count);
    if (status != APO_OK)
        return status;
    *out = game->start;
    while (count > 0)
        apo_make(out, &game->nodes[path[--count]].move, &undo);
    apo_free(game->alloc, path);
    return APO_OK;
}
