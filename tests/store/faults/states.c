#include "store/faults/states.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/faults/disk.h"

enum {
    STEPS_MAX = 256,
    FAULTS_SHOWN_MAX = 20
};

char states_path[80];

static struct {
    char folder[64];
    uint64_t digests[STEPS_MAX + 1]; /* of the rows, after so many steps */
    uint64_t files[STEPS_MAX + 1];   /* of the file's bytes; 0: not known */
    unsigned length;                 /* steps noted */
    char description[128];
    unsigned faults, read;
} states;

bool states_make_folder(void)
{
    char log[96];
    strcpy(states.folder, "/tmp/apo-faults-XXXXXX");
    if (mkdtemp(states.folder) == NULL)
        return false;
    snprintf(states_path, sizeof states_path, "%s/data.db", states.folder);
    snprintf(log, sizeof log, "%s-wal", states_path);
    FILE *file = fopen(log, "w");
    return file != NULL && fclose(file) == 0;
}

void states_remove_folder(void)
{
    static const char *const suffixes[] = {"", "-wal", ".lock"};
    char name[96];
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        snprintf(name, sizeof name, "%s%s", states_path, suffixes[i]);
        (void)unlink(name);
    }
    (void)rmdir(states.folder);
}

void states_describe(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(states.description, sizeof states.description, format, arguments);
    va_end(arguments);
}

void states_fail(unsigned step, const char *what, const char *detail)
{
    if (states.faults++ < FAULTS_SHOWN_MAX)
        fprintf(stderr, "%s; step %u: %s%s%s\n", states.description, step, what,
                detail[0] != '\0' ? ": " : "", detail);
}

unsigned states_fault_count(void)
{
    return states.faults;
}

/* --- what the database holds ---------------------------------------------- */

static void mix(uint64_t *digest, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        *digest = (*digest ^ bytes[i]) * UINT64_C(0x100000001B3);
}

static bool digest_rows(uint64_t *digest, sqlite3 *db, const char *sql)
{
    sqlite3_stmt *rows;
    int code = sqlite3_prepare_v2(db, sql, -1, &rows, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(rows);
        for (int i = 0; code == SQLITE_ROW && i < sqlite3_column_count(rows); i++) {
            const unsigned char *text = sqlite3_column_text(rows, i);
            mix(digest, "|", 1);
            if (text != NULL)
                mix(digest, text, (size_t)sqlite3_column_bytes(rows, i));
        }
    }
    sqlite3_finalize(rows);
    return code == SQLITE_DONE;
}

static bool answers_ok(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *rows;
    bool is_ok = sqlite3_prepare_v2(db, sql, -1, &rows, NULL) == SQLITE_OK;
    int code = is_ok ? sqlite3_step(rows) : SQLITE_ERROR;
    if (code == SQLITE_ROW)
        is_ok = strcmp((const char *)sqlite3_column_text(rows, 0), "ok") == 0;
    else
        is_ok = code == SQLITE_DONE;
    sqlite3_finalize(rows);
    return is_ok;
}

/* A digest of every row of every table. False: the database is damaged. */
static bool digest_database(uint64_t *out)
{
    sqlite3 *db;
    sqlite3_stmt *tables = NULL;
    uint64_t digest = UINT64_C(0xCBF29CE484222325);
    bool is_sound = sqlite3_open_v2(states_path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    is_sound = is_sound && answers_ok(db, "PRAGMA integrity_check") &&
               answers_ok(db, "PRAGMA foreign_key_check") &&
               sqlite3_prepare_v2(db,
                                  "SELECT 'SELECT * FROM ' || name FROM sqlite_schema"
                                  " WHERE type = 'table' ORDER BY name",
                                  -1, &tables, NULL) == SQLITE_OK;
    if (is_sound) {
        int code;
        while (is_sound && (code = sqlite3_step(tables)) == SQLITE_ROW)
            is_sound = digest_rows(&digest, db, (const char *)sqlite3_column_text(tables, 0));
        sqlite3_finalize(tables);
    }
    sqlite3_close(db);
    *out = digest;
    return is_sound;
}

/* --- steps ---------------------------------------------------------------- */

/* The log has been copied into the file. */
static bool has_log(void)
{
    char log[96];
    snprintf(log, sizeof log, "%s-wal", states_path);
    return disk_size(log) > 0;
}

bool states_note(unsigned step)
{
    if (step > STEPS_MAX || !digest_database(&states.digests[step]))
        return false;
    states.length = step;
    return step == 0 || states.digests[step] != states.digests[step - 1];
}

void states_note_file(unsigned step)
{
    states.files[step] = has_log() ? 0 : disk_digest(states_path);
}

/* Opens the database without reading what tables it has. NULL: that failed. */
static sqlite3 *open_barely(void)
{
    sqlite3 *db;
    if (sqlite3_open_v2(states_path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_exec(db, "PRAGMA user_version", NULL, NULL, NULL) == SQLITE_OK)
        return db;
    sqlite3_close(db);
    return NULL;
}

bool states_recover(void)
{
    sqlite3 *db = open_barely();
    return db != NULL && sqlite3_close(db) == SQLITE_OK;
}

bool states_checkpoint(void)
{
    sqlite3 *db = open_barely();
    bool is_done = db != NULL && sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE,
                                                           NULL, NULL) == SQLITE_OK;
    sqlite3_close(db);
    (void)disk_digest(states_path); /* so that branches digest what they change alone */
    return is_done;
}

/* The step after which the file had the bytes that it has now, between the two; or -1. Such a
 * file was read when it was noted: it is sound, and holds what it should. */
static int find_file(unsigned least, unsigned most)
{
    if (states.files[least] == 0 || (has_log() && !states_recover()) || has_log())
        return -1;
    uint64_t digest = disk_digest(states_path);
    for (unsigned step = least; step <= most; step++)
        if (digest == states.files[step])
            return (int)step;
    return -1;
}

int states_find(unsigned least, unsigned most)
{
    uint64_t digest;
    int found = find_file(least, most);
    if (found >= 0)
        return found;
    states.read++;
    if (!digest_database(&digest)) {
        states_fail(least, "the database is damaged", "");
        return -1;
    }
    for (unsigned step = least; step <= most; step++)
        if (digest == states.digests[step])
            return (int)step;
    for (unsigned step = 0; step <= states.length; step++) {
        if (digest == states.digests[step]) {
            states_fail(least,
                        step < least ? "an acknowledged act is lost"
                                     : "there is an act that was never submitted",
                        "");
            return -1;
        }
    }
    states_fail(least, "an act is there in part, or in the wrong order", "");
    return -1;
}

unsigned states_read(void)
{
    return states.read;
}
