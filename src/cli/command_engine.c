#include <stdio.h>
#include <stdlib.h>

#include "cli/engine_clock.h"
#include "cli/message.h"
#include "protocol/uci.h"

enum {
    LINE_MAX_BYTES = 1 << 20 /* a game of 4000 moves takes 24 kB */
};

static void write_line(void *context, const char *line)
{
    (void)context;
    puts(line);
    fflush(stdout);
}

/* Reads lines until the program is told to end, or there are no more. */
static void listen(apo_uci *uci)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    while ((length = getline(&line, &size, stdin)) >= 0) {
        apo_span text = {line, (size_t)length};
        if (length > LINE_MAX_BYTES)
            apo_complain("a line of %zu bytes is ignored", (size_t)length);
        else if (!apo_uci_obey(uci, apo_span_trim(text)))
            break;
    }
    if (length < 0)
        apo_uci_finish(uci);
    free(line);
}

static enum apo_exit run_engine(const apo_call *call)
{
    const apo_channel channel = {
        .write = write_line, .now = apo_engine_now, .name = "Apothecary " APO_VERSION};
    apo_uci *uci;
    (void)call;
    apo_status status = apo_uci_new(&uci, &channel);
    if (status != APO_OK)
        return apo_complain_no("engine: %s", apo_status_message(status));
    listen(uci);
    apo_uci_free(uci);
    return APO_EXIT_OK;
}

static const apo_option options[] = {
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"engine", "What to enter as the command of an engine in a chess program."},
    {NULL, NULL},
};

const apo_command apo_command_engine = {
    .name = "engine",
    .operands = "",
    .summary = "Play as an engine of another program",
    .about = "Speaks the Universal Chess Interface on standard input and output. The game is "
             "chosen by the option UCI_Variant.",
    .options = options,
    .examples = examples,
    .operands_min = 0,
    .operands_max = 0,
    .run = run_engine,
};
