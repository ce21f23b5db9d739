#include "cli/commands/trial.h"

#include "apothecary/game.h"
#include "base/random.h"
#include "game/game.h"
#include "rules/rules/program_view.h"

enum {
    TRIAL_GAMES = 100,
    TRIAL_PLIES = 20000,  /* of all games */
    LONGEST_PLIES = 4000, /* a game that is longer has no end that chance finds */
    NAMED_SQUARES = 12
};

typedef struct trial {
    const apo_variant *var;
    unsigned games, plies, longest;
    unsigned endings[APO_ENDINGS]; /* APO_ENDING_NONE: it went on */
    bool is_visited[APO_SQUARES_MAX];
    bool has_moved[APO_TYPES_MAX + 1], has_stood[APO_TYPES_MAX + 1];
    apo_moves moves;
    apo_random random;
} trial;

/* --- the games ----------------------------------------------------------- */

static void look_around(trial *t, const apo_position *pos)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(apo_variant_geometry(t->var)); sq++)
        if (apo_piece_is_real(pos->board[sq])) {
            t->is_visited[sq] = true;
            t->has_stood[apo_piece_type(pos->board[sq])] = true;
        }
}

/* False if the game has no legal move. */
static bool play_move(trial *t, apo_game *game)
{
    const apo_position *pos = apo_game_position(game);
    apo_move_list *list = apo_moves_start(&t->moves);
    if (apo_moves_legal(list, pos) != APO_OK || list->count == 0)
        return false;
    apo_move mv = list->moves[apo_random_below(&t->random, (uint32_t)list->count)];
    if (mv.from < APO_SQUARES_MAX && apo_piece_is_real(pos->board[mv.from]))
        t->has_moved[apo_piece_type(pos->board[mv.from])] = true;
    if (apo_game_play_legal(game, &mv) != APO_OK)
        return false;
    look_around(t, apo_game_position(game));
    return true;
}

static apo_status play_game(trial *t, uint32_t number)
{
    apo_position start;
    apo_game *game = NULL;
    apo_status status = apo_position_start(&start, t->var, 0, number);
    if (status == APO_OK)
        status = apo_game_new(&game, &start, NULL);
    if (status != APO_OK)
        return status;
    look_around(t, &start);
    unsigned plies = 0;
    while (!apo_game_info_of(game).is_over && plies < LONGEST_PLIES && play_move(t, game))
        plies++;
    t->endings[apo_game_info_of(game).outcome.ending]++;
    t->games++;
    t->plies += plies;
    t->longest = plies > t->longest ? plies : t->longest;
    apo_game_free(game);
    return APO_OK;
}

/* --- the report ---------------------------------------------------------- */

static void add_endings(apo_buffer *out, const trial *t)
{
    apo_buffer_add(out, "trial   ");
    apo_buffer_add_number(out, t->games);
    apo_buffer_add(out, " random games of up to ");
    apo_buffer_add_number(out, t->longest);
    apo_buffer_add(out, " moves:");
    const char *before = " ";
    for (unsigned ending = APO_ENDING_NONE + 1; ending < APO_ENDINGS; ending++) {
        if (t->endings[ending] == 0)
            continue;
        apo_buffer_add(out, before);
        apo_buffer_add(out, apo_ending_word((apo_ending)ending));
        apo_buffer_add_char(out, ' ');
        apo_buffer_add_number(out, t->endings[ending]);
        before = ", ";
    }
    if (t->endings[APO_ENDING_NONE] > 0) {
        apo_buffer_add(out, before);
        apo_buffer_add(out, "without an end ");
        apo_buffer_add_number(out, t->endings[APO_ENDING_NONE]);
    }
    apo_buffer_add_char(out, '\n');
}

static void add_squares(apo_buffer *out, const trial *t)
{
    const apo_geometry *geo = apo_variant_geometry(t->var);
    unsigned count = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        char name[APO_SQUARE_NAME_MAX];
        if (geo->place[sq] != APO_PLACE_SQUARE || t->is_visited[sq])
            continue;
        if (count++ < NAMED_SQUARES) {
            apo_geometry_write_square(geo, (apo_square)sq, name);
            apo_buffer_add(out, count == 1 ? "empty   no piece came to " : " ");
            apo_buffer_add(out, name);
        }
    }
    if (count > NAMED_SQUARES) {
        apo_buffer_add(out, " and ");
        apo_buffer_add_number(out, count - NAMED_SQUARES);
        apo_buffer_add(out, " more");
    }
    if (count > 0)
        apo_buffer_add_char(out, '\n');
}

/* Pieces with one of two faults, in one line. */
static void add_types(apo_buffer *out, const trial *t, const char *head, bool has_stood)
{
    const char *before = head;
    for (unsigned type = 1; type <= apo_variant_info_of(t->var)->type_count; type++) {
        if (t->has_stood[type] != has_stood || t->has_moved[type])
            continue;
        apo_buffer_add(out, before);
        apo_buffer_add(out, apo_type_info_of(t->var, type)->name);
        before = ", ";
    }
    if (before != head)
        apo_buffer_add_char(out, '\n');
}

apo_status apo_trial_report(apo_buffer *out, const apo_variant *var)
{
    uint32_t starts = apo_variant_info_of(var)->start_count;
    trial *t = apo_allocate_zero(NULL, sizeof *t);
    if (t == NULL)
        return APO_E_MEMORY;
    t->var = var;
    apo_random_seed(&t->random, 1);
    apo_status status = APO_OK;
    for (uint32_t i = 0; status == APO_OK && i < TRIAL_GAMES && t->plies < TRIAL_PLIES; i++)
        status = play_game(t, 1 + i % starts);
    if (status == APO_OK) {
        add_endings(out, t);
        add_squares(out, t);
        add_types(out, t, "still   these never moved: ", true);
        add_types(out, t, "absent  these never came into play: ", false);
    }
    apo_free(NULL, t);
    return status;
}
