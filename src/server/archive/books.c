#include "server/archive/books.h"

#include <pthread.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

enum {
    BOOKS_MAX = 32 /* games with a file of a book; beyond that, books are not kept */
};

/* A game whose file has been read. */
typedef struct book_row {
    char digest[APO_TOKEN_DIGEST_TEXT]; /* of the game's definition */
    apo_book *book;                     /* owned; NULL: the file is another game's */
} book_row;

struct apo_books {
    apo_books_source *source;
    void *context;
    pthread_mutex_t mutex; /* guards what follows; what a row has never changes */
    book_row rows[BOOKS_MAX];
    unsigned count;
    size_t bytes;
};

apo_books *apo_books_new(apo_books_source *source, void *context)
{
    apo_books *books = apo_allocate_zero(NULL, sizeof *books);
    if (books == NULL)
        return NULL;
    books->source = source;
    books->context = context;
    if (pthread_mutex_init(&books->mutex, NULL) == 0)
        return books;
    apo_free(NULL, books);
    return NULL;
}

void apo_books_free(apo_books *books)
{
    if (books == NULL)
        return;
    for (unsigned i = 0; i < books->count; i++)
        apo_book_free(books->rows[i].book);
    pthread_mutex_destroy(&books->mutex);
    apo_free(NULL, books);
}

static const book_row *find_row(const apo_books *books, const char *digest)
{
    for (unsigned i = 0; i < books->count; i++) {
        if (strcmp(books->rows[i].digest, digest) == 0)
            return &books->rows[i];
    }
    return NULL;
}

/* Reads the file and keeps what it is. NULL: there is no file, or no room or memory for it;
 * then the next call tries again, at little cost if there is none. */
static const book_row *add_row(apo_books *books, const apo_variant_entry *entry)
{
    char path[sizeof "books/.book" + APO_ID_MAX];
    apo_text name = apo_text_start(path, sizeof path);
    apo_buffer bytes;
    book_row *row = NULL;
    apo_text_add(&name, "books/");
    apo_text_add(&name, entry->id);
    apo_text_add(&name, ".book");
    if (name.is_overflowed || books->count == BOOKS_MAX)
        return NULL;
    apo_buffer_init(&bytes, NULL);
    if (books->source(books->context, path, &bytes) == APO_OK) {
        apo_book *book = NULL;
        apo_status status = apo_book_read(&book, entry->var, apo_buffer_span(&bytes), NULL);
        if (status != APO_E_MEMORY) {
            row = &books->rows[books->count++];
            apo_text_copy(row->digest, sizeof row->digest, entry->digest);
            row->book = book;
            books->bytes += book != NULL ? apo_book_bytes(book) : 0;
        }
    }
    apo_buffer_clear(&bytes);
    return row;
}

const apo_book *apo_books_find(apo_books *books, const apo_variant_entry *entry)
{
    (void)pthread_mutex_lock(&books->mutex);
    const book_row *row = find_row(books, entry->digest);
    if (row == NULL)
        row = add_row(books, entry);
    (void)pthread_mutex_unlock(&books->mutex);
    return row != NULL ? row->book : NULL;
}

size_t apo_books_bytes(apo_books *books)
{
    (void)pthread_mutex_lock(&books->mutex);
    size_t bytes = books->bytes;
    (void)pthread_mutex_unlock(&books->mutex);
    return bytes;
}
