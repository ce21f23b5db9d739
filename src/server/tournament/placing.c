#include "server/tournament/placing.h"

#include "base/alloc.h"
#include "base/text.h"
#include "server/tournament/teams.h"
#include "store/series.h"

typedef struct ranking {
    apo_tournament_sheet sheet;
    apo_team_sheet teams;
    apo_tournament_line lines[APO_TOURNAMENT_PLAYERS_MAX];
} ranking;

/* A player who left before playing anything has no place. */
static bool has_played(const apo_tournament_line *line)
{
    unsigned games = 0;
    for (unsigned i = 0; i < APO_TOURNAMENT_OUTCOMES; i++)
        games += line->outcomes[i];
    return !line->is_struck && (games > 0 || line->points > 0);
}

/* The place of a player's team. */
static unsigned team_place(const ranking *all, const apo_tournament_book *book, unsigned player)
{
    const unsigned team = apo_team_find(book, book->entries[player].team);
    unsigned i = 0;
    while (i + 1 < book->team_count && all->teams.lines[i].team != team)
        i++;
    return all->teams.lines[i].place;
}

static void add_places(const ranking *all, const apo_tournament_step *on)
{
    const apo_tournament_book *book = on->book;
    const bool has_teams = book->plan.system == APO_TOURNAMENT_TEAMS;
    unsigned players = 0;
    for (unsigned i = 0; i < book->entry_count; i++)
        players += has_played(&all->lines[i]);
    for (unsigned i = 0; i < book->entry_count; i++) {
        const apo_tournament_line *line = &all->lines[i];
        apo_store_placing row = {.place = has_teams ? team_place(all, book, line->player)
                                                    : line->place,
                                 .players = players,
                                 .at_ms = on->now_ms};
        if (!has_played(line))
            continue;
        apo_text_copy(row.tournament, sizeof row.tournament, book->row.id);
        apo_text_copy(row.person, sizeof row.person, book->entries[line->player].person);
        apo_store_add_placing(on->batch, &row);
    }
}

apo_status apo_tournament_end(apo_tournament_step *on)
{
    ranking *all = apo_allocate_zero(NULL, sizeof *all);
    if (all == NULL)
        return APO_E_MEMORY;
    apo_status status = apo_tournament_sheet_make(&all->sheet, on->book);
    if (status == APO_OK && on->book->plan.system == APO_TOURNAMENT_TEAMS)
        status = apo_team_sheet_make(&all->teams, &all->sheet, on->book);
    if (status == APO_OK) {
        apo_tournament_table(all->lines, &all->sheet.tournament);
        add_places(all, on);
        on->book->row.state = APO_STORE_TOURNAMENT_OVER;
        apo_tournament_tell_all(on, APO_NOTICE_TOURNAMENT_END, on->book->row.round);
    }
    apo_tournament_sheet_clear(&all->sheet);
    apo_free(NULL, all);
    return status;
}
