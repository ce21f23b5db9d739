#include "net/key_counter.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "net/hash.h"

enum {
    CHAINS = 1024 /* a power of two; thousands of addresses make chains of a few */
};

typedef struct entry {
    struct entry *next;
    unsigned count;
    size_t length;
    char key[];
} entry;

struct apo_key_counter {
    apo_hash_key hash;
    entry *chains[CHAINS];
};

apo_key_counter *apo_key_counter_new(void)
{
    apo_key_counter *counter = apo_allocate_zero(NULL, sizeof *counter);
    if (counter != NULL)
        counter->hash = apo_hash_key_random();
    return counter;
}

void apo_key_counter_free(apo_key_counter *counter)
{
    for (size_t i = 0; counter != NULL && i < CHAINS; i++) {
        while (counter->chains[i] != NULL) {
            entry *first = counter->chains[i];
            counter->chains[i] = first->next;
            apo_free(NULL, first);
        }
    }
    apo_free(NULL, counter);
}

/* The pointer to the key's entry, or where it would go. */
static entry **find(apo_key_counter *counter, apo_span key)
{
    entry **at = &counter->chains[apo_hash_span(&counter->hash, key) % CHAINS];
    while (*at != NULL && !apo_span_same((apo_span){(*at)->key, (*at)->length}, key))
        at = &(*at)->next;
    return at;
}

static entry *add(entry **at, apo_span key)
{
    entry *fresh = apo_allocate_zero(NULL, sizeof *fresh + key.length);
    if (fresh != NULL) {
        fresh->length = key.length;
        memcpy(fresh->key, key.text, key.length);
        *at = fresh;
    }
    return fresh;
}

bool apo_key_counter_enter(apo_key_counter *counter, apo_span key, unsigned maximum)
{
    if (maximum == 0)
        return false;
    entry **at = find(counter, key);
    entry *found = *at != NULL ? *at : add(at, key);
    if (found == NULL || found->count >= maximum)
        return false;
    found->count++;
    return true;
}

void apo_key_counter_leave(apo_key_counter *counter, apo_span key)
{
    entry **at = find(counter, key);
    entry *found = *at;
    assert(found != NULL);
    if (found != NULL && --found->count == 0) {
        *at = found->next;
        apo_free(NULL, found);
    }
}

unsigned apo_key_counter_count(const apo_key_counter *counter, apo_span key)
{
    const entry *at = counter->chains[apo_hash_span(&counter->hash, key) % CHAINS];
    while (at != NULL && !apo_span_same((apo_span){at->key, at->length}, key))
        at = at->next;
    return at == NULL ? 0 : at->count;
}

unsigned apo_key_counter_most(const apo_key_counter *counter, apo_span *out_key)
{
    unsigned most = 0;
    for (size_t i = 0; i < CHAINS; i++) {
        for (const entry *at = counter->chains[i]; at != NULL; at = at->next) {
            if (at->count <= most)
                continue;
            most = at->count;
            *out_key = (apo_span){at->key, at->length};
        }
    }
    return most;
}
