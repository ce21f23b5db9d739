#include "cli/play/line_reader.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "cli/io/interrupt.h"

void apo_line_reader_init(apo_line_reader *reader)
{
    reader->length = reader->taken = 0;
    reader->is_skipping = reader->is_at_end = false;
    reader->editor.line_count = 0;
}

/* Drops the last line returned. */
static void drop_taken(apo_line_reader *reader)
{
    reader->length -= reader->taken;
    memmove(reader->bytes, reader->bytes + reader->taken, reader->length);
    reader->taken = 0;
}

/* Takes a line from the buffer; at the end of input also one without a line end. */
static bool take_line(apo_line_reader *reader, apo_span *out)
{
    const char *end = memchr(reader->bytes, '\n', reader->length);
    if (end == NULL && !(reader->is_at_end && reader->length > 0))
        return false;
    size_t length = end != NULL ? (size_t)(end - reader->bytes) : reader->length;
    reader->taken = end != NULL ? length + 1 : length;
    *out = (apo_span){reader->bytes, length};
    return true;
}

/* Waits for input. False on Ctrl-C. */
static bool wait_for_input(void)
{
    struct pollfd watched[2] = {{STDIN_FILENO, POLLIN, 0},
                                {apo_interrupt_descriptor(), POLLIN, 0}};
    for (;;) {
        if (apo_interrupt_is_set())
            return false;
        int count = poll(watched, 2, -1);
        if (count < 0 && errno != EINTR)
            return true; /* read() will report the error */
        if (count > 0 && watched[1].revents == 0 && !apo_interrupt_is_set())
            return true;
    }
}

static void read_more(apo_line_reader *reader)
{
    ssize_t count = read(STDIN_FILENO, reader->bytes + reader->length,
                         sizeof reader->bytes - reader->length);
    if (count > 0)
        reader->length += (size_t)count;
    else if (count == 0 || errno != EINTR)
        reader->is_at_end = true;
}

apo_input apo_line_read(apo_line_reader *reader, apo_span *out)
{
    drop_taken(reader);
    for (;;) {
        if (take_line(reader, out)) {
            if (!reader->is_skipping)
                return APO_INPUT_LINE;
            reader->is_skipping = false;
            return APO_INPUT_TOO_LONG;
        }
        if (reader->is_at_end)
            return APO_INPUT_END;
        if (reader->length == sizeof reader->bytes) {
            reader->is_skipping = true;
            reader->length = 0;
        }
        if (!wait_for_input()) {
            reader->length = 0;
            reader->is_skipping = false;
            return APO_INPUT_INTERRUPTED;
        }
        read_more(reader);
    }
}

static apo_input edit(apo_line_reader *reader, apo_span *out)
{
    for (;;) {
        while (reader->taken < reader->length) {
            enum apo_edit said =
                apo_line_editor_take(&reader->editor, reader->bytes[reader->taken++]);
            if (said == APO_EDIT_END)
                return APO_INPUT_END;
            *out = apo_line_editor_line(&reader->editor);
            if (said == APO_EDIT_LINE)
                return APO_INPUT_LINE;
        }
        drop_taken(reader);
        if (reader->is_at_end)
            return APO_INPUT_END;
        if (!wait_for_input()) {
            (void)tcflush(STDIN_FILENO, TCIFLUSH);
            return APO_INPUT_INTERRUPTED;
        }
        read_more(reader);
    }
}

apo_input apo_line_edit(apo_line_reader *reader, const char *prompt, apo_span *out)
{
    drop_taken(reader);
    apo_line_editor_begin(&reader->editor, prompt);
    apo_input input = edit(reader, out);
    apo_line_editor_end(&reader->editor);
    return input;
}
