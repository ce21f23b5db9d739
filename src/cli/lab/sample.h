/* Quiet positions out of games, with how the games ended, for the tuner. */
#ifndef APO_CLI_LAB_SAMPLE_H
#define APO_CLI_LAB_SAMPLE_H

#include "base/random.h"
#include "cli/lab/lab_game.h"
#include "cli/lab/lab_log.h"

/* Keeps some positions of the game under way and writes them down at its end, one a line:
 *   QUARTERS FEN          (White's, 0..4)
 */
typedef struct apo_lab_sample {
    apo_lab_log log;
    apo_buffer lines; /* FENs of this game */
    apo_random random;
    unsigned share; /* one quiet position in so many */
    uint32_t count; /* in the file */
} apo_lab_sample;

/* `path` NULL: nothing is kept. Failures are said. */
enum apo_exit apo_lab_sample_open(apo_lab_sample *out, const char *path, const char *variant);
void apo_lab_sample_close(apo_lab_sample *sample);

/* For apo_lab_table.watch, with the sample as context. */
void apo_lab_sample_watch(void *context, const apo_position *pos, const apo_decision *made);

/* The game has ended; its positions are written, or forgotten if `quarters` is negative. False,
 * and said, if that fails. */
bool apo_lab_sample_end(apo_lab_sample *sample, int quarters);

/* Makes the next game's choice depend on its seed alone. */
void apo_lab_sample_seed(apo_lab_sample *sample, uint64_t seed);

#endif
