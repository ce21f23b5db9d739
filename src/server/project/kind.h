/* Kinds of projects (server/project/project.h): how each reads an order, checks the result of a
 * part and what it makes of it. Loop's thread, except functions that say otherwise. */
#ifndef APO_SERVER_PROJECT_KIND_H
#define APO_SERVER_PROJECT_KIND_H

#include "net/json_in.h"
#include "server/web/app.h"
#include "server/web/ask.h"
#include "store/projects.h"

enum {
    APO_PROJECT_GAMES_MAX = 1000000,
    APO_PROJECT_NODES_MAX = 1000000,
    APO_PROJECT_PLIES_MAX = 200,
    APO_PROJECT_BALANCE_MAX = 10000
};

/* A number of an order. */
typedef struct apo_project_number {
    const char *name;
    int64_t least, most, usual;
    const char *sentence; /* says what it must be */
} apo_project_number;

/* An order while it is read. */
typedef struct apo_project_order {
    const apo_app *app;
    const apo_ask *ask;
    apo_store_project *project; /* `games` are known, `part_games` and `size` are to be set */
    apo_text settings;          /* of the project: members of a JSON object, with commas */
} apo_project_order;

/* A part, from its work. */
typedef struct apo_project_part {
    apo_store_project project;
    int64_t number, first, count; /* of the part; its games */
    const apo_json_value *settings;
} apo_project_part;

typedef struct apo_project_kind {
    const char *name, *words; /* the words in English, for apo_tr() */
    bool is_built_in;         /* only for games that are built into the program */
    /* Reads them. A sentence that says what is wrong; NULL: nothing. */
    const char *(*read)(apo_project_order *order);
    /* APO_E_SYNTAX, APO_E_ILLEGAL: this cannot be the result; APO_E_MEMORY. */
    apo_status (*check)(apo_app *app, const apo_project_part *part, apo_span result);
    /* Adds the effect of a result that has been checked. */
    apo_status (*add)(const apo_project_part *part, apo_span result, apo_store_batch *batch);
    /* True if no further part is needed. NULL: never. */
    bool (*is_decided)(apo_store *store, const apo_store_project *project);
    /* Appends "NAME":{...}, what the totals say. NULL: nothing. Any thread. */
    void (*write_view)(apo_buffer *out, apo_store *store, const apo_store_project *project);
    /* Appends the file of the results in which `text` is the text of one part; `is_first`: of
     * the first one. False: it is damaged. NULL: there is no file. Any thread. */
    bool (*write_file)(apo_buffer *out, apo_span text, bool is_first);
    const char *file_type, *file_header;
} apo_project_kind;

extern const apo_project_kind apo_project_games, apo_project_mining, apo_project_test;

/* Reads a number of JSON, or of a form; `*out` is left alone where there is none. False: it is
 * something else, or out of range. */
bool apo_project_read_given(const apo_ask *ask, const apo_project_number *number, int64_t *out);

/* Reads a number of the order, or takes the usual one, and adds it to the settings. The
 * sentence of `number`; NULL: it is right. */
const char *apo_project_read_number(apo_project_order *order, const apo_project_number *number,
                                    int64_t *out);

/* Reads nodes, plies, balance and seed, which all kinds have; cuts the project into parts of at
 * most `most` games, and of a multiple of `step`. A sentence, or NULL. */
const char *apo_project_read_play(apo_project_order *order, int64_t step, int64_t most);

/* Adds a text to the settings, of letters that JSON does not escape. */
void apo_project_add_text(apo_project_order *order, const char *name, apo_span text);

/* Appends a project's settings as an object of JSON. Any thread. */
void apo_project_add_settings(apo_buffer *out, const apo_store_project *project);

/* A number of a project's settings; 0 if it is missing. Any thread. */
int64_t apo_project_number_of(const apo_store_project *project, const char *name);

/* A number of a part's settings; 0 if it is missing. */
int64_t apo_project_setting(const apo_project_part *part, const char *name);

#endif
