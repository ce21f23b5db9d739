#include "server/invite/job.h"

#include "server/invite/invite.h"
#include "server/jobs/jobs.h"

static void do_job(void *context, apo_job *job)
{
    apo_app *app = context;
    apo_invite_act act;
    int64_t now_ms = apo_http_wall_clock_ms();
    apo_store_batch *batch = apo_store_batch_new();
    apo_status status =
        apo_store_find_invitation(app->store, &act.row, apo_span_of(apo_job_row(job)->subject));
    if (status != APO_OK && status != APO_E_UNKNOWN) {
        apo_store_batch_free(batch);
        apo_job_end(job, status);
        return;
    }
    /* The job of an earlier offer finds a later time in the row and does nothing. */
    if (status == APO_OK && apo_invite_expire(&act, now_ms)) {
        apo_invite_store(batch, &act);
        apo_invite_tell(app, batch, &act);
    } else if (status == APO_OK && act.row.fate != APO_FATE_OPEN && now_ms >= act.row.due_ms)
        apo_store_drop_invitation(batch, act.row.id);
    apo_job_done(job, batch);
}

void apo_invite_start(apo_app *app)
{
    apo_jobs_add(app->jobs, "invitation", do_job);
}
