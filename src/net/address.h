/* Addresses of clients as texts. */
#ifndef APO_NET_ADDRESS_H
#define APO_NET_ADDRESS_H

#include "base/span.h"

struct sockaddr;

enum {
    APO_ADDRESS_MAX = 64 /* the longest IPv6 text has 45 bytes, with its port 53 */
};

typedef struct apo_address {
    char text[APO_ADDRESS_MAX]; /* "192.0.2.7", "2001:db8::1"; IPv4 inside IPv6 is IPv4 */
    char key[APO_ADDRESS_MAX];  /* the same; of IPv6 the network: "2001:db8::/64" */
    bool is_local;              /* of this machine: 127.0.0.0/8, ::1 */
} apo_address;

/* The address of a connection; "unknown" if it is of another kind. */
apo_address apo_address_of(const struct sockaddr *peer);

/* Reads a text without a port; false if it is not an address. */
bool apo_address_read(apo_address *out, apo_span text);

/* Reads an address in the form of the header Forwarded (a "node" of RFC 7239): possibly quoted,
 * IPv6 in brackets, with or without a port. False also for names such as "unknown" and
 * "_hidden". */
bool apo_address_read_node(apo_address *out, apo_span text);

#endif
