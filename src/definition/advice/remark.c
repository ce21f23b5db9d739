#include "definition/advice/advice_priv.h"

apo_text *apo_remark_start(apo_remark *remark)
{
    remark->text = apo_text_start(remark->buf, sizeof remark->buf);
    return &remark->text;
}

void apo_remark_square(apo_remark *remark, const apo_advising *job, unsigned sq)
{
    char name[APO_SQUARE_NAME_MAX];
    apo_geometry_write_square(&job->spec->geometry, (apo_square)sq, name);
    apo_text_add(&remark->text, name);
}

void apo_remark_quoted(apo_remark *remark, const char *key)
{
    apo_text_add_char(&remark->text, '"');
    apo_text_add(&remark->text, key);
    apo_text_add_char(&remark->text, '"');
}

void apo_remark_type(apo_remark *remark, const apo_advising *job, unsigned type)
{
    apo_text_add(&remark->text, "the ");
    apo_text_add(&remark->text, job->spec->types[type].name);
}

void apo_remark_place(apo_remark *remark, const apo_advising *job, const apo_origin *place)
{
    if (place->line == 0)
        return;
    apo_text_add(&remark->text, " in line ");
    apo_text_add_number(&remark->text, place->line);
    if (place->level == 0)
        return;
    apo_text_add(&remark->text, " of the base \"");
    apo_text_add_span(&remark->text, job->diagnostics->ids[place->level]);
    apo_text_add_char(&remark->text, '"');
}

void apo_remark_section(apo_remark *remark, const apo_advising *job, const char *section)
{
    const apo_origin place = apo_advice_origin(job, section, NULL);
    apo_text_add_char(&remark->text, '[');
    apo_text_add(&remark->text, section);
    apo_text_add_char(&remark->text, ']');
    apo_remark_place(remark, job, &place);
}

static void add(const apo_remark *remark, apo_advising *job, const apo_origin *place,
                apo_span key)
{
    char buf[APO_ERROR_DETAIL_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    const apo_origin *shown = place->level > 0 ? &job->diagnostics->base : place;
    apo_diagnostics_add_base(&text, job->diagnostics, place);
    apo_text_add(&text, remark->buf);
    apo_fault_warn(&job->out->faults, shown->line, shown->column, key, buf, apo_span_of(""));
}

void apo_remark_piece(apo_remark *remark, apo_advising *job, unsigned type)
{
    char sign[APO_TYPE_TEXT_MAX];
    const apo_origin place = apo_advice_type_origin(job, type);
    add(remark, job, &place, apo_span_of(apo_type_text(sign, job->var, APO_WHITE, type)));
}

void apo_remark_value(apo_remark *remark, apo_advising *job, const char *section,
                      const apo_value *value)
{
    const apo_origin nowhere = {0, 0, 0, {NULL, 0}};
    const apo_origin place = value != NULL ? apo_advice_origin(job, section, value) : nowhere;
    add(remark, job, &place, apo_span_of(section));
}

void apo_remark_heading(apo_remark *remark, apo_advising *job, const char *section)
{
    const apo_origin place = apo_advice_origin(job, section, NULL);
    add(remark, job, &place, apo_span_of(section));
}
