#include <stdio.h>
#include <stdlib.h>

#include "api/host.h"
#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"
#include "cli/io/input.h"
#include "cli/lab/constants_option.h"
#include "cli/nets/nets_source.h"
#include "protocol/uci.h"
#include "protocol/xboard.h"

enum {
    LINE_MAX_BYTES = 1 << 20, /* a game of 4000 moves takes 24 kB */
    PATH_MAX_BYTES = 4096
};

static void write_line(void *context, const char *line)
{
    (void)context;
    puts(line);
    fflush(stdout);
}

static apo_status read_variant(void *context, apo_variant **out, apo_span path,
                               apo_fault_list *faults)
{
    (void)context;
    return apo_variant_read_file(out, path, faults);
}

static apo_status read_bytes(void *context, apo_buffer *out, apo_span path)
{
    char name[PATH_MAX_BYTES];
    apo_text text = apo_text_start(name, sizeof name);
    (void)context;
    apo_text_add_span(&text, path);
    return text.is_overflowed ? APO_E_TOO_LARGE : apo_file_read(out, name);
}

/* The memory that Linux considers available without swapping. */
static int64_t find_free_mb(void)
{
    char line[128];
    int64_t free_mb = -1;
    FILE *file = fopen("/proc/meminfo", "r");
    if (file == NULL)
        return -1;
    while (free_mb < 0 && fgets(line, sizeof line, file) != NULL) {
        uint32_t kilobytes;
        apo_span rest = apo_span_of(line), name = apo_span_word(&rest);
        if (apo_span_is(name, "MemAvailable:") &&
            apo_span_number(apo_span_word(&rest), UINT32_MAX, &kilobytes))
            free_mb = kilobytes / 1024;
    }
    fclose(file);
    return free_mb;
}

/* The engine, speaking one of the two protocols. */
typedef struct endpoint {
    apo_environment environment;
    apo_uci *uci;
    apo_xboard *xboard;
    apo_status status;
} endpoint;

/* First lines sent only by XBoard; everything else is treated as UCI, whose error messages are
 * readable. */
static bool is_of_xboard(apo_span line)
{
    static const char *const words[] = {"xboard", "protover", "new", "variant", "force",
                                        "level",  "analyze",  "st",  "sd"};
    const unsigned count = sizeof words / sizeof *words;
    return apo_span_index(apo_span_word(&line), words, count) < count;
}

/* False: the program should quit. */
static bool handle(endpoint *all, apo_span line)
{
    if (all->uci == NULL && all->xboard == NULL) {
        if (line.length == 0)
            return true;
        all->status = is_of_xboard(line) ? apo_xboard_new(&all->xboard, &all->environment)
                                         : apo_uci_new(&all->uci, &all->environment);
        if (all->status != APO_OK)
            return false;
    }
    return all->uci != NULL ? apo_uci_handle(all->uci, line)
                            : apo_xboard_handle(all->xboard, line);
}

/* Waits for a search that ends by itself. */
static void finish(endpoint *all)
{
    if (all->uci != NULL)
        apo_uci_finish(all->uci);
    if (all->xboard != NULL)
        apo_xboard_finish(all->xboard);
}

/* Reads a line without its line end into the buffer of LINE_MAX_BYTES. A longer line is
 * dropped; its length is reported as one more than fits. False: end of input. */
static bool read_line(char *buf, size_t *out_length)
{
    int byte = getc(stdin);
    size_t length = 0;
    if (byte == EOF)
        return false;
    for (; byte != EOF && byte != '\n'; byte = getc(stdin))
        if (length < LINE_MAX_BYTES)
            buf[length++] = (char)byte;
        else
            length = LINE_MAX_BYTES + 1;
    *out_length = length;
    return true;
}

static void refuse_long_line(const endpoint *all)
{
    write_line(NULL, all->xboard != NULL ? "Error (the line is too long): it is ignored"
                                         : "info string the line is too long and is ignored");
}

/* Reads lines until "quit" or the end of input. */
static void listen(endpoint *all)
{
    size_t length;
    char *buf = malloc(LINE_MAX_BYTES);
    if (buf == NULL) {
        all->status = APO_E_MEMORY;
        return;
    }
    bool goes_on = true;
    while (goes_on && read_line(buf, &length))
        if (length > LINE_MAX_BYTES)
            refuse_long_line(all);
        else
            goes_on = handle(all, apo_span_trim((apo_span){buf, length}));
    if (goes_on)
        finish(all);
    free(buf);
}

static enum apo_exit run_engine(const apo_call *call)
{
    apo_search_constants constants;
    endpoint all = {.environment = {.write = write_line,
                                    .now = apo_engine_now,
                                    .read_file = read_variant,
                                    .read_bytes = read_bytes,
                                    .network_source = apo_nets_find,
                                    .constants = &constants,
                                    .free_mb = find_free_mb,
                                    .name = "Apothecary " APO_VERSION}};
    enum apo_exit result = apo_call_constants(call, &constants);
    if (result != APO_EXIT_OK)
        return result;
    listen(&all);
    apo_uci_free(all.uci);
    apo_xboard_free(all.xboard);
    if (all.status != APO_OK)
        return apo_report_failure("engine: %s", apo_status_message(all.status));
    return APO_EXIT_OK;
}

static const apo_command_option options[] = {
    APO_CONSTANTS_OPTION,
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"engine", "The command to enter for an engine in a chess program."},
    {NULL, NULL},
};

const apo_command apo_command_engine = {
    .name = "engine",
    .operands = "",
    .summary = "Run as an engine for another program",
    .about = "Speaks UCI or the XBoard protocol on standard input and output; the first line "
             "decides which. With UCI, choose the game with the option UCI_Variant, or with "
             "VariantPath, the path of a definition file; with XBoard, in its menu or with "
             "-variant.",
    .options = options,
    .examples = examples,
    .operands_min = 0,
    .operands_max = 0,
    .run = run_engine,
};
