/* Synchronises the writer and the replica over the log. */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "store/sqlite_priv.h"

static uint32_t big_endian(const unsigned char bytes[4])
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

bool apo_wal_head_read(apo_wal_head *out, int file)
{
    unsigned char head[APO_WAL_HEAD];
    if (pread(file, head, sizeof head, 0) != (ssize_t)sizeof head)
        return false;
    out->page_size = big_endian(head + 8);
    out->salt = (uint64_t)big_endian(head + 16) << 32 | big_endian(head + 20);
    return out->page_size >= 512;
}

/* None of these calls fails on Linux. */
void apo_log_watch_open(apo_log_watch *watch)
{
    pthread_condattr_t clock;
    watch->file = -1;
    pthread_mutex_init(&watch->mutex, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->changed, &clock);
    pthread_cond_init(&watch->copied, &clock);
    pthread_condattr_destroy(&clock);
}

void apo_log_watch_close(apo_log_watch *watch)
{
    pthread_cond_destroy(&watch->changed);
    pthread_cond_destroy(&watch->copied);
    pthread_mutex_destroy(&watch->mutex);
}

void apo_log_watch_note(apo_log_watch *watch, int pages)
{
    apo_wal_head head;
    pthread_mutex_lock(&watch->mutex);
    if (watch->file >= 0 && apo_wal_head_read(&head, watch->file)) {
        if (head.salt != watch->salt) {
            watch->former_salt = watch->salt;
            watch->former_end = watch->end;
        }
        watch->salt = head.salt;
        watch->end =
            APO_WAL_HEAD + (int64_t)pages * (APO_WAL_PAGE_HEAD + (int64_t)head.page_size);
        pthread_cond_signal(&watch->changed);
    }
    pthread_mutex_unlock(&watch->mutex);
}

bool apo_log_watch_is_copied(const apo_log_watch *watch)
{
    return watch->salt == watch->copied_salt && watch->end == watch->copied_end;
}

struct timespec apo_store_time_in(int64_t ms)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    int64_t nanoseconds = at.tv_nsec + ms % 1000 * 1000000;
    at.tv_sec += (time_t)(ms / 1000 + nanoseconds / 1000000000);
    at.tv_nsec = (long)(nanoseconds % 1000000000);
    return at;
}

bool apo_log_watch_may_shorten(apo_log_watch *watch, int64_t wait_ms, bool gives_up)
{
    struct timespec until = apo_store_time_in(wait_ms);
    pthread_mutex_lock(&watch->mutex);
    watch->is_urgent = true;
    pthread_cond_signal(&watch->changed);
    while (watch->is_held && !apo_log_watch_is_copied(watch) &&
           pthread_cond_timedwait(&watch->copied, &watch->mutex, &until) != ETIMEDOUT) {
    }
    watch->is_urgent = false;
    bool may = !watch->is_held || apo_log_watch_is_copied(watch);
    /* The replica begins anew. */
    if (!may && gives_up)
        watch->is_held = false;
    pthread_mutex_unlock(&watch->mutex);
    return may || gives_up;
}
