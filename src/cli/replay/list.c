/* Move lists without tags: coordinates or bare SAN, and in cards also Game Courier. */
#include "cli/call/message.h"
#include "cli/replay/replay.h"
#include "notation/movelist.h"

static bool is_blank_or_end(apo_span text, size_t at)
{
    return at >= text.length || apo_is_blank(text.text[at]) || text.text[at] == '\n';
}

/* The text of the move at `position`: a word, or in Game Courier lists the rest of the line. */
static apo_span move_at(apo_span text, size_t position, enum apo_movelist_form form)
{
    size_t start = position, end;
    if (start >= text.length)
        return apo_span_of("");
    while (start > 0 && !is_blank_or_end(text, start - 1))
        start--;
    /* "P e4-e9": the letter before the squares is part of the move. */
    if (form == APO_MOVELIST_COURIER && start >= 2 && apo_is_letter(text.text[start - 2]))
        start -= 2;
    for (end = start; end < text.length && text.text[end] != '\n'; end++) {
        if (form != APO_MOVELIST_COURIER && is_blank_or_end(text, end))
            break;
    }
    return apo_span_trim(apo_span_part(text, start, end - start));
}

void apo_record_play_list(apo_replay *replay, apo_record *record, apo_span moves)
{
    enum apo_movelist_form form = apo_movelist_detect(moves);
    size_t offset = (size_t)(moves.text - replay->text.text);
    apo_movelist list;
    apo_movelist_start(&list, moves, form);
    for (;;) {
        const apo_position *pos = apo_game_position(record->game);
        apo_move mv;
        apo_error err;
        bool is_end = false;
        size_t before = list.position;
        apo_status status = apo_movelist_next(&list, pos, &mv, &is_end, &err);
        if (status != APO_OK) {
            apo_span text = move_at(moves, err.position, form);
            err.position += offset;
            if (apo_game_info_of(record->game).is_over)
                apo_replay_report_over(replay, record->game, err.position);
            else
                apo_replay_report_move(replay, pos, text, &err);
            record->is_broken = true;
            return;
        }
        if (is_end)
            return;
        while (before < moves.length && apo_is_blank(moves.text[before]))
            before++;
        if (!apo_record_play(replay, record, &mv, offset + before))
            return;
    }
}

void apo_replay_list(apo_replay *replay)
{
    apo_record record = {.game = NULL};
    replay->game_index = 1;
    if (replay->variant == NULL) {
        apo_report_error("%s: the file names no game; use --variant", replay->file);
        replay->has_failed = true;
        return;
    }
    if (apo_record_open(replay, &record, apo_span_of(replay->variant)) &&
        apo_record_start(replay, &record, apo_span_of(replay->start), 0)) {
        apo_record_play_list(replay, &record, replay->text);
        apo_replay_print(replay, &record);
    }
    apo_record_clear(&record);
}
