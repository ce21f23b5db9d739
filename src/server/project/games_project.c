/* Self-play: a part's result is a file of `apothecary selfplay` with its games, in base64. */
#include <string.h>

#include "base/base64.h"
#include "notation/move_number.h"
#include "server/project/kind.h"
#include "training/training_file.h"

enum {
    PART_GAMES_MAX = 16, /* so that the longest games fit into a result */
    LENGTH_MAX = 400     /* half-moves after the opening */
};

static const char *read_order(apo_project_order *order)
{
    return apo_project_read_play(order, 1, PART_GAMES_MAX);
}

/* --- checking ------------------------------------------------------------ */

static bool is_head(const apo_training_head *head, const apo_project_part *part)
{
    return strcmp(head->id, part->project.variant) == 0 && head->name_index == 0 &&
           head->nodes == apo_project_setting(part, "nodes") &&
           head->plies == apo_project_setting(part, "plies") &&
           head->balance_cp == apo_project_setting(part, "balance") &&
           head->seed == (uint64_t)apo_project_setting(part, "seed") && head->net == 0 &&
           head->starts == 0;
}

/* Makes the moves of a game. */
static apo_status replay(const apo_variant *var, const apo_training_game *game)
{
    apo_position pos;
    apo_status status = apo_position_start(&pos, var, 0, game->start);
    for (uint32_t i = 0; status == APO_OK && i < game->ply_count; i++) {
        apo_move mv;
        status = apo_position_outcome(&pos).ending == APO_ENDING_NONE
                     ? apo_move_of_number(&mv, &pos, game->plies[i].move)
                     : APO_E_ILLEGAL;
        if (status == APO_OK)
            status = apo_play(&pos, &mv);
    }
    return status == APO_OK || status == APO_E_MEMORY ? status : APO_E_ILLEGAL;
}

/* The games of the part in order; one that could not be played is missing. */
static apo_status check_games(apo_span rest, const apo_variant *var,
                              const apo_project_part *part)
{
    int64_t next = part->first;
    apo_training_game *game = apo_allocate(NULL, sizeof *game);
    apo_status status = game != NULL ? APO_OK : APO_E_MEMORY;
    while (status == APO_OK && rest.length > 0) {
        status = apo_training_game_read(game, &rest, NULL);
        if (status != APO_OK || game->number < next ||
            game->number >= part->first + part->count ||
            game->random_count != apo_project_setting(part, "plies") ||
            game->ply_count > game->random_count + LENGTH_MAX)
            status = APO_E_SYNTAX;
        if (status == APO_OK)
            status = replay(var, game);
        next = (int64_t)game->number + 1;
    }
    apo_free(NULL, game);
    return status;
}

static apo_status check(apo_app *app, const apo_project_part *part, apo_span result)
{
    apo_training_head head;
    apo_buffer file;
    const apo_variant *var = apo_variant_map_variant(
        app->variants, app->store, part->project.variant, part->project.definition);
    if (var == NULL)
        return APO_E_MEMORY;
    apo_buffer_init(&file, NULL);
    bool is_text = apo_base64_read(&file, result);
    apo_span rest = apo_buffer_span(&file);
    apo_status status = file.is_failed ? APO_E_MEMORY : APO_E_SYNTAX;
    if (is_text && !file.is_failed && apo_training_head_read(&head, &rest, NULL) == APO_OK &&
        is_head(&head, part))
        status = check_games(rest, var, part);
    apo_buffer_clear(&file);
    return status;
}

/* --- results ------------------------------------------------------------- */

/* The games of the text of a part. False: it is damaged. */
static bool open_text(apo_buffer *file, apo_span text, apo_span *out_games)
{
    apo_training_head head;
    apo_buffer_init(file, NULL);
    bool is_text = apo_base64_read(file, text);
    *out_games = apo_buffer_span(file);
    return is_text && !file->is_failed &&
           apo_training_head_read(&head, out_games, NULL) == APO_OK;
}

static apo_status add(const apo_project_part *part, apo_span result, apo_store_batch *batch)
{
    apo_buffer file;
    apo_span rest;
    int64_t games = 0, positions = 0;
    apo_training_game *game = apo_allocate(NULL, sizeof *game);
    bool is_open = open_text(&file, result, &rest) && game != NULL;
    while (is_open && apo_training_game_read(game, &rest, NULL) == APO_OK) {
        games++;
        positions += game->ply_count - game->random_count;
    }
    apo_free(NULL, game);
    apo_buffer_clear(&file);
    apo_store_count_project(batch, part->project.id, "games", games);
    apo_store_count_project(batch, part->project.id, "positions", positions);
    apo_store_add_part(batch, part->project.id, part->number, result);
    return is_open ? APO_OK : APO_E_MEMORY;
}

static bool write_file(apo_buffer *out, apo_span text, bool is_first)
{
    apo_buffer file;
    apo_span games;
    bool is_open = open_text(&file, text, &games);
    if (is_open)
        apo_buffer_add_span(out, is_first ? apo_buffer_span(&file) : games);
    apo_buffer_clear(&file);
    return is_open;
}

const apo_project_kind apo_project_games = {
    .name = "games",
    .words = APO_T("Self-play"),
    .read = read_order,
    .check = check,
    .add = add,
    .write_file = write_file,
    .file_type = "application/octet-stream",
    .file_header = "attachment; filename=\"selfplay.games\"",
};
