#include "definition/betza/betza.h"
#include "definition/draft/draft.h"

/* The parts of a draft in notations shared by other programs: XBetza and FEN. */

/* --- castling ------------------------------------------------------------ */

/* The number of squares between the partner and the end of its rank; -1 if it is not on that
 * side. */
static int find_inward(const apo_draft *draft, const apo_draft_way *way)
{
    const apo_geometry *geo = &draft->geometry;
    int toward = way->partner > way->king ? 1 : -1;
    int row = (int)apo_geometry_row(geo, way->partner), inward = 0;
    int file = (int)apo_geometry_file(geo, way->partner);
    while (apo_geometry_at(geo, file + toward * (inward + 1), row) != APO_SQUARE_NONE)
        inward++;
    return inward;
}

static int find_steps(const apo_draft_way *way)
{
    int steps = (int)way->king_to - (int)way->king;
    return way->partner > way->king ? steps : -steps;
}

static bool is_usual_way(const apo_draft *draft, const apo_draft_way *way)
{
    const apo_geometry *geo = &draft->geometry;
    int toward = way->partner > way->king ? 1 : -1;
    const apo_draft_type *king = apo_draft_type_of(draft, draft->board[way->king]);
    bool is_castler = king != NULL && (king->is_royal || king->letter == draft->castling_king);
    return is_castler && find_steps(way) > 0 &&
           apo_geometry_row(geo, way->king) == apo_geometry_row(geo, way->partner) &&
           apo_geometry_row(geo, way->king) == apo_geometry_row(geo, way->king_to) &&
           (int)way->partner_to == (int)way->king_to - toward;
}

/* True if there is a mirrored castling to the other side. */
static bool has_image(const apo_draft *draft, const apo_draft_way *way, bool is_before,
                      unsigned index)
{
    for (unsigned i = is_before ? 0 : index + 1; i < (is_before ? index : draft->way_count);
         i++) {
        const apo_draft_way *other = &draft->ways[i];
        if ((other->partner > other->king) != (way->partner > way->king) &&
            find_steps(other) == find_steps(way) &&
            find_inward(draft, other) == find_inward(draft, way))
            return true;
    }
    return false;
}

bool apo_draft_write_castling(apo_text *out, const apo_draft *draft)
{
    bool is_usual = true;
    for (unsigned i = 0; i < draft->way_count; i++) {
        const apo_draft_way *way = &draft->ways[i];
        if (!is_usual_way(draft, way)) {
            is_usual = false;
            continue;
        }
        if (has_image(draft, way, true, i))
            continue;
        apo_text_add_char(out, 'i');
        apo_text_add_char(out, has_image(draft, way, false, i) ? 's'
                               : way->partner > way->king      ? 'r'
                                                               : 'l');
        for (int k = find_inward(draft, way); k > 0; k--)
            apo_text_add_char(out, 'j');
        apo_text_add_char(out, 'O');
        apo_text_add_number(out, find_steps(way));
    }
    return is_usual;
}

/* --- multiple steps ------------------------------------------------------ */

/* True if this move becomes longer by a multiple step: it is a single step to an empty square.
 */
static bool is_lengthened(const apo_piece_move *move)
{
    const apo_leg *leg = &move->legs[0];
    return move->leg_count == 1 && (move->end & APO_END_MOVE) && leg->least == 1;
}

bool apo_draft_write_steps(apo_text *out, const apo_draft *draft, const apo_draft_type *type)
{
    enum {
        AHEAD = 0x01,
        DIAGONALLY = 0x82
    };

    apo_piece_moves moves;
    unsigned rank, steps, found = 0, directions = 0;
    if (!apo_draft_has_letter(draft->multi_pieces, type->letter) ||
        !apo_draft_steps(draft, &rank, &steps))
        return true;
    if (rank == 0 || apo_betza_parse(&moves, apo_span_of(type->moves), NULL) != APO_OK)
        return false;
    for (unsigned i = 0; i < moves.move_count; i++) {
        const apo_leg *leg = &moves.moves[i].legs[0];
        if (!is_lengthened(&moves.moves[i]))
            continue;
        if (leg->longer != 1 || leg->shorter != 0 || leg->most != 1)
            return false;
        directions |= leg->directions;
        found++;
    }
    if (found != 1 || (directions != AHEAD && directions != DIAGONALLY))
        return false;
    /* A first move must start on that rank: all pieces of the type start there. */
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        unsigned own = apo_draft_rank(draft, sq / draft->geometry.files);
        if (apo_to_upper(draft->board[sq]) != type->letter)
            continue;
        if (draft->board[sq] != type->letter)
            own = apo_draft_ranks(draft) + 1 - own;
        if (own != rank)
            return false;
    }
    apo_text_add(out, "ifmn");
    if (steps <= 2)
        apo_text_add_char(out, directions == AHEAD ? 'D' : 'A');
    else
        apo_text_add_char(out, directions == AHEAD ? 'R' : 'B');
    if (steps > 2)
        apo_text_add_number(out, steps);
    return true;
}

/* --- FEN ----------------------------------------------------------------- */

static void flush_run(apo_buffer *out, unsigned *run)
{
    if (*run > 0)
        apo_buffer_add_number(out, *run);
    *run = 0;
}

/* The pieces in hand and in the pockets. */
static void add_holdings(apo_buffer *out, const apo_draft *draft)
{
    apo_buffer_add_char(out, '[');
    for (unsigned side = 0; side < 2; side++) {
        for (const char *c = draft->drops.start[side]; *c != '\0'; c++)
            apo_buffer_add_char(out, side == 0 ? *c : apo_to_lower(*c));
        for (const char *c = draft->launch.pieces; *c != '\0'; c++)
            if (draft->rare & APO_DRAFT_LAUNCH)
                apo_buffer_add_char(out, side == 0 ? *c : apo_to_lower(*c));
    }
    apo_buffer_add_char(out, ']');
}

/* Adds a side's rights: all that are not the other side's only. False if it has none. */
static bool add_rights(apo_buffer *out, const apo_draft *draft, const char *letters,
                       enum apo_draft_whose others)
{
    bool has[2] = {false, false};
    for (unsigned i = 0; i < draft->way_count; i++)
        if (draft->ways[i].whose != others &&
            apo_draft_is_at_home(draft, &draft->ways[i], others == APO_DRAFT_WHITE_ONLY))
            has[draft->ways[i].partner < draft->ways[i].king] = true;
    for (unsigned i = 0; i < 2; i++)
        if (has[i])
            apo_buffer_add_char(out, letters[i]);
    return has[0] || has[1];
}

/* True if a side has a right to castle with the piece on a square. */
static bool is_castling(const apo_draft *draft, unsigned sq, bool is_black)
{
    enum apo_draft_whose others = is_black ? APO_DRAFT_WHITE_ONLY : APO_DRAFT_BLACK_ONLY;
    for (unsigned i = 0; i < draft->way_count; i++) {
        const apo_draft_way *way = &draft->ways[i];
        bool is_image = is_black && way->whose == APO_DRAFT_BOTH;
        apo_square seen =
            is_image ? apo_geometry_mirror(&draft->geometry, (apo_square)sq) : (apo_square)sq;
        if (way->whose != others && apo_draft_is_at_home(draft, way, is_black) &&
            (seen == way->king || seen == way->partner))
            return true;
    }
    return false;
}

/* Adds the files of a side's launchers that do not castle. False if there are none. */
static bool add_launchers(apo_buffer *out, const apo_draft *draft, bool is_black)
{
    const apo_geometry *geo = &draft->geometry;
    bool is_any = false;
    for (unsigned file = 0; file < geo->files; file++)
        for (unsigned row = 0; row < geo->rows; row++) {
            unsigned sq = row * geo->files + file;
            if (apo_is_lower(draft->board[sq]) != is_black ||
                !apo_draft_is_launcher(draft, sq) || is_castling(draft, sq, is_black))
                continue;
            apo_buffer_add_char(out, (char)((is_black ? 'a' : 'A') + (int)file));
            is_any = true;
        }
    return is_any;
}

/* Adds the placement and the holdings. */
static void add_board(apo_buffer *out, const apo_draft *draft, const char *board,
                      const bool *is_form)
{
    const apo_geometry *geo = &draft->geometry;
    for (unsigned row = geo->rows; row > 0; row--) {
        unsigned run = 0;
        for (unsigned file = 0; file < geo->files; file++) {
            unsigned sq = (row - 1) * geo->files + file;
            bool is_blank = geo->place[sq] == APO_PLACE_NONE ||
                            (geo->place[sq] == APO_PLACE_TRANSIENT && board[sq] == '.');
            if (!is_blank && board[sq] == '.') {
                run++;
                continue;
            }
            flush_run(out, &run);
            if (!is_blank && is_form[sq])
                apo_buffer_add_char(out, '+');
            apo_buffer_add_char(out, is_blank ? '*' : board[sq]);
        }
        flush_run(out, &run);
        if (row > 1)
            apo_buffer_add_char(out, '/');
    }
    if (draft->drops.is_on || (draft->rare & APO_DRAFT_LAUNCH))
        add_holdings(out, draft);
}

void apo_draft_write_start(apo_buffer *out, const apo_draft *draft,
                           const apo_draft_start *start, const char *rights)
{
    add_board(out, draft, start->board, start->is_form);
    apo_buffer_add(out, start->is_black_first ? " b " : " w ");
    apo_buffer_add(out, rights);
    apo_buffer_add(out, " - 0 1");
}

void apo_draft_write_fen(apo_buffer *out, const apo_draft *draft)
{
    add_board(out, draft, draft->board, draft->is_form);
    apo_buffer_add(out, draft->is_black_first ? " b " : " w ");
    bool has_rights = add_rights(out, draft, "KQ", APO_DRAFT_BLACK_ONLY);
    has_rights = add_launchers(out, draft, false) || has_rights;
    has_rights = add_rights(out, draft, "kq", APO_DRAFT_WHITE_ONLY) || has_rights;
    has_rights = add_launchers(out, draft, true) || has_rights;
    if (!has_rights)
        apo_buffer_add_char(out, '-');
    apo_buffer_add(out, " - 0 1");
}
