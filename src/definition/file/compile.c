/* Text -> tree -> checked -> compiled variant, in this order. */
#include "base/mem.h"
#include "definition/file/reader.h"
#include "rules/rules/game.h"

_Static_assert(APO_LEVELS_MAX == APO_DEFINITION_BASES_MAX + 1, "one level for each base");

static bool is_before(const apo_fault *a, const apo_fault *b)
{
    return a->line != b->line ? a->line < b->line : a->column < b->column;
}

/* Sorts by position in the file, from the `start`-th fault on. */
static void sort_faults(apo_fault_list *list, size_t start)
{
    for (size_t i = start + 1; i < list->count; i++) {
        for (size_t j = i; j > start && is_before(&list->faults[j], &list->faults[j - 1]);
             j--) {
            apo_fault kept = list->faults[j];
            list->faults[j] = list->faults[j - 1];
            list->faults[j - 1] = kept;
        }
    }
}

static void set_id(apo_reader *reader, apo_span id)
{
    const apo_origin top = {0, 0, 0, {NULL, 0}};
    if (apo_reader_is_id(id))
        memcpy(reader->spec->id, id.text, id.length);
    else
        apo_diagnostics_counts(
            &reader->diagnostics, &top,
            "expected an id of at most %1 lower-case letters, digits and hyphens, "
            "not \"%s\"",
            id, APO_ID_MAX - 1, 0);
}

static apo_status read_parts(apo_reader *reader)
{
    apo_reader_game(reader);
    size_t before = reader->diagnostics.fault_count;
    apo_reader_board(reader);
    apo_reader_pieces(reader);
    reader->has_pieces = reader->has_geometry && reader->spec->type_count > 0;
    apo_reader_setup(reader);
    apo_reader_starts(reader);
    reader->has_starts = reader->diagnostics.fault_count == before && reader->has_board[0];
    return apo_reader_rules(reader);
}

void apo_reader_start(apo_reader *out, apo_span id, const apo_alloc *alloc,
                      apo_fault_list *faults)
{
    *out = (apo_reader){.alloc = alloc, .diagnostics = {.faults = faults, .ids = {id}}};
    out->faults_before = faults != NULL ? faults->count : 0;
    apo_tree_init(&out->tree, alloc);
}

apo_status apo_reader_parse(apo_reader *reader, apo_span text,
                            const apo_definition_loader *loader)
{
    reader->spec = apo_allocate_zero(reader->alloc, sizeof *reader->spec);
    if (reader->spec == NULL)
        return APO_E_MEMORY;
    set_id(reader, reader->diagnostics.ids[0]);
    apo_status status = apo_reader_load(reader, text, loader);
    if (status == APO_OK)
        status = read_parts(reader);
    if (status == APO_OK && reader->diagnostics.fault_count > 0)
        status = APO_E_DEFINITION;
    return status;
}

/* Finds the faults of the rules, so that those of other parts do not hide them. A faulty start
 * is left out: it would cause faults that are not there. */
static void check_rules(apo_reader *reader)
{
    if (!reader->has_starts)
        reader->spec->start_count = 0;
    apo_variant_check(reader->spec, reader->alloc, reader->diagnostics.faults);
}

apo_status apo_reader_compile(apo_reader *reader, apo_variant **out, apo_span text,
                              const apo_definition_loader *loader)
{
    apo_status status = apo_reader_parse(reader, text, loader);
    if (status == APO_OK)
        status =
            apo_variant_compile(out, reader->spec, reader->alloc, reader->diagnostics.faults);
    else if (status == APO_E_DEFINITION && reader->has_pieces)
        check_rules(reader);
    return status;
}

void apo_reader_finish(apo_reader *reader)
{
    if (reader->diagnostics.faults != NULL)
        sort_faults(reader->diagnostics.faults, reader->faults_before);
    apo_free(reader->alloc, reader->values);
    apo_free(reader->alloc, reader->spec);
    apo_tree_clear(&reader->tree);
}

apo_status apo_definition_compile(apo_variant **out, apo_span id, apo_span text,
                                  const apo_definition_loader *loader, const apo_alloc *alloc,
                                  apo_fault_list *faults)
{
    apo_reader reader;
    apo_reader_start(&reader, id, alloc, faults);
    apo_status status = apo_reader_compile(&reader, out, text, loader);
    apo_reader_finish(&reader);
    return status;
}

apo_status apo_definition_open(apo_variant **out, apo_span id, const apo_alloc *alloc,
                               apo_fault_list *faults)
{
    const char *found = apo_definition_find_id(id, true);
    if (found == NULL)
        return APO_E_UNKNOWN;
    size_t index = 0;
    while (apo_definition_builtin_id(index) != found)
        index++;
    return apo_definition_compile(out, apo_span_of(found), apo_definition_builtin_text(index),
                                  NULL, alloc, faults);
}
