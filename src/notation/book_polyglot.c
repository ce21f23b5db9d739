/* Polyglot's opening books of chess: entries of 16 bytes in the order of their keys. */
#include <string.h>

#include "notation/book_priv.h"
#include "rules/kernel/position.h"
#include "rules/rules/facts.h"

enum {
    BOARD = 8,
    CASTLING_FIRST = 768,
    EN_PASSANT_FIRST = 772,
    WHITE_TO_MOVE = 780,
    PROMOTIONS = 5
};

static uint64_t read_big_endian(const char *bytes, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value = value << 8 | (uint8_t)bytes[i];
    return value;
}

static uint64_t key_at(apo_span bytes, size_t index)
{
    return read_big_endian(bytes.text + index * APO_POLYGLOT_ENTRY, 8);
}

apo_status apo_polyglot_check(const apo_variant *var, apo_span bytes, apo_error *err)
{
    size_t count = bytes.length / APO_POLYGLOT_ENTRY;
    if (strcmp(apo_variant_info_of(var)->id, "chess") != 0)
        return apo_fail(err, APO_E_UNSUPPORTED, 0,
                        "this is not a book in Apothecary's format, and Polyglot's are for "
                        "chess only",
                        apo_span_of(""));
    if (count == 0)
        return apo_fail(err, APO_E_SYNTAX, 0, "this is not an opening book", apo_span_of(""));
    for (size_t i = 1; i < count; i++)
        if (key_at(bytes, i - 1) > key_at(bytes, i))
            return apo_fail(
                err, APO_E_SYNTAX, i * APO_POLYGLOT_ENTRY,
                "this is not an opening book, or a damaged one: a Polyglot book has "
                "its keys in ascending order",
                apo_span_of(""));
    if (bytes.length % APO_POLYGLOT_ENTRY != 0)
        return apo_fail(err, APO_E_SYNTAX, count * APO_POLYGLOT_ENTRY,
                        "the book is cut off: its last entry is not complete", apo_span_of(""));
    return APO_OK;
}

/* --- keys ---------------------------------------------------------------- */

/* The letters in the order of the numbers. */
static const char kinds[] = "PNBRQK";

static unsigned kind_of(const apo_variant *var, apo_piece piece)
{
    const char *at = strchr(kinds, apo_type_info_of(var, apo_piece_type(piece))->letter);
    return (unsigned)(at - kinds);
}

static uint64_t key_of_pieces(const apo_position *pos)
{
    const apo_variant *var = apo_position_variant(pos);
    uint64_t key = 0;
    for (unsigned sq = 0; sq < BOARD * BOARD; sq++) {
        apo_piece piece = apo_position_piece(pos, (apo_square)sq);
        if (!apo_piece_is_real(piece))
            continue;
        unsigned side = apo_piece_side(piece) == APO_WHITE ? 1 : 0;
        key ^= apo_polyglot_random[64 * (2 * kind_of(var, piece) + side) + sq];
    }
    return key;
}

static uint64_t key_of_castling(const apo_setup *setup)
{
    /* King's square, rook's square: White to the right, to the left, Black likewise. */
    static const apo_square rights[4][2] = {{4, 7}, {4, 0}, {60, 63}, {60, 56}};
    uint64_t key = 0;
    for (unsigned i = 0; i < 4; i++)
        if (apo_set_has(&setup->unmoved, rights[i][0]) &&
            apo_set_has(&setup->unmoved, rights[i][1]))
            key ^= apo_polyglot_random[CASTLING_FIRST + i];
    return key;
}

/* En passant counts if a pawn of the side to move is beside the pawn that has just passed, even
 * if it is pinned. */
static uint64_t key_of_en_passant(const apo_position *pos, const apo_setup *setup)
{
    if (setup->rules.trail.count != 1)
        return 0;
    unsigned file = setup->rules.trail.piece % BOARD;
    apo_piece passed = apo_position_piece(pos, setup->rules.trail.piece);
    apo_piece wanted =
        apo_piece_of(apo_side_other(apo_piece_side(passed)), apo_piece_type(passed));
    bool is_beside =
        (file > 0 &&
         apo_position_piece(pos, (apo_square)(setup->rules.trail.piece - 1)) == wanted) ||
        (file + 1 < BOARD &&
         apo_position_piece(pos, (apo_square)(setup->rules.trail.piece + 1)) == wanted);
    return is_beside ? apo_polyglot_random[EN_PASSANT_FIRST + file] : 0;
}

uint64_t apo_book_polyglot_key(const apo_position *pos)
{
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    uint64_t key =
        key_of_pieces(pos) ^ key_of_castling(&setup) ^ key_of_en_passant(pos, &setup);
    if (apo_position_side(pos) == APO_WHITE)
        key ^= apo_polyglot_random[WHITE_TO_MOVE];
    return key;
}

/* --- moves --------------------------------------------------------------- */

/* The move as Polyglot writes it: castling is the king onto its rook. */
static unsigned code_of(const apo_position *pos, const apo_move *mv)
{
    static const char promotions[] = " NBRQ";
    const apo_variant *var = apo_position_variant(pos);
    apo_square to = mv->to, partner_from, partner_to;
    unsigned promoted = 0;
    if (mv->kind == APO_MOVE_CASTLING && apo_move_partner(pos, mv, &partner_from, &partner_to))
        to = partner_from;
    for (unsigned i = 1; i < PROMOTIONS && mv->promoted != APO_TYPE_NONE; i++)
        if (apo_type_info_of(var, mv->promoted)->letter == promotions[i])
            promoted = i;
    return (unsigned)to | (unsigned)mv->from << 6 | promoted << 12;
}

static const apo_move *find_move(const apo_position *pos, const apo_move_list *legal,
                                 unsigned code)
{
    for (size_t i = 0; i < legal->count; i++)
        if (code_of(pos, &legal->moves[i]) == code)
            return &legal->moves[i];
    return NULL;
}

static size_t find_first(apo_span bytes, size_t count, uint64_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (key_at(bytes, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

unsigned apo_polyglot_moves(const apo_book *book, const apo_position *pos,
                            const apo_move_list *legal, apo_book_move *out)
{
    apo_span bytes = {book->bytes, book->length};
    uint64_t key = apo_book_polyglot_key(pos);
    size_t first = find_first(bytes, book->count, key);
    unsigned count = 0;
    /* A damaged book could have a key any number of times. */
    for (size_t i = first; i < book->count && i - first < APO_BOOK_MOVES_MAX; i++) {
        const char *entry = bytes.text + i * APO_POLYGLOT_ENTRY;
        if (key_at(bytes, i) != key)
            break;
        const apo_move *mv = find_move(pos, legal, (unsigned)read_big_endian(entry + 8, 2));
        if (mv != NULL)
            out[count++] =
                (apo_book_move){.mv = *mv, .weight = (uint32_t)read_big_endian(entry + 10, 2)};
    }
    return count;
}
