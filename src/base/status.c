#include "base/status.h"

const char *apo_status_message(apo_status status)
{
    static const char *const messages[APO_STATUSES] = {
#define APO_STATUS_MESSAGE(name, message) message,
        APO_STATUS_LIST(APO_STATUS_MESSAGE)
#undef APO_STATUS_MESSAGE
    };
    unsigned index = (unsigned)status;
    return index < APO_STATUSES ? messages[index] : "unknown status";
}
