#include "apothecary/base.h"

const char *apo_version(void)
{
    return APO_VERSION;
}

int apo_version_number(void)
{
    return APO_VERSION_NUMBER;
}
