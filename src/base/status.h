/* Every status that a function of this library can return: declared for everybody. */
#ifndef APO_BASE_STATUS_H
#define APO_BASE_STATUS_H

#include "apothecary/base.h"

#endif
