/* NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): for pipe2 */
#define _GNU_SOURCE
#include "store/bus.h"

#ifdef APO_POSTGRES

#    include <fcntl.h>
#    include <libpq-fe.h>
#    include <poll.h>
#    include <pthread.h>
#    include <stdatomic.h>
#    include <string.h>
#    include <time.h>
#    include <unistd.h>

#    include "base/alloc.h"
#    include "base/buffer.h"
#    include "base/copy.h"
#    include "store/postgres_trust.h"

enum {
    PAYLOAD_MAX = 7900,    /* PostgreSQL takes less than 8000 bytes */
    WAITING_MAX = 1 << 20, /* bytes, while the database is away */
    GATHER_MS = 25,        /* how long lines are gathered before they are sent */
    IDLE_MS = 5000,
    RETRY_MS = 500
};

struct apo_bus {
    char *address; /* owned */
    apo_bus_hear *hear;
    void *context;
    PGconn *link; /* the thread's, as are the next two */
    apo_buffer sending;
    size_t sent; /* bytes of that */
    pthread_t thread;
    int wake[2];
    atomic_bool is_stopping;
    pthread_mutex_t mutex; /* guards `waiting` */
    apo_buffer waiting;    /* lines */
};

static void wait_ms(int ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
    (void)nanosleep(&time, NULL);
}

static bool run(apo_bus *bus, const char *text)
{
    PGresult *result = PQexec(bus->link, text);
    bool is_done = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    return is_done;
}

static void ignore_notice(void *context, const char *text)
{
    (void)context;
    (void)text;
}

static bool connect_link(apo_bus *bus)
{
    static const char *const names[] = {"connect_timeout", "tcp_user_timeout",
                                        "fallback_application_name", "dbname", NULL};
    const char *const values[] = {"5", "10000", "apothecary", bus->address, NULL};
    PQfinish(bus->link);
    bus->link = PQconnectdbParams(names, values, 1);
    PQsetNoticeProcessor(bus->link, ignore_notice, NULL);
    /* Lines are not stored, so they need not be durable. */
    return PQstatus(bus->link) == CONNECTION_OK &&
           apo_pg_check_trust(bus->link, NULL) == APO_OK &&
           run(bus, "SET synchronous_commit = off") && run(bus, "LISTEN apothecary");
}

/* True if there is something to send. */
static bool take_lines(apo_bus *bus)
{
    if (bus->sent < bus->sending.length)
        return true;
    apo_buffer_rewind(&bus->sending);
    bus->sent = 0;
    pthread_mutex_lock(&bus->mutex);
    apo_buffer lines = bus->waiting;
    bus->waiting = bus->sending;
    bus->sending = lines;
    pthread_mutex_unlock(&bus->mutex);
    return bus->sending.length > 0;
}

/* Copies whole lines that fit into one message; returns their length. */
static size_t copy_lines(const apo_bus *bus, char *out)
{
    size_t length = bus->sending.length - bus->sent;
    const char *lines = bus->sending.bytes + bus->sent;
    if (length > PAYLOAD_MAX)
        length = PAYLOAD_MAX;
    while (length > 0 && lines[length - 1] != '\n')
        length--;
    memcpy(out, lines, length);
    out[length] = '\0';
    return length;
}

static bool send_lines(apo_bus *bus)
{
    char text[PAYLOAD_MAX + 1];
    const char *const values[] = {text};
    while (take_lines(bus)) {
        size_t length = copy_lines(bus, text);
        PGresult *result = PQexecParams(bus->link, "SELECT pg_notify('apothecary', $1)", 1,
                                        NULL, values, NULL, NULL, 0);
        bool is_sent = PQresultStatus(result) == PGRES_TUPLES_OK;
        PQclear(result);
        if (!is_sent)
            return false;
        bus->sent += length;
    }
    return true;
}

static bool take_messages(apo_bus *bus)
{
    PGnotify *one;
    if (!PQconsumeInput(bus->link))
        return false;
    while ((one = PQnotifies(bus->link)) != NULL) {
        if (one->be_pid != PQbackendPID(bus->link))
            bus->hear(bus->context, one->extra);
        PQfreemem(one);
    }
    return true;
}

static void drain(apo_bus *bus)
{
    char bytes[64];
    while (read(bus->wake[0], bytes, sizeof bytes) == (ssize_t)sizeof bytes)
        continue;
}

/* Until the connection is lost, or the bus is closed. */
static void serve(apo_bus *bus)
{
    bool is_well = true;
    while (is_well && !atomic_load(&bus->is_stopping)) {
        struct pollfd waits[2] = {{PQsocket(bus->link), POLLIN, 0}, {bus->wake[0], POLLIN, 0}};
        (void)poll(waits, 2, IDLE_MS);
        if ((waits[1].revents & POLLIN) != 0)
            drain(bus);
        is_well = take_messages(bus) && send_lines(bus) && take_messages(bus);
        if ((waits[1].revents & POLLIN) != 0)
            wait_ms(GATHER_MS);
    }
}

static void *work(void *context)
{
    apo_bus *bus = context;
    while (!atomic_load(&bus->is_stopping)) {
        if (connect_link(bus)) {
            bus->hear(bus->context, NULL);
            serve(bus);
        } else {
            wait_ms(RETRY_MS);
        }
    }
    PQfinish(bus->link);
    bus->link = NULL;
    return NULL;
}

static void wake(apo_bus *bus)
{
    ssize_t written = write(bus->wake[1], "", 1);
    (void)written; /* a full pipe wakes it too */
}

static void free_bus(apo_bus *bus)
{
    for (int i = 0; i < 2; i++) {
        if (bus->wake[i] >= 0)
            close(bus->wake[i]);
    }
    pthread_mutex_destroy(&bus->mutex);
    apo_buffer_clear(&bus->waiting);
    apo_buffer_clear(&bus->sending);
    apo_free(NULL, bus->address);
    apo_free(NULL, bus);
}

apo_status apo_bus_open(apo_bus **out, const char *address, apo_bus_hear *hear, void *context)
{
    apo_bus *bus = apo_allocate_zero(NULL, sizeof *bus);
    if (bus == NULL)
        return APO_E_MEMORY;
    *bus = (apo_bus){.hear = hear, .context = context, .wake = {-1, -1}};
    apo_buffer_init(&bus->waiting, NULL);
    apo_buffer_init(&bus->sending, NULL);
    pthread_mutex_init(&bus->mutex, NULL);
    bus->address = apo_copy_span(NULL, apo_span_of(address));
    apo_status status = bus->address != NULL ? APO_OK : APO_E_MEMORY;
    if (status == APO_OK && (pipe2(bus->wake, O_CLOEXEC | O_NONBLOCK) != 0 ||
                             pthread_create(&bus->thread, NULL, work, bus) != 0))
        status = APO_E_IO;
    if (status == APO_OK)
        *out = bus;
    else
        free_bus(bus);
    return status;
}

void apo_bus_close(apo_bus *bus)
{
    if (bus == NULL)
        return;
    atomic_store(&bus->is_stopping, true);
    wake(bus);
    pthread_join(bus->thread, NULL);
    free_bus(bus);
}

void apo_bus_say(apo_bus *bus, const char *line)
{
    size_t length = strlen(line);
    if (bus == NULL || length >= APO_BUS_LINE_MAX)
        return;
    pthread_mutex_lock(&bus->mutex);
    bool was_empty = bus->waiting.length == 0;
    /* A line is kept as a whole or not at all: without its end it would never be sent. */
    if (bus->waiting.length + length < WAITING_MAX &&
        apo_buffer_reserve(&bus->waiting, length + 1) != NULL) {
        apo_buffer_add(&bus->waiting, line);
        apo_buffer_add_char(&bus->waiting, '\n');
    }
    bus->waiting.is_failed = false;
    pthread_mutex_unlock(&bus->mutex);
    if (was_empty)
        wake(bus);
}

#else

apo_status apo_bus_open(apo_bus **out, const char *address, apo_bus_hear *hear, void *context)
{
    (void)out;
    (void)address;
    (void)hear;
    (void)context;
    return APO_E_UNSUPPORTED;
}

void apo_bus_close(apo_bus *bus)
{
    (void)bus;
}

void apo_bus_say(apo_bus *bus, const char *line)
{
    (void)bus;
    (void)line;
}

#endif
