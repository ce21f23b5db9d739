#include "notation/move_text.h"

#include "base/buffer.h"

_Static_assert((int)APO_COURIER_MAX <= (int)APO_MOVE_TEXT_MAX, "APO_MOVE_TEXT_MAX");
_Static_assert((int)APO_SAN_MAX <= (int)APO_COURIER_MAX, "APO_COURIER_MAX");
_Static_assert((int)APO_COORDINATE_MAX <= (int)APO_COURIER_MAX, "APO_COURIER_MAX");

void apo_move_write(apo_text *out, const apo_position *pos, const apo_move *mv,
                    enum apo_notation notation)
{
    switch (notation) {
    case APO_NOTATION_SAN: apo_san_write(out, pos, mv); break;
    case APO_NOTATION_COURIER: apo_courier_write(out, pos, mv); break;
    case APO_NOTATION_COORDINATE:
    case APO_NOTATIONS: apo_coordinate_write(out, pos, mv); break;
    }
}

/* --- all legal moves ----------------------------------------------------- */

/* Writes a move that its two squares and its promotion describe; returns the length. */
static size_t write_plain(char *out, const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    size_t length = apo_geometry_write_square(geo, mv->from, out);
    length += apo_geometry_write_square(geo, mv->to, out + length);
    if (mv->promoted != APO_TYPE_NONE)
        out[length++] = apo_coordinate_promotion(pos, mv);
    return length;
}

/* Writes a move in a notation; returns the length. */
static size_t write_one(char *out, const apo_position *pos, const apo_move *mv,
                        apo_san_list *list, enum apo_notation notation)
{
    if (notation == APO_NOTATION_COORDINATE && mv->kind == APO_MOVE_PLAIN &&
        mv->launched == APO_TYPE_NONE && mv->wall == 0)
        return write_plain(out, pos, mv);
    if (notation == APO_NOTATION_SAN)
        return apo_san_list_write(out, list, mv);
    apo_text text = apo_text_start(out, APO_MOVE_TEXT_MAX);
    apo_move_write(&text, pos, mv, notation);
    return text.length;
}

apo_status apo_moves_write(apo_buffer *out, const apo_position *pos, enum apo_notation notation)
{
    apo_moves moves;
    apo_san_list san;
    const apo_move_list *list = apo_moves_start(&moves);
    apo_status status = apo_moves_legal(&moves.list, pos);
    if (status != APO_OK)
        return status;
    if (notation == APO_NOTATION_SAN)
        apo_san_list_start(&san, pos, list);
    for (size_t i = 0; i < list->count; i++) {
        char *at = apo_buffer_reserve(out, 1 + APO_MOVE_TEXT_MAX);
        if (at == NULL)
            return APO_E_MEMORY;
        size_t before = i > 0;
        at[0] = ' ';
        out->length += before + write_one(at + before, pos, &list->moves[i], &san, notation);
        out->bytes[out->length] = '\0';
    }
    return APO_OK;
}

/* The length of a text like a square at `at`, on any board; 0 if there is none. */
static size_t measure_square(apo_span text, size_t at)
{
    size_t length = 1;
    if (at >= text.length || !apo_is_lower(text.text[at]))
        return 0;
    while (length <= 2 && at + length < text.length && apo_is_digit(text.text[at + length]))
        length++;
    return length > 1 ? length : 0;
}

static bool has_char(apo_span text, char c)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] == c)
            return true;
    return false;
}

enum apo_notation apo_notation_guess(apo_span text)
{
    size_t from_length = measure_square(text, 0);
    size_t to = from_length;
    if (has_char(text, ' ') || has_char(text, ';'))
        return APO_NOTATION_COURIER;
    if (from_length == 0)
        return APO_NOTATION_SAN;
    if (to < text.length && (text.text[to] == '-' || text.text[to] == 'x'))
        to++;
    return measure_square(text, to) > 0 ? APO_NOTATION_COORDINATE : APO_NOTATION_SAN;
}

static apo_status read_in(apo_move *out, const apo_position *pos, apo_span text,
                          enum apo_notation notation, const apo_move_list *legal,
                          apo_error *err)
{
    if (notation == APO_NOTATION_SAN)
        return apo_san_read_among(out, pos, text, legal, err);
    if (notation == APO_NOTATION_COURIER)
        return apo_courier_read_among(out, pos, text, legal, err);
    return apo_coordinate_read_among(out, pos, text, legal, err);
}

/* True for "a3a4+" of a piece with a promoted form that may not promote there. As SAN, with +
 * for check, it would mean another move. */
static bool is_vain_promotion(apo_span text, enum apo_notation guess, apo_status status)
{
    return guess == APO_NOTATION_COORDINATE && status == APO_E_ILLEGAL &&
           text.text[text.length - 1] == '+';
}

apo_status apo_move_read_among(apo_move *out, const apo_position *pos, apo_span text,
                               const apo_move_list *legal, apo_error *err)
{
    apo_span trimmed = apo_span_trim(text);
    enum apo_notation guess = apo_notation_guess(trimmed);
    apo_status status = read_in(out, pos, trimmed, guess, legal, err);
    if (status == APO_OK || is_vain_promotion(trimmed, guess, status))
        return status;
    for (unsigned i = 0; i < APO_NOTATIONS; i++)
        if (i != guess &&
            read_in(out, pos, trimmed, (enum apo_notation)i, legal, NULL) == APO_OK)
            return APO_OK;
    if (err != NULL && trimmed.text != text.text && trimmed.length > 0)
        err->position += (size_t)(trimmed.text - text.text);
    return status;
}

apo_status apo_move_read_any(apo_move *out, const apo_position *pos, apo_span text,
                             apo_error *err)
{
    apo_moves moves;
    apo_move_list *legal = apo_moves_start(&moves);
    (void)apo_moves_legal(legal, pos); /* the list records an overflow */
    return apo_move_read_among(out, pos, text, legal, err);
}
