/* The output of replayed games. */
#include "cli/io/print_buffer.h"
#include "cli/replay/replay.h"
#include "cli/view/sentences.h"
#include "notation/pgn_writer.h"
#include "notation/result.h"

static void add_fen(apo_text *text, const apo_record *record)
{
    apo_fen_write(text, apo_game_position(record->game));
}

static void add_points(apo_buffer *out, const apo_position *pos)
{
    int points[APO_SIDES];
    if (!apo_position_points(pos, points))
        return;
    apo_buffer_add(out, ", points ");
    apo_buffer_add_number(out, points[APO_WHITE]);
    apo_buffer_add_char(out, '-');
    apo_buffer_add_number(out, points[APO_BLACK]);
}

static void print_summary(apo_replay *replay, const apo_record *record)
{
    apo_buffer *out = &replay->out;
    apo_outcome outcome = apo_game_info_of(record->game).outcome;
    if (!replay->is_only_file) {
        apo_buffer_add(out, replay->file);
        apo_buffer_add(out, ": ");
    }
    apo_buffer_add(out, "game ");
    apo_buffer_add_number(out, (int64_t)replay->game_index);
    apo_buffer_add(out, ": ");
    apo_buffer_add(out, apo_result_text(outcome.white_quarters));
    apo_buffer_add_char(out, ' ');
    apo_buffer_add(out, record->is_broken ? "broken off" : apo_ending_word(outcome.ending));
    apo_buffer_add(out, ", ");
    apo_buffer_add_number(out, (int64_t)apo_game_info_of(record->game).length);
    apo_buffer_add(out, " half-moves of ");
    apo_buffer_add(out, record->labels.variant);
    if (outcome.ending == APO_ENDING_REPETITION || outcome.ending == APO_ENDING_MOVE_COUNT)
        add_points(out, apo_game_position(record->game));
    apo_buffer_add_char(out, '\n');
}

static void print_json(apo_replay *replay, const apo_record *record)
{
    apo_buffer *out = &replay->out;
    apo_outcome outcome = apo_game_info_of(record->game).outcome;
    apo_position pos = *apo_game_info_of(record->game).start;
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_json_open(out, NULL, '{');
    apo_json_add_string(out, "file", replay->file);
    apo_json_add_number(out, "game", (int64_t)replay->game_index);
    apo_json_add_string(out, "variant", record->labels.variant);
    apo_json_add_flag(out, "ok", !record->is_broken);
    apo_json_add_string(out, "result", apo_result_text(outcome.white_quarters));
    apo_json_add_string(out, "reason", apo_ending_word(outcome.ending));
    apo_fen_write(&text, &pos);
    apo_json_add_string(out, "start", buf);
    apo_json_open(out, "moves", '[');
    for (size_t i = 0; i < apo_game_info_of(record->game).length; i++) {
        char move_buf[APO_COORDINATE_MAX];
        apo_text words = apo_text_start(move_buf, sizeof move_buf);
        apo_move mv = apo_game_move(record->game, i);
        apo_undo undo;
        apo_coordinate_write(&words, &pos, &mv);
        apo_json_add_string(out, NULL, move_buf);
        apo_make(&pos, &mv, &undo);
    }
    apo_json_close(out, ']');
    text = apo_text_start(buf, sizeof buf);
    add_fen(&text, record);
    apo_json_add_string(out, "final", buf);
    apo_json_close(out, '}');
}

/* "12. P e3-e5", "12... p e8-e6". */
static void print_courier(apo_replay *replay, const apo_record *record)
{
    apo_buffer *out = &replay->out;
    apo_position pos = *apo_game_info_of(record->game).start;
    for (size_t i = 0; i < apo_game_info_of(record->game).length; i++) {
        char buf[APO_COURIER_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_move mv = apo_game_move(record->game, i);
        apo_setup setup;
        apo_undo undo;
        apo_position_to_setup(&pos, &setup);
        apo_courier_write(&text, &pos, &mv);
        apo_buffer_add_number(out, setup.move_number);
        apo_buffer_add(out, setup.side == APO_WHITE ? ". " : "... ");
        apo_buffer_add(out, buf);
        apo_buffer_add_char(out, '\n');
        apo_make(&pos, &mv, &undo);
    }
    apo_buffer_add_char(out, '\n');
}

/* A game read from PGN keeps its comments, variations and tags. */
static void print_pgn(apo_replay *replay, const apo_record *record)
{
    if (record->pgn != NULL)
        apo_pgn_write(&replay->out, record->pgn);
    else
        apo_game_write_pgn(&replay->out, record->game, &record->labels);
}

static void print_fen(apo_replay *replay, const apo_record *record)
{
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    add_fen(&text, record);
    apo_buffer_add(&replay->out, buf);
    apo_buffer_add_char(&replay->out, '\n');
}

void apo_replay_print(apo_replay *replay, const apo_record *record)
{
    if (record->game == NULL)
        return;
    switch (replay->form) {
    case APO_REPLAY_SUMMARY: print_summary(replay, record); break;
    case APO_REPLAY_JSON: print_json(replay, record); break;
    case APO_REPLAY_PGN: print_pgn(replay, record); break;
    case APO_REPLAY_COURIER: print_courier(replay, record); break;
    case APO_REPLAY_FEN: print_fen(replay, record); break;
    }
    /* Long files are printed while they are read; JSON is one value. */
    if (replay->form != APO_REPLAY_JSON && apo_buffer_print(&replay->out) != APO_EXIT_OK)
        replay->has_failed = true;
}
