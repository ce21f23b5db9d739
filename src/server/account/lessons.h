/* How far an account has come in the lessons, for the page of a game's lessons. */
#ifndef APO_SERVER_ACCOUNT_LESSONS_H
#define APO_SERVER_ACCOUNT_LESSONS_H

#include "server/web/app.h"

/* Writes the list that GET /api/lessons answers: the lessons of `variant`, or of all games if
 * that is empty, that `person` has begun or finished. Reads the store only. */
void apo_lessons_write(apo_buffer *out, apo_store *store, apo_span person, apo_span variant);

#endif
