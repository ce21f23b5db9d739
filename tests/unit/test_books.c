/* The explorer's books: each file is read once, and kept. */
#include "test.h"

#include <pthread.h>

#include "rules/kernel/position.h"
#include "server/archive/books.h"
#include "server/web/variant_map.h"

enum {
    READERS = 4
};

static apo_variant_map *variants;
static apo_books *books;
static unsigned asked, found; /* files asked for, and found */

/* A book of one move for chess; the same file lies where that of "mine" would be. */
static apo_status read_file(void *context, const char *name, apo_buffer *out)
{
    (void)context;
    asked++;
    if (strcmp(name, "books/chess.book") != 0 && strcmp(name, "books/mine.book") != 0)
        return APO_E_UNKNOWN;
    const apo_variant_entry *chess = apo_variant_map_find(variants, NULL, apo_span_of("chess"));
    apo_book_maker maker;
    apo_book_move move = {.weight = 7};
    apo_position start;
    apo_moves moves;
    apo_move_list *legal = apo_moves_start(&moves);
    assert_int_equal(apo_position_start(&start, chess->var, 0, 1), APO_OK);
    assert_int_equal(apo_moves_legal(legal, &start), APO_OK);
    move.mv = legal->moves[0];
    apo_book_maker_init(&maker, chess->var);
    assert_int_equal(apo_book_maker_add(&maker, &start, &move), APO_OK);
    assert_int_equal(apo_book_maker_write(out, &maker), APO_OK);
    apo_book_maker_clear(&maker);
    found++;
    return APO_OK;
}

static int open_books(void **state)
{
    const apo_server_definition own = {
        .id = "mine", .bundle = apo_span_of("[game]\nname = Mine\nbase = chess\n")};
    (void)state;
    asked = found = 0;
    books = apo_books_new(read_file, NULL);
    return apo_variant_map_new(&variants, &own, 1, SIZE_MAX) == APO_OK && books != NULL ? 0
                                                                                        : -1;
}

static int close_books(void **state)
{
    (void)state;
    apo_books_free(books);
    apo_variant_map_free(variants);
    return 0;
}

static const apo_book *find(const char *id)
{
    const apo_variant_entry *entry = apo_variant_map_find(variants, NULL, apo_span_of(id));
    assert_non_null(entry);
    return apo_books_find(books, entry);
}

static void test_read_once(void **state)
{
    (void)state;
    assert_int_equal(apo_books_bytes(books), 0);
    const apo_book *book = find("chess");
    assert_non_null(book);
    assert_int_equal(apo_book_size(book), 1);
    assert_true(apo_books_bytes(books) >= apo_book_bytes(book));
    for (unsigned i = 0; i < 5; i++)
        assert_ptr_equal(find("chess"), book);
    assert_int_equal(found, 1);
    assert_int_equal(asked, 1);
}

/* A game with the same id and other rules: its file is not read again and again either. */
static void test_book_of_another_game(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        assert_null(find("mine"));
    assert_int_equal(found, 1);
    assert_int_equal(apo_books_bytes(books), 0);
    assert_null(find("shatranj"));
}

static void *read_chess(void *context)
{
    const apo_book **out = context;
    *out = find("chess");
    return NULL;
}

static void test_threads_read_a_book_once(void **state)
{
    pthread_t threads[READERS];
    const apo_book *read[READERS];
    (void)state;
    (void)apo_variant_map_find(variants, NULL, apo_span_of("chess"));
    for (unsigned i = 0; i < READERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, read_chess, &read[i]), 0);
    for (unsigned i = 0; i < READERS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (unsigned i = 0; i < READERS; i++)
        assert_ptr_equal(read[i], find("chess"));
    assert_int_equal(found, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_read_once, open_books, close_books),
        cmocka_unit_test_setup_teardown(test_book_of_another_game, open_books, close_books),
        cmocka_unit_test_setup_teardown(test_threads_read_a_book_once, open_books, close_books),
    };
    apo_token_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
