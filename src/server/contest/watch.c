#include "server/contest/watch.h"

#include "base/json.h"
#include "base/text.h"

typedef struct viewer {
    struct viewer *next;
    apo_contest_watch *watch;
    apo_http_stream *stream;
    char contest[APO_STORE_ID_MAX];
} viewer;

struct apo_contest_watch {
    viewer *viewers;
};

apo_contest_watch *apo_contest_watch_new(void)
{
    apo_contest_watch *watch = apo_allocate_zero(NULL, sizeof *watch);
    return watch;
}

void apo_contest_watch_free(apo_contest_watch *watch)
{
    while (watch != NULL && watch->viewers != NULL) {
        viewer *gone = watch->viewers;
        watch->viewers = gone->next;
        apo_free(NULL, gone);
    }
    apo_free(NULL, watch);
}

static void drop_viewer(void *context)
{
    viewer *gone = context;
    viewer **at = &gone->watch->viewers;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    apo_free(NULL, gone);
}

void apo_contest_watch_open(apo_contest_watch *watch, apo_http_request *req, apo_span contest)
{
    viewer *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL) {
        apo_http_reply_error(req, 500, "internal", "The server is out of memory.");
        return;
    }
    apo_text_copy_span(one->contest, sizeof one->contest, contest);
    one->watch = watch;
    one->stream = apo_http_stream_open(req, drop_viewer, one);
    if (one->stream == NULL) {
        apo_free(NULL, one);
        return;
    }
    one->next = watch->viewers;
    watch->viewers = one;
}

void apo_contest_watch_tell(apo_contest_watch *watch, const char *contest, int64_t version)
{
    apo_buffer data;
    apo_buffer_init(&data, NULL);
    apo_json_open(&data, NULL, '{');
    apo_json_add_number(&data, "version", version);
    apo_json_close(&data, '}');
    apo_http_event event;
    apo_http_event_init(&event, (uint64_t)version, "changed", apo_buffer_span(&data));
    for (viewer *one = watch->viewers; one != NULL; one = one->next) {
        if (apo_span_is(apo_span_of(one->contest), contest))
            apo_http_stream_send_event(one->stream, &event);
    }
    apo_http_event_clear(&event);
    apo_buffer_clear(&data);
}
