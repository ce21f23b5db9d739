#include <errno.h>
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
#include "cli/serve/key_options.h"
#include "cli/serve/language_folder.h"
#include "cli/serve/mail_options.h"
#include "cli/serve/network_options.h"
#include "cli/serve/web_assets.h"
#include "net/wall_clock.h"
#include "search/constants.h"
#include "server/app/server.h"
#include "server/web/memory.h"
#include "store/store.h"
#include "store/turn.h"

enum {
    PATH_MAX_BYTES = 4096,
    ENGINES_MAX = 16,
    RETRY_S = 1,
    MEMORY_MAX_MIB = 1000000
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

/* Serves until the server ends. APO_E_EXISTS: another one has the database, or has taken it. */
static apo_status serve_once(const apo_server_options *options, apo_error *err)
{
    apo_server *server;
    apo_status status = apo_server_new(&server, options, err);
    if (status != APO_OK)
        return status;
    print_address(server);
    status = apo_server_run(server);
    apo_server_free(server);
    if (status == APO_E_EXISTS)
        return apo_fail(err, APO_E_EXISTS, 0, "another server has taken over the database",
                        apo_span_of(""));
    return status == APO_OK
               ? APO_OK
               : apo_fail(err, status, 0, "%s", apo_span_of(apo_status_message(status)));
}

/* Waits until no other server has the database. */
static apo_status stand_by(const apo_server_options *options, apo_error *err)
{
    printf("Another server has the database; this one stands by.\n");
    fflush(stdout);
    return apo_store_await(options->store, err);
}

static enum apo_exit serve(const apo_server_options *options)
{
    apo_error err = {.detail = ""};
    /* A file at its size limit must be an error, not the end of the program. */
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    raise_file_limit();
    apo_status status = serve_once(options, &err);
    bool has_stood_by = false;
    while (options->is_shared &&
           (status == APO_E_EXISTS || (has_stood_by && status == APO_E_IO))) {
        has_stood_by = true;
        apo_report_error("serve: %s", err.detail);
        sleep(RETRY_S);
        status = serve_once(options, &err);
    }
    /* A server that has been standing by also waits for a database that does not answer. */
    while (options->may_stand_by &&
           (status == APO_E_EXISTS || (has_stood_by && status == APO_E_IO))) {
        if (status == APO_E_IO) {
            apo_report_error("serve: %s", err.detail);
            sleep(RETRY_S);
        }
        has_stood_by = true;
        status = stand_by(options, &err);
        if (status == APO_OK)
            status = serve_once(options, &err);
    }
    return status == APO_OK ? APO_EXIT_OK : apo_report_failure("serve: %s", err.detail);
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

static bool read_memory(const apo_call *call, size_t *out)
{
    const char *value = apo_call_value(call, "memory");
    uint32_t mib = APO_MEMORY_DEFAULT_MIB;
    if (value != NULL && (!apo_span_number(apo_span_of(value), MEMORY_MAX_MIB, &mib) ||
                          mib < APO_MEMORY_MIN_MIB))
        return false;
    *out = (size_t)mib << 20;
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

/* Serves, also in the languages of a folder: the given one, which must exist, or else that in
 * the data folder, whenever it does. */
static enum apo_exit serve_with_languages(apo_server_options *options, const apo_call *call)
{
    char path[PATH_MAX_BYTES];
    struct stat about;
    const char *given = apo_call_value(call, "languages");
    apo_text text = apo_text_start(path, sizeof path);
    apo_text_add(&text, given != NULL ? given : options->data);
    apo_text_add(&text, given != NULL ? "" : "/languages");
    if (given != NULL && stat(given, &about) != 0)
        return apo_report_failure("%s: %s", given, strerror(errno));
    const apo_language_source languages = apo_language_folder(path);
    options->languages = text.is_overflowed ? NULL : &languages;
    return serve_with_definitions(options, apo_call_value(call, "definitions"));
}

static enum apo_exit run_serve(const apo_call *call)
{
    char folder[PATH_MAX_BYTES], program[PATH_MAX_BYTES];
    apo_text data = apo_text_start(folder, sizeof folder);
    const char *listen = apo_call_value(call, "listen");
    const char *limits = apo_call_value(call, "limits");
    const char *factors = apo_call_value(call, "office-factors");
    const char *all_factors = apo_call_value(call, "account-factors");
    const char *codes = apo_call_value(call, "code-hash");
    const char *starts = apo_call_value(call, "start-weights");
    const char *rate = apo_call_value(call, "clock-rate");
    const char *hsts = apo_call_value(call, "hsts");
    apo_server_options options = {
        .listen = listen != NULL ? listen : "127.0.0.1:8080",
        .data = folder,
        .store = apo_call_value(call, "store"),
        .replica = apo_call_value(call, "replica"),
        .web = apo_call_value(call, "web"),
        .public_url = apo_call_value(call, "public-url"),
        .names = apo_call_value(call, "names"),
        .stolen = apo_call_value(call, "stolen-passwords"),
        .push_service = apo_call_value(call, "push-service"),
        .has_tls_below = hsts != NULL && strcmp(hsts, "below") == 0,
        .engine = own_program(program),
        .has_own_worker = !apo_call_has(call, "no-work"),
        .knows_constants = apo_search_constants_are_known,
        .assets = &apo_web_assets,
        .has_even_starts = starts == NULL || strcmp(starts, "even") == 0,
        .has_limits = limits == NULL || strcmp(limits, "on") == 0,
        .has_shedding = limits == NULL || strcmp(limits, "off") != 0,
        .has_quick_passwords = apo_call_has(call, "quick-passwords"),
        .is_one_factor_enough = factors != NULL && strcmp(factors, "one") == 0,
        .has_two_factors = all_factors != NULL && strcmp(all_factors, "two") == 0,
        .has_short_codes = apo_call_has(call, "short-codes"),
        .may_stand_by = apo_call_has(call, "stand-by"),
        .is_shared = apo_call_has(call, "share"),
        .has_sha256_codes = codes != NULL && strcmp(codes, "sha256") == 0,
        .has_open_apps = apo_call_has(call, "open-apps"),
        .has_new_key = apo_call_has(call, "new-key"),
        .changes_key = apo_call_has(call, "change-key"),
        .log = apo_call_has(call, "quiet") ? -1 : STDERR_FILENO,
    };
    apo_mail_login login = {.user = NULL};
    apo_key_paths key_paths;
    enum apo_exit result = apo_mail_options(&options, &login, call);
    if (result == APO_EXIT_OK)
        result = apo_key_options(&options, &key_paths, call);
    if (result == APO_EXIT_OK)
        result = apo_network_options(&options, call);
    if (result != APO_EXIT_OK)
        return result;
    if (!read_engines(call, &options.engines))
        return apo_report_usage(call->command, "--engines is a number from 0 to 16");
    if (!read_memory(call, &options.memory_max))
        return apo_report_usage(call->command,
                                "--memory is a number of megabytes, from 4 to 1000000");
    if (rate != NULL && !apo_wall_clock_set_rate(rate))
        return apo_report_usage(
            call->command, "--clock-rate is a number from 1 to 1000000, RATE@MS, or hand:FILE");
    if (!apo_data_folder(&data, apo_call_value(call, "data")))
        return apo_report_usage(call->command, "there is no home folder; use --data DIR");
    if (options.store != NULL && !apo_store_is_url(options.store))
        return apo_report_usage(call->command, APO_STORE_URL_USAGE);
    if (options.store == NULL && options.may_stand_by)
        return apo_report_usage(call->command, "--stand-by needs --store");
    if (options.store == NULL && options.is_shared)
        return apo_report_usage(call->command, "--share needs --store");
    if (options.may_stand_by && options.is_shared)
        return apo_report_usage(call->command, "--stand-by and --share exclude each other");
    if (options.changes_key && (options.may_stand_by || options.is_shared))
        return apo_report_usage(call->command, "--change-key excludes --share and --stand-by");
    if (options.engine == NULL)
        options.engines = 0;
    return serve_with_languages(&options, call);
}

static const apo_command_option options[] = {
    {"listen", "ADDRESS", NULL,
     "Address and port; default 127.0.0.1:8080, port 0 is any free one. Or unix:PATH, a socket for "
     "a proxy on this machine."},
    {"data", "DIR", NULL, "The data folder, for games and accounts."},
    {"store", "URL", NULL,
     "Keep games and accounts in this database of PostgreSQL (postgresql://...); the data folder "
     "keeps the key."},
    {"stand-by", NULL, NULL,
     "With --store: if another server has the database, wait, and take over when it is gone."},
    {"share", NULL, NULL,
     "With --store: work beside other servers with this option, which reach this one by the "
     "address of --listen."},
    {"peer-address", "ADDRESS", NULL,
     "With --share: they reach it here instead, the near end of a tunnel with TLS on each "
     "machine."},
    {"encrypted-network", NULL, NULL,
     "The network to the proxy and to other servers is encrypted, or does not leave this "
     "machine, so that they may have addresses of other machines."},
    {"replica", "DIR", NULL,
     "Copy every change into this folder, on another disk; `restore --replica` brings the data "
     "back."},
    {"web", "DIR", NULL, "Serve pages from this folder instead of the built-in ones."},
    {"definitions", "DIR", NULL,
     "Also offer the games of this folder (ID.variant); they override built-in ones."},
    {"languages", "DIR", NULL,
     "Also speak the languages of this folder (CODE.po); default: languages in the data folder."},
    {"public-url", "URL", NULL, "The public URL of the server, behind a proxy with TLS."},
    {"hsts", "host|below", "host|below",
     "With a public URL of https, browsers use TLS for its host, or for all hosts below it, too."},
    {"names", "NAMES", NULL,
     "Without a public URL: names that browsers may call the server by, besides addresses and "
     "this machine's own name."},
    {"proxy", "ADDRESS", NULL,
     "Address of that proxy, trusted to report the clients' "
     "addresses."},
    {"proxy-header", "x-forwarded-for|forwarded", "x-forwarded-for|forwarded",
     "The header in which it does."},
    {"engines", "N", NULL, "Number of engines that may think at once; default 1, 0 for none."},
    {"no-work", NULL, NULL,
     "Leave reviews and proofs to other machines (apothecary work), unless they disagree."},
    {"memory", "MB", NULL,
     "What games, definitions, connections and caches may hold together in memory; default "
     "128, at least 4."},
    {"start-weights", "even|rich", "even|rich",
     "Choose random starts evenly, or richer ones more often (docs/archive.md)."},
    {"limits", "on|load|off", "on|load|off",
     "Limit the rate of requests; with \"load\" only what is too much for the server."},
    {"office-factors", "one|two", "one|two",
     "What moderators and operators must prove for their pages; \"one\" is for trials."},
    {"account-factors", "one|two", "one|two",
     "What everybody with an account must prove; with \"two\" all need a passkey or codes."},
    {"code-hash", "sha1|sha256", "sha1|sha256",
     "The hash of the codes of new devices; sha256 needs a program for codes that knows it."},
    {"short-codes", NULL, NULL,
     "Devices' codes count in their own 30 seconds only, links for new passwords ten minutes."},
    {"open-apps", NULL, NULL,
     "People may also allow apps that nobody has registered, at whatever address."},
    {"stolen-passwords", "FILE", NULL,
     "Refuse the new passwords of this list: a line each, plain or as SHA-1."},
    {"smtp", "URL", NULL, "Send mail through this server: smtp://HOST:PORT or smtps://HOST."},
    {"smtp-login", "FILE", NULL, "A file with name and password for it, one per line."},
    {"mail-from", "ADDRESS", NULL, "The sender address of emails."},
    {"push-service", "ORIGIN", NULL,
     "Browsers may use this push service besides those of their makers."},
    {"key-file", "FILE", NULL,
     "Take the server's key, 32 random bytes, from this file, which a secrets manager keeps; "
     "default: systemd's credential apothecary.key, or else the data folder."},
    {"old-key-file", "FILE", NULL,
     "With --key-file and --change-key: the key before; default: systemd's credential "
     "apothecary.old-key, or else the data folder."},
    {"new-key", NULL, NULL,
     "If the key is missing or damaged, make a new one, or take that of --key-file: devices of "
     "second factors no longer work."},
    {"change-key", NULL, NULL,
     "Replace the key by a new one, or by that of --key-file; devices of second factors go on "
     "working."},
    {"quiet", NULL, NULL, "No log on standard error."},
    {"clock-rate", "N", NULL, "For tests: time runs N times as fast (docs/serving.md)."},
    {"quick-passwords", NULL, NULL,
     "For tests: hash passwords with so little work that a thief could guess them."},
    {NULL, NULL, NULL, NULL},
};

static const apo_example examples[] = {
    {"serve", "Play in the browser, on this machine."},
    {"serve --listen 0.0.0.0:8080 --data /srv/apothecary", "For everybody in the house."},
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
