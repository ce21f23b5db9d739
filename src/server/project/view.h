/* What is shown of a project. Any thread, with its own store in `app`. */
#ifndef APO_SERVER_PROJECT_VIEW_H
#define APO_SERVER_PROJECT_VIEW_H

#include "server/web/app.h"
#include "store/projects.h"

/* "running"; static. */
const char *apo_project_state_word(apo_store_project_state state);

/* The state and the kind in words for people, in English, for apo_tr(); static. */
const char *apo_project_state_words(const apo_store_project *project);
const char *apo_project_kind_words(const apo_store_project *project);

/* True if its results can be had as a file. */
bool apo_project_has_file(const apo_store_project *project);

/* The state with this word; APO_STORE_PROJECT_STATES: none. */
unsigned apo_project_state_of(apo_span word);

/* The seconds until its last part is done, if it goes on as since its last pause; -1: that is
 * not known. */
int64_t apo_project_left_s(const apo_store_project *project);

/* Appends an object. */
void apo_project_write(apo_buffer *out, const apo_app *app, const apo_store_project *project);

#endif
