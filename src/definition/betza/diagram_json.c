#include "definition/betza/diagram.h"

/* The sets of squares for programs. */

static void add_offset(apo_buffer *out, const apo_diagram *diagram, apo_square sq)
{
    int files = diagram->geometry.files;
    apo_buffer_add_char(out, '[');
    apo_buffer_add_number(out, sq % files - diagram->at % files);
    apo_buffer_add_char(out, ',');
    apo_buffer_add_number(out, sq / files - diagram->at / files);
    apo_buffer_add_char(out, ']');
}

/* ,"name":[[x,y],...] of the squares with one of the marks. */
static void add_set(apo_buffer *out, const apo_diagram *diagram, const char *name,
                    unsigned marks)
{
    bool is_more = false;
    apo_buffer_add(out, ",\"");
    apo_buffer_add(out, name);
    apo_buffer_add(out, "\":[");
    for (unsigned sq = 0; sq < apo_geometry_squares(&diagram->geometry); sq++) {
        if ((diagram->marks[sq] & marks) == 0)
            continue;
        if (is_more)
            apo_buffer_add_char(out, ',');
        add_offset(out, diagram, (apo_square)sq);
        is_more = true;
    }
    apo_buffer_add_char(out, ']');
}

static void add_victims(apo_buffer *out, const apo_diagram *diagram)
{
    apo_buffer_add(out, ",\"captures_in_passing\":[");
    for (unsigned i = 0; i < diagram->victim_count; i++) {
        apo_buffer_add(out, i > 0 ? ",{\"victim\":" : "{\"victim\":");
        add_offset(out, diagram, diagram->victims[i].victim);
        apo_buffer_add(out, ",\"to\":");
        add_offset(out, diagram, diagram->victims[i].to);
        apo_buffer_add_char(out, '}');
    }
    apo_buffer_add_char(out, ']');
}

static void add_words(apo_buffer *out, apo_span words)
{
    apo_span line;
    bool is_more = false;
    apo_buffer_add(out, ",\"words\":[");
    while (apo_span_line(&words, &line)) {
        if (is_more)
            apo_buffer_add_char(out, ',');
        apo_buffer_add_json(out, line);
        is_more = true;
    }
    apo_buffer_add_char(out, ']');
}

void apo_diagram_json(apo_buffer *out, const apo_diagram *diagram, apo_span betza,
                      apo_span words)
{
    static const struct {
        const char *name;
        unsigned marks;
    } sets[] = {
        {"moves", APO_MARK_MOVE},
        {"captures", APO_MARK_CAPTURE},
        {"hop_moves", APO_MARK_HOP_MOVE},
        {"hop_captures", APO_MARK_HOP_CAPTURE},
        {"first_moves", APO_MARK_FIRST_MOVE},
        {"first_captures", APO_MARK_FIRST_CAPTURE},
        {"captures_en_passant", APO_MARK_EN_PASSANT},
        {"removes_own", APO_MARK_FRIEND},
        {"captures_royal", APO_MARK_ROYAL},
        {"passes", APO_MARK_VIA},
    };

    int files = diagram->geometry.files;
    apo_buffer_add(out, "{\"betza\":");
    apo_buffer_add_json(out, betza);
    apo_buffer_add(out, ",\"size\":");
    apo_buffer_add_number(out, files);
    apo_buffer_add(out, ",\"at\":[");
    apo_buffer_add_number(out, diagram->at % files);
    apo_buffer_add_char(out, ',');
    apo_buffer_add_number(out, diagram->at / files);
    apo_buffer_add_char(out, ']');
    for (unsigned i = 0; i < sizeof sets / sizeof sets[0]; i++)
        add_set(out, diagram, sets[i].name, sets[i].marks);
    add_victims(out, diagram);
    apo_buffer_add(out, diagram->can_stay ? ",\"can_stay\":true" : ",\"can_stay\":false");
    add_words(out, words);
    apo_buffer_add_char(out, '}');
}
