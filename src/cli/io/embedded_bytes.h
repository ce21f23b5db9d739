/* Files that are part of the programs as they are: cmake/bytes.cmake makes the tables. */
#ifndef APO_CLI_IO_EMBEDDED_BYTES_H
#define APO_CLI_IO_EMBEDDED_BYTES_H

/* One file. A table ends with a row whose id is NULL. */
struct apo_embedded_bytes {
    const char *id; /* of its game */
    const char *bytes, *end;
};

#endif
