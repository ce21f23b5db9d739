#include "notation/pgn_token_priv.h"
#include "notation/result.h"
#include "rules/kernel/variant.h"

enum {
    NAG_MAX = 255
};

static char char_at(apo_span text, size_t position)
{
    return position < text.length ? text.text[position] : '\0';
}

static size_t find_char(apo_span text, size_t position, char c)
{
    while (position < text.length && text.text[position] != c)
        position++;
    return position;
}

static size_t skip_blanks(apo_span text, size_t position)
{
    for (;;) {
        bool is_line_start = position == 0 || char_at(text, position - 1) == '\n';
        if (position < text.length && apo_is_blank(text.text[position]))
            position++;
        else if (is_line_start && char_at(text, position) == '%')
            position = find_char(text, position, '\n');
        else
            return position;
    }
}

static bool ends_word(char c)
{
    static const char ends[] = "{}()[];$!?\"<>";
    if (apo_is_blank(c) || c == '\0')
        return true;
    for (const char *end = ends; *end != '\0'; end++)
        if (*end == c)
            return true;
    return false;
}

/* True for the ! of a piece such as D!, which is no glyph. */
static bool is_accent(const apo_pgn_cursor *cursor, size_t position)
{
    return cursor->var != NULL && position > cursor->position &&
           cursor->text.text[position] == '!' &&
           apo_is_upper(cursor->text.text[position - 1]) &&
           apo_type_with_accent(cursor->var, cursor->text.text[position - 1], '!') !=
               APO_TYPE_NONE;
}

static size_t measure_word(const apo_pgn_cursor *cursor)
{
    size_t end = cursor->position;
    while (end < cursor->text.length &&
           (!ends_word(cursor->text.text[end]) || is_accent(cursor, end)))
        end++;
    return end - cursor->position;
}

/* Length of "12.", "12...", "12" alone, or dots alone; else 0. Looks no further, so that many
 * numbers in one word cost no more than their length. */
static size_t measure_number(apo_span text, size_t position)
{
    size_t length = 0;
    while (apo_is_digit(char_at(text, position + length)))
        length++;
    if (length > 0 && ends_word(char_at(text, position + length)))
        return length;
    if (char_at(text, position + length) != '.')
        return 0;
    while (char_at(text, position + length) == '.')
        length++;
    return length;
}

size_t apo_pgn_find_close(apo_pgn_cursor *cursor, size_t start)
{
    apo_span text = cursor->text;
    size_t end =
        start + APO_PGN_COMMENT_MAX < text.length ? start + APO_PGN_COMMENT_MAX : text.length;
    bool is_known = start >= cursor->open_from && start < cursor->open_to;
    size_t at = is_known ? cursor->open_to : start;
    while (at < end && text.text[at] != '}')
        at++;
    if (at < end)
        return at;
    if (!is_known)
        cursor->open_from = start;
    cursor->open_to = at;
    return text.length;
}

static apo_status read_comment(apo_pgn_token *out, apo_pgn_cursor *cursor, apo_error *err)
{
    apo_span text = cursor->text;
    bool is_braced = text.text[cursor->position] == '{';
    size_t start = cursor->position + 1;
    size_t end = is_braced ? apo_pgn_find_close(cursor, start) : find_char(text, start, '\n');
    if (is_braced && end == text.length)
        return apo_fail(err, APO_E_SYNTAX, cursor->position,
                        text.length - start > APO_PGN_COMMENT_MAX
                            ? "this comment has no closing }, or is too long"
                            : "this comment has no closing }",
                        apo_span_of(""));
    *out = (apo_pgn_token){APO_PGN_TOKEN_COMMENT, apo_span_part(text, start, end - start),
                           start, 0};
    cursor->position = end + (is_braced ? 1 : 0);
    return APO_OK;
}

static apo_status read_nag(apo_pgn_token *out, apo_span text, size_t *position, apo_error *err)
{
    size_t length = 0;
    uint32_t number;
    while (apo_is_digit(char_at(text, *position + 1 + length)))
        length++;
    if (!apo_span_number(apo_span_part(text, *position + 1, length), NAG_MAX, &number))
        return apo_fail(err, APO_E_SYNTAX, *position,
                        "expected a number from 0 to 255 after the $", apo_span_of(""));
    *out = (apo_pgn_token){APO_PGN_TOKEN_NAG, apo_span_part(text, *position, length + 1),
                           *position, (uint8_t)number};
    *position += length + 1;
    return APO_OK;
}

/* Reads "!" and the like as numeric annotation glyphs. */
static void read_mark(apo_pgn_token *out, apo_span text, size_t *position)
{
    static const struct {
        const char *text;
        uint8_t number;
    } marks[] = {{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2}};

    apo_span rest = apo_span_part(text, *position, text.length);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (!apo_span_starts_with(rest, marks[i].text))
            continue;
        size_t length = apo_span_of(marks[i].text).length;
        *out = (apo_pgn_token){APO_PGN_TOKEN_NAG, apo_span_part(rest, 0, length), *position,
                               marks[i].number};
        *position += length;
        return;
    }
}

static void read_sign(apo_pgn_token *out, apo_span text, size_t *position)
{
    char c = text.text[*position];
    enum apo_pgn_token_kind kind = c == '['   ? APO_PGN_TOKEN_TAG
                                   : c == '(' ? APO_PGN_TOKEN_OPEN
                                   : c == ')' ? APO_PGN_TOKEN_CLOSE
                                              : APO_PGN_TOKEN_MOVE;
    *out = (apo_pgn_token){kind, apo_span_part(text, *position, 1), *position, 0};
    ++*position;
}

/* A move or a result; false if the word was "e.p.", which is skipped. */
static bool read_word(apo_pgn_token *out, apo_pgn_cursor *cursor, size_t length)
{
    int quarters;
    apo_span word = apo_span_part(cursor->text, cursor->position, length);
    *out = (apo_pgn_token){APO_PGN_TOKEN_MOVE, word, cursor->position, 0};
    if (apo_result_read(&quarters, word))
        out->kind = APO_PGN_TOKEN_RESULT;
    cursor->position += length;
    return !apo_span_is(word, "e.p.");
}

/* Skips blanks and numbers of moves; the length of the word that follows. */
static size_t find_word(apo_pgn_cursor *cursor)
{
    size_t number;
    do {
        cursor->position = skip_blanks(cursor->text, cursor->position);
        number = measure_number(cursor->text, cursor->position);
        cursor->position += number;
    } while (number > 0);
    return measure_word(cursor);
}

apo_status apo_pgn_next_token(apo_pgn_token *out, apo_pgn_cursor *cursor, apo_error *err)
{
    size_t length;
    do {
        length = find_word(cursor);
    } while (length > 0 && !read_word(out, cursor, length));
    if (length > 0)
        return APO_OK;
    if (cursor->position == cursor->text.length) {
        *out = (apo_pgn_token){APO_PGN_TOKEN_END, {NULL, 0}, cursor->position, 0};
        return APO_OK;
    }
    char c = char_at(cursor->text, cursor->position);
    if (c == '{' || c == ';')
        return read_comment(out, cursor, err);
    if (c == '$')
        return read_nag(out, cursor->text, &cursor->position, err);
    if (c == '!' || c == '?')
        read_mark(out, cursor->text, &cursor->position);
    else
        read_sign(out, cursor->text, &cursor->position);
    return APO_OK;
}
