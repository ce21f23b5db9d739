/* Checks a stranger's definition before it is published: its faults, and the cost of compiling
 * and playing it. docs/publishing.md has the limits, and how they were measured. */
#ifndef APO_SERVER_WORKSHOP_INSPECTION_H
#define APO_SERVER_WORKSHOP_INSPECTION_H

#include "base/buffer.h"
#include "base/error.h"
#include "definition/file/bounds.h"
#include "server/web/token.h"
#include "store/published.h"

enum {
    APO_INSPECTION_TEXT_MAX = 64 * 1024 /* bytes; the longest of our definitions has 8,500 */
};

typedef struct apo_inspection_limits {
    const apo_bounds *game; /* borrowed */
    int64_t trial_ms;       /* CPU time of the trial games: ample, a guard against surprises */
} apo_inspection_limits;

extern const apo_inspection_limits apo_inspection_standard;

/* What an inspection finds. */
typedef struct apo_inspection {
    apo_status status;     /* APO_OK: it may be published */
    apo_fault_list faults; /* of the text; each with line and column */
    /* A sentence; "" if it is fine, or if there are faults. */
    char reason[APO_ERROR_DETAIL_MAX];
    apo_buffer bundle;                  /* the text with its bases (definition/file/bundle.h) */
    apo_buffer pieces;                  /* their lines (server/web/piece_words.h) */
    char digest[APO_TOKEN_DIGEST_TEXT]; /* of the bundle */
    char name[APO_STORE_GAME_NAME_MAX]; /* of the game */
    unsigned files, ranks, rows, starts;
    size_t bytes; /* of the compiled game */
} apo_inspection;

/* Inspects a text. The outcome is in `out->status`: APO_OK; APO_E_DEFINITION: see faults and
 * reason; APO_E_TOO_LARGE: beyond the limits, see reason; APO_E_MEMORY. End with
 * apo_inspection_clear in any case. Takes up to some hundred milliseconds: for a worker. Any
 * thread. */
void apo_inspection_run(apo_inspection *out, apo_span text,
                        const apo_inspection_limits *limits);
void apo_inspection_clear(apo_inspection *inspection);

#endif
