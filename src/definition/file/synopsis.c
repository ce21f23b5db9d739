#include "definition/file/synopsis.h"

#include "base/mem.h"
#include "base/text.h"
#include "definition/file/reader.h"

static bool is_outcome(const apo_reader *reader, const char *name, const char *value)
{
    apo_span word;
    return apo_reader_outcome(reader, name, &word) && apo_span_is(word, value);
}

/* True if points always decide: they give no advantage. */
static bool do_points_decide(const apo_reader *reader)
{
    size_t section = apo_reader_section(reader, "points");
    return section != APO_TREE_NONE && apo_reader_key(reader, section, "white-lead") != NULL;
}

static void fill(apo_synopsis *out, const apo_reader *reader)
{
    const apo_variant_spec *spec = reader->spec;
    *out = (apo_synopsis){.files = spec->geometry.files,
                          .ranks = apo_geometry_ranks(&spec->geometry),
                          .rows = spec->geometry.rows,
                          .starts = 1,
                          .start_name_count = spec->start_count};
    apo_text_copy(out->name, sizeof out->name, spec->name);
    apo_text_copy(out->inventor, sizeof out->inventor, spec->inventor);
    for (unsigned i = 0; i < spec->group_count; i++)
        out->starts *= spec->groups[i].order_count;
    for (unsigned i = 0; i < spec->start_count; i++)
        apo_text_copy(out->start_names[i], sizeof out->start_names[i], spec->starts[i].name);
    out->has_advantage =
        is_outcome(reader, "stalemate", "advantage") ||
        (is_outcome(reader, "repetition", "points") && !do_points_decide(reader));
    out->has_handicaps = apo_reader_section(reader, "handicap") != APO_TREE_NONE;
}

apo_status apo_synopsis_read(apo_synopsis *out, apo_span id, apo_span text,
                             const apo_definition_loader *loader)
{
    apo_reader reader;
    apo_reader_start(&reader, id, NULL, NULL);
    apo_status status = apo_reader_parse(&reader, text, loader);
    if (status == APO_OK)
        fill(out, &reader);
    apo_reader_finish(&reader);
    return status;
}
