#include "definition/advice/advice.h"

#include "base/mem.h"
#include "definition/advice/advice_priv.h"
#include "definition/file/reader.h"
#include "rules/kernel/generate.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/facts.h"
#include "rules/rules/list.h"
#include "rules/tables/spec.h"

enum {
    STARTS_CHECKED = 2000 /* more are sampled evenly; each takes some microseconds */
};

/* --- starts -------------------------------------------------------------- */

static void name_start(apo_remark *remark, const apo_advising *job, unsigned name,
                       uint32_t number)
{
    apo_text *text = apo_remark_start(remark);
    apo_text_add(text, "in start ");
    apo_text_add_number(text, number);
    if (name > 0) {
        apo_text_add(text, " of \"");
        apo_text_add(text, job->spec->starts[name].name);
        apo_text_add(text, "\"");
    }
}

/* Names the section that ends the game at its start. */
static void add_end(apo_remark *remark, const apo_advising *job, const apo_position *pos)
{
    static const struct {
        apo_ending ending;
        const char *section;
    } ends[] = {{APO_ENDING_EXTINCTION, "extinction"},
                {APO_ENDING_GOAL, "goal"},
                {APO_ENDING_GOAL, "connection"}};

    int quarters;
    apo_ending ending = apo_position_ends(pos, &quarters);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends[i].ending != ending || !apo_variant_has_rule(job->var, ends[i].section))
            continue;
        apo_text_add(&remark->text, ": see ");
        apo_remark_section(remark, job, ends[i].section);
    }
}

/* Checks a start. False once there is a warning: one is enough. */
static bool check_start(apo_advising *job, unsigned name, uint32_t number)
{
    apo_position pos;
    apo_remark remark;
    if (apo_position_start(&pos, job->var, name, number) != APO_OK) {
        name_start(&remark, job, name, number);
        apo_text_add(&remark.text, " a king could be captured at once");
    } else if (apo_position_is_check(&pos)) {
        name_start(&remark, job, name, number);
        apo_text_add(&remark.text, " White is in check");
    } else if (apo_position_is_over(&pos)) {
        name_start(&remark, job, name, number);
        apo_text_add(&remark.text, " the game is over before the first move");
        add_end(&remark, job, &pos);
    } else if (apo_perft(&pos, 1) == 0) {
        name_start(&remark, job, name, number);
        apo_text_add(&remark.text, " White has no move");
    } else {
        return true;
    }
    apo_remark_value(&remark, job, "setup", NULL);
    return false;
}

static void check_starts(apo_advising *job)
{
    uint32_t count = apo_variant_info_of(job->var)->start_count;
    uint32_t stride = (count + STARTS_CHECKED - 1) / STARTS_CHECKED;
    for (unsigned name = 0; name < apo_variant_info_of(job->var)->start_name_count; name++)
        for (uint32_t number = 1; number <= count; number += stride)
            if (!check_start(job, name, number))
                return;
}

/* --- review -------------------------------------------------------------- */

/* Adds to `out`, which must be zeroed. */
static apo_status advise(apo_advice *out, const apo_reader *reader, const apo_variant *var,
                         const apo_alloc *alloc)
{
    const apo_variant_spec *spec = reader->spec;
    apo_advising *job = apo_allocate_zero(alloc, sizeof *job);
    if (job == NULL)
        return APO_E_MEMORY;
    job->out = out;
    job->spec = spec;
    job->tree = &reader->tree;
    job->diagnostics = &reader->diagnostics;
    job->var = var;
    job->alloc = alloc;
    out->type_count = spec->type_count;
    for (unsigned sq = 0; sq < apo_geometry_squares(&spec->geometry); sq++)
        if (spec->geometry.place[sq] == APO_PLACE_SQUARE)
            out->square_count++;
    apo_sample_empty(&job->empty, &spec->geometry);
    apo_sample_filled(&job->filled, &spec->geometry);
    apo_status status = apo_advise_read_promotion(job);
    if (status == APO_OK)
        status = apo_advise_pieces(job);
    if (status == APO_OK)
        apo_advise_promotion(job);
    if (status == APO_OK)
        status = apo_advise_letters(job);
    if (status == APO_OK) {
        apo_advise_contradictions(job);
        apo_advise_squares(job);
        apo_advise_limits(job);
        check_starts(job);
    }
    apo_free(alloc, job);
    return status;
}

static void warn_name(apo_advice *out, const apo_origin *place, const char *detail,
                      apo_span name)
{
    apo_fault_warn(&out->faults, place->line, place->column, place->key, detail, name);
}

/* Warns about old names of sections and keys in the file itself, not in its bases. */
static void check_names(apo_advice *out, const apo_tree *tree)
{
    for (size_t i = 0; i < tree->section_count; i++) {
        const apo_tree_section *section = &tree->sections[i];
        if (section->place.level == 0 && !apo_span_same(section->name, section->place.key))
            warn_name(out, &section->place,
                      "the section is called [%s] now; its old name is still read",
                      section->name);
    }
    for (size_t i = 0; i < tree->key_count; i++) {
        const apo_tree_key *key = &tree->keys[i];
        if (key->place.level == 0 && !apo_span_same(key->name, key->written))
            warn_name(out, &key->place,
                      "the key is called \"%s\" now; its old name is still read", key->name);
    }
}

apo_status apo_definition_review(apo_variant **out, apo_advice *out_advice, apo_span id,
                                 apo_span text, const apo_definition_loader *loader,
                                 const apo_alloc *alloc)
{
    apo_variant *var = NULL;
    apo_reader reader;
    memset(out_advice, 0, sizeof *out_advice);
    apo_reader_start(&reader, id, alloc, &out_advice->faults);
    apo_status status = apo_reader_compile(&reader, &var, text, loader);
    if (status == APO_OK)
        status = advise(out_advice, &reader, var, alloc);
    if (status == APO_OK)
        check_names(out_advice, &reader.tree);
    if (status == APO_OK)
        *out = var;
    else
        apo_variant_free(var);
    apo_reader_finish(&reader);
    return status;
}
