#include "protocol/xboard_priv.h"

enum {
    SHOWN_MAX = 80 /* bytes of a foreign text */
};

void apo_xboard_send(apo_xboard *x, const char *line)
{
    pthread_mutex_lock(&x->mutex);
    x->environment.write(x->environment.write_context, line);
    pthread_mutex_unlock(&x->mutex);
}

void apo_xboard_send_buffer(apo_xboard *x, apo_buffer *line)
{
    if (!line->is_failed && line->bytes != NULL)
        apo_xboard_send(x, line->bytes);
    apo_buffer_clear(line);
}

/* Foreign text: cut if long, with control characters as "?". */
static void add_foreign(apo_buffer *out, apo_span text)
{
    for (size_t i = 0; i < text.length && i < SHOWN_MAX; i++)
        apo_buffer_add_char(out,
                            text.text[i] >= ' ' && text.text[i] != 127 ? text.text[i] : '?');
}

void apo_xboard_send_text(apo_xboard *x, const char *before, apo_span text)
{
    apo_buffer line;
    apo_buffer_init(&line, x->environment.alloc);
    apo_buffer_add(&line, before);
    add_foreign(&line, text);
    apo_xboard_send_buffer(x, &line);
}

void apo_xboard_report_error(apo_xboard *x, const char *what, apo_span text)
{
    apo_buffer line;
    apo_buffer_init(&line, x->environment.alloc);
    apo_buffer_add(&line, "Error (");
    apo_buffer_add(&line, what);
    apo_buffer_add(&line, "): ");
    add_foreign(&line, text);
    apo_xboard_send_buffer(x, &line);
}
