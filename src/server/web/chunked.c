#include "server/web/chunked.h"

#include "net/workers.h"

enum {
    PIECE_MS = 10, /* of a worker's time; other people's pieces run in between */
    PAUSE_MS = 5,
    WAITING_MAX = 128 * 1024, /* bytes that the client has not read yet */
    STALLED_MS = 60000,       /* without any progress for this long, the client is gone */
    RATE_MIN = 2048           /* bytes a second of the slowest client, on average */
};

typedef struct trickling {
    apo_app *app;
    apo_chunked_source source;
    apo_http_stream *stream; /* NULL: the client went away */
    apo_http_timer *timer;
    apo_buffer out;
    enum apo_chunked_state state;
    bool is_working;            /* a worker has it */
    int64_t began_ms, moved_ms; /* of the monotonic clock */
    uint64_t sent;
    size_t waiting;
} trickling;

static void free_trickling(trickling *job)
{
    apo_http_timer_free(job->timer);
    apo_buffer_clear(&job->out);
    job->source.release(job->source.context);
    apo_free(NULL, job);
}

/* The client went away. */
static void drop(void *context)
{
    trickling *job = context;
    job->stream = NULL;
    if (!job->is_working)
        free_trickling(job);
}

/* In a worker's thread. */
static void write_piece(void *context, unsigned worker)
{
    trickling *job = context;
    job->state = job->source.write(job->source.context, job->app->worker_stores[worker],
                                   &job->out, apo_http_ticks_ms() + PIECE_MS);
    if (job->out.is_failed)
        job->state = APO_CHUNKED_BROKEN;
}

/* True if the client has read nothing for too long, or far too little overall. */
static bool is_stalled(trickling *job)
{
    size_t waiting = apo_http_download_waiting(job->stream);
    int64_t now_ms = apo_http_ticks_ms();
    if (waiting != job->waiting)
        job->moved_ms = now_ms;
    job->waiting = waiting;
    if (waiting <= WAITING_MAX)
        return false;
    int64_t patience_ms = STALLED_MS + (int64_t)((job->sent - waiting) * 1000 / RATE_MIN);
    return now_ms - job->moved_ms > STALLED_MS || now_ms - job->began_ms > patience_ms;
}

static void end(trickling *job, bool is_whole)
{
    apo_http_stream *stream = job->stream;
    if (is_whole)
        apo_http_stream_close(stream);
    else
        apo_http_download_break(stream);
    free_trickling(job);
}

static void piece_written(void *context, apo_status status)
{
    trickling *job = context;
    job->is_working = false;
    if (job->stream == NULL) {
        free_trickling(job);
        return;
    }
    if (status != APO_OK || job->state == APO_CHUNKED_BROKEN) {
        end(job, false);
        return;
    }
    apo_http_download_send(job->stream, apo_buffer_span(&job->out));
    job->sent += job->out.length;
    apo_buffer_clear(&job->out);
    if (job->state == APO_CHUNKED_END)
        end(job, true);
    else
        apo_http_timer_set_ticks(job->timer, PAUSE_MS);
}

static void go_on(void *context)
{
    trickling *job = context;
    if (is_stalled(job)) {
        end(job, false);
        return;
    }
    /* If the workers' queue is full, it tries again soon. */
    job->is_working = job->waiting <= WAITING_MAX &&
                      apo_workers_submit(job->app->workers, write_piece, piece_written, job);
    if (!job->is_working)
        apo_http_timer_set_ticks(job->timer, PAUSE_MS);
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
    job->app = app;
    job->source = *source;
    apo_buffer_init(&job->out, NULL);
    apo_http_add_header(req, "Content-Disposition", apo_span_of(disposition));
    job->stream = apo_http_download_open(req, type, drop, job);
    if (job->stream == NULL) {
        free_trickling(job);
        return;
    }
    job->began_ms = job->moved_ms = apo_http_ticks_ms();
    apo_http_timer_set_ticks(job->timer, 1);
}
