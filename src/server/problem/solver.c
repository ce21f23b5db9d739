#include "server/problem/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"

enum {
    ANSWER_MAX = 8192,
    CPU_MAX_S = 120,
    LOWEST = 19 /* priority */
};

struct apo_solver {
    apo_http_watch *watch;
    int from; /* its standard output */
    pid_t pid;
    apo_solver_done *done;
    void *context;
    size_t length;
    char answer[ANSWER_MAX];
};

static void run_child(const char *const *arguments, int out)
{
    const struct rlimit cpu = {CPU_MAX_S, CPU_MAX_S};
    int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_IGN); /* Ctrl-C goes to the server */
    (void)setrlimit(RLIMIT_CPU, &cpu);
    (void)setpriority(PRIO_PROCESS, 0, LOWEST);
    char *const *plain; /* execv does not modify its arguments, though its type allows it */
    memcpy(&plain, &arguments, sizeof plain);
    execv(arguments[0], plain);
    _exit(127);
}

static void reap(apo_solver *solver)
{
    apo_http_watch_free(solver->watch);
    close(solver->from);
    (void)kill(solver->pid, SIGKILL);
    while (waitpid(solver->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

void apo_solver_stop(apo_solver *solver)
{
    if (solver == NULL)
        return;
    reap(solver);
    apo_free(NULL, solver);
}

static void hear(void *context)
{
    apo_solver *solver = context;
    ssize_t count =
        read(solver->from, solver->answer + solver->length, ANSWER_MAX - solver->length);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count > 0) {
        solver->length += (size_t)count;
        if (solver->length < ANSWER_MAX)
            return;
    }
    reap(solver);
    solver->done(solver->context, (apo_span){solver->answer, solver->length});
    apo_free(NULL, solver);
}

static bool make_pipe(int pair[2])
{
    if (pipe(pair) != 0)
        return false;
    fcntl(pair[0], F_SETFD, FD_CLOEXEC);
    fcntl(pair[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* Waits until the child has called exec: until then it holds our open descriptors, and a
 * restarted server could not listen. */
static pid_t spawn(const char *const *arguments, int out)
{
    int sign[2];
    char none;
    if (!make_pipe(sign))
        return -1;
    pid_t pid = fork();
    if (pid == 0)
        run_child(arguments, out);
    close(sign[1]);
    while (pid > 0 && read(sign[0], &none, 1) < 0 && errno == EINTR)
        continue;
    close(sign[0]);
    return pid;
}

static apo_status start(apo_solver *solver, apo_http *http, const char *const *arguments)
{
    int pair[2];
    if (!make_pipe(pair))
        return APO_E_IO;
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    solver->from = pair[0];
    solver->pid = spawn(arguments, pair[1]);
    close(pair[1]);
    if (solver->pid < 0) {
        close(pair[0]);
        return APO_E_IO;
    }
    apo_status status = apo_http_watch_new(&solver->watch, http, pair[0], false, hear, solver);
    if (status != APO_OK)
        reap(solver);
    return status;
}

apo_status apo_solver_run(apo_solver **out, apo_http *http, const char *const *arguments,
                          apo_solver_done *done, void *context)
{
    apo_solver *solver = apo_allocate_zero(NULL, sizeof *solver);
    if (solver == NULL)
        return APO_E_MEMORY;
    solver->done = done;
    solver->context = context;
    apo_status status = start(solver, http, arguments);
    if (status == APO_OK)
        *out = solver;
    else
        apo_free(NULL, solver);
    return status;
}
