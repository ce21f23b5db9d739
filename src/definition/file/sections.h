/* The sections of a definition that do not belong to rules: their keys, for the reader and for
 * the reference. rules/rules/list.h gives the rules' own tables. */
#ifndef APO_DEFINITION_FILE_SECTIONS_H
#define APO_DEFINITION_FILE_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct apo_form {
    const char *name;     /* of the key */
    const char *form;     /* the form of its value */
    const char *fallback; /* its default; NULL: it is required */
    const char *doc;      /* a sentence */
    const char *words;    /* those that the value can be; NULL: other values */
    bool is_repeatable;
} apo_form;

typedef struct apo_section_info {
    const char *name;
    const char *argument; /* what follows the name in the brackets; NULL: nothing */
    const char *doc;
    bool is_required;
    const apo_form *forms; /* NULL: the inventor chooses the keys (letters of pieces) */
    size_t form_count;
} apo_section_info;

size_t apo_section_count(void);
const apo_section_info *apo_section_at(size_t index);

/* The section with this name, or NULL. */
const apo_section_info *apo_section_named(const char *name);

#endif
