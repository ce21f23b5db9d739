/* Calls from outside into the loop: posts, timers, descriptors. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "net/http_priv.h"
#include "net/wall_clock.h"

enum {
    MS_PER_S = 1000,
    US_PER_MS = 1000,
    US_PER_S = 1000000,
    NS_PER_US = 1000,
    HASTE_MIN_MS = 10 /* shortest delay with a fast clock: the loop has other work to do */
};

struct apo_http_timer {
    apo_http *srv;
    struct event *event;
    apo_http_call *fn;
    void *context;
};

struct apo_http_watch {
    apo_http *srv;
    struct event *event;
    apo_http_call *fn;
    void *context;
};

struct timeval apo_http_interval(uint64_t ms)
{
    struct timeval interval;
    interval.tv_sec = (time_t)(ms / MS_PER_S);
    interval.tv_usec = (suseconds_t)(ms % MS_PER_S * US_PER_MS);
    return interval;
}

uint64_t apo_http_ticks_us(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * US_PER_S + (uint64_t)now.tv_nsec / NS_PER_US;
}

int64_t apo_http_ticks_ms(void)
{
    return (int64_t)(apo_http_ticks_us() / US_PER_MS);
}

int64_t apo_http_wall_clock_ms(void)
{
    return apo_wall_clock_ms();
}

/* A full pipe is fine: the loop wakes up anyway. */
static void wake(const apo_http *srv)
{
    ssize_t written;
    do
        written = write(srv->wake_pipe[1], "", 1);
    while (written < 0 && errno == EINTR);
}

static void woken(evutil_socket_t descriptor, short what, void *context)
{
    apo_http *srv = context;
    char bytes[256];
    (void)what;
    while (read(descriptor, bytes, sizeof bytes) > 0)
        continue;
    apo_http_loop_drain(srv);
    if (atomic_load(&srv->is_stop_wanted))
        apo_http_stop_now(srv);
}

static bool set_flags(int descriptor)
{
    return fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
}

apo_status apo_http_loop_open(apo_http *srv)
{
    srv->posted_end = &srv->posted;
    if (pipe(srv->wake_pipe) != 0)
        return APO_E_IO;
    if (!set_flags(srv->wake_pipe[0]) || !set_flags(srv->wake_pipe[1]))
        return APO_E_IO;
    if (pthread_mutex_init(&srv->lock, NULL) != 0)
        return APO_E_MEMORY;
    srv->wake = event_new(srv->base, srv->wake_pipe[0], EV_READ | EV_PERSIST, woken, srv);
    if (srv->wake == NULL || event_priority_set(srv->wake, APO_HTTP_FIRST) != 0 ||
        event_add(srv->wake, NULL) != 0)
        return APO_E_MEMORY;
    return APO_OK;
}

static apo_posted *take_posted(apo_http *srv)
{
    pthread_mutex_lock(&srv->lock);
    apo_posted *list = srv->posted;
    srv->posted = NULL;
    srv->posted_end = &srv->posted;
    pthread_mutex_unlock(&srv->lock);
    return list;
}

void apo_http_loop_drain(apo_http *srv)
{
    if (srv->wake == NULL)
        return; /* never opened */
    apo_posted *list = take_posted(srv);
    while (list != NULL) {
        apo_posted *first = list;
        list = first->next;
        apo_slice_begin(srv, "call");
        first->fn(first->context);
        apo_slice_end(srv);
        apo_free(NULL, first);
    }
}

void apo_http_loop_close(apo_http *srv)
{
    for (int i = 0; i < 2; i++)
        if (srv->wake_pipe[i] >= 0)
            close(srv->wake_pipe[i]);
    if (srv->wake != NULL) {
        event_free(srv->wake);
        pthread_mutex_destroy(&srv->lock);
    }
}

apo_status apo_http_post(apo_http *srv, apo_http_call *fn, void *context)
{
    apo_posted *call = apo_allocate(NULL, sizeof *call);
    if (call == NULL)
        return APO_E_MEMORY;
    *call = (apo_posted){NULL, fn, context};
    pthread_mutex_lock(&srv->lock);
    bool was_empty = srv->posted == NULL;
    *srv->posted_end = call;
    srv->posted_end = &call->next;
    pthread_mutex_unlock(&srv->lock);
    if (was_empty)
        wake(srv);
    return APO_OK;
}

void apo_http_stop(apo_http *srv)
{
    atomic_store(&srv->is_stop_wanted, true);
    wake(srv);
}

static void timer_fired(evutil_socket_t descriptor, short what, void *context)
{
    const apo_http_timer *timer = context;
    (void)descriptor;
    (void)what;
    apo_http *srv = timer->srv; /* the timer may be freed in its function */
    apo_slice_begin(srv, "timer");
    timer->fn(timer->context);
    apo_slice_end(srv);
}

apo_status apo_http_timer_new(apo_http_timer **out, apo_http *srv, apo_http_call *fn,
                              void *context)
{
    apo_http_timer *timer = apo_allocate(NULL, sizeof *timer);
    if (timer == NULL)
        return APO_E_MEMORY;
    *timer = (apo_http_timer){srv, NULL, fn, context};
    timer->event = event_new(srv->base, -1, 0, timer_fired, timer);
    if (timer->event == NULL) {
        apo_free(NULL, timer);
        return APO_E_MEMORY;
    }
    *out = timer;
    return APO_OK;
}

void apo_http_timer_set_ticks(apo_http_timer *timer, uint64_t delay_ms)
{
    struct timeval delay = apo_http_interval(delay_ms);
    event_add(timer->event, &delay);
}

void apo_http_timer_set(apo_http_timer *timer, uint64_t delay_ms)
{
    uint32_t rate = apo_wall_clock_rate();
    uint64_t world_ms = delay_ms / rate;
    if (rate > 1 && world_ms < HASTE_MIN_MS)
        world_ms = HASTE_MIN_MS;
    apo_http_timer_set_ticks(timer, world_ms);
}

void apo_http_timer_stop(apo_http_timer *timer)
{
    event_del(timer->event);
}

void apo_http_timer_free(apo_http_timer *timer)
{
    if (timer == NULL)
        return;
    event_free(timer->event);
    apo_free(NULL, timer);
}

static void watch_fired(evutil_socket_t descriptor, short what, void *context)
{
    const apo_http_watch *watch = context;
    (void)descriptor;
    (void)what;
    apo_http *srv = watch->srv;
    apo_slice_begin(srv, "watch");
    watch->fn(watch->context);
    apo_slice_end(srv);
}

apo_status apo_http_watch_new(apo_http_watch **out, apo_http *srv, int descriptor,
                              bool is_writing, apo_http_call *fn, void *context)
{
    apo_http_watch *watch = apo_allocate(NULL, sizeof *watch);
    if (watch == NULL)
        return APO_E_MEMORY;
    short what = (short)((is_writing ? EV_WRITE : EV_READ) | EV_PERSIST);
    *watch = (apo_http_watch){srv, NULL, fn, context};
    watch->event = event_new(srv->base, descriptor, what, watch_fired, watch);
    if (watch->event == NULL || event_add(watch->event, NULL) != 0) {
        apo_http_watch_free(watch);
        return APO_E_MEMORY;
    }
    *out = watch;
    return APO_OK;
}

void apo_http_watch_pause(apo_http_watch *watch, bool is_paused)
{
    if (is_paused)
        event_del(watch->event);
    else
        event_add(watch->event, NULL);
}

void apo_http_watch_free(apo_http_watch *watch)
{
    if (watch == NULL)
        return;
    if (watch->event != NULL)
        event_free(watch->event);
    apo_free(NULL, watch);
}
