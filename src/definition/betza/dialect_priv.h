/* Shared by the files of the dialects: dialect.c drives the reading, xboard.c and fairy.c
 * rewrite one move of their dialect, dialect_write.c writes. */
#ifndef APO_DEFINITION_BETZA_DIALECT_PRIV_H
#define APO_DEFINITION_BETZA_DIALECT_PRIV_H

#include "definition/betza/dialect.h"

enum {
    APO_REWRITING_MAX = 4096 /* bytes of a rewritten text; longer ones are errors */
};

/* A text being rewritten from a dialect into ours. */
typedef struct apo_rewriting {
    apo_span text;
    size_t at; /* next byte to read */
    char bytes[APO_REWRITING_MAX];
    size_t origins[APO_REWRITING_MAX + 1]; /* by byte: its offset in `text` */
    size_t length;
    bool is_overflowed;
    apo_error *err;
    apo_fault_list *notes;
} apo_rewriting;

/* One move: legs, a capital letter and a number. */
typedef struct apo_dialect_word {
    size_t leg_start[APO_LEGS_MAX], leg_end[APO_LEGS_MAX];
    unsigned leg_count; /* at least 1 */
    size_t atom_at;
    char atom;            /* the character in the place of the capital */
    size_t range_at, end; /* the digits */
} apo_dialect_word;

char apo_dialect__byte(const apo_rewriting *r, size_t at);
bool apo_dialect__is_among(const char *set, char c);

/* Fails with APO_E_UNSUPPORTED; "%s" in `detail` is the byte at `at`. */
apo_status apo_dialect__fail(apo_rewriting *r, size_t at, const char *detail);

void apo_dialect__add(apo_rewriting *r, char c, size_t origin);
void apo_dialect__add_string(apo_rewriting *r, const char *string, size_t origin);
void apo_dialect__add_part(apo_rewriting *r, size_t start, size_t end);

/* Reads the letters of the next move, without interpreting them. */
apo_status apo_dialect__read_word(apo_rewriting *r, apo_dialect_word *out);

/* True if a leg has one of these letters; stores its offset. */
bool apo_dialect__leg_has(const apo_rewriting *r, const apo_dialect_word *word, unsigned leg,
                          const char *letters, size_t *out_at);

/* Each reads one move and appends it in our dialect. */
apo_status apo_dialect__read_xboard(apo_rewriting *r);
apo_status apo_dialect__read_fairy(apo_rewriting *r);

#endif
