/* The manual page. */
#include "cli/call/help.h"

/* A line of roff must not begin with a control character; "\" and "-" must be escaped. */
static void print_escaped(const char *text)
{
    if (text[0] == '.' || text[0] == '\'')
        fputs("\\&", stdout);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\\')
            fputs("\\e", stdout);
        else if (*c == '-')
            fputs("\\-", stdout);
        else if (*c == '\n')
            fputs(c[1] == '\n' ? "\n.P" : "\n", stdout);
        else
            putchar(*c);
    }
}

static void print_option(const apo_command_option *option)
{
    fputs(".TP\n.B \\-\\-", stdout);
    print_escaped(option->name);
    if (option->value != NULL) {
        fputs(" \\fI", stdout);
        print_escaped(option->choices != NULL ? option->choices : option->value);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    print_escaped(option->help);
    putchar('\n');
}

static void print_command(const apo_command *command)
{
    fputs(".SS apothecary ", stdout);
    print_escaped(command->name);
    putchar(' ');
    print_escaped(command->operands);
    putchar('\n');
    print_escaped(command->summary);
    fputs(".\n.P\n", stdout);
    print_escaped(command->about);
    putchar('\n');
    for (const apo_command_option *option = command->options; option->name != NULL; option++)
        print_option(option);
    for (const apo_example *example = command->examples; example->text != NULL; example++) {
        fputs(".TP\n.B apothecary ", stdout);
        print_escaped(example->text);
        putchar('\n');
        print_escaped(example->about);
        putchar('\n');
    }
}

void apo_manual_print(const apo_command *const *commands)
{
    puts(
        ".TH APOTHECARY 1 \"\" \"apothecary " APO_VERSION "\" \"User Commands\"\n"
        ".SH NAME\n"
        "apothecary \\- play, check and explain large\\-board chess variants\n"
        ".SH SYNOPSIS\n"
        ".B apothecary\n"
        ".I COMMAND\n"
        "[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n"
        ".SH DESCRIPTION\n"
        "Every command answers one question about a game, a position or a move, or plays a\n"
        "game in the terminal. Data go to standard output, messages to standard error.\n"
        ".P\n"
        "\\fIVARIANT\\fR is the id of a built\\-in game, an id with the name of a start\n"
        "(classic:brouhaha\\-joker), or the path of a definition file.\n"
        "\\fIFEN\\fR is a position in quotes or as separate words, the number of a start\n"
        "position, \\(dqstart\\(dq, or \\- to read it from standard input; moves,\n"
        "apply, status, convert, explain and perft then answer each line.\n"
        "\\fIMOVE\\fR may be written in coordinates (e3e5), as SAN (Nd4) or as in Game Courier\n"
        "(P e3\\-e5).\n"
        ".SH COMMANDS");
    for (const apo_command *const *at = commands; *at != NULL; at++) {
        if (!(*at)->is_hidden)
            print_command(*at);
    }
    puts(".SH EXIT STATUS\n"
         ".TP\n"
         ".B 0\n"
         "Success, or the answer is yes.\n"
         ".TP\n"
         ".B 1\n"
         "The answer is no, or the data are bad.\n"
         ".TP\n"
         ".B 2\n"
         "Wrong usage.\n"
         ".SH ENVIRONMENT\n"
         ".TP\n"
         ".B NO_COLOR\n"
         "If set and not empty, no colours are used.\n"
         ".TP\n"
         ".B TERM\n"
         "If \\(dqdumb\\(dq, boards are drawn in plain characters.\n"
         ".TP\n"
         ".B COLUMNS\n"
         "The width of the output if it is not a terminal.\n"
         ".TP\n"
         ".B XDG_DATA_HOME\n"
         "Games are recorded in its folder apothecary; the default is\n"
         "~/.local/share.");
}
