#include "notation/fen.h"

#include "base/mem.h"
#include "notation/fen_scan_priv.h"
#include "notation/sentence_priv.h"
#include "rules/rules/facts.h"
#include "rules/rules/setup_faults.h"

static const struct {
    const char *text;
    uint8_t side;
    uint8_t turn;
} side_texts[] = {
    {"w", APO_WHITE, APO_TURN_SINGLE},        {"b", APO_BLACK, APO_TURN_SINGLE},
    {"w2", APO_WHITE, APO_TURN_FIRST},        {"b2", APO_BLACK, APO_TURN_FIRST},
    {"w1", APO_WHITE, APO_TURN_SECOND},       {"b1", APO_BLACK, APO_TURN_SECOND},
    {"w>b2", APO_WHITE, APO_TURN_BLACK_NEXT},
};

enum {
    SIDE_TEXTS = sizeof side_texts / sizeof side_texts[0]
};

/* --- reading ------------------------------------------------------------- */

static apo_status too_many_fields(apo_fen_scan *scan, size_t position)
{
    return apo_fail(scan->err, APO_E_SYNTAX, position, "the text goes on after the ninth field",
                    apo_span_of(""));
}

static apo_status fail_at_space(apo_fen_scan *scan, size_t position)
{
    const char *detail = position == 0 ? "the text begins with a space"
                         : position + 1 >= scan->text.length
                             ? "the text ends with a space"
                             : "there is more than one space between two fields";
    return apo_fail(scan->err, APO_E_SYNTAX, position, detail, apo_span_of(""));
}

/* Splits the text at its spaces. */
static apo_status split_fields(apo_fen_scan *scan)
{
    apo_span text = scan->text;
    size_t start = 0;
    if (text.length == 0)
        return apo_fail(scan->err, APO_E_SYNTAX, 0, "the text is empty", apo_span_of(""));
    for (size_t i = 0; i <= text.length; i++) {
        if (i < text.length && text.text[i] != ' ')
            continue;
        if (i == start)
            return fail_at_space(scan, i == text.length ? i - 1 : i);
        if (scan->field_count == APO_FEN_FIELDS)
            return too_many_fields(scan, start);
        scan->fields[scan->field_count++] = (apo_fen_field){start, i - start};
        start = i + 1;
    }
    return APO_OK;
}

static apo_status read_side(apo_fen_scan *scan, apo_fen_field field)
{
    apo_span text = apo_span_part(scan->text, field.start, field.length);
    for (size_t i = 0; i < SIDE_TEXTS; i++) {
        if (apo_span_is(text, side_texts[i].text)) {
            scan->setup.side = side_texts[i].side;
            scan->setup.turn = side_texts[i].turn;
            return APO_OK;
        }
    }
    return apo_fail(scan->err, APO_E_SYNTAX, field.start,
                    "the side to move is w or b (in a double turn w2, w1, b2, b1 or w>b2), not "
                    "\"%s\"",
                    text);
}

static apo_status read_unmoved(apo_fen_scan *scan, apo_fen_field field)
{
    apo_square squares[APO_SQUARES_MAX];
    unsigned count;
    if (apo_fen_is_dash(scan, field))
        return APO_OK;
    apo_status status = apo_fen_read_squares(scan, field, squares, APO_SQUARES_MAX, &count);
    if (status != APO_OK)
        return status;
    size_t position = field.start;
    for (unsigned i = 0; i < count; i++) {
        char name[APO_SQUARE_NAME_MAX];
        unsigned length = apo_geometry_write_square(scan->geo, squares[i], name);
        if (i > 0 && squares[i] <= squares[i - 1])
            return apo_fail(
                scan->err, APO_E_SYNTAX, position,
                "%s is out of order: list ranks from the lowest, each from the a-file, and "
                "each square once",
                apo_span_of(name));
        apo_set_add(&scan->setup.unmoved, squares[i]);
        position += length;
    }
    return APO_OK;
}

static apo_status read_trail(apo_fen_scan *scan, apo_fen_field field)
{
    apo_square squares[APO_TRAIL_MAX + 1];
    unsigned count;
    if (apo_fen_is_dash(scan, field))
        return APO_OK;
    apo_status status = apo_fen_read_squares(scan, field, squares, APO_TRAIL_MAX + 1, &count);
    if (status != APO_OK)
        return status;
    if (count < 2)
        return apo_fail(scan->err, APO_E_SYNTAX, field.start + field.length,
                        "the en-passant field lists the squares passed and then the square "
                        "of the piece, at least two",
                        apo_span_of(""));
    apo_trail *trail = &scan->setup.trail;
    trail->count = (uint8_t)(count - 1);
    memcpy(trail->passed, squares, (count - 1) * sizeof *squares);
    trail->piece = squares[count - 1];
    return APO_OK;
}

/* Reads one letter for a type of the given side, or a dash for none. */
static apo_status read_type_of_side(apo_fen_scan *scan, size_t position, apo_side side,
                                    uint8_t *out)
{
    char c = scan->text.text[position];
    unsigned type = apo_variant_type_of_letter(scan->var, c);
    bool is_right_case = side == APO_WHITE ? apo_is_upper(c) : apo_is_lower(c);
    if (c != '-' && (type == APO_TYPE_NONE || !is_right_case))
        return apo_fen_fail(scan, position,
                            side == APO_WHITE
                                ? "expected an upper-case letter of a piece or -, not \"%s\""
                                : "expected a lower-case letter of a piece or -, not \"%s\"");
    *out = c == '-' ? APO_TYPE_NONE : (uint8_t)type;
    return APO_OK;
}

static apo_status read_imitated(apo_fen_scan *scan, apo_fen_field field)
{
    if (field.length != APO_SIDES)
        return apo_fail(
            scan->err, APO_E_SYNTAX, field.start,
            "the types last moved are two characters, White's and Black's, not \"%s\"",
            apo_span_part(scan->text, field.start, field.length));
    apo_status status =
        read_type_of_side(scan, field.start, APO_WHITE, &scan->setup.imitated[APO_WHITE]);
    if (status != APO_OK)
        return status;
    return read_type_of_side(scan, field.start + 1, APO_BLACK,
                             &scan->setup.imitated[APO_BLACK]);
}

static apo_status read_canonical(apo_fen_scan *scan)
{
    static apo_status (*const readers[])(apo_fen_scan *, apo_fen_field) = {
        apo_fen_read_board,   read_side,           read_unmoved, read_trail, read_imitated,
        apo_fen_read_reserve, apo_fen_read_pocket,
    };

    enum {
        READERS = sizeof readers / sizeof readers[0]
    };

    for (size_t i = 0; i < READERS; i++) {
        apo_status status = readers[i](scan, scan->fields[i]);
        if (status != APO_OK)
            return status;
    }
    return apo_fen_read_clocks(scan, &scan->fields[READERS], &scan->fields[READERS + 1]);
}

/* True if the usual fields can express all positions of the game. */
static bool has_usual_form(const apo_variant *var)
{
    return !apo_variant_has_rule(var, "joker");
}

static apo_status fail_field_count(apo_fen_scan *scan, bool is_usual)
{
    return apo_fail_gaps(
        scan->err, is_usual ? APO_E_UNSUPPORTED : APO_E_SYNTAX, scan->text.length,
        has_usual_form(scan->var)
            ? "a position of this game has nine fields or two to six, not %{count}"
            : "a position of this game has nine fields, not %{count}",
        APO_GAPS(APO_GAP_NUMBER("count", scan->field_count)));
}

static apo_status read_fields(apo_fen_scan *scan)
{
    apo_status status = split_fields(scan);
    if (status != APO_OK)
        return status;
    if (scan->field_count == APO_FEN_FIELDS)
        return read_canonical(scan);
    scan->is_usual = scan->field_count >= APO_FEN_USUAL_FIELDS_MIN &&
                     scan->field_count <= APO_FEN_USUAL_FIELDS_MAX;
    if (!scan->is_usual || !has_usual_form(scan->var))
        return fail_field_count(scan, scan->is_usual);
    return apo_fen_read_usual(scan);
}

/* "startpos", the word of other programs for the start, or "startpos of NAME". */
static bool is_startpos(apo_span text)
{
    apo_span rest = text;
    apo_span word = apo_span_word(&rest);
    if (!apo_span_is(word, "startpos"))
        return false;
    word = apo_span_word(&rest);
    return word.length == 0 || apo_span_is(word, "of");
}

apo_status apo_fen_read_setup(apo_setup *out, const apo_variant *var, apo_span text,
                              apo_error *err)
{
    if (is_startpos(text))
        return apo_setup_start(out, var, 0, 1);
    apo_fen_scan scan = {.var = var,
                         .geo = apo_variant_geometry(var),
                         .text = text,
                         .err = err,
                         .pieces_max = APO_FEN_PIECES_MAX};
    apo_setup_empty(&scan.setup, var);
    apo_status status = read_fields(&scan);
    if (status == APO_OK)
        *out = scan.setup;
    return status;
}

void apo_setup_faults_write(apo_text *out, apo_setup_faults faults)
{
    char bufs[2][APO_ERROR_DETAIL_MAX];
    apo_text said = apo_text_start(bufs[0], sizeof bufs[0]);
    unsigned at = 0;
    for (unsigned i = APO_SETUP_FAULTS; i-- > 0;) {
        if (!(faults >> i & 1U))
            continue;
        at = 1 - at;
        apo_text all = apo_text_start(bufs[at], sizeof bufs[at]);
        apo_gap_fill(&all, said.length == 0 ? "%{first}" : "%{first}; %{others}",
                     APO_GAPS(APO_GAP_TEXT("first", apo_setup_fault_message(i)),
                              APO_GAP_SPAN("others", apo_text_span(&said))));
        said = all;
    }
    apo_text_add_span(out, apo_text_span(&said));
}

apo_status apo_fen_read(apo_position *out, const apo_variant *var, apo_span text,
                        apo_error *err)
{
    apo_setup setup;
    apo_setup_faults faults = 0;
    apo_status status = apo_fen_read_setup(&setup, var, text, err);
    if (status != APO_OK)
        return status;
    status = apo_position_from_setup(out, &setup, var, &faults);
    if (status == APO_OK)
        return APO_OK;
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text said = apo_text_start(buf, sizeof buf);
    apo_setup_faults_write(&said, faults);
    return apo_fail_gaps(err, status, 0, "%{faults}",
                         APO_GAPS(APO_GAP_SPAN("faults", apo_text_span(&said))));
}

/* --- writing ------------------------------------------------------------- */

static char letter_of(const apo_variant *var, unsigned side, unsigned type)
{
    char letter = apo_type_letter(var, type);
    return side == APO_WHITE ? letter : apo_to_lower(letter);
}

static void write_run(apo_text *out, unsigned *run)
{
    if (*run > 0)
        apo_text_add_number(out, *run);
    *run = 0;
}

static void write_row(apo_text *out, const apo_variant *var, const apo_setup *setup,
                      unsigned row)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    unsigned run = 0;
    for (unsigned file = 0; file < geo->files; file++) {
        unsigned sq = row * geo->files + file;
        apo_piece piece = setup->pieces[sq];
        if (piece == APO_PIECE_EMPTY && geo->place[sq] == APO_PLACE_NONE)
            piece = APO_PIECE_VOID;
        if (piece == APO_PIECE_EMPTY) {
            run++;
            continue;
        }
        write_run(out, &run);
        apo_text_add_char(out, piece == APO_PIECE_VOID ? '*'
                                                       : letter_of(var, apo_piece_side(piece),
                                                                   apo_piece_type(piece)));
    }
    write_run(out, &run);
}

static void write_board(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    for (unsigned row = apo_variant_geometry(var)->rows; row-- > 0;) {
        write_row(out, var, setup, row);
        apo_text_add_char(out, row > 0 ? '/' : ' ');
    }
}

static void write_side(apo_text *out, const apo_setup *setup)
{
    for (size_t i = 0; i < SIDE_TEXTS; i++)
        if (side_texts[i].side == setup->side && side_texts[i].turn == setup->turn)
            apo_text_add(out, side_texts[i].text);
    apo_text_add_char(out, ' ');
}

/* Ends a field that began at `start`: a dash if it is empty, and a space. */
static void end_field(apo_text *out, size_t start)
{
    apo_text_add(out, out->length == start ? "- " : " ");
}

static void write_unmoved(apo_text *out, const apo_geometry *geo, const apo_set *unmoved)
{
    size_t start = out->length;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (apo_set_has(unmoved, (apo_square)sq))
            apo_text_add_square(out, geo, (apo_square)sq);
    end_field(out, start);
}

static void write_trail(apo_text *out, const apo_geometry *geo, const apo_trail *trail)
{
    size_t start = out->length;
    for (unsigned i = 0; i < trail->count; i++)
        apo_text_add_square(out, geo, trail->passed[i]);
    if (trail->count > 0)
        apo_text_add_square(out, geo, trail->piece);
    end_field(out, start);
}

static void write_imitated(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    for (unsigned side = 0; side < APO_SIDES; side++) {
        unsigned type = setup->imitated[side];
        apo_text_add_char(out, type == APO_TYPE_NONE ? '-' : letter_of(var, side, type));
    }
    apo_text_add_char(out, ' ');
}

static void write_pieces(apo_text *out, const apo_variant *var, unsigned side, unsigned type,
                         unsigned count)
{
    for (; count > 0; count--)
        apo_text_add_char(out, letter_of(var, side, type));
}

static void write_reserve_of(apo_text *out, const apo_variant *var, unsigned side,
                             const uint8_t *counts)
{
    unsigned order_count;
    const uint8_t *order = apo_variant_reserve_order(var, &order_count);
    uint32_t written = 0;
    for (unsigned i = 0; i < order_count; i++) {
        write_pieces(out, var, side, order[i], counts[order[i]]);
        written |= (uint32_t)1 << order[i];
    }
    /* Types without promotion, if a setup has them. */
    for (unsigned type = 1; type <= apo_variant_type_count(var); type++)
        if (!(written >> type & 1U))
            write_pieces(out, var, side, type, counts[type]);
}

static void write_pockets(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    size_t start = out->length;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (uint32_t pieces = setup->pocket[side]; pieces != 0; pieces &= pieces - 1)
            apo_text_add_char(out, letter_of(var, side, (unsigned)__builtin_ctz(pieces)));
    end_field(out, start);
}

void apo_fen_write_setup(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    write_board(out, var, setup);
    write_side(out, setup);
    write_unmoved(out, geo, &setup->unmoved);
    write_trail(out, geo, &setup->trail);
    write_imitated(out, var, setup);
    size_t start = out->length;
    for (unsigned side = 0; side < APO_SIDES; side++)
        write_reserve_of(out, var, side, setup->reserve[side]);
    end_field(out, start);
    write_pockets(out, var, setup);
    apo_text_add_number(out, setup->halfmove_count);
    apo_text_add_char(out, ' ');
    apo_text_add_number(out, setup->move_number);
}

void apo_fen_write(apo_text *out, const apo_position *pos)
{
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    apo_fen_write_setup(out, apo_position_variant(pos), &setup);
}
