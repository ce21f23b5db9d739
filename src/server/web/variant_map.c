#include "server/web/variant_map.h"

#include <string.h>

#include "base/text.h"
#include "definition/file/bundle.h"
#include "i18n/i18n.h"

/* The games that the lobby shows first, in this order, with a sentence for each. */
typedef struct main_game {
    const char *id, *summary;
} main_game;

/* clang-format off */
static const main_game main_games[] = {
    {"alert", APO_T("Twelve by twelve, 46 pieces a side, and pawns that cross half the board "
                    "in one move.")},
    {"modern", APO_T("Ten by ten, with dragons and griffins that turn a corner, and a joker "
                     "that plays what you have played.")},
    {"classic", APO_T("Ten by ten, with siege elephants and mameluks outside the board and a "
                      "joker in the pocket.")},
    {"apothecary2", APO_T("Elephants, zebra and camel with powers that last for one move; "
                          "pawns become what they like.")},
    {"prequel", APO_T("A chess army on twelve ranks, and between the armies the checkers of a "
                      "still older game.")},
};

/* clang-format on */

enum {
    MAIN_COUNT = sizeof main_games / sizeof main_games[0]
};

struct apo_variant_map {
    apo_variant_entry *entries; /* owned */
    size_t count;
    apo_formers *formers; /* those that are not offered, but needed */
    size_t formers_max;   /* bytes; beyond it, no published game is compiled */
};

/* The offered games: this server's own definitions, and the built-in ones that they do not
 * replace. */
typedef struct source {
    const char *id;
    apo_span text;
    bool is_own;
} source;

static bool is_replaced(const apo_server_definition *own, size_t own_count, const char *id)
{
    for (size_t i = 0; i < own_count; i++) {
        if (strcmp(own[i].id, id) == 0)
            return true;
    }
    return false;
}

/* Allocates for all built-in and own definitions. */
static size_t list_sources(source *out, const apo_server_definition *own, size_t own_count)
{
    size_t count = 0;
    for (size_t i = 0; i < apo_definition_builtin_count(); i++) {
        const char *id = apo_definition_builtin_id(i);
        if (!is_replaced(own, own_count, id))
            out[count++] = (source){id, apo_definition_builtin_text(i), false};
    }
    for (size_t i = 0; i < own_count; i++)
        out[count++] = (source){own[i].id, own[i].bundle, true};
    return count;
}

static apo_status add_source(apo_variant_map *variants, const source *from, const char *summary)
{
    apo_variant_entry *entry = &variants->entries[variants->count];
    apo_status status;
    entry->id = from->id;
    entry->summary = summary;
    entry->is_own = from->is_own;
    apo_buffer_init(&entry->text, NULL);
    variants->count++;
    if (from->is_own) {
        apo_buffer_add_span(&entry->text, from->text);
        status =
            apo_bundle_compile(&entry->var, apo_span_of(entry->id), from->text, NULL, NULL);
    } else {
        status = apo_bundle_make(&entry->var, &entry->text, apo_span_of(entry->id), from->text,
                                 NULL, NULL);
    }
    if (status == APO_OK && entry->text.is_failed)
        status = APO_E_MEMORY;
    if (status == APO_OK)
        apo_token_digest(entry->digest, apo_buffer_span(&entry->text));
    return status;
}

static bool is_main(const char *id)
{
    for (size_t i = 0; i < MAIN_COUNT; i++) {
        if (strcmp(main_games[i].id, id) == 0)
            return true;
    }
    return false;
}

static apo_status add_all(apo_variant_map *variants, const source *sources, size_t count)
{
    apo_status status = APO_OK;
    for (size_t m = 0; m < MAIN_COUNT; m++) {
        for (size_t i = 0; status == APO_OK && i < count; i++) {
            if (strcmp(main_games[m].id, sources[i].id) == 0)
                status = add_source(variants, &sources[i], main_games[m].summary);
        }
    }
    for (size_t i = 0; status == APO_OK && i < count; i++) {
        if (!is_main(sources[i].id))
            status = add_source(variants, &sources[i], "");
    }
    return status;
}

apo_status apo_variant_map_new(apo_variant_map **out, const apo_server_definition *own,
                               size_t own_count, size_t formers_max)
{
    apo_variant_map *variants = apo_allocate_zero(NULL, sizeof *variants);
    size_t capacity = apo_definition_builtin_count() + own_count + 1;
    source *sources = apo_allocate_zero(NULL, capacity * sizeof *sources);
    apo_status status = variants != NULL && sources != NULL ? APO_OK : APO_E_MEMORY;
    if (status == APO_OK) {
        *variants = (apo_variant_map){
            .entries = apo_allocate_zero(NULL, capacity * sizeof *variants->entries),
            .formers = apo_formers_new(),
            .formers_max = formers_max};
        status = variants->entries != NULL && variants->formers != NULL
                     ? add_all(variants, sources, list_sources(sources, own, own_count))
                     : APO_E_MEMORY;
    }
    apo_free(NULL, sources);
    if (status == APO_OK)
        *out = variants;
    else
        apo_variant_map_free(variants);
    return status;
}

void apo_variant_map_free(apo_variant_map *variants)
{
    if (variants == NULL)
        return;
    for (size_t i = 0; i < variants->count; i++) {
        apo_variant_free(variants->entries[i].var);
        apo_buffer_clear(&variants->entries[i].text);
        apo_free(NULL, variants->entries[i].start_weights);
    }
    apo_formers_free(variants->formers);
    apo_free(NULL, variants->entries);
    apo_free(NULL, variants);
}

size_t apo_variant_map_count(const apo_variant_map *variants)
{
    return variants->count;
}

const apo_variant_entry *apo_variant_map_get(const apo_variant_map *variants, size_t index)
{
    return &variants->entries[index];
}

void apo_variant_map_set_start_weights(apo_variant_map *variants, size_t index,
                                       uint32_t *start_weights)
{
    apo_free(NULL, variants->entries[index].start_weights);
    variants->entries[index].start_weights = start_weights;
}

size_t apo_variant_map_main_count(const apo_variant_map *variants)
{
    return variants->count < MAIN_COUNT ? variants->count : MAIN_COUNT;
}

const apo_variant_entry *apo_variant_map_find_offered(const apo_variant_map *variants,
                                                      apo_span id)
{
    for (size_t i = 0; i < variants->count; i++) {
        if (apo_span_is(id, variants->entries[i].id))
            return &variants->entries[i];
    }
    return NULL;
}

const apo_variant_entry *apo_variant_map_find_digest(const apo_variant_map *variants,
                                                     apo_span digest)
{
    for (size_t i = 0; i < variants->count; i++) {
        if (apo_span_is(digest, variants->entries[i].digest))
            return &variants->entries[i];
    }
    return NULL;
}

const apo_variant *apo_variant_map_variant(apo_variant_map *variants, apo_store *store,
                                           const char *id, const char *digest)
{
    const apo_variant_entry *entry = apo_variant_map_find_digest(variants, apo_span_of(digest));
    if (entry == NULL || strcmp(entry->id, id) != 0)
        entry = apo_formers_load(variants->formers, store, id, digest);
    return entry != NULL ? entry->var : NULL;
}

bool apo_variant_map_text(apo_variant_map *variants, const char *digest, apo_span *out)
{
    const apo_variant_entry *entry = apo_variant_map_find_digest(variants, apo_span_of(digest));
    const apo_variant_entry *former = apo_formers_find(variants->formers, NULL, digest);
    if (former != NULL && former->var != NULL)
        *out = apo_buffer_span(&former->text);
    else if (entry != NULL && entry->is_own)
        *out = apo_buffer_span(&entry->text);
    else
        return false;
    return true;
}

/* --- published games ----------------------------------------------------- */

static const apo_variant_entry *load_published(apo_variant_map *variants, apo_store *store,
                                               const apo_store_published *row)
{
    const apo_variant_entry *entry =
        apo_formers_find(variants->formers, row->variant, row->definition);
    if (entry == NULL && apo_formers_bytes(variants->formers) < variants->formers_max)
        entry = apo_formers_load(variants->formers, store, row->variant, row->definition);
    return entry != NULL && entry->var != NULL ? entry : NULL;
}

const apo_variant_entry *apo_variant_map_find(apo_variant_map *variants, apo_store *store,
                                              apo_span id)
{
    apo_store_published row;
    const apo_variant_entry *entry = apo_variant_map_find_offered(variants, id);
    if (entry != NULL || store == NULL || apo_store_find_published(store, &row, id) != APO_OK ||
        row.hidden != APO_STORE_SHOWN)
        return entry;
    return load_published(variants, store, &row);
}

const apo_variant_entry *apo_variant_map_find_version(apo_variant_map *variants,
                                                      apo_store *store, apo_span id,
                                                      apo_span digest)
{
    apo_store_published row;
    const apo_variant_entry *entry = apo_variant_map_find_offered(variants, id);
    if (entry != NULL)
        return apo_span_is(digest, entry->digest) ? entry : NULL;
    if (store == NULL || apo_store_find_version_of(store, &row, id, digest) != APO_OK)
        return NULL;
    return load_published(variants, store, &row);
}

bool apo_variant_map_is_ready(apo_variant_map *variants, const char *id, const char *digest)
{
    const apo_variant_entry *entry = apo_variant_map_find_digest(variants, apo_span_of(digest));
    if (entry != NULL && strcmp(entry->id, id) == 0)
        return true;
    return apo_formers_find(variants->formers, id, digest) != NULL;
}

apo_formers *apo_variant_map_formers(apo_variant_map *variants)
{
    return variants->formers;
}

bool apo_variant_outline_of(apo_variant_outline *out, const apo_variant_map *variants,
                            apo_store *store, apo_span id)
{
    apo_store_published row;
    const apo_variant_entry *entry = apo_variant_map_find_offered(variants, id);
    *out = (apo_variant_outline){.name = ""};
    if (entry != NULL) {
        const apo_geometry *geo = apo_variant_geometry(entry->var);
        apo_text_copy(out->name, sizeof out->name, apo_variant_info_of(entry->var)->name);
        apo_text_copy(out->own_definition, sizeof out->own_definition,
                      entry->is_own ? entry->digest : "");
        out->files = geo->files;
        out->ranks = apo_geometry_ranks(geo);
        out->rows = geo->rows;
        out->starts = apo_variant_info_of(entry->var)->start_count;
        return true;
    }
    if (apo_store_find_published(store, &row, id) != APO_OK) {
        apo_text_copy_span(out->name, sizeof out->name, id);
        return false;
    }
    apo_text_copy(out->name, sizeof out->name, row.name);
    apo_text_copy(out->own_definition, sizeof out->own_definition, row.definition);
    out->files = row.files;
    out->ranks = row.ranks;
    out->rows = row.rows;
    out->starts = row.starts;
    out->is_published = true;
    return true;
}

const char *apo_variant_map_name(apo_variant_outline *buf, const apo_variant_map *variants,
                                 apo_store *store, const char *id)
{
    apo_variant_outline_of(buf, variants, store, apo_span_of(id));
    return buf->name;
}
