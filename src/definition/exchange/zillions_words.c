#include "definition/exchange/zillions_priv.h"

/* The words of Zillions' rules files: names, directions, zones; and what is lost. */

static const apo_span nothing = {NULL, 0};

void apo_zillions__lose(apo_zillions_writing *w, const char *part, const char *detail,
                        apo_span word)
{
    char bytes[APO_DRAFT_NAME_MAX + APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_draft_report(w->draft, w->diagnostics, part, detail, word, &text);
    apo_buffer_add(&w->lost, "; LOST: ");
    apo_buffer_add(&w->lost, bytes);
    apo_buffer_add_char(&w->lost, '\n');
}

void apo_zillions__add_name(apo_buffer *out, const apo_draft_type *type)
{
    for (const char *c = type->name; *c != '\0'; c++) {
        bool is_kept = apo_is_letter(*c) || (*c >= '0' && *c <= '9') || (*c & 0x80) != 0;
        apo_buffer_add_char(out, !is_kept ? '-' : c == type->name ? apo_to_upper(*c) : *c);
    }
}

void apo_zillions__add_square(apo_buffer *out, const apo_draft *draft, apo_square sq)
{
    char bytes[APO_SQUARE_NAME_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_text_add_square(&text, &draft->geometry, sq);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_span(out, apo_text_span(&text));
}

static void add_far(apo_buffer *out, char forward, char back, int number)
{
    apo_buffer_add_char(out, number < 0 ? back : forward);
    apo_buffer_add_number(out, number < 0 ? -number : number);
}

void apo_zillions__name_direction(apo_buffer *out, int files, int rows)
{
    if (files < -1 || files > 1 || rows < -1 || rows > 1) {
        add_far(out, 'n', 's', rows);
        apo_buffer_add_char(out, '-');
        add_far(out, 'e', 'w', files);
        return;
    }
    if (rows != 0)
        apo_buffer_add_char(out, rows > 0 ? 'n' : 's');
    if (files != 0)
        apo_buffer_add_char(out, files > 0 ? 'e' : 'w');
}

void apo_zillions__add_direction(apo_zillions_writing *w, apo_buffer *out, int files, int rows)
{
    bool is_known = false;
    for (unsigned i = 0; i < w->direction_count; i++)
        is_known =
            is_known || (w->directions[i].files == files && w->directions[i].rows == rows);
    if (!is_known && w->direction_count + 2 > APO_ZILLIONS_DIRECTIONS_MAX) {
        apo_zillions__lose(w, "pieces", "there are too many different leaps", nothing);
        return;
    }
    for (int sign = 1; sign >= -1 && !is_known; sign -= 2)
        w->directions[w->direction_count++] =
            (apo_zillions_step){(int8_t)(sign * files), (int8_t)(sign * rows), 0};
    apo_zillions__name_direction(out, files, rows);
}

void apo_zillions__add_zone(apo_zillions_writing *w, const char *name, unsigned number,
                            unsigned side)
{
    apo_buffer_add(&w->zones, "      (zone (name ");
    apo_buffer_add(&w->zones, name);
    apo_buffer_add_number(&w->zones, number);
    apo_buffer_add(&w->zones, ") (players ");
    apo_buffer_add(&w->zones, side == 0 ? "White" : "Black");
    apo_buffer_add(&w->zones, ") (positions");
}
