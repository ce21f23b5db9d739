#include "base/mem.h"
#include "definition/betza/betza.h"
#include "definition/exchange/alternatives.h"
#include "definition/exchange/sjaak_priv.h"

/* How a piece moves by a line of a Sjaak file: "slide (H,V)", "leap (1,2)|(0,2)", "step N". */

static const apo_span nothing = {NULL, 0};

enum {
    NUMBER_MOST = 15 /* of steps, and of the two parts of a leap */
};

/* The axes of slides and hops: H, V, D and A. */
static const char axis_letters[] = "HVDA";
static const uint8_t axis_directions[] = {0x44, 0x11, 0x22, 0x88};

static bool refuse(apo_sjaak *s, uint32_t line, const char *detail, apo_span word)
{
    apo_sjaak__lose(s, APO_DRAFT_PIECES, line, "move", detail, word);
    return false;
}

/* --- reading ------------------------------------------------------------- */

static void skip_blanks(apo_span *rest)
{
    while (rest->length > 0 && apo_is_blank(rest->text[0]))
        *rest = apo_span_part(*rest, 1, rest->length);
}

static char peek(const apo_span *rest)
{
    return rest->length > 0 ? rest->text[0] : '\0';
}

static bool skip_char(apo_span *rest, char c)
{
    skip_blanks(rest);
    if (peek(rest) != c)
        return false;
    *rest = apo_span_part(*rest, 1, rest->length);
    return true;
}

static bool read_number(apo_span *rest, int *out)
{
    bool is_negative = skip_char(rest, '-');
    int number = 0;
    skip_blanks(rest);
    if (!apo_is_digit(peek(rest)))
        return false;
    while (apo_is_digit(peek(rest))) {
        number = number * 10 + (rest->text[0] - '0');
        *rest = apo_span_part(*rest, 1, rest->length);
        if (number > NUMBER_MOST)
            return false;
    }
    *out = is_negative ? -number : number;
    return true;
}

/* "(1,2)" */
static bool read_pair(apo_span *rest, int *out_files, int *out_rows)
{
    return skip_char(rest, '(') && read_number(rest, out_files) && skip_char(rest, ',') &&
           read_number(rest, out_rows) && skip_char(rest, ')') &&
           (*out_files != 0 || *out_rows != 0);
}

bool apo_sjaak__add_pair(int8_t list[APO_SJAAK_WAYS_MAX][2], unsigned *count, int files,
                         int rows)
{
    for (unsigned i = 0; i < *count; i++)
        if (list[i][0] == files && list[i][1] == rows)
            return true;
    if (*count == APO_SJAAK_WAYS_MAX)
        return false;
    list[*count][0] = (int8_t)files;
    list[*count][1] = (int8_t)rows;
    (*count)++;
    return true;
}

/* All eight ways of a leap that is not one-sided. */
static bool add_turned(int8_t list[APO_SJAAK_WAYS_MAX][2], unsigned *count, int files, int rows)
{
    bool is_room = true;
    for (int way = 0; way < 8; way++) {
        int f = way & 1 ? -files : files, r = way & 2 ? -rows : rows;
        is_room = apo_sjaak__add_pair(list, count, way & 4 ? r : f, way & 4 ? f : r) && is_room;
    }
    return is_room;
}

static bool read_axes(apo_sjaak *s, uint8_t *axes, apo_span rest, uint32_t line)
{
    bool is_good = skip_char(&rest, '(');
    do {
        skip_blanks(&rest);
        unsigned axis = 0;
        while (axis < 4 && axis_letters[axis] != peek(&rest))
            axis++;
        is_good = is_good && axis < 4 && skip_char(&rest, axis_letters[axis]);
        if (is_good)
            *axes |= axis_directions[axis];
    } while (is_good && skip_char(&rest, ','));
    if (!is_good || !skip_char(&rest, ')') || apo_span_trim(rest).length > 0)
        return refuse(s, line, "axes are written as (H,V,D,A)", nothing);
    return true;
}

/* "N" or "3NE". After a number of two digits Sjaak reads north, whatever is written. */
static bool read_step(apo_sjaak_mode *mode, apo_span word)
{
    static const char *const names[8] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    int count = 1;
    size_t length = word.length;
    if (apo_is_digit(peek(&word)) && !read_number(&word, &count))
        return false;
    unsigned direction = apo_span_index(word, names, 8);
    if (direction == 8 || count == 0 || (direction != 0 && length - word.length > 1) ||
        mode->steps[direction] != 0)
        return false;
    mode->steps[direction] = (uint8_t)count;
    return true;
}

static bool read_steps(apo_sjaak *s, apo_sjaak_mode *mode, apo_span rest, uint32_t line)
{
    if (mode->has_steps)
        return refuse(s, line, "only one line of steps is read", nothing);
    mode->has_steps = true;
    while (rest.length > 0) {
        size_t length = 0;
        while (length < rest.length && rest.text[length] != ',')
            length++;
        apo_span word = apo_span_trim(apo_span_part(rest, 0, length));
        if (!read_step(mode, word))
            return refuse(s, line, "%s is no step", word);
        rest = apo_span_part(rest, length + 1, rest.length);
    }
    return true;
}

/* Reads a leap made of a step and a further step outward: the horse and the elephant. With a
 * blank before the & Sjaak overlooks what comes after it. */
static bool read_lame(apo_sjaak_mode *mode, apo_span rest)
{
    int first[2], then[2], leap[2];
    bool has_bracket =
        rest.length > 1 && rest.text[0] == '(' && rest.text[1] == '(' && skip_char(&rest, '(');
    if (!read_pair(&rest, &first[0], &first[1]) || !skip_char(&rest, '+') ||
        !read_pair(&rest, &then[0], &then[1]) || (has_bracket && !skip_char(&rest, ')')) ||
        apo_is_blank(peek(&rest)) || !skip_char(&rest, '&') ||
        !read_pair(&rest, &leap[0], &leap[1]) || apo_span_trim(rest).length > 0 ||
        mode->leap_count > 0)
        return false;
    bool is_wazir = first[0] * first[0] + first[1] * first[1] == 1;
    bool is_ferz = first[0] * first[0] == 1 && first[1] * first[1] == 1;
    if (then[0] * then[0] != 1 || then[1] * then[1] != 1 ||
        !((is_wazir && leap[0] * leap[0] + leap[1] * leap[1] == 5) ||
          (is_ferz && leap[0] * leap[0] == 4 && leap[1] * leap[1] == 4)))
        return false;
    mode->is_lame = true;
    return add_turned(mode->leaps, &mode->leap_count, leap[0], leap[1]);
}

static bool refuse_leaps(apo_sjaak *s, uint32_t line, apo_span text)
{
    bool is_double = false;
    for (size_t i = 0; i < text.length; i++)
        is_double = is_double || text.text[i] == '+';
    return refuse(s, line,
                  is_double ? "two leaps in one move are understood for horses and elephants "
                              "alone, not %s"
                            : "leaps are written as (1,2)|(0,2), not %s",
                  text);
}

static bool read_leaps(apo_sjaak *s, apo_sjaak_mode *mode, apo_span rest, bool is_one_sided,
                       uint32_t line)
{
    bool is_more = true;
    if (mode->has_leaps)
        return refuse(s, line, "only one line of leaps is read", nothing);
    mode->has_leaps = true;
    skip_blanks(&rest);
    apo_span whole = rest;
    while (is_more) {
        int files, rows;
        if (!read_pair(&rest, &files, &rows))
            return (!is_one_sided && read_lame(mode, whole)) || refuse_leaps(s, line, whole);
        if (!(is_one_sided ? apo_sjaak__add_pair : add_turned)(mode->leaps, &mode->leap_count,
                                                               files, rows))
            return refuse(s, line, "there are too many leaps", nothing);
        is_more = skip_char(&rest, '|');
    }
    if (apo_span_trim(rest).length == 0)
        return true;
    mode->leap_count = 0;
    return (!is_one_sided && read_lame(mode, whole)) || refuse_leaps(s, line, whole);
}

static bool read_rides(apo_sjaak *s, apo_sjaak_mode *mode, apo_span rest, uint32_t line)
{
    bool is_more = true;
    if (mode->has_rides)
        return refuse(s, line, "only one line of rides is read", nothing);
    mode->has_rides = true;
    while (is_more) {
        int files, rows;
        if (!read_pair(&rest, &files, &rows) ||
            !add_turned(mode->rides, &mode->ride_count, files, rows))
            return refuse(s, line, "a ride is written as (1,2)", nothing);
        is_more = skip_char(&rest, '|');
    }
    if (apo_span_trim(rest).length > 0)
        return refuse(s, line, "a ride is written as (1,2)", nothing);
    return true;
}

bool apo_sjaak__read_mode(apo_sjaak *s, apo_sjaak_mode *mode, apo_span text, uint32_t line)
{
    apo_span kind = apo_span_word(&text);
    if (mode->line == 0)
        mode->line = line;
    if (apo_span_is(kind, "none"))
        return true;
    if (apo_span_is(kind, "slide"))
        return read_axes(s, &mode->slides, text, line);
    if (apo_span_is(kind, "hop"))
        return read_axes(s, &mode->hops, text, line);
    if (apo_span_is(kind, "step"))
        return read_steps(s, mode, text, line);
    if (apo_span_is(kind, "leap") || apo_span_is(kind, "aleap"))
        return read_leaps(s, mode, text, apo_span_is(kind, "aleap"), line);
    if (apo_span_is(kind, "ride"))
        return read_rides(s, mode, text, line);
    return refuse(s, line, "%s is no kind of move", kind);
}

bool apo_sjaak__is_same_mode(const apo_sjaak_mode *a, const apo_sjaak_mode *b)
{
    apo_sjaak_mode other = *b;
    other.line = a->line;
    return memcmp(a, &other, sizeof other) == 0;
}

/* --- holes --------------------------------------------------------------- */

/* True if there is a square on from here, after holes or not. */
static bool leads_to_square(const apo_geometry *geo, unsigned sq, int files, int rows)
{
    int file = (int)apo_geometry_file(geo, (apo_square)sq);
    int row = (int)apo_geometry_row(geo, (apo_square)sq);
    for (;;) {
        file += files;
        row += rows;
        if (file < 0 || row < 0 || file >= geo->files || row >= geo->rows)
            return false;
        if (geo->place[row * geo->files + file] == APO_PLACE_SQUARE)
            return true;
    }
}

bool apo_sjaak__crosses_holes(const apo_geometry *geo, const apo_sjaak_mode *mode)
{
    static const int8_t axes[4][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}};
    bool has_holes = false;
    unsigned used = mode->slides | mode->hops;
    for (unsigned direction = 0; direction < 8; direction++)
        used |= mode->steps[direction] > 1 ? 1U << direction : 0;
    used |= used >> 4;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        if (geo->place[sq] == APO_PLACE_SQUARE)
            continue;
        has_holes = true;
        for (unsigned axis = 0; axis < 4; axis++)
            if ((used >> axis & 1) && leads_to_square(geo, sq, axes[axis][0], axes[axis][1]) &&
                leads_to_square(geo, sq, -axes[axis][0], -axes[axis][1]))
                return true;
    }
    return has_holes && mode->ride_count > 0;
}

/* --- making moves -------------------------------------------------------- */

static bool add_way(apo_piece_moves *out, const char *model, int files, int rows, uint8_t end,
                    unsigned most)
{
    apo_piece_move move = apo_alternative_model(model);
    move.legs[0].directions = apo_alternative_step(&move.legs[0], files, rows);
    move.legs[0].most = (uint8_t)most;
    move.end = end;
    return apo_alternative_add(out, &move);
}

static bool add_steps(const apo_sjaak *s, apo_piece_moves *out, const apo_sjaak_mode *mode,
                      uint8_t end, bool is_passant)
{
    unsigned far = s->draft->geometry.files > s->draft->geometry.rows ? s->draft->geometry.files
                                                                      : s->draft->geometry.rows;
    bool is_room = true;
    for (unsigned direction = 0; direction < 8; direction++) {
        apo_piece_move move = apo_alternative_model("W");
        unsigned most = mode->steps[direction];
        if (most == 0)
            continue;
        move.legs[0].directions = (uint8_t)(1U << direction);
        move.legs[0].most = (uint8_t)(most > 1 && most + 1 >= far ? APO_RANGE_UNLIMITED : most);
        move.end = (uint8_t)(end | (is_passant ? APO_END_EN_PASSANT : 0));
        is_room = apo_alternative_add(out, &move) && is_room;
    }
    return is_room;
}

static bool add_axes(apo_piece_moves *out, uint8_t axes, const char *orthogonal,
                     const char *diagonal, uint8_t end)
{
    bool is_room = true;
    for (unsigned direction = 0; direction < 8; direction++) {
        apo_piece_move move = apo_alternative_model(direction % 2 == 0 ? orthogonal : diagonal);
        if (!(axes >> direction & 1))
            continue;
        move.legs[0].directions = (uint8_t)(1U << direction);
        move.end = end;
        is_room = apo_alternative_add(out, &move) && is_room;
    }
    return is_room;
}

/* The elephant of Chinese chess, or the horse. */
static bool add_lame(apo_piece_moves *out, bool is_elephant, uint8_t end)
{
    apo_piece_moves lame;
    bool is_room = true;
    (void)apo_betza_parse(&lame, apo_span_of(is_elephant ? "nA" : "nN"), NULL);
    for (unsigned i = 0; i < lame.move_count; i++) {
        lame.moves[i].end = end;
        is_room = apo_alternative_add(out, &lame.moves[i]) && is_room;
    }
    return is_room;
}

bool apo_sjaak__add_moves(const apo_sjaak *s, apo_piece_moves *out, const apo_sjaak_mode *mode,
                          uint8_t end, bool is_passant)
{
    bool is_room = add_axes(out, mode->slides, "R", "B", end) &&
                   add_axes(out, mode->hops, "pR", "pB", end);
    for (unsigned i = 0; i < mode->ride_count && is_room; i++)
        is_room =
            add_way(out, "WW", mode->rides[i][0], mode->rides[i][1], end, APO_RANGE_UNLIMITED);
    if (mode->is_lame) {
        const int8_t *leap = mode->leaps[0];
        is_room = is_room && add_lame(out, leap[0] * leap[0] == leap[1] * leap[1], end);
    } else {
        for (unsigned i = 0; i < mode->leap_count && is_room; i++)
            is_room = add_way(out, "W", mode->leaps[i][0], mode->leaps[i][1], end, 1);
    }
    is_room = add_steps(s, out, mode, end, is_passant) && is_room;
    apo_alternatives_join(out);
    return is_room;
}
