/* Plays through the Universal Chess Interface. */
#include <stdio.h>
#include <string.h>

#include "api/host.h"
#include "cli/call/message.h"
#include "cli/match/player.h"
#include "notation/fen.h"
#include "protocol/chess960.h"

enum {
    MATE_CP = 100000,
    VALUE_MAX = 128 /* "var " and the id of a variant */
};

static bool is_word(apo_span line, const char *word)
{
    return apo_span_is(apo_span_word(&line), word);
}

/* Reads until a line begins with `word`; `look` (may be NULL) gets the lines before it. */
static enum apo_answer wait_for(apo_player *player, const char *word,
                                void (*look)(apo_player *, apo_span, apo_buffer *),
                                apo_buffer *out)
{
    int64_t until = apo_engine_now(NULL) + player->patience_ms;
    for (;;) {
        apo_span line;
        enum apo_child_event event = apo_child_read(&player->child, until, &line);
        if (event != APO_CHILD_LINE)
            return apo_answer_of_event(event);
        if (is_word(line, word))
            return APO_ANSWER_MOVE;
        if (look != NULL)
            look(player, line, out);
    }
}

/* Adds "var NAME\n" for each value that an option can have. */
static void add_values(apo_span rest, apo_buffer *out)
{
    for (apo_span word; (word = apo_span_word(&rest)).length > 0;) {
        if (!apo_span_is(word, "var"))
            continue;
        apo_buffer_add(out, "var ");
        apo_buffer_add_span(out, apo_span_word(&rest));
        apo_buffer_add_char(out, '\n');
    }
}

/* Gathers "name\n" for each option offered and the variants, and reads the program's name. */
static void read_greeting(apo_player *player, apo_span line, apo_buffer *out)
{
    apo_span rest = line, word = apo_span_word(&rest), second = apo_span_word(&rest);
    if (apo_span_is(word, "id") && apo_span_is(second, "name") &&
        apo_span_starts_with(apo_span_trim(rest), "Fairy-Stockfish"))
        player->is_fairy = true;
    if (!apo_span_is(word, "option") || !apo_span_is(second, "name"))
        return;
    bool is_variant = apo_span_starts_with(apo_span_trim(rest), "UCI_Variant ");
    apo_buffer_add_char(out, '\n');
    for (const char *gap = ""; (word = apo_span_word(&rest)).length > 0; gap = " ") {
        if (apo_span_is(word, "type"))
            break;
        apo_buffer_add(out, gap);
        apo_buffer_add_span(out, word);
    }
    apo_buffer_add_char(out, '\n');
    if (is_variant)
        add_values(rest, out);
}

static bool is_offered(const apo_buffer *offered, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = offered->bytes; at != NULL && (at = strstr(at, name)) != NULL; at++)
        if (at[-1] == '\n' && at[length] == '\n')
            return true;
    return false;
}

static bool set_option(apo_player *player, const char *name, const char *value)
{
    apo_buffer line;
    apo_buffer_init(&line, NULL);
    apo_buffer_add(&line, "setoption name ");
    apo_buffer_add(&line, name);
    if (value[0] != '\0') {
        apo_buffer_add(&line, " value ");
        apo_buffer_add(&line, value);
    }
    return apo_player_send_buffer(player, &line);
}

static void set_options(apo_player *player, const apo_buffer *offered)
{
    const apo_match_spec *spec = player->spec;
    for (unsigned i = 0; i < spec->option_count; i++) {
        const apo_match_option *option = &spec->options[i];
        if (is_offered(offered, option->name))
            (void)set_option(player, option->name, option->value);
        else if (!player->has_reported)
            apo_report_error("match: %s has no option \"%s\"", spec->name, option->name);
    }
    player->has_reported = true;
}

/* A file of variants adds to those that the program listed before reading it. */
static bool has_variant_file(const apo_match_spec *spec)
{
    for (unsigned i = 0; i < spec->option_count; i++)
        if (strcmp(spec->options[i].name, "VariantPath") == 0)
            return true;
    return false;
}

/* A program without UCI_Variant plays chess or, with UCI_Chess960, Chess960. If it plays
 * another game, `variant` in the player's specification says so. */
static bool choose_chess(apo_player *player, const apo_buffer *offered)
{
    if (strcmp(player->variant, APO_CHESS960) == 0 && is_offered(offered, "UCI_Chess960"))
        return set_option(player, "UCI_Chess960", "true");
    return player->spec->variant != NULL || strcmp(player->variant, "chess") == 0;
}

/* False if the program lists its variants without this one, or knows only chess and this is
 * another game. */
static bool choose_variant(apo_player *player, const apo_buffer *offered)
{
    const apo_match_spec *spec = player->spec;
    const char *variant = spec->variant != NULL ? spec->variant : player->variant;
    char entry[VALUE_MAX];
    if (player->path != NULL && spec->variant == NULL && is_offered(offered, "VariantPath"))
        /* Its own file may be the same game with other values. */
        return has_variant_file(spec) || set_option(player, "VariantPath", player->path);
    if (!is_offered(offered, "UCI_Variant"))
        return choose_chess(player, offered);
    snprintf(entry, sizeof entry, "var %s", variant);
    if (strstr(offered->bytes, "\nvar ") != NULL && !has_variant_file(spec) &&
        !is_offered(offered, entry))
        return false;
    return set_option(player, "UCI_Variant", variant);
}

static enum apo_answer settle(apo_player *player, const apo_buffer *offered)
{
    set_options(player, offered);
    if (!choose_variant(player, offered))
        return APO_ANSWER_NONE;
    if (player->spec->dialect != APO_MATCH_ANY)
        player->is_fairy = player->spec->dialect == APO_MATCH_FAIRY;
    if (!apo_child_send(&player->child, "isready"))
        return APO_ANSWER_DEAD;
    return wait_for(player, "readyok", NULL, NULL);
}

static enum apo_answer greet(apo_player *player)
{
    apo_buffer offered;
    apo_buffer_init(&offered, NULL);
    player->is_fairy = false;
    enum apo_answer answer = APO_ANSWER_DEAD;
    if (apo_child_send(&player->child, "uci"))
        answer = wait_for(player, "uciok", read_greeting, &offered);
    if (answer == APO_ANSWER_MOVE)
        answer = settle(player, &offered);
    apo_buffer_clear(&offered);
    return answer;
}

static enum apo_answer begin(apo_player *player, const apo_request *turn)
{
    if (player->is_fairy && !turn->is_usual_start)
        return APO_ANSWER_NONE;
    if (!apo_child_send(&player->child, "ucinewgame") ||
        !apo_child_send(&player->child, "isready"))
        return APO_ANSWER_DEAD;
    return wait_for(player, "readyok", NULL, NULL);
}

/* --- thinking ------------------------------------------------------------ */

static bool send_position(apo_player *player, const apo_request *turn)
{
    char buf[APO_FEN_MAX];
    apo_buffer line;
    apo_buffer_init(&line, NULL);
    if (turn->is_usual_start) {
        apo_buffer_add(&line, "position startpos");
    } else {
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_fen_write(&text, apo_game_info_of(turn->game).start);
        apo_buffer_add(&line, "position fen ");
        apo_buffer_add_span(&line, apo_text_span(&text));
    }
    if (apo_game_info_of(turn->game).length > 0)
        apo_buffer_add(&line, " moves");
    apo_player_add_moves(&line, turn->game, 0);
    return apo_player_send_buffer(player, &line);
}

static void add_number(apo_buffer *out, const char *word, int64_t number)
{
    apo_buffer_add(out, word);
    apo_buffer_add_number(out, number);
}

static int64_t at_least_one(int64_t ms)
{
    return ms > 0 ? ms : 1;
}

static bool send_go(apo_player *player, const apo_request *turn)
{
    const apo_match_limits *own =
        turn->limits[apo_position_side(apo_game_position(turn->game))];
    apo_buffer line;
    apo_buffer_init(&line, NULL);
    apo_buffer_add(&line, "go");
    if (own->clock_ms > 0) {
        add_number(&line, " wtime ", at_least_one(turn->clock_ms[APO_WHITE]));
        add_number(&line, " btime ", at_least_one(turn->clock_ms[APO_BLACK]));
        add_number(&line, " winc ", turn->limits[APO_WHITE]->increment_ms);
        add_number(&line, " binc ", turn->limits[APO_BLACK]->increment_ms);
        if (turn->moves_to_go > 0)
            add_number(&line, " movestogo ", turn->moves_to_go);
    }
    if (own->move_ms > 0)
        add_number(&line, " movetime ", own->move_ms);
    if (own->nodes > 0)
        add_number(&line, " nodes ", own->nodes);
    if (own->depth > 0)
        add_number(&line, " depth ", own->depth);
    return apo_player_send_buffer(player, &line);
}

static bool read_signed(apo_span word, int *out)
{
    uint32_t number;
    bool is_negative = word.length > 1 && word.text[0] == '-';
    if (!apo_span_number(apo_span_part(word, is_negative, word.length), MATE_CP, &number))
        return false;
    *out = is_negative ? -(int)number : (int)number;
    return true;
}

static void read_score(apo_thought *out, apo_span *rest)
{
    int number;
    apo_span kind = apo_span_word(rest);
    if (!read_signed(apo_span_word(rest), &number))
        return;
    if (apo_span_is(kind, "mate"))
        number = number > 0 ? MATE_CP - number : -MATE_CP - number;
    out->score_cp = number;
    out->has_score = true;
}

static void read_info(apo_thought *out, apo_span rest)
{
    uint32_t number;
    for (apo_span word; (word = apo_span_word(&rest)).length > 0;) {
        if (apo_span_is(word, "string") || apo_span_is(word, "pv"))
            return;
        if (apo_span_is(word, "multipv") && !apo_span_is(apo_span_word(&rest), "1"))
            return;
        if (apo_span_is(word, "depth") &&
            apo_span_number(apo_span_word(&rest), UINT32_MAX, &number))
            out->depth = number;
        if (apo_span_is(word, "score"))
            read_score(out, &rest);
    }
}

/* Reads the word after "bestmove". */
static enum apo_answer read_best(apo_thought *out, apo_span rest)
{
    apo_span word = apo_span_word(&rest);
    if (word.length == 0 || word.text[0] == '(' || apo_span_is(word, "0000"))
        return APO_ANSWER_NONE;
    snprintf(out->move, sizeof out->move, "%.*s", (int)word.length, word.text);
    return APO_ANSWER_MOVE;
}

static enum apo_answer think(apo_player *player, const apo_request *turn, apo_thought *out)
{
    if (!send_position(player, turn) || !send_go(player, turn))
        return APO_ANSWER_DEAD;
    for (;;) {
        apo_span line;
        enum apo_child_event event = apo_child_read(&player->child, turn->until_ms, &line);
        if (event != APO_CHILD_LINE)
            return apo_answer_of_event(event);
        apo_span word = apo_span_word(&line);
        if (apo_span_is(word, "info"))
            read_info(out, line);
        if (apo_span_is(word, "bestmove"))
            return read_best(out, line);
    }
}

const apo_player_kind apo_player_uci = {
    .greet = greet, .begin = begin, .think = think, .quit = "quit"};
