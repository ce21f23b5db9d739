#include "cli/match/player.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "api/host.h"
#include "protocol/chess960.h"

enum {
    LEAVE_MS = 1000 /* for a program to exit by itself */
};

static const apo_player_kind *kind_of(const apo_player *player)
{
    return player->spec->protocol == APO_MATCH_XBOARD ? &apo_player_xboard : &apo_player_uci;
}

static void describe_fault(char *fault, const apo_player *player, enum apo_answer answer)
{
    const char *what = answer == APO_ANSWER_LATE ? "does not answer" : "has ended";
    if (answer == APO_ANSWER_NONE)
        what = "does not know this game";
    snprintf(fault, APO_FAULT_TEXT_MAX, "%s %s", player->spec->name, what);
}

static enum apo_answer start(apo_player *player, char *fault)
{
    const char *command = player->spec->command;
    if (apo_child_start(&player->child, command) != APO_OK) {
        snprintf(fault, APO_FAULT_TEXT_MAX, "%s cannot be started: %s", player->spec->name,
                 strerror(errno));
        return APO_ANSWER_DEAD;
    }
    enum apo_answer answer = kind_of(player)->greet(player);
    if (answer != APO_ANSWER_MOVE)
        describe_fault(fault, player, answer);
    return answer;
}

enum apo_answer apo_player_begin(apo_player *player, const apo_request *turn, char *fault)
{
    enum apo_answer answer = APO_ANSWER_MOVE;
    if (!apo_child_is_running(&player->child))
        answer = start(player, fault);
    if (answer == APO_ANSWER_MOVE) {
        answer = kind_of(player)->begin(player, turn);
        if (answer != APO_ANSWER_MOVE)
            describe_fault(fault, player, answer);
    }
    if (answer != APO_ANSWER_MOVE)
        apo_child_stop(&player->child, 0);
    return answer;
}

void apo_player_think(apo_player *player, const apo_request *turn, apo_thought *out)
{
    int64_t before_ms = apo_child_work_ms(&player->child);
    int64_t start_ms = apo_engine_now(NULL);
    *out = (apo_thought){.answer = APO_ANSWER_DEAD};
    out->answer = kind_of(player)->think(player, turn, out);
    out->time_ms = apo_engine_now(NULL) - start_ms;
    int64_t after_ms = apo_child_work_ms(&player->child);
    out->work_ms = before_ms >= 0 && after_ms >= 0 ? after_ms - before_ms : -1;
    bool is_broken = out->answer == APO_ANSWER_LATE || out->answer == APO_ANSWER_DEAD ||
                     out->answer == APO_ANSWER_STOPPED;
    if (is_broken)
        apo_child_stop(&player->child, 0);
}

void apo_player_stop(apo_player *player)
{
    if (!apo_child_is_running(&player->child))
        return;
    (void)apo_child_send(&player->child, kind_of(player)->quit);
    apo_child_stop(&player->child, LEAVE_MS);
}

static void add_move(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_coordinate_write(&text, pos, mv);
    apo_buffer_add_span(out, apo_text_span(&text));
}

static void add_chess960_move(apo_buffer *out, const apo_position *pos, const apo_move *mv)
{
    char buf[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_chess960_add_move(&text, pos, mv);
    apo_buffer_add_span(out, apo_text_span(&text));
}

void apo_player_add_moves(apo_buffer *out, const apo_game *game, size_t first)
{
    apo_position pos;
    apo_undo undo;
    apo_game_position_at(&pos, game, first);
    for (size_t i = first; i < apo_game_info_of(game).length; i++) {
        apo_move mv = apo_game_move(game, i);
        apo_buffer_add_char(out, ' ');
        if (apo_is_chess960(apo_position_variant(&pos)))
            add_chess960_move(out, &pos, &mv);
        else
            add_move(out, &pos, &mv);
        apo_make(&pos, &mv, &undo);
    }
}

bool apo_player_send_buffer(apo_player *player, apo_buffer *line)
{
    bool is_sent = !line->is_failed && apo_child_send(&player->child, line->bytes);
    apo_buffer_clear(line);
    return is_sent;
}

enum apo_answer apo_answer_of_event(enum apo_child_event event)
{
    switch (event) {
    case APO_CHILD_LINE: return APO_ANSWER_MOVE;
    case APO_CHILD_LATE: return APO_ANSWER_LATE;
    case APO_CHILD_ENDED: return APO_ANSWER_DEAD;
    case APO_CHILD_STOPPED: return APO_ANSWER_STOPPED;
    }
    return APO_ANSWER_DEAD;
}
