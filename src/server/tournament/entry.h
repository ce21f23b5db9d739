/* Who may take part in a tournament: all, those whom the organiser has invited, those of a
 * range of ratings; and nobody whom he has removed. */
#ifndef APO_SERVER_TOURNAMENT_ENTRY_H
#define APO_SERVER_TOURNAMENT_ENTRY_H

#include "server/tournament/book.h"
#include "server/web/app.h"

/* Somebody's rating in the game and kind of clock of the tournament; the first one, if there is
 * none. */
int apo_tournament_rating(apo_app *app, const apo_tournament_book *book, const char *person);

/* A sentence that says why the person may not take part; NULL: nothing is against it. Places
 * and times are not looked at. */
const char *apo_tournament_bar(apo_app *app, const apo_tournament_book *book, apo_span person);

bool apo_tournament_is_guest(const apo_tournament_plan *plan, apo_span person);

/* Notes that the person is invited, and has not been removed any more. False: there are as many
 * as can be. */
bool apo_tournament_invite(apo_tournament_plan *plan, const char *person);

/* Notes that the person has been removed, and is not invited any more. The list has an end: who
 * was removed first may come back then. */
void apo_tournament_expel(apo_tournament_plan *plan, const char *person);

/* "by invitation", "rating 1400 to 1800"; nothing if all may come. */
void apo_tournament_entry_words(apo_buffer *out, const apo_i18n *i18n,
                                const apo_tournament_plan *plan);

#endif
