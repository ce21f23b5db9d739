/* Who may take part in a tournament: everybody, invited people, or people in a rating range;
 * and nobody whom the organiser has removed. */
#ifndef APO_SERVER_TOURNAMENT_ENTRY_H
#define APO_SERVER_TOURNAMENT_ENTRY_H

#include "server/tournament/book.h"
#include "server/web/app.h"

/* A person's rating in the tournament's game and kind of clock; the initial rating if there is
 * none. */
int apo_tournament_rating(apo_app *app, const apo_tournament_book *book, const char *person);

/* Why the person may not take part, as a sentence; NULL: they may. Does not check free places
 * or dates. */
const char *apo_tournament_bar(apo_app *app, const apo_tournament_book *book, apo_span person);

/* True if it is not too late to join: before the beginning, in the first rounds of a Swiss
 * tournament that allows it, or until the time of an arena is over. */
bool apo_tournament_is_joinable(const apo_tournament_book *book, int64_t now_ms);

/* True for somebody who has left an arena: joining again ends the pause. */
bool apo_tournament_may_return(const apo_tournament_book *book, unsigned index);

/* True if the person has asked for a half-point bye in the next round. The second is true if
 * the entry may ask for one: byes are left, that round is not the last, and not too many have
 * asked. */
bool apo_tournament_is_resting(const apo_tournament_plan *plan, apo_span person);
bool apo_tournament_may_rest(const apo_tournament_book *book, unsigned index);

/* Adds the person to the players who rest, or takes them off. False: the list is full. */
bool apo_tournament_set_resting(apo_tournament_plan *plan, const char *person, bool is_resting);

/* True if there are enough players to begin; in a team event, two teams. */
bool apo_tournament_has_enough(const apo_tournament_book *book);

bool apo_tournament_is_guest(const apo_tournament_plan *plan, apo_span person);

/* Adds the person to the invited and takes them off the removed. False: the list is full. */
bool apo_tournament_invite(apo_tournament_plan *plan, const char *person);

/* Adds the person to the removed and takes them off the invited. When the list is full, the
 * person who was removed first may come back. */
void apo_tournament_expel(apo_tournament_plan *plan, const char *person);

/* "by invitation", "rating 1400 to 1800"; nothing if everybody may join. */
void apo_tournament_entry_words(apo_buffer *out, const apo_i18n *i18n,
                                const apo_tournament_plan *plan);

#endif
