#include "notation/fen.h"
#include "protocol/uci_priv.h"

static void handle_show(apo_uci *uci, apo_span rest)
{
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    (void)rest;
    if (!apo_uci_has_game(uci))
        return;
    apo_fen_write(&text, apo_engine_position(uci->engine));
    apo_buffer line;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_buffer_add(&line, "info string fen ");
    apo_buffer_add_span(&line, apo_text_span(&text));
    apo_uci_send_buffer(uci, &line);
}

static void handle_evaluate(apo_uci *uci, apo_span rest)
{
    apo_buffer line;
    (void)rest;
    apo_uci_end_job(uci);
    if (!apo_uci_has_game(uci))
        return;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_uci_add_number(&line, "info string evaluation ", apo_engine_evaluation(uci->engine));
    apo_uci_send_buffer(uci, &line);
}

static void handle_ready(apo_uci *uci, apo_span rest)
{
    (void)rest;
    apo_uci_send(uci, "readyok");
}

static void ignore(apo_uci *uci, apo_span rest)
{
    (void)uci;
    (void)rest;
}

typedef struct command {
    const char *name;
    void (*handle)(apo_uci *uci, apo_span rest); /* gets the line after its word */
} command;

static const command commands[] = {
    {"uci", apo_uci_handle_uci},
    {"isready", handle_ready},
    {"setoption", apo_uci_handle_option},
    {"ucinewgame", apo_uci_handle_new_game},
    {"position", apo_uci_handle_position},
    {"go", apo_uci_handle_go},
    {"stop", apo_uci_handle_stop},
    {"ponderhit", apo_uci_handle_ponderhit},
    {"d", handle_show},
    {"eval", handle_evaluate},
    {"debug", ignore},
    {"register", ignore},
};

static const command *find_command(apo_span word)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (apo_span_is(word, commands[i].name))
            return &commands[i];
    return NULL;
}

/* The standard says to skip unknown words before a command. We report the first. */
bool apo_uci_handle(apo_uci *uci, apo_span line)
{
    apo_span rest = line;
    bool is_first = true;
    for (apo_span word; (word = apo_span_word(&rest)).length > 0; is_first = false) {
        const command *found = find_command(word);
        if (found != NULL)
            found->handle(uci, rest);
        if (found != NULL || apo_span_is(word, "quit"))
            return found != NULL;
        if (is_first)
            apo_uci_report_error(uci, "unknown command", word);
    }
    return true;
}

/* --- creation ------------------------------------------------------------ */

apo_status apo_uci_new(apo_uci **out, const apo_environment *environment)
{
    apo_uci *uci = apo_allocate_zero(environment->alloc, sizeof *uci);
    if (uci == NULL)
        return APO_E_MEMORY;
    const apo_engine_options options = apo_environment_engine_options(environment);
    uci->environment = *environment;
    apo_buffer_init(&uci->book_path, environment->alloc);
    apo_buffer_init(&uci->eval_path, environment->alloc);
    apo_buffer_init(&uci->position, environment->alloc);
    apo_option_values_init(&uci->options);
    apo_status status = pthread_mutex_init(&uci->mutex, NULL) == 0 ? APO_OK : APO_E_MEMORY;
    if (status != APO_OK) {
        apo_free(environment->alloc, uci);
        return status;
    }
    status = apo_engine_new(&uci->engine, &options);
    if (status == APO_OK)
        status = apo_runner_new(&uci->runner, environment->alloc);
    if (status != APO_OK) {
        apo_uci_free(uci);
        return status;
    }
    *out = uci;
    return APO_OK;
}

void apo_uci_free(apo_uci *uci)
{
    if (uci == NULL)
        return;
    if (uci->runner != NULL)
        apo_uci_end_job(uci);
    apo_runner_free(uci->runner);
    apo_engine_free(uci->engine);
    apo_variant_free(uci->var);
    apo_uci_close_book(uci);
    apo_buffer_clear(&uci->book_path);
    apo_buffer_clear(&uci->eval_path);
    apo_buffer_clear(&uci->position);
    pthread_mutex_destroy(&uci->mutex);
    apo_free(uci->environment.alloc, uci);
}

void apo_uci_finish(apo_uci *uci)
{
    if (uci->limits.is_infinite)
        apo_uci_end_job(uci);
    apo_runner_wait(uci->runner);
}
