#include "rules/kernel/fen_field.h"

#include "base/utf8.h"
#include "rules/kernel/compiled.h"

apo_status apo_fen_fail(apo_fen_scan *scan, size_t position, const char *detail)
{
    return apo_fail(scan->err, APO_E_SYNTAX, position, detail,
                    apo_utf8_at(scan->text, position));
}

bool apo_fen_is_dash(const apo_fen_scan *scan, apo_fen_field field)
{
    return field.length == 1 && scan->text.text[field.start] == '-';
}

apo_status apo_fen_read_squares(apo_fen_scan *scan, apo_fen_field field, apo_square *out,
                                unsigned maximum, unsigned *out_count)
{
    apo_span rest = apo_span_part(scan->text, field.start, field.length);
    unsigned count = 0;
    while (rest.length > 0) {
        size_t position = field.start + field.length - rest.length;
        apo_square sq = apo_geometry_read_square(scan->geo, &rest);
        if (sq == APO_SQUARE_NONE)
            return apo_fail(scan->err, APO_E_SYNTAX, position,
                            "expected the name of a square of this board, not \"%s\"", rest);
        if (count == maximum)
            return apo_fail(scan->err, APO_E_SYNTAX, position,
                            "there are more squares than this field can have", apo_span_of(""));
        out[count++] = sq;
    }
    *out_count = count;
    return APO_OK;
}

char apo_fen_letter(const apo_variant *var, unsigned side, unsigned type)
{
    char letter = apo_type_info_of(var, type)->letter;
    return side == APO_WHITE ? letter : apo_to_lower(letter);
}

void apo_fen_write_piece(apo_text *out, const apo_variant *var, apo_piece piece)
{
    unsigned type = apo_piece_type(piece);
    if (var->sign_before[type] != '\0')
        apo_text_add_char(out, var->sign_before[type]);
    apo_text_add_char(out, apo_fen_letter(var, apo_piece_side(piece), type));
    if (apo_type_info_of(var, type)->accent != '\0')
        apo_text_add_char(out, apo_type_info_of(var, type)->accent);
    if (var->sign_behind[type] != '\0')
        apo_text_add_char(out, var->sign_behind[type]);
}

/* --- unmoved pieces ------------------------------------------------------ */

static apo_status read_unmoved(apo_fen_scan *scan, apo_fen_field field)
{
    apo_square squares[APO_SQUARES_MAX];
    unsigned count = 0;
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

static void write_unmoved(apo_text *out, const apo_variant *var, const apo_setup *setup)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        if (apo_set_has(&setup->unmoved, (apo_square)sq))
            apo_text_add_square(out, geo, (apo_square)sq);
}

const apo_fen_part apo_fen_unmoved = {.read = read_unmoved, .write = write_unmoved};
