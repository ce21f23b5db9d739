#include "cli/bot/brain.h"

#include <string.h>

#include "cli/nets/nets_source.h"
#include "definition/file/bundle.h"
#include "notation/coordinate.h"
#include "notation/fen.h"

enum {
    GAMES_MAX = 64,    /* variants known; the oldest is dropped */
    DIGEST_MAX = 65,   /* SHA-256 in hexadecimal, with the terminator */
    NODES_MAX = 400000 /* of one move: some tenths of a second */
};

typedef struct known_game {
    char digest[DIGEST_MAX];
    apo_variant *var; /* owned; NULL: a free slot */
} known_game;

struct apo_bot_brain {
    const apo_level *level;
    apo_engine *engine; /* owned */
    apo_random random;
    known_game games[GAMES_MAX];
    unsigned next; /* to be replaced */
};

apo_status apo_bot_brain_new(apo_bot_brain **out, const apo_level *level, uint64_t seed)
{
    const apo_engine_options options = {.hash_mb = 0, .network_source = apo_nets_find};
    apo_bot_brain *brain = apo_allocate_zero(NULL, sizeof *brain);
    if (brain == NULL)
        return APO_E_MEMORY;
    brain->level = level;
    apo_random_seed(&brain->random, seed);
    apo_status status = apo_engine_new(&brain->engine, &options);
    if (status == APO_OK)
        *out = brain;
    else
        apo_free(NULL, brain);
    return status;
}

void apo_bot_brain_free(apo_bot_brain *brain)
{
    if (brain == NULL)
        return;
    apo_engine_free(brain->engine);
    for (unsigned i = 0; i < GAMES_MAX; i++)
        apo_variant_free(brain->games[i].var);
    apo_free(NULL, brain);
}

static const apo_variant *find(const apo_bot_brain *brain, apo_span digest)
{
    for (unsigned i = 0; i < GAMES_MAX; i++) {
        if (brain->games[i].var != NULL && apo_span_is(digest, brain->games[i].digest))
            return brain->games[i].var;
    }
    return NULL;
}

bool apo_bot_brain_knows(const apo_bot_brain *brain, apo_span digest)
{
    return find(brain, digest) != NULL;
}

apo_status apo_bot_brain_learn(apo_bot_brain *brain, apo_span digest, apo_span id,
                               apo_span text)
{
    apo_variant *var;
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    apo_status status = apo_bundle_compile(&var, id, text, NULL, &faults);
    if (status != APO_OK)
        return status;
    known_game *place = &brain->games[brain->next];
    apo_text name = apo_text_start(place->digest, sizeof place->digest);
    apo_variant_free(place->var);
    apo_text_add_span(&name, digest);
    place->var = var;
    brain->next = (brain->next + 1) % GAMES_MAX;
    return APO_OK;
}

/* Replays the game in the engine. */
static apo_status replay(apo_engine *engine, const apo_variant *var, const apo_json_value *game)
{
    apo_position pos;
    apo_span fen, text;
    const apo_json_value *moves = apo_json_in_member(game, "moves");
    if (!apo_json_in_text(apo_json_in_member(apo_json_in_member(game, "start"), "fen"), &fen))
        return APO_E_SYNTAX;
    apo_status status = apo_fen_read(&pos, var, fen, NULL);
    if (status == APO_OK)
        status = apo_engine_new_game(engine, var);
    if (status == APO_OK)
        status = apo_engine_set_position(engine, &pos);
    for (size_t i = 0; status == APO_OK && i < apo_json_in_count(moves); i++) {
        apo_move mv;
        if (!apo_json_in_text(apo_json_in_member(apo_json_in_element(moves, i), "text"), &text))
            return APO_E_SYNTAX;
        status = apo_coordinate_read(&mv, apo_engine_position(engine), text, NULL);
        if (status == APO_OK)
            status = apo_engine_play(engine, &mv);
    }
    return status;
}

apo_status apo_bot_brain_move(apo_text *out, apo_bot_brain *brain, const apo_json_value *game)
{
    apo_span digest = {NULL, 0};
    apo_decision made;
    const apo_limits limits = {.nodes = NODES_MAX};
    apo_json_in_text(apo_json_in_member(game, "definition"), &digest);
    const apo_variant *var = find(brain, digest);
    if (var == NULL)
        return APO_E_UNKNOWN;
    apo_status status = replay(brain->engine, var, game);
    if (status == APO_OK)
        status = apo_level_go(&made, brain->engine, brain->level, &limits, &brain->random);
    if (status == APO_OK && !made.has_move)
        status = APO_E_ILLEGAL;
    if (status == APO_OK)
        apo_coordinate_write(out, apo_engine_position(brain->engine), &made.best);
    return status;
}
