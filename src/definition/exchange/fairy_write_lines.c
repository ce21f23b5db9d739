#include "base/mem.h"
#include "definition/exchange/fairy_write_priv.h"

/* Draft -> section of variants.ini: what janggi has and few other games. Lines are squares
 * there, between which certain pieces also go diagonally. A king does so only in a game built
 * on janggi, so such a section takes back what it does not want from there. */

static const apo_span nothing = {NULL, 0};

/* --- lines --------------------------------------------------------------- */

/* The square that lies so far from another; -1: it is off the board. */
static int find_square(const apo_geometry *geo, unsigned sq, int files, int rows)
{
    int file = (int)(sq % geo->files) + files, row = (int)(sq / geo->files) + rows;
    bool is_on = file >= 0 && file < geo->files && row >= 0 && row < geo->rows;
    return is_on ? row * geo->files + file : -1;
}

/* True if squares that are diagonal neighbours and both on lines are joined by one. */
static bool are_all_joined(const apo_draft *draft, const bool marked[APO_SQUARES_MAX])
{
    const apo_geometry *geo = &draft->geometry;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        for (int by = -1; by <= 1; by += 2) {
            int next = find_square(geo, sq, by, 1);
            unsigned bit = by > 0 ? APO_DRAFT_UP_RIGHT : APO_DRAFT_UP_LEFT;
            if (marked[sq] && next >= 0 && marked[next] && !(draft->lines.drawn[sq] & bit))
                return false;
        }
    return true;
}

/* True if some diagonal goes on with a line after it has left one. */
static bool has_gap(const apo_geometry *geo, const bool marked[APO_SQUARES_MAX])
{
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        for (int by = -1; by <= 1; by += 2) {
            bool is_left = false;
            for (int k = 1, next; (next = find_square(geo, sq, k * by, k)) >= 0; k++) {
                if (marked[sq] && is_left && marked[next])
                    return true;
                is_left = is_left || !marked[next];
            }
        }
    return false;
}

/* Marks the squares of all lines. */
static void mark(const apo_draft *draft, bool out[APO_SQUARES_MAX])
{
    const apo_geometry *geo = &draft->geometry;
    memset(out, 0, APO_SQUARES_MAX * sizeof out[0]);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        for (int by = -1; by <= 1; by += 2)
            if (draft->lines.drawn[sq] & (by > 0 ? APO_DRAFT_UP_RIGHT : APO_DRAFT_UP_LEFT))
                out[sq] = out[find_square(geo, sq, by, 1)] = true;
}

static void write_lines(apo_fairy_writing *w)
{
    const apo_geometry *geo = &w->draft->geometry;
    bool marked[APO_SQUARES_MAX];
    apo_square squares[APO_SQUARES_MAX];
    unsigned count = 0;
    if (w->draft->lines.pieces[0] == '\0')
        return;
    mark(w->draft, marked);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (marked[sq])
            squares[count++] = (apo_square)sq;
    apo_fairy__write_squares(w, "diagonalLines", squares, count);
    if (!are_all_joined(w->draft, marked))
        apo_fairy__lose(w, "lines: line",
                        "diagonal neighbours are joined there if both are on lines", nothing);
    bool is_sliding = (w->used >> APO_FAIRY_ROOK | w->used >> APO_FAIRY_JANGGI_CANNON) & 1;
    if (is_sliding && has_gap(geo, marked))
        apo_fairy__lose(w, "lines: line", "a line with a gap has no end there", nothing);
}

/* --- facing kings and points --------------------------------------------- */

static bool are_points(const char *word)
{
    return word != NULL && apo_span_is(apo_span_of(word), "points");
}

bool apo_fairy__counts_points(const apo_draft *draft)
{
    return draft->has_points &&
           (are_points(draft->repetition) ||
            (draft->has_bikjang && draft->bikjang_has_points) ||
            ((draft->rare & APO_DRAFT_PASS) && are_points(draft->pass_result)));
}

static void write_bikjang(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    if (!draft->has_bikjang)
        return;
    apo_fairy__add_line(w->out, "bikjangRule", "true");
    if (!draft->passes_at_will)
        apo_fairy__lose(w, "pass: at-will", "a side that may pass may always do so there",
                        nothing);
}

/* What decides by points here must be all that does so there. */
static void check_points(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    bool are_usual = are_points(draft->repetition);
    if ((draft->rare & APO_DRAFT_PASS) && !are_points(draft->pass_result))
        apo_fairy__lose(w, "pass: result", "points are counted after two passes too there",
                        nothing);
    if (draft->has_bikjang && !draft->bikjang_has_points)
        apo_fairy__lose(w, "bikjang: result", "points are counted too there", nothing);
    if (draft->repetition_count > 0 && !are_usual)
        apo_fairy__lose(w, "outcome: repetition", "points are counted after one too there",
                        nothing);
    if (draft->move_limit > 0 && !are_usual)
        apo_fairy__lose(w, "outcome: move-limit", "points are counted there too", nothing);
    if (!draft->passes_at_will && apo_span_is(apo_span_of(draft->stalemate), "draw"))
        apo_fairy__lose(w, "outcome: stalemate", "points are counted after one too there",
                        nothing);
}

static void write_points(apo_fairy_writing *w)
{
    const apo_draft *draft = w->draft;
    if (!apo_fairy__counts_points(draft))
        return;
    apo_fairy__add_line(w->out, "materialCounting", "janggi");
    check_points(w);
    for (unsigned i = 0; i < draft->type_count; i++)
        if (!draft->types[i].is_royal &&
            draft->types[i].points != apo_fairy__points_of(w->types[i].number))
            apo_fairy__lose_type(w, &draft->types[i],
                                 "each piece counts what it does in janggi there: not the %s",
                                 apo_span_of(draft->types[i].name));
}

/* --- the base ------------------------------------------------------------ */

/* Takes back what janggi sets, unless the section sets it. */
static void undo_base(apo_fairy_writing *w)
{
    static const unsigned pieces[] = {APO_FAIRY_ROOK,    APO_FAIRY_JANGGI_CANNON,
                                      APO_FAIRY_SOLDIER, APO_FAIRY_HORSE,
                                      APO_FAIRY_WAZIR,   APO_FAIRY_JANGGI_ELEPHANT};
    const apo_draft *draft = w->draft;
    for (unsigned i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        char bytes[sizeof w->types[0].name];
        apo_text name = apo_text_start(bytes, sizeof bytes);
        apo_fairy_piece_name(&name, pieces[i]);
        apo_fairy__undo(w, (w->used >> pieces[i] & 1) != 0, bytes, "-");
    }
    apo_fairy__undo(w, !apo_span_is(apo_span_of(draft->stalemate), "draw"), "stalemateValue",
                    "draw");
    apo_fairy__undo(w, draft->is_check_lost, "perpetualCheckIllegal", "false");
    apo_fairy__undo(w, (draft->rare & APO_DRAFT_PASS) && draft->passes_at_will, "pass",
                    "false");
    apo_fairy__undo(w, draft->has_bikjang, "bikjangRule", "false");
    apo_fairy__undo(w, apo_fairy__counts_points(draft) || apo_fairy__counts_pieces(draft),
                    "materialCounting", "none");
}

void apo_fairy__write_janggi(apo_fairy_writing *w)
{
    write_lines(w);
    write_bikjang(w);
    write_points(w);
    if (apo_fairy__is_on_janggi(w->draft))
        undo_base(w);
}
