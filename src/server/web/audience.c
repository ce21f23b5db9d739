#include "server/web/audience.h"

#include "base/random.h"
#include "base/text.h"

enum {
    BUCKETS = 256 /* a power of two; there are at most some thousand listeners */
};

typedef struct listener {
    struct listener *next; /* in its bucket */
    apo_audience *audience;
    apo_http_stream *stream;
    char name[APO_STORE_ID_MAX];
} listener;

struct apo_audience {
    listener *buckets[BUCKETS];
    size_t count;
};

apo_audience *apo_audience_new(void)
{
    return apo_allocate_zero(NULL, sizeof(apo_audience));
}

void apo_audience_free(apo_audience *audience)
{
    for (size_t i = 0; audience != NULL && i < BUCKETS; i++) {
        while (audience->buckets[i] != NULL) {
            listener *gone = audience->buckets[i];
            audience->buckets[i] = gone->next;
            apo_free(NULL, gone);
        }
    }
    apo_free(NULL, audience);
}

static size_t bucket_of(apo_span name)
{
    uint64_t word = name.length;
    for (size_t i = 0; i < name.length; i++)
        word = apo_mix(word ^ (uint8_t)name.text[i]);
    return word % BUCKETS;
}

static void drop(void *context)
{
    listener *gone = context;
    listener **at = &gone->audience->buckets[bucket_of(apo_span_of(gone->name))];
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    gone->audience->count--;
    apo_free(NULL, gone);
}

apo_http_stream *apo_audience_join(apo_audience *audience, apo_http_request *req, apo_span name)
{
    listener *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL) {
        apo_http_reply_error(req, 500, "internal", "The server is out of memory.");
        return NULL;
    }
    apo_text_copy_span(one->name, sizeof one->name, name);
    one->audience = audience;
    one->stream = apo_http_stream_open(req, drop, one);
    if (one->stream == NULL) {
        apo_free(NULL, one);
        return NULL;
    }
    listener **bucket = &audience->buckets[bucket_of(apo_span_of(one->name))];
    one->next = *bucket;
    *bucket = one;
    audience->count++;
    return one->stream;
}

void apo_audience_tell(apo_audience *audience, apo_span name, apo_http_event *event)
{
    for (listener *one = audience->buckets[bucket_of(name)]; one != NULL; one = one->next) {
        if (apo_span_is(name, one->name))
            apo_http_stream_send_event(one->stream, event);
    }
}

bool apo_audience_has(const apo_audience *audience, apo_span name)
{
    const listener *one = audience->buckets[bucket_of(name)];
    while (one != NULL && !apo_span_is(name, one->name))
        one = one->next;
    return one != NULL;
}

void apo_audience_each(const apo_audience *audience, apo_audience_visit *visit, void *context)
{
    for (size_t i = 0; i < BUCKETS; i++) {
        for (listener *one = audience->buckets[i]; one != NULL; one = one->next)
            visit(context, one->stream, apo_span_of(one->name));
    }
}

size_t apo_audience_count(const apo_audience *audience)
{
    return audience->count;
}
