#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/copy.h"
#include "base/text.h"
#include "net/http_priv.h"

enum {
    BACKLOG = 1024, /* the listen backlog */
    REST_MS = 100,  /* pause when out of descriptors */
    PORT_MAX = 65535,
    ADDRESS_SIZE = 80,
    SOCKET_MODE = 0660 /* the server's user, and its group: the proxy's */
};

static const char local_prefix[] = "unix:";

/* The last colon separates host and port, as in "[::1]:8080". */
static bool split_address(apo_span text, apo_span *host, uint32_t *port)
{
    size_t at = text.length;
    while (at > 0 && text.text[at - 1] != ':')
        at--;
    *host = apo_span_part(text, 0, at > 0 ? at - 1 : 0);
    if (host->length == 0 || apo_span_is(*host, "localhost"))
        *host = apo_span_of("127.0.0.1");
    if (host->text[0] == '[' && host->text[host->length - 1] == ']')
        *host = apo_span_part(*host, 1, host->length - 2);
    return apo_span_number(apo_span_part(text, at, text.length), PORT_MAX, port);
}

static bool read_address(const char *listen, struct sockaddr_storage *out, socklen_t *length)
{
    char host_text[APO_ADDRESS_MAX];
    apo_span host;
    uint32_t port;
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    if (!split_address(apo_span_of(listen), &host, &port))
        return false;
    apo_text_copy_span(host_text, sizeof host_text, host);
    v4.sin_port = v6.sin6_port = htons((uint16_t)port);
    if (inet_pton(AF_INET, host_text, &v4.sin_addr) == 1) {
        memcpy(out, &v4, sizeof v4);
        *length = sizeof v4;
    } else if (inet_pton(AF_INET6, host_text, &v6.sin6_addr) == 1) {
        memcpy(out, &v6, sizeof v6);
        *length = sizeof v6;
    } else {
        return false;
    }
    return true;
}

static void accept_one(struct evconnlistener *listener, evutil_socket_t descriptor,
                       struct sockaddr *peer, int length, void *context)
{
    (void)listener;
    (void)length;
    apo_conn_open(context, descriptor, peer);
}

/* Without a pause the loop would spin: the connection that cannot be accepted stays ready. */
static void accept_failed(struct evconnlistener *listener, void *context)
{
    apo_http *srv = context;
    struct timeval pause = apo_http_interval(REST_MS);
    apo_log_text(srv->options.log, "accept_failed", "reason", apo_span_of(strerror(errno)));
    evconnlistener_disable(listener);
    event_add(srv->rest, &pause);
}

static apo_status listen_at(apo_http *srv, const struct sockaddr_storage *address,
                            socklen_t length, apo_error *err)
{
    srv->listener = evconnlistener_new_bind(
        srv->base, accept_one, srv,
        LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, BACKLOG,
        (const struct sockaddr *)address, (int)length);
    if (srv->listener == NULL)
        return apo_fail(err, APO_E_IO, 0, "cannot listen: %s", apo_span_of(strerror(errno)));
    evconnlistener_set_error_cb(srv->listener, accept_failed);
    return APO_OK;
}

/* The address with the port that the system gave. */
static apo_status name_address(apo_http *srv)
{
    struct sockaddr_storage real;
    socklen_t length = sizeof real;
    char buf[ADDRESS_SIZE];
    apo_text text = apo_text_start(buf, sizeof buf);
    memset(&real, 0, sizeof real);
    if (getsockname(evconnlistener_get_fd(srv->listener), (struct sockaddr *)&real, &length) !=
        0)
        return APO_E_IO;
    apo_address host = apo_address_of((const struct sockaddr *)&real);
    bool is_v6 = real.ss_family == AF_INET6;
    in_port_t port = is_v6 ? ((const struct sockaddr_in6 *)&real)->sin6_port
                           : ((const struct sockaddr_in *)&real)->sin_port;
    apo_text_add(&text, is_v6 ? "[" : "");
    apo_text_add(&text, host.text);
    apo_text_add(&text, is_v6 ? "]:" : ":");
    apo_text_add_number(&text, ntohs(port));
    srv->address = apo_copy_span(NULL, apo_span_of(buf));
    return srv->address == NULL ? APO_E_MEMORY : APO_OK;
}

/* --- sockets of this machine --------------------------------------------- */

/* Removes a socket that nobody listens at any more. False: somebody does, or it is no socket.
 */
static bool make_way(const struct sockaddr_un *address)
{
    struct stat about;
    if (lstat(address->sun_path, &about) != 0)
        return errno == ENOENT;
    int try = S_ISSOCK(about.st_mode) ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    if (try < 0)
        return false;
    bool is_stale = connect(try, (const struct sockaddr *)address, sizeof *address) != 0 &&
                    errno == ECONNREFUSED;
    close(try);
    return is_stale && unlink(address->sun_path) == 0;
}

static apo_status listen_locally(apo_http *srv, const char *path, apo_error *err)
{
    struct sockaddr_storage storage;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    apo_text text = apo_text_start(address.sun_path, sizeof address.sun_path);
    apo_text_add(&text, path);
    if (path[0] != '/' || text.is_overflowed)
        return apo_fail(err, APO_E_SYNTAX, 0,
                        "%s is not the whole path of a socket, of at most 107 bytes",
                        apo_span_of(path));
    if (!make_way(&address))
        return apo_fail(err, APO_E_IO, 0, "cannot listen: %s is in use", apo_span_of(path));
    memset(&storage, 0, sizeof storage);
    memcpy(&storage, &address, sizeof address);
    srv->listens_locally = true;
    apo_status status = listen_at(srv, &storage, sizeof address, err);
    if (status == APO_OK && chmod(path, SOCKET_MODE) != 0)
        status = apo_fail(err, APO_E_IO, 0, "cannot listen: %s", apo_span_of(strerror(errno)));
    if (status == APO_OK)
        srv->address = apo_copy_span(NULL, apo_span_of(srv->options.listen));
    return status == APO_OK && srv->address == NULL ? APO_E_MEMORY : status;
}

apo_status apo_http_listen(apo_http *srv, apo_error *err)
{
    struct sockaddr_storage address;
    socklen_t length = 0;
    const char *text = srv->options.listen;
    memset(&address, 0, sizeof address);
    if (apo_span_starts_with(apo_span_of(text), local_prefix))
        return listen_locally(srv, text + sizeof local_prefix - 1, err);
    if (!read_address(text, &address, &length))
        return apo_fail(err, APO_E_SYNTAX, 0,
                        "%s is not an address like 127.0.0.1:8080 or unix:/run/socket",
                        apo_span_of(text));
    apo_status status = listen_at(srv, &address, length, err);
    return status == APO_OK ? name_address(srv) : status;
}
