/* Time zones: how far local time is from UTC at a moment, from the files of the zone database
 * (TZif, RFC 8536). Pure functions of the file's bytes; callers read the file. */
#ifndef APO_I18N_ZONE_H
#define APO_I18N_ZONE_H

#include "base/span.h"

enum {
    APO_ZONE_OFFSET_MAX_S = 26 * 3600 /* no real zone is larger */
};

/* Seconds to be added to UTC for local time at `utc_s` (seconds since 1970). 0 if `zone` is
 * empty: UTC. False: the bytes are not a zone file; `*out_s` is left alone. */
bool apo_zone_offset(int32_t *out_s, apo_span zone, int64_t utc_s);

/* The next moment after `now_ms` at which it is `hour` o'clock in the zone; if clocks skip that
 * hour, as long after the change as it would have been. UTC if the zone cannot be read.
 * Milliseconds since 1970. */
int64_t apo_zone_next_hour(apo_span zone, int64_t now_ms, unsigned hour);

#endif
