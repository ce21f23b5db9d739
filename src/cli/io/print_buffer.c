#include "cli/io/print_buffer.h"

#include <stdio.h>

#include "cli/call/message.h"

enum apo_exit apo_buffer_print(apo_buffer *buffer)
{
    enum apo_exit result = APO_EXIT_OK;
    if (buffer->is_failed)
        result = apo_report_failure("%s", apo_status_message(APO_E_MEMORY));
    else if (buffer->length > 0)
        fwrite(buffer->bytes, 1, buffer->length, stdout);
    apo_buffer_clear(buffer);
    return result;
}

enum apo_exit apo_buffer_print_line(apo_buffer *buffer)
{
    apo_buffer_add_char(buffer, '\n');
    return apo_buffer_print(buffer);
}
