/* How long a search may take: declared in the public header. */
#ifndef APO_SEARCH_LIMITS_H
#define APO_SEARCH_LIMITS_H

#include "apothecary/search.h"

#endif
