/* People who have recently hit a limit on writing, asking or creating, for moderators. Kept in
 * memory only. Loop's thread. */
#ifndef APO_SERVER_WEB_FLOOD_H
#define APO_SERVER_WEB_FLOOD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

enum {
    APO_FLOOD_ROWS = 64, /* more than a moderator reads */
    APO_FLOOD_KEY_MAX = 48
};

typedef struct apo_flood {
    unsigned limit;              /* enum apo_limit */
    char key[APO_FLOOD_KEY_MAX]; /* a person's id, or an address */
    unsigned count;              /* refused requests since the first; 0: the row is free */
    int64_t first_ms, last_ms;
} apo_flood;

typedef struct apo_floods {
    apo_flood rows[APO_FLOOD_ROWS];
} apo_floods;

/* Counts a refused request. A new row replaces the one that has been quiet for longest. */
void apo_floods_note(apo_floods *floods, unsigned limit, apo_span key, int64_t now_ms);

#endif
