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
    if (!is_read(&draft, status, &err, text))
        return 0;
    apo_buffer_init(&out, NULL);
    apo_fairy_ini_write(&out, &draft, &report);
    assert(apo_fairy_ini_read(&again, apo_buffer_span(&out), apo_span_of(""), NULL, &report,
                              &err) == APO_OK);
    assert(memcmp(draft.board, again.board, sizeof draft.board) == 0);
    apo_buffer_clear(&out);
    return 0;
}
