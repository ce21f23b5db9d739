/* Plays through the XBoard protocol. */
#include "protocol/xboard.h"

#include <stdio.h>
#include <string.h>

#include "api/host.h"
#include "cli/match/player.h"
#include "notation/coordinate.h"
#include "notation/fen.h"
#include "protocol/xboard_board.h"

enum {
    FEATURES_MS = 2000, /* as in XBoard */
    MS_IN_CENTISECOND = 10
};

static bool say(apo_player *player, const char *line)
{
    return apo_child_send(&player->child, line);
}

/* --- features ------------------------------------------------------------ */

/* Cuts "name=value" off the front, where the value may be quoted. */
static bool cut_feature(apo_span *rest, apo_span *name, apo_span *value)
{
    *rest = apo_span_trim(*rest);
    const char *equals = rest->length > 0 ? memchr(rest->text, '=', rest->length) : NULL;
    if (equals == NULL)
        return false;
    size_t at = (size_t)(equals - rest->text) + 1;
    *name = apo_span_part(*rest, 0, at - 1);
    bool is_quoted = at < rest->length && rest->text[at] == '"';
    size_t start = at + is_quoted, end = start;
    while (end < rest->length && rest->text[end] != (is_quoted ? '"' : ' '))
        end++;
    *value = apo_span_part(*rest, start, end - start);
    *rest = apo_span_part(*rest, end + is_quoted, rest->length);
    return true;
}

static const char *variant_name(const apo_player *player)
{
    const char *given = player->spec->variant;
    return given != NULL ? given : apo_xboard_name_of(player->variant);
}

/* True if the game is one of `names`, which commas separate. A name may be that of a game on
 * another board, "10x8+0_NAME". */
static bool is_among(apo_span names, const char *variant)
{
    while (names.length > 0) {
        const char *comma = memchr(names.text, ',', names.length);
        size_t end = comma == NULL ? names.length : (size_t)(comma - names.text);
        apo_span name = apo_span_trim(apo_span_part(names, 0, end));
        size_t length = strlen(variant);
        if (apo_span_is(name, variant) ||
            (name.length > length && name.text[name.length - length - 1] == '_' &&
             apo_span_is(apo_span_part(name, name.length - length, name.length), variant)))
            return true;
        names = apo_span_part(names, end + (comma != NULL), names.length);
    }
    return false;
}

/* True for "done=1". With "done=0" a program asks for more time than until `*until`. */
static bool read_features(apo_player *player, apo_span rest, int64_t *until)
{
    apo_span name, value;
    bool is_done = false;
    while (cut_feature(&rest, &name, &value)) {
        bool is_on = apo_span_is(value, "1");
        if (apo_span_is(name, "ping"))
            player->has_ping = is_on;
        else if (apo_span_is(name, "setboard"))
            player->has_setboard = is_on;
        else if (apo_span_is(name, "usermove"))
            player->has_usermove = is_on;
        else if (apo_span_is(name, "variants"))
            player->is_stranger = !is_among(value, variant_name(player));
        else if (apo_span_is(name, "done") && !is_on)
            *until = apo_engine_now(NULL) + player->patience_ms;
        else if (apo_span_is(name, "done"))
            is_done = true;
        else if (apo_span_is(name, "myname"))
            player->is_fairy = apo_span_starts_with(value, "Fairy-Stockfish");
    }
    return is_done;
}

static bool send_options(apo_player *player)
{
    bool is_sent = true;
    for (unsigned i = 0; is_sent && i < player->spec->option_count; i++) {
        const apo_match_option *option = &player->spec->options[i];
        char line[APO_MATCH_TEXT_MAX + 16];
        snprintf(line, sizeof line, option->value[0] != '\0' ? "option %s=%s" : "option %s",
                 option->name, option->value);
        is_sent = say(player, line);
    }
    return is_sent;
}

static enum apo_answer greet(apo_player *player)
{
    int64_t until = apo_engine_now(NULL) + FEATURES_MS;
    player->has_ping = player->has_setboard = player->has_usermove = false;
    player->is_fairy = player->is_stranger = false;
    player->ping_count = 0;
    if (!say(player, "xboard") || !say(player, "protover 2"))
        return APO_ANSWER_DEAD;
    for (bool is_done = false; !is_done;) {
        apo_span line;
        enum apo_child_event event = apo_child_read(&player->child, until, &line);
        if (event == APO_CHILD_LATE)
            break; /* programs of protocol version 1 send nothing */
        if (event != APO_CHILD_LINE)
            return apo_answer_of_event(event);
        if (!apo_span_is(apo_span_word(&line), "feature"))
            continue;
        is_done = read_features(player, line, &until);
    }
    if (player->spec->dialect != APO_MATCH_ANY)
        player->is_fairy = player->spec->dialect == APO_MATCH_FAIRY;
    if (player->is_stranger)
        return APO_ANSWER_NONE;
    return send_options(player) ? APO_ANSWER_MOVE : APO_ANSWER_DEAD;
}

/* --- a new game ---------------------------------------------------------- */

/* Waits until the program has handled everything sent so far; APO_ANSWER_NONE if it says that
 * it does not know the game. */
static enum apo_answer wait_until_ready(apo_player *player)
{
    int64_t until = apo_engine_now(NULL) + player->patience_ms;
    char text[32];
    bool is_known = true;
    if (!player->has_ping)
        return APO_ANSWER_MOVE;
    snprintf(text, sizeof text, "ping %u", ++player->ping_count);
    if (!say(player, text))
        return APO_ANSWER_DEAD;
    snprintf(text, sizeof text, "pong %u", player->ping_count);
    for (;;) {
        apo_span line;
        enum apo_child_event event = apo_child_read(&player->child, until, &line);
        if (event != APO_CHILD_LINE)
            return apo_answer_of_event(event);
        if (apo_span_is(line, text))
            return is_known ? APO_ANSWER_MOVE : APO_ANSWER_NONE;
        is_known = is_known && !apo_span_starts_with(line, "Error (unknown variant)");
    }
}

static bool send_time_control(apo_player *player, const apo_match_limits *own)
{
    char line[96];
    bool is_sent = true;
    if (own->clock_ms > 0) {
        snprintf(line, sizeof line, "level %u %lld:%02lld %lld.%03lld", (unsigned)own->period,
                 (long long)(own->clock_ms / 60000), (long long)(own->clock_ms / 1000 % 60),
                 (long long)(own->increment_ms / 1000), (long long)(own->increment_ms % 1000));
        is_sent = say(player, line);
    }
    if (is_sent && own->move_ms > 0) {
        snprintf(line, sizeof line, "st %lld.%03lld", (long long)(own->move_ms / 1000),
                 (long long)(own->move_ms % 1000));
        is_sent = say(player, line);
    }
    if (is_sent && own->depth > 0) {
        snprintf(line, sizeof line, "sd %u", (unsigned)own->depth);
        is_sent = say(player, line);
    }
    return is_sent;
}

static bool send_start(apo_player *player, const apo_request *turn)
{
    char buf[APO_FEN_MAX];
    apo_buffer line;
    if (turn->is_usual_start)
        return true;
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_fen_write(&text, apo_game_info_of(turn->game).start);
    apo_buffer_init(&line, NULL);
    apo_buffer_add(&line, "setboard ");
    apo_buffer_add_span(&line, apo_text_span(&text));
    return apo_player_send_buffer(player, &line);
}

static enum apo_answer begin(apo_player *player, const apo_request *turn)
{
    char line[64];
    if (!turn->is_usual_start && (!player->has_setboard || player->is_fairy))
        return APO_ANSWER_NONE;
    const char *const lines[] = {"force", "new", line, "force", "easy", "post"};
    snprintf(line, sizeof line, "variant %s", variant_name(player));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!say(player, lines[i]))
            return APO_ANSWER_DEAD;
    player->sent_count = 0;
    player->is_playing = false;
    if (!send_start(player, turn))
        return APO_ANSWER_DEAD;
    return wait_until_ready(player);
}

/* --- thinking ------------------------------------------------------------ */

static bool send_move(apo_player *player, const apo_game *game, size_t index)
{
    apo_position pos;
    apo_buffer line;
    apo_move mv = apo_game_move(game, index);
    apo_game_position_at(&pos, game, index);
    apo_buffer_init(&line, NULL);
    apo_buffer_add(&line, player->has_usermove ? "usermove " : "");
    apo_xboard_add_move(&line, &pos, &mv, ",");
    return apo_player_send_buffer(player, &line);
}

static bool send_clocks(apo_player *player, const apo_request *turn, apo_side side)
{
    char line[96];
    if (turn->limits[side]->clock_ms == 0)
        return true;
    snprintf(line, sizeof line, "time %lld\notim %lld",
             (long long)(turn->clock_ms[side] / MS_IN_CENTISECOND),
             (long long)(turn->clock_ms[!side] / MS_IN_CENTISECOND));
    return say(player, line);
}

/* Sends the moves that the program does not know yet, so that it starts thinking after the last
 * one. */
static bool ask(apo_player *player, const apo_request *turn)
{
    const apo_game *game = turn->game;
    size_t length = apo_game_info_of(game).length;
    apo_side side = apo_position_side(apo_game_position(game));
    bool is_answer = player->is_playing && player->sent_count + 1 == length;
    bool is_sent = true;
    if (is_answer)
        is_sent = send_clocks(player, turn, side);
    else if (player->is_playing)
        is_sent = say(player, "force");
    for (; is_sent && player->sent_count < length; player->sent_count++)
        is_sent = send_move(player, game, player->sent_count);
    if (is_sent && !is_answer)
        is_sent = send_time_control(player, turn->limits[side]) &&
                  send_clocks(player, turn, side) && say(player, "go");
    player->is_playing = true;
    return is_sent;
}

/* Reads a thinking line: depth, score, time, nodes, moves. */
static void read_thinking(apo_thought *out, apo_span line)
{
    uint32_t depth, score;
    apo_span rest = line, first = apo_span_word(&rest), second = apo_span_word(&rest);
    bool is_negative = second.length > 1 && second.text[0] == '-';
    if (!apo_span_number(first, UINT32_MAX, &depth) ||
        !apo_span_number(apo_span_part(second, is_negative, second.length), 1000000, &score))
        return;
    out->depth = depth;
    out->score_cp = is_negative ? -(int)score : (int)score;
    out->has_score = true;
}

/* Adds a leg of a move. A comma at its end means that another leg follows on its own line. True
 * if the move is complete; `out` then has it in our coordinates. A text that is not a legal
 * move stays as it is. */
static bool read_leg(apo_thought *out, apo_span leg, const apo_position *pos)
{
    apo_move mv;
    apo_text text =
        apo_text_start(out->move + strlen(out->move), sizeof out->move - strlen(out->move));
    apo_text_add_span(&text, leg);
    size_t length = strlen(out->move);
    if (!text.is_overflowed && length > 0 && out->move[length - 1] == ',')
        return false;
    if (apo_xboard_read_move(&mv, pos, apo_span_of(out->move)) == APO_OK) {
        text = apo_text_start(out->move, sizeof out->move);
        apo_coordinate_write(&text, pos, &mv);
    }
    return true;
}

/* True if the line ends the wait. */
static bool read_answer(apo_thought *out, apo_span line, const apo_position *pos,
                        enum apo_answer *out_answer)
{
    apo_span rest = line, word = apo_span_word(&rest);
    const char *lost = apo_position_side(pos) == APO_WHITE ? "0-1" : "1-0";
    if (apo_span_is(word, "move")) {
        *out_answer = APO_ANSWER_MOVE;
        return read_leg(out, apo_span_word(&rest), pos);
    }
    bool is_claim =
        apo_span_is(word, "1-0") || apo_span_is(word, "0-1") || apo_span_is(word, "1/2-1/2");
    bool is_refusal = apo_span_starts_with(line, "Illegal move");
    if (apo_span_is(word, "resign") || apo_span_is(word, lost))
        *out_answer = APO_ANSWER_RESIGN;
    else if (is_claim || is_refusal)
        *out_answer = APO_ANSWER_NONE; /* the game is not over by our rules */
    else
        read_thinking(out, line);
    return apo_span_is(word, "resign") || is_claim || is_refusal;
}

static enum apo_answer think(apo_player *player, const apo_request *turn, apo_thought *out)
{
    const apo_position *pos = apo_game_position(turn->game);
    if (!ask(player, turn))
        return APO_ANSWER_DEAD;
    for (;;) {
        apo_span line;
        enum apo_answer answer = APO_ANSWER_NONE;
        enum apo_child_event event = apo_child_read(&player->child, turn->until_ms, &line);
        if (event != APO_CHILD_LINE)
            return apo_answer_of_event(event);
        if (read_answer(out, line, pos, &answer)) {
            player->sent_count += answer == APO_ANSWER_MOVE;
            return answer;
        }
    }
}

const apo_player_kind apo_player_xboard = {
    .greet = greet, .begin = begin, .think = think, .quit = "quit"};
