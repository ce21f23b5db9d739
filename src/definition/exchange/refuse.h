/* Refusing a whole game of another program's file. */
#ifndef APO_DEFINITION_EXCHANGE_REFUSE_H
#define APO_DEFINITION_EXCHANGE_REFUSE_H

#include "base/error.h"

/* Fails with the sentence `detail` ("%s" is `word`) behind the line and the key that it is
 * about; line 0: there is none, and the key is left out. Returns `status`. */
apo_status apo_refuse_line(apo_error *err, apo_status status, uint32_t line, const char *key,
                           const char *detail, apo_span word);

#endif
