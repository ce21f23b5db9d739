/* The files of nets/, made part of the program by cmake/nets.cmake. */
#ifndef APO_CLI_NETS_EMBEDDED_NETS_H
#define APO_CLI_NETS_EMBEDDED_NETS_H

/* One file. */
struct apo_embedded_net {
    const char *id; /* of its game */
    const char *bytes, *end;
};

/* All files; a row with id NULL ends the list. */
extern const struct apo_embedded_net apo_embedded_nets[];

#endif
