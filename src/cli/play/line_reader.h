/* Lines from standard input, as they come; Ctrl-C ends the waiting. */
#ifndef APO_CLI_PLAY_LINE_READER_H
#define APO_CLI_PLAY_LINE_READER_H

#include "base/span.h"

enum {
    APO_LINE_MAX = 4096
}; /* bytes; the longest move has about 800 */

typedef enum apo_input {
    APO_INPUT_LINE,
    APO_INPUT_TOO_LONG,    /* dropped whole */
    APO_INPUT_INTERRUPTED, /* Ctrl-C; what was typed is dropped */
    APO_INPUT_END          /* end of input, or it cannot be read */
} apo_input;

typedef struct apo_line_reader {
    char bytes[APO_LINE_MAX];
    size_t length;    /* bytes read and not yet handed out */
    size_t taken;     /* length of the line handed out last, its end included */
    bool is_skipping; /* within a line that is too long */
    bool is_at_end;
} apo_line_reader;

void apo_line_reader_init(apo_line_reader *reader);

/* Waits for the next line. `*out` is borrowed until the next call. */
apo_input apo_line_read(apo_line_reader *reader, apo_span *out);

#endif
