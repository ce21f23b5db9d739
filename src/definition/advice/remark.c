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

void apo_remark_piece(apo_remark *remark, apo_advising *job, unsigned type)
{
    const apo_type_spec *piece = &job->spec->types[type];
    char sign[APO_TYPE_TEXT_MAX];
    apo_fault_warn(&job->out->faults, piece->line, 1,
                   apo_span_of(apo_type_text(sign, job->var, APO_WHITE, type)), remark->buf,
                   apo_span_of(""));
}

void apo_remark_value(apo_remark *remark, apo_advising *job, const char *section,
                      const apo_value *value)
{
    apo_fault_warn(&job->out->faults, value != NULL ? value->line : 0,
                   value != NULL ? value->column : 0, apo_span_of(section), remark->buf,
                   apo_span_of(""));
}
