#include "definition/file/bundle.h"

#include "definition/file/outline.h"
#include "definition/file/reader.h"
#include "definition/file/type_words.h"

static const char mark[] = "#base-file ";

/* Records each base that the compiler requests. */
typedef struct recorder {
    const apo_definition_loader *loader; /* may be NULL */
    apo_buffer *bundle;
    bool is_ambiguous;
} recorder;

static bool has_mark(apo_span text)
{
    apo_span line;
    while (apo_span_line(&text, &line)) {
        if (apo_span_starts_with(line, mark))
            return true;
    }
    return false;
}

static void add_line_end(apo_buffer *out)
{
    if (out->length > 0 && out->bytes[out->length - 1] != '\n')
        apo_buffer_add_char(out, '\n');
}

static bool record_base(void *context, apo_span id, apo_span *out_text)
{
    recorder *all = context;
    const apo_definition_loader *loader = all->loader;
    bool is_found = (loader != NULL && loader->find(loader->context, id, out_text)) ||
                    apo_definition_find_builtin(id, out_text);
    if (!is_found)
        return false;
    all->is_ambiguous = all->is_ambiguous || has_mark(*out_text);
    add_line_end(all->bundle);
    apo_buffer_add(all->bundle, mark);
    apo_buffer_add_span(all->bundle, id);
    apo_buffer_add_char(all->bundle, '\n');
    apo_buffer_add_span(all->bundle, *out_text);
    return true;
}

apo_status apo_bundle_make(apo_variant **out, apo_buffer *bundle, apo_span id, apo_span text,
                           const apo_definition_loader *loader, apo_fault_list *faults)
{
    recorder all = {loader, bundle, has_mark(text)};
    const apo_definition_loader recording = {&all, record_base};
    apo_variant *var = NULL;
    apo_buffer_add_span(bundle, text);
    apo_status status = apo_definition_compile(&var, id, text, &recording, NULL, faults);
    if (status == APO_OK && all.is_ambiguous)
        status = APO_E_UNSUPPORTED;
    if (status == APO_OK && bundle->is_failed)
        status = APO_E_MEMORY;
    if (status == APO_OK)
        *out = var;
    else
        apo_variant_free(var);
    return status;
}

apo_status apo_bundle_synopsis(apo_synopsis *out, apo_buffer *bundle, apo_span id,
                               apo_span text, const apo_definition_loader *loader)
{
    recorder all = {loader, bundle, has_mark(text)};
    const apo_definition_loader recording = {&all, record_base};
    apo_buffer_add_span(bundle, text);
    apo_status status = apo_synopsis_read(out, id, text, &recording);
    if (status == APO_OK && all.is_ambiguous)
        status = APO_E_UNSUPPORTED;
    return status == APO_OK && bundle->is_failed ? APO_E_MEMORY : status;
}

bool apo_bundle_find(apo_span bundle, apo_span id, apo_span *out_text)
{
    apo_span rest = bundle, line;
    const char *start = id.length == 0 ? bundle.text : NULL;
    while (apo_span_line(&rest, &line)) {
        if (!apo_span_starts_with(line, mark))
            continue;
        if (start != NULL) {
            *out_text = (apo_span){start, (size_t)(line.text - start)};
            return true;
        }
        apo_span name = apo_span_part(line, sizeof mark - 1, line.length);
        if (apo_span_same(name, id))
            start = line.text + line.length + 1;
    }
    const char *end = bundle.text + bundle.length;
    if (start == NULL || start > end)
        return false;
    *out_text = (apo_span){start, (size_t)(end - start)};
    return true;
}

static bool find_in_bundle(void *context, apo_span id, apo_span *out_text)
{
    const apo_span *bundle = context;
    return id.length > 0 && apo_bundle_find(*bundle, id, out_text);
}

/* The definition itself; an empty bundle has an empty one. */
static bool find_own(apo_span bundle, apo_span *out_text)
{
    *out_text = (apo_span){NULL, 0};
    return bundle.length == 0 || apo_bundle_find(bundle, *out_text, out_text);
}

apo_status apo_bundle_compile(apo_variant **out, apo_span id, apo_span bundle,
                              const apo_alloc *alloc, apo_fault_list *faults)
{
    apo_span text;
    const apo_definition_loader loader = {&bundle, find_in_bundle};
    if (!find_own(bundle, &text))
        return APO_E_SYNTAX;
    return apo_definition_compile(out, id, text, &loader, alloc, faults);
}

apo_status apo_bundle_read_synopsis(apo_synopsis *out, apo_span id, apo_span bundle)
{
    apo_span text;
    const apo_definition_loader loader = {&bundle, find_in_bundle};
    return find_own(bundle, &text) ? apo_synopsis_read(out, id, text, &loader) : APO_E_SYNTAX;
}

static void add_words(apo_buffer *out, const apo_variant *var, unsigned number,
                      const apo_type_spec *type)
{
    apo_buffer phrases;
    apo_span rest, line;
    apo_buffer_init(&phrases, NULL);
    apo_type_words(&phrases, var, number, &type->moves);
    rest = apo_buffer_span(&phrases);
    while (apo_span_line(&rest, &line)) {
        if (type->mark == APO_MARK_PROMOTED)
            apo_buffer_add_char(out, '+');
        apo_buffer_add_char(out, type->letter);
        if (type->accent != '\0')
            apo_buffer_add_char(out, type->accent);
        apo_buffer_add_char(out, '\t');
        apo_buffer_add_span(out, line);
        apo_buffer_add_char(out, '\n');
    }
    out->is_failed = out->is_failed || phrases.is_failed;
    apo_buffer_clear(&phrases);
}

apo_status apo_bundle_words(apo_buffer *out, apo_span id, apo_span bundle)
{
    apo_span text;
    apo_reader reader;
    apo_variant *var = NULL;
    const apo_definition_loader loader = {&bundle, find_in_bundle};
    if (!find_own(bundle, &text))
        return APO_E_SYNTAX;
    apo_reader_start(&reader, id, NULL, NULL);
    apo_status status = apo_reader_compile(&reader, &var, text, &loader);
    for (unsigned i = 1; status == APO_OK && i <= reader.spec->type_count; i++)
        add_words(out, var, i, &reader.spec->types[i]);
    apo_variant_free(var);
    apo_reader_finish(&reader);
    return status == APO_OK && out->is_failed ? APO_E_MEMORY : status;
}

apo_status apo_bundle_outline(apo_buffer *out, apo_span bundle)
{
    apo_span text;
    apo_reader reader;
    const apo_definition_loader loader = {&bundle, find_in_bundle};
    if (!find_own(bundle, &text))
        return APO_E_SYNTAX;
    apo_reader_start(&reader, apo_span_of("own"), NULL, NULL);
    apo_status status = apo_reader_load(&reader, text, &loader);
    if (status != APO_E_MEMORY) {
        apo_outline_write(out, &reader);
        status = out->is_failed ? APO_E_MEMORY : APO_OK;
    }
    apo_reader_finish(&reader);
    return status;
}
