/* The field of castling rights in the usual FEN: KQkq or file letters. In games with launches
 * the file letters also name unmoved pieces of the king's rank. The rule is in castling.c. */
#include "base/text.h"
#include "rules/rules/castling.h"
#include "rules/rules/facts.h"
#include "rules/rules/launch.h"

/* The rights that the pieces on the board could have, and those that the letters name. */
struct castling_rights {
    apo_set granted;  /* all */
    apo_set lasting;  /* those that do not depend on the pocket */
    apo_set castling; /* kings and partners */
    apo_set named;
    apo_square king[APO_SIDES]; /* a king that could castle, or APO_SQUARE_NONE */
    unsigned row[APO_SIDES];    /* of the king at the start, or of those that launch */
};

static bool is_piece_of(const apo_fen_scan *scan, apo_square sq, unsigned side)
{
    apo_piece piece = scan->setup.pieces[sq];
    return apo_piece_is_real(piece) && (unsigned)apo_piece_side(piece) == side;
}

static unsigned king_type(const apo_variant *var)
{
    return var->rules >> APO_RULE_CASTLING & 1U ? apo_castling_of(var)->king : var->royal;
}

static bool is_king(const apo_fen_scan *scan, apo_piece piece)
{
    return apo_piece_is_real(piece) && apo_piece_type(piece) == king_type(scan->var);
}

/* The row whose files letters name: that of the king, if it has a launcher of the side at the
 * start or no row has, or else the lowest that has one. */
static unsigned find_row(const apo_fen_scan *scan, const apo_setup *start, unsigned side,
                         unsigned king_row)
{
    apo_types launchers = apo_launch_of(scan->var)->launchers;
    unsigned found = king_row;
    for (unsigned sq = apo_geometry_squares(scan->geo); sq > 0; sq--) {
        apo_piece piece = start->pieces[sq - 1];
        if (!apo_piece_is_real(piece) || (unsigned)apo_piece_side(piece) != side ||
            !apo_types_has(launchers, apo_piece_type(piece)))
            continue;
        found = apo_geometry_row(scan->geo, (apo_square)(sq - 1));
        if (found == king_row)
            return found;
    }
    return found;
}

static void find_rights(const apo_fen_scan *scan, const apo_setup *start,
                        struct castling_rights *rights)
{
    apo_setup granting = scan->setup;
    apo_setup_grant_rights(&granting, scan->var);
    *rights = (struct castling_rights){.granted = granting.unmoved,
                                       .king = {APO_SQUARE_NONE, APO_SQUARE_NONE}};
    if ((granting.rules.pocket[APO_WHITE] | granting.rules.pocket[APO_BLACK]) != 0) {
        granting.rules.pocket[APO_WHITE] = granting.rules.pocket[APO_BLACK] = 0;
        apo_setup_grant_rights(&granting, scan->var);
    }
    rights->lasting = granting.unmoved;
    rights->castling = apo_setup_castling_rights(&scan->setup, scan->var);
    /* A king in hand at the start gets its rights on the rank of the ways to castle. */
    for (unsigned side = 0; side < APO_SIDES; side++)
        if (apo_castling_of(scan->var)->count[side] > 0)
            rights->row[side] = apo_geometry_row(
                scan->geo, apo_castling_of(scan->var)->ways[side][0].king_from);
    unsigned king = king_type(scan->var), squares = apo_geometry_squares(scan->geo);
    for (unsigned i = 0; i < squares; i++)
        if (apo_piece_is_real(start->pieces[i]) && apo_piece_type(start->pieces[i]) == king)
            rights->row[apo_piece_side(start->pieces[i])] =
                apo_geometry_row(scan->geo, (apo_square)i);
    for (unsigned side = 0; side < APO_SIDES; side++)
        rights->row[side] = find_row(scan, start, side, rights->row[side]);
    for (unsigned i = 0; i < scan->var->words; i++)
        for (uint64_t word = rights->castling.words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (is_king(scan, scan->setup.pieces[sq]))
                rights->king[apo_piece_side(scan->setup.pieces[sq])] = sq;
        }
}

/* Keeps rights that the usual form cannot express: other pieces on their start squares have
 * them. */
static void keep_other_rights(apo_fen_scan *scan, const struct castling_rights *rights,
                              const apo_setup *start)
{
    for (unsigned i = 0; i < scan->var->words; i++)
        for (uint64_t word = rights->lasting.words[i] & ~rights->castling.words[i];
             word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            if (start->pieces[sq] == scan->setup.pieces[sq])
                apo_set_add(&scan->setup.unmoved, sq);
        }
}

/* K and Q mean castling only, and so do file letters of a side with an empty pocket: they imply
 * the king. */
static bool is_castling_letter(const apo_fen_scan *scan, char letter, unsigned side)
{
    return letter == 'k' || letter == 'q' || scan->setup.rules.pocket[side] == 0;
}

/* True if no other partner is farther from the king on the side of `sq`. */
static bool is_outermost(const apo_fen_scan *scan, const struct castling_rights *rights,
                         apo_square king, apo_square sq)
{
    unsigned file = apo_geometry_file(scan->geo, sq), row = apo_geometry_row(scan->geo, sq);
    int step = sq > king ? 1 : -1;
    for (int f = (int)file + step; f >= 0 && f < (int)scan->geo->files; f += step) {
        apo_square other = apo_geometry_at(scan->geo, f, (int)row);
        if (other != APO_SQUARE_NONE && apo_set_has(&rights->castling, other))
            return false;
    }
    return true;
}

/* True if the letter (lower case) means the piece on `sq`: k is a partner to the right of the
 * king, q to the left, any other letter a piece on that file of the king's rank. */
static bool names_piece(const apo_fen_scan *scan, const struct castling_rights *rights,
                        char letter, unsigned side, apo_square sq)
{
    apo_square king = rights->king[side];
    bool is_castling = is_castling_letter(scan, letter, side);
    if (!is_piece_of(scan, sq, side) || apo_geometry_row(scan->geo, sq) != rights->row[side] ||
        !apo_set_has(is_castling ? &rights->castling : &rights->granted, sq) ||
        (is_castling && sq == king))
        return false;
    if (letter != 'k' && letter != 'q')
        return letter == (char)('a' + (char)apo_geometry_file(scan->geo, sq));
    if (apo_castling_of(scan->var)->partners != 0 && !is_outermost(scan, rights, king, sq))
        return false;
    return letter == 'k' ? sq > king : sq < king;
}

/* Older programs name the files of all unmoved pieces of games with launches, after KQkq. */
static bool may_repeat(const apo_fen_scan *scan, char letter)
{
    return apo_launch_of(scan->var)->is_on && letter != 'k' && letter != 'q';
}

/* True if the character stands earlier in the field. */
static bool is_twice(const apo_fen_scan *scan, const apo_fen_field *field, size_t position)
{
    for (size_t i = field->start; i < position; i++)
        if (scan->text.text[i] == scan->text.text[position])
            return true;
    return false;
}

static apo_status read_letter(apo_fen_scan *scan, struct castling_rights *rights,
                              size_t position)
{
    char c = scan->text.text[position], letter = apo_to_lower(c);
    unsigned side = apo_is_upper(c) ? APO_WHITE : APO_BLACK, count = 0;
    if (!apo_is_letter(c))
        return apo_fen_fail(scan, position,
                            "castling rights are letters like KQkq, or -, not \"%s\"");
    for (unsigned file = 0; file < scan->geo->files; file++) {
        apo_square sq = (apo_square)(rights->row[side] * scan->geo->files + file);
        if (!names_piece(scan, rights, letter, side, sq))
            continue;
        if (apo_set_has(&rights->named, sq) && !may_repeat(scan, letter))
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

/* True if unmoved pieces have no other rights in the game. */
static bool has_castling_only(const apo_variant *var)
{
    return var->first_move_types == 0 && var->hooks.rights_count == 1 &&
           apo_castling_of(var)->count[APO_WHITE] + apo_castling_of(var)->count[APO_BLACK] > 0;
}

static apo_status read_rights(apo_fen_scan *scan, const apo_fen_field *field)
{
    struct castling_rights rights;
    apo_setup start;
    if (has_castling_only(scan->var) && (field == NULL || apo_fen_is_dash(scan, *field))) {
        scan->setup.unmoved = (apo_set){{0}};
        return APO_OK;
    }
    if (apo_setup_start_bare(&start, scan->var, 0, 1) != APO_OK)
        return APO_E_RANGE; /* every variant has a start */
    find_rights(scan, &start, &rights);
    for (size_t i = 0; field != NULL && i < field->length && !apo_fen_is_dash(scan, *field);
         i++) {
        size_t position = field->start + i;
        if (is_twice(scan, field, position))
            return apo_fen_fail(scan, position, "\"%s\" repeats a castling right");
        apo_status status = read_letter(scan, &rights, position);
        if (status != APO_OK)
            return status;
    }
    scan->setup.unmoved = rights.named;
    keep_other_rights(scan, &rights, &start);
    return APO_OK;
}

/* Adds `letter`, k or q, if the king and all its partners on that side are unmoved, and names
 * them. */
static void write_way(apo_text *out, const apo_fen_scan *scan, struct castling_rights *rights,
                      unsigned side, char letter)
{
    apo_set found = {{0}};
    unsigned count = 0;
    if (rights->king[side] == APO_SQUARE_NONE ||
        !apo_set_has(&scan->setup.unmoved, rights->king[side]))
        return;
    for (unsigned i = 0; i < apo_geometry_squares(scan->geo); i++) {
        apo_square sq = (apo_square)i;
        if (!names_piece(scan, rights, letter, side, sq))
            continue;
        if (!apo_set_has(&scan->setup.unmoved, sq))
            return;
        apo_set_add(&found, sq);
        count++;
    }
    if (count == 0)
        return;
    apo_set_add(&found, rights->king[side]);
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        rights->named.words[i] |= found.words[i];
    apo_text_add_char(out, side == APO_WHITE ? apo_to_upper(letter) : letter);
}

/* Adds the files of unmoved pieces that no letter has named yet. */
static void write_files(apo_text *out, const apo_fen_scan *scan,
                        const struct castling_rights *rights, unsigned side)
{
    for (unsigned file = 0; file < scan->geo->files; file++) {
        apo_square sq = (apo_square)(rights->row[side] * scan->geo->files + file);
        char letter = (char)('a' + (char)file);
        if (apo_set_has(&scan->setup.unmoved, sq) && !apo_set_has(&rights->named, sq) &&
            names_piece(scan, rights, letter, side, sq))
            apo_text_add_char(out, side == APO_WHITE ? apo_to_upper(letter) : letter);
    }
}

static void write_rights(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    const apo_fen_scan scan = {
        .var = var, .geo = apo_variant_geometry(var), .is_usual = true, .setup = *setup};
    struct castling_rights rights;
    apo_setup start;
    if (apo_setup_start_bare(&start, var, 0, 1) != APO_OK)
        return; /* every variant has a start */
    find_rights(&scan, &start, &rights);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        write_way(out, &scan, &rights, side, 'k');
        write_way(out, &scan, &rights, side, 'q');
        write_files(out, &scan, &rights, side);
    }
}

const apo_fen_part apo_castling_fen = {.read_usual = read_rights, .write_usual = write_rights};
