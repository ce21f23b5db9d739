#include "net/log.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

enum {
    TIME_SIZE = 40,
    NS_PER_MS = 1000000
};

static void add_ms(apo_buffer *line, long ms)
{
    apo_buffer_add_char(line, (char)('0' + ms / 100));
    apo_buffer_add_char(line, (char)('0' + ms / 10 % 10));
    apo_buffer_add_char(line, (char)('0' + ms % 10));
}

void apo_log_start(apo_buffer *line, const char *event)
{
    char seconds[TIME_SIZE] = "";
    struct timespec now = {0, 0};
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    if (gmtime_r(&now.tv_sec, &parts) != NULL)
        strftime(seconds, sizeof seconds, "%Y-%m-%dT%H:%M:%S.", &parts);
    apo_buffer_init(line, NULL);
    apo_buffer_add(line, "{\"at\":\"");
    apo_buffer_add(line, seconds);
    add_ms(line, now.tv_nsec / NS_PER_MS);
    apo_buffer_add(line, "Z\"");
    apo_json_add_string(line, "event", event);
}

void apo_log_end(const apo_log *log, apo_buffer *line)
{
    apo_buffer_add(line, "}\n");
    size_t at = 0;
    while (log != NULL && log->descriptor >= 0 && !line->is_failed && at < line->length) {
        ssize_t written = write(log->descriptor, line->bytes + at, line->length - at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            break;
        at += (size_t)written;
    }
    apo_buffer_clear(line);
}

void apo_log_text(const apo_log *log, const char *event, const char *name, apo_span value)
{
    apo_buffer line;
    apo_log_start(&line, event);
    apo_json_add_text(&line, name, value);
    apo_log_end(log, &line);
}
