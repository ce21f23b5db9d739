#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/call/message.h"
#include "cli/commands/list.h"
#include "cli/serve/data_folder.h"
#include "cli/serve/definition_folder.h"
#include "cli/serve/language_folder.h"
#include "cli/serve/mail_options.h"
#include "cli/serve/web_assets.h"
#include "net/wall_clock.h"
#include "server/app/server.h"

enum {
    PATH_MAX_BYTES = 4096,
    ENGINES_MAX = 16
};

/* The path of this program, which is also the engine. */
static const char *own_program(char out[PATH_MAX_BYTES])
{
    ssize_t length = readlink("/proc/self/exe", out, PATH_MAX_BYTES - 1);
    if (length <= 0)
        return NULL;
    out[length] = '\0';
    return out;
}

/* Every spectator needs an open file. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static void print_address(const apo_server *server)
{
    apo_buffer missing;
    apo_buffer_init(&missing, NULL);
    apo_server_missing(server, &missing);
    if (missing.length > 0)
        fprintf(stderr,
                "Pages are missing; set their folder with --web DIR:\n"
                "%s",
                missing.bytes);
    apo_buffer_clear(&missing);
    apo_server_faulty_languages(server, &missing);
    if (missing.length > 0)
        fprintf(stderr, "These languages are not offered:\n%s", missing.bytes);
    apo_buffer_clear(&missing);
    printf("Open %s in a browser. Ctrl-C stops the server.\n", apo_server_url(server));
    fflush(stdout);
}

static enum apo_exit serve(const apo_server_options *options)
{
    apo_server *server;
    apo_error err = {.detail = ""};
    /* A file at its size limit must be an error, not the end of the program. */
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    raise_file_limit();
    if (apo_server_new(&server, options, &err) != APO_OK)
        return apo_report_failure("serve: %s", err.detail);
    print_address(server);
    apo_status status = apo_server_run(server);
    apo_server_free(server);
    if (status != APO_OK)
        return apo_report_failure("serve: %s", apo_status_message(status));
    return APO_EXIT_OK;
}

static bool read_engines(const apo_call *call, unsigned *out)
{
    const char *value = apo_call_value(call, "engines");
    uint32_t number = 1;
    if (value != NULL && !apo_span_number(apo_span_of(value), ENGINES_MAX, &number))
        return false;
    *out = number;
    return true;
}

/* Serves, also offering the games in the folder of --definitions. */
static enum apo_exit serve_with_definitions(apo_server_options *options, const char *folder)
{
    apo_definition_folder own = {.count = 0};
    if (folder != NULL) {
        enum apo_exit result = apo_definition_folder_read(&own, folder);
        if (result != APO_EXIT_OK)
            return result;
    }
    options->definitions = own.definitions;
    options->definition_count = own.count;
    enum apo_exit result = serve(options);
    apo_definition_folder_clear(&own);
    return result;
}

/* Also in the languages of a folder: the one given, else that of the data if there is one. */
static enum apo_exit serve_with_languages(apo_server_options *options, const apo_call *call)
{
    char own[PATH_MAX_BYTES];
    struct stat about;
    apo_language_folder languages = {.count = 0};
    const char *folder = apo_call_value(call, "languages");
    apo_text text = apo_text_start(own, sizeof own);
    apo_text_add(&text, options->data);
    apo_text_add(&text, "/languages");
    if (folder == NULL && !text.is_overflowed && stat(own, &about) == 0 &&
        S_ISDIR(about.st_mode))
        folder = own;
    if (folder != NULL) {
        enum apo_exit result = apo_language_folder_read(&languages, folder);
        if (result != APO_EXIT_OK)
            return result;
    }
    options->languages = languages.languages;
    options->language_count = languages.count;
    enum apo_exit result = serve_with_definitions(options, apo_call_value(call, "definitions"));
    apo_language_folder_clear(&languages);
    return result;
}

static enum apo_exit run_serve(const apo_call *call)
{
    char folder[PATH_MAX_BYTES], program[PATH_MAX_BYTES];
    apo_text data = apo_text_start(folder, sizeof folder);
    const char *listen = apo_call_value(call, "listen");
    const char *limits = apo_call_value(call, "limits");
    const char *starts = apo_call_value(call, "start-weights");
    const char *rate = apo_call_value(call, "clock-rate");
    apo_server_options options = {
        .listen = listen != NULL ? listen : "127.0.0.1:8080",
        .data = folder,
        .replica = apo_call_value(call, "replica"),
        .web = apo_call_value(call, "web"),
        .public_url = apo_call_value(call, "public-url"),
        .names = apo_call_value(call, "names"),
        .proxy = apo_call_value(call, "proxy"),
        .engine = own_program(program),
        .assets = &apo_web_assets,
        .has_even_starts = starts == NULL || strcmp(starts, "even") == 0,
        .has_limits = limits == NULL || strcmp(limits, "on") == 0,
        .has_new_key = apo_call_has(call, "new-key"),
        .log = apo_call_has(call, "quiet") ? -1 : STDERR_FILENO,
    };
    apo_mail_login login = {.user = NULL};
    enum apo_exit result = apo_mail_options(&options, &login, call);
    if (result != APO_EXIT_OK)
        return result;
    if (!read_engines(call, &options.engines))
        return apo_report_usage(call->command, "--engines is a number from 0 to 16");
    if (rate != NULL && !apo_wall_clock_set_rate(rate))
        return apo_report_usage(call->command,
                                "--clock-rate is a number from 1 to 1000000, or RATE@MS");
    if (!apo_data_folder(&data, apo_call_value(call, "data")))
        return apo_report_usage(call->command, "there is no home folder; use --data DIR");
    if (options.engine == NULL)
        options.engines = 0;
    return serve_with_languages(&options, call);
}

static const apo_command_option options[] = {
    {"listen", "ADDRESS", NULL,
     "Address and port; default 127.0.0.1:8080, port 0 is any free one."},
    {"data", "DIR", NULL, "The data folder, for games and accounts."},
    {"replica", "DIR", NULL,
     "Copy every change into this folder, on another disk; `restore --replica` brings the data "
     "back."},
    {"web", "DIR", NULL, "Serve pages from this folder instead of the built-in ones."},
    {"definitions", "DIR", NULL,
     "Also offer the games of this folder (ID.variant); they override built-in ones."},
    {"languages", "DIR", NULL,
     "Also speak the languages of this folder (CODE.po); default: languages in the data folder."},
    {"public-url", "URL", NULL, "The public URL of the server, behind a proxy with TLS."},
    {"names", "NAMES", NULL,
     "Without a public URL: names that browsers may call the server by, besides addresses and "
     "this machine's own name."},
    {"proxy", "ADDRESS", NULL,
     "Address of that proxy, trusted to report the clients' "
     "addresses."},
    {"engines", "N", NULL, "Number of engines that may think at once; default 1, 0 for none."},
    {"start-weights", "even|rich", "even|rich",
     "Choose random starts evenly, or richer ones more often (docs/archive.md)."},
    {"limits", "on|off", "on|off", "Limit the rate of requests."},
    {"smtp", "URL", NULL, "Send mail through this server: smtp://HOST:PORT or smtps://HOST."},
    {"smtp-login", "FILE", NULL, "A file with name and password for it, one per line."},
    {"mail-from", "ADDRESS", NULL, "The sender address of emails."},
    {"new-key", NULL, NULL,
     "If the key of the data folder is missing or damaged, make a new one: second factors are "
     "lost."},
    {"quiet", NULL, NULL, "No log on standard error."},
    {"clock-rate", "N", NULL, "For tests: time runs N times as fast (docs/serving.md)."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"serve", "Play in the browser, on this machine."},
    {"serve --listen 0.0.0.0:8080 --data /srv/apothecary", "For all in the house."},
    {NULL, NULL},
};

const apo_command apo_command_serve = {
    .name = "serve",
    .operands = "",
    .summary = "Play in the browser: the server",
    .about =
        "Serves the pages where people play each other and the computer, and the interface "
        "for programs (docs/http-api.md). Everything is stored in one database in the data "
        "folder; whatever has been acknowledged is on disk. Each request is logged as a "
        "line of JSON on standard error.\n\n"
        "SIGTERM or Ctrl-C stops it once current requests are finished.",
    .options = options,
    .examples = examples,
    .operands_min = 0,
    .operands_max = 0,
    .run = run_serve,
};
