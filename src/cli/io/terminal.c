#include "cli/io/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/span.h"

enum {
    WIDTH_USUAL = 80,
    WIDTH_MIN = 20,
    WIDTH_MAX = 1000
};

bool apo_terminal_is_interactive(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0';
}

static bool is_dumb(void)
{
    const char *term = getenv("TERM");
    return term == NULL || term[0] == '\0' || strcmp(term, "dumb") == 0;
}

bool apo_terminal_has_cursor(void)
{
    return apo_terminal_is_interactive() && !is_dumb();
}

bool apo_terminal_has_colour(const char *when)
{
    if (when != NULL && strcmp(when, "always") == 0)
        return true;
    if (when != NULL && strcmp(when, "never") == 0)
        return false;
    return isatty(STDOUT_FILENO) && !is_set("NO_COLOR") && !is_dumb();
}

static unsigned limit_width(uint32_t width)
{
    return width < WIDTH_MIN ? WIDTH_MIN : width > WIDTH_MAX ? WIDTH_MAX : width;
}

unsigned apo_terminal_width(void)
{
    struct winsize size;
    uint32_t columns;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return limit_width(size.ws_col);
    if (is_set("COLUMNS") &&
        apo_span_number(apo_span_of(getenv("COLUMNS")), WIDTH_MAX, &columns))
        return limit_width(columns);
    return WIDTH_USUAL;
}
