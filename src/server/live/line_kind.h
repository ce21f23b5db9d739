/* The kinds of the jobs that play conditional lines. Jobs of one kind run one after another,
 * and each waits for the disk; with several kinds, the lines of different games run side by
 * side. */
#ifndef APO_SERVER_LIVE_LINE_KIND_H
#define APO_SERVER_LIVE_LINE_KIND_H

#include "base/span.h"

enum {
    APO_LINE_KINDS = 4
};

/* Number `index` of them; static. */
const char *apo_line_kind_at(unsigned index);

/* The kind for a game: always the same one. */
const char *apo_line_kind(apo_span game);

#endif
