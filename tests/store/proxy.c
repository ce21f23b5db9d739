#include "store/proxy.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "store/faults/memory.h"

enum {
    MESSAGE_MAX = 1 << 20,
    HEAD = 5, /* bytes: the kind of message, and its length without the kind */
    LINKS_MAX = 64
};

/* One connection: the client's side and the server's. */
typedef struct link_ends {
    int client, server;
    bool has_begun;       /* the first message of a client has no kind */
    bool is_cut_next;     /* when the server answers */
    bool is_memory_short; /* its next error is said to be that */
    unsigned char message[MESSAGE_MAX];
} link_ends;

static struct {
    int socket;
    char server[108]; /* path of its socket */
    atomic_uint left; /* messages until the fault; 0: none is planned */
    _Atomic enum proxy_fault fault;
    atomic_bool has_failed;
    atomic_uint cuts; /* grows when all connections are to end */
} proxy;

static void put_number(unsigned char *at, size_t number)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (unsigned char)(number >> (24 - 8 * i));
}

static size_t get_number(const unsigned char *at)
{
    return (size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3];
}

static bool read_all(int from, unsigned char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t got = read(from, bytes, length);
        if (got <= 0)
            return false;
        bytes += got;
        length -= (size_t)got;
    }
    return true;
}

static bool write_all(int to, const unsigned char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(to, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Reads a whole message; returns its length, 0: the connection has ended. */
static size_t read_message(link_ends *all, int from, bool has_kind)
{
    size_t head = has_kind ? HEAD : HEAD - 1;
    if (!read_all(from, all->message, head))
        return 0;
    size_t length = get_number(all->message + head - 4) + (has_kind ? 1 : 0);
    if (length > MESSAGE_MAX || !read_all(from, all->message + head, length - head))
        return 0;
    return length;
}

/* Puts something in place of the message that the server will refuse; 0: it has nothing to
 * refuse. */
static size_t make_nonsense(unsigned char *message)
{
    /* Queries: of no table; statements and portals: of a name that nobody has given. */
    static const char query[] = "SELECT nonsense", bind[] = "\0nonsense\0\0\0\0\0\0",
                      run[] = "nonsense\0\0\0\0";
    size_t length = HEAD;
    switch (message[0]) {
    case 'Q':
        memcpy(message + length, query, sizeof query);
        length += sizeof query;
        break;
    case 'P': /* keeps its name */
        length += strlen((const char *)message + length) + 1;
        memcpy(message + length, query, sizeof query);
        length += sizeof query;
        message[length++] = 0;
        message[length++] = 0;
        break;
    case 'B':
        memcpy(message + length, bind, sizeof bind);
        length += sizeof bind;
        break;
    case 'E':
        memcpy(message + length, run, sizeof run);
        length += sizeof run;
        break;
    default: return 0;
    }
    put_number(message + 1, length - 1);
    return length;
}

/* True if the planned fault is to happen to this message. */
static bool is_its_turn(void)
{
    unsigned left = atomic_load(&proxy.left);
    while (left > 0 && !atomic_compare_exchange_weak(&proxy.left, &left, left - 1))
        continue;
    return left == 1;
}

/* Passes a message of the client on. False: the connection ends. */
static bool pass_to_server(link_ends *all)
{
    size_t length = read_message(all, all->client, all->has_begun);
    if (length == 0)
        return false;
    /* Nobody waits until the last message of a connection has arrived. */
    bool is_hit = !(all->has_begun && all->message[0] == 'X') && is_its_turn();
    enum proxy_fault fault = atomic_load(&proxy.fault);
    if (is_hit && fault >= PROXY_REFUSE) {
        size_t other = all->has_begun ? make_nonsense(all->message) : 0;
        all->is_memory_short = other > 0 && fault == PROXY_NO_MEMORY;
        is_hit = other > 0;
        length = is_hit ? other : length;
        atomic_store(&proxy.left, is_hit ? 0 : 1); /* else the next one */
    }
    all->has_begun = true;
    if (is_hit)
        atomic_store(&proxy.has_failed, true);
    if (is_hit && fault == PROXY_CUT_BEFORE)
        return false;
    all->is_cut_next = all->is_cut_next || (is_hit && fault == PROXY_CUT_AFTER);
    return write_all(all->server, all->message, length);
}

/* Rewrites the state of an error: a field that begins with C. */
static void say_memory_is_short(unsigned char *message)
{
    char *field = (char *)message + HEAD;
    while (field[0] != '\0' && field[0] != 'C')
        field += strlen(field) + 1;
    if (field[0] == 'C')
        memcpy(field + 1, "53200", 5);
}

static bool pass_to_client(link_ends *all)
{
    size_t length = read_message(all, all->server, true);
    if (length == 0 || all->is_cut_next)
        return false;
    if (all->is_memory_short && all->message[0] == 'E') {
        say_memory_is_short(all->message);
        all->is_memory_short = false;
    }
    return write_all(all->client, all->message, length);
}

static int connect_to_server(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, proxy.server, sizeof address.sun_path);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file >= 0 && connect(file, (struct sockaddr *)&address, sizeof address) != 0) {
        close(file);
        file = -1;
    }
    return file;
}

static void *serve(void *context)
{
    link_ends *all = context;
    unsigned cuts = atomic_load(&proxy.cuts);
    bool goes_on = all->server >= 0;
    while (goes_on && cuts == atomic_load(&proxy.cuts)) {
        struct pollfd waits[2] = {{all->client, POLLIN, 0}, {all->server, POLLIN, 0}};
        (void)poll(waits, 2, 50);
        if (waits[0].revents != 0)
            goes_on = pass_to_server(all);
        if (goes_on && waits[1].revents != 0)
            goes_on = pass_to_client(all);
    }
    if (all->server >= 0)
        close(all->server);
    close(all->client);
    memory_give(all);
    return NULL;
}

static void *accept_all(void *context)
{
    (void)context;
    for (;;) {
        pthread_t thread;
        int client = accept(proxy.socket, NULL, NULL);
        if (client < 0)
            continue;
        link_ends *all = memory_take(sizeof *all);
        all->client = client;
        all->server = connect_to_server();
        all->has_begun = all->is_cut_next = all->is_memory_short = false;
        if (pthread_create(&thread, NULL, serve, all) != 0)
            abort();
        pthread_detach(thread);
    }
    return NULL;
}

bool proxy_start(const char *folder, const char *url, char *out_url, unsigned size)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    pthread_t thread;
    const char *host = strstr(url, "?host=");
    if (host == NULL)
        return false;
    host += strlen("?host=");
    snprintf(proxy.server, sizeof proxy.server, "%.*s/.s.PGSQL.5432", (int)strcspn(host, "&"),
             host);
    snprintf(address.sun_path, sizeof address.sun_path, "%s/.s.PGSQL.5432", folder);
    snprintf(out_url, size, "%.*s%s%s", (int)(host - url), url, folder,
             host + strcspn(host, "&"));
    proxy.socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return proxy.socket >= 0 &&
           bind(proxy.socket, (struct sockaddr *)&address, sizeof address) == 0 &&
           listen(proxy.socket, LINKS_MAX) == 0 &&
           pthread_create(&thread, NULL, accept_all, NULL) == 0 && pthread_detach(thread) == 0;
}

void proxy_plan(unsigned number, enum proxy_fault fault)
{
    atomic_store(&proxy.left, 0);
    atomic_store(&proxy.has_failed, false);
    atomic_store(&proxy.fault, fault);
    atomic_store(&proxy.left, number);
}

bool proxy_has_failed(void)
{
    return atomic_load(&proxy.has_failed);
}

void proxy_cut(void)
{
    atomic_fetch_add(&proxy.cuts, 1);
}
