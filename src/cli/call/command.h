/* Subcommands as data: one table entry describes a command and drives argument parsing, help,
 * the manual page and shell completion. */
#ifndef APO_CLI_CALL_COMMAND_H
#define APO_CLI_CALL_COMMAND_H

#include "base/span.h"

/* The exit status of the program. */
enum apo_exit {
    APO_EXIT_OK,
    APO_EXIT_NO,               /* the answer is no, or the data is bad */
    APO_EXIT_USAGE,            /* wrong usage */
    APO_EXIT_INTERRUPTED = 130 /* by Ctrl-C, as shells count it */
};

enum {
    APO_OPTIONS_MAX = 48,    /* of one command; serve has 38 */
    APO_GIVEN_MAX = 64,      /* options in one call, each as often as it is given */
    APO_OPERANDS_ANY = 65535 /* as many as the shell passes */
};

typedef struct apo_command_option {
    const char *name;    /* without the dashes; NULL ends a table */
    const char *value;   /* name of its value in the help; NULL: takes no value */
    const char *choices; /* allowed values separated by '|'; NULL: any */
    const char *help;    /* a sentence */
} apo_command_option;

typedef struct apo_example {
    const char *text;  /* what to type after "apothecary "; NULL ends a table */
    const char *about; /* what it does */
} apo_example;

struct apo_call;

typedef struct apo_command {
    const char *name;
    const char *operands; /* as the usage line shows them */
    const char *summary;  /* a short line */
    const char *about;    /* paragraphs separated by empty lines */
    const apo_command_option *options;
    const apo_example *examples;
    uint16_t operands_min, operands_max;
    bool has_variant; /* the first operand is a VARIANT */
    bool has_fen;     /* the second operand is a FEN, which may be several words */
    bool is_hidden;
    enum apo_exit (*run)(const struct apo_call *call);
} apo_command;

/* An option as it was given. */
typedef struct apo_given {
    const apo_command_option *option;
    const char *value;
} apo_given;

/* One call of a command, parsed. */
typedef struct apo_call {
    const apo_command *const *commands; /* all of them; a NULL ends the list */
    const apo_command *command;
    /* by option; NULL: not given; "" for flags */
    const char *values[APO_OPTIONS_MAX]; /* the last one, if an option is given again */
    apo_given given[APO_GIVEN_MAX];      /* all, in order */
    size_t given_count;
    const char **operands; /* borrowed; operand_count of them, then NULL */
    size_t operand_count;
} apo_call;

/* The command of that name in a list that ends with a NULL, or NULL. */
const apo_command *apo_command_find(const apo_command *const *commands, const char *name);

/* The value of an option, "" for a flag that is set, NULL if it was not given. The name must be
 * in the command's table. */
const char *apo_call_value(const apo_call *call, const char *name);

/* The value given the `index`th time, from 0; NULL if the option was given fewer times. */
const char *apo_call_value_at(const apo_call *call, const char *name, size_t index);
bool apo_call_has(const apo_call *call, const char *name);

#endif
