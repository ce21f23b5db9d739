/* Sentences on standard output, broken into lines. */
#ifndef APO_CLI_CALL_WRAP_H
#define APO_CLI_CALL_WRAP_H

#include "base/span.h"

/* Prints the words of `text` with single spaces between them, and ends the line. `column` is
 * the number of columns already printed on the line. A word that would go beyond `width`
 * columns begins a new line, after `indent` spaces. */
void apo_print_wrapped(apo_span text, size_t width, size_t column, size_t indent);

#endif
