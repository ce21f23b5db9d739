#include "server/web/hasher.h"

#include <pthread.h>
#include <sodium.h>
#include <string.h>

#include "base/text.h"

enum {
    WAITING_MAX = 64 /* requests: three seconds of work */
};

/* What a hash costs to make, and so to guess. */
typedef struct cost {
    unsigned operations;
    size_t memory_bytes;
} cost;

static const cost recommended = {2, 19 * 1024 * 1024}; /* by OWASP */
static const cost least = {1, 8 * 1024};               /* that argon2id allows */

typedef struct job {
    struct job *next;
    apo_hasher *hasher;
    char password[APO_PASSWORD_MAX + 1];
    size_t length;
    char hash[APO_PASSWORD_HASH_MAX]; /* to check against, or the result */
    bool is_right;
    apo_hasher_made *made; /* one of the two callbacks */
    apo_hasher_checked *checked;
    void *context;
} job;

struct apo_hasher {
    apo_http *http;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t has_work;
    job *first, *last;
    size_t count;
    bool is_stopping;
    const cost *cost;                   /* set before the thread starts */
    bool is_stopped;                    /* the loop's */
    char nobody[APO_PASSWORD_HASH_MAX]; /* hash of an unknown password; the thread's */
};

static void free_job(job *one)
{
    sodium_memzero(one->password, sizeof one->password);
    apo_free(NULL, one);
}

/* Back in the loop. */
static void deliver(void *context)
{
    job *one = context;
    if (one->hasher->is_stopped)
        (void)0; /* stopped: nobody wants the result */
    else if (one->made != NULL)
        one->made(one->context, one->hash);
    else
        one->checked(one->context, one->is_right);
    free_job(one);
}

static void make_hash(const apo_hasher *hasher, char out[APO_PASSWORD_HASH_MAX],
                      const char *password, size_t length)
{
    if (crypto_pwhash_str_alg(out, password, length, hasher->cost->operations,
                              hasher->cost->memory_bytes, crypto_pwhash_ALG_ARGON2ID13) != 0)
        out[0] = '\0';
}

static void work(job *one)
{
    const char *nobody = one->hasher->nobody;
    if (one->made != NULL) {
        make_hash(one->hasher, one->hash, one->password, one->length);
        return;
    }
    bool is_somebody = one->hash[0] != '\0';
    int result =
        crypto_pwhash_str_verify(is_somebody ? one->hash : nobody, one->password, one->length);
    one->is_right = is_somebody && result == 0;
}

static job *take(apo_hasher *hasher)
{
    pthread_mutex_lock(&hasher->mutex);
    while (hasher->first == NULL && !hasher->is_stopping)
        pthread_cond_wait(&hasher->has_work, &hasher->mutex);
    job *one = hasher->is_stopping ? NULL : hasher->first;
    if (one != NULL) {
        hasher->first = one->next;
        if (hasher->first == NULL)
            hasher->last = NULL;
        hasher->count--;
    }
    pthread_mutex_unlock(&hasher->mutex);
    return one;
}

static void *run(void *context)
{
    apo_hasher *hasher = context;
    uint8_t secret[16];
    randombytes_buf(secret, sizeof secret);
    make_hash(hasher, hasher->nobody, (const char *)secret, sizeof secret);
    for (job *one; (one = take(hasher)) != NULL;) {
        work(one);
        if (apo_http_post(hasher->http, deliver, one) != APO_OK)
            free_job(one);
    }
    return NULL;
}

apo_status apo_hasher_new(apo_hasher **out, apo_http *http, bool is_quick)
{
    apo_hasher *hasher = apo_allocate_zero(NULL, sizeof *hasher);
    if (hasher == NULL)
        return APO_E_MEMORY;
    hasher->http = http;
    hasher->cost = is_quick ? &least : &recommended;
    if (pthread_mutex_init(&hasher->mutex, NULL) != 0 ||
        pthread_cond_init(&hasher->has_work, NULL) != 0 ||
        pthread_create(&hasher->thread, NULL, run, hasher) != 0) {
        apo_free(NULL, hasher);
        return APO_E_MEMORY;
    }
    *out = hasher;
    return APO_OK;
}

void apo_hasher_stop(apo_hasher *hasher)
{
    if (hasher == NULL || hasher->is_stopped)
        return;
    hasher->is_stopped = true;
    pthread_mutex_lock(&hasher->mutex);
    hasher->is_stopping = true;
    pthread_cond_signal(&hasher->has_work);
    pthread_mutex_unlock(&hasher->mutex);
    pthread_join(hasher->thread, NULL);
}

void apo_hasher_free(apo_hasher *hasher)
{
    if (hasher == NULL)
        return;
    while (hasher->first != NULL) {
        job *one = hasher->first;
        hasher->first = one->next;
        free_job(one);
    }
    pthread_cond_destroy(&hasher->has_work);
    pthread_mutex_destroy(&hasher->mutex);
    apo_free(NULL, hasher);
}

static job *new_job(apo_hasher *hasher, apo_span password, void *context)
{
    job *one =
        password.length <= APO_PASSWORD_MAX ? apo_allocate_zero(NULL, sizeof *one) : NULL;
    if (one == NULL)
        return NULL;
    if (password.length > 0)
        memcpy(one->password, password.text, password.length);
    one->length = password.length;
    one->hasher = hasher;
    one->context = context;
    return one;
}

static bool submit(apo_hasher *hasher, job *one)
{
    pthread_mutex_lock(&hasher->mutex);
    bool has_place = hasher->count < WAITING_MAX;
    if (has_place) {
        if (hasher->last != NULL)
            hasher->last->next = one;
        else
            hasher->first = one;
        hasher->last = one;
        hasher->count++;
        pthread_cond_signal(&hasher->has_work);
    }
    pthread_mutex_unlock(&hasher->mutex);
    if (!has_place)
        free_job(one);
    return has_place;
}

bool apo_hasher_make(apo_hasher *hasher, apo_span password, apo_hasher_made *fn, void *context)
{
    job *one = new_job(hasher, password, context);
    if (one == NULL)
        return false;
    one->made = fn;
    return submit(hasher, one);
}

bool apo_hasher_check(apo_hasher *hasher, apo_span password, const char *hash,
                      apo_hasher_checked *fn, void *context)
{
    job *one = new_job(hasher, password, context);
    if (one == NULL)
        return false;
    apo_text_copy(one->hash, sizeof one->hash, hash);
    one->checked = fn;
    return submit(hasher, one);
}

bool apo_hasher_is_outdated(const apo_hasher *hasher, const char *hash)
{
    return hasher->cost == &recommended &&
           crypto_pwhash_str_needs_rehash(hash, recommended.operations,
                                          recommended.memory_bytes) != 0;
}
