/* Samples: positions to learn from, with what the search and the game said about them. A
 * self-play game gives one for each quiet position.
 *
 * A sample takes 16 bytes and 2 bytes for each feature of the mover's view: some 85 bytes on
 * grand's board, 210 on alert's. The other side's view is found by a table. */
#ifndef APO_TRAINING_SAMPLES_H
#define APO_TRAINING_SAMPLES_H

#include "base/alloc.h"
#include "neural/features.h"
#include "search/evaluation.h"
#include "training/training_file.h"

typedef struct apo_training_sample {
    uint64_t first; /* of its features */
    int16_t
        score; /* the search's score; like all scores here in centipawns for the side to move */
    int16_t base;     /* of the hand-written evaluation */
    uint8_t count;    /* of its features */
    uint8_t pieces;   /* on the board */
    uint8_t quarters; /* the result for the side to move */
    uint8_t flags;    /* APO_TRAINING_SAMPLE_... */
} apo_training_sample;

enum {
    APO_TRAINING_SAMPLE_HELD_OUT = 1, /* held out for validation, like the whole game */
    /* exactly one of the two views is mirrored */
    APO_TRAINING_SAMPLE_MIRROR = 2,
    APO_TRAINING_SAMPLE_FEATURES_MAX = 255 /* positions with more are left out */
};

/* Zero-initialised: none. */
typedef struct apo_training_samples {
    apo_training_sample *list; /* owned */
    size_t count, capacity;
    uint16_t *features; /* owned; of all samples, in the mover's view */
    size_t feature_count, feature_capacity;
} apo_training_samples;

void apo_training_samples_clear(apo_training_samples *samples);

/* Appends all of `other`, and clears it. False, with both untouched, if memory runs out. */
bool apo_training_samples_join(apo_training_samples *samples, apo_training_samples *other);

/* Which positions of a game are samples. */
typedef struct apo_training_sample_choice {
    uint32_t score_max; /* centipawns */
    uint32_t held_out;  /* one game in this many is held out; 0: none */
    bool has_noisy;     /* also those in check or whose best move captures or promotes */
} apo_training_sample_choice;

/* Reads games of one variant. One thread at a time. */
typedef struct apo_training_sample_reader apo_training_sample_reader;

/* Gives `*out` (free with apo_training_sample_reader_free). `features` is borrowed. Errors:
 * APO_E_MEMORY; APO_E_POSITION: the game has no start. */
apo_status apo_training_sample_reader_new(apo_training_sample_reader **out,
                                          const apo_features *features,
                                          const apo_training_sample_choice *choice);
void apo_training_sample_reader_free(apo_training_sample_reader *reader);

/* Holds out another share of the games from now on. */
void apo_training_sample_reader_hold_out(apo_training_sample_reader *reader, uint32_t one_in);

/* Replays a game and appends its samples. Only the series' seed and the game's number determine
 * whether it is held out. Errors, after which some of its samples may have been added:
 * APO_E_MEMORY; APO_E_RANGE, APO_E_POSITION: the record does not fit the rules. */
apo_status apo_training_sample_reader_add(apo_training_sample_reader *reader,
                                          apo_training_samples *out,
                                          const apo_training_head *head,
                                          const apo_training_game *record);

/* The scale in centipawns, 50 to 2000, with which sigmoid(score / scale) of the search's scores
 * best predicts the results of these samples. */
double apo_training_samples_fit_scale(const apo_training_samples *samples,
                                      const uint32_t *order, size_t count);

/* The other side's view of a feature: [is mirrored][feature]. Gives `*out` (free with
 * apo_free); NULL when out of memory. */
uint16_t *apo_training_sample_flips(const apo_features *features);

#endif
