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
