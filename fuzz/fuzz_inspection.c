/* Laws: whatever text is offered for publishing, its inspection stays within the budget; what
 * it accepts compiles again from what is stored, with a line for each type of piece, and what
 * it refuses has a reason or faults. */
#include "laws.h"

#include "definition/file/bundle.h"
#include "server/workshop/inspection.h"

static unsigned count_lines(apo_span text)
{
    unsigned count = 0;
    for (apo_span line; apo_span_line(&text, &line);)
        count++;
    return count;
}

static void check_accepted(const apo_inspection *found)
{
    apo_variant *var = NULL;
    apo_status status = apo_bundle_compile(&var, apo_span_of("own"),
                                           apo_buffer_span(&found->bundle), NULL, NULL);
    assert(status == APO_OK);
    const apo_variant_info *info = apo_variant_info_of(var);
    assert(found->name[0] != '\0' && found->reason[0] == '\0');
    assert(found->bytes > 0 && found->bytes <= apo_bounds_standard.bytes);
    assert(found->starts == info->start_count);
    assert(count_lines(apo_buffer_span(&found->pieces)) == info->type_count);
    apo_variant_free(var);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_inspection found;
    apo_inspection_run(&found, span_of_bytes(data, size), &apo_inspection_standard);
    if (found.status == APO_OK)
        check_accepted(&found);
    else
        assert(found.reason[0] != '\0' || found.faults.error_count > 0);
    apo_inspection_clear(&found);
    return 0;
}
