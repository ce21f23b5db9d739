#include "server/web/compiled.h"

#include <pthread.h>
#include <string.h>

#include "base/budget.h"
#include "base/text.h"
#include "definition/file/bundle.h"
#include "net/http.h"
#include "store/games.h"
#include "store/published.h"

typedef struct compiled_game {
    struct compiled_game *next;
    apo_variant_entry entry;
    char id[APO_ID_MAX];
    apo_budget budget; /* counts the memory of the variant, and has no limit */
    int64_t used_ms;   /* of the monotonic clock */
    unsigned holds;
    uint64_t mark; /* when it was last used, by net/turns.h */
} compiled_game;

struct apo_compiled {
    pthread_mutex_t compiling; /* held while a game on offer is compiled */
    pthread_mutex_t lock;      /* guards the following, and used_ms and holds of each */
    compiled_game *first;
    compiled_game *dropped; /* to be freed when nobody uses them */
    size_t bytes;           /* of both lists */
    size_t dropped_bytes;
    uint64_t mark; /* of what is used now */
    pthread_t loop;
    const apo_log *log; /* borrowed; NULL: the loop does not run yet */
};

apo_compiled *apo_compiled_new(void)
{
    apo_compiled *compiled = apo_allocate_zero(NULL, sizeof *compiled);
    if (compiled != NULL) {
        compiled->mark = apo_turns_mark(&(apo_turns){.turn = 0});
        pthread_mutex_init(&compiled->lock, NULL);
        pthread_mutex_init(&compiled->compiling, NULL);
    }
    return compiled;
}

void apo_compiled_begin_loop(apo_compiled *compiled, const apo_log *log)
{
    pthread_mutex_lock(&compiled->lock);
    compiled->loop = pthread_self();
    compiled->log = log;
    pthread_mutex_unlock(&compiled->lock);
}

static void free_one(compiled_game *one)
{
    apo_variant_free(one->entry.var);
    apo_buffer_clear(&one->entry.text);
    apo_free(NULL, one);
}

static void free_list(compiled_game *first)
{
    while (first != NULL) {
        compiled_game *one = first;
        first = one->next;
        free_one(one);
    }
}

void apo_compiled_free(apo_compiled *compiled)
{
    if (compiled == NULL)
        return;
    free_list(compiled->first);
    free_list(compiled->dropped);
    pthread_mutex_destroy(&compiled->lock);
    pthread_mutex_destroy(&compiled->compiling);
    apo_free(NULL, compiled);
}

static size_t bytes_of(const compiled_game *one)
{
    return sizeof *one + one->budget.used + one->entry.text.capacity;
}

/* With the lock held. */
static void touch(const apo_compiled *compiled, compiled_game *one)
{
    one->used_ms = apo_http_ticks_ms();
    one->mark = compiled->mark;
}

/* Where it is linked; at NULL: it is not in this list. */
static compiled_game **find_in(compiled_game **at, const char *id, const char *digest)
{
    while (*at != NULL && (strcmp((*at)->entry.digest, digest) != 0 ||
                           (id != NULL && strcmp((*at)->id, id) != 0)))
        at = &(*at)->next;
    return at;
}

/* With the lock held. What was dropped and not yet freed is taken back: when memory is short,
 * that is often what another thread has just compiled for the loop. */
static compiled_game *find(apo_compiled *compiled, const char *id, const char *digest)
{
    compiled_game *one = *find_in(&compiled->first, id, digest);
    if (one == NULL) {
        compiled_game **dropped = find_in(&compiled->dropped, id, digest);
        if ((one = *dropped) == NULL)
            return NULL;
        *dropped = one->next;
        one->next = compiled->first;
        compiled->first = one;
        compiled->dropped_bytes -= bytes_of(one);
    }
    touch(compiled, one);
    return one;
}

const apo_variant_entry *apo_compiled_find(apo_compiled *compiled, const char *id,
                                           const char *digest)
{
    pthread_mutex_lock(&compiled->lock);
    const compiled_game *one = find(compiled, id, digest);
    pthread_mutex_unlock(&compiled->lock);
    return one != NULL ? &one->entry : NULL;
}

/* NULL when out of memory. */
static compiled_game *new_one(const char *id, const char *digest)
{
    compiled_game *one = apo_allocate_zero(NULL, sizeof *one);
    if (one == NULL)
        return NULL;
    apo_text_copy(one->id, sizeof one->id, id);
    one->entry = (apo_variant_entry){.id = one->id};
    apo_text_copy(one->entry.digest, sizeof one->entry.digest, digest);
    apo_buffer_init(&one->entry.text, NULL);
    apo_budget_init(&one->budget, SIZE_MAX, SIZE_MAX);
    return one;
}

/* Without the lock, because compiling takes a while. `status`: of reading its text. NULL: it
 * could not be read, or out of memory. */
static compiled_game *compile(compiled_game *one, apo_status status)
{
    if (status == APO_OK && one->entry.text.is_failed)
        status = APO_E_MEMORY;
    if (status == APO_OK)
        status =
            apo_bundle_compile(&one->entry.var, apo_span_of(one->id),
                               apo_buffer_span(&one->entry.text), &one->budget.alloc, NULL);
    if (status != APO_E_MEMORY && status != APO_E_IO && status != APO_E_UNKNOWN)
        return one;
    free_one(one);
    return NULL;
}

static compiled_game *compile_stored(apo_store *store, const char *id, const char *digest)
{
    apo_store_published row;
    compiled_game *one = new_one(id, digest);
    if (one == NULL)
        return NULL;
    one->entry.is_own = true;
    one->entry.is_published =
        apo_store_find_version_of(store, &row, apo_span_of(id), apo_span_of(digest)) == APO_OK;
    return compile(one,
                   apo_store_find_definition(store, &one->entry.text, apo_span_of(digest)));
}

static compiled_game *compile_offered(const apo_offered_game *game)
{
    compiled_game *one = new_one(game->id, game->digest);
    if (one == NULL)
        return NULL;
    one->entry.is_own = game->is_own;
    apo_buffer_add_span(&one->entry.text, apo_buffer_span(&game->text));
    return compile(one, APO_OK);
}

/* Adds it unless another thread was faster; returns the one kept. */
static compiled_game *keep(apo_compiled *compiled, compiled_game *one)
{
    pthread_mutex_lock(&compiled->lock);
    compiled_game *first = find(compiled, one->id, one->entry.digest);
    if (first == NULL) {
        touch(compiled, one);
        one->next = compiled->first;
        compiled->first = one;
        compiled->bytes += bytes_of(one);
    }
    if (compiled->log != NULL && pthread_equal(pthread_self(), compiled->loop))
        apo_log_text(compiled->log, "compiled_in_loop", "game", apo_span_of(one->id));
    pthread_mutex_unlock(&compiled->lock);
    if (first == NULL)
        return one;
    free_one(one);
    return first;
}

const apo_variant_entry *apo_compiled_load(apo_compiled *compiled, apo_store *store,
                                           const char *id, const char *digest)
{
    const apo_variant_entry *entry = apo_compiled_find(compiled, id, digest);
    compiled_game *one = entry == NULL ? compile_stored(store, id, digest) : NULL;
    return one != NULL ? &keep(compiled, one)->entry : entry;
}

const apo_variant_entry *apo_compiled_load_offered(apo_compiled *compiled,
                                                   const apo_offered_game *game)
{
    const apo_variant_entry *entry = apo_compiled_find(compiled, game->id, game->digest);
    if (entry != NULL)
        return entry;
    /* One thread at a time: the largest game takes 40 MB, and many may ask for it at once. */
    pthread_mutex_lock(&compiled->compiling);
    entry = apo_compiled_find(compiled, game->id, game->digest);
    compiled_game *one = entry == NULL ? compile_offered(game) : NULL;
    if (one != NULL)
        entry = &keep(compiled, one)->entry;
    pthread_mutex_unlock(&compiled->compiling);
    return entry;
}

/* A game may have been read with a variant that was dropped meanwhile. */
static compiled_game *find_variant(const apo_compiled *compiled, const apo_variant *var)
{
    compiled_game *const lists[] = {compiled->first, compiled->dropped};
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (compiled_game *one = lists[i]; one != NULL; one = one->next) {
            if (one->entry.var == var)
                return one;
        }
    }
    return NULL;
}

void apo_compiled_hold(apo_compiled *compiled, const apo_variant *var)
{
    pthread_mutex_lock(&compiled->lock);
    compiled_game *one = find_variant(compiled, var);
    if (one != NULL)
        one->holds++;
    pthread_mutex_unlock(&compiled->lock);
}

void apo_compiled_release(apo_compiled *compiled, const apo_variant *var)
{
    pthread_mutex_lock(&compiled->lock);
    compiled_game *one = find_variant(compiled, var);
    if (one != NULL) {
        one->holds--;
        touch(compiled, one);
    }
    pthread_mutex_unlock(&compiled->lock);
}

size_t apo_compiled_bytes(apo_compiled *compiled)
{
    pthread_mutex_lock(&compiled->lock);
    size_t bytes = compiled->bytes;
    pthread_mutex_unlock(&compiled->lock);
    return bytes;
}

/* --- dropping ------------------------------------------------------------ */

/* With the lock held: where it is linked; NULL if all are held. */
static compiled_game **find_oldest(apo_compiled *compiled)
{
    compiled_game **oldest = NULL;
    for (compiled_game **at = &compiled->first; *at != NULL; at = &(*at)->next) {
        if ((*at)->holds == 0 && (oldest == NULL || (*at)->used_ms < (*oldest)->used_ms))
            oldest = at;
    }
    return oldest;
}

int64_t apo_compiled_oldest_ms(apo_compiled *compiled)
{
    pthread_mutex_lock(&compiled->lock);
    compiled_game **oldest = find_oldest(compiled);
    int64_t used_ms = oldest != NULL ? (*oldest)->used_ms : INT64_MAX;
    pthread_mutex_unlock(&compiled->lock);
    return used_ms;
}

/* With the lock held: frees those that nobody can be using any more. Who uses one has found it
 * before it was last used, so what began later does not count. */
static void free_unused(apo_compiled *compiled, apo_turns *turns)
{
    (void)apo_turns_have_passed(turns, apo_turns_mark(turns)); /* turns go on as they can */
    for (compiled_game **at = &compiled->dropped; *at != NULL;) {
        compiled_game *one = *at;
        if (one->holds > 0 || !apo_turns_have_passed(turns, one->mark)) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        compiled->bytes -= bytes_of(one);
        compiled->dropped_bytes -= bytes_of(one);
        free_one(one);
    }
    compiled->mark = apo_turns_mark(turns);
}

size_t apo_compiled_drop(apo_compiled *compiled, apo_turns *turns, size_t bytes,
                         int64_t until_ms)
{
    compiled_game **oldest;
    pthread_mutex_lock(&compiled->lock);
    size_t before = compiled->bytes;
    while (compiled->dropped_bytes < bytes && (oldest = find_oldest(compiled)) != NULL &&
           (*oldest)->used_ms <= until_ms) {
        compiled_game *one = *oldest;
        *oldest = one->next;
        one->next = compiled->dropped;
        compiled->dropped = one;
        compiled->dropped_bytes += bytes_of(one);
    }
    free_unused(compiled, turns);
    size_t freed = before - compiled->bytes + compiled->dropped_bytes;
    pthread_mutex_unlock(&compiled->lock);
    return freed;
}

void apo_compiled_sweep(apo_compiled *compiled, apo_turns *turns)
{
    pthread_mutex_lock(&compiled->lock);
    free_unused(compiled, turns);
    pthread_mutex_unlock(&compiled->lock);
}
