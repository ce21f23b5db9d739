/* The option --constants of commands that search. */
#ifndef APO_CLI_LAB_CONSTANTS_OPTION_H
#define APO_CLI_LAB_CONSTANTS_OPTION_H

#include "cli/call/command.h"
#include "search/constants.h"

/* The row of --constants in a command's table of options. */
#define APO_CONSTANTS_OPTION                                                            \
    {                                                                                   \
        "constants", "LIST", NULL,                                                      \
            "Other numbers for the search, like futility_margin=90,loss_quiet=30: for " \
            "bench/spsa.py."                                                            \
    }

/* Gives the usual constants, or those of --constants. Wrong ones are reported on stderr. */
enum apo_exit apo_call_constants(const apo_call *call, apo_search_constants *out);

#endif
