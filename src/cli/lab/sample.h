/* Quiet positions from games, with the results, for the tuner. */
#ifndef APO_CLI_LAB_SAMPLE_H
#define APO_CLI_LAB_SAMPLE_H

#include "base/random.h"
#include "cli/lab/lab_game.h"
#include "cli/lab/lab_log.h"

/* Keeps some positions of the current game and writes them at its end, one per line, as
 * "QUARTERS FEN", with White's quarters (0..4). */
typedef struct apo_lab_sample {
    apo_lab_log log;
    apo_buffer lines; /* FENs of this game */
    apo_random random;
    unsigned share; /* keeps one quiet position in this many */
    uint32_t count; /* in the file */
} apo_lab_sample;

/* `path` NULL: keeps nothing. Reports failures. */
enum apo_exit apo_lab_sample_open(apo_lab_sample *out, const char *path, const char *variant);
void apo_lab_sample_close(apo_lab_sample *sample);

/* For apo_lab_table.watch, with the sample as context. */
void apo_lab_sample_watch(void *context, const apo_position *pos, const apo_decision *made);

/* Ends the game: writes its positions, or drops them if `quarters` is negative. Returns false
 * and reports it if that fails. */
bool apo_lab_sample_end(apo_lab_sample *sample, int quarters);

/* Makes the choice of the next game's positions depend on this seed only. */
void apo_lab_sample_seed(apo_lab_sample *sample, uint64_t seed);

#endif
