#include "notation/courier.h"

#include "notation/sentence_priv.h"
#include "notation/sketch_priv.h"
#include "rules/kernel/fen_field.h"
#include "rules/rules/checker.h"
#include "rules/rules/facts.h"

/* --- writing ------------------------------------------------------------- */

/* "R", "r", "+R" */
static void write_label(apo_text *out, const apo_position *pos, unsigned type)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_fen_write_piece(out, var,
                        apo_piece_of(apo_position_side(pos), apo_type_shown(var, type)));
}

/* "R k1-h1". */
static void write_step(apo_text *out, const apo_position *pos, unsigned type, apo_square from,
                       apo_square to)
{
    const apo_variant *var = apo_position_variant(pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    write_label(out, pos, type);
    apo_text_add_char(out, ' ');
    apo_text_add_square(out, geo, from);
    apo_text_add_char(out, '-');
    apo_text_add_square(out, geo, to);
}

/* "; Q-e10". */
static void write_drop(apo_text *out, const apo_position *pos, unsigned type, apo_square sq)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_text_add(out, "; ");
    write_label(out, pos, type);
    apo_text_add_char(out, '-');
    apo_text_add_square(out, apo_variant_geometry(var), sq);
}

/* "; e5-". */
static void write_removal(apo_text *out, const apo_position *pos, apo_square sq)
{
    apo_text_add(out, "; ");
    apo_text_add_square(out, apo_variant_geometry(apo_position_variant(pos)), sq);
    apo_text_add_char(out, '-');
}

static void write_series(apo_text *out, const apo_position *pos, const apo_move *mv,
                         const apo_square *series, unsigned count)
{
    unsigned type = apo_piece_type(apo_position_piece(pos, mv->from));
    apo_square from = mv->from;
    for (unsigned i = 0; i < count; i++) {
        apo_text_add(out, i > 0 ? "; " : "");
        write_step(out, pos, type, from, series[i]);
        from = series[i];
    }
}

static void write_removals(apo_text *out, const apo_position *pos, const apo_square *squares,
                           unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        write_removal(out, pos, squares[i]);
}

static void write_taken(apo_text *out, const apo_position *pos, const apo_move *mv,
                        const apo_square *series, unsigned count)
{
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    apo_square jumped[APO_SERIES_MAX], taken[APO_UNDO_SQUARES_MAX];
    apo_series_jumped(geo, mv->from, series, count, jumped);
    write_removals(out, pos, jumped, count);
    unsigned taken_count =
        apo_move_taken(pos, mv, count > 0 ? APO_LISTS_PASSING : APO_LISTS_ALL, taken);
    write_removals(out, pos, taken, taken_count);
}

/* "N*f3": the asterisk is the operator that drops pieces there. */
static void write_hand_drop(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    write_label(out, pos, mv->launched);
    apo_text_add_char(out, '*');
    apo_text_add_square(out, apo_variant_geometry(apo_position_variant(pos)), mv->to);
}

void apo_courier_write(apo_text *out, const apo_position *pos, const apo_move *mv)
{
    unsigned type = apo_piece_type(apo_position_piece(pos, mv->from));
    apo_square series[APO_SERIES_MAX], partner_from, partner_to;
    unsigned count = apo_move_series(pos, mv, series);
    if (mv->kind == APO_MOVE_PASS) {
        apo_text_add(out, APO_PASS);
        return;
    }
    if (mv->kind == APO_MOVE_DROP) {
        write_hand_drop(out, pos, mv);
        return;
    }
    if (count > 0)
        write_series(out, pos, mv, series, count);
    else
        write_step(out, pos, type, mv->from, mv->to);
    if (apo_move_partner(pos, mv, &partner_from, &partner_to)) {
        apo_text_add(out, "; ");
        write_step(out, pos, apo_piece_type(apo_position_piece(pos, partner_from)),
                   partner_from, partner_to);
    }
    write_taken(out, pos, mv, series, count);
    if (mv->promoted != APO_TYPE_NONE)
        write_drop(out, pos, mv->promoted, mv->to);
    if (mv->launched != APO_TYPE_NONE)
        write_drop(out, pos, mv->launched, apo_move_launch_square(pos, mv));
    if (mv->wall != 0) {
        apo_text_add_char(out, ',');
        apo_text_add_square(out, apo_variant_geometry(apo_position_variant(pos)),
                            (apo_square)(mv->wall - 1));
    }
}

/* --- reading ------------------------------------------------------------- */

/* One part between semicolons. */
struct part {
    unsigned type;   /* of its label, or APO_TYPE_NONE */
    apo_square from; /* APO_SQUARE_NONE for a drop */
    apo_square to;   /* APO_SQUARE_NONE for a removal */
    size_t position; /* byte offset */
};

struct scan {
    const apo_position *pos;
    const apo_variant *var;
    const apo_geometry *geo;
    apo_span text;           /* without comment and trailing spaces */
    size_t at;               /* bytes read */
    apo_square last_landing; /* of the first part and the legs that continue it */
    apo_error *err;
};

static apo_status fail(const struct scan *scan, size_t position, const char *detail)
{
    return apo_fail(scan->err, APO_E_SYNTAX, position, detail,
                    apo_span_part(scan->text, position, scan->text.length));
}

static bool is_at(const struct scan *scan, char c)
{
    return scan->at < scan->text.length && scan->text.text[scan->at] == c;
}

static void skip_blanks(struct scan *scan)
{
    while (scan->at < scan->text.length && apo_is_blank(scan->text.text[scan->at]))
        scan->at++;
}

/* Reads a square; APO_SQUARE_NONE, with nothing read, if there is none. */
static apo_square read_square(struct scan *scan)
{
    apo_span rest = apo_span_part(scan->text, scan->at, scan->text.length);
    apo_square sq = apo_geometry_read_square(scan->geo, &rest);
    scan->at = scan->text.length - rest.length;
    return sq;
}

/* A letter followed by a digit is a file, otherwise a label. */
static apo_status read_label(struct scan *scan, struct part *part)
{
    bool is_form = is_at(scan, '+');
    apo_span all = apo_span_part(scan->text, scan->at, scan->text.length);
    apo_span rest = apo_span_part(scan->text, scan->at + is_form, 2);
    if (rest.length == 0 || !apo_is_letter(rest.text[0]) ||
        (rest.length == 2 && apo_is_digit(rest.text[1])))
        return APO_OK;
    part->type = apo_type_read(scan->var, &all);
    if (part->type == APO_TYPE_NONE)
        return fail(scan, scan->at, "\"%s\" does not begin with the letter of a piece");
    scan->at = scan->text.length - all.length;
    skip_blanks(scan);
    return APO_OK;
}

static bool skip_hyphen(struct scan *scan)
{
    size_t before = scan->at;
    skip_blanks(scan);
    bool is_there = is_at(scan, '-') || is_at(scan, 'x');
    scan->at = is_there ? scan->at + 1 : before;
    return is_there;
}

/* Reads a square, or "dest", where the piece has just gone. */
static apo_square read_target(struct scan *scan)
{
    skip_blanks(scan);
    if (scan->last_landing == APO_SQUARE_NONE ||
        !apo_span_starts_with(apo_span_part(scan->text, scan->at, scan->text.length), "dest"))
        return read_square(scan);
    scan->at += sizeof "dest" - 1;
    return scan->last_landing;
}

static apo_status read_part(struct scan *scan, struct part *part)
{
    skip_blanks(scan);
    *part = (struct part){APO_TYPE_NONE, APO_SQUARE_NONE, APO_SQUARE_NONE, scan->at};
    /* "@-d6" puts an empty place on d6, like "d6-". */
    bool is_emptied = is_at(scan, '@');
    scan->at += is_emptied;
    apo_status status = is_emptied ? APO_OK : read_label(scan, part);
    if (status != APO_OK)
        return status;
    if (!is_emptied)
        part->from = read_square(scan);
    if (!skip_hyphen(scan))
        return fail(scan, scan->at, "expected a move like e2-e4 here, not \"%s\"");
    *(is_emptied ? &part->from : &part->to) = read_target(scan);
    bool is_removal = part->from != APO_SQUARE_NONE &&
                      (scan->at == scan->text.length || is_at(scan, ' ') || is_at(scan, ';'));
    if (part->to == APO_SQUARE_NONE && !is_removal)
        return fail(scan, scan->at, "expected the name of a square, not \"%s\"");
    skip_blanks(scan);
    if (scan->at == scan->text.length)
        return APO_OK;
    if (!is_at(scan, ';'))
        return fail(scan, scan->at, "expected ; or the end of the move, not \"%s\"");
    scan->at++;
    return APO_OK;
}

static apo_status add_first(struct scan *scan, apo_sketch *sketch, const struct part *part)
{
    if (part->from == APO_SQUARE_NONE || part->to == APO_SQUARE_NONE)
        return fail(scan, part->position, "a move begins with from-square and to-square");
    sketch->type = part->type;
    sketch->from_position = sketch->to_position = part->position;
    sketch->suffix_position = scan->text.length;
    sketch->to = part->to;
    sketch->series[0] = part->to;
    sketch->series_count = 1;
    apo_sketch_set_from(sketch, scan->geo, part->from);
    scan->last_landing = part->to;
    return APO_OK;
}

/* A part that moves a piece again: the checker's next leg, or castling's partner. */
static apo_status add_step(struct scan *scan, apo_sketch *sketch, const struct part *part)
{
    if (part->from != scan->last_landing) {
        if (sketch->partner_from != APO_SQUARE_NONE)
            return fail(scan, part->position, "only one partner moves in castling");
        sketch->partner_from = part->from;
        sketch->partner_to = part->to;
        sketch->suffix_position = part->position;
        return APO_OK;
    }
    if (sketch->series_count == APO_SERIES_MAX)
        return fail(scan, part->position, "no series of jumps is as long as this");
    sketch->series[sketch->series_count++] = part->to;
    sketch->to = scan->last_landing = part->to;
    return APO_OK;
}

static apo_status add_removal(struct scan *scan, apo_sketch *sketch, const struct part *part)
{
    if (sketch->taken_count == APO_UNDO_SQUARES_MAX)
        return fail(scan, part->position, "no move takes as many pieces as this");
    if (sketch->taken_count == 0)
        sketch->suffix_position = part->position;
    sketch->taken[sketch->taken_count++] = part->from;
    return APO_OK;
}

static apo_status add_drop(struct scan *scan, apo_sketch *sketch, const struct part *part)
{
    apo_square from = apo_sketch_from(sketch, scan->geo);
    uint8_t *place = part->to == sketch->to ? &sketch->promoted : &sketch->launched;
    if (part->type == APO_TYPE_NONE)
        return fail(scan, part->position, "expected the letter of a piece before \"%s\"");
    bool is_left = part->to == from || part->to == sketch->partner_from;
    if ((part->to != sketch->to && !is_left) || *place != APO_TYPE_NONE)
        return fail(scan, part->position,
                    "a piece is put on the square just left or reached, once: not \"%s\"");
    *place = (uint8_t)part->type;
    if (part->to == sketch->partner_from)
        sketch->launched_on = part->to;
    sketch->suffix_position = part->position;
    return APO_OK;
}

static apo_status add_part(struct scan *scan, apo_sketch *sketch, const struct part *part)
{
    if (scan->last_landing == APO_SQUARE_NONE)
        return add_first(scan, sketch, part);
    if (part->from == APO_SQUARE_NONE)
        return add_drop(scan, sketch, part);
    return part->to == APO_SQUARE_NONE ? add_removal(scan, sketch, part)
                                       : add_step(scan, sketch, part);
}

static apo_status read_parts(struct scan *scan, apo_sketch *sketch)
{
    do {
        struct part part;
        apo_status status = read_part(scan, &part);
        if (status == APO_OK)
            status = add_part(scan, sketch, &part);
        if (status != APO_OK)
            return status;
    } while (scan->at < scan->text.length);
    return APO_OK;
}

/* A single leg may be a step or a jump; from, to and captures decide. For other pieces a second
 * leg is castling with a partner from the king's target. */
static apo_status settle_series(struct scan *scan, apo_sketch *sketch)
{
    apo_square from = apo_sketch_from(sketch, scan->geo);
    unsigned type = apo_piece_type(apo_position_piece(scan->pos, from));
    bool is_checker = type != APO_TYPE_NONE && apo_type_is_checker(scan->var, type);
    if (sketch->series_count == 2 && !is_checker) {
        sketch->partner_from = sketch->to = sketch->series[0];
        sketch->partner_to = sketch->series[1];
        sketch->series_count = 1;
    }
    if (sketch->series_count == 1) {
        sketch->series_count = 0;
        sketch->is_any_series = true;
        return APO_OK;
    }
    return apo_sketch_settle_series(sketch, scan->var, type, scan->err);
}

/* Removes `// comment` and trailing spaces. */
static apo_span cut_comment(apo_span text)
{
    size_t length = 0;
    while (length < text.length && !apo_span_starts_with(apo_span_part(text, length, 2), "//"))
        length++;
    while (length > 0 && apo_is_blank(text.text[length - 1]))
        length--;
    return apo_span_part(text, 0, length);
}

/* Cuts off the square of a wall, which comes last. */
static apo_status cut_wall(struct scan *scan, apo_sketch *sketch)
{
    size_t length = 0;
    while (length < scan->text.length && scan->text.text[length] != ',')
        length++;
    apo_span rest = apo_span_part(scan->text, length, scan->text.length);
    apo_status status = apo_sketch_read_wall(sketch, scan->geo, &rest, length, scan->err);
    if (status == APO_OK && rest.length > 0)
        return fail(scan, scan->text.length - rest.length,
                    "the move is complete; unexpected \"%s\"");
    scan->text = apo_span_part(scan->text, 0, length);
    return status;
}

apo_status apo_courier_read_among(apo_move *out, const apo_position *pos, apo_span text,
                                  const apo_move_list *legal, apo_error *err)
{
    const apo_variant *var = apo_position_variant(pos);
    apo_sketch sketch;
    struct scan scan = {.pos = pos,
                        .var = var,
                        .geo = apo_variant_geometry(var),
                        .text = cut_comment(text),
                        .last_landing = APO_SQUARE_NONE,
                        .err = err};
    apo_sketch_start(&sketch, APO_LISTS_ALL);
    if (apo_sketch_read_pass(&sketch, scan.text) ||
        apo_sketch_read_drop(&sketch, var, scan.text))
        return apo_sketch_find(out, pos, &sketch, legal, err);
    apo_status status = cut_wall(&scan, &sketch);
    if (status == APO_OK)
        status = read_parts(&scan, &sketch);
    if (status == APO_OK)
        status = settle_series(&scan, &sketch);
    return status != APO_OK ? status : apo_sketch_find(out, pos, &sketch, legal, err);
}

apo_status apo_courier_read(apo_move *out, const apo_position *pos, apo_span text,
                            apo_error *err)
{
    apo_moves moves;
    apo_move_list *legal = apo_moves_start(&moves);
    (void)apo_moves_legal(legal, pos); /* the list records an overflow */
    return apo_courier_read_among(out, pos, text, legal, err);
}
