#include "cli/call/help.h"

#include <string.h>

#include "cli/call/wrap.h"

enum {
    OPTION_COLUMN = 24,
    WRAP_COLUMN = 78
};

void apo_help_print_overview(FILE *out, const apo_command *const *commands)
{
    fputs("apothecary plays, checks and explains large-board chess variants.\n\n"
          "Usage: apothecary COMMAND [OPTION...] [ARGUMENT...]\n\nCommands:\n",
          out);
    for (const apo_command *const *at = commands; *at != NULL; at++) {
        if (!(*at)->is_hidden)
            fprintf(out, "  %-10s %s\n", (*at)->name, (*at)->summary);
    }
    fputs("\n"
          "VARIANT is the id of a built-in game (\"apothecary variants\" lists them), an id "
          "with\n"
          "the name of a start (\"classic:brouhaha-joker\"), or the path of a definition "
          "file\n"
          "(with a / in it, or ending in .variant).\n"
          "FEN is a position in quotes or as separate words, the number of a start position,\n"
          "\"start\", or - to read it from standard input; moves, apply, status, convert,\n"
          "explain and perft then answer each line.\n\n"
          "First steps:\n"
          "  apothecary play modern               a game against the computer\n"
          "  apothecary show alert 106            a board\n"
          "  apothecary explain modern 14 f2f3    why a move is legal or not\n"
          "  apothecary COMMAND --help            more about one command\n",
          out);
}

static void print_paragraphs(const char *text)
{
    while (*text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        putchar('\n');
        apo_print_wrapped((apo_span){text, length}, WRAP_COLUMN, 0, 0);
        text = end != NULL ? end + 2 : text + strlen(text);
    }
}

static void print_option(const apo_command_option *option)
{
    const char *value = option->choices != NULL ? option->choices : option->value;
    int column = printf("  --%s", option->name);
    if (value != NULL)
        column += printf(" %s", value);
    if (column >= OPTION_COLUMN - 1) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", OPTION_COLUMN - column, "");
    apo_print_wrapped(apo_span_of(option->help), WRAP_COLUMN, OPTION_COLUMN, OPTION_COLUMN);
}

void apo_help_print_command(const apo_command *command)
{
    const apo_command_option *options = command->options;
    printf("Usage: apothecary %s%s%s\n\n%s.\n", command->name,
           options[0].name != NULL ? " [OPTION...] " : " ", command->operands,
           command->summary);
    print_paragraphs(command->about);
    puts("\nOptions:");
    for (; options->name != NULL; options++)
        print_option(options);
    static const apo_command_option help = {"help", NULL, NULL, "Print this help."};
    print_option(&help);
    if (command->examples[0].text != NULL)
        puts("\nExamples:");
    for (const apo_example *example = command->examples; example->text != NULL; example++)
        printf("  apothecary %s\n      %s\n", example->text, example->about);
}
