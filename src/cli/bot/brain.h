/* How `apothecary bot` chooses its moves: with our engine, at a level. */
#ifndef APO_CLI_BOT_BRAIN_H
#define APO_CLI_BOT_BRAIN_H

#include "base/text.h"
#include "net/json_in.h"
#include "search/level.h"

typedef struct apo_bot_brain apo_bot_brain;

/* The caller frees it with apo_bot_brain_free. Errors: APO_E_MEMORY. */
apo_status apo_bot_brain_new(apo_bot_brain **out, const apo_level *level, uint64_t seed);
void apo_bot_brain_free(apo_bot_brain *brain); /* NULL is allowed */

/* True if it already knows the game whose definition has this digest. */
bool apo_bot_brain_knows(const apo_bot_brain *brain, apo_span digest);

/* Learns a game from the text of its definition, as returned by GET /api/definitions/<digest>.
 * Errors: as apo_bundle_compile. */
apo_status apo_bot_brain_learn(apo_bot_brain *brain, apo_span digest, apo_span id,
                               apo_span text);

/* Writes the move for a game, as returned by GET /api/games/<id>, in coordinates. Errors:
 * APO_E_UNKNOWN: the game was not learnt; APO_E_SYNTAX, APO_E_ILLEGAL: the game breaks the
 * rules; APO_E_MEMORY. */
apo_status apo_bot_brain_move(apo_text *out, apo_bot_brain *brain, const apo_json_value *game);

#endif
