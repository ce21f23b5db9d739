/* Words that a reader has chosen not to see: the names and texts that people whom they have
 * blocked or muted have given to tournaments, series and teams. Neutral ones take their place.
 */
#ifndef APO_SERVER_TOURNAMENT_VEIL_H
#define APO_SERVER_TOURNAMENT_VEIL_H

#include "i18n/i18n.h"
#include "server/tournament/book.h"
#include "server/tournament/series.h"

/* The reader. Borrowed for a call. */
typedef struct apo_tournament_reader {
    apo_store *store;
    const apo_i18n *i18n; /* NULL: English */
    apo_span person;      /* "": a stranger, who sees everything */
} apo_tournament_reader;

/* Change rows that are about to be shown; never store them afterwards. Teams are those of
 * their captains, also in the table of a series, and the tournaments of a series are its
 * organiser's. True if the words of a row are hidden. */
bool apo_tournament_veil_row(apo_store_tournament *row, const apo_tournament_reader *reader);
void apo_tournament_veil_book(apo_tournament_book *book, const apo_tournament_reader *reader);
void apo_tournament_veil_series_row(apo_store_series *row, const apo_tournament_reader *reader);
void apo_tournament_veil_series(apo_series *series, const apo_tournament_reader *reader);

#endif
