#include "server/web/chunked.h"

enum {
    PIECE_MS = 6,  /* of work; other requests come between */
    PAUSE_MS = 18, /* so that a long answer takes a quarter of the loop's time at most */
    WAITING_MAX = 128 * 1024, /* bytes that the client has not read yet */
    STALLED_MS = 60000        /* without any progress for so long, it is gone */
};

typedef struct trickling {
    apo_chunked_source source;
    apo_http_stream *stream;
    apo_http_timer *timer;
    int64_t moved_ms; /* of the monotonic clock */
    size_t waiting;
} trickling;

static void free_trickling(trickling *job)
{
    apo_http_timer_free(job->timer);
    job->source.release(job->source.context);
    apo_free(NULL, job);
}

/* The client went away. */
static void drop(void *context)
{
    free_trickling(context);
}

static enum apo_chunked_state write_piece(trickling *job)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    enum apo_chunked_state state =
        job->source.write(job->source.context, &out, apo_http_ticks_ms() + PIECE_MS);
    if (out.is_failed)
        state = APO_CHUNKED_BROKEN;
    if (state != APO_CHUNKED_BROKEN)
        apo_http_download_send(job->stream, apo_buffer_span(&out));
    apo_buffer_clear(&out);
    return state;
}

/* True if the client has read nothing for too long. */
static bool is_stalled(trickling *job)
{
    size_t waiting = apo_http_download_waiting(job->stream);
    int64_t now_ms = apo_http_ticks_ms();
    if (waiting != job->waiting)
        job->moved_ms = now_ms;
    job->waiting = waiting;
    return waiting > WAITING_MAX && now_ms - job->moved_ms > STALLED_MS;
}

static void go_on(void *context)
{
    trickling *job = context;
    enum apo_chunked_state state = APO_CHUNKED_MORE;
    if (is_stalled(job))
        state = APO_CHUNKED_BROKEN;
    else if (job->waiting <= WAITING_MAX)
        state = write_piece(job);
    switch (state) {
    case APO_CHUNKED_MORE: apo_http_timer_set_ticks(job->timer, PAUSE_MS); return;
    case APO_CHUNKED_END: apo_http_stream_close(job->stream); break;
    case APO_CHUNKED_BROKEN: apo_http_download_break(job->stream); break;
    }
    free_trickling(job);
}

void apo_chunked_reply(apo_app *app, apo_http_request *req, const char *type,
                       const char *disposition, const apo_chunked_source *source)
{
    trickling *job = apo_allocate_zero(NULL, sizeof *job);
    if (job == NULL || apo_http_timer_new(&job->timer, app->http, go_on, job) != APO_OK) {
        apo_free(NULL, job);
        source->release(source->context);
        apo_app_reply_failure(app, req, APO_E_MEMORY);
        return;
    }
    job->source = *source;
    apo_http_add_header(req, "Content-Disposition", apo_span_of(disposition));
    job->stream = apo_http_download_open(req, type, drop, job);
    if (job->stream == NULL) {
        free_trickling(job);
        return;
    }
    job->moved_ms = apo_http_ticks_ms();
    apo_http_timer_set_ticks(job->timer, 1);
}
