/* What a search tells while it runs: declared for everybody. */
#ifndef APO_SEARCH_SEARCH_REPORT_H
#define APO_SEARCH_SEARCH_REPORT_H

#include "apothecary/search.h"
#include "search/score.h"

#endif
