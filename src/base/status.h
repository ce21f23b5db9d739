/* Every status that a function of this library can return: declared in apothecary/base.h. */
#ifndef APO_BASE_STATUS_H
#define APO_BASE_STATUS_H

#include "apothecary/base.h"

#endif
