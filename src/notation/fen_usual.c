#include "notation/fen_scan_priv.h"

static apo_status read_side(apo_fen_scan *scan, apo_fen_field field)
{
    apo_span text = apo_span_part(scan->text, field.start, field.length);
    if (!apo_span_is(text, "w") && !apo_span_is(text, "b"))
        return apo_fail(scan->err, APO_E_SYNTAX, field.start,
                        "the side to move is w or b, not \"%s\"", text);
    scan->setup.side = apo_span_is(text, "w") ? APO_WHITE : APO_BLACK;
    return APO_OK;
}

/* Reads the board, followed by holdings in brackets if there are any. */
static apo_status read_board_and_holdings(apo_fen_scan *scan, apo_fen_field field)
{
    size_t length = 0;
    while (length < field.length && scan->text.text[field.start + length] != '[')
        length++;
    apo_status status = apo_fen_read_board(scan, (apo_fen_field){field.start, length});
    if (status != APO_OK)
        return status;
    if (length == field.length)
        return apo_fen_usual_part(APO_FEN_HOLDINGS)->read_usual(scan, NULL);
    size_t end = field.start + field.length - 1;
    size_t start = field.start + length + 1;
    if (scan->text.text[end] != ']' || end < start)
        return apo_fail(scan->err, APO_E_SYNTAX, end + 1, "the holdings have no closing ]",
                        apo_span_of(""));
    if (end == start)
        return APO_OK;
    const apo_fen_field holdings = {start, end - start};
    return apo_fen_usual_part(APO_FEN_HOLDINGS)->read_usual(scan, &holdings);
}

/* The field with this index, or NULL. */
static const apo_fen_field *field_at(const apo_fen_fields *fields, unsigned index)
{
    return index < fields->count ? &fields->at[index] : NULL;
}

apo_status apo_fen_read_usual(apo_fen_scan *scan, const apo_fen_fields *fields)
{
    const apo_fen_part *rights = apo_fen_usual_part(APO_FEN_RIGHTS);
    const apo_fen_part *passed = apo_fen_usual_part(APO_FEN_PASSED);
    apo_status status = read_board_and_holdings(scan, fields->at[0]);
    if (status == APO_OK)
        status = read_side(scan, fields->at[1]);
    /* In some games the counts follow immediately. */
    unsigned next = 2;
    const apo_fen_field *third = field_at(fields, next);
    bool is_short = third != NULL && apo_is_digit(scan->text.text[third->start]);
    if (status == APO_OK)
        status = rights->read_usual(scan, is_short ? NULL : field_at(fields, next++));
    const apo_fen_field *fourth = is_short ? NULL : field_at(fields, next);
    if (status == APO_OK && fourth != NULL) {
        const apo_fen_part *extra = apo_fen_extra_part(scan->var);
        bool is_number = extra != NULL && extra->read_usual != NULL &&
                         apo_is_digit(scan->text.text[fourth->start]);
        status = (is_number ? extra : passed)->read_usual(scan, fourth);
        next++;
    }
    if (status == APO_OK && next + 2 < fields->count)
        return apo_fail(scan->err, APO_E_SYNTAX, fields->at[next + 2].start,
                        "the text goes on after its counts", apo_span_of(""));
    return status != APO_OK
               ? status
               : apo_fen_read_clocks(scan, field_at(fields, next), field_at(fields, next + 1));
}
