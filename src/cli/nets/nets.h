/* The nets of a program: its own, at most one for each game, or instead the one that the option
 * --eval-file names. */
#ifndef APO_CLI_NETS_NETS_H
#define APO_CLI_NETS_NETS_H

#include <apothecary/apothecary.h>

#include "cli/call/command.h"

/* Which nets a command uses; zero: the program's own. */
typedef struct apo_nets {
    apo_buffer file; /* contents of --eval-file; owned; empty for "none" */
    bool has_file;   /* the option was given, so the program's own nets are not used */
} apo_nets;

/* The row of --eval-file in a command's table of options. */
#define APO_NETS_OPTION                                                                       \
    {                                                                                         \
        "eval-file", "FILE", NULL,                                                            \
            "Evaluate with the net in FILE in place of the program's own; \"none\": without " \
            "any."                                                                            \
    }

/* Reads the file that --eval-file names, if the option is given. A failure is reported on
 * stderr; nothing is open then. Close with apo_nets_close. */
enum apo_exit apo_nets_open(apo_nets *out, const apo_call *call);
void apo_nets_close(apo_nets *nets);

/* The net for the game with this id, as the contents of a file; empty: there is none. */
apo_span apo_nets_bytes(const apo_nets *nets, const char *id);

#endif
