#include "server/tournament/team_panel.h"

#include "server/tournament/teams.h"

typedef struct panel {
    const apo_tournament_view *view;
    const apo_tournament_book *book;
    const apo_team_viewer *viewer;
    bool is_open; /* teams still change */
    apo_fill *fill;
} panel;

static void fill_player(apo_fill *team, const panel *all, unsigned entry, unsigned at,
                        bool is_captain)
{
    const apo_store_entry *row = &all->book->entries[entry];
    const bool is_me = apo_span_is(all->viewer->person, row->person);
    const bool is_open = all->is_open && !apo_team_is_locked(&all->book->plan, row->team);
    apo_fill *fill = apo_fill_row(team, "players");
    apo_fill_string(fill, "player", all->view->names[entry]);
    apo_fill_number(fill, "board", at + 1);
    apo_fill_flag(fill, "is_reserve", at >= all->book->plan.boards);
    apo_fill_flag(fill, "may_raise", is_captain && is_open && at > 0);
    apo_fill_flag(fill, "may_release", is_captain && is_open && !is_me);
}

static void fill_team(const panel *all, const apo_team_line *line)
{
    unsigned players[APO_TEAM_BOARDS_MAX + APO_TEAM_RESERVES_MAX];
    const apo_store_team *team = &all->book->teams[line->team];
    const unsigned count = apo_team_players(players, all->book, line->team);
    const unsigned captain = apo_tournament_book_find(all->book, apo_span_of(team->captain));
    const bool is_captain = apo_span_is(all->viewer->person, team->captain);
    apo_fill *fill = apo_fill_row(all->fill, "teams");
    apo_fill_string(fill, "team", team->name);
    apo_fill_number(fill, "number", team->number);
    apo_fill_number(fill, "place", line->place);
    apo_fill_number(fill, "match_points", line->match_points);
    apo_tournament_fill_points(fill, "board_points", line->board_quarters);
    apo_fill_number(fill, "won", line->won);
    apo_fill_number(fill, "drawn", line->drawn);
    apo_fill_number(fill, "lost", line->lost);
    if (captain < all->book->entry_count)
        apo_fill_string(fill, "captain", all->view->names[captain]);
    if (all->viewer->person.length > 0 && captain < all->book->entry_count && !is_captain)
        apo_fill_string(fill, "captain_to_report", all->view->names[captain]);
    const bool is_locked = apo_team_is_locked(&all->book->plan, team->number);
    const bool may_lock = all->is_open && is_captain;
    apo_fill_flag(fill, "is_locked", all->is_open && is_locked);
    apo_fill_flag(fill, "may_lock", may_lock && !is_locked);
    apo_fill_flag(fill, "may_unlock", may_lock && is_locked);
    apo_fill_flag(fill, "may_join_team",
                  all->viewer->may_join && all->is_open && !is_locked &&
                      count < apo_team_size(&all->book->plan));
    for (unsigned i = 0; i < count; i++)
        fill_player(fill, all, players[i], i, is_captain);
}

static void fill_match(apo_fill *round, const panel *all, const apo_team_match *match)
{
    apo_fill *fill = apo_fill_row(round, "pairs");
    apo_fill_string(fill, "home", all->book->teams[match->home].name);
    apo_fill_flag(fill, "is_alone", match->guests == APO_TOURNAMENT_NOBODY);
    if (match->guests != APO_TOURNAMENT_NOBODY)
        apo_fill_string(fill, "guests", all->book->teams[match->guests].name);
    apo_tournament_fill_points(fill, "home_points", match->home_quarters);
    apo_tournament_fill_points(fill, "guest_points", match->guest_quarters);
    apo_fill_flag(fill, "is_over", match->is_over);
}

void apo_team_panel_fill(apo_fill *fill, const apo_tournament_view *view,
                         const apo_team_viewer *viewer)
{
    const panel all = {.view = view,
                       .book = view->book,
                       .viewer = viewer,
                       .is_open = view->book->row.state == APO_STORE_TOURNAMENT_OPEN,
                       .fill = fill};
    if (view->teams == NULL)
        return;
    apo_fill_flag(fill, "is_teams", true);
    apo_fill_flag(fill, "may_found",
                  viewer->may_join && all.is_open &&
                      view->book->team_count < view->book->plan.teams_max);
    for (unsigned i = 0; i < view->book->team_count; i++)
        fill_team(&all, &view->teams->lines[i]);
    apo_fill *round = NULL;
    unsigned number = 0;
    for (size_t i = 0; i < view->teams->match_count; i++) {
        const apo_team_match *match = &view->teams->matches[i];
        if (match->round != number) {
            round = apo_fill_row(fill, "matches");
            apo_fill_number(round, "number", match->round);
        }
        number = match->round;
        fill_match(round, &all, match);
    }
}
