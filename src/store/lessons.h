/* How far people with accounts have come in the lessons. What several browsers report is put
 * together: nothing that was reached is lost, in whatever order the reports come. */
#ifndef APO_STORE_LESSONS_H
#define APO_STORE_LESSONS_H

#include "store/store.h"

enum {
    APO_LESSON_NAME_MAX = 64 /* with the terminator */
};

/* How far somebody has come in a lesson. */
typedef struct apo_store_lesson {
    char person[APO_STORE_ID_MAX];
    char variant[APO_STORE_ID_MAX];
    char lesson[APO_LESSON_NAME_MAX];
    int64_t boards; /* done, from the first on */
    bool is_finished;
    int64_t changed_ms;
} apo_store_lesson;

/* Notes what was reached. Of two reports, the farther one counts; a lesson that was finished
 * stays finished. */
void apo_store_reach_lesson(apo_store_batch *batch, const apo_store_lesson *reached);

apo_status apo_store_find_lesson(apo_store *store, apo_store_lesson *out, apo_span person,
                                 apo_span variant, apo_span lesson);

/* How many lessons a person has begun or finished; 0 if the store cannot be read. */
unsigned apo_store_count_lessons(apo_store *store, apo_span person);

/* Calls `row` for each lesson that a person has begun or finished, by game and name, until it
 * returns false: those of `variant`, or of all games if that is empty. */
typedef bool apo_store_lesson_row(void *context, const apo_store_lesson *lesson);
apo_status apo_store_list_lessons(apo_store *store, apo_span person, apo_span variant,
                                  apo_store_lesson_row *row, void *context);

#endif
