/* Law: any text is a variants.ini with a section or an error, never both; what has been read
 * can be written as a definition file, and as a section that can be read again, with the same
 * board. */
#include "draft_law.h"

#include "definition/exchange/fairy_ini.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_draft draft, again;
    static apo_fault_list report;
    apo_error err = {.status = APO_OK};
    apo_span text = {(const char *)data, size};
    apo_buffer out;
    apo_fault_list_init(&report);
    apo_status status = apo_fairy_ini_read(&draft, text, apo_span_of(""), NULL, &report, &err);
    assert(status == APO_OK || err.detail[0] != '\0');
    if (status != APO_OK)
        return 0;
    apo_text id = apo_text_start(draft.id, sizeof draft.id);
    apo_text_add(&id, "fuzzed");
    if (is_to_be_compiled(data, size))
        compile_draft(&draft);
    apo_buffer_init(&out, NULL);
    apo_fairy_ini_write(&out, &draft, &report);
    assert(apo_fairy_ini_read(&again, apo_buffer_span(&out), apo_span_of(""), NULL, &report,
                              &err) == APO_OK);
    assert(memcmp(draft.board, again.board, sizeof draft.board) == 0);
    apo_buffer_clear(&out);
    return 0;
}
