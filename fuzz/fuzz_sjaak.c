/* Law: any text is a variant file of Sjaak II or an error, never both; what has been read can
 * be written as a definition file. */
#include "draft_law.h"

#include "definition/exchange/sjaak.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_draft draft;
    static apo_fault_list report;
    apo_error err = {.status = APO_OK};
    apo_span text = {(const char *)data, size};
    apo_fault_list_init(&report);
    apo_status status = apo_sjaak_read(&draft, text, (apo_span){NULL, 0}, NULL, &report, &err);
    (void)is_read(&draft, status, &err, text);
    return 0;
}
