/* Ctrl-C in a terminal, at the worst moment. */
#define _GNU_SOURCE /* ptsname, usleep */
#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/span.h"
#include "cli/io/interrupt.c"
#include "cli/play/line_editor.c"
#include "cli/play/line_reader.c"

enum {
    PATIENCE_S = 100
};

static int master = -1;
static bool is_pressed;

unsigned apo_terminal_width(void)
{
    return 80;
}

/* The reader's: Ctrl-C is pressed after poll() has seen a key and before it is read. */
ssize_t read(int descriptor, void *bytes, size_t count)
{
    const struct iovec to = {bytes, count};
    if (descriptor == STDIN_FILENO && !is_pressed) {
        is_pressed = true;
        if (write(master, "\x03", 1) != 1)
            abort();
        while (!apo_interrupt_is_set())
            usleep(1000);
    }
    return readv(descriptor, &to, 1);
}

/* Behind a terminal of its own: 0 if Ctrl-C is heard and the next line is read whole. */
static int interrupt_while_typing(void)
{
    static apo_line_reader reader;
    apo_span line;
    master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 || setsid() < 0)
        return 1;
    int slave = open(ptsname(master), O_RDWR);
    if (slave < 0 || ioctl(slave, TIOCSCTTY, 0) != 0 || dup2(slave, STDIN_FILENO) < 0 ||
        dup2(slave, STDOUT_FILENO) < 0)
        return 2;
    alarm(PATIENCE_S);
    if (!apo_interrupt_install() || write(master, "e8e", 3) != 3)
        return 3;
    apo_line_reader_init(&reader);
    if (apo_line_edit(&reader, 0, &line) != APO_INPUT_INTERRUPTED)
        return 4;
    apo_interrupt_clear();
    if (write(master, "draw\n", 5) != 5 || apo_line_edit(&reader, 0, &line) != APO_INPUT_LINE)
        return 5;
    return apo_span_is(line, "draw") ? 0 : 6;
}

static void test_interrupt_while_typing(void **state)
{
    (void)state;
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(interrupt_while_typing());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_interrupt_while_typing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
