/* Preloaded into a server, sets its wall clock ahead by as many seconds as the file named by
 * APO_STEP_FILE has bytes. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t which, struct timespec *out)
{
    const char *path = getenv("APO_STEP_FILE");
    struct stat info;
    long code = syscall(SYS_clock_gettime, which, out);
    if (code == 0 && which == CLOCK_REALTIME && path != NULL && stat(path, &info) == 0)
        out->tv_sec += info.st_size;
    return (int)code;
}
