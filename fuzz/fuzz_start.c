/* Law: the start of a game that is read and written is read again as the same start. */
#include "net_laws.h"

#include "server/round/round.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_round_start start, again;
    apo_buffer first, second;
    if (apo_round_start_read(&start, (apo_span){(const char *)data, size}) != APO_OK)
        return 0;
    apo_buffer_init(&first, NULL);
    apo_buffer_init(&second, NULL);
    apo_round_start_write(&first, &start);
    apo_status status = apo_round_start_read(&again, apo_buffer_span(&first));
    assert(status == APO_OK);
    apo_round_start_write(&second, &again);
    assert(apo_span_same(apo_buffer_span(&first), apo_buffer_span(&second)));
    apo_buffer_clear(&first);
    apo_buffer_clear(&second);
    return 0;
}
