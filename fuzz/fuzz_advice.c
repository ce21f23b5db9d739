/* Law: a definition compiles with advice if and only if it compiles without, with the same
 * faults, and the advice is only warnings. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "definition/advice/advice.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t count_errors(const apo_fault_list *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        count += !list->faults[i].is_warning;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apo_advice advice;
    static apo_fault_list faults;
    apo_span id = apo_span_of("fuzzed"), text = {(const char *)data, size};
    apo_variant *plain = NULL, *advised = NULL;
    apo_fault_list_init(&faults);
    apo_status status = apo_definition_compile(&plain, id, text, NULL, NULL, &faults);
    assert(apo_definition_review(&advised, &advice, id, text, NULL, NULL) == status);
    assert((status == APO_OK) == (advised != NULL));
    assert(count_errors(&advice.faults) == count_errors(&faults));
    for (unsigned type = 1; status == APO_OK && type <= advice.type_count; type++)
        assert(advice.types[type].range_count <= advice.square_count);
    apo_variant_free(plain);
    apo_variant_free(advised);
    return 0;
}
