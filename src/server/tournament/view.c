#include "server/tournament/view.h"

#include "base/json.h"
#include "server/round/view.h"
#include "server/tournament/arena.h"
#include "store/jobs.h"

static void look_up_name(char *out, size_t size, apo_app *app, const char *person)
{
    apo_store_person row = {.name = ""};
    apo_text text = apo_text_start(out, size);
    apo_store_find_person(app->store, &row, apo_span_of(person));
    apo_text_add(&text, row.name);
}

static bool note_round(void *context, const apo_store_job *row)
{
    apo_tournament_view *view = context;
    if (apo_span_starts_with(apo_span_of(row->data), "round "))
        view->next_ms = row->due_ms;
    return true;
}

/* False: out of memory. */
static bool make_teams(apo_tournament_view *view)
{
    if (view->book->plan.system != APO_TOURNAMENT_TEAMS)
        return true;
    view->teams = apo_allocate_zero(NULL, sizeof *view->teams);
    return view->teams != NULL &&
           apo_team_sheet_make(view->teams, &view->sheet, view->book) == APO_OK;
}

apo_tournament_view *apo_tournament_view_new(apo_app *app, const apo_tournament_book *book)
{
    apo_tournament_view *view = apo_allocate_zero(NULL, sizeof *view);
    if (view == NULL)
        return NULL;
    view->book = book;
    if (apo_tournament_sheet_make(&view->sheet, book) != APO_OK) {
        apo_free(NULL, view);
        return NULL;
    }
    if (!make_teams(view)) {
        apo_tournament_view_free(view);
        return NULL;
    }
    apo_tournament_table(view->lines, &view->sheet.tournament);
    for (unsigned i = 0; i < book->entry_count; i++)
        look_up_name(view->names[i], sizeof view->names[i], app, book->entries[i].person);
    look_up_name(view->organiser, sizeof view->organiser, app, book->row.organiser);
    apo_variant_map_name(&view->game, app->variants, app->store, book->row.variant);
    if (book->row.state == APO_STORE_TOURNAMENT_RUNNING)
        apo_store_list_jobs(app->store, APO_TOURNAMENT_JOB, apo_span_of(book->row.id),
                            note_round, view);
    return view;
}

void apo_tournament_view_free(apo_tournament_view *view)
{
    if (view == NULL)
        return;
    apo_tournament_sheet_clear(&view->sheet);
    apo_free(NULL, view->teams);
    apo_free(NULL, view);
}

void apo_tournament_fill_points(apo_fill *fill, const char *name, unsigned quarters)
{
    char buf[32];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_tournament_points_write(&text, quarters);
    apo_fill_string(fill, name, buf);
}

/* --- JSON ---------------------------------------------------------------- */

static const char *how_word(unsigned how)
{
    static const char *const words[APO_TOURNAMENT_HOWS] = {"to-come", "running", "played",
                                                           "forfeit", "bye",     "dropped"};
    return how < APO_TOURNAMENT_HOWS ? words[how] : "dropped";
}

static void write_pairings(apo_buffer *out, const apo_tournament_view *view)
{
    const apo_tournament_book *book = view->book;
    apo_json_open(out, "pairings", '[');
    for (size_t i = 0; i < book->pairing_count; i++) {
        const apo_store_pairing *pairing = &book->pairings[i];
        const apo_tournament_game *game = &view->sheet.games[i];
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "round", pairing->round);
        apo_json_add_number(out, "board", pairing->board);
        apo_json_add_string(out, "white",
                            game->white < book->entry_count ? view->names[game->white] : "");
        if (game->black < book->entry_count)
            apo_json_add_string(out, "black", view->names[game->black]);
        else
            apo_json_add_null(out, "black");
        apo_json_add_optional(out, "game", pairing->game);
        apo_json_add_string(out, "state", how_word(pairing->how));
        if (apo_tournament_counts(&view->sheet.tournament, game))
            apo_json_add_number(out, "white_quarters", pairing->white_quarters);
        else
            apo_json_add_null(out, "white_quarters");
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

/* The points of each game of the player in an arena, in quarters. */
static void write_scores(apo_buffer *out, const apo_tournament_view *view, unsigned player)
{
    const apo_tournament *tournament = &view->sheet.tournament;
    unsigned streak = 0;
    apo_json_open(out, "scores", '[');
    for (size_t i = 0; i < tournament->game_count; i++) {
        const apo_tournament_game *game = &tournament->games[i];
        unsigned quarters = game->white_quarters;
        if ((game->white != player && game->black != player) ||
            !apo_tournament_counts(tournament, game))
            continue;
        if (game->white != player)
            quarters = APO_TOURNAMENT_WIN - quarters;
        apo_json_add_number(out, NULL, apo_tournament_streak_points(&streak, quarters));
    }
    apo_json_close(out, ']');
}

static void write_line(apo_buffer *out, const apo_tournament_view *view,
                       const apo_tournament_line *line)
{
    const apo_store_entry *entry = &view->book->entries[line->player];
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "place", line->place);
    apo_json_add_string(out, "name", view->names[line->player]);
    apo_json_add_number(out, "rank", entry->rank);
    apo_json_add_number(out, "rating", entry->rating);
    apo_json_add_flag(out, "has_left", apo_tournament_has_left(view->book, line->player));
    apo_json_add_flag(out, "is_struck", line->is_struck);
    apo_json_add_number(out, "quarters", line->points);
    apo_json_open(out, "outcomes", '[');
    for (unsigned i = 0; i < APO_TOURNAMENT_OUTCOMES; i++)
        apo_json_add_number(out, NULL, line->outcomes[i]);
    apo_json_close(out, ']');
    apo_json_open(out, "tie_breaks", '[');
    for (unsigned i = 0; i < view->book->plan.break_count; i++) {
        char buf[32];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_tournament_break_write(&text, view->book->plan.breaks[i], line->breaks[i]);
        apo_json_add_string(out, NULL, buf);
    }
    apo_json_close(out, ']');
    if (view->sheet.tournament.is_arena) {
        apo_json_add_number(out, "streak", line->streak);
        write_scores(out, view, line->player);
    }
    apo_json_close(out, '}');
}

static void write_team(apo_buffer *out, const apo_tournament_view *view,
                       const apo_team_line *line)
{
    unsigned players[APO_TEAM_BOARDS_MAX + APO_TEAM_RESERVES_MAX];
    const apo_tournament_book *book = view->book;
    const apo_store_team *team = &book->teams[line->team];
    const unsigned captain = apo_tournament_book_find(book, apo_span_of(team->captain));
    const unsigned count = apo_team_players(players, book, line->team);
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "number", team->number);
    apo_json_add_string(out, "name", team->name);
    apo_json_add_string(out, "captain",
                        captain < book->entry_count ? view->names[captain] : "");
    apo_json_open(out, "players", '[');
    for (unsigned i = 0; i < count; i++)
        apo_json_add_string(out, NULL, view->names[players[i]]);
    apo_json_close(out, ']');
    apo_json_add_number(out, "rank", team->rank);
    apo_json_add_number(out, "place", line->place);
    apo_json_add_number(out, "match_points", line->match_points);
    apo_json_add_number(out, "board_quarters", line->board_quarters);
    apo_json_add_number(out, "won", line->won);
    apo_json_add_number(out, "drawn", line->drawn);
    apo_json_add_number(out, "lost", line->lost);
    apo_json_close(out, '}');
}

static void write_teams(apo_buffer *out, const apo_tournament_view *view)
{
    const apo_team_sheet *sheet = view->teams;
    apo_json_open(out, "teams", '[');
    for (unsigned i = 0; i < view->book->team_count; i++)
        write_team(out, view, &sheet->lines[i]);
    apo_json_close(out, ']');
    apo_json_open(out, "matches", '[');
    for (size_t i = 0; i < sheet->match_count; i++) {
        const apo_team_match *match = &sheet->matches[i];
        apo_json_open(out, NULL, '{');
        apo_json_add_number(out, "round", match->round);
        apo_json_add_number(out, "home", view->book->teams[match->home].number);
        if (match->guests == APO_TOURNAMENT_NOBODY)
            apo_json_add_null(out, "guests");
        else
            apo_json_add_number(out, "guests", view->book->teams[match->guests].number);
        apo_json_add_number(out, "home_quarters", match->home_quarters);
        apo_json_add_number(out, "guest_quarters", match->guest_quarters);
        apo_json_add_flag(out, "is_over", match->is_over);
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
}

static void write_you(apo_buffer *out, const apo_tournament_book *book, apo_span person)
{
    unsigned index = apo_tournament_book_find(book, person);
    bool is_entered = index != APO_TOURNAMENT_NOBODY;
    apo_json_open(out, "you", '{');
    apo_json_add_flag(out, "is_in", is_entered && !apo_tournament_has_left(book, index));
    apo_json_add_flag(out, "is_organiser", apo_span_is(person, book->row.organiser));
    apo_json_open(out, "games", '[');
    for (size_t i = 0; is_entered && i < book->pairing_count; i++) {
        const apo_store_pairing *pairing = &book->pairings[i];
        if (pairing->how == APO_TOURNAMENT_RUNNING &&
            (apo_span_is(person, pairing->white) || apo_span_is(person, pairing->black)))
            apo_json_add_string(out, NULL, pairing->game);
    }
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

static void write_head(apo_buffer *out, const apo_store_tournament *row, const char *variant)
{
    apo_json_add_string(out, "id", row->id);
    apo_json_add_string(out, "name", row->name);
    apo_json_add_string(out, "state", apo_tournament_state_word(row->state));
    apo_json_add_string(out, "variant", row->variant);
    apo_json_add_string(out, "variant_name", variant);
    apo_json_add_number(out, "round", row->round);
    apo_json_add_number(out, "players", row->entry_count);
    apo_json_add_number(out, "created", row->created_ms);
    apo_json_add_number(out, "changed", row->changed_ms);
}

void apo_tournament_view_write(apo_buffer *out, const apo_tournament_view *view,
                               apo_span person, int64_t now_ms)
{
    const apo_tournament_book *book = view->book;
    apo_json_open(out, NULL, '{');
    write_head(out, &book->row, view->game.name);
    apo_json_add_string(out, "organiser", view->organiser);
    apo_tournament_plan_view(out, &book->plan);
    if (view->sheet.tournament.is_arena && book->row.state != APO_STORE_TOURNAMENT_OPEN)
        apo_json_add_number(out, "ends", apo_arena_end_ms(book));
    /* The seed would reveal the starts of coming rounds. */
    if (book->row.state == APO_STORE_TOURNAMENT_OVER)
        apo_json_add_number(out, "seed", book->plan.seed);
    apo_json_open(out, "table", '[');
    for (unsigned i = 0; i < book->entry_count; i++)
        write_line(out, view, &view->lines[i]);
    apo_json_close(out, ']');
    write_pairings(out, view);
    if (view->teams != NULL)
        write_teams(out, view);
    if (view->next_ms > 0)
        apo_json_add_number(out, "next_round", view->next_ms);
    write_you(out, book, person);
    apo_json_add_number(out, "version", book->row.version);
    apo_json_add_number(out, "now", now_ms);
    apo_json_close(out, '}');
}

void apo_tournament_view_row(apo_buffer *out, apo_app *app, const apo_store_tournament *row)
{
    apo_tournament_plan plan;
    apo_variant_outline game;
    char organiser[APO_SEAT_NAME_MAX];
    if (apo_tournament_plan_read(&plan, apo_span_of(row->options)) != APO_OK)
        return;
    look_up_name(organiser, sizeof organiser, app, row->organiser);
    apo_json_open(out, NULL, '{');
    write_head(out, row, apo_variant_map_name(&game, app->variants, app->store, row->variant));
    apo_json_add_string(out, "organiser", organiser);
    apo_tournament_plan_view(out, &plan);
    apo_json_close(out, '}');
}
