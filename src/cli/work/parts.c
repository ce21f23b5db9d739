#include "cli/work/parts.h"

#include <signal.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/match/match_game.h"
#include "cli/selfplay/mine.h"
#include "cli/selfplay/mined_list.h"
#include "cli/selfplay/selfplay_game.h"
#include "search/constants.h"

enum {
    NODES_MAX = 1000000, /* as in server/project/ */
    PLIES_MAX = 200,
    BALANCE_MAX_CP = 10000,
    LABEL_SIZE = 21 /* what the names of games have space for */
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

static void plan_games(apo_selfplay_plan *out, const apo_source *source, const settings *set)
{
    *out = (apo_selfplay_plan){
        .source = source,
        .threads = 1,
        .length_max = APO_SELFPLAY_LENGTH_USUAL,
        .lead_cp = APO_SELFPLAY_LEAD_USUAL,
        .head = {.nodes = set->nodes, .plies = set->plies, .balance_cp = set->balance_cp}};
    apo_selfplay_describe(&out->head, source, set->seed);
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
    apo_selfplay_plan plan;
    apo_selfplay_player *player = apo_allocate_zero(NULL, sizeof *player);
    if (player == NULL)
        return fail(err, APO_E_MEMORY, "out of memory");
    plan_games(&plan, &source, &set);
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

/* --- problems ------------------------------------------------------------ */

/* Plays the games, and looks for problems in each. */
static apo_status mine_games(apo_buffer *out, apo_selfplay_player *player, apo_miner *miner,
                             const settings *set)
{
    apo_status status = APO_OK;
    for (uint32_t i = 0; status == APO_OK && i < set->count; i++) {
        status = apo_selfplay_play(player, set->first + i);
        if (status == APO_OK)
            status = apo_miner_read(miner, &player->plan->head, &player->record, out);
        else if (status == APO_E_UNSUPPORTED || status == APO_E_OVERFLOW)
            status = APO_OK;
    }
    return status;
}

/* Appends the lines of the games that have problems, and then those of the problems. */
static apo_status write_mined(apo_buffer *out, apo_span mined)
{
    apo_span rest = mined, line;
    while (apo_span_line(&rest, &line)) {
        if (!apo_span_starts_with(line, "game "))
            continue;
        apo_buffer_add_span(out, line);
        apo_buffer_add_char(out, '\n');
    }
    return apo_mined_list_text(out, mined, "part") == APO_EXIT_OK ? APO_OK : APO_E_MEMORY;
}

static apo_status mine(apo_buffer *mined, const apo_part *part, const settings *set,
                       const apo_mine_plan *mining)
{
    const apo_source source = {.var = part->var, .name_index = 0};
    apo_selfplay_plan plan;
    apo_miner miner = {.plan = mining};
    apo_selfplay_player *player = apo_allocate_zero(NULL, sizeof *player);
    if (player == NULL)
        return APO_E_MEMORY;
    plan_games(&plan, &source, set);
    apo_status status = apo_selfplay_prepare(player, &plan);
    if (status == APO_OK)
        status = apo_miner_begin(&miner, mining);
    if (status == APO_OK)
        status = mine_games(mined, player, &miner, set);
    apo_miner_end(&miner);
    apo_selfplay_end(player);
    apo_free(NULL, player);
    return status;
}

static apo_status compute_mining(apo_buffer *out, const apo_part *part, apo_error *err)
{
    settings set = {.count = 0};
    apo_span label;
    char name[LABEL_SIZE];
    apo_mine_plan plan = {.var = part->var, .label = name};
    apo_buffer mined;
    apo_status status = read_settings(&set, part, err);
    if (status != APO_OK)
        return status;
    if (!read_number(&plan.nodes, part, "search", 1, NODES_MAX) ||
        !apo_json_in_text(apo_json_in_member(part->input, "label"), &label) ||
        label.length >= sizeof name)
        return fail(err, APO_E_SYNTAX, "the part lacks search or label");
    apo_text_copy_span(name, sizeof name, label);
    apo_buffer_init(&mined, NULL);
    apo_buffer_add(out, "# mined\n");
    status = mine(&mined, part, &set, &plan);
    if (status == APO_OK)
        status = mined.is_failed ? APO_E_MEMORY : write_mined(out, apo_buffer_span(&mined));
    apo_buffer_clear(&mined);
    return status == APO_OK ? APO_OK : fail(err, status, apo_status_message(status));
}

/* --- tests of engines ---------------------------------------------------- */

enum {
    SIDES = 2,
    LENGTH_MAX = 400,              /* moves, as in apothecary match */
    PATIENCE_MS = 4 * 3600 * 1000, /* only the nodes limit a search */
    NOT_PLAYED = '-'
};

/* The two sides of a test, which begin with the same program. */
typedef struct sides {
    apo_match_spec specs[SIDES];
    apo_player players[SIDES];
} sides;

static apo_status read_side(sides *all, unsigned i, const apo_part *part, const settings *set,
                            apo_error *err)
{
    static const char *const names[SIDES] = {"new", "old"};
    apo_match_spec *spec = &all->specs[i];
    apo_span text;
    if (!apo_json_in_text(apo_json_in_member(part->input, names[i]), &text) ||
        text.length >= sizeof spec->text || !apo_search_constants_are_known(text))
        return fail(err, APO_E_SYNTAX, "new and old are constants of the search");
    spec->limits.nodes = set->nodes;
    apo_text_copy(spec->name, sizeof spec->name, names[i]);
    apo_text_copy_span(spec->text, sizeof spec->text, text);
    spec->constants = text.length > 0 ? spec->text : NULL;
    all->players[i] = (apo_player){.spec = spec,
                                   .patience_ms = PATIENCE_MS,
                                   .variant = apo_variant_info_of(part->var)->id,
                                   .child = {.name = names[i], .constants = spec->constants}};
    return APO_OK;
}

/* Plays one game; '-' if there is no opening for it. A game that ends by the fault of a program
 * or of the machine is no result. */
static apo_status play_one(char *out, uint64_t *plies, const apo_match_table *table,
                           uint32_t index)
{
    apo_match_result result = {.end = APO_MATCH_END_RULES};
    apo_game *game = NULL;
    uint32_t number;
    apo_buffer comments;
    apo_buffer_init(&comments, NULL);
    *out = NOT_PLAYED;
    apo_status status =
        apo_match_game_numbered(&result, &game, &number, table, index, &comments);
    apo_buffer_clear(&comments);
    apo_game_free(game);
    if (status == APO_E_UNSUPPORTED)
        return APO_OK;
    if (status != APO_OK)
        return status;
    if (result.end != APO_MATCH_END_RULES && result.end != APO_MATCH_END_LENGTH)
        return APO_E_IO;
    *out = (char)('0' + apo_match_quarters_of_first(&result, index));
    *plies += result.plies;
    return APO_OK;
}

static apo_status play_match(apo_buffer *out, const apo_part *part, const settings *set,
                             sides *all)
{
    const apo_openings openings = {.var = part->var,
                                   .plies = set->plies,
                                   .balance_cp = set->balance_cp,
                                   .seed = set->seed};
    const apo_match_rules rules = {.patience_ms = PATIENCE_MS, .moves_max = LENGTH_MAX};
    apo_match_table table = {&openings, &rules, all->players, NULL};
    uint64_t plies = 0;
    apo_buffer results;
    apo_buffer_init(&results, NULL);
    apo_status status = apo_match_evaluator_new(&table.evaluator, &openings);
    for (uint32_t i = 0; status == APO_OK && i < set->count; i++) {
        char letter;
        status = play_one(&letter, &plies, &table, set->first + i);
        apo_buffer_add_char(&results, letter);
    }
    apo_engine_free(table.evaluator);
    apo_json_open(out, NULL, '{');
    apo_json_add_text(out, "results", apo_buffer_span(&results));
    apo_json_add_number(out, "plies", (int64_t)plies);
    apo_json_close(out, '}');
    apo_buffer_clear(&results);
    return status;
}

static apo_status compute_test(apo_buffer *out, const apo_part *part, apo_error *err)
{
    settings set = {.count = 0};
    apo_status status = read_settings(&set, part, err);
    sides *all = status == APO_OK ? apo_allocate_zero(NULL, sizeof *all) : NULL;
    if (status == APO_OK && all == NULL)
        status = fail(err, APO_E_MEMORY, "out of memory");
    for (unsigned i = 0; status == APO_OK && i < SIDES; i++)
        status = read_side(all, i, part, &set, err);
    if (status == APO_OK) {
        (void)signal(SIGPIPE, SIG_IGN);
        status = play_match(out, part, &set, all);
        for (unsigned i = 0; i < SIDES; i++)
            apo_player_stop(&all->players[i]);
    }
    apo_free(NULL, all);
    if (status == APO_OK || err->detail[0] != '\0')
        return status;
    return fail(err, status, "a game of the test could not be played");
}

/* --- all kinds ----------------------------------------------------------- */

static const struct {
    const char *name;
    apo_status (*compute)(apo_buffer *out, const apo_part *part, apo_error *err);
} kinds[] = {{"games", compute_games}, {"mining", compute_mining}, {"test", compute_test}};

apo_status apo_part_compute(apo_buffer *out, const apo_part *part, apo_error *err)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (apo_span_is(part->kind, kinds[i].name))
            return kinds[i].compute(out, part, err);
    }
    return fail(err, APO_E_UNSUPPORTED, "this program does not know that kind of work");
}
