/* Opening variants: by id, or from a definition file and its neighbours. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/io/input.h"
#include "definition/file/bundle.h"

static const char suffix[] = ".variant";

enum {
    SUFFIX_LENGTH = sizeof suffix - 1,
    PATH_BYTES_MAX = 4096
};

/* The base definitions of a file, read from its folder. */
typedef struct neighbours {
    apo_span folder; /* with its slash; empty: the current folder */
    /* the file itself, which may contain its bases (definition/file/bundle.h) */
    apo_span bundle;
    apo_buffer texts[APO_DEFINITION_BASES_MAX];
    size_t count;
} neighbours;

static bool ends_with_suffix(apo_span path)
{
    return path.length > SUFFIX_LENGTH &&
           apo_span_is(apo_span_part(path, path.length - SUFFIX_LENGTH, SUFFIX_LENGTH), suffix);
}

static bool has_char(apo_span span, char c)
{
    return span.length > 0 && memchr(span.text, c, span.length) != NULL;
}

bool apo_is_variant_path(apo_span argument)
{
    return has_char(argument, '/') || ends_with_suffix(argument);
}

static apo_span folder_of(apo_span path)
{
    size_t length = path.length;
    while (length > 0 && path.text[length - 1] != '/')
        length--;
    return apo_span_part(path, 0, length);
}

/* "games/modern.variant" is the game "modern". */
static apo_span id_of(apo_span path)
{
    size_t folder = folder_of(path).length;
    apo_span name = apo_span_part(path, folder, path.length);
    if (ends_with_suffix(name))
        name.length -= SUFFIX_LENGTH;
    return name;
}

static bool find_neighbour(void *context, apo_span id, apo_span *out_text)
{
    neighbours *all = context;
    char buf[PATH_BYTES_MAX];
    if (id.length > 0 && apo_bundle_find(all->bundle, id, out_text))
        return true;
    apo_text path = apo_text_start(buf, sizeof buf);
    apo_text_add_span(&path, all->folder);
    apo_text_add_span(&path, id);
    apo_text_add(&path, suffix);
    if (path.is_overflowed || all->count == APO_DEFINITION_BASES_MAX)
        return false;
    apo_buffer *text = &all->texts[all->count];
    apo_buffer_init(text, NULL);
    if (apo_file_read(text, buf) != APO_OK) {
        apo_buffer_clear(text);
        return false;
    }
    all->count++;
    *out_text = apo_buffer_span(text);
    return true;
}

/* The output to make from a definition file: one of four. */
typedef struct task {
    apo_variant **out;      /* a variant; faults to `faults` */
    apo_buffer *bundle;     /* a variant and its bundle */
    apo_advice *advice;     /* a variant and a review; the faults go there */
    apo_draft *draft;       /* a draft; what it cannot hold goes to `report` */
    apo_fault_list *faults; /* may be NULL */
    apo_fault_list *report;
} task;

static apo_status do_task(const task *t, apo_span id, apo_span text,
                          const apo_definition_loader *loader)
{
    if (t->draft != NULL)
        return apo_draft_of_definition(t->draft, id, text, loader, t->faults, t->report);
    if (t->advice != NULL)
        return apo_definition_review(t->out, t->advice, id, text, loader, NULL);
    if (t->bundle != NULL)
        return apo_bundle_make(t->out, t->bundle, id, text, loader, t->faults);
    return apo_definition_compile(t->out, id, text, loader, NULL, t->faults);
}

/* `all->bundle` is the text of the file. */
static apo_status do_text(const task *t, apo_span path, neighbours *all)
{
    const apo_definition_loader loader = {all, find_neighbour};
    apo_span own = all->bundle;
    if (own.length > 0 && !apo_bundle_find(all->bundle, (apo_span){NULL, 0}, &own))
        return APO_E_SYNTAX;
    return do_task(t, id_of(path), own, &loader);
}

static apo_status read_file(apo_span path, const task *t)
{
    neighbours all = {.folder = folder_of(path)};
    char buf[PATH_BYTES_MAX];
    apo_text name = apo_text_start(buf, sizeof buf);
    apo_buffer text;
    apo_text_add_span(&name, path);
    apo_buffer_init(&text, NULL);
    errno = 0;
    apo_status status = name.is_overflowed ? APO_E_TOO_LARGE : apo_file_read(&text, buf);
    if (status != APO_OK) {
        apo_report_error("%.*s: %s", (int)path.length, path.text,
                         status == APO_E_IO ? strerror(errno) : apo_status_message(status));
        status = APO_E_IO;
    } else {
        all.bundle = apo_buffer_span(&text);
        status = do_text(t, path, &all);
    }
    for (size_t i = 0; i < all.count; i++)
        apo_buffer_clear(&all.texts[i]);
    apo_buffer_clear(&text);
    return status;
}

apo_status apo_variant_read_file(apo_variant **out, apo_span path, apo_fault_list *faults)
{
    const task t = {.out = out, .faults = faults};
    return read_file(path, &t);
}

apo_status apo_variant_bundle_file(apo_variant **out, apo_buffer *bundle, apo_span path,
                                   apo_fault_list *faults)
{
    const task t = {.out = out, .bundle = bundle, .faults = faults};
    return read_file(path, &t);
}

apo_status apo_variant_review_file(apo_variant **out, apo_span path, apo_advice *advice)
{
    const task t = {.out = out, .advice = advice};
    return read_file(path, &t);
}

apo_status apo_draft_read_file(apo_draft *out, apo_span path, apo_fault_list *faults,
                               apo_fault_list *report)
{
    const task t = {.draft = out, .faults = faults, .report = report};
    return read_file(path, &t);
}

static enum apo_exit open_file(apo_variant **out, apo_span path)
{
    static apo_fault_list faults;
    char name[PATH_BYTES_MAX];
    apo_text_copy_span(name, sizeof name, path);
    apo_fault_list_init(&faults);
    apo_status status = apo_variant_read_file(out, path, &faults);
    if (status == APO_OK)
        return APO_EXIT_OK;
    if (status != APO_E_IO) {
        apo_report_faults(name, &faults);
        if (faults.count == 0)
            apo_report_error("%s: %s", name, apo_status_message(status));
    }
    return APO_EXIT_NO;
}

static enum apo_exit report_bad_id(apo_span id)
{
    apo_guess guess;
    apo_guess_start(&guess, id);
    for (size_t i = 0; i < apo_definition_builtin_count(); i++)
        apo_guess_offer(&guess, apo_definition_builtin_id(i));
    if (guess.best != NULL)
        return apo_report_usage(NULL, "unknown variant \"%.*s\"; did you mean \"%s\"?",
                                (int)id.length, id.text, guess.best);
    return apo_report_usage(NULL,
                            "unknown variant \"%.*s\"; \"apothecary variants\" lists them",
                            (int)id.length, id.text);
}

static enum apo_exit report_bad_start(const apo_variant *var, apo_span name)
{
    apo_guess guess;
    apo_guess_start(&guess, name);
    for (unsigned i = 1; i < apo_variant_info_of(var)->start_name_count; i++)
        apo_guess_offer(&guess, apo_variant_start_name(var, i));
    return apo_report_usage(
        NULL, "%s has no start named \"%.*s\"%s%s%s", apo_variant_info_of(var)->id,
        (int)name.length, name.text, guess.best != NULL ? "; did you mean \"" : "",
        guess.best != NULL ? guess.best : "", guess.best != NULL ? "\"?" : "");
}

/* Cuts ":NAME" off: after an id, or after ".variant" in a path. */
static apo_span cut_start_name(apo_span *argument)
{
    for (size_t i = argument->length; i > 0; i--) {
        if (argument->text[i - 1] == '/')
            break;
        if (argument->text[i - 1] != ':')
            continue;
        apo_span name = apo_span_part(*argument, i, argument->length);
        argument->length = i - 1;
        return name;
    }
    return apo_span_of("");
}

enum apo_exit apo_source_open(apo_source *out, const char *argument)
{
    apo_span id = apo_span_of(argument);
    apo_span name = cut_start_name(&id);
    apo_variant *var = NULL;
    enum apo_exit result = APO_EXIT_OK;
    if (apo_is_variant_path(id)) {
        result = open_file(&var, id);
    } else {
        apo_status status = apo_definition_open(&var, id, NULL, NULL);
        if (status == APO_E_UNKNOWN)
            result = report_bad_id(id);
        else if (status != APO_OK)
            result = apo_report_failure("%s: %s", argument, apo_status_message(status));
    }
    if (result != APO_EXIT_OK)
        return result;
    *out = (apo_source){var, 0};
    if (name.length > 0 && !apo_variant_find_start(var, name, &out->name_index)) {
        result = report_bad_start(var, name);
        apo_source_close(out);
    }
    return result;
}

apo_status apo_source_open_id(apo_source *out, apo_span argument)
{
    apo_span id = argument;
    apo_span name = cut_start_name(&id);
    apo_variant *var = NULL;
    unsigned name_index = 0;
    apo_status status;
    if (apo_is_variant_path(id))
        status = open_file(&var, id) == APO_EXIT_OK ? APO_OK : APO_E_IO;
    else
        status = apo_definition_open(&var, id, NULL, NULL);
    if (status != APO_OK)
        return status;
    if (name.length > 0 && !apo_variant_find_start(var, name, &name_index)) {
        apo_variant_free(var);
        return APO_E_UNKNOWN;
    }
    *out = (apo_source){var, name_index};
    return APO_OK;
}

void apo_source_close(apo_source *source)
{
    apo_variant_free(source->var);
    source->var = NULL;
}
