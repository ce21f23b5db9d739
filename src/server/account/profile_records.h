/* The part of a profile that shows activity, records, tournaments and seasons. */
#ifndef APO_SERVER_ACCOUNT_PROFILE_RECORDS_H
#define APO_SERVER_ACCOUNT_PROFILE_RECORDS_H

#include "i18n/i18n.h"
#include "net/template.h"
#include "server/web/app.h"
#include "store/ratings.h"

typedef struct apo_profile_records {
    apo_app *app;
    const apo_i18n *i18n;
    const char *zone; /* of the viewer */
    apo_fill *fill;
    apo_span person;                /* its id */
    apo_span reader;                /* "": a stranger */
    const apo_store_rating *rating; /* whose records are shown; person "": none */
    int64_t now_ms;
} apo_profile_records;

/* Fills the rows "weeks", "records", "placings" and "seasons". Not for the loop. */
void apo_profile_fill_records(const apo_profile_records *all);

#endif
