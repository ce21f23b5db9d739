#include "server/tournament/arena.h"

#include "game/tournament_arena.h"
#include "server/tournament/placing.h"
#include "store/jobs.h"

int64_t apo_arena_end_ms(const apo_tournament_book *book)
{
    return ((int64_t)book->plan.closes_s + (int64_t)book->plan.minutes * 60) * 1000;
}

bool apo_arena_is_over(const apo_tournament_book *book, int64_t now_ms)
{
    return now_ms >= apo_arena_end_ms(book) || book->pairing_count >= APO_ARENA_GAMES_MAX;
}

void apo_arena_wait(const apo_tournament_step *on)
{
    apo_store_add_job(on->batch, APO_TOURNAMENT_JOB, on->book->row.id, APO_ARENA_JOB,
                      on->now_ms + APO_ARENA_WAVE_MS);
}

static apo_status begin_pairs(apo_tournament_step *on, const apo_tournament_pair *pairs,
                              unsigned count)
{
    apo_tournament_book *book = on->book;
    apo_game_setup setup;
    apo_status status = apo_tournament_fill_setup(&setup, on, ++book->row.round);
    for (unsigned i = 0; i < count && status == APO_OK; i++) {
        const apo_store_pairing place = {.round = book->row.round, .board = i + 1, .part = 1};
        status = apo_tournament_add_pairing(on, &pairs[i], &place);
        if (status == APO_OK)
            status =
                apo_tournament_begin_game(on, &setup, &book->pairings[book->pairing_count - 1]);
    }
    return status;
}

apo_status apo_arena_wave(apo_app *app, apo_tournament_book *book, apo_store_batch *batch,
                          bool *has_changed)
{
    apo_tournament_step on = apo_tournament_step_start(app, book, batch);
    *has_changed = true;
    if (book->row.state != APO_STORE_TOURNAMENT_RUNNING)
        return APO_OK; /* it is over; drops the job */
    if (apo_arena_is_over(book, on.now_ms)) {
        *has_changed = apo_tournament_is_complete(book);
        if (!*has_changed) {
            apo_arena_wait(&on);
            return APO_OK;
        }
        apo_status status = apo_tournament_end(&on);
        return status == APO_OK ? apo_tournament_step_finish(&on) : status;
    }
    apo_tournament_sheet sheet;
    apo_tournament_pair pairs[APO_ARENA_PLAYERS_MAX / 2];
    unsigned count = 0;
    apo_status status = apo_tournament_sheet_make(&sheet, book);
    if (status != APO_OK)
        return status;
    status = apo_arena_pair(pairs, &count, &sheet.tournament);
    apo_tournament_sheet_clear(&sheet);
    *has_changed = count > 0;
    if (status != APO_OK)
        return status;
    apo_arena_wait(&on);
    if (count == 0)
        return APO_OK;
    status = begin_pairs(&on, pairs, count);
    return status == APO_OK ? apo_tournament_step_finish(&on) : status;
}

void apo_arena_pause(apo_tournament_book *book, unsigned loser, apo_store_batch *batch)
{
    apo_store_entry *entry = &book->entries[loser];
    if (entry->has_left)
        return;
    entry->has_left = true;
    book->row.entry_count--;
    apo_store_set_entry(batch, entry);
}
