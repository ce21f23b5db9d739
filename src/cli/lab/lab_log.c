#include "cli/lab/lab_log.h"

#include <errno.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "api/host.h"
#include "cli/call/message.h"
#include "cli/io/file.h"

enum {
    SHOW_EVERY_MS = 500
};

/* --- the file ------------------------------------------------------------ */

/* Reads all complete lines; `*out_length` is their length in bytes. */
static enum apo_exit read_lines(const char *path, const char *title, apo_span text,
                                apo_lab_read_line *read, void *context, size_t *out_length)
{
    size_t at = 0;
    for (unsigned number = 1; at < text.length; number++) {
        const char *end = memchr(text.text + at, '\n', text.length - at);
        if (end == NULL)
            break;
        apo_span line = apo_span_part(text, at, (size_t)(end - text.text) - at);
        if (number == 1 && !apo_span_is(line, title))
            return apo_report_failure("%s belongs to another measurement: \"%.*s\", not "
                                      "\"%s\"",
                                      path, (int)line.length, line.text, title);
        if (number > 1 && !read(context, line))
            return apo_report_failure("%s:%u: not a result of this measurement", path, number);
        at = (size_t)(end - text.text) + 1;
    }
    *out_length = at;
    return APO_EXIT_OK;
}

static enum apo_exit read_file(const char *path, const char *title, apo_lab_read_line *read,
                               void *context)
{
    apo_buffer text;
    size_t length = 0;
    enum apo_exit result = APO_EXIT_OK;
    if (access(path, F_OK) != 0)
        return APO_EXIT_OK;
    apo_buffer_init(&text, NULL);
    apo_status status = apo_file_read(&text, path);
    if (status != APO_OK)
        result = apo_report_failure(
            "%s: %s", path, status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    if (result == APO_EXIT_OK)
        result = read_lines(path, title, apo_buffer_span(&text), read, context, &length);
    apo_buffer_clear(&text);
    if (result == APO_EXIT_OK && truncate(path, (off_t)length) != 0)
        result = apo_report_failure("%s: %s", path, strerror(errno));
    return result;
}

/* Waits while another process writes the file: an orphaned one is about to end. */
static void lock(const apo_lab_log *log)
{
    if (flock(fileno(log->file), LOCK_EX | LOCK_NB) == 0)
        return;
    apo_report_error("%s: another process writes it; waiting for its end", log->path);
    (void)flock(fileno(log->file), LOCK_EX);
}

enum apo_exit apo_lab_log_open(apo_lab_log *out, const char *path, const char *title,
                               apo_lab_read_line *read, void *context)
{
    *out = (apo_lab_log){NULL, path};
    if (path == NULL)
        return APO_EXIT_OK;
    out->file = fopen(path, "ae");
    if (out->file == NULL)
        return apo_report_failure("%s: %s", path, strerror(errno));
    lock(out);
    enum apo_exit result = read_file(path, title, read, context);
    if (result == APO_EXIT_OK && (fseek(out->file, 0, SEEK_END) != 0 ||
                                  (ftell(out->file) == 0 && !apo_lab_log_add(out, title))))
        result = APO_EXIT_NO;
    if (result != APO_EXIT_OK)
        apo_lab_log_close(out);
    return result;
}

bool apo_lab_log_add(apo_lab_log *log, const char *line)
{
    if (log->file == NULL)
        return true;
    if (fprintf(log->file, "%s\n", line) > 0 && fflush(log->file) == 0)
        return true;
    apo_report_error("%s: %s", log->path, strerror(errno));
    return false;
}

void apo_lab_log_close(apo_lab_log *log)
{
    if (log->file != NULL)
        fclose(log->file);
    log->file = NULL;
}

/* --- the screen ---------------------------------------------------------- */

void apo_lab_progress_start(apo_lab_progress *out, uint32_t known, bool is_wanted)
{
    int64_t now = apo_engine_now(NULL);
    *out = (apo_lab_progress){isatty(STDERR_FILENO) || is_wanted, now, 0, known};
}

void apo_lab_progress_show(apo_lab_progress *progress, uint32_t done, uint32_t total,
                           const char *of_what)
{
    char left[48] = "";
    int64_t now = apo_engine_now(NULL);
    if (!progress->is_shown || (now - progress->shown_ms < SHOW_EVERY_MS && done < total))
        return;
    progress->shown_ms = now;
    uint32_t fresh = done - progress->known;
    if (fresh > 0)
        apo_time_left_write(left, sizeof left,
                            (now - progress->start_ms) * (total - done) / fresh / 1000);
    fprintf(stderr, "\r%u of %u %s (%u %%)%s   ", (unsigned)done, (unsigned)total, of_what,
            (unsigned)(total > 0 ? 100ULL * done / total : 100), left);
    fflush(stderr);
}

void apo_lab_progress_end(const apo_lab_progress *progress)
{
    if (progress->is_shown)
        fputc('\n', stderr);
}
