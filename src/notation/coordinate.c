#include "notation/coordinate.h"

#include "notation/castling_priv.h"
#include "notation/sentence_priv.h"
#include "notation/sketch_priv.h"
#include "rules/rules/checker.h"
#include "rules/rules/facts.h"

/* --- writing ------------------------------------------------------------- */

/* True if the piece could also go there without capturing en passant. Pawns of that kind exist
 * only in inventors' games: moves are generated for en passant alone. */
static bool has_plain_twin(const apo_position *pos, const apo_move *mv)
{
    apo_moves moves;
    apo_move_list *legal = apo_moves_start(&moves);
    if (mv->kind != APO_MOVE_EN_PASSANT)
        return false;
    (void)apo_moves_legal(legal, pos);
    for (size_t i = 0; i < legal->count; i++)
        if (legal->moves[i].from == mv->from && legal->moves[i].to == mv->to &&
            legal->moves[i].kind == APO_MOVE_PLAIN)
            return true;
    return false;
}

char apo_coordinate_promotion(const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = apo_position_variant(pos);
    unsigned type = apo_piece_type(apo_position_piece(pos, mv->from));
    if (apo_type_info_of(var, mv->promoted)->mark == APO_MARK_PROMOTED)
        return '+';
    if (apo_type_info_of(var, type)->mark == APO_MARK_PROMOTED)
        return '-';
    return apo_to_lower(apo_type_info_of(var, mv->promoted)->letter);
}

void apo_coordinate_write(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_square taken[APO_UNDO_SQUARES_MAX];
    if (mv->kind == APO_MOVE_DROP) {
        apo_text_add_drop(out, var, mv);
        return;
    }
    apo_text_add_way(out, pos, mv);
    if (mv->promoted != APO_TYPE_NONE)
        apo_text_add_char(out, apo_coordinate_promotion(pos, mv));
    if (mv->launched != APO_TYPE_NONE) {
        apo_text_add_char(out, apo_to_lower(apo_type_info_of(var, mv->launched)->letter));
        apo_text_add_launch_square(out, pos, mv);
    }
    unsigned count = has_plain_twin(pos, mv) ? apo_move_captures(pos, mv, taken)
                                             : apo_move_taken(pos, mv, APO_LISTS_PATH, taken);
    for (unsigned i = 0; i < count; i++) {
        apo_text_add_char(out, '*');
        apo_text_add_square(out, geo, taken[i]);
    }
    if (mv->wall != 0) { /* written as other programs do: as a way from the piece */
        apo_text_add_char(out, ',');
        apo_text_add_square(out, geo, mv->to);
        apo_text_add_square(out, geo, (apo_square)(mv->wall - 1));
    }
}

/* --- reading ------------------------------------------------------------- */

struct scan {
    const apo_position *pos;
    const apo_geometry *geo;
    apo_span text; /* all of it */
    apo_span rest; /* not yet read */
    apo_error *err;
};

static size_t position_of(const struct scan *scan)
{
    return scan->text.length - scan->rest.length;
}

static bool skip(struct scan *scan, char c)
{
    if (scan->rest.length == 0 || scan->rest.text[0] != c)
        return false;
    scan->rest = apo_span_part(scan->rest, 1, scan->rest.length);
    return true;
}

static apo_status read_square(struct scan *scan, const char *detail, apo_square *out)
{
    size_t position = position_of(scan);
    apo_square sq = apo_geometry_read_square(scan->geo, &scan->rest);
    if (sq == APO_SQUARE_NONE)
        return apo_fail(scan->err, APO_E_SYNTAX, position, detail, scan->rest);
    *out = sq;
    return APO_OK;
}

static apo_status read_targets(struct scan *scan, apo_sketch *sketch)
{
    static const char detail[] = "expected the square the piece goes to, not \"%s\"";
    skip(scan, '-');
    sketch->to_position = position_of(scan);
    /* Where a step fits too, en passant is written differently; SAN may look like
     * coordinates. */
    bool is_capture = scan->rest.length > 0 && scan->rest.text[0] == 'x';
    sketch->mark = is_capture ? APO_MARK_CAPTURE : APO_MARK_STEP;
    if (!is_capture)
        return read_square(scan, detail, &sketch->to);
    while (skip(scan, 'x')) {
        if (sketch->series_count == APO_SERIES_MAX)
            return apo_fail(scan->err, APO_E_SYNTAX, position_of(scan),
                            "no series of jumps is as long as this", apo_span_of(""));
        apo_status status = read_square(scan, detail, &sketch->series[sketch->series_count]);
        if (status != APO_OK)
            return status;
        sketch->series_count++;
    }
    return APO_OK;
}

/* The other legs of a move that captures on its way, as XBoard writes it: "f6g7,g7g8" is
 * f6g8*g7. Where moves put walls a comma means these. */
static apo_status read_legs(struct scan *scan, apo_sketch *sketch)
{
    apo_status status = APO_OK;
    if (apo_variant_has_rule(apo_position_variant(scan->pos), "walls"))
        return APO_OK;
    while (status == APO_OK && skip(scan, ',')) {
        size_t position = position_of(scan);
        apo_square from = APO_SQUARE_NONE;
        status = read_square(scan, "expected the square where the next leg begins, not \"%s\"",
                             &from);
        if (status == APO_OK && (from != sketch->to || sketch->series_count > 0 ||
                                 sketch->taken_count == APO_UNDO_SQUARES_MAX))
            return apo_fail(scan->err, APO_E_SYNTAX, position,
                            "the next leg begins where the one before it ended",
                            apo_span_of(""));
        if (status == APO_OK && apo_piece_is_real(apo_position_piece(scan->pos, from)))
            sketch->taken[sketch->taken_count++] = from;
        if (status == APO_OK)
            status = read_square(scan, "expected the square where the leg ends, not \"%s\"",
                                 &sketch->to);
    }
    return status;
}

static apo_status read_letter(struct scan *scan, uint8_t *out)
{
    apo_span letter = apo_span_part(scan->rest, 0, 1);
    size_t position = position_of(scan);
    unsigned type = APO_TYPE_NONE;
    if (letter.length == 1)
        type = apo_variant_type_of_letter(apo_position_variant(scan->pos), letter.text[0]);
    if (type == APO_TYPE_NONE)
        return apo_fail(scan->err, APO_E_SYNTAX, position,
                        letter.length == 0 ? "expected the letter of a piece"
                                           : "\"%s\" is not the letter of a piece of this game",
                        scan->rest);
    scan->rest = apo_span_part(scan->rest, 1, scan->rest.length);
    *out = (uint8_t)type;
    return APO_OK;
}

static bool is_at_square(const struct scan *scan)
{
    apo_span rest = scan->rest;
    return apo_geometry_read_square(scan->geo, &rest) != APO_SQUARE_NONE;
}

static bool is_at_letter(const struct scan *scan)
{
    return scan->rest.length > 0 && apo_is_letter(scan->rest.text[0]) && !is_at_square(scan);
}

/* "+": the piece turns into its promoted form, "-": back. */
static bool read_turn(struct scan *scan, apo_piece piece, apo_sketch *sketch)
{
    const apo_variant *var = apo_position_variant(scan->pos);
    unsigned type = apo_piece_is_real(piece) ? apo_piece_type(piece) : APO_TYPE_NONE;
    bool is_last = scan->rest.length == 1;
    if (type == APO_TYPE_NONE || scan->rest.length == 0 ||
        (!is_last && scan->rest.text[1] != '*'))
        return false;
    if (scan->rest.text[0] == '+')
        sketch->promoted = (uint8_t)apo_type_of_form(var, type, APO_MARK_PROMOTED);
    else if (scan->rest.text[0] == '-')
        sketch->promoted = (uint8_t)apo_type_info_of(var, type)->base;
    return sketch->promoted != APO_TYPE_NONE && skip(scan, scan->rest.text[0]);
}

/* "q", "=q", "j", "/j", "qj", "jh1", "+", "-". A single letter may be either. */
static apo_status read_suffix(struct scan *scan, apo_piece piece, apo_sketch *sketch)
{
    apo_status status = APO_OK;
    sketch->suffix_position = position_of(scan);
    if (read_turn(scan, piece, sketch))
        return APO_OK;
    bool is_promotion = skip(scan, '=');
    if (is_promotion || is_at_letter(scan)) {
        status = read_letter(scan, &sketch->promoted);
        sketch->is_any_suffix = !is_promotion;
    }
    if (status == APO_OK && (skip(scan, '/') || is_at_letter(scan))) {
        status = read_letter(scan, &sketch->launched);
        sketch->is_any_suffix = false;
    }
    if (status == APO_OK)
        sketch->launched_on = apo_geometry_read_square(scan->geo, &scan->rest);
    return status;
}

static apo_status read_parts(struct scan *scan, apo_sketch *sketch)
{
    apo_square from = APO_SQUARE_NONE;
    apo_status status =
        read_square(scan, "expected the square of the piece that moves, not \"%s\"", &from);
    if (status != APO_OK)
        return status;
    apo_sketch_set_from(sketch, scan->geo, from);
    status = read_targets(scan, sketch);
    if (status == APO_OK)
        status = read_legs(scan, sketch);
    sketch->is_pass =
        sketch->to == from && apo_variant_has_rule(apo_position_variant(scan->pos), "pass");
    if (status == APO_OK)
        status = apo_sketch_settle_series(sketch, apo_position_variant(scan->pos),
                                          apo_piece_type(apo_position_piece(scan->pos, from)),
                                          scan->err);
    if (status == APO_OK)
        status = read_suffix(scan, apo_position_piece(scan->pos, from), sketch);
    if (status == APO_OK)
        status =
            apo_sketch_read_taken(sketch, scan->geo, &scan->rest, position_of(scan), scan->err);
    if (status == APO_OK)
        status =
            apo_sketch_read_wall(sketch, scan->geo, &scan->rest, position_of(scan), scan->err);
    return status;
}

/* Finds the only castling of the king and the partner on these two squares. */
static bool find_castling(apo_move *out, const apo_position *pos, apo_span text,
                          const apo_move_list *legal)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_square from = apo_geometry_read_square(geo, &text), rook, beside;
    apo_square to = apo_geometry_read_square(geo, &text);
    if (from == APO_SQUARE_NONE || to == APO_SQUARE_NONE || text.length > 0)
        return false;
    const apo_move *found = NULL;
    for (size_t i = 0; i < legal->count; i++) {
        const apo_move *mv = &legal->moves[i];
        if (mv->from != from || mv->launched != APO_TYPE_NONE ||
            !apo_move_partner(pos, mv, &rook, &beside) || rook != to)
            continue;
        if (found != NULL)
            return false;
        found = mv;
    }
    if (found != NULL)
        *out = *found;
    return found != NULL;
}

apo_status apo_coordinate_read_among(apo_move *out, const apo_position *pos, apo_span text,
                                     const apo_move_list *legal, apo_error *err)
{
    struct scan scan = {pos, apo_variant_geometry(apo_position_variant(pos)), text, text, err};
    apo_sketch sketch;
    apo_sketch_start(&sketch, APO_LISTS_PATH);
    if (apo_sketch_read_pass(&sketch, text) ||
        apo_sketch_read_drop(&sketch, apo_position_variant(pos), text))
        return apo_sketch_find(out, pos, &sketch, legal, err);
    apo_status status = read_parts(&scan, &sketch);
    if (status != APO_OK)
        return status;
    if (scan.rest.length > 0)
        return apo_fail(err, APO_E_SYNTAX, position_of(&scan),
                        "the move is complete; unexpected \"%s\"", scan.rest);
    status = apo_sketch_find(out, pos, &sketch, legal, err);
    return status != APO_OK && find_castling(out, pos, text, legal) ? APO_OK : status;
}

void apo_coordinate_list(apo_move_list *list, const apo_position *pos, apo_span text)
{
    apo_square from =
        apo_geometry_read_square(apo_variant_geometry(apo_position_variant(pos)), &text);
    (void)apo_moves_like(list, pos, from); /* the list records an overflow */
}

apo_status apo_coordinate_read(apo_move *out, const apo_position *pos, apo_span text,
                               apo_error *err)
{
    apo_moves moves;
    apo_move_list *legal = apo_moves_start(&moves);
    apo_coordinate_list(legal, pos, text);
    return apo_coordinate_read_among(out, pos, text, legal, err);
}
