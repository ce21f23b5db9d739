/* Law: a tournament plan that is read and written is read again as the same plan. */
#include "net_laws.h"

#include "server/tournament/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_tournament_plan plan, again;
    apo_buffer first, second;
    if (apo_tournament_plan_read(&plan, (apo_span){(const char *)data, size}) != APO_OK)
        return 0;
    apo_buffer_init(&first, NULL);
    apo_buffer_init(&second, NULL);
    apo_tournament_plan_write(&first, &plan);
    apo_status status = apo_tournament_plan_read(&again, apo_buffer_span(&first));
    assert(status == APO_OK);
    apo_tournament_plan_write(&second, &again);
    assert(apo_span_same(apo_buffer_span(&first), apo_buffer_span(&second)));
    apo_buffer_clear(&first);
    apo_buffer_clear(&second);
    return 0;
}
