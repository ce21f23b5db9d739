#include "protocol/uci_priv.h"

void apo_uci_send(apo_uci *uci, const char *line)
{
    pthread_mutex_lock(&uci->mutex);
    uci->environment.write(uci->environment.write_context, line);
    pthread_mutex_unlock(&uci->mutex);
}

void apo_uci_send_buffer(apo_uci *uci, apo_buffer *line)
{
    if (!line->is_failed && line->bytes != NULL)
        apo_uci_send(uci, line->bytes);
    apo_buffer_clear(line);
}

void apo_uci_report_error(apo_uci *uci, const char *what, apo_span word)
{
    apo_buffer line;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_buffer_add(&line, "info string ");
    apo_buffer_add(&line, what);
    apo_buffer_add(&line, word.length > 0 ? ": " : "");
    for (size_t i = 0; i < word.length && i < 80; i++)
        apo_buffer_add_char(&line,
                            word.text[i] >= ' ' && word.text[i] != 127 ? word.text[i] : '?');
    apo_uci_send_buffer(uci, &line);
}

void apo_uci_add_number(apo_buffer *line, const char *name, int64_t number)
{
    apo_buffer_add(line, name);
    apo_buffer_add_number(line, number);
}
