/* Shared by the targets that read other programs' definitions. */
#ifndef APO_FUZZ_DRAFT_LAW_H
#define APO_FUZZ_DRAFT_LAW_H

#include "laws.h"

#include "definition/draft/draft.h"

/* Compiling takes most of the time and is fuzzed by itself (definition): one input in eight. */
static inline bool is_to_be_compiled(const uint8_t *data, size_t size)
{
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += data[i];
    return sum % 8 == 0;
}

static inline void compile_draft(const apo_draft *draft)
{
    static apo_fault_list faults;
    apo_buffer out;
    apo_variant *var = NULL;
    apo_buffer_init(&out, NULL);
    apo_draft_write(&out, draft);
    apo_fault_list_init(&faults);
    apo_status status = apo_definition_compile(&var, apo_span_of("fuzzed"),
                                               apo_buffer_span(&out), NULL, NULL, &faults);
    assert((status == APO_OK) == (var != NULL));
    apo_variant_free(var);
    apo_buffer_clear(&out);
}

/* Checks what every reader promises: a draft, or an error with a message. True if there is a
 * draft; it then gets an id and is sometimes compiled. */
static inline bool is_read(apo_draft *draft, apo_status status, const apo_error *err,
                           apo_span text)
{
    assert(status == APO_OK || err->detail[0] != '\0');
    if (status != APO_OK)
        return false;
    apo_text id = apo_text_start(draft->id, sizeof draft->id);
    apo_text_add(&id, "fuzzed");
    if (is_to_be_compiled((const uint8_t *)text.text, text.length))
        compile_draft(draft);
    return true;
}

/* Reads a text, and checks that the result can be written in the same format and is recognised
 * as such. */
static inline void check_both_ways(
    apo_span text,
    apo_status read(apo_draft *, apo_span, const apo_alloc *, apo_fault_list *, apo_error *),
    void write(apo_buffer *, const apo_draft *, apo_fault_list *), bool is_likely(apo_span))
{
    static apo_draft draft;
    static apo_fault_list report;
    apo_error err = {.status = APO_OK};
    apo_buffer out;
    apo_fault_list_init(&report);
    apo_status status = read(&draft, text, NULL, &report, &err);
    if (!is_read(&draft, status, &err, text))
        return;
    apo_buffer_init(&out, NULL);
    write(&out, &draft, &report);
    assert(is_likely(apo_buffer_span(&out)));
    apo_buffer_clear(&out);
}

#endif
