#include "server/follow.h"

#include "base/text.h"
#include "server/chores.h"

/* Kinds of tasks about a game that has ended. */
static const char *const at_end[] = {"rating", "contest", "archive"};

static void add_tasks(apo_app *app, apo_store_batch *batch, const apo_store_game *row,
                      const char *const *kinds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!apo_chores_know(app->chores, kinds[i]))
            continue;
        apo_store_task task = {.due_ms = row->changed_ms};
        apo_text kind = apo_text_start(task.kind, sizeof task.kind);
        apo_text subject = apo_text_start(task.subject, sizeof task.subject);
        apo_text_add(&kind, kinds[i]);
        apo_text_add(&subject, row->id);
        apo_store_add_task(batch, &task);
    }
}

void apo_follow_game(apo_app *app, apo_store_batch *batch, enum apo_store_state before,
                     const apo_store_game *row, const apo_room *room)
{
    (void)room;
    if (before == APO_STORE_PLAYING && row->state == APO_STORE_FINISHED)
        add_tasks(app, batch, row, at_end, sizeof at_end / sizeof at_end[0]);
}
