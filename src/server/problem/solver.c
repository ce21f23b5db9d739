#include "server/problem/solver.h"

#include <errno.h>
#include <unistd.h>

#include "base/alloc.h"
#include "net/process.h"

enum {
    ANSWER_MAX = 8192,
    CPU_MAX_S = 120
};

struct apo_solver {
    apo_http_watch *watch;
    apo_process process;
    apo_solver_done *done;
    void *context;
    size_t length;
    char answer[ANSWER_MAX];
};

static void reap(apo_solver *solver)
{
    apo_http_watch_free(solver->watch);
    (void)apo_process_end(&solver->process);
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
    ssize_t count = read(solver->process.from, solver->answer + solver->length,
                         ANSWER_MAX - solver->length);
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

static apo_status start(apo_solver *solver, apo_http *http, const char *const *arguments)
{
    const apo_process_setup setup = {
        .arguments = arguments, .is_quiet = true, .cpu_max_s = CPU_MAX_S};
    apo_status status = apo_process_start(&solver->process, &setup);
    if (status != APO_OK)
        return status;
    status =
        apo_http_watch_new(&solver->watch, http, solver->process.from, false, hear, solver);
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
