#include "notation/move_number.h"

#include <stdlib.h>

uint64_t apo_move_rank(const apo_move *mv)
{
    return (uint64_t)mv->from << 48 | (uint64_t)mv->to << 32 | (uint64_t)mv->wall << 24 |
           (uint64_t)mv->kind << 16 | (uint64_t)mv->promoted << 8 | mv->launched;
}

static int compare(const void *a, const void *b)
{
    const apo_move *one = a, *other = b;
    uint64_t left = apo_move_rank(one), right = apo_move_rank(other);
    if (left == right) {
        left = one->arg;
        right = other->arg;
    }
    return (left > right) - (left < right);
}

void apo_moves_sort(apo_move_list *list)
{
    qsort(list->moves, list->count, sizeof *list->moves, compare);
}

apo_status apo_move_number(uint16_t *out, const apo_position *pos, const apo_move *mv)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    unsigned smaller = 0;
    bool is_found = false;
    apo_status status = apo_moves_legal(list, pos);
    if (status != APO_OK)
        return status;
    for (size_t i = 0; i < list->count; i++) {
        smaller += compare(&list->moves[i], mv) < 0;
        is_found = is_found || apo_move_same(&list->moves[i], mv);
    }
    if (!is_found)
        return APO_E_ILLEGAL;
    *out = (uint16_t)smaller;
    return APO_OK;
}

apo_status apo_move_of_number(apo_move *out, const apo_position *pos, unsigned number)
{
    apo_moves moves;
    apo_move_list *list = apo_moves_start(&moves);
    apo_status status = apo_moves_legal(list, pos);
    if (status != APO_OK)
        return status;
    if (number >= list->count)
        return APO_E_RANGE;
    apo_moves_sort(list);
    *out = list->moves[number];
    return APO_OK;
}

/* --- codes --------------------------------------------------------------- */

/* The letters of RFC 4648's base64url, each worth its place. */
static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum {
    LETTERS = 64,
    SINGLES = 48 /* numbers below it take one letter; the other 16 letters begin a pair */
};

static unsigned worth(char letter)
{
    unsigned i = 0;
    while (i < LETTERS && letters[i] != letter)
        i++;
    return i;
}

apo_status apo_move_code_write(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    uint16_t number;
    apo_status status = apo_move_number(&number, pos, mv);
    if (status != APO_OK)
        return status;
    if (number >= APO_MOVE_CODES)
        return APO_E_OVERFLOW;
    if (number >= SINGLES) {
        number = (uint16_t)(number - SINGLES);
        apo_text_add_char(out, letters[SINGLES + number / LETTERS]);
    }
    apo_text_add_char(out, letters[number % LETTERS]);
    return APO_OK;
}

apo_status apo_move_code_read(apo_move *out, const apo_position *pos, apo_span *rest)
{
    unsigned number = rest->length > 0 ? worth(rest->text[0]) : LETTERS, length = 1;
    if (number >= SINGLES && number < LETTERS && rest->length > 1) {
        unsigned low = worth(rest->text[1]);
        number = low < LETTERS ? SINGLES + (number - SINGLES) * LETTERS + low : APO_MOVE_CODES;
        length = 2;
    } else if (number >= SINGLES) {
        number = APO_MOVE_CODES;
    }
    if (number >= APO_MOVE_CODES)
        return APO_E_SYNTAX;
    apo_status status = apo_move_of_number(out, pos, number);
    if (status == APO_OK)
        *rest = apo_span_part(*rest, length, rest->length);
    return status;
}
