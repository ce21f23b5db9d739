/* Memory held by connections, and clients that do not read their events. */
#include <event2/buffer.h>

#include "net/http_priv.h"

static size_t bytes_of_conn(const apo_conn *conn)
{
    return sizeof *conn + evbuffer_get_length(bufferevent_get_input(conn->bev)) +
           evbuffer_get_length(bufferevent_get_output(conn->bev));
}

static size_t bytes_of_request(const apo_http_request *req)
{
    return sizeof *req + 2 * req->head_length + req->body.capacity + req->aside_body.capacity;
}

size_t apo_http_bytes(const apo_http *srv)
{
    size_t bytes = srv->stream_count * sizeof(apo_http_stream);
    for (const apo_conn *conn = srv->conns; conn != NULL; conn = conn->next)
        bytes += bytes_of_conn(conn);
    for (const apo_http_request *req = srv->requests; req != NULL; req = req->next)
        bytes += bytes_of_request(req);
    return bytes;
}

/* The stream whose events have waited longest for their client; NULL: no events wait. */
static apo_http_stream *find_lazy(const apo_http *srv)
{
    apo_http_stream *lazy = NULL;
    for (apo_http_stream *one = srv->first_stream; one != NULL; one = one->next) {
        if (one->is_doomed || one->is_download ||
            evbuffer_get_length(bufferevent_get_output(one->conn->bev)) == 0)
            continue;
        if (lazy == NULL || one->unread_ms < lazy->unread_ms)
            lazy = one;
    }
    return lazy;
}

int64_t apo_http_unread_ms(const apo_http *srv)
{
    const apo_http_stream *lazy = find_lazy(srv);
    return lazy != NULL ? lazy->unread_ms : INT64_MAX;
}

size_t apo_http_drop_unread(apo_http *srv)
{
    apo_http_stream *lazy = find_lazy(srv);
    if (lazy == NULL)
        return 0;
    size_t bytes = sizeof *lazy + bytes_of_conn(lazy->conn);
    apo_stream_doom(lazy);
    apo_metric_add(srv->refused, 1);
    return bytes;
}
