/* SQL that PostgreSQL words differently. */
#ifndef APO_STORE_POSTGRES_WORDS_PRIV_H
#define APO_STORE_POSTGRES_WORDS_PRIV_H

#include "base/buffer.h"

/* What comes before the first migration: the version of the tables, and functions that our
 * statements use and PostgreSQL lacks. */
extern const char apo_postgres_first[];

/* Makes the numbers that the database assigns continue after the existing ones. */
extern const char apo_postgres_renumber[];

/* Appends a migration of schema.c in PostgreSQL's words. */
void apo_postgres_words(apo_buffer *out, const char *migration);

/* A statement with $1, $2, ... for ?1, ?2, ..., and how many values it has. The caller frees it
 * with apo_free; NULL: out of memory. */
char *apo_postgres_query(unsigned *out_values, const char *text);

#endif
