#include "cli/io/book.h"

#include <errno.h>
#include <string.h>

#include "cli/io/file.h"
#include "cli/io/print_buffer.h"
#include "notation/locate.h"

/* A book in our own format has lines, Polyglot's only bytes. */
static enum apo_exit report(const char *path, apo_span text, const apo_error *err)
{
    if (apo_span_starts_with(text, "apothecary-book"))
        return apo_report_failure("%s: line %zu: %s", path,
                                  (size_t)apo_span_locate(text, err->position).line,
                                  err->detail);
    return apo_report_failure("%s: byte %zu: %s", path, err->position + 1, err->detail);
}

enum apo_exit apo_book_open(apo_book **out, const apo_variant *var, const char *path)
{
    apo_buffer text;
    apo_error err = {.detail = ""};
    enum apo_exit result = APO_EXIT_OK;
    apo_buffer_init(&text, NULL);
    apo_status status = apo_file_read(&text, path);
    if (status != APO_OK)
        result = apo_report_failure(
            "%s: %s", path, status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    else if (apo_book_read(out, var, apo_buffer_span(&text), &err) != APO_OK)
        result = report(path, apo_buffer_span(&text), &err);
    apo_buffer_clear(&text);
    return result;
}

enum apo_exit apo_book_write(apo_book_maker *maker, const char *path)
{
    apo_buffer out;
    enum apo_exit result = APO_EXIT_OK;
    apo_buffer_init(&out, NULL);
    apo_status status = apo_book_maker_write(&out, maker);
    if (status == APO_OK && path == NULL)
        return apo_buffer_print(&out);
    if (status != APO_OK)
        result = apo_report_failure("book: %s", apo_status_message(status));
    else if (apo_file_write(path, apo_buffer_span(&out), true) != APO_OK)
        result = apo_report_failure("%s: %s", path, strerror(errno));
    apo_buffer_clear(&out);
    return result;
}
