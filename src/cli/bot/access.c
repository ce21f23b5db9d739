#include "cli/bot/access.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/call/message.h"

/* Reads the first word of the file. */
static enum apo_exit read_token(char out[APO_BOT_TOKEN_MAX], const char *command,
                                const char *path)
{
    char bytes[APO_BOT_TOKEN_MAX];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return apo_report_failure("%s: %s: %s", command, path, strerror(errno));
    ssize_t length = read(file, bytes, sizeof bytes);
    close(file);
    apo_span rest = {bytes, length > 0 ? (size_t)length : 0};
    apo_span word = apo_span_word(&rest);
    apo_text text = apo_text_start(out, APO_BOT_TOKEN_MAX);
    apo_text_add_span(&text, word);
    if (word.length == 0 || text.is_overflowed)
        return apo_report_failure("%s: %s: it contains no token", command, path);
    return APO_EXIT_OK;
}

static bool read_server(char out[APO_SERVER_URL_MAX], const char *url)
{
    apo_span span = apo_span_of(url);
    apo_text text = apo_text_start(out, APO_SERVER_URL_MAX);
    while (span.length > 0 && span.text[span.length - 1] == '/')
        span.length--;
    apo_text_add_span(&text, span);
    return !text.is_overflowed &&
           (apo_span_starts_with(span, "http://") || apo_span_starts_with(span, "https://"));
}

enum apo_exit apo_access_read(apo_access *out, const apo_call *call)
{
    const char *server = apo_call_value(call, "server"),
               *file = apo_call_value(call, "token-file");
    if (server == NULL || file == NULL)
        return apo_report_usage(call->command, "--server and --token-file are needed");
    if (!read_server(out->url, server))
        return apo_report_usage(call->command, "--server is a URL, http:// or https://");
    return read_token(out->token, call->command->name, file);
}
