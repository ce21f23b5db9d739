/* Keys pressed in a terminal at the worst moment. */
#define _GNU_SOURCE /* ptsname, usleep */
#include "test.h"

#include <fcntl.h>
#include <pthread.h>
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

/* Replaces the reader's read(): presses Ctrl-C between poll(), which has seen a key, and
 * reading it. */
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

/* Slow, so that an earlier prompt is answered earlier. */
int tcsetattr(int descriptor, int actions, const struct termios *state)
{
    (void)actions;
    usleep(100000);
    return ioctl(descriptor, TCSETSW, state);
}

static int open_terminal(void)
{
    master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 || setsid() < 0)
        return 1;
    int slave = open(ptsname(master), O_RDWR);
    if (slave < 0 || ioctl(slave, TIOCSCTTY, 0) != 0 || dup2(slave, STDIN_FILENO) < 0 ||
        dup2(slave, STDOUT_FILENO) < 0)
        return 2;
    alarm(PATIENCE_S);
    return apo_interrupt_install() ? 0 : 3;
}

/* 0 if Ctrl-C is heard and the next line is read whole. */
static int interrupt_while_typing(void)
{
    static apo_line_reader reader;
    apo_span line;
    if (write(master, "e8e", 3) != 3)
        return 4;
    apo_line_reader_init(&reader);
    if (apo_line_edit(&reader, "", &line) != APO_INPUT_INTERRUPTED)
        return 5;
    apo_interrupt_clear();
    if (write(master, "draw\n", 5) != 5 || apo_line_edit(&reader, "", &line) != APO_INPUT_LINE)
        return 6;
    return apo_span_is(line, "draw") ? 0 : 7;
}

/* Presses Ctrl-D as soon as the prompt can be seen, which may be in the middle of a call. */
static void *end_at_prompt(void *unused)
{
    char seen;
    (void)unused;
    while (readv(master, &(struct iovec){&seen, 1}, 1) == 1) {
        if (seen == '>' && write(master, "\x04", 1) != 1)
            abort();
    }
    return NULL;
}

/* 0 if Ctrl-D at a prompt ends the input. */
static int end_after_prompt(void)
{
    static apo_line_reader reader;
    apo_span line;
    pthread_t person;
    is_pressed = true;
    if (pthread_create(&person, NULL, end_at_prompt, NULL) != 0)
        return 4;
    apo_line_reader_init(&reader);
    return apo_line_edit(&reader, ">", &line) == APO_INPUT_END ? 0 : 5;
}

/* Runs it in a process behind a terminal of its own. */
static void assert_works_in_terminal(int (*type)(void))
{
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int fault = open_terminal();
        _exit(fault != 0 ? fault : type());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_interrupt_while_typing(void **state)
{
    (void)state;
    assert_works_in_terminal(interrupt_while_typing);
}

static void test_end_after_prompt(void **state)
{
    (void)state;
    assert_works_in_terminal(end_after_prompt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_interrupt_while_typing),
                                       cmocka_unit_test(test_end_after_prompt)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
