/* Logs of Game Courier. */
#include <string.h>

#include "cli/call/message.h"
#include "cli/replay/replay.h"
#include "notation/courier_log.h"

/* The variant and start of the command line, for logs that do not name them. */
static void add_options(const apo_replay *replay, apo_pgn_game *pgn)
{
    bool is_fen = replay->start != NULL && strchr(replay->start, '/') != NULL;
    const char *tag = is_fen ? "FEN" : "Setup";
    if (replay->start != NULL && apo_pgn_tag_get(pgn, "FEN").length == 0 &&
        apo_pgn_tag_get(pgn, "Setup").length == 0)
        (void)apo_pgn_tag_set(pgn, apo_span_of(tag), apo_span_of(replay->start));
}

static bool open_log(apo_replay *replay, apo_record *record, apo_pgn_game *pgn, size_t from)
{
    if (apo_pgn_tag_get(pgn, "Variant").length == 0 && replay->variant == NULL) {
        apo_report_error("%s: the file names no game; use --variant", replay->file);
        replay->has_failed = true;
        return false;
    }
    add_options(replay, pgn);
    return apo_replay_open_start(replay, record, pgn, from);
}

/* The line from the move on. */
static apo_span move_at(apo_span text, size_t position)
{
    apo_span rest = apo_span_part(text, position, text.length), line = {NULL, 0};
    apo_span_line(&rest, &line);
    return apo_span_trim(line);
}

static void report(apo_replay *replay, const apo_pgn_game *pgn, const apo_error *err)
{
    apo_position pos;
    if (err->status == APO_E_ILLEGAL &&
        apo_pgn_position(&pos, pgn, apo_replay_last_node(pgn)) == APO_OK)
        apo_replay_report_move(replay, &pos, move_at(replay->text, err->position), err);
    else
        apo_replay_report_error(replay, err->position, err->detail, apo_span_of(""));
}

static void replay_log(apo_replay *replay, apo_courier_log *log, apo_pgn_game *pgn)
{
    apo_record record = {.game = NULL};
    apo_error err = {.detail = ""};
    if (apo_courier_log_read_tags(log, pgn) != APO_OK) {
        apo_report_error("%s", apo_status_message(APO_E_MEMORY));
        replay->has_failed = true;
    } else if (open_log(replay, &record, pgn, log->begin)) {
        if (apo_courier_log_read_moves(log, pgn, &err) != APO_OK) {
            report(replay, pgn, &err);
            record.is_broken = true;
        }
        apo_replay_play_tree(replay, &record, pgn);
    }
    apo_record_clear(&record);
}

void apo_replay_logs(apo_replay *replay)
{
    apo_courier_log log;
    apo_courier_log_start(&log, replay->text);
    for (replay->game_index = 1; apo_courier_log_has_game(&log); replay->game_index++) {
        apo_pgn_game pgn;
        apo_pgn_game_init(&pgn, NULL);
        replay_log(replay, &log, &pgn);
        apo_pgn_game_clear(&pgn);
    }
}
