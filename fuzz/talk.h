/* Shared by the laws of the protocols: a program that reads lines, a fast clock, and little
 * memory. The games are those of fuzz/games/: compiling and measuring a large one takes longer
 * than sixty lines. */
#ifndef APO_FUZZ_TALK_H
#define APO_FUZZ_TALK_H

#include "laws.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/environment.h"

enum {
    TALK_TICK_MS = 40,        /* between two readings of the clock */
    TALK_BLOCK_MAX = 8 << 20, /* bytes; a TT of 16 MB is refused */
    TALK_HASH_MB = 1,         /* the TT is cleared for every input */
    TALK_LINES_MAX = 60       /* per input; more would find nothing new */
};

typedef struct talk {
    atomic_uint said; /* lines so far */
    atomic_llong now_ms;
    const char *awaited; /* a line, or NULL */
    atomic_bool is_awaited_there;
} talk;

static inline void note_line(void *context, const char *line)
{
    talk *all = context;
    for (const char *c = line; *c != '\0'; c++)
        assert((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t');
    atomic_fetch_add(&all->said, 1U);
    if (all->awaited != NULL && strcmp(line, all->awaited) == 0)
        atomic_store(&all->is_awaited_there, true);
}

static inline int64_t tell_time(void *context)
{
    talk *all = context;
    return atomic_fetch_add(&all->now_ms, TALK_TICK_MS);
}

static inline void *resize_block(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    return size <= TALK_BLOCK_MAX ? realloc(block, size) : NULL;
}

static const apo_alloc talk_alloc = {NULL, resize_block};

static inline apo_environment open_talk(talk *all)
{
    atomic_init(&all->said, 0U);
    atomic_init(&all->now_ms, 0);
    all->awaited = NULL;
    atomic_init(&all->is_awaited_there, false);
    return (apo_environment){.write = note_line,
                             .write_context = all,
                             .now = tell_time,
                             .now_context = all,
                             .hash_mb = TALK_HASH_MB,
                             .name = "fuzz",
                             .alloc = &talk_alloc};
}

/* True for a line that is invalid in every state. */
static inline bool is_surely_wrong(apo_span line)
{
    apo_span word = apo_span_word(&line);
    return word.length > 0 && memchr(word.text, '!', word.length) != NULL;
}

/* Large numbers of threads are tested elsewhere. */
static inline bool asks_for_threads(apo_span line)
{
    for (size_t i = 0; i + 5 <= line.length; i++)
        if (memcmp(line.text + i, "reads", 5) == 0 || memcmp(line.text + i, "cores", 5) == 0)
            return true;
    return false;
}

#endif
