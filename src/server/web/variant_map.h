/* The offered games, those that people have published, and former ones: each running game keeps
 * the definition it began with. All are compiled when first needed, and dropped when memory is
 * short (server/web/compiled.h); lists need no compiled game.
 *
 * Any thread may look games up, each with its own store. Compiling takes up to a tenth of a
 * second: a handler in the loop has it done before (server/web/await.h). */
#ifndef APO_SERVER_WEB_VARIANT_MAP_H
#define APO_SERVER_WEB_VARIANT_MAP_H

#include "server/web/compiled.h"
#include "server/web/options.h"
#include "store/people.h"
#include "store/published.h"

typedef struct apo_variant_map apo_variant_map;

/* Offers all built-in games and `own` (borrowed for the life of the variant map), which is
 * checked. When the compiled games hold more than `compiled_max` bytes, no further published
 * game is compiled until some have been dropped. Gives (free with apo_variant_map_free).
 * Errors: APO_E_MEMORY, APO_E_DEFINITION. */
apo_status apo_variant_map_new(apo_variant_map **out, const apo_server_definition *own,
                               size_t own_count, size_t compiled_max);
void apo_variant_map_free(apo_variant_map *variants); /* NULL is allowed */

/* The offered games, in display order; the first few are the main games. */
size_t apo_variant_map_count(const apo_variant_map *variants);
const apo_offered_game *apo_variant_map_get(const apo_variant_map *variants, size_t index);
size_t apo_variant_map_main_count(const apo_variant_map *variants);

/* The game with this id: an offered one, or the newest version of one published in `store`
 * (NULL is allowed) unless that is hidden. NULL: none, or out of memory. Compiles it when it is
 * first found, and keeps it while it is used (server/web/compiled.h): for handlers that play
 * it, not for those that only show it. */
const apo_variant_entry *apo_variant_map_find(apo_variant_map *variants, apo_store *store,
                                              apo_span id);

/* The same with this definition: of a published game any version, hidden or not. */
const apo_variant_entry *apo_variant_map_find_version(apo_variant_map *variants,
                                                      apo_store *store, apo_span id,
                                                      apo_span digest);

/* True if looking up this definition compiles nothing: it is in memory, or is known to have
 * faults. Any thread. */
bool apo_variant_map_is_ready(apo_variant_map *variants, const char *id, const char *digest);

/* True if no further published game is compiled until some have been dropped. Any thread. */
bool apo_variant_map_is_full(const apo_variant_map *variants);

/* The offered game with this id, or with this digest; NULL: none. Compiles nothing. Any
 * thread. */
const apo_offered_game *apo_variant_map_find_offered(const apo_variant_map *variants,
                                                     apo_span id);
const apo_offered_game *apo_variant_map_find_digest(const apo_variant_map *variants,
                                                    apo_span digest);

/* The offered game that people could take for one of this name: only case, spaces and
 * punctuation may differ. NULL: none. Compiles nothing. Any thread. */
const apo_offered_game *apo_variant_map_find_name(const apo_variant_map *variants,
                                                  apo_span name);

/* What lists and headings show of a game. */
typedef struct apo_variant_outline {
    char name[APO_STORE_GAME_NAME_MAX];
    char own_definition[APO_TOKEN_DIGEST_TEXT]; /* the digest; "" if it is built in */
    unsigned files, ranks, rows, starts;
    bool is_published;
} apo_variant_outline;

/* Outlines an offered or a published game, hidden or not; compiles nothing. False if there is
 * none; the name is then the id. Any thread, with its own store. */
bool apo_variant_outline_of(apo_variant_outline *out, const apo_variant_map *variants,
                            apo_store *store, apo_span id);

/* The name of such a game, which is put into `buf`; the id if there is none. */
const char *apo_variant_map_name(apo_variant_outline *buf, const apo_variant_map *variants,
                                 apo_store *store, const char *id);

/* Sets the weights of an offered game's starts in random choice (server/web/start_weights.h);
 * takes `start_weights`, one for each start. Any thread. */
void apo_variant_map_set_start_weights(apo_variant_map *variants, size_t index,
                                       uint32_t *start_weights);

/* A copy of the weights of the offered game with this digest. Gives (free with apo_free). NULL:
 * all are equal, or out of memory. Any thread. */
uint32_t *apo_variant_map_start_weights(apo_variant_map *variants, const char *digest);

/* The variant of a game that began with the definition `digest`, loaded from the store if
 * necessary and kept while it is used (server/web/compiled.h). NULL: not found, or out of
 * memory. */
const apo_variant *apo_variant_map_variant(apo_variant_map *variants, apo_store *store,
                                           const char *id, const char *digest);

/* The text of a definition that is not built in now; borrowed while its game is in memory.
 * False: it is built in, or not in memory. */
bool apo_variant_map_text(apo_variant_map *variants, const char *digest, apo_span *out);

/* The definitions that are compiled. */
apo_compiled *apo_variant_map_compiled(apo_variant_map *variants);

#endif
