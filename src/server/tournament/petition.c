#include "server/tournament/petition.h"

#include <string.h>

#include "server/tournament/entry.h"
#include "server/tournament/teams.h"
#include "store/invitations.h"

static enum apo_petition_verdict deny(apo_petition *petition, unsigned status, const char *code,
                                      const char *words)
{
    petition->denial = (apo_petition_denial){status, code, words};
    return APO_PETITION_REFUSED;
}

/* Checks whether somebody not yet in the tournament may join this team, or found one. */
static enum apo_petition_verdict look_at_team(apo_petition *petition)
{
    unsigned players[APO_TEAM_BOARDS_MAX + APO_TEAM_RESERVES_MAX];
    const apo_tournament_book *book = petition->book;
    if (petition->action == APO_PETITION_FOUND) {
        for (unsigned i = 0; i < book->team_count; i++) {
            if (strcmp(book->teams[i].name, petition->team_name) == 0)
                return deny(petition, 409, "conflict",
                            "There is a team with this name already.");
        }
        return book->team_count < book->plan.teams_max
                   ? APO_PETITION_MAY
                   : deny(petition, 409, "conflict", "There is no room for another team.");
    }
    const unsigned index = apo_team_find(book, petition->team);
    if (index == APO_TOURNAMENT_NOBODY)
        return deny(petition, 409, "conflict", "Choose a team, or create one.");
    if (apo_team_is_locked(&book->plan, petition->team))
        return deny(petition, 409, "conflict", "The captain has locked this team.");
    const unsigned count = apo_team_players(players, book, index);
    for (unsigned i = 0; i < count; i++) {
        if (apo_store_are_parted(petition->ask.app->store, apo_span_of(petition->person),
                                 apo_span_of(book->entries[players[i]].person)))
            return deny(petition, 403, "forbidden",
                        "You and a player of this team do not want to meet.");
    }
    return count < apo_team_size(&book->plan)
               ? APO_PETITION_MAY
               : deny(petition, 409, "conflict", "This team is full.");
}

/* Checks for a captain, or a player leaving the team, before the tournament begins. */
static enum apo_petition_verdict look_at_captain(apo_petition *petition)
{
    const apo_tournament_book *book = petition->book;
    const bool is_lock =
        petition->action == APO_PETITION_LOCK || petition->action == APO_PETITION_UNLOCK;
    const unsigned index = apo_tournament_book_find(
        book, apo_span_of(is_lock ? petition->person : petition->other));
    const unsigned team = index != APO_TOURNAMENT_NOBODY
                              ? apo_team_find(book, book->entries[index].team)
                              : APO_TOURNAMENT_NOBODY;
    if (team == APO_TOURNAMENT_NOBODY ||
        !apo_span_is(apo_span_of(petition->person), book->teams[team].captain))
        return deny(petition, 403, "forbidden", "Only the captain of the team can do that.");
    if (book->row.state != APO_STORE_TOURNAMENT_OPEN)
        return deny(petition, 409, "conflict", "It is too late for that.");
    petition->team = book->teams[team].number;
    const bool is_locked = apo_team_is_locked(&book->plan, petition->team);
    if (is_lock)
        return is_locked == (petition->action == APO_PETITION_LOCK) ? APO_PETITION_DONE
                                                                    : APO_PETITION_MAY;
    return is_locked ? deny(petition, 409, "conflict", "The team is locked: unlock it first.")
                     : APO_PETITION_MAY;
}

static enum apo_petition_verdict look_at_join(apo_petition *petition, unsigned index)
{
    const apo_tournament_book *book = petition->book;
    bool is_in = index != APO_TOURNAMENT_NOBODY;
    if (is_in && !book->entries[index].has_left)
        return APO_PETITION_DONE;
    const bool may_return = is_in && apo_tournament_may_return(book, index);
    if ((is_in && !may_return) || !apo_tournament_is_joinable(book, apo_http_wall_clock_ms()))
        return deny(petition, 409, "conflict", "It is too late to join this tournament.");
    if (book->row.entry_count >= book->plan.players_max ||
        (!is_in && book->entry_count >= APO_TOURNAMENT_PLAYERS_MAX))
        return deny(petition, 409, "conflict", "All places of this tournament are taken.");
    const char *bar =
        apo_tournament_bar(petition->ask.app, book, apo_span_of(petition->person));
    if (bar != NULL)
        return deny(petition, 403, "forbidden", bar);
    return book->plan.system == APO_TOURNAMENT_TEAMS ? look_at_team(petition)
                                                     : APO_PETITION_MAY;
}

static enum apo_petition_verdict look_at_rest(apo_petition *petition, unsigned index)
{
    const apo_tournament_book *book = petition->book;
    if (index == APO_TOURNAMENT_NOBODY || book->entries[index].has_left)
        return deny(petition, 403, "forbidden", "Only players of the tournament can do that.");
    if (petition->is_resting ==
        apo_tournament_is_resting(&book->plan, apo_span_of(petition->person)))
        return APO_PETITION_DONE;
    if (petition->is_resting && !apo_tournament_may_rest(book, index))
        return deny(petition, 409, "conflict", "You cannot have a bye in the next round.");
    return APO_PETITION_MAY;
}

/* Removes or invites somebody. */
static enum apo_petition_verdict look_at_other(apo_petition *petition)
{
    const apo_store_tournament *row = &petition->book->row;
    bool is_open = row->state == APO_STORE_TOURNAMENT_OPEN;
    if (!is_open &&
        (row->state != APO_STORE_TOURNAMENT_RUNNING || petition->action == APO_PETITION_INVITE))
        return deny(petition, 409, "conflict", "It is too late for that.");
    if (petition->action == APO_PETITION_INVITE &&
        apo_tournament_is_guest(&petition->book->plan, apo_span_of(petition->other)))
        return APO_PETITION_DONE;
    if (petition->action == APO_PETITION_INVITE &&
        petition->book->plan.guests.count == APO_TOURNAMENT_PEOPLE_MAX)
        return deny(petition, 409, "conflict", "No more than 48 people can be invited.");
    return APO_PETITION_MAY;
}

static enum apo_petition_verdict look_at_organiser(apo_petition *petition)
{
    const apo_store_tournament *row = &petition->book->row;
    if (!apo_span_is(apo_span_of(petition->person), row->organiser))
        return deny(petition, 403, "forbidden", "Only the organiser can do that.");
    if (petition->action == APO_PETITION_REMOVE || petition->action == APO_PETITION_INVITE)
        return look_at_other(petition);
    if (petition->action == APO_PETITION_CANCEL && row->state == APO_STORE_TOURNAMENT_CANCELLED)
        return APO_PETITION_DONE;
    if (petition->action == APO_PETITION_CANCEL && row->state == APO_STORE_TOURNAMENT_OVER)
        return deny(petition, 409, "conflict", "The tournament is over.");
    if (petition->action == APO_PETITION_CANCEL)
        return APO_PETITION_MAY;
    if (row->state == APO_STORE_TOURNAMENT_RUNNING)
        return APO_PETITION_DONE;
    if (row->state != APO_STORE_TOURNAMENT_OPEN)
        return deny(petition, 409, "conflict", "The tournament is over.");
    if (!apo_tournament_has_enough(petition->book))
        return deny(petition, 409, "conflict", "There are not yet enough players.");
    return APO_PETITION_MAY;
}

/* The organiser cannot leave an exhibition: it is played against them. */
static bool is_host(const apo_tournament_book *book, const char *person)
{
    return book->plan.system == APO_TOURNAMENT_EXHIBITION &&
           apo_span_is(apo_span_of(person), book->row.organiser);
}

enum apo_petition_verdict apo_petition_judge(apo_petition *petition)
{
    const apo_tournament_book *book = petition->book;
    unsigned index = apo_tournament_book_find(book, apo_span_of(petition->person));
    bool is_in = index != APO_TOURNAMENT_NOBODY;
    if (petition->action == APO_PETITION_FOUND && book->plan.system != APO_TOURNAMENT_TEAMS)
        return deny(petition, 409, "conflict", "This tournament has no teams.");
    if (petition->action == APO_PETITION_JOIN || petition->action == APO_PETITION_FOUND)
        return look_at_join(petition, index);
    if (petition->action == APO_PETITION_RAISE || petition->action == APO_PETITION_RELEASE ||
        petition->action == APO_PETITION_LOCK || petition->action == APO_PETITION_UNLOCK)
        return look_at_captain(petition);
    if (petition->action == APO_PETITION_REST)
        return look_at_rest(petition, index);
    if ((petition->action == APO_PETITION_LEAVE && is_host(book, petition->person)) ||
        (petition->action == APO_PETITION_REMOVE && is_host(book, petition->other)))
        return deny(
            petition, 409, "conflict",
            "Without its organiser an exhibition cannot be played: call it off instead.");
    if (petition->action != APO_PETITION_LEAVE)
        return look_at_organiser(petition);
    if (!is_in || book->entries[index].has_left)
        return APO_PETITION_DONE;
    if (book->row.state != APO_STORE_TOURNAMENT_OPEN &&
        book->row.state != APO_STORE_TOURNAMENT_RUNNING)
        return deny(petition, 409, "conflict", "The tournament is over.");
    return APO_PETITION_MAY;
}
