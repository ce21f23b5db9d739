#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/bot/access.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/commands/list.h"
#include "cli/io/file.h"
#include "cli/io/interrupt.h"
#include "cli/io/print_buffer.h"
#include "cli/work/compute.h"
#include "cli/work/worker.h"

enum {
    PATH_MAX_BYTES = 4096
};

static enum apo_exit compute(const char *path)
{
    apo_buffer input, out;
    apo_error err = {.detail = ""};
    apo_buffer_init(&input, NULL);
    apo_buffer_init(&out, NULL);
    apo_status status = apo_file_read(&input, path);
    if (status != APO_OK)
        apo_report_error("work: %s: %s", path,
                         status == APO_E_IO ? strerror(errno) : apo_status_message(status));
    else
        status = apo_compute(&out, apo_buffer_span(&input), &err);
    apo_buffer_clear(&input);
    if (status == APO_OK)
        return apo_buffer_print_line(&out);
    apo_buffer_clear(&out);
    return apo_report_failure("work: %s",
                              err.detail[0] != '\0' ? err.detail : apo_status_message(status));
}

static enum apo_exit print_program(void)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_status status = apo_compute_program(&out);
    if (status == APO_OK)
        return apo_buffer_print_line(&out);
    apo_buffer_clear(&out);
    return apo_report_failure("work: %s", apo_status_message(status));
}

static enum apo_exit work(const apo_access *access, const apo_worker_options *options)
{
    apo_bot_web *web = NULL;
    apo_status status = apo_bot_web_open(&web, access->url, access->token);
    if (status == APO_E_UNSUPPORTED)
        return apo_report_failure("work: %s", "this was built without libcurl");
    if (status == APO_OK)
        status = apo_worker_run(web, options);
    apo_bot_web_close(web);
    return status == APO_OK ? APO_EXIT_OK : APO_EXIT_NO;
}

static enum apo_exit run_work(const apo_call *call)
{
    char program[PATH_MAX_BYTES];
    apo_access access;
    uint32_t slots = 1, pieces = 0;
    if (apo_call_has(call, "program"))
        return print_program();
    if (apo_call_value(call, "input") != NULL)
        return compute(apo_call_value(call, "input"));
    enum apo_exit result = apo_call_number(call, "threads", 1, APO_WORKER_SLOTS_MAX, &slots);
    if (result == APO_EXIT_OK)
        result = apo_call_number(call, "pieces", 1, UINT32_MAX, &pieces);
    if (result == APO_EXIT_OK)
        result = apo_access_read(&access, call);
    if (result != APO_EXIT_OK)
        return result;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0 || !apo_interrupt_install())
        return apo_report_failure("work: %s", strerror(errno));
    program[length] = '\0';
    const apo_worker_options options = {.program = program,
                                        .slots = slots,
                                        .pieces = pieces,
                                        .is_quiet = apo_call_has(call, "quiet")};
    return work(&access, &options);
}

static const apo_command_option options[] = {
    {"server", "URL", NULL, "Whose work it does."},
    {"token-file", "FILE", NULL, "A file with a personal token (scope work)."},
    {"threads", "N", NULL, "Pieces of work done at once; default 1."},
    {"pieces", "N", NULL, "End after N pieces of work."},
    {"quiet", NULL, NULL, "Print errors only."},
    {"input", "FILE", NULL,
     "Do one piece of work from a file (-: standard input), and print its result."},
    {"program", NULL, NULL, "Print which program this is; equal ones find equal results."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"work --server https://example.org --token-file token --threads 4",
     "Do work with four processors."},
    {NULL, NULL},
};

const apo_command apo_command_work = {
    .name = "work",
    .operands = "",
    .summary = "Compute for a server: reviews of games, proofs of problems",
    .about = "Asks the server for work, does it, and sends the results. The server's operators "
             "must have allowed the account of the token to work. While the server is down it "
             "tries again, less and less often, down to once a minute. Ctrl-C ends it, and "
             "gives unfinished work back. See docs/workers.md.",
    .options = options,
    .examples = examples,
    .run = run_work,
};
