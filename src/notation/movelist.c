#include "notation/movelist.h"

#include "notation/move_text.h"
#include "notation/pgn_token_priv.h"
#include "notation/result.h"
#include "notation/sentence_priv.h"

/* Bytes of a byte-order mark at the beginning. */
static size_t measure_mark(apo_span text)
{
    return apo_span_starts_with(text, "\xEF\xBB\xBF") ? 3 : 0;
}

/* --- lines --------------------------------------------------------------- */

static bool is_result(apo_span word)
{
    int quarters;
    return apo_result_read(&quarters, word);
}

/* Finds the next move, skipping headers, comments and offers. False at the end of the text or
 * of the game. */
static bool next_line(apo_movelist *list, apo_span *out_move)
{
    apo_courier_item item;
    while (apo_courier_next_item(&list->lexer, &item)) {
        list->position = list->lexer.position;
        *out_move = item.text;
        if (item.kind == APO_COURIER_ITEM_MOVE)
            return true;
        if (item.kind == APO_COURIER_ITEM_END)
            break;
    }
    list->position = list->text.length;
    return false;
}

/* --- words --------------------------------------------------------------- */

/* Cuts off the next move, skipping white space, numbers and comments. False at the end. */
static bool next_word(apo_movelist *list, apo_span *out_move)
{
    for (;;) {
        apo_span rest = apo_span_part(list->text, list->position, list->text.length);
        apo_span word = apo_span_word(&rest);
        if (word.length == 0 || is_result(word)) {
            list->position = list->text.length;
            return false;
        }
        list->position = list->text.length - rest.length;
        if (apo_span_starts_with(word, "//") || word.text[0] == '#') {
            apo_span comment;
            list->position -= word.length;
            rest = apo_span_part(list->text, list->position, list->text.length);
            apo_span_line(&rest, &comment);
            list->position = list->text.length - rest.length;
            continue;
        }
        size_t number = apo_courier_measure_number(word);
        *out_move = apo_span_part(word, number, word.length);
        if (out_move->length > 0)
            return true;
    }
}

/* --- PGN ----------------------------------------------------------------- */

/* Skips a tag pair; brackets within its value do not end it. */
static void skip_tag(apo_movelist *list)
{
    bool is_quoted = false;
    for (; list->position < list->text.length; list->position++) {
        char c = list->text.text[list->position];
        if (c == '\\' && is_quoted)
            list->position++;
        else if (c == '"')
            is_quoted = !is_quoted;
        else if (c == '\n' || (c == ']' && !is_quoted))
            break;
    }
    if (list->position < list->text.length)
        list->position++;
    else
        list->position = list->text.length;
}

/* Finds the next move outside of variations. `*out_move` has length 0 at the end. */
static apo_status next_token(apo_movelist *list, const apo_variant *var, apo_span *out_move,
                             apo_error *err)
{
    size_t depth = 0;
    *out_move = (apo_span){NULL, 0};
    for (;;) {
        apo_pgn_token token;
        apo_pgn_cursor cursor = {.text = list->text, .position = list->position, .var = var};
        apo_status status = apo_pgn_next_token(&token, &cursor, err);
        list->position = cursor.position;
        if (status != APO_OK)
            return status;
        depth += token.kind == APO_PGN_TOKEN_OPEN;
        depth -= token.kind == APO_PGN_TOKEN_CLOSE && depth > 0;
        if (token.kind == APO_PGN_TOKEN_TAG && list->count == 0) {
            skip_tag(list);
        } else if (token.kind == APO_PGN_TOKEN_END || token.kind == APO_PGN_TOKEN_TAG ||
                   (token.kind == APO_PGN_TOKEN_RESULT && depth == 0)) {
            list->position = list->text.length;
            return APO_OK;
        } else if (token.kind == APO_PGN_TOKEN_MOVE && depth == 0) {
            *out_move = token.text;
            return APO_OK;
        }
    }
}

/* --- all forms ----------------------------------------------------------- */

void apo_movelist_start(apo_movelist *list, apo_span text, enum apo_movelist_form form)
{
    *list = (apo_movelist){.text = text, .position = measure_mark(text), .form = form};
    apo_courier_lexer_start(&list->lexer, text);
}

static enum apo_notation guess_first_word(apo_span text)
{
    apo_movelist list;
    apo_span move = {NULL, 0};
    apo_movelist_start(&list, text, APO_MOVELIST_COORDINATE);
    next_word(&list, &move);
    return apo_notation_guess(move);
}

/* True if the text is a square before a hyphen, as in "e4-e6" and "e4 - e6". */
static bool is_square_and_hyphen(apo_span text)
{
    size_t i = 1;
    if (text.length == 0 || !apo_is_lower(text.text[0]))
        return false;
    while (i < text.length && apo_is_digit(text.text[i]))
        i++;
    bool has_rank = i > 1;
    while (i < text.length && apo_is_blank(text.text[i]))
        i++;
    return has_rank && i < text.length && text.text[i] == '-';
}

/* True if the move is one of Game Courier: "P e4-e6", "e4-e6; ...", "N*f3", "@-d6". */
static bool is_courier_move(apo_span move)
{
    bool is_word_start = true;
    for (size_t i = 0; i < move.length; i++) {
        if (is_word_start && is_square_and_hyphen(apo_span_part(move, i, move.length)))
            return true;
        is_word_start = apo_is_blank(move.text[i]);
    }
    return apo_span_starts_with(move, "@-") ||
           (move.length > 2 && apo_is_letter(move.text[0]) && move.text[1] == '*');
}

enum apo_movelist_form apo_movelist_detect(apo_span text)
{
    apo_movelist list;
    apo_span line = {NULL, 0};
    apo_span rest = apo_span_trim(apo_span_part(text, measure_mark(text), text.length));
    if (rest.length == 0 || rest.text[0] == '[' || rest.text[0] == '{' || rest.text[0] == '%' ||
        rest.text[0] == ';')
        return APO_MOVELIST_PGN;
    apo_movelist_start(&list, text, APO_MOVELIST_COURIER);
    if (next_line(&list, &line) && is_courier_move(line))
        return APO_MOVELIST_COURIER;
    return guess_first_word(text) == APO_NOTATION_COORDINATE ? APO_MOVELIST_COORDINATE
                                                             : APO_MOVELIST_PGN;
}

static apo_status fail_move(const apo_movelist *list, apo_span move, const apo_error *why,
                            apo_error *err)
{
    return apo_fail_gaps(
        err, why->status, (size_t)(move.text - list->text.text) + why->position,
        "move %{number} of the list, %{move}: %{reason}",
        APO_GAPS(APO_GAP_NUMBER("number", (int64_t)list->count + 1), APO_GAP_WORD("move", move),
                 APO_GAP_TEXT("reason", why->detail)));
}

apo_status apo_movelist_next(apo_movelist *list, const apo_position *pos, apo_move *out,
                             bool *out_is_end, apo_error *err)
{
    apo_span move = {NULL, 0};
    apo_error why;
    apo_status status = APO_OK;
    bool is_found = false;
    if (list->form == APO_MOVELIST_PGN) {
        status = next_token(list, apo_position_variant(pos), &move, err);
        is_found = move.length > 0;
    } else {
        is_found = list->form == APO_MOVELIST_COURIER ? next_line(list, &move)
                                                      : next_word(list, &move);
    }
    if (status != APO_OK)
        return status;
    if (is_found) {
        status = apo_move_read_any(out, pos, move, &why);
        if (status != APO_OK)
            return fail_move(list, move, &why, err);
        list->count++;
    }
    *out_is_end = !is_found;
    return APO_OK;
}
