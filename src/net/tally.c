#include "net/tally.h"

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

struct apo_tally {
    apo_hash_key hash;
    entry *chains[CHAINS];
};

apo_tally *apo_tally_new(void)
{
    apo_tally *tally = apo_allocate_zero(NULL, sizeof *tally);
    if (tally != NULL)
        tally->hash = apo_hash_key_random();
    return tally;
}

void apo_tally_free(apo_tally *tally)
{
    for (size_t i = 0; tally != NULL && i < CHAINS; i++) {
        while (tally->chains[i] != NULL) {
            entry *first = tally->chains[i];
            tally->chains[i] = first->next;
            apo_free(NULL, first);
        }
    }
    apo_free(NULL, tally);
}

/* Where the pointer to the key's entry stands, or would stand. */
static entry **find(apo_tally *tally, apo_span key)
{
    entry **at = &tally->chains[apo_hash_span(&tally->hash, key) % CHAINS];
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

bool apo_tally_enter(apo_tally *tally, apo_span key, unsigned maximum)
{
    if (maximum == 0)
        return false;
    entry **at = find(tally, key);
    entry *found = *at != NULL ? *at : add(at, key);
    if (found == NULL || found->count >= maximum)
        return false;
    found->count++;
    return true;
}

void apo_tally_leave(apo_tally *tally, apo_span key)
{
    entry **at = find(tally, key);
    entry *found = *at;
    assert(found != NULL);
    if (found != NULL && --found->count == 0) {
        *at = found->next;
        apo_free(NULL, found);
    }
}

unsigned apo_tally_count(const apo_tally *tally, apo_span key)
{
    const entry *at = tally->chains[apo_hash_span(&tally->hash, key) % CHAINS];
    while (at != NULL && !apo_span_same((apo_span){at->key, at->length}, key))
        at = at->next;
    return at == NULL ? 0 : at->count;
}
