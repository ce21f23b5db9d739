/* Definitions as files, for the engines: they are programs of their own and know by themselves
 * only the games that are built in now. */
#ifndef APO_SERVER_LIVE_DEFINITION_FILE_H
#define APO_SERVER_LIVE_DEFINITION_FILE_H

#include "base/span.h"
#include "base/status.h"

/* Writes the text of a definition to DATA/engine/NAME.variant, if it does not stand there
 * already, and puts the path into `out`. A reader never sees half a file. Errors: APO_E_IO,
 * APO_E_TOO_LARGE: of the path. NAME is the beginning of the digest: as much as an id may have.
 * Any thread. */
apo_status apo_definition_file(char *out, size_t size, const char *data, const char *digest,
                               apo_span text);

#endif
