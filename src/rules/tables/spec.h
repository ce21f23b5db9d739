/* The contents of a definition, from which a variant is compiled. */
#ifndef APO_RULES_TABLES_SPEC_H
#define APO_RULES_TABLES_SPEC_H

#include "rules/kernel/emblem.h"
#include "rules/kernel/key.h"
#include "rules/kernel/variant.h"
#include "rules/tables/piece_moves.h"

/* A type of piece in a definition. */
typedef struct apo_type_spec {
    char letter;  /* upper case */
    char accent;  /* ' or ! behind the letter, or 0 */
    uint8_t mark; /* enum apo_type_mark */
    uint8_t base; /* with a mark: the type without it that has this letter; else 0 */
    char name[APO_TYPE_NAME_MAX];       /* lower case, for people */
    char class_name[APO_TYPE_NAME_MAX]; /* for people and for rules that compare classes; may be
                                           "" */
    char picture[APO_PICTURE_MAX];      /* name of a drawing; "": by the name */
    uint8_t points;                     /* for the point count (rules 1.10) */
    bool is_royal;
    uint32_t line; /* its line in the definition */
    apo_piece_moves moves;
} apo_type_spec;

/* The contents of a definition, for apo_variant_compile. Large: keep it on the heap. */
typedef struct apo_variant_spec {
    char id[APO_ID_MAX];
    char name[APO_NAME_MAX];
    char inventor[APO_NAME_MAX];
    char rules_section[APO_NAME_MAX]; /* of docs/rules-index.md; "": none */
    apo_geometry geometry;
    uint8_t type_count;
    apo_type_spec types[APO_TYPES_MAX]; /* 1 .. type_count; number 0 is unused */
    apo_values rules[APO_RULES_MAX]; /* by the rules' numbers; absent: values NULL and line 0 */
    uint8_t group_count;
    /* the first is the most significant in the start number */
    apo_start_group groups[APO_START_GROUPS_MAX];
    uint8_t start_count; /* at least 1: the default */
    apo_start_board starts[APO_START_NAMES_MAX];
} apo_variant_spec;

#endif
