#include "rules/rules/setup_faults.h"

const char *apo_setup_fault_message(unsigned index)
{
    static const char *const messages[APO_SETUP_FAULTS] = {
#define APO_SETUP_FAULT_MESSAGE(name, message) [APO_SETUP_FAULT_INDEX_##name] = (message),
        APO_SETUP_FAULT_LIST(APO_SETUP_FAULT_MESSAGE)
#undef APO_SETUP_FAULT_MESSAGE
    };
    return index < APO_SETUP_FAULTS ? messages[index] : "unknown fault";
}
