/* Definitions that are compiled on demand: those of games on offer and, from the store, those
 * of published games and former ones of games on offer, because each running game keeps the
 * definition it began with. They are dropped when memory is short and no game in memory holds
 * them. Any thread may look up and load, with its own store, and use the result until its
 * request or piece of work ends (net/turns.h). Only the loop's thread holds, releases and
 * drops. */
#ifndef APO_SERVER_WEB_FORMER_H
#define APO_SERVER_WEB_FORMER_H

#include "net/turns.h"
#include "server/web/variant_entry.h"
#include "store/store.h"

typedef struct apo_formers apo_formers;

/* Gives (free with apo_formers_free). NULL when out of memory. */
apo_formers *apo_formers_new(void);
void apo_formers_free(apo_formers *formers); /* NULL is allowed */

/* The definition with this digest, if it is in memory, marked as used now; else NULL. `id`
 * NULL: of any game. A definition that can no longer be compiled is kept too, without a
 * variant, so that it is not tried again and again. */
const apo_variant_entry *apo_formers_find(apo_formers *formers, const char *id,
                                          const char *digest);

/* The same, and compiles it if it is not in memory. NULL: the store does not have it, or out of
 * memory. */
const apo_variant_entry *apo_formers_load(apo_formers *formers, apo_store *store,
                                          const char *id, const char *digest);

/* The same for a game on offer, whose text need not be in the store. NULL: out of memory. */
const apo_variant_entry *apo_formers_load_offered(apo_formers *formers,
                                                  const apo_offered_game *game);

/* While held it is not dropped. Each hold is released once; other variants are ignored. */
void apo_formers_hold(apo_formers *formers, const apo_variant *var);
void apo_formers_release(apo_formers *formers, const apo_variant *var);

/* The bytes that all of them hold in memory, without those dropped. */
size_t apo_formers_bytes(apo_formers *formers);

/* For the memory account: see server/web/memory.h. What is dropped is freed by a later call of
 * apo_formers_sweep, when nobody can be using it any more. */
int64_t apo_formers_oldest_ms(apo_formers *formers);
size_t apo_formers_drop(apo_formers *formers, const apo_turns *turns, size_t bytes,
                        int64_t until_ms);
void apo_formers_sweep(apo_formers *formers, apo_turns *turns);

#endif
