#include "server/web/variant_map.h"

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

/* A game on offer, with the weights of its starts. */
typedef struct offer {
    apo_offered_game game;
    uint32_t *start_weights; /* owned; NULL: equal */
} offer;

struct apo_variant_map {
    offer *offers; /* owned */
    size_t count;
    apo_compiled *compiled;       /* whatever has been compiled */
    size_t compiled_max;          /* bytes; beyond it, no published game is compiled */
    pthread_mutex_t weights_lock; /* guards the weights of starts */
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

/* Compiles an own definition to find its faults, as its file may have changed. */
static apo_status check_own(const apo_offered_game *game)
{
    apo_variant *var = NULL;
    apo_status status = apo_bundle_compile(&var, apo_span_of(game->id),
                                           apo_buffer_span(&game->text), NULL, NULL);
    apo_variant_free(var);
    return status;
}

static apo_status read_own(apo_offered_game *game, apo_span bundle)
{
    apo_buffer_add_span(&game->text, bundle);
    apo_status status = game->text.is_failed ? APO_E_MEMORY : check_own(game);
    return status == APO_OK
               ? apo_bundle_read_synopsis(&game->synopsis, apo_span_of(game->id), bundle)
               : status;
}

static apo_status add_source(apo_variant_map *variants, const source *from, const char *summary)
{
    apo_offered_game *game = &variants->offers[variants->count++].game;
    game->id = from->id;
    game->summary = summary;
    game->is_own = from->is_own;
    apo_buffer_init(&game->text, NULL);
    apo_status status = from->is_own
                            ? read_own(game, from->text)
                            : apo_bundle_synopsis(&game->synopsis, &game->text,
                                                  apo_span_of(game->id), from->text, NULL);
    if (status == APO_OK)
        apo_token_digest(game->digest, apo_buffer_span(&game->text));
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
                               size_t own_count, size_t compiled_max)
{
    apo_variant_map *variants = apo_allocate_zero(NULL, sizeof *variants);
    size_t capacity = apo_definition_builtin_count() + own_count + 1;
    source *sources = apo_allocate_zero(NULL, capacity * sizeof *sources);
    apo_status status = variants != NULL && sources != NULL ? APO_OK : APO_E_MEMORY;
    if (status == APO_OK) {
        *variants = (apo_variant_map){
            .offers = apo_allocate_zero(NULL, capacity * sizeof *variants->offers),
            .compiled = apo_compiled_new(),
            .compiled_max = compiled_max};
        pthread_mutex_init(&variants->weights_lock, NULL);
        status = variants->offers != NULL && variants->compiled != NULL
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
        apo_buffer_clear(&variants->offers[i].game.text);
        apo_free(NULL, variants->offers[i].start_weights);
    }
    apo_compiled_free(variants->compiled);
    pthread_mutex_destroy(&variants->weights_lock);
    apo_free(NULL, variants->offers);
    apo_free(NULL, variants);
}

size_t apo_variant_map_count(const apo_variant_map *variants)
{
    return variants->count;
}

const apo_offered_game *apo_variant_map_get(const apo_variant_map *variants, size_t index)
{
    return &variants->offers[index].game;
}

size_t apo_variant_map_main_count(const apo_variant_map *variants)
{
    return variants->count < MAIN_COUNT ? variants->count : MAIN_COUNT;
}

const apo_offered_game *apo_variant_map_find_offered(const apo_variant_map *variants,
                                                     apo_span id)
{
    for (size_t i = 0; i < variants->count; i++) {
        if (apo_span_is(id, variants->offers[i].game.id))
            return &variants->offers[i].game;
    }
    return NULL;
}

const apo_offered_game *apo_variant_map_find_digest(const apo_variant_map *variants,
                                                    apo_span digest)
{
    for (size_t i = 0; i < variants->count; i++) {
        if (apo_span_is(digest, variants->offers[i].game.digest))
            return &variants->offers[i].game;
    }
    return NULL;
}

/* The next letter or digit of a name, in lower case; '\0' at its end. */
static char next_letter(apo_span *name)
{
    while (name->length > 0) {
        char c = apo_to_lower(name->text[0]);
        *name = apo_span_part(*name, 1, name->length);
        /* Bytes of other letters than a to z count as they are. */
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80)
            return c;
    }
    return '\0';
}

static bool sounds_the_same(apo_span a, apo_span b)
{
    for (;;) {
        char c = next_letter(&a);
        if (c != next_letter(&b))
            return false;
        if (c == '\0')
            return true;
    }
}

const apo_offered_game *apo_variant_map_find_name(const apo_variant_map *variants,
                                                  apo_span name)
{
    for (size_t i = 0; i < variants->count; i++) {
        const apo_offered_game *game = &variants->offers[i].game;
        if (sounds_the_same(name, apo_span_of(game->synopsis.name)))
            return game;
    }
    return NULL;
}

const apo_variant *apo_variant_map_variant(apo_variant_map *variants, apo_store *store,
                                           const char *id, const char *digest)
{
    const apo_offered_game *game = apo_variant_map_find_digest(variants, apo_span_of(digest));
    const apo_variant_entry *entry =
        game != NULL && strcmp(game->id, id) == 0
            ? apo_compiled_load_offered(variants->compiled, game)
            : apo_compiled_load(variants->compiled, store, id, digest);
    return entry != NULL ? entry->var : NULL;
}

bool apo_variant_map_text(apo_variant_map *variants, const char *digest, apo_span *out)
{
    const apo_offered_game *game = apo_variant_map_find_digest(variants, apo_span_of(digest));
    if (game != NULL) {
        *out = apo_buffer_span(&game->text);
        return game->is_own;
    }
    const apo_variant_entry *entry = apo_compiled_find(variants->compiled, NULL, digest);
    if (entry == NULL || entry->var == NULL)
        return false;
    *out = apo_buffer_span(&entry->text);
    return true;
}

/* --- weights of starts --------------------------------------------------- */

void apo_variant_map_set_start_weights(apo_variant_map *variants, size_t index,
                                       uint32_t *start_weights)
{
    offer *one = &variants->offers[index];
    pthread_mutex_lock(&variants->weights_lock);
    uint32_t *former = one->start_weights;
    one->start_weights = start_weights;
    pthread_mutex_unlock(&variants->weights_lock);
    apo_free(NULL, former);
}

uint32_t *apo_variant_map_start_weights(apo_variant_map *variants, const char *digest)
{
    uint32_t *copy = NULL;
    const apo_offered_game *game = apo_variant_map_find_digest(variants, apo_span_of(digest));
    if (game == NULL)
        return NULL;
    const offer *one = (const offer *)game; /* its first member */
    pthread_mutex_lock(&variants->weights_lock);
    if (one->start_weights != NULL)
        copy = apo_allocate(NULL, game->synopsis.starts * sizeof *copy);
    if (copy != NULL)
        memcpy(copy, one->start_weights, game->synopsis.starts * sizeof *copy);
    pthread_mutex_unlock(&variants->weights_lock);
    return copy;
}

/* --- published games ----------------------------------------------------- */

bool apo_variant_map_is_full(const apo_variant_map *variants)
{
    return apo_compiled_bytes(variants->compiled) >= variants->compiled_max;
}

static const apo_variant_entry *load_published(apo_variant_map *variants, apo_store *store,
                                               const apo_store_published *row)
{
    const apo_variant_entry *entry =
        apo_compiled_find(variants->compiled, row->variant, row->definition);
    if (entry == NULL && !apo_variant_map_is_full(variants))
        entry = apo_compiled_load(variants->compiled, store, row->variant, row->definition);
    return entry != NULL && entry->var != NULL ? entry : NULL;
}

static const apo_variant_entry *load_offered(apo_variant_map *variants,
                                             const apo_offered_game *game)
{
    const apo_variant_entry *entry = apo_compiled_load_offered(variants->compiled, game);
    return entry != NULL && entry->var != NULL ? entry : NULL;
}

const apo_variant_entry *apo_variant_map_find(apo_variant_map *variants, apo_store *store,
                                              apo_span id)
{
    apo_store_published row;
    const apo_offered_game *game = apo_variant_map_find_offered(variants, id);
    if (game != NULL)
        return load_offered(variants, game);
    if (store == NULL || apo_store_find_published(store, &row, id) != APO_OK ||
        row.hidden != APO_STORE_SHOWN)
        return NULL;
    return load_published(variants, store, &row);
}

const apo_variant_entry *apo_variant_map_find_version(apo_variant_map *variants,
                                                      apo_store *store, apo_span id,
                                                      apo_span digest)
{
    apo_store_published row;
    const apo_offered_game *game = apo_variant_map_find_offered(variants, id);
    if (game != NULL)
        return apo_span_is(digest, game->digest) ? load_offered(variants, game) : NULL;
    if (store == NULL || apo_store_find_version_of(store, &row, id, digest) != APO_OK)
        return NULL;
    return load_published(variants, store, &row);
}

bool apo_variant_map_is_ready(apo_variant_map *variants, const char *id, const char *digest)
{
    return apo_compiled_find(variants->compiled, id, digest) != NULL;
}

apo_compiled *apo_variant_map_compiled(apo_variant_map *variants)
{
    return variants->compiled;
}

bool apo_variant_outline_of(apo_variant_outline *out, const apo_variant_map *variants,
                            apo_store *store, apo_span id)
{
    apo_store_published row;
    const apo_offered_game *game = apo_variant_map_find_offered(variants, id);
    *out = (apo_variant_outline){.name = ""};
    if (game != NULL) {
        apo_text_copy(out->name, sizeof out->name, game->synopsis.name);
        apo_text_copy(out->own_definition, sizeof out->own_definition,
                      game->is_own ? game->digest : "");
        out->files = game->synopsis.files;
        out->ranks = game->synopsis.ranks;
        out->rows = game->synopsis.rows;
        out->starts = game->synopsis.starts;
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
