#include "apothecary/base.h"

const char *apo_version(void)
{
    return APO_VERSION;
}
