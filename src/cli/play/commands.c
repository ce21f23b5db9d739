/* The commands of a game in the terminal. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/call/message.h"
#include "cli/io/terminal.h"
#include "cli/play/play_session.h"
#include "cli/view/move_lines.h"
#include "cli/view/sentences.h"
#include "cli/view/story.h"
#include "notation/courier.h"

enum {
    COLUMN = 12,
    UNDO_MAX = 100000
};

typedef struct command {
    const char *name;
    const char *operands;
    const char *help;
    void (*run)(apo_play_session *session, apo_span rest);
} command;

static const command *list_commands(size_t *out_count);

static const apo_position *now(const apo_play_session *session)
{
    return apo_game_position(session->game);
}

/* --- moves --------------------------------------------------------------- */

static void print_story(apo_play_session *session, apo_span text, const apo_error *err)
{
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_story_add_text(&out, now(session), text, err);
    apo_play_print_span(apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

/* A word that is not a move may be a misspelt command. */
static bool suggest_command(apo_span word)
{
    size_t count;
    const command *commands = list_commands(&count);
    apo_guess guess;
    apo_guess_start(&guess, word);
    for (size_t i = 0; i < count; i++)
        apo_guess_offer(&guess, commands[i].name);
    if (guess.best == NULL)
        return false;
    apo_play_print("There is no command \"%.*s\"; did you mean \"%s\"?", (int)word.length,
                   word.text, guess.best);
    return true;
}

static void play_text(apo_play_session *session, apo_span text)
{
    apo_move mv;
    apo_error err;
    if (apo_game_info_of(session->game).is_over) {
        puts("The game is over; \"undo\" takes the last move back.");
        return;
    }
    apo_status status = apo_move_read_any(&mv, now(session), text, &err);
    if (status == APO_OK) {
        status = apo_game_play(session->game, &mv);
        if (status != APO_OK) {
            apo_play_print("%s", apo_status_message(status));
            return;
        }
        session->is_paused = false;
        apo_play_session_changed(session);
        return;
    }
    if (status == APO_E_SYNTAX) {
        apo_span rest = text;
        if (suggest_command(apo_span_word(&rest)))
            return;
        apo_print_caret(stdout, text, err.position);
    }
    print_story(session, text, &err);
    if (status == APO_E_SYNTAX)
        puts("Moves look like e3e5, Nd4 or P e3-e5; \"moves\" lists them, \"help\" explains "
             "more.");
}

/* Lists moves in columns, as SAN. */
static void list_moves(apo_play_session *session, apo_square from)
{
    apo_move_line *lines;
    size_t count, column = 0, width = apo_terminal_width() - 1;
    if (apo_move_lines_list(&lines, &count, now(session), from) != APO_OK) {
        puts("There are too many moves to list.");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        char buf[APO_SAN_MAX];
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_san_write(&text, now(session), &lines[i].mv);
        size_t cell = text.length < COLUMN ? COLUMN : text.length + 1;
        if (column > 0 && column + cell > width) {
            putchar('\n');
            column = 0;
        }
        printf("%-*s", (int)cell, buf);
        column += cell;
    }
    puts(count > 0 ? "" : "There is no legal move.");
    free(lines);
}

static void run_moves(apo_play_session *session, apo_span rest)
{
    const apo_geometry *geo = apo_variant_geometry(session->source.var);
    apo_square from = APO_SQUARE_NONE;
    apo_span word = rest;
    if (rest.length > 0) {
        from = apo_geometry_read_square(geo, &word);
        if (from == APO_SQUARE_NONE || word.length > 0) {
            apo_play_print("\"%.*s\" is not a square of the board.", (int)rest.length,
                           rest.text);
            return;
        }
    }
    list_moves(session, from);
}

/* Adds how the game would end by repetition, which the position alone does not tell. */
static void add_repetition(apo_buffer *out, const apo_game *game, const apo_move *mv)
{
    apo_game *trial;
    if (apo_game_new(&trial, apo_game_info_of(game).start, NULL) != APO_OK)
        return;
    apo_status status = APO_OK;
    for (size_t i = 0; status == APO_OK && i < apo_game_info_of(game).length; i++) {
        apo_move made = apo_game_move(game, i);
        status = apo_game_play(trial, &made);
    }
    if (status == APO_OK && apo_game_play(trial, mv) == APO_OK &&
        apo_game_info_of(trial).outcome.ending == APO_ENDING_REPETITION) {
        apo_buffer_add_char(out, ' ');
        apo_sentence_add_outcome(out, apo_game_position(trial),
                                 apo_game_info_of(trial).outcome);
    }
    apo_game_free(trial);
}

static void run_explain(apo_play_session *session, apo_span rest)
{
    apo_move mv;
    apo_error err;
    if (rest.length == 0) {
        puts("Type the move too, like: explain e3e5");
        return;
    }
    if (apo_move_read_any(&mv, now(session), rest, &err) != APO_OK) {
        print_story(session, rest, &err);
        return;
    }
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_buffer_add(&out, "That is legal. ");
    apo_story_add_effects(&out, now(session), &mv);
    add_repetition(&out, session->game, &mv);
    apo_play_print_span(apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

/* --- the course of the game ---------------------------------------------- */

static bool has_computer(const apo_play_session *session)
{
    return session->is_computer[APO_WHITE] != session->is_computer[APO_BLACK];
}

/* True if it is a person's turn: against the computer, undo goes back to one. */
static bool is_persons_turn(const apo_play_session *session)
{
    return !session->is_computer[apo_position_side(now(session))];
}

static void run_undo(apo_play_session *session, apo_span rest)
{
    uint32_t count = 1;
    uint32_t undone = 0;
    if (rest.length > 0 && (!apo_span_number(rest, UNDO_MAX, &count) || count == 0)) {
        puts("undo takes a number of half-moves.");
        return;
    }
    bool is_choice_only = apo_game_info_of(session->game).is_over;
    size_t length = apo_game_info_of(session->game).length;
    while (undone < count && apo_game_undo(session->game) == APO_OK)
        undone++;
    /* Taking back a resignation or agreement leaves all moves. */
    is_choice_only = is_choice_only && apo_game_info_of(session->game).length == length;
    while (rest.length == 0 && !is_choice_only && has_computer(session) &&
           !is_persons_turn(session) && apo_game_undo(session->game) == APO_OK)
        undone++;
    if (undone == 0) {
        puts("There is nothing to take back.");
        return;
    }
    session->is_paused = !is_persons_turn(session);
    apo_play_session_changed(session);
}

static void run_resign(apo_play_session *session, apo_span rest)
{
    (void)rest;
    apo_side side = apo_play_session_asked(session);
    if (session->is_interactive && !session->has_resigned &&
        !apo_game_info_of(session->game).is_over) {
        puts("Do you really resign? Then type \"resign\" again.");
        session->has_resigned = true;
        return;
    }
    session->has_resigned = false;
    int quarters = side == APO_WHITE ? APO_QUARTERS_LOSS : APO_QUARTERS_WIN;
    if (apo_game_end(session->game, quarters) != APO_OK)
        puts("The game is over already.");
    else
        apo_play_session_changed(session);
    session->has_new_board = false;
}

static void run_go(apo_play_session *session, apo_span rest)
{
    (void)rest;
    if (apo_game_info_of(session->game).is_over) {
        puts("The game is over.");
        return;
    }
    session->is_paused = false;
    if (is_persons_turn(session))
        apo_play_session_reply(session);
}

static void run_quit(apo_play_session *session, apo_span rest)
{
    (void)rest;
    session->is_leaving = true;
}

/* --- the screen ---------------------------------------------------------- */

static void run_show(apo_play_session *session, apo_span rest)
{
    (void)rest;
    apo_play_session_show(session);
}

static void run_flip(apo_play_session *session, apo_span rest)
{
    (void)rest;
    session->is_flipped = !session->is_flipped;
    apo_play_session_show(session);
}

static void run_fen(apo_play_session *session, apo_span rest)
{
    char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    (void)rest;
    apo_fen_write(&text, now(session));
    puts(buf);
}

/* Adds one of the legal moves in each notation. */
static void add_example(apo_buffer *out, const apo_position *pos)
{
    apo_move_line *lines;
    size_t count;
    char buf[APO_COURIER_MAX];
    if (apo_move_lines_list(&lines, &count, pos, APO_SQUARE_NONE) != APO_OK)
        return;
    if (count > 0) {
        apo_buffer_add(out, "A move is typed as ");
        apo_buffer_add(out, lines[0].text);
        apo_buffer_add(out, ", as ");
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_san_write(&text, pos, &lines[0].mv);
        apo_buffer_add(out, buf);
        apo_buffer_add(out, ", or as in Game Courier, ");
        text = apo_text_start(buf, sizeof buf);
        apo_courier_write(&text, pos, &lines[0].mv);
        apo_buffer_add(out, buf);
        apo_buffer_add(out, ". ");
    }
    free(lines);
}

static void print_move_help(const apo_play_session *session)
{
    const apo_variant *var = apo_position_variant(now(session));
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    add_example(&out, now(session));
    if (apo_variant_has_rule(var, "promotion"))
        apo_buffer_add(&out, "Behind a promotion stands the new piece: q or =Q. ");
    if (apo_variant_has_rule(var, "launch"))
        apo_buffer_add(&out, "Behind a launch stands the launched piece: j or /J. ");
    if (apo_variant_has_rule(var, "hands"))
        apo_buffer_add(&out, "A drop is the piece, @ and the square. ");
    apo_buffer_add(&out, "The commands:");
    apo_play_print_span(apo_buffer_span(&out));
    apo_buffer_clear(&out);
}

/* False for commands that only other games have a use for. */
static bool is_useful(const command *one, const apo_variant *var)
{
    if (one->run == apo_play_session_joker)
        return apo_variant_has_rule(var, "joker");
    return one->run != apo_play_session_offer_advantage ||
           apo_variant_info_of(var)->has_advantage;
}

static void run_help(apo_play_session *session, apo_span rest)
{
    size_t count;
    const command *commands = list_commands(&count);
    (void)rest;
    print_move_help(session);
    for (size_t i = 0; i < count; i++) {
        char buf[32];
        if (!is_useful(&commands[i], apo_position_variant(now(session))))
            continue;
        snprintf(buf, sizeof buf, "%s %s", commands[i].name, commands[i].operands);
        printf("  %-20s %s\n", buf, commands[i].help);
    }
}

static const command *list_commands(size_t *out_count)
{
    static const command commands[] = {
        {"help", "", "this list", run_help},
        {"moves", "[SQ]", "the legal moves, or those of the piece on SQ", run_moves},
        {"pieces", "[LETTER]", "the pieces and how they move, or one of them",
         apo_play_session_pieces},
        {"rules", "[WORDS|all]", "the parts of the rules, those with these words, or all",
         apo_play_session_rules},
        {"joker", "", "how the jokers move now, and why", apo_play_session_joker},
        {"explain", "MOVE", "why a move is legal or not", run_explain},
        {"hint", "", "a move that the computer would play", apo_play_session_hint},
        {"undo", "[N]", "take your last move back, or N half-moves", run_undo},
        {"draw", "", "offer a draw", apo_play_session_offer_draw},
        {"advantage", "[me|you]", "offer an advantage (3/4) to yourself or the opponent",
         apo_play_session_offer_advantage},
        {"accept", "", "accept the offer", apo_play_session_accept},
        {"decline", "", "decline it", apo_play_session_decline},
        {"resign", "", "resign", run_resign},
        {"go", "", "let the computer move now", run_go},
        {"level", "[N|WORD]", "how well the computer plays", apo_play_session_level},
        {"show", "", "draw the board again", run_show},
        {"flip", "", "turn it round", run_flip},
        {"fen", "", "print the position", run_fen},
        {"save", "FILE", "save the game in a new file, as PGN", apo_play_session_save},
        {"save!", "FILE", "the same, overwriting an existing file", apo_play_session_save_over},
        {"load", "FILE", "continue a game from a file", apo_play_session_load},
        {"quit", "", "leave; the game stays recorded", run_quit},
    };
    *out_count = sizeof commands / sizeof commands[0];
    return commands;
}

/* Synonyms of commands. */
static apo_span translate(apo_span word)
{
    static const char *const words[][2] = {
        {"?", "help"},      {"exit", "quit"},  {"q", "quit"},        {"board", "show"},
        {"why", "explain"}, {"yes", "accept"}, {"y", "accept"},      {"no", "decline"},
        {"n", "decline"},   {"back", "undo"},  {"takeback", "undo"},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (apo_span_is(word, words[i][0]))
            return apo_span_of(words[i][1]);
    }
    return word;
}

void apo_play_session_handle(apo_play_session *session, apo_span line)
{
    size_t count;
    const command *commands = list_commands(&count);
    apo_span rest = line;
    apo_span word = translate(apo_span_word(&rest));
    if (word.length == 0)
        return;
    if (!apo_span_is(word, "resign"))
        session->has_resigned = false;
    for (size_t i = 0; i < count; i++) {
        if (apo_span_is(word, commands[i].name)) {
            commands[i].run(session, apo_span_trim(rest));
            return;
        }
    }
    play_text(session, line);
}
