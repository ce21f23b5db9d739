/* Lines from standard input; Ctrl-C ends the wait. Lines typed in a terminal can be edited. */
#ifndef APO_CLI_PLAY_LINE_READER_H
#define APO_CLI_PLAY_LINE_READER_H

#include "base/span.h"
#include "cli/play/line_editor.h"

enum {
    APO_LINE_MAX = 4096
}; /* bytes; the longest move has about 800 */

typedef enum apo_input {
    APO_INPUT_LINE,
    APO_INPUT_TOO_LONG,    /* the whole line is dropped */
    APO_INPUT_INTERRUPTED, /* Ctrl-C; unfinished input is dropped */
    APO_INPUT_END          /* end of input, or a read error */
} apo_input;

typedef struct apo_line_reader {
    char bytes[APO_LINE_MAX];
    size_t length;    /* bytes read but not yet returned */
    size_t taken;     /* of them, length of the last line returned, with its line end */
    bool is_skipping; /* within a line that is too long */
    bool is_at_end;
    apo_line_editor editor;
} apo_line_reader;

void apo_line_reader_init(apo_line_reader *reader);

/* Waits for the next line. `*out` is borrowed until the next call. */
apo_input apo_line_read(apo_line_reader *reader, apo_span *out);

/* The same in a terminal with a cursor, after `prompt`: the line can be edited. */
apo_input apo_line_edit(apo_line_reader *reader, const char *prompt, apo_span *out);

#endif
