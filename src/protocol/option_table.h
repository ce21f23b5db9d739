/* The engine's options, one row each, for both protocols. To add one: its row here and in
 * docs/protocols.md, and the code that reads its value as options.of[APO_OPTION_ID]. Immediate
 * effects of setting it are in uci_options.c and xboard_options.c. */
#ifndef APO_PROTOCOL_OPTION_TABLE_H
#define APO_PROTOCOL_OPTION_TABLE_H

#include "base/buffer.h"

/* ID, name, kind, protocols; of a spin or check: default, minimum, maximum; a phrase for
 * people. option_table.c has the constants. */
/* clang-format off */
#define APO_OPTION_LIST(X) \
    X(VARIANT, "UCI_Variant", COMBO, UCI, 0, 0, 0, \
      "The game") \
    X(VARIANT_PATH, "VariantPath", STRING, UCI, 0, 0, 0, \
      "The path of a definition file: your own game") \
    X(HASH, "Hash", SPIN, UCI, APO_HASH_DEFAULT_MB, 1, APO_HASH_MAX_MB, \
      "Megabytes of the transposition table") \
    X(CLEAR_HASH, "Clear Hash", BUTTON, BOTH, 0, 0, 0, \
      "Empties the table") \
    X(PONDER, "Ponder", CHECK, UCI, 0, 0, 1, \
      "Accepted; the program decides when to ponder") \
    X(SHOW_WDL, "UCI_ShowWDL", CHECK, UCI, 0, 0, 1, \
      "Show the chances of the results") \
    X(THREADS, "Threads", SPIN, UCI, 1, 1, APO_ENGINE_THREADS_MAX, \
      "Search threads") \
    X(MULTI_PV, "MultiPV", SPIN, BOTH, 1, 1, APO_MULTIPV_MAX, \
      "Lines of play to show") \
    X(MOVE_OVERHEAD, "Move Overhead", SPIN, BOTH, OVERHEAD_MS, 0, OVERHEAD_MAX_MS, \
      "Milliseconds lost per move in transmission") \
    X(LEVEL, "Level", SPIN, BOTH, APO_LEVEL_FULL, APO_LEVEL_FIRST, APO_LEVEL_FULL, \
      "Strength; the highest is full strength") \
    X(LIMIT_STRENGTH, "UCI_LimitStrength", CHECK, BOTH, 0, 0, 1, \
      "Play as UCI_Elo says, whatever Level is") \
    X(ELO, "UCI_Elo", SPIN, BOTH, APO_ELO_DEFAULT, APO_ELO_MIN, APO_ELO_MAX, \
      "Strength in Elo points, with UCI_LimitStrength") \
    X(CHESS960, "UCI_Chess960", CHECK, UCI, 0, 0, 1, \
      "Chess means Chess960; castling is king takes rook") \
    X(ANALYSE_MODE, "UCI_AnalyseMode", CHECK, UCI, 0, 0, 1, \
      "Full strength, whatever Level and UCI_Elo are") \
    X(OPPONENT, "UCI_Opponent", STRING, UCI, 0, 0, 0, \
      "Accepted; we play the same against everybody") \
    X(ABOUT, "UCI_EngineAbout", STRING, UCI, 0, 0, 0, \
      "For information") \
    X(OWN_BOOK, "OwnBook", CHECK, UCI, 0, 0, 1, \
      "Play from the book at BookFile") \
    X(BOOK_FILE, "BookFile", STRING, UCI, 0, 0, 0, \
      "The path of an opening book") \
    X(EVAL_FILE, "EvalFile", STRING, BOTH, 0, 0, 0, \
      "The path of a net; empty: the one for the game, if any") \
    X(START, "Start", SPIN, XBOARD, 1, 0, START_MAX, \
      "A numbered start; 0 for any")
/* clang-format on */

#define APO_OPTION_ID(id, ...) APO_OPTION_##id,

enum apo_option_id {
    APO_OPTION_LIST(APO_OPTION_ID) APO_OPTIONS
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
