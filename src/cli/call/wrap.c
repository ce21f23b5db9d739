#include "cli/call/wrap.h"

#include <stdio.h>

/* The columns of a word in UTF-8: one for each character. */
static size_t columns_of(apo_span word)
{
    size_t columns = 0;
    for (size_t i = 0; i < word.length; i++)
        columns += ((unsigned char)word.text[i] & 0xC0u) != 0x80u;
    return columns;
}

void apo_print_wrapped(apo_span text, size_t width, size_t column, size_t indent)
{
    bool is_first = true;
    for (;;) {
        apo_span word = apo_span_word(&text);
        size_t columns = columns_of(word);
        if (word.length == 0)
            break;
        if (!is_first && column + 1 + columns > width) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (!is_first) {
            putchar(' ');
            column++;
        }
        fwrite(word.text, 1, word.length, stdout);
        column += columns;
        is_first = false;
    }
    putchar('\n');
}
