#include "base/mem.h"
#include "definition/exchange/fairy_write_priv.h"

/* Draft -> section of variants.ini: named and numbered starts. A game has one start there, so
 * each of the others is a section of its own. */

enum {
    SECTIONS_MOST = 960 /* numbered starts of Chess960 */
};

static const apo_span nothing = {NULL, 0};

/* --- castling ------------------------------------------------------------ */

static bool is_to_the_right(const apo_draft_way *way)
{
    return way->partner > way->king;
}

/* Where the king goes with the first way to that side; APO_SQUARE_NONE: there is no way. */
static apo_square goal_of(const apo_draft *draft, bool is_right)
{
    for (unsigned i = 0; i < draft->way_count; i++)
        if (is_to_the_right(&draft->ways[i]) == is_right)
            return draft->ways[i].king_to;
    return APO_SQUARE_NONE;
}

bool apo_fairy__castles_anywhere(const apo_draft *draft)
{
    const apo_geometry *geo = &draft->geometry;
    if (draft->group_count == 0 || draft->castling_partners[0] == '\0' ||
        goal_of(draft, false) == APO_SQUARE_NONE || goal_of(draft, true) == APO_SQUARE_NONE)
        return false;
    for (unsigned i = 0; i < draft->way_count; i++) {
        const apo_draft_way *way = &draft->ways[i];
        int toward = is_to_the_right(way) ? 1 : -1;
        if (way->whose != APO_DRAFT_BOTH ||
            way->king_to != goal_of(draft, is_to_the_right(way)) ||
            (int)way->partner_to != (int)way->king_to - toward ||
            apo_geometry_row(geo, way->king) != apo_geometry_row(geo, draft->ways[0].king) ||
            apo_geometry_row(geo, way->king) != apo_geometry_row(geo, way->partner))
            return false;
    }
    return true;
}

void apo_fairy__write_castling_anywhere(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    apo_fairy__add_line(w->out, "chess960", "true");
    apo_fairy__add_number(w->out, "castlingRank",
                          apo_geometry_row(&draft->geometry, draft->ways[0].king) + 1U);
    apo_fairy__add_file(w->out, "castlingKingsideFile", draft, goal_of(draft, true));
    apo_fairy__add_file(w->out, "castlingQueensideFile", draft, goal_of(draft, false));
    apo_fairy__add_letters(w->out, "castlingRookPieces", draft->castling_partners);
    if (draft->castling_king != '\0') {
        const char king[2] = {draft->castling_king, '\0'};
        apo_fairy__add_letters(w->out, "castlingKingPiece", king);
    }
}

static bool has_way(const apo_draft *draft, apo_square king, apo_square partner)
{
    for (unsigned i = 0; i < draft->way_count; i++)
        if (draft->ways[i].king == king && draft->ways[i].partner == partner)
            return true;
    return false;
}

/* True if White's king on a square castles with exactly one partner on each side of it, as its
 * rights K and Q say there. */
static bool castles_with_each(const apo_draft *draft, const char *board, apo_square king)
{
    unsigned files = draft->geometry.files, row = king / files, counts[2] = {0, 0};
    for (unsigned sq = row * files; sq < (row + 1) * files; sq++) {
        if (!apo_draft_has_letter(draft->castling_partners, board[sq]))
            continue;
        counts[sq > king]++;
        if (!has_way(draft, king, (apo_square)sq))
            return false;
    }
    return counts[0] == 1 && counts[1] == 1;
}

/* True if both sides of a start, which are mirror images, have these rights. */
static bool has_rights(const apo_draft *draft, const apo_draft_start *start)
{
    unsigned kings = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        char piece = start->board[sq];
        char image = start->board[apo_geometry_mirror(&draft->geometry, (apo_square)sq)];
        if (apo_is_upper(piece) != apo_is_lower(image) ||
            (apo_is_upper(piece) && image != apo_to_lower(piece)))
            return false;
        if (!apo_is_upper(piece) || !apo_draft_is_castler(draft, piece))
            continue;
        kings++;
        if (!castles_with_each(draft, start->board, (apo_square)sq))
            return false;
    }
    return kings == 1;
}

/* --- sections ------------------------------------------------------------ */

static const char *rights_of(const apo_draft *draft)
{
    return draft->way_count > 0 ? "KQkq" : "-";
}

/* True if a start has the same pieces as the board of the draft, no first moves depend on where
 * they stand, and castling holds there too. */
static bool is_same_but_places(const apo_fairy_writing *w, const apo_draft_start *start)
{
    const apo_draft *draft = w->draft;
    size_t squares = apo_geometry_squares(&draft->geometry);
    for (size_t sq = 0; sq < squares; sq++) {
        char piece = start->board[sq];
        if (apo_fairy__count_letter(start->board, squares, piece) !=
            apo_fairy__count_letter(draft->board, squares, piece))
            return false;
    }
    return w->first_ranks == 0 &&
           (draft->way_count == 0 ||
            (apo_fairy__castles_anywhere(draft) && has_rights(draft, start)));
}

static void write_another(apo_fairy_writing *w, const apo_draft_start *start)
{
    apo_buffer_add(w->out, "\n[");
    apo_buffer_add(w->out, w->draft->id);
    apo_buffer_add_char(w->out, '-');
    apo_buffer_add(w->out, start->name);
    apo_buffer_add_char(w->out, ':');
    (void)apo_fairy__add_name(w);
    apo_buffer_add(w->out, "]\nstartFen = ");
    apo_draft_write_start(w->out, w->draft, start, rights_of(w->draft));
    apo_buffer_add_char(w->out, '\n');
}

static void write_named(apo_fairy_writing *w)
{
    for (unsigned i = 0; i < w->draft->start_count; i++) {
        const apo_draft_start *start = &w->draft->starts[i];
        write_another(w, start);
        if (!is_same_but_places(w, start))
            apo_fairy__lose(w, "start: board",
                            "named starts with other pieces, castling or first moves have "
                            "other rules there: not \"%s\"",
                            apo_span_of(start->name));
    }
}

static bool are_numbered_said(const apo_fairy_writing *w, unsigned count)
{
    apo_draft_start start;
    if (count < 1 || count > SECTIONS_MOST || w->draft->start_count > 0)
        return false;
    for (unsigned number = 1; number <= count; number++) {
        apo_draft_find_start(w->draft, number, &start);
        if (!is_same_but_places(w, &start))
            return false;
    }
    return true;
}

static void write_numbered(apo_fairy_writing *w)
{
    unsigned count = apo_draft_start_count(w->draft);
    apo_draft_start start;
    if (w->draft->group_count == 0)
        return;
    if (!are_numbered_said(w, count)) {
        apo_fairy__lose(w, "starts: group, white-group, black-group",
                        "there are no numbered starts there, only a section for each of at "
                        "most 960, without first moves, and castling as in Chess960",
                        nothing);
        return;
    }
    for (unsigned number = 1; number <= count; number++) {
        apo_draft_find_start(w->draft, number, &start);
        if (memcmp(start.board, w->draft->board, apo_geometry_squares(&w->draft->geometry)) !=
            0)
            write_another(w, &start);
    }
}

void apo_fairy__write_starts(apo_fairy_writing *w)
{
    write_numbered(w);
    write_named(w);
}
