#include <inttypes.h>
#include <stdio.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "store/move.h"

static void print_table(void *context, const apo_store_moved *table)
{
    (void)context;
    printf("%-18s %10" PRId64 " rows  %016" PRIx64 "\n", table->table, table->rows,
           table->checksum);
}

static enum apo_exit run_move(const apo_call *call)
{
    apo_error err = {.detail = ""};
    const char *from = call->operands[0], *to = call->operands[1];
    if (apo_store_move(from, to, print_table, NULL, &err) != APO_OK)
        return apo_report_failure("move-store: %s", err.detail);
    return APO_EXIT_OK;
}

static const apo_command_option options[] = {
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"move-store apothecary.db postgresql://db.example.org/apothecary",
     "Into PostgreSQL; the server is stopped."},
    {NULL, NULL},
};

const apo_command apo_command_move_store = {
    .name = "move-store",
    .operands = "FROM TO",
    .summary = "Copy the server's data into another database",
    .about =
        "Copies games, accounts and everything else from one database into another, which is "
        "empty or does not exist yet, reads all of it back and compares. Each of them is the "
        "file apothecary.db of a data folder or the URL of a database of PostgreSQL "
        "(postgresql://...), so it goes both ways. No server may be using them. The first one "
        "stays as it is. The key stays in the data folder: keep that.\n\n"
        "Prints the rows of each table and their checksum, which is the same in both.",
    .options = options,
    .examples = examples,
    .operands_min = 2,
    .operands_max = 2,
    .run = run_move,
};
