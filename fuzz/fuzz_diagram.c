/* Law: any text is an Interactive Diagram or an error, never both; what has been read can be
 * written as a definition file and as a diagram, which can be read again with as many pieces,
 * as many changes on certain squares if they can be written, and the same heirs. */
#include "draft_law.h"

#include "definition/exchange/interactive.h"
#include "definition/exchange/xboard_setup.h"
#include "definition/exchange/zillions.h"

static bool has_forms(const apo_draft *draft)
{
    for (unsigned i = 0; i < draft->type_count; i++)
        if (draft->types[i].is_form)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_draft draft, again;
    static apo_fault_list report;
    apo_error err = {.status = APO_OK};
    apo_span text = {(const char *)data, size};
    apo_buffer out;
    apo_fault_list_init(&report);
    apo_status status = apo_interactive_read(&draft, text, NULL, &report, &err);
    if (!is_read(&draft, status, &err, text))
        return 0;
    apo_buffer_init(&out, NULL);
    apo_xboard_setup_write(&out, &draft, &report);
    apo_zillions_write(&out, &draft, &report);
    out.length = 0;
    apo_interactive_write(&out, &draft, &report);
    assert(apo_interactive_read(&again, apo_buffer_span(&out), NULL, &report, &err) == APO_OK);
    assert(again.type_count == draft.type_count);
    assert(again.morph_count == 0 || again.morph_count == draft.morph_count ||
           has_forms(&draft));
    assert(strcmp(again.heirs, draft.heirs) == 0 || has_forms(&draft));
    apo_buffer_clear(&out);
    return 0;
}
