/* The castling field of the usual form: KQkq or file letters. In games with launches the file
 * letters also name unmoved pieces of the king's rank. */
#include "notation/fen_scan_priv.h"
#include "notation/sentence_priv.h"
#include "rules/rules/facts.h"

/* The rights that the pieces on the board could have, and those that the letters name. */
struct rights {
    apo_set granted;  /* all */
    apo_set lasting;  /* those that do not depend on the pocket */
    apo_set castling; /* kings and partners */
    apo_set named;
    apo_square king[APO_SIDES]; /* a king that could castle, or APO_SQUARE_NONE */
    unsigned row[APO_SIDES];    /* of the king at the start */
};

static bool is_piece_of(const apo_fen_scan *scan, apo_square sq, unsigned side)
{
    apo_piece piece = scan->setup.pieces[sq];
    return apo_piece_is_real(piece) && (unsigned)apo_piece_side(piece) == side;
}

static bool is_king(const apo_fen_scan *scan, apo_piece piece)
{
    return apo_piece_is_real(piece) && apo_type_is_royal(scan->var, apo_piece_type(piece));
}

static void find_rights(const apo_fen_scan *scan, const apo_setup *start, struct rights *rights)
{
    apo_setup granting = scan->setup;
    apo_setup_grant_rights(&granting, scan->var);
    *rights = (struct rights){.granted = granting.unmoved,
                              .king = {APO_SQUARE_NONE, APO_SQUARE_NONE}};
    granting.pocket[APO_WHITE] = granting.pocket[APO_BLACK] = 0;
    apo_setup_grant_rights(&granting, scan->var);
    rights->lasting = granting.unmoved;
    rights->castling = apo_setup_castling_rights(&scan->setup, scan->var);
    for (unsigned i = 0; i < apo_geometry_squares(scan->geo); i++) {
        apo_square sq = (apo_square)i;
        if (is_king(scan, start->pieces[i]))
            rights->row[apo_piece_side(start->pieces[i])] = apo_geometry_row(scan->geo, sq);
        if (apo_set_has(&rights->castling, sq) && is_king(scan, scan->setup.pieces[i]))
            rights->king[apo_piece_side(scan->setup.pieces[i])] = sq;
    }
}

/* Keeps rights that the usual form cannot express: other pieces on their start squares have
 * them. */
static void keep_other_rights(apo_fen_scan *scan, const struct rights *rights,
                              const apo_setup *start)
{
    for (unsigned i = 0; i < apo_geometry_squares(scan->geo); i++) {
        apo_square sq = (apo_square)i;
        if (apo_set_has(&rights->lasting, sq) && !apo_set_has(&rights->castling, sq) &&
            start->pieces[sq] == scan->setup.pieces[sq])
            apo_set_add(&scan->setup.unmoved, sq);
    }
}

/* K and Q mean castling only, and so do file letters of a side with an empty pocket: they imply
 * the king. */
static bool is_castling_letter(const apo_fen_scan *scan, char letter, unsigned side)
{
    return letter == 'k' || letter == 'q' || scan->setup.pocket[side] == 0;
}

/* True if the letter (lower case) means the piece on `sq`: k is a partner to the right of the
 * king, q to the left, any other letter a piece on that file of the king's rank. */
static bool names_piece(const apo_fen_scan *scan, const struct rights *rights, char letter,
                        unsigned side, apo_square sq)
{
    apo_square king = rights->king[side];
    bool is_castling = is_castling_letter(scan, letter, side);
    if (!is_piece_of(scan, sq, side) || apo_geometry_row(scan->geo, sq) != rights->row[side] ||
        !apo_set_has(is_castling ? &rights->castling : &rights->granted, sq) ||
        (is_castling && sq == king))
        return false;
    if (letter != 'k' && letter != 'q')
        return letter == (char)('a' + (char)apo_geometry_file(scan->geo, sq));
    return letter == 'k' ? sq > king : sq < king;
}

static apo_status read_letter(apo_fen_scan *scan, struct rights *rights, size_t position)
{
    char c = scan->text.text[position], letter = apo_to_lower(c);
    unsigned side = apo_is_upper(c) ? APO_WHITE : APO_BLACK, count = 0;
    if (!apo_is_letter(c))
        return apo_fen_fail(scan, position,
                            "castling rights are letters like KQkq, or -, not \"%s\"");
    for (unsigned i = 0; i < apo_geometry_squares(scan->geo); i++) {
        apo_square sq = (apo_square)i;
        if (!names_piece(scan, rights, letter, side, sq))
            continue;
        if (apo_set_has(&rights->named, sq))
            return apo_fen_fail(scan, position, "\"%s\" repeats a castling right");
        apo_set_add(&rights->named, sq);
        if (is_castling_letter(scan, letter, side))
            apo_set_add(&rights->named, rights->king[side]);
        count++;
    }
    if (count == 0)
        return apo_fen_fail(scan, position,
                            "there are no king and partner that could castle as \"%s\" says");
    return APO_OK;
}

apo_status apo_fen_read_castling(apo_fen_scan *scan, const apo_fen_field *field)
{
    struct rights rights;
    apo_setup start;
    if (apo_setup_start(&start, scan->var, 0, 1) != APO_OK)
        return APO_E_RANGE; /* every variant has a start */
    find_rights(scan, &start, &rights);
    for (size_t i = 0; field != NULL && i < field->length && !apo_fen_is_dash(scan, *field);
         i++) {
        apo_status status = read_letter(scan, &rights, field->start + i);
        if (status != APO_OK)
            return status;
    }
    scan->setup.unmoved = rights.named;
    keep_other_rights(scan, &rights, &start);
    return APO_OK;
}
