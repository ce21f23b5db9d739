/* Law: any text is a game that an engine defines for XBoard or an error, never both; what has
 * been read can be written as a definition file, and as such lines again. */
#include "draft_law.h"

#include "definition/exchange/xboard_read.h"
#include "definition/exchange/xboard_setup.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_both_ways((apo_span){(const char *)data, size}, apo_xboard_read,
                    apo_xboard_setup_write, apo_xboard_read_is_likely);
    return 0;
}
