#include "net/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#    include <sys/prctl.h>
#endif

/* Sanitizers map terabytes of address space. */
#ifdef __has_feature
#    if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#        define IS_SANITIZED true
#    endif
#endif
#ifndef IS_SANITIZED
#    define IS_SANITIZED false
#endif

enum {
    LOWEST = 19,      /* priority */
    NOT_STARTED = 127 /* exit status of a child whose program cannot be run */
};

/* Runs in the child. */
static void become(const apo_process_setup *setup, int in, int out)
{
    const struct rlimit memory = {setup->memory_max_bytes, setup->memory_max_bytes};
    const struct rlimit cpu = {setup->cpu_max_s, setup->cpu_max_s};
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(setup->is_asked ? in : nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    if (setup->is_quiet)
        dup2(nothing, STDERR_FILENO);
#ifdef __linux__
    /* The child must not outlive the program that started it. */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_IGN); /* Ctrl-C goes to the server, which ends its children itself */
    if (setup->memory_max_bytes > 0 && !IS_SANITIZED)
        (void)setrlimit(RLIMIT_AS, &memory);
    (void)setrlimit(RLIMIT_CPU, &cpu);
    /* Where the kernel divides CPU time among sessions first, a child must not count towards
     * the server's session. */
    (void)setsid();
    char *const *arguments; /* execv does not modify them, though its type allows it */
    memcpy(&arguments, &setup->arguments, sizeof arguments);
    execv(arguments[0], arguments);
    _exit(NOT_STARTED);
}

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

static void close_pipe(const int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

/* Waits until the child has called exec, because until then it holds our open descriptors and a
 * restarted server could not listen. Then lowers its priority. -1 on failure. */
static pid_t spawn(const apo_process_setup *setup, int in, int out)
{
    int sign[2];
    char none;
    if (!make_pipe(sign))
        return -1;
    pid_t pid = fork();
    if (pid == 0)
        become(setup, in, out);
    close(sign[1]);
    while (pid > 0 && read(sign[0], &none, 1) < 0 && errno == EINTR)
        continue;
    close(sign[0]);
    if (pid > 0)
        (void)setpriority(PRIO_PROCESS, (id_t)pid, LOWEST);
    return pid;
}

apo_status apo_process_start(apo_process *out, const apo_process_setup *setup)
{
    int to[2] = {-1, -1}, from[2] = {-1, -1};
    bool is_ready = make_pipe(from) && (!setup->is_asked || make_pipe(to));
    pid_t pid = is_ready ? spawn(setup, to[0], from[1]) : -1;
    if (pid < 0) {
        close_pipe(to);
        close_pipe(from);
        return APO_E_IO;
    }
    close(from[1]);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    if (setup->is_asked) {
        close(to[0]);
        fcntl(to[1], F_SETFL, O_NONBLOCK);
    }
    *out = (apo_process){pid, to[1], from[0]};
    return APO_OK;
}

bool apo_process_end(apo_process *process)
{
    int status = 0;
    close_pipe((const int[]){process->to, process->from});
    (void)kill(process->pid, SIGKILL);
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    process->pid = 0;
    return !WIFEXITED(status) || WEXITSTATUS(status) != NOT_STARTED;
}
