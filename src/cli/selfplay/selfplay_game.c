#include "cli/selfplay/selfplay_game.h"

#include <string.h>

#include "base/random.h"
#include "cli/lab/lab_game.h"
#include "cli/match/opening.h"
#include "neural/network_file.h"
#include "notation/move_number.h"
#include "training/training_start.h"

enum {
    HASH_MB = 8, /* a move has some thousand nodes */
    SERIES_MAX =
        3, /* attempts at an opening, each from another start, before a game is given up */
    DECIDED_PLIES = 4 /* both sides see the lead twice */
};

void apo_selfplay_describe(apo_training_head *head, const apo_source *source, uint32_t seed)
{
    const char *id = apo_variant_info_of(source->var)->id;
    memcpy(head->id, id, strlen(id) + 1);
    head->digest = apo_training_digest(source->var);
    head->seed = seed;
    head->name_index = source->name_index;
}

static void note_ply(apo_training_game *record, uint16_t move, int score)
{
    record->plies[record->ply_count++] = (apo_training_ply){move, (int16_t)score};
}

static void watch(void *context, const apo_position *pos, const apo_decision *made)
{
    apo_selfplay_player *player = context;
    uint16_t move;
    if (player->record.ply_count == APO_TRAINING_PLIES_MAX ||
        apo_move_number(&move, pos, &made->best) != APO_OK)
        player->is_lost = true;
    else
        note_ply(&player->record, move, made->score);
}

/* The position that a game begins with, if FENs were given. */
static const apo_position *read_start(apo_selfplay_player *player, uint32_t index,
                                      apo_position *pos)
{
    const apo_selfplay_starts *starts = player->plan->starts;
    if (starts == NULL)
        return NULL;
    apo_span fen = starts->fens[index];
    if (apo_fen_read(pos, player->plan->source->var, fen, NULL) != APO_OK)
        return NULL;
    memcpy(player->record.fen, fen.text, fen.length);
    player->record.fen[fen.length] = '\0';
    return pos;
}

/* Takes the starts in turn; one without a balanced opening is skipped. */
static apo_status make_opening(apo_game **out, apo_selfplay_player *player, uint32_t number)
{
    const apo_selfplay_plan *plan = player->plan;
    const apo_training_head *head = &plan->head;
    uint32_t count = plan->starts != NULL ? plan->starts->count
                                          : apo_variant_info_of(plan->source->var)->start_count;
    apo_status status = APO_E_UNSUPPORTED;
    for (uint32_t i = 0; status == APO_E_UNSUPPORTED && i < SERIES_MAX; i++) {
        apo_position pos;
        const apo_openings openings = {
            .var = plan->source->var,
            .name_index = plan->source->name_index,
            .start_number = 1 + (number % count + i) % count,
            .start = read_start(player, (number % count + i) % count, &pos),
            .plies = head->plies,
            .balance_cp = head->balance_cp,
            .seed = apo_mix(head->seed + i)};
        status =
            apo_opening_make(out, &player->record.start, &openings, number, player->engine);
    }
    return status;
}

static apo_status note_opening(apo_selfplay_player *player, const apo_game *opening)
{
    apo_status status = APO_OK;
    for (size_t i = 0; status == APO_OK && i < apo_game_info_of(opening).length; i++) {
        apo_position pos;
        uint16_t move;
        apo_move mv = apo_game_move(opening, i);
        apo_game_position_at(&pos, opening, i);
        status = apo_move_number(&move, &pos, &mv);
        if (status == APO_OK)
            note_ply(&player->record, move, 0);
    }
    player->record.random_count = player->record.ply_count;
    return status;
}

apo_status apo_selfplay_play(apo_selfplay_player *player, uint32_t number)
{
    apo_game *opening = NULL;
    apo_lab_result result;
    const apo_lab_table table = {.engine = player->engine,
                                 .rules = {.nodes = player->plan->head.nodes,
                                           .length_max = player->plan->length_max,
                                           .decided_cp = player->plan->lead_cp,
                                           .decided_plies = DECIDED_PLIES},
                                 .watch = watch,
                                 .watch_context = player};
    player->record = (apo_training_game){.number = number};
    player->is_lost = false;
    apo_status status = make_opening(&opening, player, number);
    if (status == APO_OK)
        status = note_opening(player, opening);
    if (status == APO_OK)
        status = apo_engine_restart(player->engine);
    if (status == APO_OK)
        status = apo_lab_play(&result, &table, apo_game_position(opening), 0);
    apo_game_free(opening);
    if (status == APO_OK && player->is_lost)
        status = APO_E_OVERFLOW;
    if (status == APO_OK)
        player->record.white_quarters = (uint8_t)result.white_quarters;
    return status;
}

/* The engine keeps the net for all games of the variant. */
static apo_status give_net(apo_engine *engine, const apo_variant *var, apo_span net)
{
    apo_network *network = NULL;
    if (net.length == 0)
        return APO_OK;
    apo_status status = apo_network_read(&network, var, net, NULL, NULL);
    if (status == APO_OK)
        status = apo_engine_set_network(engine, network);
    if (status != APO_OK)
        apo_network_free(network);
    return status;
}

apo_status apo_selfplay_prepare(apo_selfplay_player *out, const apo_selfplay_plan *plan)
{
    const apo_engine_options options = {.hash_mb = HASH_MB};
    const apo_variant *var = plan->source->var;
    out->plan = plan;
    out->engine = NULL;
    apo_status status = apo_engine_new(&out->engine, &options);
    if (status == APO_OK)
        status = apo_engine_new_game(out->engine, var);
    return status == APO_OK ? give_net(out->engine, var, plan->net) : status;
}

void apo_selfplay_end(apo_selfplay_player *player)
{
    apo_engine_free(player->engine);
    player->engine = NULL;
}
