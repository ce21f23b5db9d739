#include "cli/nets/nets.h"

#include <errno.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/nets/embedded_nets.h"

enum apo_exit apo_nets_open(apo_nets *out, const apo_call *call)
{
    const char *path = apo_call_value(call, "eval-file");
    *out = (apo_nets){.has_file = path != NULL};
    apo_buffer_init(&out->file, NULL);
    if (path == NULL || strcmp(path, "none") == 0)
        return APO_EXIT_OK;
    apo_status status = apo_file_read(&out->file, path);
    if (status == APO_OK && out->file.length > 0)
        return APO_EXIT_OK;
    apo_nets_close(out);
    if (status == APO_OK)
        return apo_report_failure("%s: this is not a net", path);
    return apo_report_failure(
        "%s: %s", path, status == APO_E_IO ? strerror(errno) : apo_status_message(status));
}

void apo_nets_close(apo_nets *nets)
{
    apo_buffer_clear(&nets->file);
}

apo_span apo_nets_bytes(const apo_nets *nets, const char *id)
{
    if (nets->has_file)
        return apo_buffer_span(&nets->file);
    return apo_embedded_bytes_of(apo_embedded_nets, id);
}
