/* How much one person has of the things that grow with use. server/web/holding.h sets the
 * limits. */
#ifndef APO_STORE_HOLDINGS_H
#define APO_STORE_HOLDINGS_H

#include "store/store.h"

enum apo_holding {
    APO_HOLDING_WAITING,     /* games that wait for an opponent */
    APO_HOLDING_GAMES,       /* these, and those that are being played */
    APO_HOLDING_BLOCKED,     /* people whom the person has blocked */
    APO_HOLDING_MUTED,       /* and muted */
    APO_HOLDING_PROBLEMS,    /* that the person has published, or that are being checked */
    APO_HOLDING_TOURNAMENTS, /* announced by the person, and not over */
    APO_HOLDING_SERIES,      /* made by the person */
    APO_HOLDING_REPORTS,     /* by the person, and not yet answered */
    APO_HOLDINGS
};

/* 0 if the store cannot be read. */
unsigned apo_store_count_holding(apo_store *store, enum apo_holding what, apo_span person);

#endif
