#include "definition/betza/betza.h"
#include "definition/draft/draft.h"

/* The parts of a draft in notations shared by other programs: XBetza and FEN. */

static const apo_span nothing = {NULL, 0};

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
    return king != NULL && king->is_royal && find_steps(way) > 0 &&
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

bool apo_draft_write_steps(apo_text *out, const apo_draft *draft, const apo_draft_type *type)
{
    enum {
        AHEAD = 0x01,
        DIAGONALLY = 0x82
    };

    apo_piece_moves moves;
    if (!apo_draft_has_letter(draft->multi_pieces, type->letter))
        return true;
    if (apo_betza_parse(&moves, apo_span_of(type->moves), NULL) != APO_OK)
        return false;
    for (unsigned i = 0; i < moves.move_count; i++) {
        const apo_piece_move *move = &moves.moves[i];
        const apo_leg *leg = &move->legs[0];
        if (move->leg_count != 1 || !(move->end & APO_END_MOVE) || leg->longer != 1 ||
            leg->most != 1 || (leg->directions != AHEAD && leg->directions != DIAGONALLY))
            continue;
        bool is_ahead = leg->directions == AHEAD;
        if (draft->multi_steps <= 2) {
            apo_text_add(out, is_ahead ? "ifmnD" : "ifmnA");
            return true;
        }
        apo_text_add(out, is_ahead ? "ifmnR" : "ifmnB");
        apo_text_add_number(out, draft->multi_steps);
        return true;
    }
    return false;
}

/* --- FEN ----------------------------------------------------------------- */

static void flush_run(apo_buffer *out, unsigned *run)
{
    if (*run > 0)
        apo_buffer_add_number(out, *run);
    *run = 0;
}

void apo_draft_write_fen(apo_buffer *out, const apo_draft *draft)
{
    const apo_geometry *geo = &draft->geometry;
    for (unsigned row = geo->rows; row > 0; row--) {
        unsigned run = 0;
        for (unsigned file = 0; file < geo->files; file++) {
            unsigned sq = (row - 1) * geo->files + file;
            bool is_blank = geo->place[sq] == APO_PLACE_NONE ||
                            (geo->place[sq] == APO_PLACE_TRANSIENT && draft->board[sq] == '.');
            if (!is_blank && draft->board[sq] == '.') {
                run++;
                continue;
            }
            flush_run(out, &run);
            apo_buffer_add_char(out, is_blank ? '*' : draft->board[sq]);
        }
        flush_run(out, &run);
        if (row > 1)
            apo_buffer_add_char(out, '/');
    }
    bool is_right = false, is_left = false;
    for (unsigned i = 0; i < draft->way_count; i++) {
        is_right = is_right || draft->ways[i].partner > draft->ways[i].king;
        is_left = is_left || draft->ways[i].partner < draft->ways[i].king;
    }
    apo_buffer_add(out, " w ");
    apo_buffer_add(out, is_right ? is_left ? "KQkq" : "Kk" : is_left ? "Qq" : "-");
    apo_buffer_add(out, " - 0 1");
}

/* --- report -------------------------------------------------------------- */

void apo_draft_report(const apo_draft *draft, apo_fault_list *diagnostics)
{
    bool is_vanishing = false;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++)
        is_vanishing = is_vanishing || draft->geometry.place[sq] == APO_PLACE_TRANSIENT;
    if (is_vanishing)
        apo_fault_warn(
            diagnostics, 0, 0, apo_span_of("board"),
            "squares that vanish when a piece leaves them are ordinary squares there", nothing);
    if (draft->joker != '\0')
        apo_fault_warn(diagnostics, 0, 0, apo_span_of("joker"), "there is no imitator there",
                       nothing);
    if (draft->group_count > 0)
        apo_fault_warn(diagnostics, 0, 0, apo_span_of("starts"),
                       "there are no numbered starts there", nothing);
}
