#include "cli/work/parts.h"

#include "base/base64.h"
#include "cli/selfplay/selfplay_game.h"

enum {
    NODES_MAX = 1000000, /* as in server/project/ */
    PLIES_MAX = 200,
    BALANCE_MAX_CP = 10000
};

/* What all kinds of games need. */
typedef struct settings {
    uint32_t first, count, nodes, plies, balance_cp, seed;
} settings;

static apo_status fail(apo_error *err, apo_status status, const char *sentence)
{
    return apo_fail(err, status, 0, sentence, apo_span_of(""));
}

static bool read_number(uint32_t *out, const apo_part *part, const char *name, uint32_t least,
                        uint32_t most)
{
    int64_t number;
    if (!apo_json_in_number(apo_json_in_member(part->input, name), least, most, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

static apo_status read_settings(settings *out, const apo_part *part, apo_error *err)
{
    if (read_number(&out->first, part, "first", 0, APO_TRAINING_NUMBER_MAX / 2) &&
        read_number(&out->count, part, "count", 1, UINT16_MAX) &&
        read_number(&out->nodes, part, "nodes", 1, NODES_MAX) &&
        read_number(&out->plies, part, "plies", 0, PLIES_MAX) &&
        read_number(&out->balance_cp, part, "balance", 0, BALANCE_MAX_CP) &&
        read_number(&out->seed, part, "seed", 0, UINT32_MAX))
        return APO_OK;
    return fail(err, APO_E_SYNTAX, "a number of the part is missing or out of range");
}

/* --- self-play ----------------------------------------------------------- */

/* A game without an opening, or with a move that cannot be recorded, is left out: nobody could
 * play it. */
static apo_status play_games(apo_buffer *out, apo_selfplay_player *player, const settings *set)
{
    apo_status status = APO_OK;
    for (uint32_t i = 0; status == APO_OK && i < set->count; i++) {
        status = apo_selfplay_play(player, set->first + i);
        if (status == APO_OK)
            apo_training_game_write(out, &player->record);
        else if (status == APO_E_UNSUPPORTED || status == APO_E_OVERFLOW)
            status = APO_OK;
    }
    return status;
}

/* Appends the games as a file of `apothecary selfplay`. */
static apo_status play_file(apo_buffer *out, const apo_part *part, apo_error *err)
{
    settings set = {.count = 0};
    apo_status status = read_settings(&set, part, err);
    if (status != APO_OK)
        return status;
    const apo_source source = {.var = part->var, .name_index = 0};
    apo_selfplay_plan plan = {
        .source = &source,
        .threads = 1,
        .head = {.nodes = set.nodes, .plies = set.plies, .balance_cp = set.balance_cp}};
    apo_selfplay_player *player = apo_allocate_zero(NULL, sizeof *player);
    if (player == NULL)
        return fail(err, APO_E_MEMORY, "out of memory");
    apo_selfplay_describe(&plan.head, &source, set.seed);
    apo_training_head_write(out, &plan.head);
    status = apo_selfplay_prepare(player, &plan);
    if (status == APO_OK)
        status = play_games(out, player, &set);
    apo_selfplay_end(player);
    apo_free(NULL, player);
    return status == APO_OK ? APO_OK : fail(err, status, apo_status_message(status));
}

static apo_status compute_games(apo_buffer *out, const apo_part *part, apo_error *err)
{
    apo_buffer file;
    apo_buffer_init(&file, NULL);
    apo_status status = play_file(&file, part, err);
    if (status == APO_OK)
        apo_base64_write(out, apo_buffer_span(&file));
    if (status == APO_OK && file.is_failed)
        status = fail(err, APO_E_MEMORY, "out of memory");
    apo_buffer_clear(&file);
    return status;
}

/* --- all kinds ----------------------------------------------------------- */

static const struct {
    const char *name;
    apo_status (*compute)(apo_buffer *out, const apo_part *part, apo_error *err);
} kinds[] = {{"games", compute_games}};

apo_status apo_part_compute(apo_buffer *out, const apo_part *part, apo_error *err)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (apo_span_is(part->kind, kinds[i].name))
            return kinds[i].compute(out, part, err);
    }
    return fail(err, APO_E_UNSUPPORTED, "this program does not know that kind of work");
}
