/* Law: any text is a game that an engine defines for XBoard or an error, never both; what has
 * been read can be written as a definition file, and as such lines again. */
#include "draft_law.h"

#include "definition/exchange/xboard_read.h"
#include "definition/exchange/xboard_setup.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_draft draft;
    static apo_fault_list report;
    apo_error err = {.status = APO_OK};
    apo_span text = {(const char *)data, size};
    apo_buffer out;
    apo_fault_list_init(&report);
    apo_status status = apo_xboard_read(&draft, text, NULL, &report, &err);
    if (!is_read(&draft, status, &err, text))
        return 0;
    apo_buffer_init(&out, NULL);
    apo_xboard_setup_write(&out, &draft, &report);
    assert(apo_xboard_read_is_likely(apo_buffer_span(&out)));
    apo_buffer_clear(&out);
    return 0;
}
