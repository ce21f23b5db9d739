#include "notation/fen.h"

#include "base/mem.h"
#include "notation/fen_scan_priv.h"
#include "rules/rules/setup_faults.h"

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

/* True for the field that only some games have: it is read at once, wherever it stands. */
static bool is_extra(const apo_fen_scan *scan, unsigned index, apo_fen_field field)
{
    bool has_plus = false;
    for (size_t i = 0; i < field.length; i++)
        has_plus = has_plus || scan->text.text[field.start + i] == '+';
    return index >= 2 && has_plus && apo_fen_extra_part(scan->var) != NULL;
}

/* Splits the text at its spaces. */
static apo_status split_fields(apo_fen_scan *scan, apo_fen_fields *out)
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
        apo_fen_field field = {start, i - start};
        start = i + 1;
        if (is_extra(scan, out->count, field)) {
            apo_status status = apo_fen_extra_part(scan->var)->read(scan, field);
            if (status != APO_OK)
                return status;
            continue;
        }
        if (out->count == APO_FEN_FIELDS)
            return too_many_fields(scan, field.start);
        out->at[out->count++] = field;
    }
    return APO_OK;
}

static apo_status read_canonical(apo_fen_scan *scan, const apo_fen_fields *fields)
{
    const apo_fen_field *field = fields->at;
    apo_status status = apo_fen_read_board(scan, *field++);
    for (size_t i = 0; i < APO_FEN_PARTS && status == APO_OK; i++)
        status = apo_fen_part_at(i)->read(scan, *field++);
    return status != APO_OK ? status : apo_fen_read_clocks(scan, field, field + 1);
}

static apo_status fail_field_count(apo_fen_scan *scan, unsigned count)
{
    return apo_fail_gaps(
        scan->err, scan->is_usual ? APO_E_UNSUPPORTED : APO_E_SYNTAX, scan->text.length,
        apo_fen_has_usual_form(scan->var)
            ? "a position of this game has nine fields or two to six, not %{count}"
            : "a position of this game has nine fields, not %{count}",
        APO_GAPS(APO_GAP_NUMBER("count", count)));
}

static apo_status read_fields(apo_fen_scan *scan)
{
    apo_fen_fields fields = {.count = 0};
    apo_status status = split_fields(scan, &fields);
    if (status != APO_OK)
        return status;
    if (fields.count == APO_FEN_FIELDS)
        return read_canonical(scan, &fields);
    scan->is_usual =
        fields.count >= APO_FEN_USUAL_FIELDS_MIN && fields.count <= APO_FEN_USUAL_FIELDS_MAX;
    if (!scan->is_usual || !apo_fen_has_usual_form(scan->var))
        return fail_field_count(scan, fields.count);
    return apo_fen_read_usual(scan, &fields);
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
    apo_fen_start_extra(&scan.setup, var);
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
        if (piece == APO_PIECE_VOID)
            apo_text_add_char(out, '*');
        else
            apo_fen_write_piece(out, var, piece);
    }
    write_run(out, &run);
}

static void write_board(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    for (unsigned row = apo_variant_geometry(var)->rows; row-- > 0;) {
        write_row(out, var, setup, row);
        if (row > 0)
            apo_text_add_char(out, '/');
    }
}

static void write_counts(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    const apo_fen_part *extra = apo_fen_extra_part(var);
    size_t before = out->length;
    if (extra != NULL)
        extra->write(out, var, setup);
    if (out->length > before)
        apo_text_add_char(out, ' ');
    apo_text_add_number(out, setup->halfmove_count);
    apo_text_add_char(out, ' ');
    apo_text_add_number(out, setup->move_number);
}

void apo_fen_write_setup_full(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    write_board(out, var, setup);
    apo_text_add_char(out, ' ');
    for (size_t i = 0; i < APO_FEN_PARTS; i++) {
        size_t start = out->length;
        apo_fen_part_at(i)->write(out, var, setup);
        apo_text_add(out, out->length == start ? "- " : " ");
    }
    write_counts(out, var, setup);
}

static void write_usual_field(apo_text *out, enum apo_fen_usual field, const apo_variant *var,
                              const apo_setup *setup)
{
    size_t start = out->length;
    apo_fen_usual_part(field)->write_usual(out, var, setup);
    apo_text_add(out, out->length == start ? "- " : " ");
}

static void write_usual(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    write_board(out, var, setup);
    apo_fen_usual_part(APO_FEN_HOLDINGS)->write_usual(out, var, setup);
    apo_text_add(out, setup->side == APO_WHITE ? " w " : " b ");
    write_usual_field(out, APO_FEN_RIGHTS, var, setup);
    write_usual_field(out, APO_FEN_PASSED, var, setup);
    write_counts(out, var, setup);
}

/* True if the setups are identical, including the counts. */
static bool is_same_setup(const apo_setup *a, const apo_setup *b, const apo_variant *var)
{
    return memcmp(a->pieces, b->pieces, apo_geometry_squares(apo_variant_geometry(var))) == 0 &&
           a->side == b->side && a->turn == b->turn &&
           memcmp(&a->unmoved, &b->unmoved, sizeof a->unmoved) == 0 &&
           apo_rule_setups_agree(&a->rules, &b->rules) &&
           a->halfmove_count == b->halfmove_count && a->move_number == b->move_number;
}

void apo_fen_write_setup(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_setup again;
    /* Reads the text again to verify that nothing is lost. */
    if (apo_fen_has_usual_form(var)) {
        write_usual(&text, var, setup);
        if (!text.is_overflowed &&
            apo_fen_read_setup(&again, var, apo_text_span(&text), NULL) == APO_OK &&
            is_same_setup(&again, setup, var)) {
            apo_text_add_span(out, apo_text_span(&text));
            return;
        }
    }
    apo_fen_write_setup_full(out, var, setup);
}

void apo_fen_write(apo_text *out, const apo_position *pos)
{
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    apo_fen_write_setup(out, apo_position_variant(pos), &setup);
}

void apo_fen_write_full(apo_text *out, const apo_position *pos)
{
    apo_setup setup;
    apo_position_to_setup(pos, &setup);
    apo_fen_write_setup_full(out, apo_position_variant(pos), &setup);
}
