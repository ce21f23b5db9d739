/* Law: any text is a variant file of Sjaak II or an error, never both; what has been read can
 * be written as a definition file, and as such a file again. */
#include "draft_law.h"

#include "definition/exchange/sjaak.h"

static apo_status read_first(apo_draft *out, apo_span text, const apo_alloc *alloc,
                             apo_fault_list *diagnostics, apo_error *err)
{
    return apo_sjaak_read(out, text, (apo_span){NULL, 0}, alloc, diagnostics, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_both_ways((apo_span){(const char *)data, size}, read_first, apo_sjaak_write,
                    apo_sjaak_is_likely);
    return 0;
}
