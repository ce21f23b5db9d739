#include "base/mem.h"
#include "notation/castling_priv.h"
#include "notation/explain.h"
#include "notation/sentence_priv.h"
#include "notation/sketch_priv.h"
#include "rules/rules/checker.h"
#include "rules/rules/facts.h"
#include "rules/rules/list.h"

void apo_sketch_start(apo_sketch *sketch, enum apo_sketch_lists lists)
{
    *sketch = (apo_sketch){.file = -1,
                           .row = -1,
                           .to = APO_SQUARE_NONE,
                           .launched_on = APO_SQUARE_NONE,
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
}

unsigned apo_type_read(const apo_variant *var, apo_span *rest)
{
    bool is_form = rest->length > 1 && rest->text[0] == '+';
    if (rest->length == 0)
        return APO_TYPE_NONE;
    unsigned type = apo_variant_type_of_letter(var, rest->text[is_form]);
    if (is_form && type != APO_TYPE_NONE)
        type = apo_type_of_form(var, type, APO_MARK_PROMOTED);
    if (type != APO_TYPE_NONE)
        *rest = apo_span_part(*rest, is_form ? 2 : 1, rest->length);
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
    if (type == APO_TYPE_NONE || rest.length == 0 || rest.text[0] != '@')
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
           (mv->kind != APO_MOVE_CASTLING &&
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

static bool fits_start(const apo_position *pos, const apo_sketch *sketch, apo_square from)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    if (sketch->type != APO_TYPE_NONE &&
        sketch->type != apo_type_shown(pos->var, apo_piece_type(apo_position_piece(pos, from))))
        return false;
    return (sketch->file < 0 || (int)apo_geometry_file(geo, from) == sketch->file) &&
           (sketch->row < 0 || (int)apo_geometry_row(geo, from) == sketch->row);
}

static bool fits_way(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    if (sketch->is_castling)
        return fits_castling(pos, sketch, mv);
    bool has_partner = sketch->partner_from != APO_SQUARE_NONE;
    apo_square to = has_partner ? mv->to : apo_move_written_to(pos, mv);
    return to == sketch->to && fits_start(pos, sketch, mv->from);
}

/* True if the move fits the sketch, apart from captures in passing. */
static bool fits(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    if (sketch->is_drop || mv->kind == APO_MOVE_DROP)
        return sketch->is_drop && mv->kind == APO_MOVE_DROP && mv->to == sketch->to &&
               mv->launched == sketch->launched;
    return fits_way(pos, sketch, mv) && fits_suffix(pos, sketch, mv) &&
           fits_partner(pos, sketch, mv) && fits_series(pos, sketch, mv);
}

enum fit {
    FIT_NONE,
    FIT_PARTLY,
    FIT_EXACTLY,
    FIT_MARKED /* exactly, and with an x if and only if the text has one */
};

static bool fits_mark(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    return sketch->mark != APO_MARK_UNKNOWN &&
           (sketch->mark == APO_MARK_CAPTURE) == apo_move_has_mark(pos, mv);
}

/* All captures written must occur; an exact match is better than a subset. */
static enum fit fit_taken(const apo_position *pos, const apo_sketch *sketch, const apo_move *mv)
{
    apo_square all[APO_UNDO_SQUARES_MAX], listed[APO_UNDO_SQUARES_MAX];
    if (sketch->taken_count > 0) {
        unsigned all_count = apo_move_captures(pos, mv, all);
        for (unsigned i = 0; i < sketch->taken_count; i++)
            if (!has_square(all, all_count, sketch->taken[i]))
                return FIT_NONE;
    }
    unsigned count = apo_move_taken(pos, mv, (enum apo_sketch_lists)sketch->lists, listed);
    if (count != sketch->taken_count)
        return FIT_PARTLY;
    return fits_mark(pos, sketch, mv) ? FIT_MARKED : FIT_EXACTLY;
}

/* The result of a search among the legal moves. */
struct finding {
    const apo_move *first, *second; /* of the best fit */
    enum fit fit;
    const apo_move *other_suffix; /* fits except for promotion and launch */
    const apo_move *series;       /* fits, but is a series that the text does not write */
    const apo_move *taken;        /* fits except for the captures written */
};

static void note_near_miss(struct finding *finding, const apo_position *pos,
                           const apo_sketch *sketch, const apo_move *mv)
{
    if (sketch->is_drop || mv->kind == APO_MOVE_DROP || !fits_way(pos, sketch, mv))
        return;
    if (!fits_series(pos, sketch, mv))
        finding->series = sketch->series_count == 0 ? mv : finding->series;
    else if (!fits_suffix(pos, sketch, mv))
        finding->other_suffix = mv;
    else
        finding->taken = mv;
}

static void search(struct finding *finding, const apo_position *pos, const apo_sketch *sketch,
                   const apo_move_list *legal)
{
    *finding = (struct finding){.fit = FIT_NONE};
    for (size_t i = 0; i < legal->count; i++) {
        const apo_move *mv = &legal->moves[i];
        enum fit fit = fits(pos, sketch, mv) ? fit_taken(pos, sketch, mv) : FIT_NONE;
        if (fit == FIT_NONE) {
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

/* --- errors -------------------------------------------------------------- */

/* "... fits b2d3 and e1d3". */
static apo_status explain_ambiguous(const apo_position *pos, const struct finding *finding,
                                    const apo_sketch *sketch, apo_error *err)
{
    char bufs[2][APO_ERROR_DETAIL_MAX];
    apo_text one = apo_text_start(bufs[0], sizeof bufs[0]);
    apo_text other = apo_text_start(bufs[1], sizeof bufs[1]);
    apo_text_add_way(&one, pos, finding->first);
    apo_text_add_way(&other, pos, finding->second);
    return apo_fail_gaps(
        err, APO_E_AMBIGUOUS, sketch->from_position,
        "more than one legal move fits, %{one} and %{other}",
        APO_GAPS(APO_GAP_TEXT("one", one.bytes), APO_GAP_TEXT("other", other.bytes)));
}

static apo_status explain_series(const apo_position *pos, const struct finding *finding,
                                 const apo_sketch *sketch, apo_error *err)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text move = apo_text_start(buf, sizeof buf);
    apo_text_add_way(&move, pos, finding->series);
    return apo_fail_gaps(
        err, APO_E_ILLEGAL, sketch->to_position,
        "a checker's captures are written with every landing square, like %{move}",
        APO_GAPS(APO_GAP_TEXT("move", move.bytes)));
}

/* "N B R". */
static void add_letters(apo_text *out, const apo_variant *var, uint32_t types)
{
    for (; types != 0; types &= types - 1) {
        if (out->length > 0)
            apo_text_add_char(out, ' ');
        apo_text_add_type(out, var, (unsigned)__builtin_ctz(types));
    }
}

/* The move would be legal with another promotion, or with or without a launch. */
static apo_status explain_suffix(const apo_position *pos, const apo_move_list *legal,
                                 const apo_sketch *sketch, apo_error *err)
{
    char buf[3 * APO_TYPES_MAX];
    apo_text letters = apo_text_start(buf, sizeof buf);
    uint32_t types = 0;
    for (size_t i = 0; i < legal->count; i++)
        if (legal->moves[i].kind != APO_MOVE_DROP && fits_way(pos, sketch, &legal->moves[i]))
            types |= (uint32_t)1 << legal->moves[i].promoted;
    types &= ~(uint32_t)1;
    add_letters(&letters, apo_position_variant(pos), types);
    const char *detail = "this move can promote only to one of %{letters}";
    if (types == 0)
        detail = "this move neither promotes nor launches anything now";
    else if (sketch->promoted == APO_TYPE_NONE)
        detail = "this move promotes and must say to what, one of %{letters}";
    return apo_fail_gaps(err, APO_E_ILLEGAL, sketch->suffix_position, detail,
                         APO_GAPS(APO_GAP_TEXT("letters", letters.bytes)));
}

static apo_status explain_taken(const apo_sketch *sketch, apo_error *err)
{
    const char *detail = sketch->partner_from != APO_SQUARE_NONE
                             ? "castling does not move the partner like that"
                             : "the move does not capture all the pieces that the text names";
    return apo_fail(err, APO_E_ILLEGAL, sketch->suffix_position, detail, apo_span_of(""));
}

static size_t position_of_reason(const apo_sketch *sketch, enum apo_illegal reason)
{
    if (reason == APO_ILLEGAL_EMPTY || reason == APO_ILLEGAL_NOT_YOURS ||
        reason == APO_ILLEGAL_NO_POWER)
        return sketch->from_position;
    if (reason == APO_ILLEGAL_PROMOTION || reason == APO_ILLEGAL_LAUNCH)
        return sketch->suffix_position;
    return sketch->to_position;
}

static apo_move move_of_sketch(const apo_sketch *sketch, apo_square from)
{
    return (apo_move){.from = from,
                      .to = sketch->to,
                      .promoted = sketch->promoted,
                      .launched = sketch->launched};
}

/* The text names another piece than the one on the square. */
static apo_status explain_name(const apo_position *pos, const apo_sketch *sketch,
                               apo_square from, size_t position, apo_error *err)
{
    const apo_variant *var = apo_position_variant(pos);
    char square[APO_SQUARE_NAME_MAX];
    unsigned type = apo_piece_type(apo_position_piece(pos, from));
    return apo_fail_gaps(
        err, APO_E_ILLEGAL, position,
        "the piece on %{square} is the %{piece}, not the "
        "%{other}",
        APO_GAPS(
            APO_GAP_TEXT("square", apo_square_named(apo_variant_geometry(var), from, square)),
            APO_GAP_TEXT("piece", apo_type_info_of(var, type)->name),
            APO_GAP_TEXT("other", apo_type_info_of(var, sketch->type)->name)));
}

/* The text has the square of the moving piece. */
static apo_status explain_piece(const apo_position *pos, const apo_sketch *sketch,
                                apo_square from, apo_error *err)
{
    apo_piece piece = apo_position_piece(pos, from);
    apo_move mv = move_of_sketch(sketch, from);
    apo_verdict verdict = apo_move_why_illegal(pos, &mv);
    size_t position = position_of_reason(sketch, verdict.reason);
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text said = apo_text_start(buf, sizeof buf);
    if (apo_piece_is_real(piece) && sketch->type != APO_TYPE_NONE &&
        apo_type_shown(pos->var, apo_piece_type(piece)) != sketch->type)
        return explain_name(pos, sketch, from, position, err);
    if (sketch->series_count > 0 &&
        (verdict.reason == APO_LEGAL || verdict.reason == APO_ILLEGAL_POWER))
        apo_text_add(&said, "the checker cannot jump like that");
    else if (verdict.reason == APO_LEGAL)
        apo_text_add(&said, "the move is not legal as it is written");
    else
        apo_verdict_explain(&said, pos, &mv, verdict);
    return apo_fail_gaps(err, APO_E_ILLEGAL, position, "%{reason}",
                         APO_GAPS(APO_GAP_TEXT("reason", said.bytes)));
}

/* No piece that the text can mean can go there; `is_any`: there are such pieces. */
static apo_status explain_none(const apo_position *pos, const apo_sketch *sketch, bool is_any,
                               apo_error *err)
{
    const apo_variant *var = apo_position_variant(pos);
    bool is_named = sketch->type != APO_TYPE_NONE;
    char target[APO_SQUARE_NAME_MAX];
    const char *detail = is_named ? "no %{piece} is where it could go to %{target}"
                                  : "no piece is where it could go to %{target}";
    if (is_any)
        detail = is_named ? "no %{piece} can go to %{target}" : "no piece can go to %{target}";
    return apo_fail_gaps(
        err, APO_E_ILLEGAL, is_any ? sketch->to_position : sketch->from_position, detail,
        APO_GAPS(
            APO_GAP_TEXT("piece", is_named ? apo_type_info_of(var, sketch->type)->name : ""),
            APO_GAP_TEXT("target",
                         apo_square_named(apo_variant_geometry(var), sketch->to, target))));
}

/* The text has at most the piece's type: looks for the piece that is meant. */
static apo_status explain_type(const apo_position *pos, const apo_sketch *sketch,
                               apo_error *err)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_square only = APO_SQUARE_NONE;
    unsigned count = 0;
    for (unsigned i = 0; i < apo_geometry_squares(geo); i++) {
        apo_square sq = (apo_square)i;
        apo_piece piece = apo_position_piece(pos, sq);
        if (!apo_piece_is_real(piece) || apo_piece_side(piece) != apo_position_side(pos) ||
            !fits_start(pos, sketch, sq))
            continue;
        apo_move mv = move_of_sketch(sketch, sq);
        enum apo_illegal reason = apo_move_why_illegal(pos, &mv).reason;
        if (reason != APO_ILLEGAL_POWER && reason != APO_ILLEGAL_NO_POWER)
            return explain_piece(pos, sketch, sq, err);
        only = sq;
        count++;
    }
    if (count == 1)
        return explain_piece(pos, sketch, only, err);
    return explain_none(pos, sketch, count > 0, err);
}

static apo_status explain_castling(const apo_position *pos, const apo_sketch *sketch,
                                   apo_error *err)
{
    if (!apo_variant_has_rule(apo_position_variant(pos), "castling"))
        return apo_fail(err, APO_E_ILLEGAL, sketch->from_position, "this game has no castling",
                        apo_span_of(""));
    return apo_fail(err, APO_E_ILLEGAL, sketch->from_position,
                    sketch->is_castling_right ? "castling to the right is not legal now"
                                              : "castling to the left is not legal now",
                    apo_span_of(""));
}

static apo_status explain_drop(const apo_position *pos, const apo_sketch *sketch,
                               apo_error *err)
{
    apo_move mv = {.from = sketch->to,
                   .to = sketch->to,
                   .kind = APO_MOVE_DROP,
                   .launched = sketch->launched};
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text said = apo_text_start(buf, sizeof buf);
    apo_verdict_explain(&said, pos, &mv, apo_move_why_illegal(pos, &mv));
    return apo_fail_gaps(err, APO_E_ILLEGAL, sketch->to_position, "%{reason}",
                         APO_GAPS(APO_GAP_TEXT("reason", said.bytes)));
}

static apo_status explain(const apo_position *pos, const apo_sketch *sketch,
                          const struct finding *finding, const apo_move_list *legal,
                          apo_error *err)
{
    if (sketch->is_drop)
        return explain_drop(pos, sketch, err);
    if (finding->taken != NULL)
        return explain_taken(sketch, err);
    if (finding->other_suffix != NULL)
        return explain_suffix(pos, legal, sketch, err);
    if (finding->series != NULL)
        return explain_series(pos, finding, sketch, err);
    if (sketch->is_castling)
        return explain_castling(pos, sketch, err);
    apo_square from = apo_sketch_from(sketch, apo_variant_geometry(apo_position_variant(pos)));
    return from != APO_SQUARE_NONE ? explain_piece(pos, sketch, from, err)
                                   : explain_type(pos, sketch, err);
}

apo_status apo_sketch_find(apo_move *out, const apo_position *pos, const apo_sketch *sketch,
                           const apo_move_list *legal, apo_error *err)
{
    struct finding finding;
    if (legal->is_overflowed)
        return apo_fail(err, APO_E_OVERFLOW, 0, "the position has too many legal moves",
                        apo_span_of(""));
    search(&finding, pos, sketch, legal);
    if (finding.fit == FIT_NONE)
        return explain(pos, sketch, &finding, legal, err);
    if (finding.second != NULL)
        return explain_ambiguous(pos, &finding, sketch, err);
    *out = *finding.first;
    return APO_OK;
}
