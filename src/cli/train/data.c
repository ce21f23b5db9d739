#include "cli/train/data.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/host.h"
#include "base/random.h"
#include "cli/call/message.h"
#include "cli/io/interrupt.h"
#include "cli/selfplay/games_file.h"
#include "training/training_start.h"

enum {
    JOB_GAMES = 16,
    ROUND_JOBS = 8, /* of each thread; 1 MB of games */
    SHOW_SCREEN_MS = 500,
    SHOW_LOG_MS = 60000,
    LEAST = 100 /* positions to learn from, and as many held out */
};

/* A part of the games, read by one thread. */
typedef struct job {
    apo_training_game games[JOB_GAMES];
    uint32_t count;
    apo_training_samples samples;
    apo_status status;
    uint32_t at_fault;                  /* number of the game */
    apo_training_sample_reader *reader; /* owned */
} job;

typedef struct loader {
    const apo_train_loading *loading;
    apo_train_data *data;
    job *jobs; /* owned */
    size_t job_count;
    uint64_t digest;
    int64_t start_ms, shown_ms;
    size_t bytes_done, bytes; /* of the file being read */
    size_t samples_before;    /* those read from earlier files */
    const apo_training_head *head;
} loader;

/* --- progress ------------------------------------------------------------ */

static void show(loader *l, bool is_last)
{
    char left[48] = "";
    bool is_screen = isatty(STDERR_FILENO) != 0;
    int64_t now = apo_engine_now(NULL), elapsed = now - l->start_ms;
    int64_t every = is_screen ? SHOW_SCREEN_MS : SHOW_LOG_MS;
    if ((!is_screen && !l->loading->has_progress) || (!is_last && now - l->shown_ms < every))
        return;
    l->shown_ms = now;
    if (!is_last && l->bytes_done > 0)
        apo_time_left_write(left, sizeof left,
                            (int64_t)((double)(l->bytes - l->bytes_done) /
                                      (double)l->bytes_done * (double)elapsed / 1000));
    size_t count = l->data->samples.count - l->samples_before;
    fprintf(stderr, "%sreading: %zu positions, %.0f positions/s%s%s", is_screen ? "\r" : "",
            l->data->samples.count, elapsed > 0 ? 1000.0 * (double)count / (double)elapsed : 0,
            left, is_screen && !is_last ? "   " : "\n");
    fflush(stderr);
}

/* --- games --------------------------------------------------------------- */

static void read_job(void *context, size_t index)
{
    loader *l = context;
    job *j = &l->jobs[index];
    for (uint32_t i = 0; i < j->count && j->status == APO_OK; i++) {
        j->status =
            apo_training_sample_reader_add(j->reader, &j->samples, l->head, &j->games[i]);
        j->at_fault = j->games[i].number;
    }
}

/* Reads what has been collected. */
static enum apo_exit finish_round(loader *l, const char *path, size_t job_count)
{
    const apo_parallel *parallel = l->loading->parallel;
    parallel->run(parallel->self, job_count, read_job, l);
    for (size_t i = 0; i < job_count; i++) {
        job *j = &l->jobs[i];
        if (j->status == APO_OK && !apo_training_samples_join(&l->data->samples, &j->samples))
            j->status = APO_E_MEMORY;
        if (j->status == APO_E_MEMORY)
            return apo_report_failure("train: %s", apo_status_message(APO_E_MEMORY));
        if (j->status != APO_OK)
            return apo_report_failure("%s: game %u: a move does not fit the rules: %s", path,
                                      (unsigned)j->at_fault, apo_status_message(j->status));
        j->count = 0;
    }
    show(l, false);
    return apo_interrupt_is_set() ? APO_EXIT_INTERRUPTED : APO_EXIT_OK;
}

static enum apo_exit report_end(const apo_games_map *map, size_t rest, apo_status status,
                                const apo_error *err)
{
    size_t at = map->bytes.length - rest + err->position + 1;
    if (status == APO_E_UNKNOWN)
        return APO_EXIT_OK;
    if (status != APO_E_OVERFLOW)
        return apo_report_failure("%s: byte %zu: %s", map->path, at, err->detail);
    apo_report_error("%s: an unfinished game at the end is not used (%zu bytes)", map->path,
                     rest);
    return APO_EXIT_OK;
}

/* Reads the games of a file; `wanted` of them, unless it is UINT32_MAX. */
static enum apo_exit read_games(loader *l, const apo_games_map *map, apo_train_file *file,
                                uint32_t wanted)
{
    apo_span rest = map->games;
    apo_error err = {.detail = ""};
    apo_status status = APO_OK;
    size_t job_index = 0;
    enum apo_exit result = APO_EXIT_OK;
    while (result == APO_EXIT_OK && status == APO_OK) {
        job *j = &l->jobs[job_index];
        if (file->games < wanted)
            status = apo_training_game_read(&j->games[j->count], &rest, &err);
        else
            status = APO_E_UNKNOWN;
        file->games += status == APO_OK;
        j->count += status == APO_OK;
        job_index += j->count == JOB_GAMES;
        if (status == APO_OK && job_index < l->job_count)
            continue;
        l->bytes_done = map->bytes.length - rest.length;
        result =
            finish_round(l, map->path, job_index < l->job_count ? job_index + 1 : job_index);
        job_index = 0;
    }
    if (result == APO_EXIT_OK)
        result = report_end(map, file->games < wanted ? rest.length : 0, status, &err);
    if (result == APO_EXIT_OK && wanted != UINT32_MAX && file->games < wanted)
        result = apo_report_failure("%s has %u games; the run to go on with used %u", map->path,
                                    (unsigned)file->games, (unsigned)wanted);
    return result;
}

/* --- files --------------------------------------------------------------- */

static enum apo_exit check_head(const loader *l, const apo_games_map *map)
{
    const char *id = apo_variant_info_of(l->loading->features->var)->id;
    if (strcmp(map->head.id, id) != 0)
        return apo_report_failure("%s: its games are of %s, not of %s", map->path, map->head.id,
                                  id);
    if (map->head.digest != l->digest)
        return apo_report_failure("%s: its games were played by other rules than %s", map->path,
                                  id);
    return APO_EXIT_OK;
}

/* If validation has files of its own, uses all of those and nothing from the others. */
static void hold_out(loader *l, size_t index)
{
    const apo_recipe *recipe = l->loading->recipe;
    uint32_t one_in = recipe->is_validation[index] ? 1
                      : recipe->has_validation     ? 0
                                                   : recipe->held_out;
    for (size_t i = 0; i < l->job_count; i++)
        apo_training_sample_reader_hold_out(l->jobs[i].reader, one_in);
}

void apo_train_path_add(apo_buffer *out, const char *folder, apo_span name)
{
    if (folder != NULL && name.text[0] != '/') {
        apo_buffer_add(out, folder);
        apo_buffer_add_char(out, '/');
    }
    apo_buffer_add_span(out, name);
}

static enum apo_exit read_file(loader *l, size_t index)
{
    const apo_train_loading *loading = l->loading;
    apo_span name = loading->recipe->files[index];
    apo_train_file *file = &l->data->files[index];
    uint32_t wanted = loading->games != NULL ? loading->games[index] : UINT32_MAX;
    apo_buffer path;
    apo_games_map map;
    apo_buffer_init(&path, NULL);
    apo_train_path_add(&path, loading->folder, name);
    enum apo_exit result =
        path.is_failed ? apo_report_failure("train: %s", apo_status_message(APO_E_MEMORY))
                       : apo_games_map_open(&map, path.bytes);
    if (result == APO_EXIT_OK) {
        l->samples_before = l->data->samples.count;
        l->start_ms = apo_engine_now(NULL);
        l->bytes = map.bytes.length;
        file->head = map.head;
        l->head = &file->head;
        hold_out(l, index);
        result = check_head(l, &map);
        if (result == APO_EXIT_OK)
            result = read_games(l, &map, file, wanted);
        file->samples = l->data->samples.count - l->samples_before;
        show(l, true);
        apo_games_map_close(&map);
    }
    apo_buffer_clear(&path);
    l->data->file_count++;
    return result;
}

/* --- all ----------------------------------------------------------------- */

static enum apo_exit divide(apo_train_data *data)
{
    size_t count = data->samples.count;
    if (count > UINT32_MAX)
        return apo_report_failure("train: there are more than 2^32 positions");
    data->train = malloc((count + 1) * sizeof *data->train);
    data->held_out = malloc((count + 1) * sizeof *data->held_out);
    if (data->train == NULL || data->held_out == NULL)
        return apo_report_failure("train: %s", apo_status_message(APO_E_MEMORY));
    for (size_t i = 0; i < count; i++)
        if ((data->samples.list[i].flags & APO_TRAINING_SAMPLE_HELD_OUT) != 0)
            data->held_out[data->held_out_count++] = (uint32_t)i;
        else
            data->train[data->train_count++] = (uint32_t)i;
    if (data->train_count < LEAST || data->held_out_count < LEAST)
        return apo_report_failure("train: %zu positions to learn from and %zu held out are too "
                                  "few; at least %d of each are needed",
                                  data->train_count, data->held_out_count, LEAST);
    return APO_EXIT_OK;
}

static enum apo_exit prepare(loader *l)
{
    const apo_recipe *recipe = l->loading->recipe;
    const apo_training_sample_choice choice = {recipe->score_max, recipe->held_out,
                                               recipe->has_noisy != 0};
    apo_status status = APO_E_MEMORY;
    l->job_count = ROUND_JOBS * l->loading->parallel->threads;
    l->jobs = calloc(l->job_count, sizeof *l->jobs);
    if (l->jobs != NULL)
        status = APO_OK;
    for (size_t i = 0; i < l->job_count && status == APO_OK; i++)
        status =
            apo_training_sample_reader_new(&l->jobs[i].reader, l->loading->features, &choice);
    if (status != APO_OK)
        return apo_report_failure("train: %s", apo_status_message(status));
    return APO_EXIT_OK;
}

enum apo_exit apo_train_data_read(apo_train_data *out, const apo_train_loading *loading)
{
    loader l = {
        .loading = loading, .data = out, .digest = apo_training_digest(loading->features->var)};
    enum apo_exit result = prepare(&l);
    for (size_t i = 0; result == APO_EXIT_OK && i < loading->recipe->file_count; i++)
        result = read_file(&l, i);
    if (result == APO_EXIT_OK)
        result = divide(out);
    for (size_t i = 0; l.jobs != NULL && i < l.job_count; i++) {
        apo_training_sample_reader_free(l.jobs[i].reader);
        apo_training_samples_clear(&l.jobs[i].samples);
    }
    free(l.jobs);
    return result;
}

void apo_train_data_clear(apo_train_data *data)
{
    apo_training_samples_clear(&data->samples);
    free(data->train);
    free(data->held_out);
    *data = (apo_train_data){.file_count = 0};
}
