#include "notation/pgn_reader.h"

#include "base/utf8.h"
#include "notation/move_text.h"
#include "notation/pgn_token_priv.h"
#include "notation/pgn_walk_priv.h"
#include "notation/result.h"

void apo_pgn_reader_start(apo_pgn_reader *reader, apo_span text)
{
    *reader = (apo_pgn_reader){.cursor = {.text = text}};
    /* A byte order mark is not part of the first game. */
    if (apo_span_starts_with(text, "\xEF\xBB\xBF"))
        reader->cursor.position = 3;
}

bool apo_pgn_reader_has_game(apo_pgn_reader *reader)
{
    apo_pgn_token token;
    size_t start = reader->cursor.position;
    do {
        if (apo_pgn_next_token(&token, &reader->cursor, NULL) != APO_OK)
            return true; /* reading it will report the error */
    } while (token.kind == APO_PGN_TOKEN_COMMENT);
    /* Without tags between them, comments before moves are the game's. */
    bool has_tags = token.kind == APO_PGN_TOKEN_TAG;
    bool is_end = token.kind == APO_PGN_TOKEN_END;
    reader->cursor.position = has_tags || is_end ? token.position : start;
    return !is_end;
}

/* --- tags ---------------------------------------------------------------- */

struct tag_scan {
    apo_span text;
    size_t at;
    apo_error *err;
};

static char peek(const struct tag_scan *scan)
{
    return scan->at < scan->text.length ? scan->text.text[scan->at] : '\0';
}

static void skip_blanks(struct tag_scan *scan)
{
    while (apo_is_blank(peek(scan)))
        scan->at++;
}

static bool is_name_char(char c)
{
    return apo_is_letter(c) || apo_is_digit(c) || c == '_';
}

static apo_status fail_tag(const struct tag_scan *scan, const char *detail)
{
    return apo_fail(scan->err, APO_E_SYNTAX, scan->at, detail,
                    apo_utf8_at(scan->text, scan->at));
}

static apo_span read_name(struct tag_scan *scan)
{
    size_t start = scan->at;
    while (is_name_char(peek(scan)))
        scan->at++;
    return apo_span_part(scan->text, start, scan->at - start);
}

/* Reads a quoted value with \" and \\ in it. */
static apo_status read_value(struct tag_scan *scan, apo_text *out)
{
    if (peek(scan) != '"')
        return fail_tag(scan, "expected the tag's value in double quotes");
    for (scan->at++; peek(scan) != '"'; scan->at++) {
        bool is_end = scan->at >= scan->text.length || peek(scan) == '\n';
        if (is_end)
            return fail_tag(scan, "the tag's value has no closing quote");
        if (peek(scan) == '\\' && scan->at + 1 < scan->text.length &&
            (scan->text.text[scan->at + 1] == '"' || scan->text.text[scan->at + 1] == '\\'))
            scan->at++;
        apo_text_add_char(out, peek(scan));
    }
    scan->at++;
    return APO_OK;
}

static bool has_tag(const apo_pgn_game *game, apo_span name)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (apo_span_is(name, game->tags[i].name))
            return true;
    return false;
}

static const char *tag_fault(apo_status status)
{
    if (status == APO_E_SYNTAX)
        return "the tag %{tag} has control characters in its value";
    return status == APO_E_MEMORY ? "the tag %{tag} does not fit into memory"
                                  : "the tag %{tag} is too long, or one tag too many";
}

static apo_status refuse_tag(const struct tag_scan *scan, apo_span name, apo_status status,
                             const char *detail)
{
    return apo_fail_gaps(scan->err, status, (size_t)(name.text - scan->text.text), detail,
                         APO_GAPS(APO_GAP_WORD("tag", name)));
}

static apo_status keep_tag(const struct tag_scan *scan, apo_pgn_game *game, apo_span name,
                           const apo_text *value)
{
    if (has_tag(game, name))
        return refuse_tag(scan, name, APO_E_SYNTAX, "the tag %{tag} is given twice");
    apo_status status = value->is_overflowed
                            ? APO_E_TOO_LARGE
                            : apo_pgn_tag_set(game, name, apo_text_span(value));
    return status == APO_OK ? APO_OK : refuse_tag(scan, name, status, tag_fault(status));
}

/* Reads `[Name "value"]`. */
static apo_status read_tag(struct tag_scan *scan, apo_pgn_game *game)
{
    char bytes[APO_PGN_TAG_VALUE_MAX + 1];
    apo_text value = apo_text_start(bytes, sizeof bytes);
    scan->at++;
    skip_blanks(scan);
    apo_span name = read_name(scan);
    if (name.length == 0)
        return fail_tag(scan, "expected the tag's name");
    skip_blanks(scan);
    apo_status status = read_value(scan, &value);
    if (status != APO_OK)
        return status;
    skip_blanks(scan);
    if (peek(scan) != ']')
        return fail_tag(scan, "expected ] after the tag's value");
    scan->at++;
    return keep_tag(scan, game, name, &value);
}

/* Goes to the next tag; false if something else comes first. */
static bool find_tag(apo_pgn_reader *reader)
{
    apo_pgn_token token;
    size_t start = reader->cursor.position;
    bool is_tag = apo_pgn_next_token(&token, &reader->cursor, NULL) == APO_OK &&
                  token.kind == APO_PGN_TOKEN_TAG;
    reader->cursor.position = is_tag ? token.position : start;
    return is_tag;
}

apo_status apo_pgn_read_tags(apo_pgn_reader *reader, apo_pgn_game *game, apo_error *err)
{
    reader->is_in_tags = true;
    while (find_tag(reader)) {
        struct tag_scan scan = {reader->cursor.text, reader->cursor.position, err};
        apo_status status = read_tag(&scan, game);
        if (status != APO_OK)
            return status;
        reader->cursor.position = scan.at;
    }
    reader->is_in_tags = false;
    return APO_OK;
}

/* --- moves --------------------------------------------------------------- */

enum {
    BEFORE_FIRST = 8
};

struct scan {
    apo_pgn_game *game;
    apo_pgn_walk walk;
    apo_pgn_token token;
    uint32_t branches[APO_PGN_DEPTH_MAX]; /* the moves that open variations replace */
    unsigned branch_count;
    bool is_before;   /* a comment belongs to the next move */
    apo_span *before; /* owned: such pending comments */
    size_t before_count, before_capacity;
    uint8_t nags[APO_PGN_NAGS_MAX]; /* pending glyphs of the next move */
    unsigned nag_count;
    bool is_listed; /* `legal` has the moves at node `listed`; variations share them */
    uint32_t listed;
    apo_moves legal;
    apo_error *err;
};

static apo_status fail(const struct scan *scan, apo_status status, const char *detail)
{
    return apo_fail(scan->err, status, scan->token.position, detail, scan->token.text);
}

static apo_status fail_move(const struct scan *scan, apo_status status, const apo_error *why)
{
    static const char *const sentences[APO_SIDES][2] = {
        {"White's move %{number}, %{move}: %{reason}",
         "White's move %{number} in a variation, %{move}: %{reason}"},
        {"Black's move %{number}, %{move}: %{reason}",
         "Black's move %{number} in a variation, %{move}: %{reason}"},
    };
    const apo_position *pos = &scan->walk.pos;
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    return apo_fail_gaps(scan->err, status, scan->token.position + why->position,
                         sentences[apo_position_side(pos)][scan->branch_count > 0],
                         APO_GAPS(APO_GAP_NUMBER("number", setup.move_number),
                                  APO_GAP_WORD("move", scan->token.text),
                                  APO_GAP_TEXT("reason", why->detail)));
}

/* Attaches pending comments to a move. */
static apo_status flush_comments(struct scan *scan, uint32_t node, bool is_before)
{
    apo_status status = APO_OK;
    for (size_t i = 0; status == APO_OK && i < scan->before_count; i++)
        status = apo_pgn_add_comment(scan->game, node, is_before, scan->before[i]);
    scan->before_count = 0;
    return status;
}

static apo_status flush_nags(struct scan *scan, uint32_t node)
{
    apo_status status = APO_OK;
    for (unsigned i = 0; status == APO_OK && i < scan->nag_count; i++)
        status = apo_pgn_add_nag(scan->game, node, scan->nags[i]);
    scan->nag_count = 0;
    return status;
}

/* True if a variation has been opened but has no move yet. */
static bool is_variation_empty(const struct scan *scan)
{
    return scan->branch_count > 0 &&
           scan->walk.node == scan->game->nodes[scan->branches[scan->branch_count - 1]].parent;
}

static apo_status add_node(struct scan *scan, const apo_move *mv, uint32_t *out_node)
{
    if (is_variation_empty(scan))
        return apo_pgn_add_variation(scan->game, scan->branches[scan->branch_count - 1], mv,
                                     out_node);
    return apo_pgn_add_move(scan->game, scan->walk.node, mv, out_node);
}

static const apo_move_list *list_moves(struct scan *scan)
{
    if (!scan->is_listed || scan->listed != scan->walk.node)
        /* The list records an overflow, which is reported when a move is read. */
        (void)apo_moves_legal(apo_moves_start(&scan->legal), &scan->walk.pos);
    scan->is_listed = true;
    scan->listed = scan->walk.node;
    return &scan->legal.list;
}

static apo_status read_move(struct scan *scan)
{
    apo_move mv;
    apo_error why;
    uint32_t node;
    apo_status status =
        apo_move_read_among(&mv, &scan->walk.pos, scan->token.text, list_moves(scan), &why);
    if (status != APO_OK)
        return fail_move(scan, status, &why);
    status = add_node(scan, &mv, &node);
    if (status == APO_OK)
        status = apo_pgn_walk_down(&scan->walk, node);
    if (status == APO_OK)
        status = flush_comments(scan, node, true);
    if (status == APO_OK)
        status = flush_nags(scan, node);
    scan->is_before = false;
    return status == APO_OK ? APO_OK : fail(scan, status, "the game has too many moves");
}

static apo_status keep_before(struct scan *scan, apo_span comment)
{
    if (scan->before_count == scan->before_capacity) {
        apo_span *before = apo_grow(scan->game->alloc, scan->before, &scan->before_capacity,
                                    BEFORE_FIRST, sizeof *before);
        if (before == NULL)
            return APO_E_MEMORY;
        scan->before = before;
    }
    scan->before[scan->before_count++] = comment;
    return APO_OK;
}

static apo_status read_comment(struct scan *scan)
{
    apo_span comment = scan->token.text;
    apo_status status = scan->is_before
                            ? keep_before(scan, comment)
                            : apo_pgn_add_comment(scan->game, scan->walk.node, false, comment);
    return status == APO_OK ? APO_OK
                            : fail(scan, status, "the comment does not fit into memory");
}

/* A glyph after a move, or before the first move of a line. */
static apo_status read_nag(struct scan *scan)
{
    if (scan->walk.node != 0 && !scan->is_before)
        return apo_pgn_add_nag(scan->game, scan->walk.node, scan->token.number);
    if (scan->nag_count < APO_PGN_NAGS_MAX)
        scan->nags[scan->nag_count++] = scan->token.number;
    return APO_OK;
}

static apo_status open_variation(struct scan *scan)
{
    if (scan->walk.node == 0 || is_variation_empty(scan))
        return fail(scan, APO_E_SYNTAX, "a variation needs a move before it that it replaces");
    if (scan->branch_count == APO_PGN_DEPTH_MAX)
        return fail(scan, APO_E_TOO_LARGE, "variations are nested too deeply");
    apo_status status = flush_comments(scan, scan->walk.node, false);
    scan->branches[scan->branch_count++] = scan->walk.node;
    apo_pgn_walk_up(&scan->walk);
    scan->is_before = true;
    return status;
}

static apo_status close_variation(struct scan *scan)
{
    if (scan->branch_count == 0)
        return fail(scan, APO_E_SYNTAX, "no variation is open here");
    if (is_variation_empty(scan))
        return fail(scan, APO_E_SYNTAX, "this variation has no move");
    uint32_t replaced = scan->branches[scan->branch_count - 1];
    uint32_t parent = scan->game->nodes[replaced].parent;
    apo_status status = flush_comments(scan, scan->walk.node, false);
    while (scan->walk.node != parent)
        apo_pgn_walk_up(&scan->walk);
    scan->branch_count--;
    scan->is_before = true;
    return status == APO_OK ? apo_pgn_walk_down(&scan->walk, replaced) : status;
}

static bool is_quarter(int quarters)
{
    return quarters == APO_QUARTERS_ADVANTAGE || quarters == APO_QUARTERS_DISADVANTAGE;
}

static apo_status check_result(const struct scan *scan, apo_span text, int *out)
{
    if (!apo_result_read(out, text))
        return fail(scan, APO_E_SYNTAX, "the Result tag holds no result");
    if (is_quarter(*out) &&
        !apo_variant_info_of(apo_position_variant(&scan->walk.pos))->has_advantage)
        return fail(scan, APO_E_SYNTAX,
                    "this game has no advantages: its results are 1-0, 1/2-1/2 and 0-1");
    return APO_OK;
}

/* Reads the result after the moves, which must agree with the tag. Without one the tag
 * decides. */
static apo_status read_result(struct scan *scan)
{
    apo_span tag = apo_pgn_tag_get(scan->game, "Result");
    bool is_tagged = tag.length > 0 && !apo_span_is(tag, "?");
    bool has_token = scan->token.kind == APO_PGN_TOKEN_RESULT;
    int of_tag = APO_QUARTERS_UNKNOWN, of_token = APO_QUARTERS_UNKNOWN;
    apo_status status = APO_OK;
    if (scan->branch_count > 0)
        return fail(scan, APO_E_SYNTAX, "a variation has no closing )");
    if (is_tagged)
        status = check_result(scan, tag, &of_tag);
    if (status == APO_OK && has_token)
        status = check_result(scan, scan->token.text, &of_token);
    if (status != APO_OK)
        return status;
    if (is_tagged && has_token && of_tag != of_token)
        return fail(scan, APO_E_SYNTAX, "the moves end with %s, but the Result tag differs");
    scan->game->white_quarters = has_token ? of_token : of_tag;
    return flush_comments(scan, scan->walk.node, false);
}

static apo_status read_token(struct scan *scan, bool *out_is_end)
{
    switch (scan->token.kind) {
    case APO_PGN_TOKEN_MOVE: return read_move(scan);
    case APO_PGN_TOKEN_COMMENT: return read_comment(scan);
    case APO_PGN_TOKEN_OPEN: return open_variation(scan);
    case APO_PGN_TOKEN_CLOSE: return close_variation(scan);
    case APO_PGN_TOKEN_NAG: return read_nag(scan);
    case APO_PGN_TOKEN_END:
    case APO_PGN_TOKEN_TAG:
    case APO_PGN_TOKEN_RESULT:
    case APO_PGN_TOKENS: break;
    }
    *out_is_end = true;
    return read_result(scan);
}

apo_status apo_pgn_read_moves(apo_pgn_reader *reader, apo_pgn_game *game, apo_error *err)
{
    struct scan scan = {.game = game, .err = err};
    apo_status status = APO_OK;
    bool is_end = false;
    apo_pgn_walk_start(&scan.walk, game);
    reader->cursor.var = apo_position_variant(&scan.walk.pos);
    while (status == APO_OK && !is_end) {
        status = apo_pgn_next_token(&scan.token, &reader->cursor, err);
        if (status != APO_OK)
            break;
        /* Leaves the tags of the next game unread. */
        if (scan.token.kind == APO_PGN_TOKEN_TAG)
            reader->cursor.position = scan.token.position;
        status = read_token(&scan, &is_end);
    }
    reader->cursor.var = NULL;
    apo_pgn_walk_clear(&scan.walk);
    apo_free(game->alloc, scan.before);
    return status;
}

/* --- skipping ------------------------------------------------------------ */

static size_t next_line(apo_span text, size_t position)
{
    while (position < text.length && text.text[position] != '\n')
        position++;
    return position < text.length ? position + 1 : position;
}

static size_t skip_tag_lines(apo_span text, size_t position)
{
    while (position < text.length &&
           (text.text[position] == '[' || apo_is_blank(text.text[position])))
        position = text.text[position] == '[' ? next_line(text, position) : position + 1;
    return position;
}

void apo_pgn_skip_game(apo_pgn_reader *reader)
{
    apo_span text = reader->cursor.text;
    size_t position = reader->cursor.position;
    if (reader->is_in_tags)
        position = skip_tag_lines(text, position);
    reader->is_in_tags = false;
    for (; position < text.length; position++) {
        bool is_line_start = position == 0 || text.text[position - 1] == '\n';
        if (is_line_start && text.text[position] == '[')
            break;
        if (text.text[position] != '{')
            continue;
        size_t close = apo_pgn_find_close(&reader->cursor, position + 1);
        position = close < text.length ? close : position;
    }
    reader->cursor.position = position;
}
