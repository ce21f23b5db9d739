#include "notation/san_read_priv.h"
#include "rules/rules/checker.h"

struct scan {
    const apo_variant *var;
    const apo_geometry *geo;
    apo_span rest; /* not yet read; without marks at the end */
    size_t end;    /* byte offset where `rest` ends */
    apo_error *err;
};

static size_t position_of(const struct scan *scan)
{
    return scan->end - scan->rest.length;
}

static char peek(const struct scan *scan, size_t offset)
{
    return offset < scan->rest.length ? scan->rest.text[offset] : '\0';
}

static void skip_bytes(struct scan *scan, size_t count)
{
    scan->rest = apo_span_part(scan->rest, count, scan->rest.length);
}

static bool skip(struct scan *scan, char c)
{
    if (scan->rest.length == 0 || scan->rest.text[0] != c)
        return false;
    skip_bytes(scan, 1);
    return true;
}

static apo_status fail(const struct scan *scan, const char *detail)
{
    return apo_fail(scan->err, APO_E_SYNTAX, position_of(scan), detail, scan->rest);
}

/* --- marks at the end: + # ! ? e.p. -------------------------------------- */

static bool cut_end(apo_span *text, const char *ending)
{
    apo_span wanted = apo_span_of(ending);
    if (text->length <= wanted.length ||
        !apo_span_is(apo_span_part(*text, text->length - wanted.length, wanted.length), ending))
        return false;
    text->length -= wanted.length;
    return true;
}

bool apo_san_ends_with_accent(const apo_variant *var, apo_span text)
{
    size_t length = text.length;
    return length > 1 && text.text[length - 1] == '!' && apo_is_upper(text.text[length - 2]) &&
           apo_type_with_accent(var, text.text[length - 2], '!') != APO_TYPE_NONE;
}

static apo_span cut_marks(const apo_variant *var, apo_span text)
{
    while (cut_end(&text, "+") || cut_end(&text, "#") || cut_end(&text, "?") ||
           (!apo_san_ends_with_accent(var, text) && cut_end(&text, "!")))
        continue;
    if (cut_end(&text, "e.p.") || cut_end(&text, "ep"))
        cut_end(&text, " ");
    return text;
}

/* --- castling ------------------------------------------------------------ */

static size_t measure_castling(apo_span text)
{
    static const char *const words[] = {"O-O-O", "0-0-0", "o-o-o", "O-O", "0-0", "o-o"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (apo_span_starts_with(text, words[i]))
            return apo_span_of(words[i]).length;
    return 0;
}

static bool read_castling(struct scan *scan, apo_sketch *sketch)
{
    size_t length = measure_castling(scan->rest);
    if (length == 0)
        return false;
    sketch->is_castling = true;
    sketch->is_castling_right = length == 3;
    skip_bytes(scan, length);
    return true;
}

/* --- the piece and its way ----------------------------------------------- */

static apo_status read_type(struct scan *scan, apo_sketch *sketch)
{
    bool is_form = peek(scan, 0) == '+';
    bool has_letter = apo_is_upper(peek(scan, is_form));
    apo_span rest = scan->rest;
    sketch->type = has_letter ? apo_type_read(scan->var, &rest)
                              : apo_variant_type_of_letter(scan->var, APO_SAN_PAWN);
    if (sketch->type == APO_TYPE_NONE)
        return fail(scan, has_letter
                              ? "\"%s\" does not begin with the letter of a piece"
                              : "expected the upper-case letter of a piece before \"%s\"");
    if (has_letter)
        scan->rest = rest;
    return APO_OK;
}

static bool is_file(const struct scan *scan, char c)
{
    return c >= 'a' && c < (char)('a' + (char)scan->geo->files);
}

/* A rank's number, one or two digits; true if one was read. */
static bool read_rank_hint(struct scan *scan, apo_sketch *sketch)
{
    size_t length = 0;
    int rank = 0;
    while (length < 2 && apo_is_digit(peek(scan, length)))
        rank = rank * 10 + (peek(scan, length++) - '0');
    int row = rank - scan->geo->bottom_rank;
    if (length == 0 || row < 0 || row >= scan->geo->rows)
        return false;
    sketch->row = row;
    skip_bytes(scan, length);
    return true;
}

/* Reads a hint of the start square. A square alone is the target. */
static bool read_hint(struct scan *scan, apo_sketch *sketch, apo_square *out_target)
{
    sketch->from_position = position_of(scan);
    *out_target = APO_SQUARE_NONE;
    if (is_file(scan, peek(scan, 0)) && !apo_is_digit(peek(scan, 1))) {
        sketch->file = peek(scan, 0) - 'a';
        skip_bytes(scan, 1);
        return true;
    }
    if (read_rank_hint(scan, sketch))
        return true;
    apo_square sq = apo_geometry_read_square(scan->geo, &scan->rest);
    if (sq == APO_SQUARE_NONE)
        return false;
    char next = peek(scan, 0);
    if (is_file(scan, next) || next == 'x' || next == '-' || next == ':')
        apo_sketch_set_from(sketch, scan->geo, sq);
    else
        *out_target = sq;
    return true;
}

/* Settles how the move is marked; called once the way has been read. */
static void set_mark(apo_sketch *sketch, bool is_capture)
{
    sketch->mark = is_capture ? APO_MARK_CAPTURE : APO_MARK_STEP;
}

static bool skip_capture_mark(struct scan *scan)
{
    return skip(scan, 'x') || skip(scan, ':');
}

/* The target, or a series of them with x before each. */
static apo_status read_targets(struct scan *scan, apo_sketch *sketch)
{
    bool is_capture = skip_capture_mark(scan);
    set_mark(sketch, is_capture);
    if (!is_capture)
        skip(scan, '-');
    sketch->to_position = position_of(scan);
    do {
        apo_square sq = apo_geometry_read_square(scan->geo, &scan->rest);
        if (sq == APO_SQUARE_NONE)
            return fail(scan, scan->rest.length == 0
                                  ? "the square the piece goes to is missing"
                                  : "expected the square the piece goes to, not \"%s\"");
        if (sketch->series_count == APO_SERIES_MAX)
            return fail(scan, "no series of jumps is as long as this");
        sketch->series[sketch->series_count++] = sq;
        sketch->to = sq;
    } while (is_capture && skip_capture_mark(scan));
    if (!is_capture)
        sketch->series_count = 0;
    return apo_sketch_settle_series(sketch, scan->var, sketch->type, scan->err);
}

static apo_status read_way(struct scan *scan, apo_sketch *sketch)
{
    apo_square target = APO_SQUARE_NONE;
    apo_status status = read_type(scan, sketch);
    if (status != APO_OK)
        return status;
    sketch->to_position = position_of(scan);
    if (peek(scan, 0) != 'x' && !read_hint(scan, sketch, &target))
        return fail(scan, scan->rest.length == 0 ? "the square the piece goes to is missing"
                                                 : "expected a square, a file or a rank of "
                                                   "this board, not \"%s\"");
    if (target == APO_SQUARE_NONE)
        return read_targets(scan, sketch);
    sketch->to = target;
    set_mark(sketch, false);
    return APO_OK;
}

/* --- suffixes ------------------------------------------------------------ */

static apo_status read_letter(struct scan *scan, uint8_t *out)
{
    unsigned type = apo_type_read(scan->var, &scan->rest);
    if (type == APO_TYPE_NONE)
        return fail(scan, scan->rest.length == 0
                              ? "expected the letter of a piece"
                              : "\"%s\" does not begin with the letter of a piece");
    *out = (uint8_t)type;
    return APO_OK;
}

static apo_status read_suffixes(struct scan *scan, apo_sketch *sketch)
{
    apo_status status = APO_OK;
    sketch->suffix_position = position_of(scan);
    if (skip(scan, '=') || apo_is_upper(peek(scan, 0)))
        status = read_letter(scan, &sketch->promoted);
    if (status == APO_OK && skip(scan, '/')) {
        status = read_letter(scan, &sketch->launched);
        sketch->launched_on = apo_geometry_read_square(scan->geo, &scan->rest);
    }
    if (status == APO_OK)
        status =
            apo_sketch_read_taken(sketch, scan->geo, &scan->rest, position_of(scan), scan->err);
    if (status == APO_OK)
        status =
            apo_sketch_read_wall(sketch, scan->geo, &scan->rest, position_of(scan), scan->err);
    return status;
}

apo_status apo_san_read_sketch(apo_sketch *out, const apo_variant *var, apo_span text,
                               apo_error *err)
{
    apo_span marked = cut_marks(var, text);
    struct scan scan = {.var = var,
                        .geo = apo_variant_geometry(var),
                        .rest = marked,
                        .end = marked.length,
                        .err = err};
    apo_sketch_start(out, APO_LISTS_PASSING);
    if (text.length == 0)
        return apo_fail(err, APO_E_SYNTAX, 0, "the text is empty", text);
    if (apo_sketch_read_pass(out, marked) || apo_sketch_read_drop(out, var, marked))
        return APO_OK;
    apo_status status = APO_OK;
    if (!read_castling(&scan, out))
        status = read_way(&scan, out);
    if (status == APO_OK)
        status = read_suffixes(&scan, out);
    if (status == APO_OK && scan.rest.length > 0)
        return fail(&scan, "the move is complete; unexpected \"%s\"");
    return status;
}
