/* An editor for a line typed in a terminal: arrow keys, Home and End, and the keys of Emacs
 * (Ctrl-A E B F D K U W); the up and down arrows recall earlier lines. Meanwhile the terminal
 * itself does not echo keys. */
#ifndef APO_CLI_PLAY_LINE_EDITOR_H
#define APO_CLI_PLAY_LINE_EDITOR_H

#include <termios.h>

#include "base/span.h"

enum {
    APO_EDITOR_LINE_MAX = 1024, /* bytes; more are ignored */
    APO_EDITOR_LINES = 64       /* that can be recalled */
};

enum apo_edit {
    APO_EDIT_MORE, /* the line is not complete yet */
    APO_EDIT_LINE, /* it is complete */
    APO_EDIT_END   /* Ctrl-D in an empty line */
};

typedef struct apo_line_editor {
    struct termios usual; /* how the terminal is left */
    unsigned column;      /* where the line begins, from 0 */
    char line[APO_EDITOR_LINE_MAX];
    size_t length, cursor;
    size_t first; /* shown: a long line is shown in part */
    char keys[8]; /* the beginning of an escape sequence */
    size_t key_count;
    char lines[APO_EDITOR_LINES][APO_EDITOR_LINE_MAX]; /* earlier ones, a ring */
    size_t line_count,
        shown; /* number of lines so far; index of the line shown, or line_count */
} apo_line_editor;

/* Shows `prompt`, whose bytes take one column each. For a terminal only; apo_line_editor_end
 * restores its state. */
void apo_line_editor_begin(apo_line_editor *editor, const char *prompt);
void apo_line_editor_end(apo_line_editor *editor);

/* Takes a typed byte, and shows its effect. */
enum apo_edit apo_line_editor_take(apo_line_editor *editor, char byte);

/* The line; borrowed until the next begins. */
apo_span apo_line_editor_line(const apo_line_editor *editor);

#endif
