/* The main function of a program that holds a copy of itself for each of several processors
 * (cmake/processors.cmake): runs the best copy that this processor supports. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* APO_PROCESSORS is COPY(name, "x86-64-v3") for each copy, the best one first; the last one
 * runs everywhere. The name is the processor's as an identifier. */
#define COPY(name, processor) int apo_main_##name(int argc, char **argv);
APO_PROCESSORS
#undef COPY

int main(int argc, char **argv)
{
    /* For tests and comparisons: the copy with this name, if this processor can run it. */
    const char *wanted = getenv("APOTHECARY_PROCESSOR");
    __builtin_cpu_init();
#define COPY(name, processor)                                 \
    if ((wanted == NULL || strcmp(wanted, processor) == 0) && \
        __builtin_cpu_supports(processor))                    \
        return apo_main_##name(argc, argv);
    APO_PROCESSORS
#undef COPY
    if (wanted != NULL) {
        fprintf(stderr, "APOTHECARY_PROCESSOR: there is no copy for \"%s\" that runs here; ",
                wanted);
        fputs("the copies are:\n", stderr);
#define COPY(name, processor) fprintf(stderr, "    %s\n", processor);
        APO_PROCESSORS
#undef COPY
        return 2;
    }
    fputs("this processor is older than all that this program was built for\n", stderr);
    return 2;
}
