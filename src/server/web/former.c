#include "server/web/former.h"

#include <pthread.h>
#include <string.h>

#include "base/budget.h"
#include "base/text.h"
#include "definition/file/bundle.h"
#include "net/http.h"
#include "store/games.h"
#include "store/published.h"

typedef struct former {
    struct former *next;
    apo_variant_entry entry;
    char id[APO_ID_MAX];
    apo_budget budget; /* counts the memory of the variant, and has no limit */
    int64_t used_ms;   /* of the monotonic clock */
    unsigned holds;
    uint64_t mark; /* when it was dropped, by net/turns.h */
} former;

struct apo_formers {
    pthread_mutex_t compiling; /* held while a game on offer is compiled */
    pthread_mutex_t lock;      /* guards the following, and used_ms and holds of each */
    former *first;
    former *dropped; /* to be freed when nobody uses them */
    size_t bytes;    /* of those in the first list */
};

apo_formers *apo_formers_new(void)
{
    apo_formers *formers = apo_allocate_zero(NULL, sizeof *formers);
    if (formers != NULL) {
        pthread_mutex_init(&formers->lock, NULL);
        pthread_mutex_init(&formers->compiling, NULL);
    }
    return formers;
}

static void free_one(former *one)
{
    apo_variant_free(one->entry.var);
    apo_buffer_clear(&one->entry.text);
    apo_free(NULL, one);
}

static void free_list(former *first)
{
    while (first != NULL) {
        former *one = first;
        first = one->next;
        free_one(one);
    }
}

void apo_formers_free(apo_formers *formers)
{
    if (formers == NULL)
        return;
    free_list(formers->first);
    free_list(formers->dropped);
    pthread_mutex_destroy(&formers->lock);
    pthread_mutex_destroy(&formers->compiling);
    apo_free(NULL, formers);
}

static size_t bytes_of(const former *one)
{
    return sizeof *one + one->budget.used + one->entry.text.capacity;
}

/* With the lock held. */
static former *find(const apo_formers *formers, const char *id, const char *digest)
{
    former *one = formers->first;
    while (one != NULL &&
           (strcmp(one->entry.digest, digest) != 0 || (id != NULL && strcmp(one->id, id) != 0)))
        one = one->next;
    if (one != NULL)
        one->used_ms = apo_http_ticks_ms();
    return one;
}

const apo_variant_entry *apo_formers_find(apo_formers *formers, const char *id,
                                          const char *digest)
{
    pthread_mutex_lock(&formers->lock);
    const former *one = find(formers, id, digest);
    pthread_mutex_unlock(&formers->lock);
    return one != NULL ? &one->entry : NULL;
}

/* NULL when out of memory. */
static former *new_one(const char *id, const char *digest)
{
    former *one = apo_allocate_zero(NULL, sizeof *one);
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
static former *compile(former *one, apo_status status)
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

static former *compile_stored(apo_store *store, const char *id, const char *digest)
{
    apo_store_published row;
    former *one = new_one(id, digest);
    if (one == NULL)
        return NULL;
    one->entry.is_own = true;
    one->entry.is_published =
        apo_store_find_version_of(store, &row, apo_span_of(id), apo_span_of(digest)) == APO_OK;
    return compile(one,
                   apo_store_find_definition(store, &one->entry.text, apo_span_of(digest)));
}

static former *compile_offered(const apo_offered_game *game)
{
    former *one = new_one(game->id, game->digest);
    if (one == NULL)
        return NULL;
    one->entry.is_own = game->is_own;
    apo_buffer_add_span(&one->entry.text, apo_buffer_span(&game->text));
    return compile(one, APO_OK);
}

/* Adds it unless another thread was faster; returns the one kept. */
static former *keep(apo_formers *formers, former *one)
{
    pthread_mutex_lock(&formers->lock);
    former *first = find(formers, one->id, one->entry.digest);
    if (first == NULL) {
        one->used_ms = apo_http_ticks_ms();
        one->next = formers->first;
        formers->first = one;
        formers->bytes += bytes_of(one);
    }
    pthread_mutex_unlock(&formers->lock);
    if (first == NULL)
        return one;
    free_one(one);
    return first;
}

const apo_variant_entry *apo_formers_load(apo_formers *formers, apo_store *store,
                                          const char *id, const char *digest)
{
    const apo_variant_entry *entry = apo_formers_find(formers, id, digest);
    former *one = entry == NULL ? compile_stored(store, id, digest) : NULL;
    return one != NULL ? &keep(formers, one)->entry : entry;
}

const apo_variant_entry *apo_formers_load_offered(apo_formers *formers,
                                                  const apo_offered_game *game)
{
    const apo_variant_entry *entry = apo_formers_find(formers, game->id, game->digest);
    if (entry != NULL)
        return entry;
    /* One thread at a time: the largest game takes 40 MB, and many may ask for it at once. */
    pthread_mutex_lock(&formers->compiling);
    entry = apo_formers_find(formers, game->id, game->digest);
    former *one = entry == NULL ? compile_offered(game) : NULL;
    if (one != NULL)
        entry = &keep(formers, one)->entry;
    pthread_mutex_unlock(&formers->compiling);
    return entry;
}

/* A game may have been read with a variant that was dropped meanwhile. */
static former *find_variant(const apo_formers *formers, const apo_variant *var)
{
    former *const lists[] = {formers->first, formers->dropped};
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (former *one = lists[i]; one != NULL; one = one->next) {
            if (one->entry.var == var)
                return one;
        }
    }
    return NULL;
}

void apo_formers_hold(apo_formers *formers, const apo_variant *var)
{
    pthread_mutex_lock(&formers->lock);
    former *one = find_variant(formers, var);
    if (one != NULL)
        one->holds++;
    pthread_mutex_unlock(&formers->lock);
}

void apo_formers_release(apo_formers *formers, const apo_variant *var)
{
    pthread_mutex_lock(&formers->lock);
    former *one = find_variant(formers, var);
    if (one != NULL) {
        one->holds--;
        one->used_ms = apo_http_ticks_ms();
    }
    pthread_mutex_unlock(&formers->lock);
}

size_t apo_formers_bytes(apo_formers *formers)
{
    pthread_mutex_lock(&formers->lock);
    size_t bytes = formers->bytes;
    pthread_mutex_unlock(&formers->lock);
    return bytes;
}

/* --- dropping ------------------------------------------------------------ */

/* With the lock held: where it is linked; NULL if all are held. */
static former **find_oldest(apo_formers *formers)
{
    former **oldest = NULL;
    for (former **at = &formers->first; *at != NULL; at = &(*at)->next) {
        if ((*at)->holds == 0 && (oldest == NULL || (*at)->used_ms < (*oldest)->used_ms))
            oldest = at;
    }
    return oldest;
}

int64_t apo_formers_oldest_ms(apo_formers *formers)
{
    pthread_mutex_lock(&formers->lock);
    former **oldest = find_oldest(formers);
    int64_t used_ms = oldest != NULL ? (*oldest)->used_ms : INT64_MAX;
    pthread_mutex_unlock(&formers->lock);
    return used_ms;
}

size_t apo_formers_drop(apo_formers *formers, const apo_turns *turns, size_t bytes,
                        int64_t until_ms)
{
    size_t freed = 0;
    former **oldest;
    pthread_mutex_lock(&formers->lock);
    while (freed < bytes && (oldest = find_oldest(formers)) != NULL &&
           (*oldest)->used_ms <= until_ms) {
        former *one = *oldest;
        *oldest = one->next;
        one->next = formers->dropped;
        formers->dropped = one;
        one->mark = apo_turns_mark(turns);
        formers->bytes -= bytes_of(one);
        freed += bytes_of(one);
    }
    pthread_mutex_unlock(&formers->lock);
    return freed;
}

void apo_formers_sweep(apo_formers *formers, apo_turns *turns)
{
    pthread_mutex_lock(&formers->lock);
    for (former **at = &formers->dropped; *at != NULL;) {
        former *one = *at;
        if (one->holds > 0 || !apo_turns_have_passed(turns, one->mark)) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        free_one(one);
    }
    pthread_mutex_unlock(&formers->lock);
}
