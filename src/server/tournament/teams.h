/* Team events: founding and joining teams, the order of boards, pairing, and results.
 * docs/tournaments.md has the rules. Loop's thread, except functions that only read a book. */
#ifndef APO_SERVER_TOURNAMENT_TEAMS_H
#define APO_SERVER_TOURNAMENT_TEAMS_H

#include "server/tournament/step.h"

/* The most players that a team may have: the boards and the reserves. */
unsigned apo_team_size(const apo_tournament_plan *plan);

/* The index of the team with a number; APO_TOURNAMENT_NOBODY: there is none. */
unsigned apo_team_find(const apo_tournament_book *book, unsigned number);

/* A captain can lock a team before it begins: nobody joins it or changes boards until it is
 * unlocked. Teams have numbers from 1 to APO_TEAMS_MAX. */
bool apo_team_is_locked(const apo_tournament_plan *plan, unsigned number);
void apo_team_lock(apo_tournament_plan *plan, unsigned number, bool is_locked);

/* The entries of a team (its index) in the order of boards, without those who have left;
 * returns how many. */
unsigned apo_team_players(unsigned out[APO_TEAM_BOARDS_MAX + APO_TEAM_RESERVES_MAX],
                          const apo_tournament_book *book, unsigned team);

/* How many teams have players. */
unsigned apo_team_count(const apo_tournament_book *book);

/* Matches and table. Teams are numbered like those of the book. */
typedef struct apo_team_sheet {
    apo_team_match matches[APO_TEAM_MATCHES_MAX];
    size_t match_count;
    apo_team_line lines[APO_TEAMS_MAX];
} apo_team_sheet;

/* Errors: APO_E_MEMORY. */
apo_status apo_team_sheet_make(apo_team_sheet *out, const apo_tournament_sheet *games,
                               const apo_tournament_book *book);

/* --- steps --------------------------------------------------------------- */

/* Adds a team to the book and the batch; NULL: there are too many. */
apo_store_team *apo_team_found(apo_tournament_book *book, const char *captain, apo_span name,
                               apo_store_batch *batch);

/* The board of somebody who joins a team: after the others. */
unsigned apo_team_next_board(const apo_tournament_book *book, unsigned number);

/* The player (an entry) changes places with the one on the board before. */
void apo_team_move_up(apo_tournament_book *book, unsigned entry, apo_store_batch *batch);

/* Call when entry `gone` has been deleted before the beginning: appoints another captain, or
 * deletes the team. */
void apo_team_part(apo_tournament_book *book, unsigned gone, apo_store_batch *batch);

/* Numbers the teams when the tournament begins, by the mean rating of those on the boards, or
 * as the plan says; `draw_order` decides ties. */
void apo_team_give_ranks(apo_tournament_step *on, const unsigned *draw_order);

/* Pairs a round: teams, then their boards. */
apo_status apo_team_pair_round(apo_tournament_step *on, unsigned round);

#endif
