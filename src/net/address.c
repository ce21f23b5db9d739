#include "net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "base/text.h"

static void put(char *out, const char *text, const char *suffix)
{
    apo_text at = apo_text_start(out, APO_ADDRESS_MAX);
    apo_text_add(&at, text);
    apo_text_add(&at, suffix);
}

static void set_v4(apo_address *out, const struct in_addr *address)
{
    char text[INET_ADDRSTRLEN] = "unknown";
    inet_ntop(AF_INET, address, text, sizeof text);
    put(out->text, text, "");
    put(out->key, text, "");
    out->is_local = ntohl(address->s_addr) >> 24 == 127;
}

static void set_v6(apo_address *out, const struct in6_addr *address)
{
    char text[INET6_ADDRSTRLEN] = "unknown";
    if (IN6_IS_ADDR_V4MAPPED(address)) {
        struct in_addr inner;
        memcpy(&inner, &address->s6_addr[12], sizeof inner);
        set_v4(out, &inner);
        return;
    }
    inet_ntop(AF_INET6, address, text, sizeof text);
    put(out->text, text, "");
    out->is_local = IN6_IS_ADDR_LOOPBACK(address);
    struct in6_addr network = *address;
    memset(&network.s6_addr[8], 0, 8);
    inet_ntop(AF_INET6, &network, text, sizeof text);
    put(out->key, text, "/64");
}

apo_address apo_address_of(const struct sockaddr *peer)
{
    apo_address out = {"unknown", "unknown", false};
    if (peer->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, peer, sizeof in);
        set_v4(&out, &in.sin_addr);
    } else if (peer->sa_family == AF_INET6) {
        struct sockaddr_in6 in6;
        memcpy(&in6, peer, sizeof in6);
        set_v6(&out, &in6.sin6_addr);
    }
    return out;
}

bool apo_address_read(apo_address *out, apo_span text)
{
    char copy[APO_ADDRESS_MAX];
    struct in_addr v4;
    struct in6_addr v6;
    apo_text at = apo_text_start(copy, sizeof copy);
    apo_text_add_span(&at, text);
    if (at.is_overflowed || memchr(copy, '\0', at.length) != NULL)
        return false;
    if (inet_pton(AF_INET, copy, &v4) == 1)
        set_v4(out, &v4);
    else if (inet_pton(AF_INET6, copy, &v6) == 1)
        set_v6(out, &v6);
    else
        return false;
    return true;
}

bool apo_address_read_node(apo_address *out, apo_span text)
{
    size_t length = text.length;
    if (length >= 2 && text.text[0] == '"' && text.text[length - 1] == '"')
        text = apo_span_part(text, 1, length - 1);
    bool is_v6 = text.length > 0 && text.text[0] == '[';
    if (is_v6)
        text = apo_span_part(text, 1, text.length);
    const char *end =
        text.length > 0 ? memchr(text.text, is_v6 ? ']' : ':', text.length) : NULL;
    if (end == NULL && is_v6)
        return false;
    if (end != NULL)
        text = apo_span_part(text, 0, (size_t)(end - text.text));
    return apo_address_read(out, text);
}
