/* Opening books as files. */
#ifndef APO_CLI_IO_BOOK_H
#define APO_CLI_IO_BOOK_H

#include "cli/call/message.h"
#include "notation/book.h"

/* Reads a book of the game. A failure is reported on stderr, with its line; nothing is open
 * then. Gives `*out` (free with apo_book_free). */
enum apo_exit apo_book_open(apo_book **out, const apo_variant *var, const char *path);

/* Writes the finished book; `path` NULL: to standard output. A failure is reported on
 * stderr. */
enum apo_exit apo_book_write(apo_book_maker *maker, const char *path);

#endif
