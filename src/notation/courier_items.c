#include "notation/courier_items.h"

#include <string.h>

#include "notation/result.h"

enum {
    HEADER_MAX = 24, /* bytes of a header's name */
    PART_WORDS = 4   /* "P e2 - e4" */
};

/* --- small things -------------------------------------------------------- */

/* True if the text begins with the words, whatever their case. */
static bool begins_with(apo_span text, const char *words)
{
    size_t length = strlen(words);
    if (text.length < length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (apo_to_lower(text.text[i]) != words[i])
            return false;
    }
    return true;
}

static bool is_same(apo_span text, const char *words)
{
    return text.length == strlen(words) && begins_with(text, words);
}

static apo_span rest_of(apo_span text, size_t at)
{
    return apo_span_part(text, at, text.length);
}

static bool is_comment(apo_span text)
{
    return apo_span_starts_with(text, "//");
}

static size_t skip_blanks(apo_span text, size_t at)
{
    while (at < text.length && apo_is_blank(text.text[at]))
        at++;
    return at;
}

/* --- numbers ------------------------------------------------------------- */

static size_t measure_one_number(apo_span text)
{
    size_t length = 0;
    while (length < text.length && apo_is_digit(text.text[length]))
        length++;
    while (length < text.length && text.text[length] == '.')
        length++;
    bool is_whole = length == text.length || apo_is_blank(text.text[length]) ||
                    (length > 0 && text.text[length - 1] == '.');
    return is_whole ? skip_blanks(text, length) : 0;
}

size_t apo_courier_measure_number(apo_span text)
{
    size_t length = measure_one_number(text);
    if (length > 0 && length < text.length && text.text[length] == '.')
        length += measure_one_number(rest_of(text, length));
    return length;
}

/* "12." is White's, "12..." and "12. ..." Black's. */
static unsigned side_of_number(apo_span number)
{
    unsigned dots = 0;
    for (size_t i = 0; i < number.length; i++)
        dots += number.text[i] == '.';
    return dots == 0 ? APO_SIDES : dots == 1 ? APO_WHITE : APO_BLACK;
}

/* --- headers ------------------------------------------------------------- */

static const struct {
    const char *words, *tag;
} headers[] = {
    {"variant", "Variant"},
    {"game", "Variant"},
    {"preset", "Variant"},
    {"start", "Setup"},
    {"setup", "Setup"},
    {"fen", "FEN"},
    {"date", "Date"},
    {"started", "Date"},
    {"white", "White"},
    {"player 1", "White"},
    {"first player", "White"},
    {"black", "Black"},
    {"player 2", "Black"},
    {"second player", "Black"},
    {"result", "Result"},
    {"status", "Result"},
    {"outcome", "Result"},
    {"reason", "Termination"},
    {"termination", "Termination"},
    {"event", "Event"},
    {"site", "Site"},
    {"log", NULL},
};

/* "White: Ann": a known name before a colon; without the slashes of a comment any words do. */
static bool read_header(apo_courier_item *out, apo_span line, bool is_comment_line)
{
    size_t colon = 0;
    while (colon < line.length && colon <= HEADER_MAX && line.text[colon] != ':')
        colon++;
    if (colon == 0 || colon >= line.length || line.text[colon] != ':' ||
        (is_comment_line && apo_span_trim(rest_of(line, colon + 1)).length == 0))
        return false;
    apo_span name = apo_span_trim(apo_span_part(line, 0, colon));
    *out = (apo_courier_item){.kind = APO_COURIER_ITEM_FACT,
                              .text = apo_span_trim(rest_of(line, colon + 1)),
                              .side = APO_SIDES};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        if (is_same(name, headers[i].words)) {
            out->tag = headers[i].tag;
            return true;
        }
    }
    for (size_t i = 0; i < name.length; i++) {
        if (!apo_is_letter(name.text[i]) && name.text[i] != ' ')
            return false;
    }
    return !is_comment_line && name.length > 1;
}

/* --- words that are no moves --------------------------------------------- */

static const struct {
    const char *words;
    enum apo_courier_item_kind kind;
    enum apo_courier_end end;
    unsigned side;
} commands[] = {

#define OFFER(words)                                                   \
    {                                                                  \
        words, APO_COURIER_ITEM_OFFER, APO_COURIER_END_DRAW, APO_SIDES \
    }
#define END(words, end)                                               \
    {                                                                 \
        words, APO_COURIER_ITEM_END, APO_COURIER_END_##end, APO_SIDES \
    }
#define END_OF(words, end, side)                                 \
    {                                                            \
        words, APO_COURIER_ITEM_END, APO_COURIER_END_##end, side \
    }
    OFFER("offer draw"),
    OFFER("offer a draw"),
    OFFER("offers draw"),
    OFFER("offers a draw"),
    OFFER("offerdraw"),
    OFFER("draw offered"),
    OFFER("draw?"),
    OFFER("decline draw"),
    OFFER("declines draw"),
    OFFER("declinedraw"),
    OFFER("draw declined"),
    END("accept draw", DRAW),
    END("accepts draw", DRAW),
    END("acceptdraw", DRAW),
    END("draw accepted", DRAW),
    END("draw agreed", DRAW),
    END("drawn", DRAW),
    END("draw", DRAW),
    END("resigned", RESIGN),
    END("resigns", RESIGN),
    END("resign", RESIGN),
    END("i resign", RESIGN),
    END_OF("white resigns", RESIGN, APO_WHITE),
    END_OF("white resigned", RESIGN, APO_WHITE),
    END_OF("black resigns", RESIGN, APO_BLACK),
    END_OF("black resigned", RESIGN, APO_BLACK),
    END("timeout", TIME),
    END("time out", TIME),
    END("out of time", TIME),
    END_OF("white wins", WON, APO_WHITE),
    END_OF("white won", WON, APO_WHITE),
    END_OF("white has won", WON, APO_WHITE),
    END_OF("black wins", WON, APO_BLACK),
    END_OF("black won", WON, APO_BLACK),
    END_OF("black has won", WON, APO_BLACK),
    END("won", WON),
    END("lost", LOST),
    END("checkmate", OVER),
    END("mate", OVER),
    END("stalemate", OVER),
};

static bool is_end_of_words(apo_span text, size_t at)
{
    return at >= text.length || !apo_is_letter(text.text[at]);
}

/* The longest command that the text begins with; its length, or 0. */
static size_t read_command(apo_courier_item *out, apo_span text)
{
    size_t longest = 0;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        size_t length = strlen(commands[i].words);
        if (length <= longest || !begins_with(text, commands[i].words) ||
            !is_end_of_words(text, length))
            continue;
        longest = length;
        *out = (apo_courier_item){.kind = commands[i].kind,
                                  .text = apo_span_part(text, 0, length),
                                  .end = commands[i].end,
                                  .side = commands[i].side};
    }
    while (longest > 0 && longest < text.length && strchr(".!,;", text.text[longest]) != NULL)
        longest++;
    return longest;
}

/* A result, alone between blanks. */
static size_t read_result(apo_courier_item *out, apo_span text)
{
    apo_span rest = text;
    apo_span word = apo_span_word(&rest);
    *out = (apo_courier_item){.kind = APO_COURIER_ITEM_END,
                              .text = word,
                              .end = APO_COURIER_END_RESULT,
                              .side = APO_SIDES};
    return apo_result_read(&out->quarters, word) ? word.length : 0;
}

bool apo_courier_read_result(int *out_quarters, apo_span words)
{
    apo_courier_item item;
    words = apo_span_trim(words);
    if (apo_result_read(out_quarters, words))
        return true;
    size_t length = read_command(&item, words);
    if (length == 0 || item.kind != APO_COURIER_ITEM_END)
        return false;
    if (item.end == APO_COURIER_END_DRAW)
        *out_quarters = APO_QUARTERS_DRAW;
    else if (item.side != APO_SIDES)
        *out_quarters = (item.side == APO_WHITE) == (item.end == APO_COURIER_END_WON)
                            ? APO_QUARTERS_WIN
                            : APO_QUARTERS_LOSS;
    return item.end == APO_COURIER_END_DRAW || item.side != APO_SIDES;
}

/* --- moves --------------------------------------------------------------- */

static size_t measure_word(apo_span text)
{
    size_t length = 0;
    while (length < text.length && !apo_is_blank(text.text[length]) &&
           text.text[length] != ';' && !is_comment(rest_of(text, length)))
        length++;
    return length;
}

static bool has_operator(apo_span word)
{
    for (size_t i = 0; i < word.length; i++) {
        if (strchr("-*@", word.text[i]) != NULL ||
            (word.text[i] == 'x' && i > 0 && apo_is_digit(word.text[i - 1])))
            return true;
    }
    return is_same(word, "pass");
}

/* "P e2-e4", "e2-e4", "P e2 - e4", "e5-", "N*f3": the end of the part that begins at `at`. */
static size_t find_part_end(apo_span line, size_t at)
{
    size_t first_end = 0;
    for (unsigned i = 0; i < PART_WORDS; i++) {
        size_t start = skip_blanks(line, at);
        apo_span word = apo_span_part(line, start, measure_word(rest_of(line, start)));
        size_t end = start + word.length;
        first_end = i == 0 ? end : first_end;
        if (word.length == 0)
            break;
        bool is_bare = word.length == 1 && has_operator(word);
        if (has_operator(word) && !is_bare)
            return end;
        at = end;
        if (!is_bare)
            continue;
        start = skip_blanks(line, at);
        return start + measure_word(rest_of(line, start));
    }
    return first_end;
}

/* All parts of a move, joined by semicolons; one at the end is left out of `out_length`. */
static size_t measure_move(apo_span line, size_t *out_length)
{
    size_t at = 0;
    for (;;) {
        *out_length = find_part_end(line, at);
        at = skip_blanks(line, *out_length);
        if (at >= line.length || line.text[at] != ';')
            return *out_length;
        at = skip_blanks(line, at + 1);
        if (at >= line.length || is_comment(rest_of(line, at)) ||
            apo_courier_measure_number(rest_of(line, at)) > 0)
            return at;
    }
}

static const char *const glyphs[] = {"", "!", "?", "!!", "??", "!?", "?!"};

/* Removes signs like "+" and "!" from the end of the move. */
static void take_signs(apo_courier_item *item)
{
    size_t length = item->text.length;
    while (length > 0 && strchr("+#", item->text.text[length - 1]) != NULL)
        length--;
    size_t end = length;
    while (length > 0 && strchr("!?", item->text.text[length - 1]) != NULL)
        length--;
    for (unsigned i = 1; i < sizeof glyphs / sizeof glyphs[0]; i++) {
        if (apo_span_is(apo_span_part(item->text, length, end - length), glyphs[i]))
            item->nag = i;
    }
    while (length > 0 && strchr("+#", item->text.text[length - 1]) != NULL)
        length--;
    item->text = apo_span_part(item->text, 0, length);
}

/* --- lines --------------------------------------------------------------- */

void apo_courier_lexer_start(apo_courier_lexer *lexer, apo_span text)
{
    *lexer = (apo_courier_lexer){.text = text, .side = APO_SIDES};
    lexer->position = apo_span_starts_with(text, "\xEF\xBB\xBF") ? 3 : 0;
}

/* The rest of the current line. Its end is searched only once. */
static apo_span line_of(apo_courier_lexer *lexer)
{
    apo_span rest = rest_of(lexer->text, lexer->position), line = rest;
    if (!lexer->is_in_line) {
        apo_span_line(&rest, &line);
        lexer->line_end = lexer->position + line.length;
        lexer->next_line = lexer->text.length - rest.length;
    }
    return apo_span_trim(
        apo_span_part(lexer->text, lexer->position, lexer->line_end - lexer->position));
}

static void end_line(apo_courier_lexer *lexer)
{
    lexer->position = lexer->next_line;
    lexer->is_in_line = lexer->has_moved = lexer->has_ended = false;
    lexer->side = APO_SIDES;
}

/* Reads an item that is not a move: a header, a comment, words after a command. False if there
 * is none. */
static bool read_words(apo_courier_lexer *lexer, apo_courier_item *out, apo_span line)
{
    bool is_alone = !lexer->is_in_line;
    bool is_said = is_comment(line);
    apo_span words = is_said ? apo_span_trim(rest_of(line, 2)) : line;
    if (is_alone && read_header(out, words, is_said))
        return true;
    *out =
        (apo_courier_item){.kind = APO_COURIER_ITEM_COMMENT, .text = words, .side = APO_SIDES};
    return is_said || (lexer->has_ended && apo_courier_measure_number(line) == 0);
}

/* Signs alone, as in "P e2-e4 !": the length of the word. */
static size_t measure_signs(apo_span line)
{
    size_t length = 0;
    while (length < line.length && strchr("!?+#", line.text[length]) != NULL)
        length++;
    return length == line.length || apo_is_blank(line.text[length]) ? length : 0;
}

/* The item within a line; 0: none. */
static size_t read_in_line(apo_courier_lexer *lexer, apo_courier_item *out, apo_span line)
{
    size_t length = read_result(out, line);
    if (length == 0)
        length = read_command(out, line);
    if (length > 0) {
        if (out->side == APO_SIDES)
            out->side = lexer->side;
        out->is_after_move = lexer->has_moved;
        lexer->has_ended = true;
        return length;
    }
    size_t move_length = 0;
    length = measure_move(line, &move_length);
    *out = (apo_courier_item){.kind = APO_COURIER_ITEM_MOVE,
                              .text = apo_span_part(line, 0, move_length),
                              .side = lexer->side};
    take_signs(out);
    lexer->has_moved = lexer->has_moved || out->text.length > 0;
    return length > 0 ? length : line.length;
}

/* Reads on in the current line; false if nothing is left there. */
static bool read_line(apo_courier_lexer *lexer, apo_courier_item *out)
{
    apo_span line = line_of(lexer);
    if (line.length == 0 || (!lexer->is_in_line && line.text[0] == '#')) {
        end_line(lexer);
        return false;
    }
    if (read_words(lexer, out, line)) {
        end_line(lexer);
        return out->kind != APO_COURIER_ITEM_COMMENT || out->text.length > 0;
    }
    lexer->is_in_line = true;
    lexer->position = (size_t)(line.text - lexer->text.text);
    size_t number = apo_courier_measure_number(line);
    if (number > 0) {
        lexer->side = side_of_number(apo_span_part(line, 0, number));
        lexer->has_moved = lexer->has_ended = false;
        lexer->position += number;
        return false;
    }
    size_t signs = measure_signs(line);
    if (signs > 0) {
        lexer->position += signs;
        return false;
    }
    lexer->position += read_in_line(lexer, out, line);
    return out->kind != APO_COURIER_ITEM_MOVE || out->text.length > 0;
}

bool apo_courier_next_item(apo_courier_lexer *lexer, apo_courier_item *out)
{
    while (lexer->position < lexer->text.length) {
        if (read_line(lexer, out))
            return true;
    }
    return false;
}
