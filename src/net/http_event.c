/* One event as it goes over the wire, in the form of an event stream or as a line of JSON. */
#include "net/http_priv.h"

/* Sends each line of the data separately, as a line end of any kind would end the event's
 * line. */
static void add_data(apo_buffer *out, apo_span data)
{
    size_t start = 0;
    for (size_t i = 0; i <= data.length; i++) {
        if (i < data.length && data.text[i] != '\n' && data.text[i] != '\r')
            continue;
        apo_buffer_add(out, "data: ");
        if (i > start)
            apo_buffer_add_span(out, (apo_span){data.text + start, i - start});
        apo_buffer_add_char(out, '\n');
        if (i + 1 < data.length && data.text[i] == '\r' && data.text[i + 1] == '\n')
            i++;
        start = i + 1;
    }
}

static void add_event(apo_buffer *out, const apo_http_event *event)
{
    if (event->id > 0) {
        apo_buffer_add(out, "id: ");
        apo_buffer_add_number(out, (int64_t)event->id);
        apo_buffer_add_char(out, '\n');
    }
    if (event->name != NULL) {
        apo_buffer_add(out, "event: ");
        apo_buffer_add(out, event->name);
        apo_buffer_add_char(out, '\n');
    }
    add_data(out, event->data);
    apo_buffer_add_char(out, '\n');
}

/* {"id":7,"event":"move","data":{..}} in one line. JSON has line ends only between tokens,
 * where they can be dropped. */
static void add_object(apo_buffer *out, const apo_http_event *event)
{
    apo_buffer_add_char(out, '{');
    if (event->id > 0) {
        apo_buffer_add(out, "\"id\":");
        apo_buffer_add_number(out, (int64_t)event->id);
        apo_buffer_add_char(out, ',');
    }
    apo_buffer_add(out, "\"event\":\"");
    apo_buffer_add(out, event->name != NULL ? event->name : "message");
    apo_buffer_add(out, "\",\"data\":");
    for (apo_span rest = event->data, line; apo_span_line(&rest, &line);)
        apo_buffer_add_span(out, line);
    apo_buffer_add(out, event->data.length > 0 ? "}\n" : "null}\n");
}

void apo_http_event_init(apo_http_event *event, uint64_t id, const char *name, apo_span data)
{
    *event = (apo_http_event){.id = id, .name = name, .data = data};
    for (size_t i = 0; i < APO_HTTP_EVENT_FORMATS; i++)
        apo_buffer_init(&event->forms[i], NULL);
}

void apo_http_event_clear(apo_http_event *event)
{
    for (size_t i = 0; i < APO_HTTP_EVENT_FORMATS; i++)
        apo_buffer_clear(&event->forms[i]);
}

apo_span apo_http_event_form(apo_http_event *event, enum apo_http_event_format form)
{
    apo_buffer *text = &event->forms[form];
    if (text->length == 0 && !text->is_failed) {
        if (form == APO_HTTP_EVENT_FORMAT_LINE)
            add_object(text, event);
        else
            add_event(text, event);
    }
    return text->is_failed ? apo_span_of("") : apo_buffer_span(text);
}
