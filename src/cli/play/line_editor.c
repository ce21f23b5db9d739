#include "cli/play/line_editor.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/io/terminal.h"

enum {
    CTRL_A = 1,
    CTRL_B = 2,
    CTRL_D = 4,
    CTRL_E = 5,
    CTRL_F = 6,
    CTRL_H = 8,
    CTRL_K = 11,
    CTRL_N = 14,
    CTRL_P = 16,
    CTRL_U = 21,
    CTRL_W = 23,
    ESCAPE = 27,
    DELETE = 127
};

/* --- characters ---------------------------------------------------------- */

static bool is_inside(char byte)
{
    return ((unsigned char)byte & 0xC0U) == 0x80U;
}

static size_t before(const apo_line_editor *editor, size_t at)
{
    while (at > 0 && is_inside(editor->line[--at])) {
    }
    return at;
}

static size_t after(const apo_line_editor *editor, size_t at)
{
    if (at < editor->length)
        at++;
    while (at < editor->length && is_inside(editor->line[at]))
        at++;
    return at;
}

static size_t columns(const apo_line_editor *editor, size_t from, size_t to)
{
    size_t count = 0;
    for (; from < to; from++)
        count += !is_inside(editor->line[from]);
    return count;
}

/* --- showing ------------------------------------------------------------- */

static void go_to(size_t column)
{
    putchar('\r');
    if (column > 0)
        printf("\x1b[%uC", (unsigned)column);
}

/* Writes the part around the cursor that fits the terminal's line. */
static void show(apo_line_editor *editor)
{
    size_t width = apo_terminal_width();
    size_t space = width > editor->column + 2 ? width - editor->column - 1 : 1;
    if (editor->first > editor->cursor)
        editor->first = editor->cursor;
    while (columns(editor, editor->first, editor->cursor) >= space)
        editor->first = after(editor, editor->first);
    size_t end = editor->first;
    while (end < editor->length && columns(editor, editor->first, end) < space)
        end = after(editor, end);
    go_to(editor->column);
    fwrite(editor->line + editor->first, 1, end - editor->first, stdout);
    fputs("\x1b[K", stdout);
    go_to(editor->column + columns(editor, editor->first, editor->cursor));
    fflush(stdout);
}

/* --- changes ------------------------------------------------------------- */

static void cut(apo_line_editor *editor, size_t from, size_t to)
{
    memmove(editor->line + from, editor->line + to, editor->length - to);
    editor->length -= to - from;
    editor->cursor = from;
}

static void insert(apo_line_editor *editor, char byte)
{
    if (editor->length + 1 >= sizeof editor->line)
        return;
    memmove(editor->line + editor->cursor + 1, editor->line + editor->cursor,
            editor->length - editor->cursor);
    editor->line[editor->cursor++] = byte;
    editor->length++;
}

static size_t word_start(const apo_line_editor *editor)
{
    size_t at = editor->cursor;
    while (at > 0 && editor->line[at - 1] == ' ')
        at--;
    while (at > 0 && editor->line[at - 1] != ' ')
        at--;
    return at;
}

/* Shows an earlier line, or an empty one after the last of them. */
static void bring(apo_line_editor *editor, size_t number)
{
    size_t oldest =
        editor->line_count > APO_EDITOR_LINES ? editor->line_count - APO_EDITOR_LINES : 0;
    if (number < oldest || number > editor->line_count)
        return;
    editor->shown = number;
    editor->length = 0;
    if (number < editor->line_count) {
        const char *line = editor->lines[number % APO_EDITOR_LINES];
        editor->length = strlen(line);
        memcpy(editor->line, line, editor->length);
    }
    editor->cursor = editor->length;
    editor->first = 0;
}

static void keep(apo_line_editor *editor)
{
    size_t last = editor->line_count - 1;
    editor->line[editor->length] = '\0';
    if (editor->length == 0 ||
        (editor->line_count > 0 &&
         strcmp(editor->lines[last % APO_EDITOR_LINES], editor->line) == 0))
        return;
    memcpy(editor->lines[editor->line_count++ % APO_EDITOR_LINES], editor->line,
           editor->length + 1);
}

/* --- keys ---------------------------------------------------------------- */

/* The control key for what arrow keys, Home and the like send after "\x1b[" or "\x1bO". */
static char control_of(const char *keys, size_t count)
{
    static const struct {
        const char *sent;
        char control;
    } names[] = {{"A", CTRL_P},  {"B", CTRL_N},  {"C", CTRL_F},  {"D", CTRL_B},
                 {"H", CTRL_A},  {"F", CTRL_E},  {"1~", CTRL_A}, {"4~", CTRL_E},
                 {"7~", CTRL_A}, {"8~", CTRL_E}, {"3~", CTRL_D}};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].sent) == count && memcmp(names[i].sent, keys, count) == 0)
            return names[i].control;
    }
    return 0;
}

static void press(apo_line_editor *editor, char key)
{
    size_t cursor = editor->cursor;
    switch (key) {
    case CTRL_A: editor->cursor = 0; break;
    case CTRL_E: editor->cursor = editor->length; break;
    case CTRL_B: editor->cursor = before(editor, cursor); break;
    case CTRL_F: editor->cursor = after(editor, cursor); break;
    case CTRL_D: cut(editor, cursor, after(editor, cursor)); break;
    case CTRL_H:
    case DELETE: cut(editor, before(editor, cursor), cursor); break;
    case CTRL_K: cut(editor, cursor, editor->length); break;
    case CTRL_U: cut(editor, 0, cursor); break;
    case CTRL_W: cut(editor, word_start(editor), cursor); break;
    case CTRL_P: bring(editor, editor->shown - 1); break;
    case CTRL_N: bring(editor, editor->shown + 1); break;
    default:
        if ((unsigned char)key >= ' ')
            insert(editor, key);
    }
}

/* A byte of an escape sequence: those end with a letter or '~', after '[' or 'O'. */
static void take_escape(apo_line_editor *editor, char byte)
{
    size_t count = editor->key_count;
    bool is_start = count == 1 && (byte == '[' || byte == 'O');
    editor->keys[editor->key_count++] = byte;
    if (is_start || (count > 1 && byte < '@' && editor->key_count < sizeof editor->keys))
        return;
    editor->key_count = 0;
    if (count > 1)
        press(editor, control_of(editor->keys + 2, count - 1));
}

enum apo_edit apo_line_editor_take(apo_line_editor *editor, char byte)
{
    if (editor->key_count > 0) {
        take_escape(editor, byte);
    } else if (byte == ESCAPE) {
        editor->keys[editor->key_count++] = byte;
    } else if (byte == '\n' || byte == '\r') {
        keep(editor);
        putchar('\n');
        fflush(stdout);
        return APO_EDIT_LINE;
    } else if (byte == CTRL_D && editor->length == 0) {
        return APO_EDIT_END;
    } else {
        press(editor, byte);
    }
    show(editor);
    return APO_EDIT_MORE;
}

apo_span apo_line_editor_line(const apo_line_editor *editor)
{
    return (apo_span){editor->line, editor->length};
}

/* Turns off the terminal's own handling of keys. */
static void take_keys(apo_line_editor *editor)
{
    struct termios raw;
    if (tcgetattr(STDIN_FILENO, &editor->usual) != 0)
        return;
    raw = editor->usual;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    /* Otherwise Ctrl-C discards the input that poll() has seen, and read() waits for more. */
    raw.c_lflag |= NOFLSH;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

void apo_line_editor_begin(apo_line_editor *editor, const char *prompt)
{
    editor->column = (unsigned)strlen(prompt);
    editor->length = editor->cursor = editor->first = editor->key_count = 0;
    editor->shown = editor->line_count;
    /* Done before the prompt, because as soon as people see it they may press Ctrl-D, which the
     * terminal would otherwise handle itself and pass to read() as a zero byte. */
    take_keys(editor);
    fputs(prompt, stdout);
    fflush(stdout);
}

void apo_line_editor_end(apo_line_editor *editor)
{
    (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &editor->usual);
}
