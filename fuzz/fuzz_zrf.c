/* Law: any text is a rules file of Zillions of Games or an error, never both; what has been
 * read can be written as a definition file, and as such a file again. */
#include "draft_law.h"

#include "definition/exchange/zillions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_both_ways((apo_span){(const char *)data, size}, apo_zillions_read, apo_zillions_write,
                    apo_zillions_is_likely);
    return 0;
}
