/* VARIANT, FEN, starts and moves for the commands that use only the library's public
 * interface. */
#ifndef APO_CLI_IO_OPENED_H
#define APO_CLI_IO_OPENED_H

#include <apothecary/apothecary.h>

#include "cli/call/command.h"

enum {
    APO_OPERANDS_REST = -1 /* the number of operands after the FEN is unknown */
};

/* An opened VARIANT and position. */
typedef struct apo_opened {
    apo_variant *var;    /* owned */
    apo_position *pos;   /* owned */
    unsigned name_index; /* of the start that VARIANT names, 0 for the default */
} apo_opened;

/* Opens the VARIANT and FEN that a call begins with: the FEN is one argument or several words,
 * "-", "start" or a start number, and `tail` operands follow it (or APO_OPERANDS_REST). Puts
 * the index of the first operand after it into `*out_next` (may be NULL). A failure is reported
 * on stderr, and nothing is open then. */
enum apo_exit apo_opened_open(apo_opened *out, const apo_call *call, int tail,
                              size_t *out_next);

/* Opens the VARIANT that a call begins with, and its start with this number ("14"), the first
 * ("start") or a random one ("random"); the number goes to `*out_number`. A failure is reported
 * on stderr, and nothing is open then. */
enum apo_exit apo_opened_start(apo_opened *out, const apo_call *call, const char *word,
                               uint32_t *out_number);

/* Frees the variant and the position. */
void apo_opened_close(apo_opened *opened);

/* Changes a start position by the handicaps that the options --handicap give, in their order.
 */
enum apo_exit apo_handicaps_open(apo_position *pos, const apo_call *call);

#endif
