/* Perft on several threads: the moves of the first two plies become jobs. */
#ifndef APO_CLI_LAB_PERFT_THREADS_H
#define APO_CLI_LAB_PERFT_THREADS_H

#include "base/status.h"
#include "cli/view/move_lines.h"

enum {
    APO_THREADS_MAX = 256
};

typedef struct apo_perft_run {
    unsigned threads;  /* 1 .. APO_THREADS_MAX */
    bool has_progress; /* report on stderr while it runs */
} apo_perft_run;

/* Counts the move sequences of `depth` (at least 1) plies that begin with each of the moves of
 * `lines`, all legal in `pos`, into `out_counts`. Errors: APO_E_MEMORY; APO_E_OVERFLOW: some
 * position has more moves than a list holds; APO_E_IO: no thread could be started. */
apo_status apo_perft_count(uint64_t *out_counts, const apo_position *pos,
                           const apo_move_line *lines, size_t count, unsigned depth,
                           const apo_perft_run *run);

#endif
