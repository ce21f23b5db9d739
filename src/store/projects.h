/* Projects: long series of work that operators order. Each is cut into parts by number; a part
 * is work (store/work.h) like any other. The batch that ends a part also adds up what it found,
 * so that no crash loses or doubles anything. */
#ifndef APO_STORE_PROJECTS_H
#define APO_STORE_PROJECTS_H

#include "store/work.h"

enum {
    APO_STORE_PROJECT_SETTINGS_MAX = 1024, /* with the terminator, as all of these */
    APO_STORE_COUNT_MAX = 16
};

typedef enum apo_store_project_state {
    APO_STORE_PROJECT_RUNNING,
    APO_STORE_PROJECT_PAUSED,  /* no further parts are given out */
    APO_STORE_PROJECT_STOPPED, /* for good, before its end */
    APO_STORE_PROJECT_DONE,
    APO_STORE_PROJECT_STATES
} apo_store_project_state;

typedef struct apo_store_project {
    char id[APO_STORE_ID_MAX];
    char person[APO_STORE_ID_MAX]; /* who ordered it */
    char key[APO_STORE_KEY_MAX];   /* of that request */
    char kind[APO_STORE_WORK_KIND_MAX];
    char variant[APO_STORE_VARIANT_MAX];
    char definition[APO_STORE_DIGEST_MAX];
    char settings[APO_STORE_PROJECT_SETTINGS_MAX]; /* JSON: what all parts have in common */
    apo_store_project_state state;
    int64_t games, part_games;    /* all, and those of a part; the last part may have fewer */
    int64_t parts, next;          /* all, and how many of them have been given out */
    int64_t done, lost;           /* of these: with a result, and given up */
    int64_t size;                 /* positions to search for a part, about */
    int64_t created_ms, ended_ms; /* 0: it has not ended */
    int64_t since_ms, since_done; /* since then it runs without a pause; `done` at that time */
} apo_store_project;

/* --- writing ------------------------------------------------------------- */

/* `next`, `done` and `lost` are 0. APO_E_EXISTS: the person has ordered one with this key. */
void apo_store_add_project(apo_store_batch *batch, const apo_store_project *project);

/* Notes that the parts up to `next` have been given out. APO_E_UNKNOWN: it is no longer
 * running, or its next part is another than the one in `project`. */
void apo_store_advance_project(apo_store_batch *batch, const apo_store_project *project,
                               int64_t next);

/* Counts a part: done, or given up. The last one ends a running or paused project. */
void apo_store_end_part(apo_store_batch *batch, const char *project, bool is_lost,
                        int64_t now_ms);

/* Changes the state of a project that has not ended; APO_E_UNKNOWN: it has, or there is none.
 */
void apo_store_set_project(apo_store_batch *batch, const char *project,
                           apo_store_project_state state, int64_t now_ms);

/* Drops the work of the project's parts: their leases end. A part's work has the subject
 * "ID-NUMBER". */
void apo_store_drop_parts(apo_store_batch *batch, const apo_store_project *project);

/* Adds to one of the project's totals, which begin with 0. */
void apo_store_count_project(apo_store_batch *batch, const char *project, const char *name,
                             int64_t number);

/* Keeps the text of a part. APO_E_EXISTS: it has one. */
void apo_store_add_part(apo_store_batch *batch, const char *project, int64_t number,
                        apo_span text);

/* --- reading ------------------------------------------------------------- */

apo_status apo_store_find_project(apo_store *store, apo_store_project *out, apo_span id);

/* The project and the number of "ID-NUMBER": a part of it, or one of its games. APO_E_UNKNOWN:
 * there is none. */
apo_status apo_store_find_numbered(apo_store *store, apo_store_project *out, uint32_t *number,
                                   const char *name);

apo_status apo_store_find_project_key(apo_store *store, apo_store_project *out, apo_span person,
                                      apo_span key);

/* Projects that have not ended. */
apo_status apo_store_count_open_projects(apo_store *store, int64_t *out);

typedef bool apo_store_project_row(void *context, const apo_store_project *project);

/* The newest first; and those that are running, the oldest first. */
apo_status apo_store_list_projects(apo_store *store, unsigned limit, apo_store_project_row *row,
                                   void *context);
apo_status apo_store_list_running_projects(apo_store *store, apo_store_project_row *row,
                                           void *context);

typedef struct apo_store_project_count {
    char name[APO_STORE_COUNT_MAX];
    int64_t number;
} apo_store_project_count;

typedef bool apo_store_project_count_row(void *context, const apo_store_project_count *count);

/* The totals of a project, by name. */
apo_status apo_store_list_project_counts(apo_store *store, apo_span project,
                                         apo_store_project_count_row *row, void *context);

/* The text of the first part at or after `*number`, which becomes its own. APO_E_UNKNOWN: there
 * is none. */
apo_status apo_store_find_part(apo_store *store, apo_buffer *out, apo_span project,
                               int64_t *number);

#endif
