/* Commands embedded in comments: [%clk 0:01:30], [%eval 0.25,18], [%csl Gd4], [%cal Ge2e4]. */
#include "base/buffer.h"
#include "base/text.h"
#include "notation/pgn.h"

enum {
    MS_PER_SECOND = 1000,
    MS_PER_MINUTE = 60 * MS_PER_SECOND,
    MS_PER_HOUR = 60 * MS_PER_MINUTE,
    HOURS_MAX = 999999,
    PAWNS_MAX = 1000000,
    DEPTH_MAX = 9999
};

/* --- in a comment -------------------------------------------------------- */

/* The length of "[%NAME" at the front of the text, with the blank after it; else 0. */
static size_t measure_head(apo_span text, apo_span name)
{
    size_t length = 2 + name.length;
    if (!apo_span_starts_with(text, "[%") ||
        !apo_span_same(apo_span_part(text, 2, name.length), name) || text.length <= length)
        return 0;
    if (text.text[length] == ']')
        return length;
    return apo_is_blank(text.text[length]) ? length + 1 : 0;
}

/* Finds the command and its value; `*out_start` is the offset of its bracket. */
static bool find_command(apo_span comments, apo_span name, size_t *out_start, apo_span *out)
{
    for (size_t at = 0; at + 1 < comments.length; at++) {
        if (comments.text[at] != '[' || comments.text[at + 1] != '%')
            continue;
        apo_span rest = apo_span_part(comments, at, comments.length);
        size_t start = measure_head(rest, name), end = start;
        if (start == 0)
            continue;
        while (end < rest.length && rest.text[end] != ']' && rest.text[end] != '\n')
            end++;
        if (end == rest.length || rest.text[end] != ']')
            continue;
        *out_start = at;
        *out = apo_span_part(rest, start, end - start);
        return true;
    }
    return false;
}

bool apo_pgn_command(apo_span *out, apo_span comments, const char *name)
{
    size_t start;
    apo_span value;
    if (!find_command(comments, apo_span_of(name), &start, &value))
        return false;
    *out = apo_span_trim(value);
    return true;
}

static bool is_name(apo_span name)
{
    for (size_t i = 0; i < name.length; i++)
        if (!apo_is_letter(name.text[i]) && !apo_is_digit(name.text[i]))
            return false;
    return name.length > 0;
}

static bool is_value(apo_span value)
{
    for (size_t i = 0; i < value.length; i++) {
        char c = value.text[i];
        if ((unsigned char)c < ' ' || c == 127 || c == '[' || c == ']' || c == '{' || c == '}')
            return false;
    }
    return true;
}

/* The comments with the command in them, into `out`. */
static void write_comments(apo_buffer *out, apo_span old, apo_span name, apo_span value)
{
    apo_span found = {NULL, 0};
    size_t start = 0, end = 0;
    bool is_there = find_command(old, name, &start, &found);
    if (is_there)
        end = (size_t)(found.text - old.text) + found.length + 1;
    apo_buffer_add_span(out, apo_span_part(old, 0, start));
    apo_buffer_add(out, "[%");
    apo_buffer_add_span(out, name);
    apo_buffer_add(out, value.length > 0 ? " " : "");
    apo_buffer_add_span(out, value);
    apo_buffer_add(out, "]");
    apo_buffer_add(out, is_there || old.length == 0 ? "" : " ");
    apo_buffer_add_span(out, apo_span_part(old, end, old.length));
}

apo_status apo_pgn_set_command(apo_pgn_game *game, uint32_t node, const char *name,
                               apo_span value)
{
    apo_buffer text;
    apo_span line, rest;
    if (node >= game->node_count)
        return APO_E_RANGE;
    apo_pgn_comments *comments = &game->nodes[node].after;
    value = apo_span_trim(value);
    if (!is_name(apo_span_of(name)) || !is_value(value))
        return APO_E_SYNTAX;
    apo_buffer_init(&text, game->alloc);
    write_comments(&text, (apo_span){comments->text, comments->length}, apo_span_of(name),
                   value);
    rest = apo_buffer_span(&text);
    apo_status status = text.is_failed                      ? APO_E_MEMORY
                        : rest.length > APO_PGN_COMMENT_MAX ? APO_E_TOO_LARGE
                                                            : APO_OK;
    if (status == APO_OK)
        apo_pgn_drop_comments(game, node, false);
    while (status == APO_OK && rest.length > 0) {
        apo_span_line(&rest, &line);
        status = apo_pgn_add_comment(game, node, false, line);
    }
    apo_buffer_clear(&text);
    return status;
}

/* --- times --------------------------------------------------------------- */

/* Reads digits at the front of `*rest`. */
static bool read_number(apo_span *rest, uint32_t maximum, uint32_t *out)
{
    size_t length = 0;
    while (length < rest->length && apo_is_digit(rest->text[length]))
        length++;
    if (!apo_span_number(apo_span_part(*rest, 0, length), maximum, out))
        return false;
    *rest = apo_span_part(*rest, length, rest->length);
    return true;
}

static bool skip(apo_span *rest, char c)
{
    if (rest->length == 0 || rest->text[0] != c)
        return false;
    *rest = apo_span_part(*rest, 1, rest->length);
    return true;
}

/* Reads ".5" as 500 and ".25" as 25 hundredths, in thousandths; further digits are cut. */
static bool read_fraction(apo_span *rest, uint32_t *out_thousandths)
{
    uint32_t value = 0, weight = 100;
    size_t length = 0;
    for (; length < rest->length && apo_is_digit(rest->text[length]); length++) {
        value += (uint32_t)(rest->text[length] - '0') * weight;
        weight /= 10;
    }
    *rest = apo_span_part(*rest, length, rest->length);
    *out_thousandths = value;
    return length > 0;
}

bool apo_pgn_clock_read(int64_t *out_ms, apo_span value)
{
    apo_span rest = apo_span_trim(value);
    uint32_t hours = 0, minutes = 0, seconds = 0, thousandths = 0;
    if (!read_number(&rest, HOURS_MAX, &hours) || !skip(&rest, ':') ||
        !read_number(&rest, 59, &minutes))
        return false;
    if (skip(&rest, ':')) {
        if (!read_number(&rest, 59, &seconds))
            return false;
        if (skip(&rest, '.') && !read_fraction(&rest, &thousandths))
            return false;
    }
    if (rest.length > 0)
        return false;
    *out_ms = (int64_t)hours * MS_PER_HOUR + (int64_t)minutes * MS_PER_MINUTE +
              (int64_t)seconds * MS_PER_SECOND + thousandths;
    return true;
}

static void add_digits(apo_text *out, int64_t number, int64_t weight)
{
    for (; weight > 0; weight /= 10)
        apo_text_add_char(out, (char)('0' + number / weight % 10));
}

void apo_pgn_clock_write(apo_text *out, int64_t ms)
{
    int64_t fraction;
    ms = ms > 0 ? ms : 0;
    fraction = ms % MS_PER_SECOND;
    apo_text_add_number(out, ms / MS_PER_HOUR);
    apo_text_add_char(out, ':');
    add_digits(out, ms / MS_PER_MINUTE % 60, 10);
    apo_text_add_char(out, ':');
    add_digits(out, ms / MS_PER_SECOND % 60, 10);
    if (fraction == 0)
        return;
    apo_text_add_char(out, '.');
    if (fraction % 100 == 0)
        add_digits(out, fraction / 100, 1);
    else
        add_digits(out, fraction, 100);
}

/* --- evaluations --------------------------------------------------------- */

static bool read_pawns(apo_span *rest, uint32_t *out_centipawns)
{
    uint32_t pawns = 0, thousandths = 0;
    if (!read_number(rest, PAWNS_MAX, &pawns))
        return false;
    if (skip(rest, '.') && !read_fraction(rest, &thousandths))
        return false;
    *out_centipawns = pawns * 100 + thousandths / 10;
    return true;
}

bool apo_pgn_eval_read(apo_pgn_eval *out, apo_span value)
{
    apo_span rest = apo_span_trim(value);
    apo_pgn_eval eval = {.is_mate = skip(&rest, '#')};
    uint32_t size = 0;
    bool is_minus = skip(&rest, '-');
    if (!is_minus)
        skip(&rest, '+');
    if (eval.is_mate ? !read_number(&rest, DEPTH_MAX, &size) : !read_pawns(&rest, &size))
        return false;
    eval.value = is_minus ? -(int32_t)size : (int32_t)size;
    if (skip(&rest, ',') && !read_number(&rest, DEPTH_MAX, &eval.depth))
        return false;
    if (rest.length > 0)
        return false;
    *out = eval;
    return true;
}

void apo_pgn_eval_write(apo_text *out, apo_pgn_eval eval)
{
    int64_t size = eval.value < 0 ? -(int64_t)eval.value : eval.value;
    apo_text_add(out, eval.is_mate ? "#" : "");
    apo_text_add(out, eval.value < 0 ? "-" : "");
    if (eval.is_mate) {
        apo_text_add_number(out, size);
    } else {
        apo_text_add_number(out, size / 100);
        apo_text_add_char(out, '.');
        add_digits(out, size % 100, 10);
    }
    if (eval.depth > 0) {
        apo_text_add_char(out, ',');
        apo_text_add_number(out, eval.depth);
    }
}

/* --- squares and arrows -------------------------------------------------- */

bool apo_pgn_mark_read(apo_pgn_mark *out, const apo_variant *var, apo_span *rest)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_span at = apo_span_trim(*rest);
    apo_pgn_mark mark = {.to = APO_SQUARE_NONE};
    if (at.length == 0 || !apo_is_upper(at.text[0]))
        return false;
    mark.color = at.text[0];
    at = apo_span_part(at, 1, at.length);
    mark.from = apo_geometry_read_square(geo, &at);
    if (mark.from == APO_SQUARE_NONE)
        return false;
    if (at.length > 0 && apo_is_lower(at.text[0]))
        mark.to = apo_geometry_read_square(geo, &at);
    if (at.length > 0 && !skip(&at, ','))
        return false;
    *out = mark;
    *rest = at;
    return true;
}

void apo_pgn_mark_write(apo_text *out, const apo_variant *var, apo_pgn_mark mark)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    if (out->length > 0)
        apo_text_add_char(out, ',');
    apo_text_add_char(out, mark.color);
    apo_text_add_square(out, geo, mark.from);
    if (mark.to != APO_SQUARE_NONE)
        apo_text_add_square(out, geo, mark.to);
}
