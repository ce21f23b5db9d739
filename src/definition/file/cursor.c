#include "definition/file/cursor.h"

apo_cursor apo_cursor_start(const apo_tree *tree, const apo_tree_key *key)
{
    return (apo_cursor){tree, key, 0, {NULL, 0}, key->place};
}

static void skip_bytes(apo_cursor *cursor, size_t count)
{
    cursor->rest = apo_span_part(cursor->rest, count, cursor->rest.length);
    cursor->place.column += (uint32_t)count;
}

/* Goes to the next line if the current one is used up. */
static bool load_line(apo_cursor *cursor)
{
    if (cursor->rest.length > 0)
        return true;
    if (cursor->next_text == cursor->key->text_count)
        return false;
    const apo_tree_text *text =
        &cursor->tree->texts[cursor->key->first_text + cursor->next_text++];
    cursor->rest = text->text;
    cursor->place.line = text->line;
    cursor->place.column = text->column;
    return true;
}

/* Cuts off the next `length` bytes as a token. */
static apo_token cut_token(apo_cursor *cursor, size_t length)
{
    apo_token token = {apo_span_part(cursor->rest, 0, length), cursor->place};
    skip_bytes(cursor, length);
    return token;
}

bool apo_cursor_line(apo_cursor *cursor, apo_token *out)
{
    if (!load_line(cursor))
        return false;
    *out = cut_token(cursor, cursor->rest.length);
    return true;
}

static bool is_mark(const char *marks, char c)
{
    while (*marks != '\0' && *marks != c)
        marks++;
    return *marks != '\0';
}

static bool is_separator(char c)
{
    return apo_is_blank(c) || c == ',';
}

bool apo_cursor_word(apo_cursor *cursor, const char *marks, apo_token *out)
{
    for (;;) {
        if (!load_line(cursor))
            return false;
        size_t start = 0;
        while (start < cursor->rest.length && is_separator(cursor->rest.text[start]))
            start++;
        skip_bytes(cursor, start);
        if (cursor->rest.length > 0)
            break;
    }
    apo_span rest = cursor->rest;
    size_t end = 1;
    if (!is_mark(marks, rest.text[0])) {
        while (end < rest.length && !is_separator(rest.text[end]) &&
               !is_mark(marks, rest.text[end]))
            end++;
    }
    *out = cut_token(cursor, end);
    return true;
}

static apo_token trim_token(const apo_token *token)
{
    size_t blanks = 0;
    while (blanks < token->text.length && apo_is_blank(token->text.text[blanks]))
        blanks++;
    apo_token trimmed = apo_token_after(token, blanks);
    trimmed.text = apo_span_trim(trimmed.text);
    return trimmed;
}

bool apo_cursor_part(apo_cursor *cursor, apo_token *out)
{
    if (!load_line(cursor))
        return false;
    size_t end = 0;
    while (end < cursor->rest.length && cursor->rest.text[end] != ',')
        end++;
    apo_token part = cut_token(cursor, end);
    skip_bytes(cursor, 1);
    *out = trim_token(&part);
    return true;
}

apo_token apo_token_after(const apo_token *token, size_t count)
{
    apo_token after = *token;
    after.text = apo_span_part(token->text, count, token->text.length);
    after.place.column += (uint32_t)(token->text.length - after.text.length);
    return after;
}

apo_token apo_token_word(apo_token *token)
{
    apo_token word = trim_token(token);
    apo_span rest = word.text;
    word.text = apo_span_word(&rest);
    apo_token whole = trim_token(token);
    apo_token after = apo_token_after(&whole, word.text.length);
    *token = trim_token(&after);
    return word;
}
