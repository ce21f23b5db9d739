/* PGN for the package: games with their variations, comments and NAGs as JSON, and back. */
#include "base/json.h"
#include "base/mem.h"
#include "notation/fen.h"
#include "notation/move_text.h"
#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"
#include "rules/rules/program_view.h"
#include "wasm/library.h"

/* --- walking through a game ---------------------------------------------- */

/* A position that follows the nodes of a game: nodes next to each other in the array are near
 * each other in the tree, so going from one to the next is cheap. */
typedef struct walk {
    const apo_pgn_game *game;
    apo_position pos;
    uint32_t *path;  /* owned; the nodes from the start to the current one, exclusive */
    apo_undo *undos; /* owned; how to take back the move of each */
    uint32_t *depth; /* owned; of each node, the start having 0 */
    size_t length;   /* of the path */
    size_t capacity;
} walk;

static void walk_clear(walk *w)
{
    apo_free(NULL, w->path);
    apo_free(NULL, w->undos);
    apo_free(NULL, w->depth);
}

static bool walk_grow(walk *w, size_t capacity)
{
    if (capacity <= w->capacity)
        return true;
    capacity = capacity < 64 ? 64 : 2 * capacity;
    uint32_t *path = apo_reallocate(NULL, w->path, capacity * sizeof *path);
    if (path == NULL)
        return false;
    w->path = path;
    apo_undo *undos = apo_reallocate(NULL, w->undos, capacity * sizeof *undos);
    if (undos == NULL)
        return false;
    w->undos = undos;
    uint32_t *depth = apo_reallocate(NULL, w->depth, (capacity + 1) * sizeof *depth);
    if (depth == NULL)
        return false;
    w->depth = depth;
    w->capacity = capacity;
    return true;
}

static apo_status walk_start(walk *w, const apo_pgn_game *game)
{
    memset(w, 0, sizeof *w);
    w->game = game;
    w->pos = game->start;
    if (!walk_grow(w, game->node_count))
        return APO_E_MEMORY;
    w->depth[0] = 0;
    for (uint32_t i = 1; i < game->node_count; i++)
        w->depth[i] = w->depth[game->nodes[i].parent] + 1;
    return APO_OK;
}

/* True if the node is the start or on the path. */
static bool is_on_path(const walk *w, uint32_t node)
{
    uint32_t depth = w->depth[node];
    return depth == 0 || (depth <= w->length && w->path[depth - 1] == node);
}

/* Goes to the position after a node's move. */
static void walk_to(walk *w, uint32_t node)
{
    uint32_t common = node;
    while (!is_on_path(w, common))
        common = w->game->nodes[common].parent;
    while (w->length > w->depth[common])
        apo_unmake(&w->pos, &w->undos[--w->length]);
    for (uint32_t at = node; at != common; at = w->game->nodes[at].parent)
        w->path[w->depth[at] - 1] = at;
    for (; w->length < w->depth[node]; w->length++)
        apo_make(&w->pos, &w->game->nodes[w->path[w->length]].move, &w->undos[w->length]);
}

/* --- reading ------------------------------------------------------------- */

static apo_span text_from(const apo_session *s, size_t length, size_t from)
{
    apo_span text = apo_session_input_span(s, length);
    return apo_span_part(text, from < text.length ? from : text.length, text.length);
}

static void add_tags(apo_buffer *out, const char *name, const apo_pgn_game *game)
{
    apo_json_open(out, name, '[');
    for (size_t i = 0; i < game->tag_count; i++) {
        apo_json_open(out, NULL, '[');
        apo_json_add_string(out, NULL, game->tags[i].name);
        apo_json_add_string(out, NULL, game->tags[i].value);
        apo_json_close(out, ']');
    }
    apo_json_close(out, ']');
}

static int refuse(apo_session *s, apo_status status, apo_error *err, size_t from)
{
    err->position += from;
    return apo_session_refuse(s, status, err);
}

EXPORT(apo_library_pgn_tags)

int apo_library_pgn_tags(apo_session *s, size_t length, size_t from)
{
    apo_error err = {.status = APO_OK};
    apo_pgn_reader reader;
    apo_pgn_game game;
    apo_pgn_reader_start(&reader, text_from(s, length, from));
    apo_buffer *out = apo_session_answer(s);
    if (!apo_pgn_reader_has_game(&reader)) {
        apo_buffer_add(out, "null");
        return APO_OK;
    }
    apo_pgn_game_init(&game, NULL);
    apo_status status = apo_pgn_read_tags(&reader, &game, &err);
    if (status == APO_OK) {
        apo_json_open(out, NULL, '{');
        apo_json_add_text(out, "variant", apo_pgn_variant_id(&game));
        add_tags(out, "tags", &game);
        apo_json_close(out, '}');
    } else {
        apo_pgn_skip_game(&reader);
        s->pgn_next = from + reader.cursor.position;
        refuse(s, status, &err, from);
    }
    apo_pgn_game_clear(&game);
    return (int)status;
}

static void add_move_texts(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    char buf[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_coordinate_write(&text, pos, mv);
    apo_json_add_string(out, "text", buf);
    text = apo_text_start(buf, sizeof buf);
    apo_san_write(&text, pos, mv);
    apo_json_add_string(out, "san", buf);
}

static void add_node(apo_buffer *out, walk *w, uint32_t index)
{
    const apo_pgn_node *node = &w->game->nodes[index];
    apo_json_open(out, NULL, '{');
    if (index > 0) {
        walk_to(w, node->parent);
        apo_json_add_number(out, "parent", node->parent);
        apo_json_add_number(out, "replaces", node->replaces);
        add_move_texts(out, &w->pos, &node->move);
    }
    if (node->before.text != NULL)
        apo_json_add_string(out, "before", node->before.text);
    if (node->after.text != NULL)
        apo_json_add_string(out, "after", node->after.text);
    if (node->nag_count > 0) {
        apo_json_open(out, "nags", '[');
        for (unsigned i = 0; i < node->nag_count; i++)
            apo_json_add_number(out, NULL, node->nags[i]);
        apo_json_close(out, ']');
    }
    apo_json_close(out, '}');
}

static apo_status add_game(apo_buffer *out, const apo_pgn_game *game)
{
    char fen[APO_FEN_MAX];
    apo_text text = apo_text_start(fen, sizeof fen);
    walk w;
    apo_status status = walk_start(&w, game);
    if (status == APO_OK) {
        apo_fen_write(&text, &game->start);
        apo_json_open(out, NULL, '{');
        add_tags(out, "tags", game);
        apo_json_add_string(out, "fen", fen);
        apo_json_add_number(out, "whiteQuarters", game->white_quarters);
        apo_json_open(out, "nodes", '[');
        for (uint32_t i = 0; i < game->node_count; i++)
            add_node(out, &w, i);
        apo_json_close(out, ']');
        apo_json_close(out, '}');
        status = out->is_failed ? APO_E_MEMORY : APO_OK;
    }
    walk_clear(&w);
    return status;
}

static apo_status read_game(apo_session *s, apo_pgn_reader *reader, apo_pgn_game *game,
                            apo_error *err)
{
    apo_position start;
    apo_status status = apo_pgn_read_tags(reader, game, err);
    if (status == APO_OK && s->var == NULL)
        status = APO_E_UNKNOWN;
    if (status == APO_OK)
        status = apo_pgn_start_position(&start, game, s->var, err);
    if (status == APO_OK)
        status = apo_pgn_set_start(game, &start);
    return status == APO_OK ? apo_pgn_read_moves(reader, game, err) : status;
}

EXPORT(apo_library_pgn_use) void apo_library_pgn_use(apo_session *s, const apo_session *of)
{
    if (of != NULL)
        apo_session_join(s, of);
    else
        apo_session_leave(s);
}

EXPORT(apo_library_pgn_read)

int apo_library_pgn_read(apo_session *s, size_t length, size_t from)
{
    apo_error err = {.status = APO_OK};
    apo_pgn_reader reader;
    apo_pgn_game game;
    apo_pgn_reader_start(&reader, text_from(s, length, from));
    if (!apo_pgn_reader_has_game(&reader)) {
        s->pgn_next = length;
        return refuse(s, APO_E_UNKNOWN, &err, 0);
    }
    apo_pgn_game_init(&game, NULL);
    apo_status status = read_game(s, &reader, &game, &err);
    if (status == APO_OK)
        status = add_game(apo_session_answer(s), &game);
    else
        apo_pgn_skip_game(&reader);
    s->pgn_next = from + reader.cursor.position;
    if (status != APO_OK)
        refuse(s, status, &err, from);
    apo_pgn_game_clear(&game);
    return (int)status;
}

EXPORT(apo_library_pgn_next) size_t apo_library_pgn_next(const apo_session *s)
{
    return s->pgn_next;
}

/* --- writing ------------------------------------------------------------- */

typedef struct writer {
    apo_session *s;
    apo_pgn_game game;
    walk w;
    apo_error err;
} writer;

static apo_status wrong_line(writer *writer)
{
    return apo_fail(&writer->err, APO_E_SYNTAX, 0, "this line of a game is not understood",
                    apo_span_of(""));
}

static apo_status set_start(writer *writer, apo_span text)
{
    apo_position start;
    apo_status status = apo_fen_read(&start, writer->s->var, text, &writer->err);
    if (status == APO_OK)
        status = apo_pgn_set_start(&writer->game, &start);
    walk_clear(&writer->w);
    return status == APO_OK ? walk_start(&writer->w, &writer->game) : status;
}

/* Reads the number of a node that exists. */
static bool read_node(const writer *writer, apo_span *rest, uint32_t *out)
{
    apo_span word = apo_span_word(rest);
    return writer->game.node_count > 0 &&
           apo_span_number(word, (uint32_t)writer->game.node_count - 1, out);
}

/* Adds a move after the node `at`, or a variation of it. */
static apo_status add_move(writer *writer, uint32_t at, bool is_variation, apo_span text)
{
    apo_move mv;
    uint32_t node = 0;
    walk *w = &writer->w;
    uint32_t parent = is_variation ? writer->game.nodes[at].parent : at;
    walk_to(w, parent);
    apo_status status = apo_move_read_any(&mv, &w->pos, text, &writer->err);
    if (status == APO_OK)
        status = is_variation ? apo_pgn_add_variation(&writer->game, at, &mv, &node)
                              : apo_pgn_add_move(&writer->game, at, &mv, &node);
    if (status == APO_OK && !walk_grow(w, writer->game.node_count))
        status = APO_E_MEMORY;
    if (status == APO_OK)
        w->depth[node] = w->depth[parent] + 1;
    return status;
}

static apo_status add_tag(writer *writer, apo_span rest)
{
    apo_span name = apo_span_word(&rest);
    return apo_pgn_tag_set(&writer->game, name, apo_span_trim(rest));
}

static apo_status take_line(writer *writer, char what, apo_span rest)
{
    uint32_t node = 0, number = 0;
    if (what == 'T')
        return add_tag(writer, rest);
    if (what == 'F')
        return set_start(writer, rest);
    if (what == 'R') {
        if (!apo_span_number(rest, APO_QUARTERS_WIN, &number))
            return wrong_line(writer);
        writer->game.white_quarters = (int)number;
        return APO_OK;
    }
    if (!read_node(writer, &rest, &node))
        return wrong_line(writer);
    rest = apo_span_trim(rest);
    switch (what) {
    case 'M': return add_move(writer, node, false, rest);
    case 'V': return add_move(writer, node, true, rest);
    case 'B': return apo_pgn_add_comment(&writer->game, node, true, rest);
    case 'A': return apo_pgn_add_comment(&writer->game, node, false, rest);
    case 'N':
        if (!apo_span_number(rest, 255, &number))
            return wrong_line(writer);
        return apo_pgn_add_nag(&writer->game, node, (uint8_t)number);
    default: return wrong_line(writer);
    }
}

static apo_status take_lines(writer *writer, apo_span input)
{
    apo_span rest = input, line;
    apo_status status = APO_OK;
    while (status == APO_OK && apo_span_line(&rest, &line)) {
        writer->err.position = 0;
        status = line.length < 2
                     ? wrong_line(writer)
                     : take_line(writer, line.text[0], apo_span_part(line, 2, line.length));
        if (status != APO_OK && line.length > 0)
            writer->err.position += (size_t)(line.text - input.text);
    }
    if (status == APO_OK && !writer->game.has_start)
        status = wrong_line(writer);
    return status;
}

EXPORT(apo_library_pgn_write) int apo_library_pgn_write(apo_session *s, size_t length)
{
    writer writer;
    memset(&writer, 0, sizeof writer);
    writer.s = s;
    if (s->var == NULL)
        return refuse(s, APO_E_UNKNOWN, &writer.err, 0);
    apo_pgn_game_init(&writer.game, NULL);
    apo_status status = take_lines(&writer, apo_session_input_span(s, length));
    if (status == APO_OK) {
        apo_buffer *out = apo_session_answer(s);
        status = apo_pgn_write(out, &writer.game);
    }
    if (status != APO_OK)
        refuse(s, status, &writer.err, 0);
    walk_clear(&writer.w);
    apo_pgn_game_clear(&writer.game);
    return (int)status;
}
