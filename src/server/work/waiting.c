#include "server/work/waiting.h"

bool apo_work_waiting_add(apo_work_waiting *all, apo_http_call *fn, void *context,
                          int64_t until_ms)
{
    if (all->count == APO_WORK_WAITING_LEN)
        return false;
    all->list[all->count].fn = fn;
    all->list[all->count].context = context;
    all->list[all->count++].until_ms = until_ms;
    return true;
}

void apo_work_waiting_call(apo_work_waiting *all, int64_t now_ms)
{
    const apo_work_waiting before = *all;
    all->count = 0;
    for (size_t i = 0; i < before.count; i++) {
        if (before.list[i].until_ms > now_ms)
            all->list[all->count++] = before.list[i];
    }
    for (size_t i = 0; i < before.count; i++) {
        if (before.list[i].until_ms <= now_ms)
            before.list[i].fn(before.list[i].context);
    }
}
