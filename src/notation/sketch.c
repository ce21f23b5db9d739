#include "notation/castling_priv.h"
#include "notation/sketch_priv.h"
#include "rules/rules/facts.h"

void apo_sketch_start(apo_sketch *sketch, enum apo_sketch_lists lists)
{
    *sketch = (apo_sketch){.file = -1,
                           .row = -1,
                           .to = APO_SQUARE_NONE,
                           .launched_on = APO_SQUARE_NONE,
                           .wall = APO_SQUARE_NONE,
                           .partner_from = APO_SQUARE_NONE,
                           .partner_to = APO_SQUARE_NONE,
                           .lists = (uint8_t)lists};
}

void apo_sketch_set_from(apo_sketch *sketch, const apo_geometry *geo, apo_square sq)
{
    sketch->file = (int)apo_geometry_file(geo, sq);
    sketch->row = (int)apo_geometry_row(geo, sq);
}

apo_square apo_sketch_from(const apo_sketch *sketch, const apo_geometry *geo)
{
    return apo_geometry_at(geo, sketch->file, sketch->row);
}

apo_status apo_sketch_read_taken(apo_sketch *sketch, const apo_geometry *geo, apo_span *rest,
                                 size_t position, apo_error *err)
{
    size_t end = position + rest->length;
    while (rest->length > 0 && rest->text[0] == '*') {
        *rest = apo_span_part(*rest, 1, rest->length);
        apo_square sq = apo_geometry_read_square(geo, rest);
        if (sq == APO_SQUARE_NONE || sketch->taken_count == APO_UNDO_SQUARES_MAX)
            return apo_fail(err, APO_E_SYNTAX, end - rest->length,
                            "expected the square of a captured piece after *", apo_span_of(""));
        sketch->taken[sketch->taken_count++] = sq;
    }
    return APO_OK;
}

apo_status apo_sketch_read_wall(apo_sketch *sketch, const apo_geometry *geo, apo_span *rest,
                                size_t position, apo_error *err)
{
    size_t end = position + rest->length;
    if (rest->length == 0 || rest->text[0] != ',')
        return APO_OK;
    *rest = apo_span_part(*rest, 1, rest->length);
    sketch->wall = apo_geometry_read_square(geo, rest);
    if (sketch->wall != APO_SQUARE_NONE && sketch->wall == sketch->to && rest->length > 0)
        sketch->wall = apo_geometry_read_square(geo, rest);
    if (sketch->wall == APO_SQUARE_NONE)
        return apo_fail(err, APO_E_SYNTAX, end - rest->length,
                        "expected the square of the wall after the comma", apo_span_of(""));
    return APO_OK;
}

apo_status apo_sketch_settle_series(apo_sketch *sketch, const apo_variant *var, unsigned type,
                                    apo_error *err)
{
    if (sketch->series_count == 0)
        return APO_OK;
    sketch->to = sketch->series[sketch->series_count - 1];
    if (type != APO_TYPE_NONE && apo_type_is_checker(var, type))
        return APO_OK;
    if (sketch->series_count > 1)
        return apo_fail(err, APO_E_ILLEGAL, sketch->to_position,
                        "only a checker captures several times in one move", apo_span_of(""));
    sketch->series_count = 0;
    return APO_OK;
}

/* --- types and drops ----------------------------------------------------- */

void apo_text_add_type(apo_text *out, const apo_variant *var, unsigned type)
{
    if (apo_type_info_of(var, type)->mark == APO_MARK_PROMOTED)
        apo_text_add_char(out, '+');
    apo_text_add_char(out, apo_type_info_of(var, type)->letter);
    if (apo_type_info_of(var, type)->accent != '\0')
        apo_text_add_char(out, apo_type_info_of(var, type)->accent);
}

unsigned apo_type_read(const apo_variant *var, apo_span *rest)
{
    bool is_form = rest->length > 1 && rest->text[0] == '+';
    size_t length = is_form ? 2 : 1;
    unsigned type = APO_TYPE_NONE;
    if (rest->length == 0)
        return APO_TYPE_NONE;
    if (rest->length > length && apo_is_accent(rest->text[length]))
        type = apo_type_with_accent(var, rest->text[is_form], rest->text[length]);
    if (type != APO_TYPE_NONE)
        length++;
    else
        type = apo_variant_type_of_letter(var, rest->text[is_form]);
    if (is_form && type != APO_TYPE_NONE)
        type = apo_type_of_form(var, type, APO_MARK_PROMOTED);
    if (type != APO_TYPE_NONE)
        *rest = apo_span_part(*rest, length, rest->length);
    return type;
}

void apo_text_add_drop(apo_text *out, const apo_variant *var, const apo_move *mv)
{
    apo_text_add_type(out, var, mv->launched);
    apo_text_add_char(out, '@');
    apo_text_add_square(out, apo_variant_geometry(var), mv->to);
}

bool apo_sketch_read_drop(apo_sketch *sketch, const apo_variant *var, apo_span text)
{
    apo_span rest = text;
    unsigned type = rest.length > 0 && rest.text[0] == '@'
                        ? apo_variant_type_of_letter(var, APO_SAN_PAWN)
                        : apo_type_read(var, &rest);
    if (type == APO_TYPE_NONE || rest.length == 0 ||
        (rest.text[0] != '@' && rest.text[0] != '*'))
        return false;
    rest = apo_span_part(rest, 1, rest.length);
    sketch->to_position = text.length - rest.length;
    apo_square sq = apo_geometry_read_square(apo_variant_geometry(var), &rest);
    if (sq == APO_SQUARE_NONE || rest.length > 0)
        return false;
    sketch->is_drop = true;
    sketch->launched = (uint8_t)type;
    sketch->to = sq;
    return true;
}

bool apo_sketch_read_pass(apo_sketch *sketch, apo_span text)
{
    static const char *const words[] = {APO_PASS, "pass", "0000", "@@@@"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        sketch->is_pass = sketch->is_pass || apo_span_is(text, words[i]);
    return sketch->is_pass;
}

/* --- squares of a move --------------------------------------------------- */

static apo_square between(const apo_geometry *geo, apo_square a, apo_square b)
{
    unsigned file = (apo_geometry_file(geo, a) + apo_geometry_file(geo, b)) / 2;
    unsigned row = (apo_geometry_row(geo, a) + apo_geometry_row(geo, b)) / 2;
    return apo_geometry_at(geo, (int)file, (int)row);
}

void apo_series_jumped(const apo_geometry *geo, apo_square from, const apo_square *series,
                       unsigned count, apo_square *out)
{
    for (unsigned i = 0; i < count; i++) {
        out[i] = between(geo, from, series[i]);
        from = series[i];
    }
}

static bool has_square(const apo_square *squares, unsigned count, apo_square sq)
{
    for (unsigned i = 0; i < count; i++)
        if (squares[i] == sq)
            return true;
    return false;
}

unsigned apo_move_taken(const apo_position *pos, const apo_move *mv,
                        enum apo_sketch_lists lists, apo_square *out)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_square all[APO_UNDO_SQUARES_MAX], series[APO_SERIES_MAX], jumped[APO_SERIES_MAX];
    unsigned jumped_count = 0, count = 0;
    if (lists != APO_LISTS_PASSING && apo_move_destroys_itself(mv))
        return apo_move_captures(pos, mv, out);
    if (lists == APO_LISTS_PATH && mv->kind != APO_MOVE_PATH)
        return 0;
    if (lists == APO_LISTS_PASSING && mv->kind != APO_MOVE_PATH && mv->kind != APO_MOVE_CHECKER)
        return 0;
    if (lists == APO_LISTS_PASSING) {
        jumped_count = apo_move_series(pos, mv, series);
        apo_series_jumped(geo, mv->from, series, jumped_count, jumped);
    }
    unsigned all_count = apo_move_captures(pos, mv, all);
    for (unsigned i = 0; i < all_count; i++)
        if (all[i] != mv->to && !has_square(jumped, jumped_count, all[i]))
            out[count++] = all[i];
    return count;
}

void apo_text_add_way(apo_text *text, const apo_position *pos, const apo_move *mv)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_square series[APO_SERIES_MAX];
    unsigned count = apo_move_series(pos, mv, series);
    apo_text_add_square(text, geo, mv->from);
    if (count == 0)
        apo_text_add_square(text, geo, apo_move_written_to(pos, mv));
    for (unsigned i = 0; i < count; i++) {
        apo_text_add_char(text, 'x');
        apo_text_add_square(text, geo, series[i]);
    }
}

void apo_text_add_launch_square(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    apo_square on = apo_move_launch_square(pos, mv);
    if (on != mv->from)
        apo_text_add_square(out, apo_variant_geometry(apo_position_variant(pos)), on);
}

bool apo_move_has_mark(const apo_position *pos, const apo_move *mv)
{
    return mv->kind == APO_MOVE_EN_PASSANT ||
           (!apo_move_swaps(mv) && mv->kind != APO_MOVE_CASTLING &&
            apo_piece_is_real(apo_position_piece(pos, mv->to)) && mv->to != mv->from);
}

/* --- matching ------------------------------------------------------------ */

static bool is_diagonal_jump(const apo_geometry *geo, apo_square a, apo_square b)
{
    int files = (int)apo_geometry_file(geo, a) - (int)apo_geometry_file(geo, b);
    int rows = (int)apo_geometry_row(geo, a) - (int)apo_geometry_row(geo, b);
    return files * files == 4 && rows * rows == 4;
}

/* Follows the sketch's series; true if each jump is diagonal, over another piece, onto a square
 * that is free on the way. Then `jumped` holds the pieces' squares. */
static bool is_jumpable(const apo_position *pos, const apo_sketch *sketch, apo_square from,
                        apo_square jumped[APO_SERIES_MAX])
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_square at = from;
    for (unsigned i = 0; i < sketch->series_count; i++) {
        apo_square next = sketch->series[i];
        bool is_free = next == from || apo_position_piece(pos, next) == APO_PIECE_EMPTY;
        jumped[i] = between(geo, at, next);
        if (!is_free || has_square(jumped, i, jumped[i]) || !is_diagonal_jump(geo, at, next))
            return false;
        at = next;
    }
    return true;
}

/* True if the series of the sketch is an order of jumps of `mv`. */
static bool fits_series(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_square series[APO_SERIES_MAX], jumped[APO_SERIES_MAX], wanted[APO_SERIES_MAX];
    unsigned count = apo_move_series(pos, mv, series);
    if (sketch->series_count == 0)
        return count == 0 || sketch->is_any_series;
    if (count != sketch->series_count)
        return false;
    apo_series_jumped(geo, mv->from, series, count, jumped);
    if (!is_jumpable(pos, sketch, mv->from, wanted))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!has_square(jumped, count, wanted[i]))
            return false;
    return true;
}

static bool fits_launch_square(const apo_position *pos, const apo_sketch *sketch,
                               const apo_move *mv)
{
    apo_square on = sketch->launched_on == APO_SQUARE_NONE ? mv->from : sketch->launched_on;
    return apo_move_launch_square(pos, mv) == on;
}

static bool fits_suffix(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    if (!fits_launch_square(pos, sketch, mv))
        return false;
    if (apo_type_shown(pos->var, mv->promoted) == sketch->promoted &&
        mv->launched == sketch->launched)
        return true;
    return sketch->is_any_suffix && mv->promoted == APO_TYPE_NONE &&
           mv->launched == sketch->promoted && sketch->launched == APO_TYPE_NONE;
}

static bool fits_wall(const apo_sketch *sketch, const apo_move *mv)
{
    return mv->wall == 0 ? sketch->wall == APO_SQUARE_NONE : sketch->wall == mv->wall - 1;
}

static bool fits_partner(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    apo_square from, to;
    if (sketch->partner_from == APO_SQUARE_NONE)
        return true;
    return apo_move_partner(pos, mv, &from, &to) && from == sketch->partner_from &&
           to == sketch->partner_to;
}

static bool fits_castling(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    apo_square from, to;
    return apo_move_partner(pos, mv, &from, &to) &&
           (from > mv->from) == sketch->is_castling_right;
}

bool apo_sketch_fits_start(const apo_position *pos, const apo_sketch *sketch, apo_square from)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    if (sketch->type != APO_TYPE_NONE &&
        sketch->type != apo_type_shown(pos->var, apo_piece_type(apo_position_piece(pos, from))))
        return false;
    return (sketch->file < 0 || (int)apo_geometry_file(geo, from) == sketch->file) &&
           (sketch->row < 0 || (int)apo_geometry_row(geo, from) == sketch->row);
}

bool apo_sketch_fits_way(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    if (sketch->is_castling)
        return fits_castling(pos, sketch, mv);
    bool has_partner = sketch->partner_from != APO_SQUARE_NONE;
    apo_square to = has_partner ? mv->to : apo_move_written_to(pos, mv);
    return to == sketch->to && apo_sketch_fits_start(pos, sketch, mv->from);
}

/* True if the move fits the sketch, apart from captures in passing. */
static bool fits(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    if (sketch->is_pass || mv->kind == APO_MOVE_PASS)
        return sketch->is_pass && mv->kind == APO_MOVE_PASS;
    if (sketch->is_drop || mv->kind == APO_MOVE_DROP)
        return sketch->is_drop && mv->kind == APO_MOVE_DROP && mv->to == sketch->to &&
               mv->launched == sketch->launched;
    return apo_sketch_fits_way(pos, sketch, mv) && fits_suffix(pos, sketch, mv) &&
           fits_partner(pos, sketch, mv) && fits_series(pos, sketch, mv) &&
           fits_wall(sketch, mv);
}

static bool fits_mark(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    return sketch->mark != APO_MARK_UNKNOWN &&
           (sketch->mark == APO_MARK_CAPTURE) == apo_move_has_mark(pos, mv);
}

/* All captures written must occur; an exact match is better than a subset. */
static enum apo_sketch_fit fit_taken(const apo_position *pos, const apo_sketch *sketch,
                                     const apo_move *mv)
{
    apo_square all[APO_UNDO_SQUARES_MAX], listed[APO_UNDO_SQUARES_MAX];
    if (sketch->taken_count > 0) {
        unsigned all_count = apo_move_captures(pos, mv, all);
        for (unsigned i = 0; i < sketch->taken_count; i++)
            if (!has_square(all, all_count, sketch->taken[i]))
                return APO_FIT_NONE;
    }
    unsigned count = apo_move_taken(pos, mv, (enum apo_sketch_lists)sketch->lists, listed);
    if (count != sketch->taken_count)
        return APO_FIT_PARTLY;
    return fits_mark(pos, sketch, mv) ? APO_FIT_MARKED : APO_FIT_EXACTLY;
}

static void note_near_miss(apo_sketch_finding *finding, const apo_position *pos,
                           const apo_sketch *sketch, const apo_move *mv)
{
    if (sketch->is_drop || mv->kind == APO_MOVE_DROP || !apo_sketch_fits_way(pos, sketch, mv))
        return;
    if (!fits_series(pos, sketch, mv))
        finding->series = sketch->series_count == 0 ? mv : finding->series;
    else if (!fits_suffix(pos, sketch, mv))
        finding->other_suffix = mv;
    else if (!fits_wall(sketch, mv))
        finding->other_wall = mv;
    else
        finding->taken = mv;
}

void apo_sketch_search(apo_sketch_finding *finding, const apo_position *pos,
                       const apo_sketch *sketch, const apo_move_list *legal)
{
    *finding = (apo_sketch_finding){.fit = APO_FIT_NONE};
    for (size_t i = 0; i < legal->count; i++) {
        const apo_move *mv = &legal->moves[i];
        enum apo_sketch_fit fit =
            fits(pos, sketch, mv) ? fit_taken(pos, sketch, mv) : APO_FIT_NONE;
        if (fit == APO_FIT_NONE) {
            note_near_miss(finding, pos, sketch, mv);
        } else if (fit > finding->fit) {
            finding->first = mv;
            finding->second = NULL;
            finding->fit = fit;
        } else if (fit == finding->fit) {
            finding->second = mv;
        }
    }
}
