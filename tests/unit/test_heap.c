/* The small heap: blocks that do not overlap, keep their bytes, and join again when freed. */
#include "test.h"

#include "base/heap.h"
#include "base/random.h"

enum {
    MEMORY = 1 << 20,
    BLOCKS = 64,
    LARGEST = 20000,
    STEPS = 40000
};

static _Alignas(APO_HEAP_UNIT) unsigned char memory[MEMORY];
static size_t given; /* how much of it the heap has */

static void *more(size_t size, size_t *out_size)
{
    void *start = memory + given;
    if (size > MEMORY - given)
        return NULL;
    *out_size = size;
    given += size;
    return start;
}

/* A block and what it should hold. */
typedef struct held {
    unsigned char *bytes;
    size_t size;
    unsigned char value;
} held;

static void check_bytes(const held *block, size_t size)
{
    assert_true(size <= block->size);
    assert_int_equal((uintptr_t)block->bytes % APO_HEAP_UNIT, 0);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(block->bytes[i], block->value);
}

static void test_blocks(void **state)
{
    apo_heap heap = {NULL, more};
    apo_random random;
    held blocks[BLOCKS] = {{NULL, 0, 0}};
    unsigned refused = 0;
    (void)state;
    given = 0;
    apo_random_seed(&random, 7);
    for (unsigned step = 0; step < STEPS; step++) {
        held *one = &blocks[apo_random_below(&random, BLOCKS)];
        size_t size = apo_random_below(&random, step % 3 == 0 ? LARGEST : 200);
        check_bytes(one, one->size);
        if (step % 4 == 0) {
            apo_heap_free(&heap, one->bytes);
            *one = (held){NULL, 0, 0};
            continue;
        }
        unsigned char *bytes = apo_heap_resize(&heap, one->bytes, size);
        if (bytes == NULL) { /* the block is as it was */
            refused++;
            check_bytes(one, one->size);
            continue;
        }
        one->bytes = bytes;
        check_bytes(one, one->size < size ? one->size : size);
        one->size = size;
        one->value = (unsigned char)step;
        memset(bytes, one->value, size);
    }
    assert_true(refused < STEPS / 10);
    for (unsigned i = 0; i < BLOCKS; i++)
        apo_heap_free(&heap, blocks[i].bytes);
    /* All of it is one block again. */
    void *whole = apo_heap_resize(&heap, NULL, given - APO_HEAP_UNIT);
    assert_non_null(whole);
    assert_null(apo_heap_resize(&heap, NULL, MEMORY));
    assert_null(apo_heap_resize(&heap, NULL, SIZE_MAX - 3));
    apo_heap_free(&heap, whole);
    apo_heap_free(&heap, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
