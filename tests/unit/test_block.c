/* Large blocks: where they begin, that all of them can be written to, and what happens without
 * memory. */
#include "test.h"

#include <stdint.h>
#include <string.h>

#include "search/block.h"

enum {
    LINE = 64
};

static void check_size(size_t bytes)
{
    apo_block block = apo_block_take(NULL, bytes);
    assert_non_null(block.start);
    assert_int_equal((uintptr_t)block.start % LINE, 0);
    memset(block.start, 0xA5, bytes);
    assert_int_equal(((unsigned char *)block.start)[bytes - 1], 0xA5);
    apo_block_free(&block);
    assert_null(block.start);
    apo_block_free(&block);
}

static void test_blocks_of_all_sizes_can_be_written(void **state)
{
    (void)state;
    const size_t sizes[] = {1, 63, 64, 65, 100000, 524287, 524288, 2097151, 2097152, 5000001};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check_size(sizes[i]);
}

static void *refuse(void *context, void *block, size_t size)
{
    (void)block;
    (void)size;
    (*(unsigned *)context)++;
    return NULL;
}

static void test_a_block_without_memory_is_refused(void **state)
{
    (void)state;
    unsigned asked = 0;
    const apo_alloc alloc = {&asked, refuse};
    apo_block block = apo_block_take(&alloc, 1000);
    assert_null(block.start);
    assert_int_equal(asked, 1);
    apo_block_free(&block);

    /* More than can exist; with the overhead added, the sum must not wrap around. */
    asked = 0;
    block = apo_block_take(&alloc, SIZE_MAX);
    assert_null(block.start);
    assert_int_equal(asked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_of_all_sizes_can_be_written),
        cmocka_unit_test(test_a_block_without_memory_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
