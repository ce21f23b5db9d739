#include "server/web/catalog.h"

#include <pthread.h>
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
    {"alert", APO_T("Twelve by twelve, 46 pieces a side, and pawns that cross half the board in one move.")},
    {"modern", APO_T("Ten by ten, with dragons and griffins that turn a corner, and a joker that plays what you have played.")},
    {"classic", APO_T("Ten by ten, with siege elephants and mameluks outside the board and a joker in the pocket.")},
    {"apothecary2", APO_T("Elephants, zebra and camel with powers that last for one move; pawns become what they like.")},
    {"prequel", APO_T("A chess army on twelve ranks, and between the armies the checkers of a still older game.")},
};

/* clang-format on */

enum {
    /* Of compiled published games: some two thousand as large as chess, or ninety of the
     * largest allowed (server/workshop/inspection.h). Beyond that, games that are not in memory
     * cannot be begun until the server starts again. */
    PUBLISHED_BYTES_MAX = 1 << 30,
    MAIN_COUNT = sizeof main_games / sizeof main_games[0]
};

/* An old definition that running games still use. */
typedef struct old_variant {
    struct old_variant *next;
    char digest[APO_TOKEN_DIGEST_TEXT];
    apo_variant *var;
    apo_buffer text;
} old_variant;

/* A version of a published game that has been found. */
typedef struct published_version {
    struct published_version *next;
    apo_catalog_entry entry;
    char id[APO_ID_MAX];
} published_version;

struct apo_catalog {
    apo_catalog_entry *entries; /* owned */
    size_t count;
    pthread_mutex_t lock; /* guards `old`; what is in the list stays, unchanged */
    old_variant *old;
    apo_store *store; /* of published games; NULL: there are none */
    published_version *published;
    int64_t published_bytes;
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
                           size_t own_count)
{
    apo_catalog *catalog = apo_allocate_zero(NULL, sizeof *catalog);
    size_t capacity = apo_definition_builtin_count() + own_count + 1;
    source *sources = apo_allocate_zero(NULL, capacity * sizeof *sources);
    apo_status status = catalog != NULL && sources != NULL ? APO_OK : APO_E_MEMORY;
    if (status == APO_OK) {
        *catalog = (apo_catalog){
            .entries = apo_allocate_zero(NULL, capacity * sizeof *catalog->entries)};
        pthread_mutex_init(&catalog->lock, NULL);
        status = catalog->entries != NULL
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

static void free_old(old_variant *old)
{
    apo_variant_free(old->var);
    apo_buffer_clear(&old->text);
    apo_free(NULL, old);
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
    while (catalog->published != NULL) {
        published_version *version = catalog->published;
        catalog->published = version->next;
        apo_free(NULL, version);
    }
    while (catalog->old != NULL) {
        old_variant *old = catalog->old;
        catalog->old = old->next;
        free_old(old);
    }
    pthread_mutex_destroy(&catalog->lock);
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

/* With the lock held. `id` NULL: of any game. */
static old_variant *find_old(const apo_catalog *catalog, const char *id, const char *digest)
{
    for (old_variant *old = catalog->old; old != NULL; old = old->next) {
        if (strcmp(old->digest, digest) == 0 &&
            (id == NULL || strcmp(apo_variant_info_of(old->var)->id, id) == 0))
            return old;
    }
    return NULL;
}

/* Without the lock, because compiling takes a while. */
static old_variant *load_old(apo_store *store, const char *id, const char *digest)
{
    old_variant *old = apo_allocate_zero(NULL, sizeof *old);
    if (old == NULL)
        return NULL;
    apo_buffer_init(&old->text, NULL);
    apo_status status = apo_store_find_definition(store, &old->text, apo_span_of(digest));
    if (status == APO_OK)
        status = apo_bundle_compile(&old->var, apo_span_of(id), apo_buffer_span(&old->text),
                                    NULL, NULL);
    if (status != APO_OK) {
        free_old(old);
        return NULL;
    }
    memcpy(old->digest, digest, strlen(digest) + 1);
    return old;
}

/* Adds it unless another thread has been faster; returns the one that is kept. */
static old_variant *keep_old(apo_catalog *catalog, const char *id, old_variant *old)
{
    pthread_mutex_lock(&catalog->lock);
    old_variant *first = find_old(catalog, id, old->digest);
    if (first == NULL) {
        old->next = catalog->old;
        catalog->old = old;
    }
    pthread_mutex_unlock(&catalog->lock);
    if (first == NULL)
        return old;
    free_old(old);
    return first;
}

static apo_variant *find_variant(apo_catalog *catalog, apo_store *store, const char *id,
                                 const char *digest)
{
    const apo_catalog_entry *entry = apo_catalog_find_digest(catalog, apo_span_of(digest));
    if (entry != NULL && strcmp(entry->id, id) == 0)
        return entry->var;
    pthread_mutex_lock(&catalog->lock);
    old_variant *old = find_old(catalog, id, digest);
    pthread_mutex_unlock(&catalog->lock);
    if (old == NULL) {
        old = load_old(store, id, digest);
        if (old != NULL)
            old = keep_old(catalog, id, old);
    }
    return old != NULL ? old->var : NULL;
}

const apo_variant *apo_catalog_variant(apo_catalog *catalog, apo_store *store, const char *id,
                                       const char *digest)
{
    return find_variant(catalog, store, id, digest);
}

bool apo_catalog_text(apo_catalog *catalog, const char *digest, apo_span *out)
{
    const apo_catalog_entry *entry = apo_catalog_find_digest(catalog, apo_span_of(digest));
    pthread_mutex_lock(&catalog->lock);
    const old_variant *old = find_old(catalog, NULL, digest);
    pthread_mutex_unlock(&catalog->lock);
    if (old != NULL)
        *out = apo_buffer_span(&old->text);
    else if (entry != NULL && entry->is_own)
        *out = apo_buffer_span(&entry->text);
    else
        return false;
    return true;
}

/* --- published games ----------------------------------------------------- */

void apo_catalog_set_store(apo_catalog *catalog, apo_store *store)
{
    catalog->store = store;
}

static const apo_catalog_entry *load_published(apo_catalog *catalog,
                                               const apo_store_published *row)
{
    for (const published_version *version = catalog->published; version != NULL;
         version = version->next) {
        if (strcmp(version->entry.digest, row->definition) == 0 &&
            strcmp(version->id, row->kind) == 0)
            return &version->entry;
    }
    if (catalog->published_bytes + row->bytes > PUBLISHED_BYTES_MAX)
        return NULL;
    apo_variant *var = find_variant(catalog, catalog->store, row->kind, row->definition);
    published_version *version = apo_allocate_zero(NULL, sizeof *version);
    if (var == NULL || version == NULL) {
        apo_free(NULL, version);
        return NULL;
    }
    apo_text_copy(version->id, sizeof version->id, row->kind);
    version->entry = (apo_catalog_entry){
        .id = version->id, .var = var, .summary = "", .is_own = true, .is_published = true};
    apo_text_copy(version->entry.digest, sizeof version->entry.digest, row->definition);
    apo_buffer_init(&version->entry.text, NULL);
    version->next = catalog->published;
    catalog->published = version;
    catalog->published_bytes += row->bytes;
    return &version->entry;
}

const apo_catalog_entry *apo_catalog_find(apo_catalog *catalog, apo_span id)
{
    apo_store_published row;
    const apo_catalog_entry *entry = apo_catalog_find_offered(catalog, id);
    if (entry != NULL || catalog->store == NULL ||
        apo_store_find_published(catalog->store, &row, id) != APO_OK ||
        row.hidden != APO_STORE_SHOWN)
        return entry;
    return load_published(catalog, &row);
}

const apo_catalog_entry *apo_catalog_find_version(apo_catalog *catalog, apo_span id,
                                                  apo_span digest)
{
    apo_store_published row;
    const apo_catalog_entry *entry = apo_catalog_find_offered(catalog, id);
    if (entry != NULL)
        return apo_span_is(digest, entry->digest) ? entry : NULL;
    if (catalog->store == NULL ||
        apo_store_find_version_of(catalog->store, &row, id, digest) != APO_OK)
        return NULL;
    return load_published(catalog, &row);
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
