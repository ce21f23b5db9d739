/* What the database must hold after each step of the day, and whether it does. */
#ifndef APO_TESTS_STORE_FAULTS_STATES_H
#define APO_TESTS_STORE_FAULTS_STATES_H

#include <stdbool.h>

/* The database's path. Made with states_make_folder: the guard of the store looks at real
 * files; they hold nothing. */
extern char states_path[80];
bool states_make_folder(void);
void states_remove_folder(void);

/* What is said of a fault before its step: what failed, and where. */
void states_describe(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports a fault, and counts it. */
void states_fail(unsigned step, const char *what, const char *detail);
unsigned states_fault_count(void);

/* Remembers that after `step` steps the database is as it is now. False: it is damaged, or as
 * it was a step before. */
bool states_note(unsigned step);

/* Remembers the bytes of the file, too, which a sound database is not read again for. No
 * connection may be open. */
void states_note_file(unsigned step);

/* The step after which the database was as it is now, between the two; or -1, with a complaint.
 * No connection may be open. */
int states_find(unsigned least, unsigned most);

/* Opens the database so far that SQLite repairs it after a power cut, and closes it. False:
 * that failed. */
bool states_recover(void);

/* Copies the log into the database, and empties it. Other connections may be open. False: that
 * failed. */
bool states_checkpoint(void);

/* How often states_find did not know the file by its bytes, and read the whole database. */
unsigned states_read(void);

#endif
