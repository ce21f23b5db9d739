/* What is kept of a person, over all tables: for the export, and for the deletion of an account. There is a
 * rule for each table of the database; a test fails for a table, or a reference to a person, without one. */
#ifndef APO_STORE_OWN_DATA_H
#define APO_STORE_OWN_DATA_H

#include "store/store.h"

/* What a deleted account is called from then on, in games and lists. */
#define APO_STORE_DELETED_NAME "deleted account"

enum {
    APO_OWN_ROWS_MAX = 100000 /* of one table in an export */
};

/* The rule of a table. */
typedef struct apo_own_rule {
    const char *table;
    const char
        *persons; /* its columns that name people, with blanks between; "" if there are none */
    const char *why; /* what stays of a person in it behind the deletion, in words */
} apo_own_rule;

/* Rule number `index`; false: there are no more. */
bool apo_own_rule_at(apo_own_rule *out, size_t index);

/* Adds {"person":[{..}],"session":[..],...}: the person's rows of each table with all columns but secrets. A
 * table of which more than APO_OWN_ROWS_MAX rows would have to be listed ends there, and its name stands in
 * "cut". `shelf_tag` is the archive's tag of all records of the own shelf. */
apo_status apo_own_export(apo_store *store, apo_buffer *out, apo_span person,
                          int64_t shelf_tag);

/* Deletes the account: what belongs to the person alone goes, and in what is kept for others he has the
 * name APO_STORE_DELETED_NAME and nothing else. `name_tag` is the archive's
 * tag of his name, `shelf_tag` that of all records of his own shelf. */
void apo_own_delete(apo_store_batch *batch, const char *person, int64_t name_tag,
                    int64_t shelf_tag);

#endif
