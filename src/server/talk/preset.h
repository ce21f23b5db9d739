/* Ready-made messages, which everybody reads in their own language. */
#ifndef APO_SERVER_TALK_PRESET_H
#define APO_SERVER_TALK_PRESET_H

#include "base/span.h"

typedef struct apo_preset {
    const char *word; /* "good-game" */
    const char *text; /* in English; to be translated by apo_tr. Static */
} apo_preset;

/* Number `index`; false: there are no more. */
bool apo_preset_at(apo_preset *out, unsigned index);

/* By its word. False: there is none. */
bool apo_preset_find(apo_preset *out, apo_span word);

#endif
