#include "cli/call/parse_options.h"

#include <assert.h>
#include <string.h>

#include "cli/call/message.h"

enum {
    FEN_WORDS_MAX = 9
};

/* The state of the parser. */
typedef struct reading {
    apo_call *call;
    char **arguments;
    size_t count;
    size_t next;          /* the next argument */
    size_t fen_words;     /* words of an unquoted FEN; 0: not begun */
    bool is_past_options; /* "--" was read */
} reading;

static bool has_char(const char *string, char c)
{
    return strchr(string, c) != NULL;
}

/* The fields "-" and "--" of an unquoted FEN are not options. */
static bool is_in_fen(const reading *in, const char *argument)
{
    return in->fen_words > 0 && in->fen_words < FEN_WORDS_MAX &&
           (argument[1] != '-' || argument[2] == '\0');
}

static void add_operand(reading *in, const char *argument)
{
    apo_call *call = in->call;
    if (in->fen_words > 0)
        in->fen_words++;
    else if (call->command->has_fen && call->operand_count == 1 && has_char(argument, '/') &&
             !has_char(argument, ' '))
        in->fen_words = 1;
    call->operands[call->operand_count++] = argument;
    call->operands[call->operand_count] = NULL;
}

static apo_parse report_bad_option(const apo_command *command, const char *argument,
                                   apo_span name)
{
    apo_guess guess;
    apo_guess_start(&guess, name);
    for (const apo_command_option *option = command->options; option->name != NULL; option++)
        apo_guess_offer(&guess, option->name);
    apo_guess_offer(&guess, "help");
    if (guess.best != NULL)
        apo_report_usage(command, "unknown option \"%s\"; did you mean --%s?", argument,
                         guess.best);
    else
        apo_report_usage(command, "unknown option \"%s\"", argument);
    return APO_PARSE_WRONG;
}

static const apo_command_option *find_option(const apo_command *command, apo_span name)
{
    for (const apo_command_option *option = command->options; option->name != NULL; option++) {
        if (apo_span_is(name, option->name))
            return option;
    }
    return NULL;
}

static bool is_choice(const char *choices, const char *value)
{
    const char *at = choices;
    size_t length = strlen(value);
    while (at != NULL) {
        const char *bar = strchr(at, '|');
        size_t part = bar != NULL ? (size_t)(bar - at) : strlen(at);
        if (part == length && memcmp(at, value, length) == 0)
            return true;
        at = bar != NULL ? bar + 1 : NULL;
    }
    return false;
}

static apo_parse set_option(reading *in, const apo_command_option *option, const char *value)
{
    const apo_command *command = in->call->command;
    assert(option - command->options < APO_OPTIONS_MAX);
    if (option->value == NULL && value != NULL) {
        apo_report_usage(command, "--%s takes no value", option->name);
        return APO_PARSE_WRONG;
    }
    if (option->value != NULL && value == NULL) {
        if (in->next == in->count) {
            apo_report_usage(command, "--%s needs a value: --%s %s", option->name, option->name,
                             option->value);
            return APO_PARSE_WRONG;
        }
        value = in->arguments[in->next++];
    }
    if (value != NULL && option->choices != NULL && !is_choice(option->choices, value)) {
        apo_report_usage(command, "--%s takes one of %s, not \"%s\"", option->name,
                         option->choices, value);
        return APO_PARSE_WRONG;
    }
    if (in->call->given_count == APO_GIVEN_MAX) {
        apo_report_usage(command, "too many options are given");
        return APO_PARSE_WRONG;
    }
    value = value != NULL ? value : "";
    in->call->given[in->call->given_count++] = (apo_given){option, value};
    in->call->values[option - command->options] = value;
    return APO_PARSE_OK;
}

static apo_parse read_option(reading *in, const char *argument)
{
    const apo_command *command = in->call->command;
    if (strcmp(argument, "-h") == 0 || strcmp(argument, "--help") == 0)
        return APO_PARSE_HELP;
    if (strcmp(argument, "-o") == 0 && find_option(command, apo_span_of("out")) != NULL)
        return set_option(in, find_option(command, apo_span_of("out")), NULL);
    if (argument[1] != '-')
        return report_bad_option(command, argument, apo_span_of(argument + 1));
    const char *equals = strchr(argument, '=');
    apo_span name = apo_span_of(argument + 2);
    if (equals != NULL)
        name.length = (size_t)(equals - name.text);
    const apo_command_option *option = find_option(command, name);
    if (option == NULL)
        return report_bad_option(command, argument, name);
    return set_option(in, option, equals != NULL ? equals + 1 : NULL);
}

static apo_parse read_argument(reading *in)
{
    const char *argument = in->arguments[in->next++];
    if (in->is_past_options || argument[0] != '-' || argument[1] == '\0' ||
        is_in_fen(in, argument)) {
        add_operand(in, argument);
        return APO_PARSE_OK;
    }
    if (strcmp(argument, "--") == 0) {
        in->is_past_options = true;
        return APO_PARSE_OK;
    }
    return read_option(in, argument);
}

static apo_parse check_count(const apo_call *call)
{
    const apo_command *command = call->command;
    if (call->operand_count < command->operands_min) {
        apo_report_usage(command, "too few arguments");
        return APO_PARSE_WRONG;
    }
    if (call->operand_count > command->operands_max) {
        apo_report_usage(command, "too many arguments: \"%s\"",
                         call->operands[command->operands_max]);
        return APO_PARSE_WRONG;
    }
    return APO_PARSE_OK;
}

apo_parse apo_call_parse(apo_call *out, const apo_command *command, char **arguments,
                         size_t argument_count, const char **operands)
{
    *out = (apo_call){.command = command, .operands = operands};
    operands[0] = NULL;
    reading in = {.call = out, .arguments = arguments, .count = argument_count};
    while (in.next < in.count) {
        apo_parse parse = read_argument(&in);
        if (parse != APO_PARSE_OK)
            return parse;
    }
    return check_count(out);
}

enum apo_exit apo_call_number(const apo_call *call, const char *name, uint32_t minimum,
                              uint32_t maximum, uint32_t *out)
{
    const char *value = apo_call_value(call, name);
    uint32_t number = 0;
    if (value == NULL)
        return APO_EXIT_OK;
    if (!apo_span_number(apo_span_of(value), maximum, &number) || number < minimum) {
        return apo_report_usage(call->command, "--%s takes a number from %u to %u, not \"%s\"",
                                name, (unsigned)minimum, (unsigned)maximum, value);
    }
    *out = number;
    return APO_EXIT_OK;
}
