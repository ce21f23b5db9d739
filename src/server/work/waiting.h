/* Requests for work that wait until there is some, so that work is begun at once. Loop's
 * thread. */
#ifndef APO_SERVER_WORK_WAITING_H
#define APO_SERVER_WORK_WAITING_H

#include <stddef.h>
#include <stdint.h>

#include "net/http.h"

enum {
    APO_WORK_WAITING_LEN = 64, /* requests at once; those beyond do not wait */
    APO_WORK_WAIT_MAX_S = 20   /* the longest that one waits */
};

typedef struct apo_work_waiting {
    struct {
        apo_http_call *fn;
        void *context;
        int64_t until_ms; /* of apo_http_ticks_ms */
    } list[APO_WORK_WAITING_LEN];

    size_t count;
} apo_work_waiting;

/* Calls fn(context) once: when there may be work, or at `until_ms`. False: too many wait. */
bool apo_work_waiting_add(apo_work_waiting *all, apo_http_call *fn, void *context,
                          int64_t until_ms);

/* Calls those whose time has come; with INT64_MAX all. A call may add itself again. */
void apo_work_waiting_call(apo_work_waiting *all, int64_t now_ms);

#endif
