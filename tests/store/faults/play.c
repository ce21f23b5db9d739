#include "store/faults/play.h"

#include "store/faults/day.h"
#include "store/faults/disk.h"
#include "store/faults/states.h"

enum {
    GROUP_MAX = 4, /* batches submitted together */
    RETRIES_MAX = 400
};

static uint64_t reports; /* statuses that were not APO_OK */

uint64_t play_reports(void)
{
    return reports;
}

static void note_status(void *context, apo_status status)
{
    *(apo_status *)context = status;
}

apo_store *play_open(apo_error *err)
{
    apo_store *store = NULL;
    const apo_store_options options = {.path = states_path};
    *err = (apo_error){.detail = ""};
    return apo_store_open(&store, &options, err) == APO_OK ? store : NULL;
}

static void submit(apo_store *store, unsigned step, apo_status *out)
{
    apo_store_batch *batch = apo_store_batch_new();
    *out = APO_STATUSES;
    if (batch != NULL)
        day_fill(batch, step);
    apo_store_submit(store, batch, note_status, out);
}

apo_status play_once(apo_store *store, unsigned step)
{
    apo_status status;
    submit(store, step, &status);
    apo_store_flush(store);
    return status;
}

/* What is acknowledged can be read; a reader that fails says so. */
static void read_back(apo_store *store, unsigned done)
{
    int64_t number = 0;
    apo_status status = apo_store_find_number(store, &number, apo_span_of("step"));
    if (status == APO_OK ? number != done
                         : (status != APO_E_IO && status != APO_E_MEMORY &&
                            (status != APO_E_UNKNOWN || done != 0)))
        states_fail(done, "a reader does not see what is acknowledged", "");
}

bool play_step(apo_store *store, unsigned step)
{
    for (unsigned tries = 0; tries < RETRIES_MAX; tries++) {
        apo_status status = play_once(store, step);
        if (status == APO_OK) {
            read_back(store, step + 1);
            return true;
        }
        reports++;
        if (status != APO_E_IO && status != APO_E_MEMORY) {
            states_fail(step, "wrong error, or the failed batch has changed something",
                        apo_status_word(status));
            return false;
        }
    }
    states_fail(step, "the store does not recover", "");
    return false;
}

apo_store *play_open_at_last(void)
{
    apo_error err;
    for (unsigned tries = 0; tries < RETRIES_MAX; tries++) {
        apo_store *store = play_open(&err);
        if (store != NULL)
            return store;
        reports++;
        if (err.detail[0] == '\0')
            states_fail(0, "the store cannot be opened, and no reason is given", "");
    }
    states_fail(0, "the store cannot be opened", err.detail);
    return NULL;
}

apo_store *play_until_dark(play_progress *progress, apo_random *random,
                           void (*before_group)(void))
{
    apo_error err;
    apo_status statuses[GROUP_MAX];
    apo_store *store = play_open(&err);
    unsigned *done = &progress->done, length = day_length();
    bool is_lit = store != NULL;
    while (is_lit && *done < length) {
        unsigned count = 1 + apo_random_below(random, GROUP_MAX);
        if (count > length - *done)
            count = length - *done;
        if (before_group != NULL)
            before_group();
        progress->submitted = *done + count;
        for (unsigned i = 0, first = *done; i < count; i++)
            submit(store, first + i, &statuses[i]);
        apo_store_flush(store);
        for (unsigned i = 0; is_lit && i < count; i++) {
            is_lit = statuses[i] == APO_OK;
            *done += is_lit;
        }
    }
    if (!is_lit && !disk_is_off())
        states_fail(*done, "a failure with the power on", store == NULL ? err.detail : "");
    reports += !is_lit;
    return store;
}
