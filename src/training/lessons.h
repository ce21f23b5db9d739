/* Lessons: positions to learn from, with what the search and the game said about them. A game
 * of self-play gives one for each quiet position.
 *
 * A lesson takes 16 bytes and 2 bytes for each feature of the mover's view: some 85 bytes on
 * grand's board, 210 on alert's. The other side's view is found by a table. */
#ifndef APO_TRAINING_LESSONS_H
#define APO_TRAINING_LESSONS_H

#include "base/alloc.h"
#include "neural/features.h"
#include "search/evaluation.h"
#include "training/training_file.h"

typedef struct apo_lesson {
    uint64_t first;   /* of its features */
    int16_t score;    /* of the search; as all here in centipawns for the side to move */
    int16_t base;     /* of the hand-written evaluation */
    uint8_t count;    /* of its features */
    uint8_t pieces;   /* on the board */
    uint8_t quarters; /* the result for the side to move */
    uint8_t flags;    /* APO_LESSON_... */
} apo_lesson;

enum {
    APO_LESSON_HELD_OUT = 1,      /* for validation, as the whole game */
    APO_LESSON_MIRROR = 2,        /* the other's view is mirrored if the mover's is not, or vice
                                     versa */
    APO_LESSON_FEATURES_MAX = 255 /* positions with more are left out */
};

/* Zero-initialised: none. */
typedef struct apo_lessons {
    apo_lesson *list; /* owned */
    size_t count, capacity;
    uint16_t *features; /* owned; of all lessons, in the mover's view */
    size_t feature_count, feature_capacity;
} apo_lessons;

void apo_lessons_clear(apo_lessons *lessons);

/* Appends all of `other`, and clears it. False, with both untouched, if memory runs out. */
bool apo_lessons_join(apo_lessons *lessons, apo_lessons *other);

/* Which positions of a game are lessons. */
typedef struct apo_lesson_choice {
    uint32_t score_max; /* centipawns */
    uint32_t held_out;  /* one game in so many is held out; 0: none */
    bool has_loud;      /* also those in check or whose best move captures or promotes */
} apo_lesson_choice;

/* Reads games of one variant. One thread at a time. */
typedef struct apo_lesson_reader apo_lesson_reader;

/* Gives `*out` (free with apo_lesson_reader_free). `features` is borrowed. Errors:
 * APO_E_MEMORY; APO_E_POSITION: the game has no start. */
apo_status apo_lesson_reader_new(apo_lesson_reader **out, const apo_features *features,
                                 const apo_lesson_choice *choice);
void apo_lesson_reader_free(apo_lesson_reader *reader);

/* Holds out another share of the games from now on. */
void apo_lesson_reader_hold_out(apo_lesson_reader *reader, uint32_t one_in);

/* Replays a game and appends its lessons. Whether it is held out depends on the series' seed
 * and the game's number alone. Errors, after which some lessons of it are there: APO_E_MEMORY;
 * APO_E_RANGE, APO_E_POSITION: the record does not fit the rules. */
apo_status apo_lesson_reader_add(apo_lesson_reader *reader, apo_lessons *out,
                                 const apo_training_head *head,
                                 const apo_training_game *record);

/* The scale in centipawns, 50 to 2000, with which sigmoid(score / scale) of the search's scores
 * foretells the results of these lessons best. */
double apo_lessons_fit_scale(const apo_lessons *lessons, const uint32_t *order, size_t count);

/* The other side's view of a feature: [is mirrored][feature]. Gives `*out` (free with
 * apo_free); NULL when out of memory. */
uint16_t *apo_lesson_flips(const apo_features *features);

#endif
