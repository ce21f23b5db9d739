#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"
#include "cli/io/input.h"
#include "cli/io/interrupt.h"
#include "server/archive/import.h"

enum {
    PATH_MAX_BYTES = 4096,
    FOLDERS_MAX = 16, /* nested */
    BATCH_GAMES = 200,
    SHOWN_EVERY = 100 /* games */
};

typedef struct importing {
    apo_store *store;
    apo_variant_map *variants;
    apo_store_batch *batch;
    apo_import_options options;
    apo_status status;   /* of the last write */
    apo_pending pending; /* games of the current batch */
    unsigned long added, known, faulty;
    bool has_progress; /* standard error is a terminal, or --progress */
} importing;

static void note(void *context, apo_status status)
{
    importing *all = context;
    if (status != APO_OK && all->status == APO_OK)
        all->status = status;
}

/* Waits for the write: the next games are compared with the stored ones. */
static void write_batch(importing *all)
{
    apo_store_submit(all->store, all->batch, note, all);
    apo_store_flush(all->store);
    all->batch = apo_store_batch_new();
    apo_pending_empty(&all->pending);
}

static void print_progress(const importing *all, const char *file, const apo_import *import)
{
    if (!all->has_progress || import->game % SHOWN_EVERY != 0)
        return;
    fprintf(stderr, "\r%s: game %u, %zu %% ", file, import->game,
            apo_import_position(import) * 100 / (import->text.length + 1));
    fflush(stderr);
}

static void clear_progress(const importing *all)
{
    if (all->has_progress)
        fprintf(stderr, "\r\033[K");
}

static void add_game(importing *all, const apo_store_record *record,
                     const apo_archive_walk *walk)
{
    const apo_offered_game *game =
        apo_variant_map_find_offered(all->variants, apo_span_of(record->variant));
    apo_store_add_definition(all->batch, game->digest, game->id, apo_buffer_span(&game->text));
    apo_archive_add(all->batch, record, walk, true);
}

static void take_step(importing *all, enum apo_import_step step, const char *file,
                      const apo_store_record *record, const apo_archive_walk *walk,
                      const apo_import_fault *fault)
{
    if (step == APO_IMPORT_FAULT) {
        clear_progress(all);
        apo_report_error("%s:%u: game %u: %s", file, fault->line, fault->game, fault->detail);
        all->faulty++;
    } else if (step == APO_IMPORT_KNOWN) {
        all->known++;
    } else {
        add_game(all, record, walk);
        all->added++;
        if (all->pending.count == BATCH_GAMES)
            write_batch(all);
    }
}

static void read_text(importing *all, const char *file, apo_span text)
{
    apo_import import;
    apo_store_record record;
    apo_archive_walk walk;
    apo_import_fault fault;
    enum apo_import_step step;
    apo_archive_walk_init(&walk);
    apo_import_start(&import, &all->options, all->variants, all->store, text);
    while (all->status == APO_OK && !apo_interrupt_is_set() &&
           (step = apo_import_next(&import, &record, &walk, &fault)) != APO_IMPORT_END) {
        take_step(all, step, file, &record, &walk, &fault);
        print_progress(all, file, &import);
    }
    clear_progress(all);
    apo_archive_walk_clear(&walk);
}

static bool read_file(importing *all, const char *file)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    apo_status status = apo_file_read(&text, file);
    if (status == APO_OK)
        read_text(all, file, apo_buffer_span(&text));
    else
        apo_report_error("%s: %s", file,
                         status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    apo_buffer_clear(&text);
    return status == APO_OK;
}

static bool read_path(importing *all, const char *path, unsigned depth);

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* All files of a folder and its subfolders, in the order of their names. */
static bool read_folder(importing *all, const char *path, unsigned depth)
{
    struct dirent **names = NULL;
    int count = scandir(path, &names, is_visible, alphasort);
    bool is_read = count >= 0;
    if (!is_read)
        apo_report_error("%s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        char inner[PATH_MAX_BYTES];
        apo_text text = apo_text_start(inner, sizeof inner);
        apo_text_add(&text, path);
        apo_text_add(&text, "/");
        apo_text_add(&text, names[i]->d_name);
        if (text.is_overflowed)
            apo_report_error("%s: the path is too long", path);
        if (!apo_interrupt_is_set())
            is_read = !text.is_overflowed && read_path(all, inner, depth + 1) && is_read;
        free(names[i]);
    }
    free(names);
    return is_read;
}

static bool read_path(importing *all, const char *path, unsigned depth)
{
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return read_file(all, path);
    if (depth < FOLDERS_MAX)
        return read_folder(all, path, depth);
    apo_report_error("%s: folders are nested too deeply", path);
    return false;
}

/* Games already read are stored even after Ctrl-C. */
static enum apo_exit import_files(importing *all, const apo_call *call)
{
    bool is_read = true;
    for (size_t i = 2; i < call->operand_count && !apo_interrupt_is_set(); i++)
        is_read = read_path(all, call->operands[i], 0) && is_read;
    write_batch(all);
    apo_store_settle(all->batch);
    write_batch(all);
    printf("%lu added, %lu there already, %lu left out\n", all->added, all->known, all->faulty);
    if (all->status != APO_OK)
        return apo_report_failure("archive: %s", apo_status_message(all->status));
    if (apo_interrupt_is_set()) {
        apo_report_error("stopped; run the same command again to continue");
        return APO_EXIT_INTERRUPTED;
    }
    return is_read && all->faulty == 0 ? APO_EXIT_OK : APO_EXIT_NO;
}

static enum apo_exit open_all(importing *all, const char *folder)
{
    char path[PATH_MAX_BYTES];
    apo_error err = {.detail = ""};
    apo_text text = apo_text_start(path, sizeof path);
    const bool is_url = apo_store_is_url(folder);
    const apo_store_options options = {.path = is_url ? folder : path};
    apo_text_add(&text, folder);
    apo_text_add(&text, "/apothecary.db");
    if (!is_url && (text.is_overflowed || access(path, F_OK) != 0))
        return apo_report_failure("archive: %s has no server data", folder);
    if (apo_store_open(&all->store, &options, &err) != APO_OK)
        return apo_report_failure("archive: %s: %s", is_url ? "the database" : path,
                                  err.detail);
    all->batch = apo_store_batch_new();
    if (apo_variant_map_new(&all->variants, NULL, 0, SIZE_MAX) != APO_OK)
        return apo_report_failure("archive: %s", apo_status_message(APO_E_MEMORY));
    return APO_EXIT_OK;
}

static enum apo_exit run_archive(const apo_call *call)
{
    const char *variant = apo_call_value(call, "variant"),
               *start = apo_call_value(call, "start");
    importing all = {.status = APO_OK, .has_progress = isatty(STDERR_FILENO) != 0};
    if (strcmp(call->operands[0], "import") != 0)
        return apo_report_usage(call->command, "the only action is import");
    all.options = (apo_import_options){
        .variant = apo_span_of(variant),
        .start = apo_span_of(start),
        .collection = "",
        .has_matching = apo_call_has(call, "match-names"),
        .now_ms = (int64_t)time(NULL) * 1000,
        .pending = &all.pending,
    };
    enum apo_exit exit = open_all(&all, call->operands[1]);
    if (exit == APO_EXIT_OK) {
        (void)apo_interrupt_install();
        exit = import_files(&all, call);
    }
    apo_store_batch_free(all.batch);
    apo_pending_clear(&all.pending);
    apo_store_close(all.store);
    apo_variant_map_free(all.variants);
    return exit;
}

static const apo_command_option options[] = {
    {"variant", "VARIANT", NULL, "The variant of games that do not name one."},
    {"start", "START", NULL, "The number or name of their start."},
    {"match-names", NULL, NULL,
     "Assign games to accounts by the players' names; otherwise they are just names."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"archive import /srv/apothecary old-games.pgn", "Import games from elsewhere."},
    {"archive import /srv/apothecary logs/", "All files of a folder."},
    {"archive import /srv/apothecary log.txt --variant modern --start 14",
     "A move list that names neither variant nor start."},
    {NULL, NULL},
};

const apo_command apo_command_archive = {
    .name = "archive",
    .operands = "import DATA FILE|FOLDER...",
    .summary = "Import games into a server's archive",
    .about =
        "Reads games from PGN files and logs of Game Courier, or all of them in a folder and its "
        "subfolders, and stores them in the archive of the server whose data folder, or "
        "database of PostgreSQL (postgresql://...), is DATA. They are marked as imported and are "
        "never rated. The server must be stopped.\n\n"
        "A game with an error (an illegal move, no result, a result that contradicts the "
        "rules) is reported with file, line and number, and skipped. A game that is already "
        "there is not added again: after Ctrl-C or a power cut, run the same command again "
        "to continue.",
    .options = options,
    .examples = examples,
    .operands_min = 3,
    .operands_max = APO_OPERANDS_ANY,
    .run = run_archive,
};
