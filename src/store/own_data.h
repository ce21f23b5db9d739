/* What is kept of a person, over all tables: for the export, and for the deletion of an
 * account. There is a rule for each table of the database; a test fails for a table, or a
 * reference to a person, without one. */
#ifndef APO_STORE_OWN_DATA_H
#define APO_STORE_OWN_DATA_H

#include "store/store.h"

/* What a deleted account is called from then on, in games and lists. */
#define APO_STORE_DELETED_NAME "deleted account"

/* The rule of a table. */
typedef struct apo_own_rule {
    const char *table;
    /* its columns that name people, with blanks between; "" if there are none */
    const char *persons;
    const char *why; /* what stays of a person in it behind the deletion, in words */
} apo_own_rule;

/* Rule number `index`; false: there are no more. */
bool apo_own_rule_at(apo_own_rule *out, size_t index);

/* An export under way: with a connection of its own, which sees the database as it was when the
 * export began. */
typedef struct apo_own_export apo_own_export;

/* `collection_tag` is the archive's tag of all records of the own collection. Gives (free with
 * apo_own_export_close). Errors: APO_E_IO; APO_E_MEMORY. */
apo_status apo_own_export_open(apo_own_export **out, apo_store *store, apo_span person,
                               int64_t collection_tag);
void apo_own_export_close(apo_own_export *all); /* NULL is allowed */

/* Adds the next rows, at most `rows` of them, of ,"person":[{..}],"session":[..],... : the
 * person's rows of each table, with all columns but secrets. The first member has a comma
 * before it. Errors: APO_E_IO. */
apo_status apo_own_export_more(apo_own_export *all, apo_buffer *out, unsigned rows,
                               bool *out_has_more);

/* Deletes the account: what belongs to the person alone goes, and in what is kept for others he
 * has the name APO_STORE_DELETED_NAME and nothing else. `name_tag` is the archive's tag of his
 * name. His own collection must have been cleared before. */
void apo_own_delete(apo_store_batch *batch, const char *person, int64_t name_tag);

#endif
