#include "cli/play/thinker.h"

#include <fcntl.h>
#include <unistd.h>

#include "api/host.h"
#include "cli/nets/nets_source.h"

enum {
    HASH_MB = 64
};

static bool open_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    return fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

apo_status apo_thinker_open(apo_thinker *out, const apo_variant *var, apo_nets *nets,
                            uint64_t seed)
{
    const apo_engine_options options = {.hash_mb = HASH_MB,
                                        .now = apo_engine_now,
                                        .network_source = apo_nets_find,
                                        .network_context = nets};
    *out = (apo_thinker){.pipe_ends = {-1, -1}};
    apo_random_seed(&out->random, seed);
    apo_status status = apo_engine_new(&out->engine, &options);
    if (status == APO_OK)
        status = apo_engine_new_game(out->engine, var);
    if (status == APO_OK)
        status = apo_runner_new(&out->runner, NULL);
    if (status == APO_OK && !open_pipe(out->pipe_ends))
        status = APO_E_IO;
    if (status != APO_OK)
        apo_thinker_close(out);
    return status;
}

void apo_thinker_close(apo_thinker *thinker)
{
    if (thinker->engine == NULL)
        return;
    apo_runner_free(thinker->runner);
    apo_engine_free(thinker->engine);
    for (unsigned i = 0; i < 2; i++)
        if (thinker->pipe_ends[i] >= 0)
            close(thinker->pipe_ends[i]);
    *thinker = (apo_thinker){.engine = NULL};
}

static apo_status follow_game(apo_engine *engine, const apo_game *game)
{
    apo_status status = apo_engine_set_position(engine, apo_game_info_of(game).start);
    for (size_t i = 0; status == APO_OK && i < apo_game_info_of(game).length; i++) {
        apo_move mv = apo_game_move(game, i);
        status = apo_engine_play(engine, &mv);
    }
    return status;
}

static void think(void *context)
{
    apo_thinker *thinker = context;
    thinker->status = apo_level_go(&thinker->made, thinker->engine, thinker->level,
                                   &thinker->limits, &thinker->random);
    /* If the pipe is full, the reader is awake already. */
    (void)!write(thinker->pipe_ends[1], "", 1);
}

apo_status apo_thinker_start(apo_thinker *thinker, const apo_game *game, const apo_level *level,
                             const apo_limits *limits)
{
    apo_status status = follow_game(thinker->engine, game);
    if (status != APO_OK)
        return status;
    thinker->level = level;
    thinker->limits = *limits;
    apo_engine_arm(thinker->engine);
    return apo_runner_start(thinker->runner, think, thinker);
}

int apo_thinker_descriptor(const apo_thinker *thinker)
{
    return thinker->pipe_ends[0];
}

void apo_thinker_hurry(apo_thinker *thinker)
{
    apo_engine_stop(thinker->engine);
}

apo_status apo_thinker_finish(apo_decision *out, apo_thinker *thinker)
{
    char byte;
    apo_runner_wait(thinker->runner);
    (void)!read(thinker->pipe_ends[0], &byte, 1);
    if (thinker->status == APO_OK)
        *out = thinker->made;
    return thinker->status;
}
