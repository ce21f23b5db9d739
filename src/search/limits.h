/* How long a search may take: declared for everybody. */
#ifndef APO_SEARCH_LIMITS_H
#define APO_SEARCH_LIMITS_H

#include "apothecary/search.h"

#endif
