/* What a search reports while it runs: declared in the public header. */
#ifndef APO_SEARCH_SEARCH_REPORT_H
#define APO_SEARCH_SEARCH_REPORT_H

#include "apothecary/search.h"
#include "search/score.h"

#endif
