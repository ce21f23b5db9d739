#include "cli/serve/mail_options.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/call/message.h"

/* Terminates the line that begins here; NULL if it is empty or has no line end. */
static char *cut_line(char *line)
{
    char *end = strchr(line, '\n');
    if (end == NULL || end == line)
        return NULL;
    *end = '\0';
    if (end[-1] == '\r')
        end[-1] = '\0';
    return end + 1;
}

static bool split_login(apo_mail_login *login)
{
    login->user = login->bytes;
    char *second = cut_line(login->bytes);
    if (second == NULL || cut_line(second) == NULL)
        return false;
    login->password = second;
    return true;
}

static enum apo_exit read_login(apo_mail_login *login, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return apo_report_failure("serve: %s", strerror(errno));
    ssize_t length = read(file, login->bytes, sizeof login->bytes - 2);
    close(file);
    if (length < 0)
        return apo_report_failure("serve: %s", strerror(errno));
    /* The last line may lack its line end. */
    login->bytes[length] = '\n';
    login->bytes[length + 1] = '\0';
    if (!split_login(login))
        return apo_report_failure("serve: %s",
                                  "the file of --smtp-login must have two lines, name "
                                  "and password");
    return APO_EXIT_OK;
}

enum apo_exit apo_mail_options(apo_server_options *out, apo_mail_login *login,
                               const apo_call *call)
{
    const char *path = apo_call_value(call, "smtp-login");
    out->smtp = apo_call_value(call, "smtp");
    out->mail_from = apo_call_value(call, "mail-from");
    if ((out->smtp == NULL) != (out->mail_from == NULL))
        return apo_report_usage(call->command, "--smtp and --mail-from must be given "
                                               "together");
    if (out->smtp != NULL && strncmp(out->smtp, "smtp://", 7) != 0 &&
        strncmp(out->smtp, "smtps://", 8) != 0)
        return apo_report_usage(call->command, "--smtp is smtp://HOST:PORT or smtps://HOST");
    if (path == NULL)
        return APO_EXIT_OK;
    enum apo_exit result = read_login(login, path);
    out->smtp_user = login->user;
    out->smtp_password = login->password;
    return result;
}
