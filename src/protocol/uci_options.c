#include "definition/file/definition.h"
#include "protocol/eval_file.h"
#include "protocol/uci_priv.h"

#define APO_UCI_ABOUT \
    "Apothecary, an engine for chess and large-board variants; free software, GPL 3"

static void send_variants(apo_uci *uci, const char *name)
{
    apo_buffer line;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_buffer_add(&line, "option name ");
    apo_buffer_add(&line, name);
    apo_buffer_add(&line, " type combo default " APO_UCI_VARIANT);
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_buffer_add(&line, " var ");
        apo_buffer_add(&line, apo_definition_builtin_id(i));
    }
    apo_uci_send_buffer(uci, &line);
}

static void send_option(apo_uci *uci, enum apo_option_id id)
{
    static const char about[] = APO_UCI_ABOUT;
    static const char *const kinds[] = {
        [APO_OPTION_SPIN] = "spin",     [APO_OPTION_CHECK] = "check",
        [APO_OPTION_BUTTON] = "button", [APO_OPTION_STRING] = "string",
        [APO_OPTION_COMBO] = "combo",
    };
    const apo_option *option = apo_option_get(id);
    apo_buffer line;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_buffer_add(&line, "option name ");
    apo_buffer_add(&line, option->name);
    apo_buffer_add(&line, " type ");
    apo_buffer_add(&line, kinds[option->kind]);
    if (option->kind == APO_OPTION_STRING) {
        apo_buffer_add(&line, " default ");
        apo_buffer_add(&line, id == APO_OPTION_ABOUT ? about : "<empty>");
    }
    if (option->kind == APO_OPTION_CHECK)
        apo_buffer_add(&line, option->preset != 0 ? " default true" : " default false");
    if (option->kind == APO_OPTION_SPIN) {
        bool is_chosen = id == APO_OPTION_HASH && uci->environment.hash_mb > 0;
        apo_uci_add_number(&line, " default ",
                           is_chosen ? uci->environment.hash_mb : option->preset);
        apo_uci_add_number(&line, " min ", option->minimum);
        apo_uci_add_number(&line, " max ", option->maximum);
    }
    apo_uci_send_buffer(uci, &line);
}

static bool is_file(enum apo_option_id id)
{
    return id == APO_OPTION_BOOK_FILE || id == APO_OPTION_EVAL_FILE;
}

static void send_options(apo_uci *uci)
{
    for (unsigned i = 0; i < APO_OPTIONS; i++) {
        enum apo_option_id id = (enum apo_option_id)i;
        const apo_option *option = apo_option_get(id);
        if ((option->protocols & APO_OPTION_UCI) == 0 ||
            (id == APO_OPTION_VARIANT_PATH && uci->environment.read_file == NULL) ||
            (is_file(id) && uci->environment.read_bytes == NULL))
            continue;
        if (id == APO_OPTION_VARIANT)
            send_variants(uci, option->name);
        else
            send_option(uci, id);
    }
}

void apo_uci_handle_uci(apo_uci *uci, apo_span rest)
{
    apo_buffer line;
    (void)rest;
    apo_buffer_init(&line, uci->environment.alloc);
    apo_buffer_add(&line, "id name ");
    apo_buffer_add(&line, uci->environment.name);
    apo_uci_send_buffer(uci, &line);
    apo_uci_send(uci, "id author the Apothecary contributors");
    send_options(uci);
    apo_uci_send(uci, "uciok");
}

static void set_variant(apo_uci *uci, apo_span value)
{
    apo_status status = apo_uci_open_variant(uci, value);
    if (status == APO_E_UNKNOWN)
        apo_uci_report_error(uci, "unknown variant", value);
    else if (status != APO_OK)
        apo_uci_report_error(uci, apo_status_message(status), value);
}

/* Reports the first fault in the format of compilers. */
static void report_bad_file(apo_uci *uci, apo_span path, apo_status status,
                            const apo_fault_list *faults)
{
    apo_buffer line;
    if (faults->count == 0) {
        apo_uci_report_error(uci, apo_status_message(status), path);
        return;
    }
    apo_buffer_init(&line, uci->environment.alloc);
    apo_uci_add_number(&line, "line ", faults->faults[0].line);
    apo_buffer_add(&line, " of the definition file: ");
    apo_buffer_add(&line, faults->faults[0].detail);
    apo_uci_report_error(uci, line.is_failed ? "the definition file has faults" : line.bytes,
                         apo_span_of(""));
    apo_buffer_clear(&line);
}

static void set_variant_path(apo_uci *uci, apo_span path)
{
    apo_variant *var = NULL;
    if (path.length == 0 || apo_span_is(path, "<empty>"))
        return;
    apo_fault_list *faults = apo_allocate(uci->environment.alloc, sizeof *faults);
    if (faults == NULL) {
        apo_uci_report_error(uci, apo_status_message(APO_E_MEMORY), path);
        return;
    }
    apo_fault_list_init(faults);
    apo_status status =
        uci->environment.read_file(uci->environment.read_context, &var, path, faults);
    if (status == APO_OK)
        status = apo_uci_take_variant(uci, var);
    if (status != APO_OK)
        report_bad_file(uci, path, status, faults);
    apo_free(uci->environment.alloc, faults);
}

static void set_hash(apo_uci *uci, apo_span value)
{
    uint32_t hash_mb;
    if (!apo_span_number(value, UINT32_MAX, &hash_mb)) {
        apo_uci_report_error(uci, "not a number", value);
        return;
    }
    apo_status status = apo_environment_set_hash(&uci->environment, uci->engine, hash_mb);
    if (status != APO_OK)
        apo_uci_report_error(uci, apo_status_message(status), value);
}

static void set_eval_file(apo_uci *uci, apo_span value)
{
    apo_eval_file_set(&uci->eval_path, value);
    if (uci->var != NULL)
        apo_uci_begin_game(uci);
}

static void set_value(apo_uci *uci, enum apo_option_id id, apo_span value)
{
    apo_option_values options = uci->options;
    const char *fault = apo_option_set(&options, id, value);
    if (fault == NULL && id == APO_OPTION_THREADS &&
        apo_engine_set_threads(uci->engine, options.of[id]) != APO_OK)
        fault = "no memory for so many threads";
    if (fault != NULL)
        apo_uci_report_error(uci, fault, value);
    else
        uci->options = options;
    apo_status status = id == APO_OPTION_CHESS960 ? apo_uci_settle_chess960(uci) : APO_OK;
    if (status != APO_OK)
        apo_uci_report_error(uci, apo_status_message(status), value);
}

/* "GM 2800 human Gary Kasparov" is checked and ignored: we play the same against everybody. */
static void check_opponent(apo_uci *uci, apo_span value)
{
    apo_span rest = value;
    (void)apo_span_word(&rest);
    uint32_t elo;
    apo_span rating = apo_span_word(&rest), kind = apo_span_word(&rest);
    if ((!apo_span_is(rating, "none") && !apo_span_number(rating, UINT32_MAX, &elo)) ||
        (!apo_span_is(kind, "human") && !apo_span_is(kind, "computer")) ||
        apo_span_trim(rest).length == 0)
        apo_uci_report_error(uci,
                             "UCI_Opponent wants a title, a rating, human or computer, "
                             "and a name",
                             value);
}

/* "name N value V"; names may contain spaces. */
static bool split_option(apo_span rest, apo_span *out_name, apo_span *out_value)
{
    apo_span name = apo_span_word(&rest);
    if (!apo_span_is(name, "name"))
        return false;
    apo_span text = apo_span_trim(rest), ahead = text;
    size_t length = text.length;
    *out_value = apo_span_of("");
    for (apo_span word; (word = apo_span_word(&ahead)).length > 0;)
        if (apo_span_is(word, "value")) {
            length = (size_t)(word.text - text.text);
            *out_value = apo_span_trim(ahead);
            break;
        }
    *out_name = apo_span_trim(apo_span_part(text, 0, length));
    return true;
}

void apo_uci_handle_option(apo_uci *uci, apo_span rest)
{
    apo_span name, value;
    apo_uci_end_job(uci);
    if (!split_option(rest, &name, &value)) {
        apo_uci_report_error(uci, "setoption wants a name", rest);
        return;
    }
    enum apo_option_id id = apo_option_find(name, APO_OPTION_UCI);
    if (id == APO_OPTION_VARIANT)
        set_variant(uci, value);
    else if (id == APO_OPTION_VARIANT_PATH && uci->environment.read_file != NULL)
        set_variant_path(uci, value);
    else if (id == APO_OPTION_HASH)
        set_hash(uci, value);
    else if (id == APO_OPTION_CLEAR_HASH)
        apo_engine_clear_hash(uci->engine);
    else if (id == APO_OPTION_OPPONENT)
        check_opponent(uci, value);
    else if (id == APO_OPTION_ABOUT)
        apo_uci_report_error(uci, "UCI_EngineAbout cannot be set", value);
    else if (id == APO_OPTION_BOOK_FILE && uci->environment.read_bytes != NULL)
        apo_uci_set_book(uci, value);
    else if (id == APO_OPTION_EVAL_FILE && uci->environment.read_bytes != NULL)
        set_eval_file(uci, value);
    else if (id == APO_OPTIONS || id == APO_OPTION_VARIANT_PATH || is_file(id))
        apo_uci_report_error(uci, "unknown option", name);
    else if (id != APO_OPTION_PONDER) /* the GUI decides when to ponder */
        set_value(uci, id, value);
}
