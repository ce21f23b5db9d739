#include "notation/fen_scan_priv.h"

/* The state while a rank of the board is read. */
struct row_scan {
    size_t position; /* byte offset */
    size_t end;      /* of the board field */
    unsigned row;
    unsigned file;
};

static apo_status fail_in_row(apo_fen_scan *scan, const struct row_scan *at, size_t position,
                              const char *detail)
{
    return apo_fail_gaps(
        scan->err, APO_E_SYNTAX, position, detail,
        APO_GAPS(APO_GAP_NUMBER("rank", (int64_t)at->row + scan->geo->bottom_rank),
                 APO_GAP_NUMBER("files", scan->geo->files)));
}

static const char too_long[] =
    "rank %{rank} is too long here; the board has %{files} squares in a rank";

static apo_status put_empty(apo_fen_scan *scan, struct row_scan *at, size_t position)
{
    unsigned sq = at->row * scan->geo->files + at->file;
    unsigned place = scan->geo->place[sq];
    if (place == APO_PLACE_NONE && !scan->is_usual)
        return apo_fail(
            scan->err, APO_E_SYNTAX, position,
            "this run of empty squares covers a place that is not a square of the board and "
            "must be written *",
            apo_span_of(""));
    bool is_void = place == APO_PLACE_NONE || (place == APO_PLACE_TRANSIENT && scan->is_usual);
    scan->setup.pieces[sq] = is_void ? APO_PIECE_VOID : APO_PIECE_EMPTY;
    at->file++;
    return APO_OK;
}

static apo_status read_run(apo_fen_scan *scan, struct row_scan *at)
{
    size_t start = at->position;
    unsigned run = 0;
    if (scan->text.text[start] == '0')
        return apo_fen_fail(scan, start, "a run of empty squares does not begin with \"%s\"");
    while (at->position < at->end && apo_is_digit(scan->text.text[at->position]) &&
           run <= APO_FILES_MAX)
        run = run * 10 + (unsigned)(scan->text.text[at->position++] - '0');
    if (run > scan->geo->files - at->file)
        return fail_in_row(scan, at, start, too_long);
    for (; run > 0; run--) {
        apo_status status = put_empty(scan, at, start);
        if (status != APO_OK)
            return status;
    }
    return APO_OK;
}

static apo_status read_piece(apo_fen_scan *scan, struct row_scan *at)
{
    bool is_form = scan->text.text[at->position] == '+' && at->position + 1 < at->end;
    at->position += is_form;
    char c = scan->text.text[at->position];
    unsigned type = apo_variant_type_of_letter(scan->var, c);
    bool has_accent =
        at->position + 1 < at->end && apo_is_accent(scan->text.text[at->position + 1]);
    if (has_accent && c != '*') {
        type = apo_type_with_accent(scan->var, c, scan->text.text[at->position + 1]);
        at->position += type != APO_TYPE_NONE;
    }
    if (is_form)
        type = apo_type_of_form(scan->var, type, APO_MARK_PROMOTED);
    bool turns_back = type != APO_TYPE_NONE && at->position + 1 < at->end &&
                      scan->text.text[at->position + 1] == '~';
    if (turns_back) {
        type = apo_type_of_form(scan->var, type, APO_MARK_TURNS_BACK);
        at->position += type != APO_TYPE_NONE;
    }
    if ((c != '*' || is_form) && type == APO_TYPE_NONE)
        return apo_fen_fail(scan, at->position,
                            "\"%s\" is not the letter of a piece of this game");
    if (at->file == scan->geo->files)
        return fail_in_row(scan, at, at->position, too_long);
    scan->setup.pieces[at->row * scan->geo->files + at->file] =
        c == '*' ? APO_PIECE_VOID : apo_piece_of(apo_is_upper(c) ? APO_WHITE : APO_BLACK, type);
    scan->pieces_count += c != '*';
    at->file++;
    at->position++;
    return APO_OK;
}

static apo_status read_row(apo_fen_scan *scan, struct row_scan *at)
{
    at->file = 0;
    while (at->position < at->end && scan->text.text[at->position] != '/') {
        bool is_run = apo_is_digit(scan->text.text[at->position]);
        apo_status status = is_run ? read_run(scan, at) : read_piece(scan, at);
        if (status != APO_OK)
            return status;
    }
    if (at->file < scan->geo->files)
        return fail_in_row(
            scan, at, at->position,
            "rank %{rank} is too short; the board has %{files} squares in a rank");
    return APO_OK;
}

static apo_status fail_row_count(apo_fen_scan *scan, size_t position, const char *detail)
{
    return apo_fail_gaps(scan->err, APO_E_SYNTAX, position, detail,
                         APO_GAPS(APO_GAP_NUMBER("ranks", scan->geo->rows)));
}

apo_status apo_fen_read_board(apo_fen_scan *scan, apo_fen_field field)
{
    struct row_scan at = {.position = field.start, .end = field.start + field.length};
    for (at.row = scan->geo->rows; at.row-- > 0;) {
        apo_status status = read_row(scan, &at);
        if (status != APO_OK)
            return status;
        bool is_last = at.row == 0;
        if (is_last && at.position < at.end)
            return fail_row_count(
                scan, at.position,
                "the board goes on after its %{ranks} ranks with / between them");
        if (!is_last && at.position == at.end)
            return fail_row_count(
                scan, at.position,
                "the board ends too early; it has %{ranks} ranks with / between them");
        at.position++;
    }
    return APO_OK;
}

static apo_status read_count(apo_fen_scan *scan, apo_fen_field field, uint32_t minimum,
                             uint32_t *out)
{
    apo_span text = apo_span_part(scan->text, field.start, field.length);
    for (size_t i = 0; i < text.length; i++)
        if (!apo_is_digit(text.text[i]))
            return apo_fen_fail(scan, field.start + i,
                                "expected a digit of a number, not \"%s\"");
    if (text.length > 1 && text.text[0] == '0')
        return apo_fen_fail(scan, field.start, "a number does not begin with \"%s\"");
    uint32_t number;
    if (!apo_span_number(text, APO_CLOCK_MAX, &number) || number < minimum)
        return apo_fail(scan->err, APO_E_RANGE, field.start, "the number %s is out of range",
                        text);
    *out = number;
    return APO_OK;
}

apo_status apo_fen_read_clocks(apo_fen_scan *scan, const apo_fen_field *halfmove,
                               const apo_fen_field *fullmove)
{
    apo_status status = APO_OK;
    if (halfmove != NULL)
        status = read_count(scan, *halfmove, 0, &scan->setup.halfmove_count);
    if (status == APO_OK && fullmove != NULL)
        status = read_count(scan, *fullmove, 1, &scan->setup.move_number);
    return status;
}
