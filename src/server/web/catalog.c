#include "server/web/catalog.h"

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

struct apo_catalog {
    apo_catalog_entry *entries; /* owned */
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

static apo_status add_source(apo_catalog *catalog, const source *from, const char *summary)
{
    apo_catalog_entry *entry = &catalog->entries[catalog->count];
    apo_status status;
    entry->id = from->id;
    entry->summary = summary;
    entry->is_own = from->is_own;
    apo_buffer_init(&entry->text, NULL);
    catalog->count++;
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

static apo_status add_all(apo_catalog *catalog, const source *sources, size_t count)
{
    apo_status status = APO_OK;
    for (size_t m = 0; m < MAIN_COUNT; m++) {
        for (size_t i = 0; status == APO_OK && i < count; i++) {
            if (strcmp(main_games[m].id, sources[i].id) == 0)
                status = add_source(catalog, &sources[i], main_games[m].summary);
        }
    }
    for (size_t i = 0; status == APO_OK && i < count; i++) {
        if (!is_main(sources[i].id))
            status = add_source(catalog, &sources[i], "");
    }
    return status;
}

apo_status apo_catalog_new(apo_catalog **out, const apo_server_definition *own,
                           size_t own_count, size_t formers_max)
{
    apo_catalog *catalog = apo_allocate_zero(NULL, sizeof *catalog);
    size_t capacity = apo_definition_builtin_count() + own_count + 1;
    source *sources = apo_allocate_zero(NULL, capacity * sizeof *sources);
    apo_status status = catalog != NULL && sources != NULL ? APO_OK : APO_E_MEMORY;
    if (status == APO_OK) {
        *catalog = (apo_catalog){
            .entries = apo_allocate_zero(NULL, capacity * sizeof *catalog->entries),
            .formers = apo_formers_new(),
            .formers_max = formers_max};
        status = catalog->entries != NULL && catalog->formers != NULL
                     ? add_all(catalog, sources, list_sources(sources, own, own_count))
                     : APO_E_MEMORY;
    }
    apo_free(NULL, sources);
    if (status == APO_OK)
        *out = catalog;
    else
        apo_catalog_free(catalog);
    return status;
}

void apo_catalog_free(apo_catalog *catalog)
{
    if (catalog == NULL)
        return;
    for (size_t i = 0; i < catalog->count; i++) {
        apo_variant_free(catalog->entries[i].var);
        apo_buffer_clear(&catalog->entries[i].text);
        apo_free(NULL, catalog->entries[i].start_weights);
    }
    apo_formers_free(catalog->formers);
    apo_free(NULL, catalog->entries);
    apo_free(NULL, catalog);
}

size_t apo_catalog_count(const apo_catalog *catalog)
{
    return catalog->count;
}

const apo_catalog_entry *apo_catalog_get(const apo_catalog *catalog, size_t index)
{
    return &catalog->entries[index];
}

void apo_catalog_set_start_weights(apo_catalog *catalog, size_t index, uint32_t *start_weights)
{
    apo_free(NULL, catalog->entries[index].start_weights);
    catalog->entries[index].start_weights = start_weights;
}

size_t apo_catalog_main_count(const apo_catalog *catalog)
{
    return catalog->count < MAIN_COUNT ? catalog->count : MAIN_COUNT;
}

const apo_catalog_entry *apo_catalog_find_offered(const apo_catalog *catalog, apo_span id)
{
    for (size_t i = 0; i < catalog->count; i++) {
        if (apo_span_is(id, catalog->entries[i].id))
            return &catalog->entries[i];
    }
    return NULL;
}

const apo_catalog_entry *apo_catalog_find_digest(const apo_catalog *catalog, apo_span digest)
{
    for (size_t i = 0; i < catalog->count; i++) {
        if (apo_span_is(digest, catalog->entries[i].digest))
            return &catalog->entries[i];
    }
    return NULL;
}

const apo_variant *apo_catalog_variant(apo_catalog *catalog, apo_store *store, const char *id,
                                       const char *digest)
{
    const apo_catalog_entry *entry = apo_catalog_find_digest(catalog, apo_span_of(digest));
    if (entry == NULL || strcmp(entry->id, id) != 0)
        entry = apo_formers_load(catalog->formers, store, id, digest);
    return entry != NULL ? entry->var : NULL;
}

bool apo_catalog_text(apo_catalog *catalog, const char *digest, apo_span *out)
{
    const apo_catalog_entry *entry = apo_catalog_find_digest(catalog, apo_span_of(digest));
    const apo_catalog_entry *former = apo_formers_find(catalog->formers, NULL, digest);
    if (former != NULL && former->var != NULL)
        *out = apo_buffer_span(&former->text);
    else if (entry != NULL && entry->is_own)
        *out = apo_buffer_span(&entry->text);
    else
        return false;
    return true;
}

/* --- published games ----------------------------------------------------- */

static const apo_catalog_entry *load_published(apo_catalog *catalog, apo_store *store,
                                               const apo_store_published *row)
{
    const apo_catalog_entry *entry =
        apo_formers_find(catalog->formers, row->kind, row->definition);
    if (entry == NULL && apo_formers_bytes(catalog->formers) < catalog->formers_max)
        entry = apo_formers_load(catalog->formers, store, row->kind, row->definition);
    return entry != NULL && entry->var != NULL ? entry : NULL;
}

const apo_catalog_entry *apo_catalog_find(apo_catalog *catalog, apo_store *store, apo_span id)
{
    apo_store_published row;
    const apo_catalog_entry *entry = apo_catalog_find_offered(catalog, id);
    if (entry != NULL || store == NULL || apo_store_find_published(store, &row, id) != APO_OK ||
        row.hidden != APO_STORE_SHOWN)
        return entry;
    return load_published(catalog, store, &row);
}

const apo_catalog_entry *apo_catalog_find_version(apo_catalog *catalog, apo_store *store,
                                                  apo_span id, apo_span digest)
{
    apo_store_published row;
    const apo_catalog_entry *entry = apo_catalog_find_offered(catalog, id);
    if (entry != NULL)
        return apo_span_is(digest, entry->digest) ? entry : NULL;
    if (store == NULL || apo_store_find_version_of(store, &row, id, digest) != APO_OK)
        return NULL;
    return load_published(catalog, store, &row);
}

bool apo_catalog_is_ready(apo_catalog *catalog, const char *id, const char *digest)
{
    const apo_catalog_entry *entry = apo_catalog_find_digest(catalog, apo_span_of(digest));
    if (entry != NULL && strcmp(entry->id, id) == 0)
        return true;
    return apo_formers_find(catalog->formers, id, digest) != NULL;
}

apo_formers *apo_catalog_formers(apo_catalog *catalog)
{
    return catalog->formers;
}

bool apo_catalog_outline_of(apo_catalog_outline *out, const apo_catalog *catalog,
                            apo_store *store, apo_span id)
{
    apo_store_published row;
    const apo_catalog_entry *entry = apo_catalog_find_offered(catalog, id);
    *out = (apo_catalog_outline){.name = ""};
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

const char *apo_catalog_name(apo_catalog_outline *buf, const apo_catalog *catalog,
                             apo_store *store, const char *id)
{
    apo_catalog_outline_of(buf, catalog, store, apo_span_of(id));
    return buf->name;
}
