#include "notation/fen_scan_priv.h"
#include "notation/sentence_priv.h"
#include "rules/rules/facts.h"

static bool is_piece_of(const apo_fen_scan *scan, apo_square sq, unsigned side)
{
    apo_piece piece = scan->setup.pieces[sq];
    return apo_piece_is_real(piece) && (unsigned)apo_piece_side(piece) == side;
}

/* --- en passant ---------------------------------------------------------- */

static unsigned distance(const apo_geometry *geo, apo_square a, apo_square b)
{
    int files = (int)apo_geometry_file(geo, a) - (int)apo_geometry_file(geo, b);
    int rows = (int)apo_geometry_row(geo, a) - (int)apo_geometry_row(geo, b);
    files = files < 0 ? -files : files;
    rows = rows < 0 ? -rows : rows;
    return (unsigned)(files > rows ? files : rows);
}

/* True if the squares are those that a piece now on `piece` has passed in steps of (by_file,
 * by_row); its own square may be among them. */
static bool is_way_to(const apo_fen_scan *scan, const apo_square *squares, unsigned count,
                      apo_square piece, int by_file, int by_row)
{
    for (unsigned i = 0; i < count; i++) {
        int files = (int)apo_geometry_file(scan->geo, piece) -
                    (int)apo_geometry_file(scan->geo, squares[i]);
        int rows = ((int)apo_geometry_row(scan->geo, piece) -
                    (int)apo_geometry_row(scan->geo, squares[i])) *
                   by_row;
        bool is_free = squares[i] == piece || scan->setup.pieces[squares[i]] == APO_PIECE_EMPTY;
        if (!is_free || rows < 0 || rows > (int)count || files != rows * by_file)
            return false;
    }
    return true;
}

/* A pawn, or what a pawn may have become. */
static bool is_passer(const apo_fen_scan *scan, apo_square sq, apo_side passer)
{
    return is_piece_of(scan, sq, passer) &&
           (apo_type_is_pawn(scan->var, apo_piece_type(scan->setup.pieces[sq])) ||
            apo_promotion_is_offered(scan->var, passer, sq));
}

/* Finds the piece of `passer` that has just passed the squares, straight or else diagonally. */
static apo_square find_passer(const apo_fen_scan *scan, const apo_square *squares,
                              unsigned count, apo_side passer)
{
    static const int shifts[] = {0, -1, 1};
    int by_row = passer == APO_WHITE ? 1 : -1;
    for (size_t i = 0; i < sizeof shifts / sizeof shifts[0]; i++)
        for (unsigned sq = 0; sq < apo_geometry_squares(scan->geo); sq++)
            if (is_passer(scan, (apo_square)sq, passer) &&
                is_way_to(scan, squares, count, (apo_square)sq, shifts[i], by_row))
                return (apo_square)sq;
    return APO_SQUARE_NONE;
}

/* Inserts a passed square, the farthest from the piece first. */
static void insert_passed(apo_trail *trail, const apo_geometry *geo, apo_square sq)
{
    unsigned at = trail->count++;
    while (at > 0 && distance(geo, trail->passed[at - 1], trail->piece) <
                         distance(geo, sq, trail->piece)) {
        trail->passed[at] = trail->passed[at - 1];
        at--;
    }
    trail->passed[at] = sq;
}

/* One square or several; the piece's own square may be among them. */
static apo_status read_en_passant(apo_fen_scan *scan, apo_fen_field field)
{
    apo_square squares[APO_TRAIL_MAX];
    unsigned count;
    apo_side passer = apo_side_other((apo_side)scan->setup.side);
    apo_trail *trail = &scan->setup.trail;
    if (apo_fen_is_dash(scan, field))
        return APO_OK;
    apo_status status = apo_fen_read_squares(scan, field, squares, APO_TRAIL_MAX, &count);
    if (status != APO_OK)
        return status;
    trail->piece = find_passer(scan, squares, count, passer);
    for (unsigned i = 0; i < count; i++)
        if (squares[i] != trail->piece)
            insert_passed(trail, scan->geo, squares[i]);
    if (trail->piece == APO_SQUARE_NONE || trail->count == 0)
        return apo_fail(scan->err, APO_E_SYNTAX, field.start,
                        "there is no pawn that could have just passed %s",
                        apo_span_part(scan->text, field.start, field.length));
    return APO_OK;
}

/* --- the other fields ---------------------------------------------------- */

static apo_status read_side(apo_fen_scan *scan, apo_fen_field field)
{
    apo_span text = apo_span_part(scan->text, field.start, field.length);
    if (!apo_span_is(text, "w") && !apo_span_is(text, "b"))
        return apo_fail(scan->err, APO_E_SYNTAX, field.start,
                        "the side to move is w or b, not \"%s\"", text);
    scan->setup.side = apo_span_is(text, "w") ? APO_WHITE : APO_BLACK;
    return APO_OK;
}

/* The pieces in brackets are in the pockets or, in games without pockets, in the reserve. */
static apo_status read_holdings(apo_fen_scan *scan, apo_fen_field field)
{
    if (apo_variant_has_rule(scan->var, "launch"))
        return apo_fen_read_pocket(scan, field);
    return apo_fen_read_reserve(scan, field);
}

/* Reads the board, followed by holdings in brackets if there are any. */
static apo_status read_board_and_holdings(apo_fen_scan *scan, apo_fen_field field)
{
    size_t length = 0;
    while (length < field.length && scan->text.text[field.start + length] != '[')
        length++;
    apo_status status = apo_fen_read_board(scan, (apo_fen_field){field.start, length});
    if (status != APO_OK)
        return status;
    if (length == field.length) {
        apo_setup_infer_reserve(&scan->setup, scan->var);
        return APO_OK;
    }
    size_t end = field.start + field.length - 1;
    size_t start = field.start + length + 1;
    if (scan->text.text[end] != ']' || end < start)
        return apo_fail(scan->err, APO_E_SYNTAX, end + 1, "the holdings have no closing ]",
                        apo_span_of(""));
    if (end == start)
        return APO_OK;
    return read_holdings(scan, (apo_fen_field){start, end - start});
}

/* The field with this index, or NULL. */
static const apo_fen_field *field_at(const apo_fen_scan *scan, unsigned index)
{
    return index < scan->field_count ? &scan->fields[index] : NULL;
}

apo_status apo_fen_read_usual(apo_fen_scan *scan)
{
    apo_status status = read_board_and_holdings(scan, scan->fields[0]);
    if (status == APO_OK)
        status = read_side(scan, scan->fields[1]);
    /* In some games the counts follow at once. */
    unsigned next = 2;
    const apo_fen_field *third = field_at(scan, next);
    bool is_short = third != NULL && apo_is_digit(scan->text.text[third->start]);
    if (status == APO_OK)
        status = apo_fen_read_castling(scan, is_short ? NULL : field_at(scan, next++));
    if (status == APO_OK && !is_short && field_at(scan, next) != NULL)
        status = read_en_passant(scan, scan->fields[next++]);
    if (status == APO_OK && next + 2 < scan->field_count)
        return apo_fail(scan->err, APO_E_SYNTAX, scan->fields[next + 2].start,
                        "the text goes on after its counts", apo_span_of(""));
    return status != APO_OK
               ? status
               : apo_fen_read_clocks(scan, field_at(scan, next), field_at(scan, next + 1));
}
