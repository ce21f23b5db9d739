#include "cli/call/help.h"

#include <string.h>

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

/* Prints the words of `text` from `column` on, with all lines indented to it. */
static void print_wrapped(const char *text, size_t column, size_t indent)
{
    apo_span rest = apo_span_of(text);
    for (;;) {
        apo_span word = apo_span_word(&rest);
        if (word.length == 0)
            break;
        if (column > indent && column + 1 + word.length > WRAP_COLUMN) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)word.length, word.text);
        column += word.length;
    }
    putchar('\n');
}

static void print_paragraphs(const char *text)
{
    while (*text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        char paragraph[1024];
        if (length >= sizeof paragraph)
            length = sizeof paragraph - 1;
        memcpy(paragraph, text, length);
        paragraph[length] = '\0';
        putchar('\n');
        print_wrapped(paragraph, 0, 0);
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
    print_wrapped(option->help, OPTION_COLUMN, OPTION_COLUMN);
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
