#include "cli/train/train.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"

static enum apo_exit read_recipe(apo_recipe *out, apo_buffer *text, const char *path)
{
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    apo_status status = apo_file_read(text, path);
    if (status == APO_E_IO)
        return apo_report_failure("%s: %s", path, strerror(errno));
    if (status == APO_OK)
        status = apo_recipe_read(out, apo_buffer_span(text), &faults);
    apo_report_faults(path, &faults);
    if (status != APO_OK && faults.count == 0)
        return apo_report_failure("%s: %s", path, apo_status_message(status));
    return status == APO_OK ? APO_EXIT_OK : APO_EXIT_NO;
}

static uint32_t processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1                       ? 1
           : count > APO_TRAIN_THREADS_MAX ? APO_TRAIN_THREADS_MAX
                                           : (uint32_t)count;
}

static enum apo_exit run_train(const apo_call *call)
{
    apo_recipe recipe;
    apo_buffer text;
    apo_train_plan plan = {.recipe = &recipe,
                           .out = apo_call_value(call, "out"),
                           .folder = apo_call_value(call, "data"),
                           .threads = processors(),
                           .is_resumed = apo_call_has(call, "resume"),
                           .has_progress = apo_call_has(call, "progress")};
    enum apo_exit result =
        apo_call_number(call, "threads", 1, APO_TRAIN_THREADS_MAX, &plan.threads);
    if (result != APO_EXIT_OK)
        return result;
    apo_buffer_init(&text, NULL);
    result = read_recipe(&recipe, &text, call->operands[0]);
    plan.text = apo_buffer_span(&text);
    if (result == APO_EXIT_OK)
        result = apo_train_run(&plan);
    apo_buffer_clear(&text);
    return result;
}

static const apo_command_option options[] = {
    {"out", "FILE", NULL, "Write the net to FILE; default GAME.net."},
    {"data", "FOLDER", NULL, "The recipe's data files are in FOLDER; default the current one."},
    {"resume", NULL, NULL,
     "Continue after the last epoch of a stopped run; if there is none, start."},
    {"threads", "N", NULL,
     "Use N threads; default one for each processor. The result is the same."},
    {"progress", NULL, NULL,
     "Report progress on standard error even if it is not a terminal, once a minute."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"train nets/recipes/grand.recipe --data ~/games", "Train the net for grand: grand.net."},
    {"train my.recipe --out my.net --resume", "Go on after Ctrl-C or a kill."},
    {NULL, NULL},
};

const apo_command apo_command_train = {
    .name = "train",
    .operands = "RECIPE",
    .summary = "Train a net for the engine from games of selfplay",
    .about =
        "Reads a recipe: the game, files of games, and how to learn from them. Positions of "
        "some games are held out. After each epoch it prints the loss of the training, then how "
        "well the net predicts the held-out positions: the loss against the recipe's target, "
        "against the search's scores, against the results, and the mean distance to the "
        "search's score in centipawns; the first line has the same for the hand-written "
        "evaluation, the last for the net in the engine's arithmetic.\n\n"
        "It can be stopped or killed at any time: FILE.checkpoint has the state after the last "
        "epoch, and --resume goes on from there, with the same result to the bit.\n\n"
        "Lines of a recipe are \"key = value\". Its keys: game and data are needed. kind "
        "(added or alone), hidden, buckets, search-share, scale, "
        "learning-rate, weight-decay, epochs, batch, seed, score-max, noisy, held-out and limit "
        "have defaults; validate names files for validation alone. docs/nets.md explains them.",
    .options = options,
    .examples = examples,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_train,
};
