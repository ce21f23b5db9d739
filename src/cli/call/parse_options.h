/* Parses a command's arguments by its table. */
#ifndef APO_CLI_CALL_PARSE_OPTIONS_H
#define APO_CLI_CALL_PARSE_OPTIONS_H

#include "cli/call/command.h"

typedef enum apo_parse {
    APO_PARSE_OK,
    APO_PARSE_HELP, /* --help or -h was among the arguments */
    APO_PARSE_WRONG /* reported on stderr */
} apo_parse;

/* Parses the arguments after the command's name. `operands` has room for argument_count + 1
 * pointers; the call borrows it and the arguments. */
apo_parse apo_call_parse(apo_call *out, const apo_command *command, char **arguments,
                         size_t argument_count, const char **operands);

/* Reads an option's value as a number into `*out`, which is unchanged if the option was not
 * given. APO_EXIT_USAGE, reported on stderr, if it is not a number from `minimum` to
 * `maximum`. */
enum apo_exit apo_call_number(const apo_call *call, const char *name, uint32_t minimum,
                              uint32_t maximum, uint32_t *out);

#endif
