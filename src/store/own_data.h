/* A person's data in all tables: for the export, and for deleting an account. Each table of the
 * database has a rule; a test fails if a table, or a reference to a person, has none. */
#ifndef APO_STORE_OWN_DATA_H
#define APO_STORE_OWN_DATA_H

#include "store/store.h"

/* The name of deleted accounts in games and lists. */
#define APO_STORE_DELETED_NAME "deleted account"

/* The rule of a table. */
typedef struct apo_own_rule {
    const char *table;
    /* its columns that refer to people, separated by blanks; "" if none */
    const char *persons;
    const char *why; /* what the table keeps of a person after the deletion, in words */
} apo_own_rule;

/* Rule `index`; false: there are no more. */
bool apo_own_rule_at(apo_own_rule *out, size_t index);

/* A running export, with its own connection, which sees the database as it was when the export
 * began. */
typedef struct apo_own_export apo_own_export;

/* `collection_tag` is the archive's tag of all records of the person's collection. The caller
 * frees it with apo_own_export_close. Errors: APO_E_IO; APO_E_MEMORY. */
apo_status apo_own_export_open(apo_own_export **out, apo_store *store, apo_span person,
                               int64_t collection_tag);
void apo_own_export_close(apo_own_export *all); /* NULL is allowed */

/* Adds the next rows, at most `rows` of them, of ,"person":[{..}],"session":[..],... : the
 * person's rows of each table, with all columns but secrets. The first member has a comma
 * before it. Errors: APO_E_IO. */
apo_status apo_own_export_more(apo_own_export *all, apo_buffer *out, unsigned rows,
                               bool *out_has_more);

/* Deletes the account: what belongs to the person alone is deleted; data kept for others shows
 * only the name APO_STORE_DELETED_NAME. `name_tag` is the archive's tag of the person's name.
 * Their own collection must already be empty. */
void apo_own_delete(apo_store_batch *batch, const char *person, int64_t name_tag);

#endif
