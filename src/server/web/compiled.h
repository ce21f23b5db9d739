/* Definitions that are compiled on demand: those of games on offer and, from the store, those
 * of published games and former ones of games on offer, because each running game keeps the
 * definition it began with. They are dropped when memory is short and no game in memory holds
 * them. Any thread may look up and load, with its own store, and use the result until its
 * request or piece of work ends (net/turns.h). Only the loop's thread holds, releases and
 * drops. */
#ifndef APO_SERVER_WEB_COMPILED_H
#define APO_SERVER_WEB_COMPILED_H

#include "net/log.h"
#include "net/turns.h"
#include "server/web/variant_entry.h"
#include "store/store.h"

typedef struct apo_compiled apo_compiled;

/* Gives (free with apo_compiled_free). NULL when out of memory. */
apo_compiled *apo_compiled_new(void);
void apo_compiled_free(apo_compiled *compiled); /* NULL is allowed */

/* Call from the thread that runs the loop, before it runs: from then on that thread should
 * compile nothing, as this would hold everybody up. What it does compile is logged
 * ("compiled_in_loop"). */
void apo_compiled_begin_loop(apo_compiled *compiled, const apo_log *log);

/* The definition with this digest, if it is in memory, marked as used now; else NULL. `id`
 * NULL: of any game. A definition that can no longer be compiled is kept too, without a
 * variant, so that it is not tried again and again. */
const apo_variant_entry *apo_compiled_find(apo_compiled *compiled, const char *id,
                                           const char *digest);

/* The same, and compiles it if it is not in memory. NULL: the store does not have it, or out of
 * memory. */
const apo_variant_entry *apo_compiled_load(apo_compiled *compiled, apo_store *store,
                                           const char *id, const char *digest);

/* The same for a game on offer, whose text need not be in the store. NULL: out of memory. */
const apo_variant_entry *apo_compiled_load_offered(apo_compiled *compiled,
                                                   const apo_offered_game *game);

/* While held it is not dropped. Each hold is released once; other variants are ignored. */
void apo_compiled_hold(apo_compiled *compiled, const apo_variant *var);
void apo_compiled_release(apo_compiled *compiled, const apo_variant *var);

/* The bytes that all of them hold in memory, with those that are dropped and not yet freed. */
size_t apo_compiled_bytes(apo_compiled *compiled);

/* For the memory account: see server/web/memory.h. What is dropped is freed when everything has
 * ended that was under way when it was last used: at once, or by a later call of
 * apo_compiled_sweep. Who looks it up before that gets it back. Until then it counts in
 * apo_compiled_bytes, and as free for apo_compiled_drop. Both always get the same turns. */
int64_t apo_compiled_oldest_ms(apo_compiled *compiled);
size_t apo_compiled_drop(apo_compiled *compiled, apo_turns *turns, size_t bytes,
                         int64_t until_ms);
void apo_compiled_sweep(apo_compiled *compiled, apo_turns *turns);

#endif
