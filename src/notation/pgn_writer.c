#include "notation/pgn_writer.h"

#include "definition/file/definition.h"
#include "notation/fen.h"
#include "notation/pgn_walk_priv.h"
#include "notation/result.h"
#include "notation/san.h"

/* --- tags ---------------------------------------------------------------- */

static const struct {
    const char *name;
    const char *fallback;
} roster[] = {
    {"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"}, {"Round", "?"},
    {"White", "?"}, {"Black", "?"}, {"Result", NULL},       {"Variant", NULL},
};

enum {
    ROSTER = sizeof roster / sizeof roster[0]
};

static void write_tag(apo_buffer *out, const char *name, apo_span value)
{
    apo_buffer_add_char(out, '[');
    apo_buffer_add(out, name);
    apo_buffer_add(out, " \"");
    for (size_t i = 0; i < value.length; i++) {
        if (value.text[i] == '"' || value.text[i] == '\\')
            apo_buffer_add_char(out, '\\');
        apo_buffer_add_char(out, value.text[i]);
    }
    apo_buffer_add(out, "\"]\n");
}

static bool is_in_roster(const char *name)
{
    for (size_t i = 0; i < ROSTER; i++)
        if (apo_span_is(apo_span_of(name), roster[i].name))
            return true;
    /* "Setup" is ours: the number or name of the start. "SetUp" is PGN's: "1" says that there
     * is a tag "FEN". */
    return apo_span_is(apo_span_of(name), "Setup") || apo_span_is(apo_span_of(name), "SetUp") ||
           apo_span_is(apo_span_of(name), "FEN");
}

/* The tag Variant as it was read, or the name of the game, if there is no tag or it names
 * another game that is built in: who reads the text must not get that one. */
static apo_span variant_name(const apo_pgn_game *game)
{
    apo_span id = apo_span_of(apo_variant_info_of(apo_position_variant(&game->start))->id);
    apo_span said = apo_pgn_tag_get(game, "Variant"), own = apo_definition_name_elsewhere(id);
    if (said.text == NULL || apo_span_same(said, own))
        return own; /* without a search through all names */
    const char *known = apo_pgn_known_id(game);
    return known != NULL && !apo_span_is(id, known) ? own : said;
}

static void write_roster(apo_buffer *out, const apo_pgn_game *game)
{
    for (size_t i = 0; i < ROSTER; i++) {
        apo_span value = apo_pgn_tag_get(game, roster[i].name);
        if (apo_span_is(apo_span_of(roster[i].name), "Result"))
            value = apo_span_of(apo_result_text(game->white_quarters));
        else if (apo_span_is(apo_span_of(roster[i].name), "Variant"))
            value = variant_name(game);
        else if (value.text == NULL)
            value = apo_span_of(roster[i].fallback);
        write_tag(out, roster[i].name, value);
    }
}

/* True if the game can begin nowhere else; PGN then needs no tags for its start. */
static bool is_only_start(const apo_pgn_game *game)
{
    const apo_variant *var = apo_position_variant(&game->start);
    const apo_variant_info *info = apo_variant_info_of(var);
    apo_position start;
    return info->start_count == 1 && info->start_name_count == 1 &&
           apo_position_start(&start, var, 0, 1) == APO_OK &&
           apo_position_same(&start, &game->start) &&
           start.state.halfmove_count == game->start.state.halfmove_count &&
           start.state.move_number == game->start.state.move_number;
}

static void write_fen_tags(apo_buffer *out, apo_span fen)
{
    write_tag(out, "SetUp", apo_span_of("1"));
    write_tag(out, "FEN", fen);
}

static void write_start_tags(apo_buffer *out, const apo_pgn_game *game)
{
    apo_span setup = apo_pgn_tag_get(game, "Setup");
    apo_span fen = apo_pgn_tag_get(game, "FEN");
    const char *id = apo_variant_info_of(apo_position_variant(&game->start))->id;
    bool is_only = is_only_start(game);
    bool has_start =
        is_only || (setup.text != NULL && !apo_definition_needs_fen(apo_span_of(id)));
    if (setup.text != NULL && !is_only)
        write_tag(out, "Setup", setup);
    if (fen.text != NULL)
        write_fen_tags(out, fen);
    if (fen.text == NULL && !has_start) {
        char bytes[APO_FEN_MAX];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_fen_write(&text, &game->start);
        write_fen_tags(out, apo_text_span(&text));
    }
}

static void write_tags(apo_buffer *out, const apo_pgn_game *game)
{
    write_roster(out, game);
    write_start_tags(out, game);
    for (size_t i = 0; i < game->tag_count; i++)
        if (!is_in_roster(game->tags[i].name))
            write_tag(out, game->tags[i].name, apo_span_of(game->tags[i].value));
    apo_buffer_add_char(out, '\n');
}

/* --- moves --------------------------------------------------------------- */

/* A move with variations, and the current one of them. */
struct branch {
    uint32_t played;
    uint32_t variation;
};

struct writer {
    apo_buffer *out;
    const apo_pgn_game *game;
    apo_pgn_walk walk;
    struct branch branches[APO_PGN_DEPTH_MAX]; /* from the outermost */
    unsigned branch_count;
    size_t column;     /* bytes in the line so far */
    char opening[3];   /* "(", "{", ";", "({" or "(;" before the next word */
    bool needs_number; /* the next move is written with its number */
};

static void break_line(struct writer *writer)
{
    apo_buffer_add_char(writer->out, '\n');
    writer->column = 0;
}

/* Lets the next word begin with a bracket. */
static void open_bracket(struct writer *writer, char bracket)
{
    size_t length = apo_span_of(writer->opening).length;
    writer->opening[length] = bracket;
    writer->opening[length + 1] = '\0';
}

static void close_bracket(struct writer *writer, char bracket)
{
    if (writer->column == APO_PGN_LINE_MAX)
        break_line(writer);
    apo_buffer_add_char(writer->out, bracket);
    writer->column++;
}

/* Writes a word after a space, or on a new line if it does not fit. */
static void write_word(struct writer *writer, apo_span word)
{
    apo_span opening = apo_span_of(writer->opening);
    size_t length = opening.length + word.length;
    /* Readers would skip a line that begins with '%'. */
    bool is_escape = opening.length == 0 && word.length > 0 && word.text[0] == '%';
    bool is_first = writer->column == 0;
    if (!is_first && !is_escape && writer->column + 1 + length > APO_PGN_LINE_MAX) {
        break_line(writer);
    } else if (!is_first) {
        apo_buffer_add_char(writer->out, ' ');
        writer->column++;
    }
    apo_buffer_add_span(writer->out, opening);
    apo_buffer_add_span(writer->out, word);
    writer->column += length;
    writer->opening[0] = '\0';
}

/* The end of the first word: a line may be broken at a single blank only, so that reading it
 * again gives the same blanks. */
static size_t measure_word(apo_span text)
{
    size_t end = 0;
    while (end < text.length) {
        bool is_blank = text.text[end] == ' ';
        bool is_single = end > 0 && text.text[end - 1] != ' ' && end + 1 < text.length &&
                         text.text[end + 1] != ' ';
        if (is_blank && is_single)
            return end;
        end++;
    }
    return end;
}

static bool has_brace(apo_span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] == '}')
            return true;
    return false;
}

/* Writes a comment that contains a closing brace as the rest of a line. */
static void write_rest_of_line(struct writer *writer, apo_span text)
{
    open_bracket(writer, ';');
    write_word(writer, text);
    break_line(writer);
}

static void write_braced(struct writer *writer, apo_span text)
{
    open_bracket(writer, '{');
    while (text.length > 0) {
        size_t length = measure_word(text);
        write_word(writer, apo_span_part(text, 0, length));
        text = apo_span_part(text, length + 1, text.length);
    }
    close_bracket(writer, '}');
}

static void write_comments(struct writer *writer, const apo_pgn_comments *comments)
{
    apo_span rest = {comments->text, comments->length}, line;
    while (rest.length > 0) {
        apo_span_line(&rest, &line);
        if (has_brace(line))
            write_rest_of_line(writer, line);
        else
            write_braced(writer, line);
        writer->needs_number = true;
    }
}

static void write_number(struct writer *writer)
{
    char bytes[16];
    apo_setup setup;
    apo_text text = apo_text_start(bytes, sizeof bytes);
    bool is_white = apo_position_side(&writer->walk.pos) == APO_WHITE;
    if (!is_white && !writer->needs_number)
        return;
    apo_position_to_setup(&writer->walk.pos, &setup);
    apo_text_add_number(&text, setup.move_number);
    apo_text_add(&text, is_white ? "." : "...");
    write_word(writer, apo_text_span(&text));
}

static void write_nags(struct writer *writer, const apo_pgn_node *node)
{
    for (unsigned i = 0; i < node->nag_count; i++) {
        char bytes[8];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_text_add_char(&text, '$');
        apo_text_add_number(&text, node->nags[i]);
        write_word(writer, apo_text_span(&text));
    }
}

/* Writes the move of a child of the walk's node and goes down to it. */
static apo_status write_move(struct writer *writer, uint32_t index)
{
    const apo_pgn_node *node = &writer->game->nodes[index];
    char bytes[APO_SAN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_side side = apo_position_side(&writer->walk.pos);
    write_comments(writer, &node->before);
    write_number(writer);
    apo_san_write(&text, &writer->walk.pos, &node->move);
    write_word(writer, apo_text_span(&text));
    write_nags(writer, node);
    apo_status status = apo_pgn_walk_down(&writer->walk, index);
    /* Within a double turn the number shows that the same side moves again. */
    writer->needs_number = apo_position_side(&writer->walk.pos) == side;
    write_comments(writer, &node->after);
    return status;
}

static bool has_variations(const struct writer *writer, uint32_t node)
{
    const apo_pgn_node *nodes = writer->game->nodes;
    uint32_t next = nodes[node].next_sibling;
    return next != 0 && nodes[next].replaces == node;
}

/* The next variation of the same move; 0 if there is none. */
static uint32_t find_next(const struct writer *writer, const struct branch *branch)
{
    const apo_pgn_node *nodes = writer->game->nodes;
    uint32_t next = nodes[branch->variation].next_sibling;
    /* Those that stand in this variation's own brackets have been written. */
    while (next != 0 && nodes[next].nesting > nodes[branch->played].nesting + 1)
        next = nodes[next].next_sibling;
    return next != 0 && nodes[next].replaces == branch->played ? next : 0;
}

/* Goes back to the start of the innermost variation and opens the next variation of the same
 * move; after the last one, makes the move again. */
static apo_status next_variation(struct writer *writer)
{
    struct branch *branch = &writer->branches[writer->branch_count - 1];
    uint32_t next = find_next(writer, branch);
    while (writer->walk.node != writer->game->nodes[branch->played].parent)
        apo_pgn_walk_up(&writer->walk);
    writer->needs_number = true;
    if (next == 0) {
        writer->branch_count--;
        return apo_pgn_walk_down(&writer->walk, branch->played);
    }
    branch->variation = next;
    open_bracket(writer, '(');
    return write_move(writer, next);
}

static apo_status open_variations(struct writer *writer, uint32_t played)
{
    if (writer->branch_count == APO_PGN_DEPTH_MAX)
        return APO_E_TOO_LARGE;
    writer->branches[writer->branch_count++] = (struct branch){played, played};
    return next_variation(writer);
}

/* Writes a move and everything after it, with each move's variations after the move. */
static apo_status write_line(struct writer *writer, uint32_t first)
{
    apo_status status = write_move(writer, first);
    bool is_new = true; /* the variations of the move just written have not been written */
    while (status == APO_OK) {
        uint32_t node = writer->walk.node, child = writer->game->nodes[node].first_child;
        unsigned depth = writer->branch_count;
        if (is_new && has_variations(writer, node)) {
            status = open_variations(writer, node);
        } else if (child != 0) {
            status = write_move(writer, child);
        } else if (depth > 0) {
            close_bracket(writer, ')');
            status = next_variation(writer);
        } else {
            break;
        }
        is_new = writer->branch_count >= depth;
    }
    return status;
}

static apo_status write_moves(struct writer *writer)
{
    const apo_pgn_node *root = &writer->game->nodes[0];
    writer->needs_number = true;
    write_comments(writer, &root->after);
    apo_status status = APO_OK;
    if (root->first_child != 0)
        status = write_line(writer, root->first_child);
    write_word(writer, apo_span_of(apo_result_text(writer->game->white_quarters)));
    break_line(writer);
    break_line(writer);
    return status;
}

apo_status apo_pgn_write(apo_buffer *out, const apo_pgn_game *game)
{
    write_tags(out, game);
    return apo_pgn_write_moves(out, game);
}

apo_status apo_pgn_write_moves(apo_buffer *out, const apo_pgn_game *game)
{
    struct writer writer = {.out = out, .game = game};
    apo_pgn_walk_start(&writer.walk, game);
    apo_status status = write_moves(&writer);
    apo_pgn_walk_clear(&writer.walk);
    return status == APO_OK && out->is_failed ? APO_E_MEMORY : status;
}
