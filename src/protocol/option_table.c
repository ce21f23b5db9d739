#include "protocol/option_table.h"

#include <string.h>

#include "search/engine.h"
#include "search/level.h"
#include "search/limits.h"

enum {
    OVERHEAD_MS = 10,
    OVERHEAD_MAX_MS = 5000,
    START_MAX = 100000, /* more than any built-in game has */
    BOTH = APO_OPTION_UCI | APO_OPTION_XBOARD
};

/* clang-format off */
static const apo_option options[APO_OPTIONS] = {
    [APO_OPTION_VARIANT]       = {"UCI_Variant",   APO_OPTION_COMBO,  APO_OPTION_UCI, 0, 0, 0,
                                  "The game"},
    [APO_OPTION_VARIANT_PATH]  = {"VariantPath",   APO_OPTION_STRING, APO_OPTION_UCI, 0, 0, 0,
                                  "The path of a definition file: your own game"},
    [APO_OPTION_HASH]          = {"Hash",          APO_OPTION_SPIN,   APO_OPTION_UCI,
                                  APO_HASH_DEFAULT_MB, 1, APO_HASH_MAX_MB,
                                  "Megabytes of the transposition table"},
    [APO_OPTION_CLEAR_HASH]    = {"Clear Hash",    APO_OPTION_BUTTON, BOTH, 0, 0, 0,
                                  "Empties the table"},
    [APO_OPTION_PONDER]        = {"Ponder",        APO_OPTION_CHECK,  APO_OPTION_UCI, 0, 0, 1,
                                  "Accepted; the program decides when to ponder"},
    [APO_OPTION_SHOW_WDL]      = {"UCI_ShowWDL",   APO_OPTION_CHECK,  APO_OPTION_UCI, 0, 0, 1,
                                  "Show the chances of the results"},
    [APO_OPTION_THREADS]       = {"Threads",       APO_OPTION_SPIN,   APO_OPTION_UCI,
                                  1, 1, APO_ENGINE_THREADS_MAX,
                                  "Search threads"},
    [APO_OPTION_MULTI_PV]      = {"MultiPV",       APO_OPTION_SPIN,   BOTH,
                                  1, 1, APO_MULTIPV_MAX,
                                  "Lines of play to show"},
    [APO_OPTION_MOVE_OVERHEAD] = {"Move Overhead", APO_OPTION_SPIN,   BOTH,
                                  OVERHEAD_MS, 0, OVERHEAD_MAX_MS,
                                  "Milliseconds lost per move in transmission"},
    [APO_OPTION_LEVEL]         = {"Level",         APO_OPTION_SPIN,   BOTH,
                                  APO_LEVEL_FULL, APO_LEVEL_FIRST, APO_LEVEL_FULL,
                                  "Strength; the highest is full strength"},
    [APO_OPTION_LIMIT_STRENGTH] = {"UCI_LimitStrength", APO_OPTION_CHECK, BOTH, 0, 0, 1,
                                  "Play as UCI_Elo says, whatever Level is"},
    [APO_OPTION_ELO]           = {"UCI_Elo",       APO_OPTION_SPIN,   BOTH,
                                  APO_ELO_DEFAULT, APO_ELO_MIN, APO_ELO_MAX,
                                  "Strength in Elo points, with UCI_LimitStrength"},
    [APO_OPTION_CHESS960]      = {"UCI_Chess960",  APO_OPTION_CHECK,  APO_OPTION_UCI, 0, 0, 1,
                                  "Chess means Chess960; castling is king takes rook"},
    [APO_OPTION_ANALYSE_MODE]  = {"UCI_AnalyseMode", APO_OPTION_CHECK, APO_OPTION_UCI, 0, 0, 1,
                                  "Full strength, whatever Level and UCI_Elo are"},
    [APO_OPTION_OPPONENT]      = {"UCI_Opponent",  APO_OPTION_STRING, APO_OPTION_UCI, 0, 0, 0,
                                  "Accepted; we play the same against everybody"},
    [APO_OPTION_ABOUT]         = {"UCI_EngineAbout", APO_OPTION_STRING, APO_OPTION_UCI, 0, 0, 0,
                                  "For information"},
    [APO_OPTION_OWN_BOOK]      = {"OwnBook",       APO_OPTION_CHECK,  APO_OPTION_UCI, 0, 0, 1,
                                  "Play from the book at BookFile"},
    [APO_OPTION_BOOK_FILE]     = {"BookFile",      APO_OPTION_STRING, APO_OPTION_UCI, 0, 0, 0,
                                  "The path of an opening book"},
    [APO_OPTION_EVAL_FILE]     = {"EvalFile",      APO_OPTION_STRING, BOTH, 0, 0, 0,
                                  "The path of a net; empty: the one for the game, if any"},
    [APO_OPTION_START]         = {"Start",         APO_OPTION_SPIN,   APO_OPTION_XBOARD,
                                  1, 0, START_MAX,
                                  "A numbered start; 0 for any"},
};

/* clang-format on */

const apo_option *apo_option_get(enum apo_option_id id)
{
    return &options[id];
}

/* True if both are equal, ignoring case. */
static bool is_named(apo_span name, const char *known)
{
    if (name.length != strlen(known))
        return false;
    for (size_t i = 0; i < name.length; i++)
        if (apo_to_lower(name.text[i]) != apo_to_lower(known[i]))
            return false;
    return true;
}

enum apo_option_id apo_option_find(apo_span name, enum apo_option_protocol protocol)
{
    unsigned id = 0;
    while (id < APO_OPTIONS &&
           ((options[id].protocols & protocol) == 0 || !is_named(name, options[id].name)))
        id++;
    return (enum apo_option_id)id;
}

void apo_option_values_init(apo_option_values *out)
{
    for (unsigned id = 0; id < APO_OPTIONS; id++)
        out->of[id] = options[id].preset;
}

const char *apo_option_set(apo_option_values *values, enum apo_option_id id, apo_span text)
{
    const apo_option *option = &options[id];
    uint32_t number;
    if (option->kind == APO_OPTION_CHECK) {
        bool is_true = apo_span_is(text, "true") || apo_span_is(text, "1");
        if (!is_true && !apo_span_is(text, "false") && !apo_span_is(text, "0"))
            return "neither true nor false";
        values->of[id] = is_true;
        return NULL;
    }
    if (!apo_span_number(text, option->maximum, &number) || number < option->minimum)
        return "the number is out of range";
    values->of[id] = number;
    return NULL;
}
