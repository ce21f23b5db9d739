#include "server/tournament/watch.h"

#include "base/json.h"

void apo_tournament_watch_tell(apo_audience *viewers, const char *tournament, int64_t version)
{
    apo_buffer data;
    apo_http_event event;
    apo_buffer_init(&data, NULL);
    apo_json_open(&data, NULL, '{');
    apo_json_add_number(&data, "version", version);
    apo_json_close(&data, '}');
    apo_http_event_init(&event, (uint64_t)version, "changed", apo_buffer_span(&data));
    apo_audience_tell(viewers, apo_span_of(tournament), &event);
    apo_http_event_clear(&event);
    apo_buffer_clear(&data);
}
