/* A disk in memory that fails on demand: the default file system of SQLite while it is
 * installed.
 *
 * It remembers what has been synced. When the power is cut, of everything written since the
 * last sync each sector of 512 bytes survives, is lost, or is garbage, by chance; so do changes
 * of length, and files created or deleted.
 *
 * Failures are counted in calls: every reading, writing, syncing, locking and opening is one.
 *
 * Threads: all functions may be called from any thread. There is one disk. */
#ifndef APO_TESTS_STORE_FAULTS_DISK_H
#define APO_TESTS_STORE_FAULTS_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes the disk, empty, SQLite's default file system. Before any other use of SQLite. */
bool disk_install(void);

/* The files as they are, and back; power comes on, no failure is planned, nobody holds a lock.
 * An image is freed with disk_image_free. NULL: out of memory. */
typedef struct disk_image disk_image;
disk_image *disk_save(void);
void disk_load(const disk_image *image);
void disk_image_free(disk_image *image);

/* How many calls there have been since the disk was loaded. */
uint64_t disk_calls(void);

/* From now on until it is loaded, the disk does not remember what has been synced: the power
 * will not fail. */
void disk_forget(void);

/* Keeps the disk as it is when the power has failed, and has it so again, any number of times;
 * with another seed, something else survives the next disk_restart. */
void disk_keep(void);
void disk_return(uint64_t seed);

/* As if the process had been killed: its connections are gone, the files are as they are. */
void disk_kill(void);

/* Is asked at each call how many calls fail, from this one on; 0: as planned. If it sets
 * `*cut_seed`, the power fails. It may fork, and of this file call disk_failures alone. NULL:
 * nobody is asked. */
void disk_ask(uint64_t (*ask)(uint64_t *cut_seed));

/* How many calls have failed so far. Not while another thread uses the disk. */
uint64_t disk_failures(void);

/* The size of a file, and a digest of its bytes. Of a database, two counters are left out that
 * say nothing about what is in it. */
uint64_t disk_size(const char *name);
uint64_t disk_digest(const char *name);

/* The calls first .. first + count - 1 fail, as on a broken or full disk. A failing write may
 * have written its beginning. */
void disk_plan_errors(uint64_t first, uint64_t count);

/* With call number `call` the power fails: this and every later call fails, until disk_restart.
 * `seed` decides what survives. */
void disk_plan_power_cut(uint64_t call, uint64_t seed);
bool disk_is_off(void);

/* Power comes on: the files are what has survived. Every connection must be closed. */
void disk_restart(void);

#endif
