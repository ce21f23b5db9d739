#include <string.h>

#include "definition/file/definition.h"
#include "protocol/uci_priv.h"

enum {
    OVERHEAD_MAX_MS = 5000
};

static void say_options(apo_uci *uci)
{
    apo_buffer line;
    apo_buffer_init(&line, uci->channel.alloc);
    apo_buffer_add(&line, "option name UCI_Variant type combo default ");
    apo_buffer_add(&line, apo_definition_builtin_id(0));
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        apo_buffer_add(&line, " var ");
        apo_buffer_add(&line, apo_definition_builtin_id(i));
    }
    apo_uci_say_buffer(uci, &line);
    if (uci->channel.read_file != NULL)
        apo_uci_say(uci, "option name VariantPath type string default <empty>");
    apo_buffer_init(&line, uci->channel.alloc);
    uint32_t hash_mb = uci->channel.hash_mb;
    apo_uci_add_number(&line, "option name Hash type spin default ",
                       hash_mb > 0 ? hash_mb : (uint32_t)APO_HASH_DEFAULT_MB);
    apo_uci_add_number(&line, " min 1 max ", APO_HASH_MAX_MB);
    apo_uci_say_buffer(uci, &line);
    apo_uci_say(uci, "option name Clear Hash type button");
    apo_uci_say(uci, "option name Ponder type check default false");
    apo_uci_say(uci, "option name UCI_ShowWDL type check default false");
    apo_buffer_init(&line, uci->channel.alloc);
    apo_uci_add_number(&line, "option name Threads type spin default 1 min 1 max ",
                       APO_ENGINE_THREADS_MAX);
    apo_uci_say_buffer(uci, &line);
    apo_buffer_init(&line, uci->channel.alloc);
    apo_uci_add_number(&line, "option name MultiPV type spin default 1 min 1 max ",
                       APO_LINES_OF_PLAY_MAX);
    apo_uci_say_buffer(uci, &line);
    apo_buffer_init(&line, uci->channel.alloc);
    apo_uci_add_number(&line, "option name Move Overhead type spin default ",
                       APO_UCI_OVERHEAD_MS);
    apo_uci_add_number(&line, " min 0 max ", OVERHEAD_MAX_MS);
    apo_uci_say_buffer(uci, &line);
    apo_buffer_init(&line, uci->channel.alloc);
    apo_uci_add_number(&line, "option name Level type spin default ", APO_LEVEL_FULL);
    apo_uci_add_number(&line, " min ", APO_LEVEL_FIRST);
    apo_uci_add_number(&line, " max ", APO_LEVEL_FULL);
    apo_uci_say_buffer(uci, &line);
}

void apo_uci_obey_uci(apo_uci *uci)
{
    apo_buffer line;
    apo_buffer_init(&line, uci->channel.alloc);
    apo_buffer_add(&line, "id name ");
    apo_buffer_add(&line, uci->channel.name);
    apo_uci_say_buffer(uci, &line);
    apo_uci_say(uci, "id author the Apothecary contributors");
    say_options(uci);
    apo_uci_say(uci, "uciok");
}

static void set_variant(apo_uci *uci, apo_span value)
{
    apo_status status = apo_uci_open_variant(uci, value);
    if (status == APO_E_UNKNOWN)
        apo_uci_complain(uci, "unknown variant", value);
    else if (status != APO_OK)
        apo_uci_complain(uci, apo_status_message(status), value);
}

/* The first fault, as programs that check files say it. */
static void complain_of_file(apo_uci *uci, apo_span path, apo_status status,
                             const apo_fault_list *faults)
{
    apo_buffer line;
    if (faults->count == 0) {
        apo_uci_complain(uci, apo_status_message(status), path);
        return;
    }
    apo_buffer_init(&line, uci->channel.alloc);
    apo_uci_add_number(&line, "line ", faults->faults[0].line);
    apo_buffer_add(&line, " of the definition file: ");
    apo_buffer_add(&line, faults->faults[0].detail);
    apo_uci_complain(uci, line.is_failed ? "the definition file has faults" : line.bytes,
                     apo_span_of(""));
    apo_buffer_clear(&line);
}

static void set_variant_path(apo_uci *uci, apo_span path)
{
    apo_variant *var = NULL;
    if (path.length == 0 || apo_span_is(path, "<empty>"))
        return;
    apo_fault_list *faults = apo_allocate(uci->channel.alloc, sizeof *faults);
    if (faults == NULL) {
        apo_uci_complain(uci, apo_status_message(APO_E_MEMORY), path);
        return;
    }
    apo_fault_list_init(faults);
    apo_status status = uci->channel.read_file(uci->channel.read_context, &var, path, faults);
    if (status == APO_OK)
        status = apo_uci_take_variant(uci, var);
    if (status != APO_OK)
        complain_of_file(uci, path, status, faults);
    apo_free(uci->channel.alloc, faults);
}

static void set_hash(apo_uci *uci, apo_span value)
{
    uint32_t hash_mb;
    if (!apo_span_number(value, UINT32_MAX, &hash_mb)) {
        apo_uci_complain(uci, "not a number", value);
        return;
    }
    apo_status status = apo_channel_set_hash(&uci->channel, uci->engine, hash_mb);
    if (status != APO_OK)
        apo_uci_complain(uci, apo_status_message(status), value);
}

static void set_number(apo_uci *uci, uint32_t *out, apo_span value, uint32_t least,
                       uint32_t most)
{
    uint32_t number;
    if (apo_span_number(value, most, &number) && number >= least)
        *out = number;
    else
        apo_uci_complain(uci, "the number is out of range", value);
}

static void set_check(apo_uci *uci, bool *out, apo_span value)
{
    if (apo_span_is(value, "true") || apo_span_is(value, "false"))
        *out = apo_span_is(value, "true");
    else
        apo_uci_complain(uci, "neither true nor false", value);
}

static void set_threads(apo_uci *uci, apo_span value)
{
    uint32_t count = 0;
    set_number(uci, &count, value, 1, APO_ENGINE_THREADS_MAX);
    if (count > 0 && apo_engine_set_threads(uci->engine, count) != APO_OK)
        apo_uci_complain(uci, "no memory for so many threads", value);
}

/* True if both are the same but for upper and lower case. */
static bool is_named(apo_span name, const char *known)
{
    if (name.length != strlen(known))
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (apo_to_lower(name.text[i]) != apo_to_lower(known[i]))
            return false;
    return true;
}

/* "name N value V"; names may have blanks in them. */
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

void apo_uci_obey_option(apo_uci *uci, apo_span rest)
{
    apo_span name, value;
    apo_uci_end_job(uci);
    if (!split_option(rest, &name, &value))
        apo_uci_complain(uci, "setoption wants a name", rest);
    else if (is_named(name, "UCI_Variant"))
        set_variant(uci, value);
    else if (is_named(name, "VariantPath") && uci->channel.read_file != NULL)
        set_variant_path(uci, value);
    else if (is_named(name, "Hash"))
        set_hash(uci, value);
    else if (is_named(name, "Clear Hash"))
        apo_engine_clear_hash(uci->engine);
    else if (is_named(name, "Ponder"))
        (void)value; /* the program that we talk to says when */
    else if (is_named(name, "UCI_ShowWDL"))
        set_check(uci, &uci->shows_chances, value);
    else if (is_named(name, "MultiPV"))
        set_number(uci, &uci->lines, value, 1, APO_LINES_OF_PLAY_MAX);
    else if (is_named(name, "Move Overhead"))
        set_number(uci, &uci->overhead_ms, value, 0, OVERHEAD_MAX_MS);
    else if (is_named(name, "Level"))
        set_number(uci, &uci->level, value, APO_LEVEL_FIRST, APO_LEVEL_FULL);
    else if (is_named(name, "Threads"))
        set_threads(uci, value);
    else
        apo_uci_complain(uci, "unknown option", name);
}
