#include "server/catalog.h"

#include <string.h>

#include "definition/bundle.h"

/* What the lobby shows first, in this order, and says of it. */
typedef struct main_game {
    const char *id, *summary;
} main_game;

/* clang-format off */
static const main_game main_games[] = {
    {"alert", "Twelve by twelve, 46 men a side, and pawns that cross half the board in one move."},
    {"modern", "Ten by ten, with dragons and griffins that turn a corner, and a joker that plays what you have played."},
    {"classic", "Ten by ten, with siege elephants and mameluks outside the board and a joker in the pocket."},
    {"apothecary2", "Elephants, zebra and camel with powers that last for one move; pawns become what they like."},
    {"prequel", "A chess army on twelve ranks, and between the armies the checkers of a still older game."},
};

/* clang-format on */

enum {
    MAIN_COUNT = sizeof main_games / sizeof main_games[0]
};

/* A definition that running games still use. */
typedef struct old_variant {
    struct old_variant *next;
    char digest[APO_TOKEN_DIGEST_TEXT];
    apo_variant *var;
} old_variant;

struct apo_catalog {
    apo_catalog_entry *entries; /* owned */
    size_t count;
    old_variant *old;
};

static apo_status add_builtin(apo_catalog *catalog, size_t index)
{
    apo_catalog_entry *entry = &catalog->entries[catalog->count];
    entry->id = apo_definition_builtin_id(index);
    entry->summary = "";
    apo_buffer_init(&entry->text, NULL);
    catalog->count++;
    apo_status status = apo_bundle_make(&entry->var, &entry->text, apo_span_of(entry->id),
                                        apo_definition_builtin_text(index), NULL, NULL);
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

static apo_status add_all(apo_catalog *catalog)
{
    apo_status status = APO_OK;
    size_t count = apo_definition_builtin_count();
    for (size_t m = 0; m < MAIN_COUNT; m++) {
        for (size_t i = 0; status == APO_OK && i < count; i++) {
            if (strcmp(main_games[m].id, apo_definition_builtin_id(i)) != 0)
                continue;
            status = add_builtin(catalog, i);
            catalog->entries[catalog->count - 1].summary = main_games[m].summary;
        }
    }
    for (size_t i = 0; status == APO_OK && i < count; i++) {
        if (!is_main(apo_definition_builtin_id(i)))
            status = add_builtin(catalog, i);
    }
    return status;
}

apo_status apo_catalog_new(apo_catalog **out)
{
    apo_catalog *catalog = apo_allocate_zero(NULL, sizeof *catalog);
    if (catalog == NULL)
        return APO_E_MEMORY;
    size_t count = apo_definition_builtin_count();
    catalog->entries = apo_allocate_zero(NULL, (count + 1) * sizeof *catalog->entries);
    apo_status status = catalog->entries != NULL ? add_all(catalog) : APO_E_MEMORY;
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
    }
    while (catalog->old != NULL) {
        old_variant *old = catalog->old;
        catalog->old = old->next;
        apo_variant_free(old->var);
        apo_free(NULL, old);
    }
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

size_t apo_catalog_main_count(const apo_catalog *catalog)
{
    return catalog->count < MAIN_COUNT ? catalog->count : MAIN_COUNT;
}

const apo_catalog_entry *apo_catalog_find(const apo_catalog *catalog, apo_span id)
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

static const apo_variant *find_old(const apo_catalog *catalog, const char *digest)
{
    for (const old_variant *old = catalog->old; old != NULL; old = old->next) {
        if (strcmp(old->digest, digest) == 0)
            return old->var;
    }
    return NULL;
}

static const apo_variant *load_old(apo_catalog *catalog, apo_store *store, const char *id,
                                   const char *digest)
{
    apo_buffer text;
    old_variant *old = apo_allocate_zero(NULL, sizeof *old);
    if (old == NULL)
        return NULL;
    apo_buffer_init(&text, NULL);
    apo_status status = apo_store_find_definition(store, &text, apo_span_of(digest));
    if (status == APO_OK)
        status =
            apo_bundle_compile(&old->var, apo_span_of(id), apo_buffer_span(&text), NULL, NULL);
    apo_buffer_clear(&text);
    if (status != APO_OK) {
        apo_free(NULL, old);
        return NULL;
    }
    memcpy(old->digest, digest, strlen(digest) + 1);
    old->next = catalog->old;
    catalog->old = old;
    return old->var;
}

const apo_variant *apo_catalog_variant(apo_catalog *catalog, apo_store *store, const char *id,
                                       const char *digest)
{
    const apo_catalog_entry *entry = apo_catalog_find_digest(catalog, apo_span_of(digest));
    if (entry != NULL)
        return entry->var;
    const apo_variant *var = find_old(catalog, digest);
    return var != NULL ? var : load_old(catalog, store, id, digest);
}
