/* What a template is filled with: template_fill.c makes it, template.c reads it. */
#ifndef APO_NET_TEMPLATE_PRIV_H
#define APO_NET_TEMPLATE_PRIV_H

#include "net/template.h"

typedef struct apo_fill_gap apo_fill_gap;

/* One name with its text, or with its rows. */
struct apo_fill_gap {
    apo_fill_gap *next;
    const char *name; /* borrowed */
    apo_fill *first, **end;
    size_t length;
    char text[];
};

struct apo_fill {
    apo_fill *next; /* in the list that it is a row of */
    apo_fill *root;
    apo_fill_gap *first;
    const apo_i18n *i18n; /* of the root */
    bool is_failed;       /* of the root */
};

/* The value of a name in this row; NULL: none. */
apo_fill_gap *apo_fill_find(const apo_fill *fill, apo_span name);

#endif
