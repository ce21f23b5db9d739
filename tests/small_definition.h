/* A small definition, and lists of faults as text, for the tests of definitions. */
#ifndef TESTS_SMALL_DEFINITION_H
#define TESTS_SMALL_DEFINITION_H

#include "test.h"

#include "base/text.h"
#include "definition/file/definition.h"

/* A definition without faults. The cases below replace one of its lines; line 1 is "[game]". */
static const char *const small[] = {
    "[game]",                             /* 1 */
    "name = Small   # a comment",         /* 2 */
    "inventor = Nobody",                  /* 3 */
    "[board]",                            /* 4 */
    "files = 4",                          /* 5 */
    "ranks = 4",                          /* 6 */
    "brouhaha = b0, c5",                  /* 7 */
    "",                                   /* 8 */
    "[pieces]",                           /* 9 */
    "K = king, K, royal",                 /* 10 */
    "R = rook, R, class heavy, points 5", /* 11 */
    "P = pawn, fmWfcF, class pawn",       /* 12 */
    "J = joker, none",                    /* 13 */
    "[setup]",                            /* 14 */
    "board =",                            /* 15 */
    "    **r*",                           /* 16 */
    "    rk.j",                           /* 17 */
    "    pppp",                           /* 18 */
    "    PPPP",                           /* 19 */
    "    RK1J",                           /* 20 */
    "    *R**",                           /* 21 */
    "[starts]",                           /* 22 */
    "group = a1 d1 : RJ JR",              /* 23 */
    "[promotion]",                        /* 24 */
    "pieces = P",                         /* 25 */
    "rank 4 = R",                         /* 26 */
    "[joker]",                            /* 27 */
    "piece = J",                          /* 28 */
    "[outcome]",                          /* 29 */
    "stalemate = draw",                   /* 30 */
    "move-limit = 50",                    /* 31 */
};

enum {
    SMALL_LINES = sizeof small / sizeof *small,
    TEXT_MAX = 1 << 21
};

static char text_buf[TEXT_MAX];

/* The small definition with line `line` (from 1) replaced, or with `replacement` after the end
 * for line 0. */
static inline apo_span small_with(unsigned line, const char *replacement)
{
    apo_text text = apo_text_start(text_buf, sizeof text_buf);
    for (unsigned i = 1; i <= SMALL_LINES; i++) {
        apo_text_add(&text, i == line ? replacement : small[i - 1]);
        apo_text_add_char(&text, '\n');
    }
    if (line == 0)
        apo_text_add(&text, replacement);
    return apo_text_span(&text);
}

static inline void write_faults(apo_text *out, const apo_fault_list *faults)
{
    for (size_t i = 0; i < faults->count; i++) {
        const apo_fault *fault = &faults->faults[i];
        apo_text_add_number(out, fault->line);
        apo_text_add_char(out, ':');
        apo_text_add_number(out, fault->column);
        apo_text_add(out, " [");
        apo_text_add(out, fault->key);
        apo_text_add(out, "] ");
        apo_text_add(out, fault->detail);
        apo_text_add_char(out, '\n');
    }
}

static inline void assert_faults(const apo_fault_list *faults, const char *expected)
{
    static char buf[16384];
    apo_text text = apo_text_start(buf, sizeof buf);
    write_faults(&text, faults);
    assert_string_equal(buf, expected);
}

/* Compiles the text and keeps only what is wrong with it. */
static inline apo_status compile(apo_span text, apo_fault_list *faults)
{
    apo_variant *var = NULL;
    apo_fault_list_init(faults);
    apo_status status =
        apo_definition_compile(&var, apo_span_of("small"), text, NULL, NULL, faults);
    assert_true((status == APO_OK) == (var != NULL));
    assert_true((status == APO_OK) == (faults->error_count == 0));
    apo_variant_free(var);
    return status;
}

#endif
