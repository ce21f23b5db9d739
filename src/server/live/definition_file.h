/* Definitions as files, for the engines: separate programs that only know the games built in
 * now. */
#ifndef APO_SERVER_LIVE_DEFINITION_FILE_H
#define APO_SERVER_LIVE_DEFINITION_FILE_H

#include "base/span.h"
#include "base/status.h"

/* Writes the text of a definition to DATA/engine/NAME.variant, if it is not there already, and
 * puts the path into `out`. Readers never see half a file. Errors: APO_E_IO, APO_E_TOO_LARGE:
 * of the path. NAME is the beginning of the digest, as long as an id can be. Any thread. */
apo_status apo_definition_file(char *out, size_t size, const char *data, const char *digest,
                               apo_span text);

#endif
