/* The engine's opening books, as the explorer shows them. A book is unpacked and checked when
 * its game is first asked for, and kept until the end: only a few built-in games have one.
 * Any thread. */
#ifndef APO_SERVER_ARCHIVE_BOOKS_H
#define APO_SERVER_ARCHIVE_BOOKS_H

#include "notation/book.h"
#include "server/web/variant_entry.h"

typedef struct apo_books apo_books;

/* Adds the contents of the file of this name, "books/alert.book", to `out`; called by the
 * thread that asks, one at a time. Errors: APO_E_UNKNOWN: there is none; any other. */
typedef apo_status apo_books_source(void *context, const char *name, apo_buffer *out);

/* Gives (free with apo_books_free). NULL when out of memory. */
apo_books *apo_books_new(apo_books_source *source, void *context);
void apo_books_free(apo_books *books); /* NULL is allowed */

/* The book of this game, for positions of its variant; valid until apo_books_free. NULL: there
 * is none, or the entry has other rules than the book's game, or out of memory. */
const apo_book *apo_books_find(apo_books *books, const apo_variant_entry *entry);

/* The bytes that all books hold in memory. */
size_t apo_books_bytes(apo_books *books);

#endif
