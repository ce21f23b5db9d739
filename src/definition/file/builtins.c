/* The definitions that are part of the library. */
#include "definition/file/definition.h"
#include "definition/file/embedded.h"

size_t apo_definition_builtin_count(void)
{
    return apo_embedded_variants_count;
}

const char *apo_definition_builtin_id(size_t index)
{
    return apo_embedded_variants[index].name;
}

apo_span apo_definition_builtin_text(size_t index)
{
    return (apo_span){apo_embedded_variants[index].text, apo_embedded_variants[index].size};
}

apo_status apo_definition_open(apo_variant **out, apo_span id, const apo_alloc *alloc,
                               apo_fault_list *faults)
{
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        if (apo_span_is(id, apo_definition_builtin_id(i)))
            return apo_definition_compile(out, id, apo_definition_builtin_text(i), NULL, alloc,
                                          faults);
    }
    return APO_E_UNKNOWN;
}
