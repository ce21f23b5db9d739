/* The keys of a rule as data: one table per rule drives the definition parser, its error
 * messages and the key reference in the documentation. */
#ifndef APO_RULES_KERNEL_KEY_H
#define APO_RULES_KERNEL_KEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /* Items of one value: the longest lists in use have 24, Alert's orders and the start
     * squares of one type. */
    APO_VALUE_ITEMS_MAX = 64
};

enum apo_key_kind {
    APO_KEY_NUMBER, /* an integer from `minimum` to `maximum` */
    APO_KEY_FLAG,   /* yes or no; `number` is 1 or 0 */
    APO_KEY_WORD,   /* one of `words`; `number` is its index */
    /* square names; `items` are apo_square, from `minimum` to `maximum` of them */
    APO_KEY_SQUARES,
    APO_KEY_TYPES, /* letters of pieces; `items` are type numbers, repeats allowed */
    /* The letter of a piece, then `minimum` to `maximum` integers from -9999 to 9999; the first
     * of `items` is the type, the others are the numbers as int16_t. */
    APO_KEY_PIECE_NUMBERS,
    APO_KEY_NUMBERS, /* `maximum` integers of that range, in `items` as int16_t */
    APO_KEY_KINDS
};

/* A sentence for the reference and the workshop. The pages' small module has neither and omits
 * it. */
#ifdef APO_SMALL
#    define APO_DOC(text) NULL
#else
#    define APO_DOC(text) text
#endif

typedef struct apo_key {
    const char *name;     /* as written in the file: lower-case words joined by hyphens */
    uint8_t kind;         /* enum apo_key_kind */
    bool is_indexed;      /* written "name 3 = ...": the number after the name is `index` */
    bool is_repeatable;   /* may be written more than once, but each index only once */
    bool is_required;     /* the section is faulty without it */
    int32_t minimum;      /* smallest number, or fewest items */
    int32_t maximum;      /* largest number, or most items */
    const char *words;    /* APO_KEY_WORD: the allowed words, blank-separated; else NULL */
    const char *fallback; /* the value if the key is missing, for the documentation */
    const char *doc;      /* a sentence for the reference */
} apo_key;

/* A value read from a definition file; its key gives the kind. */
typedef struct apo_value {
    uint16_t key;   /* index into the rule's key table */
    uint16_t count; /* items used */
    int32_t index;  /* the number after an indexed key's name, else 0 */
    int32_t number; /* number, flag, or index of the word */
    uint32_t line;  /* where it was written, from 1 */
    uint32_t column;
    uint16_t items[APO_VALUE_ITEMS_MAX];
} apo_value;

/* All values of one section. */
typedef struct apo_values {
    const apo_value *values; /* borrowed */
    size_t count;
    uint32_t line;  /* of the section's heading */
    bool is_broken; /* a value is missing, because it could not be read */
} apo_values;

#endif
