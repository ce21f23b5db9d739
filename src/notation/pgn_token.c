#include "notation/pgn_token_priv.h"
#include "notation/result.h"

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

static size_t measure_word(apo_span text, size_t position)
{
    size_t length = 0;
    while (position + length < text.length && !ends_word(text.text[position + length]))
        length++;
    return length;
}

/* Length of "12.", "12...", "12" alone, or dots alone, at the front of a word; else 0. */
static size_t measure_number(apo_span word)
{
    size_t length = 0;
    while (length < word.length && apo_is_digit(word.text[length]))
        length++;
    if (length < word.length && word.text[length] != '.')
        return 0;
    while (length < word.length && word.text[length] == '.')
        length++;
    return length;
}

static apo_status read_comment(apo_pgn_token *out, apo_span text, size_t *position,
                               apo_error *err)
{
    bool is_braced = text.text[*position] == '{';
    size_t start = *position + 1;
    size_t end = find_char(text, start, is_braced ? '}' : '\n');
    if (is_braced && end == text.length)
        return apo_fail(err, APO_E_SYNTAX, *position, "this comment has no closing }",
                        apo_span_of(""));
    *out = (apo_pgn_token){APO_PGN_TOKEN_COMMENT, apo_span_part(text, start, end - start),
                           start, 0};
    *position = end + (is_braced ? 1 : 0);
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

/* A move or a result; false if the word was a number or "e.p.", which is skipped. */
static bool read_word(apo_pgn_token *out, apo_span text, size_t *position, size_t length)
{
    int quarters;
    apo_span word = apo_span_part(text, *position, length);
    size_t number_length = measure_number(word);
    *out = (apo_pgn_token){APO_PGN_TOKEN_MOVE, word, *position, 0};
    if (apo_result_read(&quarters, word)) {
        out->kind = APO_PGN_TOKEN_RESULT;
        number_length = 0;
    } else if (apo_span_is(word, "e.p.")) {
        number_length = length;
    }
    *position += number_length > 0 ? number_length : length;
    return number_length == 0;
}

apo_status apo_pgn_next_token(apo_pgn_token *out, apo_span text, size_t *position,
                              apo_error *err)
{
    for (;;) {
        *position = skip_blanks(text, *position);
        char c = char_at(text, *position);
        size_t length = measure_word(text, *position);
        if (*position == text.length) {
            *out = (apo_pgn_token){APO_PGN_TOKEN_END, {NULL, 0}, *position, 0};
            return APO_OK;
        }
        if (c == '{' || c == ';')
            return read_comment(out, text, position, err);
        if (c == '$')
            return read_nag(out, text, position, err);
        if (length > 0) {
            if (read_word(out, text, position, length))
                return APO_OK;
            continue;
        }
        if (c == '!' || c == '?')
            read_mark(out, text, position);
        else
            read_sign(out, text, position);
        return APO_OK;
    }
}
