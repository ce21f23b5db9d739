#include "cli/train/train.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/host.h"
#include "api/network_disk.h"
#include "base/random.h"
#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/io/interrupt.h"
#include "cli/train/checkpoint.h"
#include "cli/train/data.h"
#include "cli/train/threads.h"
#include "training/trainer.h"

enum {
    SHOW_SCREEN_MS = 500,
    SHOW_LOG_MS = 60000,
    SCALE_SAMPLES = 100000 /* from which the scale is fitted: enough for two digits */
};

typedef struct training {
    const apo_train_plan *plan;
    apo_recipe recipe; /* a copy, with the scale that is used */
    apo_source source;
    apo_features features;
    apo_train_threads *threads;
    apo_train_data data;
    apo_trainer *trainer;
    apo_checkpoint checkpoint;
    apo_buffer path, checkpoint_path;
    uint32_t *order;     /* owned; of this epoch */
    size_t count;        /* samples of an epoch */
    size_t batch, steps; /* of an epoch */
    apo_fitness fitness; /* of the net as rounded */
    apo_fitness base;    /* of the hand-written evaluation */
    int64_t start_ms, shown_ms;
    uint64_t done; /* samples in this run */
} training;

static enum apo_exit no_memory(void)
{
    return apo_report_failure("train: %s", apo_status_message(APO_E_MEMORY));
}

/* --- progress ------------------------------------------------------------ */

static void show(training *all, uint32_t epoch, bool is_last)
{
    char left[48] = "";
    bool is_screen = isatty(STDERR_FILENO) != 0;
    int64_t now = apo_engine_now(NULL), elapsed = now - all->start_ms;
    int64_t every = is_screen ? SHOW_SCREEN_MS : SHOW_LOG_MS;
    if ((!is_screen && !all->plan->has_progress) || (!is_last && now - all->shown_ms < every))
        return;
    all->shown_ms = now;
    uint64_t total = (uint64_t)(all->recipe.epochs - all->checkpoint.epochs) * all->steps;
    uint64_t rest = total * all->batch > all->done ? total * all->batch - all->done : 0;
    if (!is_last && all->done > 0)
        apo_time_left_write(
            left, sizeof left,
            (int64_t)((double)rest / (double)all->done * (double)elapsed / 1000));
    fprintf(stderr, "%sepoch %u of %u: %.0f positions/s%s%s", is_screen ? "\r" : "",
            (unsigned)epoch + 1, (unsigned)all->recipe.epochs,
            elapsed > 0 ? 1000.0 * (double)all->done / (double)elapsed : 0, left,
            is_screen && !is_last ? "   " : "\n");
    fflush(stderr);
}

static void print_fitness(const char *what, const apo_fitness *fitness)
{
    printf("%-22s %.5f   %.5f   %.5f   %6.1f\n", what, fitness->target, fitness->search,
           fitness->result, fitness->cp);
    fflush(stdout);
}

/* --- learning ------------------------------------------------------------ */

static void shuffle(uint32_t *list, size_t count, uint64_t seed)
{
    apo_random random;
    apo_random_seed(&random, seed);
    for (size_t i = count; i > 1; i--) {
        size_t k = apo_random_below(&random, (uint32_t)i);
        uint32_t kept = list[i - 1];
        list[i - 1] = list[k];
        list[k] = kept;
    }
}

/* Fits the scale to the games, if the recipe has none. */
static void set_scale(training *all)
{
    size_t count = all->count < SCALE_SAMPLES ? all->count : SCALE_SAMPLES;
    if (all->recipe.scale > 0)
        return;
    memcpy(all->order, all->data.train, all->count * sizeof *all->order);
    shuffle(all->order, all->count, apo_mix(SCALE_SAMPLES));
    all->recipe.scale =
        round(apo_training_samples_fit_scale(&all->data.samples, all->order, count));
    printf("scale: %.0f fits these games\n", all->recipe.scale);
}

/* Chooses the samples of all epochs. */
static enum apo_exit choose_samples(training *all)
{
    const apo_recipe *recipe = &all->recipe;
    apo_train_data *data = &all->data;
    all->count = data->train_count;
    if (recipe->limit > 0 && recipe->limit < all->count) {
        shuffle(data->train, data->train_count, apo_mix(recipe->seed));
        all->count = recipe->limit;
    }
    all->batch = recipe->batch < all->count ? recipe->batch : all->count;
    all->steps = all->count / all->batch;
    all->order = malloc(all->count * sizeof *all->order);
    if (all->order == NULL)
        return no_memory();
    set_scale(all);
    return APO_EXIT_OK;
}

/* The order depends on the seed and the epoch alone, so a resumed run makes the same steps. */
static enum apo_exit learn_epoch(training *all, uint32_t epoch, double *out_loss)
{
    uint64_t total = (uint64_t)all->recipe.epochs * all->steps;
    *out_loss = 0;
    memcpy(all->order, all->data.train, all->count * sizeof *all->order);
    shuffle(all->order, all->count, apo_mix(all->recipe.seed + ((uint64_t)epoch << 32)));
    for (size_t i = 0; i < all->steps; i++) {
        const apo_training_sample_order batch = {all->order + i * all->batch, all->batch};
        uint64_t step = (uint64_t)epoch * all->steps + i;
        *out_loss += apo_trainer_step(all->trainer, &all->data.samples, &batch,
                                      apo_trainer_rate(&all->recipe, step, total));
        all->done += all->batch;
        show(all, epoch, i + 1 == all->steps);
        if (apo_interrupt_is_set())
            return APO_EXIT_INTERRUPTED;
    }
    *out_loss /= (double)(all->steps * all->batch);
    return APO_EXIT_OK;
}

static bool measure(training *all, apo_fitness *out, apo_training_sample_score *score,
                    const void *context)
{
    const apo_training_sample_order order = {all->data.held_out, all->data.held_out_count};
    return apo_trainer_measure(out, all->trainer, &all->data.samples, &order, score, context);
}

static enum apo_exit learn(training *all)
{
    enum apo_exit result = APO_EXIT_OK;
    char what[64];
    uint32_t first = all->checkpoint.epochs;
    all->start_ms = apo_engine_now(NULL);
    for (uint32_t epoch = first; result == APO_EXIT_OK && epoch < all->recipe.epochs; epoch++) {
        double loss;
        apo_fitness fitness;
        apo_checkpoint now = all->checkpoint;
        result = learn_epoch(all, epoch, &loss);
        if (result != APO_EXIT_OK)
            break;
        if (!measure(all, &fitness, apo_trainer_score, all->trainer))
            return no_memory();
        snprintf(what, sizeof what, "epoch %-3u (%.5f)", (unsigned)epoch + 1, loss);
        print_fitness(what, &fitness);
        now.epochs = epoch + 1;
        result = apo_checkpoint_write(&now, all->trainer, all->checkpoint_path.bytes);
    }
    return result;
}

/* --- the net ------------------------------------------------------------- */

static apo_span name_of_path(apo_span path)
{
    size_t at = path.length;
    while (at > 0 && path.text[at - 1] != '/')
        at--;
    return apo_span_part(path, at, path.length);
}

static void describe_file(apo_text *text, const apo_train_file *file, apo_span name)
{
    char line[200], net[40] = "";
    if (file->head.net != 0)
        snprintf(net, sizeof net, ", net %016llx", (unsigned long long)file->head.net);
    snprintf(line, sizeof line, ": %u games, %zu positions, %u nodes a move, seed %llu%s\n",
             (unsigned)file->games, file->samples, (unsigned)file->head.nodes,
             (unsigned long long)file->head.seed, net);
    apo_text_add_word(text, name_of_path(name));
    apo_text_add(text, line);
}

/* Writes the net's provenance, leaving out what does not fit. */
static void write_text(training *all, apo_network *network)
{
    const apo_recipe *recipe = &all->recipe;
    char line[400];
    apo_text text = apo_text_start(network->text, sizeof network->text);
    snprintf(line, sizeof line,
             "apothecary %s, train: %s, %u hidden, %u buckets, search-share %g, scale %g,\n"
             "learning-rate %g, weight-decay %g, epochs %u, batch %zu, seed %u, score-max %u,\n"
             "noisy %s, held-out %u, positions %zu\n",
             apo_version(), recipe->is_added != 0 ? "added" : "alone", (unsigned)recipe->hidden,
             (unsigned)recipe->buckets, recipe->search_share, recipe->scale,
             recipe->learning_rate, recipe->weight_decay, (unsigned)recipe->epochs, all->batch,
             (unsigned)recipe->seed, (unsigned)recipe->score_max,
             recipe->has_noisy != 0 ? "yes" : "no", (unsigned)recipe->held_out, all->count);
    apo_text_add(&text, line);
    snprintf(line, sizeof line,
             "held out: %zu positions, loss %.5f (search %.5f, results %.5f), hand-written "
             "%.5f (%.5f, %.5f)\n",
             all->fitness.count, all->fitness.target, all->fitness.search, all->fitness.result,
             all->base.target, all->base.search, all->base.result);
    apo_text_add(&text, line);
    if (recipe->related.length > 0) {
        apo_text_add(&text, "began with ");
        apo_text_add_word(&text, name_of_path(recipe->related));
        apo_text_add(&text, "\n");
    }
    for (uint32_t i = 0; i < all->data.file_count; i++)
        describe_file(&text, &all->data.files[i], recipe->files[i]);
}

static enum apo_exit write_net(training *all)
{
    apo_network *network;
    if (apo_trainer_export(&network, all->trainer) != APO_OK)
        return no_memory();
    const apo_rounded_net rounded = {network, all->trainer};
    enum apo_exit result = APO_EXIT_OK;
    if (!measure(all, &all->fitness, apo_rounded_score, &rounded))
        result = no_memory();
    if (result == APO_EXIT_OK) {
        print_fitness("rounded for the engine", &all->fitness);
        write_text(all, network);
        errno = 0;
        apo_status status = apo_network_save(network, all->path.bytes);
        if (status == APO_E_IO)
            result = apo_report_failure("%s: %s", all->path.bytes, strerror(errno));
        else if (status != APO_OK)
            result = apo_report_failure("%s: %s", all->path.bytes, apo_status_message(status));
    }
    apo_network_free(network);
    return result;
}

/* --- setting up ---------------------------------------------------------- */

static enum apo_exit make_trainer(training *all)
{
    apo_piece_values *values = malloc(sizeof *values);
    apo_status status = APO_E_MEMORY;
    if (values != NULL)
        status = apo_piece_values_derive(values, all->source.var, NULL);
    if (status == APO_OK)
        status = apo_trainer_new(&all->trainer, &all->recipe, &all->features, values->piece,
                                 apo_train_threads_all(all->threads));
    free(values);
    return status == APO_OK ? APO_EXIT_OK
                            : apo_report_failure("train: %s", apo_status_message(status));
}

static enum apo_exit begin_with(training *all, const char *path, apo_span bytes)
{
    char id[APO_ID_MAX];
    apo_source source;
    apo_network *network = NULL;
    apo_error err = {.detail = ""};
    apo_status status = apo_network_read_id(id, bytes, &err);
    if (status != APO_OK)
        return apo_report_failure("%s: %s", path, err.detail);
    if (apo_source_open_id(&source, apo_span_of(id)) != APO_OK)
        return apo_report_failure("%s: its game, %s, is not built in", path, id);
    status = apo_network_read(&network, source.var, bytes, NULL, &err);
    enum apo_exit result = APO_EXIT_OK;
    if (status != APO_OK)
        result = apo_report_failure("%s: %s", path, err.detail);
    else if (apo_trainer_begin_with(all->trainer, network) != APO_OK)
        result = apo_report_failure("%s: it is %s, with %u hidden neurons and %u buckets; the "
                                    "recipe must say so too",
                                    path, network->is_alone ? "alone" : "added",
                                    (unsigned)network->hidden, (unsigned)network->buckets);
    apo_network_free(network);
    apo_source_close(&source);
    return result;
}

/* Replaces the first weights by the net of a related game. */
static enum apo_exit begin_related(training *all)
{
    apo_buffer path, bytes;
    apo_buffer_init(&path, NULL);
    apo_buffer_init(&bytes, NULL);
    apo_train_path_add(&path, all->plan->folder, all->recipe.related);
    enum apo_exit result = APO_EXIT_OK;
    apo_status status = path.is_failed ? APO_E_MEMORY : apo_file_read(&bytes, path.bytes);
    if (status == APO_E_IO)
        result = apo_report_failure("%s: %s", path.bytes, strerror(errno));
    else if (status != APO_OK)
        result = no_memory();
    else
        result = begin_with(all, path.bytes, apo_buffer_span(&bytes));
    apo_buffer_clear(&path);
    apo_buffer_clear(&bytes);
    return result;
}

static enum apo_exit name_files(training *all)
{
    if (all->plan->out != NULL) {
        apo_buffer_add(&all->path, all->plan->out);
    } else {
        apo_buffer_add(&all->path, apo_variant_info_of(all->source.var)->id);
        apo_buffer_add(&all->path, ".net");
    }
    apo_buffer_add_span(&all->checkpoint_path, apo_buffer_span(&all->path));
    apo_buffer_add(&all->checkpoint_path, ".checkpoint");
    return all->checkpoint_path.is_failed ? no_memory() : APO_EXIT_OK;
}

/* Reads the checkpoint, if the run resumes from one. */
static enum apo_exit look_back(training *all, apo_buffer *state)
{
    bool is_there = false;
    apo_checkpoint now = {.file_count = all->recipe.file_count,
                          .game = apo_features_digest(&all->features)};
    for (size_t i = 0; i < all->plan->text.length; i++)
        now.recipe = apo_mix(now.recipe ^ (uint8_t)all->plan->text.text[i]);
    const char *path = all->checkpoint_path.bytes;
    if (all->plan->is_resumed) {
        enum apo_exit result = apo_checkpoint_read(&all->checkpoint, state, &is_there, path);
        if (result != APO_EXIT_OK)
            return result;
    }
    if (!is_there)
        all->checkpoint = now;
    else if (all->checkpoint.recipe != now.recipe || all->checkpoint.game != now.game)
        return apo_report_failure("%s belongs to another recipe; start without --resume", path);
    return APO_EXIT_OK;
}

static enum apo_exit read_data(training *all)
{
    bool is_new = all->checkpoint.epochs == 0;
    const apo_train_loading loading = {.recipe = &all->recipe,
                                       .features = &all->features,
                                       .parallel = apo_train_threads_all(all->threads),
                                       .folder = all->plan->folder,
                                       .games = is_new ? NULL : all->checkpoint.games,
                                       .has_progress = all->plan->has_progress};
    enum apo_exit result = apo_train_data_read(&all->data, &loading);
    uint32_t games = 0;
    for (uint32_t i = 0; i < all->data.file_count; i++) {
        games += all->data.files[i].games;
        all->checkpoint.games[i] = all->data.files[i].games;
    }
    if (result == APO_EXIT_OK) {
        const apo_training_samples *samples = &all->data.samples;
        printf("%s: %u games of %u files; %zu positions to learn from, %zu held out, %.0f "
               "bytes each\n",
               apo_variant_info_of(all->source.var)->id, (unsigned)games,
               (unsigned)all->data.file_count, all->data.train_count, all->data.held_out_count,
               ((double)sizeof *samples->list * (double)samples->count +
                (double)sizeof *samples->features * (double)samples->feature_count) /
                   (double)samples->count);
    }
    return result;
}

static enum apo_exit train(training *all, apo_buffer *state)
{
    enum apo_exit result = name_files(all);
    if (result == APO_EXIT_OK)
        result = look_back(all, state);
    if (result == APO_EXIT_OK)
        result = read_data(all);
    if (result == APO_EXIT_OK)
        result = choose_samples(all);
    if (result == APO_EXIT_OK)
        result = make_trainer(all);
    if (result == APO_EXIT_OK && all->recipe.related.length > 0 && all->checkpoint.epochs == 0)
        result = begin_related(all);
    if (result != APO_EXIT_OK)
        return result;
    if (all->checkpoint.epochs > 0 && !apo_trainer_read(all->trainer, apo_buffer_span(state)))
        return apo_report_failure("%s: the checkpoint is damaged", all->checkpoint_path.bytes);
    if (!measure(all, &all->base, apo_trainer_base_score, NULL))
        return no_memory();
    printf("held out               target    search    results   distance\n");
    print_fitness("hand-written", &all->base);
    if (all->checkpoint.epochs > 0) {
        printf("goes on after epoch %u\n", (unsigned)all->checkpoint.epochs);
    } else {
        if (!measure(all, &all->fitness, apo_trainer_score, all->trainer))
            return no_memory();
        print_fitness("untrained", &all->fitness);
    }
    result = learn(all);
    return result == APO_EXIT_OK ? write_net(all) : result;
}

static enum apo_exit open_game(training *all)
{
    apo_buffer name;
    apo_buffer_init(&name, NULL);
    apo_buffer_add_span(&name, all->recipe.game);
    enum apo_exit result =
        name.is_failed ? no_memory() : apo_source_open(&all->source, name.bytes);
    apo_buffer_clear(&name);
    if (result == APO_EXIT_OK)
        apo_features_init(&all->features, all->source.var);
    return result;
}

enum apo_exit apo_train_run(const apo_train_plan *plan)
{
    training *all = calloc(1, sizeof *all);
    apo_buffer state;
    if (all == NULL)
        return no_memory();
    all->plan = plan;
    all->recipe = *plan->recipe;
    enum apo_exit result = open_game(all);
    if (result != APO_EXIT_OK) {
        free(all);
        return result;
    }
    apo_buffer_init(&state, NULL);
    apo_buffer_init(&all->path, NULL);
    apo_buffer_init(&all->checkpoint_path, NULL);
    (void)apo_interrupt_install();
    all->threads = apo_train_threads_new(plan->threads);
    result = all->threads != NULL ? train(all, &state) : no_memory();
    apo_trainer_free(all->trainer);
    apo_train_data_clear(&all->data);
    apo_train_threads_free(all->threads);
    free(all->order);
    apo_buffer_clear(&state);
    apo_buffer_clear(&all->path);
    apo_buffer_clear(&all->checkpoint_path);
    apo_source_close(&all->source);
    free(all);
    return result;
}
