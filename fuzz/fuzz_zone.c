/* Law: a file of a time zone, whatever its bytes, gives a plausible offset or none, and there
 * is a next hour within four days: one day, and twice the largest jump of clocks. */
#include "net_laws.h"

#include "i18n/zone.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span zone = {(const char *)data, size};
    for (int64_t at = 0; at < INT64_C(4000000000); at += 97000001) {
        int32_t offset = 0;
        if (!apo_zone_offset(&offset, zone, at))
            continue;
        assert(offset >= -APO_ZONE_OFFSET_MAX_S && offset <= APO_ZONE_OFFSET_MAX_S);
        int64_t next = apo_zone_next_hour(zone, at * 1000, 7);
        assert(next > at * 1000);
        assert(next <= at * 1000 + INT64_C(4) * 24 * 3600 * 1000);
    }
    return 0;
}
