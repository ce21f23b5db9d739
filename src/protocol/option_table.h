/* The engine's options, one row each, for both protocols. To add one: a value of apo_option_id,
 * its row in option_table.c and in docs/protocols.md, and the code that reads its value.
 * Immediate effects of setting it are in uci_options.c and xboard_options.c. */
#ifndef APO_PROTOCOL_OPTION_TABLE_H
#define APO_PROTOCOL_OPTION_TABLE_H

#include "base/buffer.h"

enum apo_option_id {
    APO_OPTION_VARIANT,
    APO_OPTION_VARIANT_PATH,
    APO_OPTION_HASH,
    APO_OPTION_CLEAR_HASH,
    APO_OPTION_PONDER,
    APO_OPTION_SHOW_WDL,
    APO_OPTION_THREADS,
    APO_OPTION_MULTI_PV,
    APO_OPTION_MOVE_OVERHEAD,
    APO_OPTION_LEVEL,
    APO_OPTION_LIMIT_STRENGTH,
    APO_OPTION_ELO,
    APO_OPTION_CHESS960,
    APO_OPTION_ANALYSE_MODE,
    APO_OPTION_OPPONENT,
    APO_OPTION_ABOUT,
    APO_OPTION_OWN_BOOK,
    APO_OPTION_BOOK_FILE,
    APO_OPTION_EVAL_FILE,
    APO_OPTION_START,
    APO_OPTIONS
};

enum apo_option_kind {
    APO_OPTION_SPIN,   /* an integer */
    APO_OPTION_CHECK,  /* "true" or "false" */
    APO_OPTION_BUTTON, /* no value */
    APO_OPTION_STRING,
    APO_OPTION_COMBO /* one of a list that the protocol supplies */
};

/* The protocols that offer an option (bits). XBoard has its own commands for memory, cores and
 * variants. */
enum apo_option_protocol {
    APO_OPTION_UCI = 1,
    APO_OPTION_XBOARD = 2
};

typedef struct apo_option {
    const char *name;
    enum apo_option_kind kind;
    unsigned protocols;                /* enum apo_option_protocol */
    uint32_t preset, minimum, maximum; /* of a spin; `preset` of a check is 0 or 1 */
    const char *about;                 /* a phrase for people */
} apo_option;

/* The values of spins and checks. Can be copied. */
typedef struct apo_option_values {
    uint32_t of[APO_OPTIONS]; /* by enum apo_option_id */
} apo_option_values;

/* The row of an option; lives as long as the program. */
const apo_option *apo_option_get(enum apo_option_id id);

/* The option of that name (case-insensitive) that the protocol offers; APO_OPTIONS if there is
 * none. */
enum apo_option_id apo_option_find(apo_span name, enum apo_option_protocol protocol);

/* Sets all options to their defaults. */
void apo_option_values_init(apo_option_values *out);

/* Sets a spin or a check ("true", "false"; XBoard sends 1 and 0) from its text. Returns NULL,
 * or an error message for people; then nothing has changed. */
const char *apo_option_set(apo_option_values *values, enum apo_option_id id, apo_span text);

#endif
