#include "cli/lab/constants_option.h"

#include "cli/call/message.h"

enum apo_exit apo_call_constants(const apo_call *call, apo_search_constants *out)
{
    const char *list = apo_call_value(call, "constants");
    apo_span fault;
    *out = apo_search_constants_usual;
    if (list == NULL || apo_search_constants_read(out, apo_span_of(list), &fault))
        return APO_EXIT_OK;
    return apo_report_usage(call->command,
                            "--constants: \"%.*s\" is no constant with a value in its range",
                            (int)fault.length, fault.text);
}
