/* The computer's part of a game: its moves, hints and answers to offers. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/io/interrupt.h"
#include "cli/play/play_session.h"
#include "cli/view/sentences.h"

enum {
    HINT_MS = 3000,
    HINT_NODES = 200000,
    EVALUATE_MS = 3000,
    EVALUATE_NODES = 50000
};

/* --- waiting ------------------------------------------------------------- */

/* Handles input while the computer thinks. True if it should stop without a move. */
static bool handle_meanwhile(apo_play_session *session)
{
    apo_span line;
    apo_input input = apo_line_read(&session->input, &line);
    if (input == APO_INPUT_TOO_LONG)
        return false;
    if (input != APO_INPUT_LINE)
        return true;
    line = apo_span_trim(line);
    if (line.length == 0 || apo_span_is(line, "now") || apo_span_is(line, "go")) {
        apo_thinker_hurry(&session->thinker);
        return false;
    }
    session->is_leaving = apo_span_is(line, "quit") || apo_span_is(line, "q");
    if (session->is_leaving || apo_span_is(line, "stop"))
        return true;
    puts("The computer is thinking. Enter makes it move at once, \"stop\" stops it, "
         "\"quit\" leaves.");
    return false;
}

/* Waits for the end of the search. True if the person wants no move. */
static bool wait_for_thinker(apo_play_session *session)
{
    /* Input from a pipe is meant for later turns. */
    struct pollfd watched[] = {{apo_thinker_descriptor(&session->thinker), POLLIN, 0},
                               {apo_interrupt_descriptor(), POLLIN, 0},
                               {session->is_interactive ? STDIN_FILENO : -1, POLLIN, 0}};
    for (;;) {
        if (apo_interrupt_is_set())
            return true;
        int count = poll(watched, sizeof watched / sizeof *watched, -1);
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0 && watched[0].revents != 0)
            return false;
        if (count > 0 && watched[2].revents != 0 && handle_meanwhile(session))
            return true;
    }
}

/* Searches the position. False without a usable result: stopped, or failed. */
static bool think(apo_play_session *session, const apo_level *level, const apo_limits *limits,
                  apo_decision *out)
{
    apo_decision made = {.has_move = false};
    apo_status status = apo_thinker_start(&session->thinker, session->game, level, limits);
    if (status == APO_OK) {
        bool is_stopped = wait_for_thinker(session);
        if (is_stopped)
            apo_thinker_hurry(&session->thinker);
        status = apo_thinker_finish(&made, &session->thinker);
        if (is_stopped)
            return false;
    }
    if (status != APO_OK)
        apo_play_print("%s", apo_status_message(status));
    *out = made;
    return made.has_move;
}

/* --- moves --------------------------------------------------------------- */

void apo_play_session_reply(apo_play_session *session)
{
    char san[APO_SAN_MAX];
    apo_decision made;
    const apo_limits limits = {.move_ms = session->move_ms};
    const char *name = apo_side_name(apo_position_side(apo_game_position(session->game)));
    if (session->is_interactive) {
        printf("%s is thinking ... (Enter: move now)\n", name);
        fflush(stdout);
    }
    if (!think(session, apo_level_get(session->level), &limits, &made)) {
        session->is_paused = true;
        return;
    }
    if (apo_game_play(session->game, &made.best) != APO_OK) {
        session->is_paused = true;
        apo_play_print("%s", apo_status_message(APO_E_MEMORY));
        return;
    }
    if (apo_play_session_last_san(session, san))
        apo_play_print("%s plays %s.", name, san);
    apo_play_session_changed(session);
}

void apo_play_session_hint(apo_play_session *session, apo_span rest)
{
    apo_decision made;
    char buf[APO_SAN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    const apo_limits limits = {.nodes = HINT_NODES, .move_ms = HINT_MS};
    (void)rest;
    if (apo_game_info_of(session->game).is_over) {
        puts("The game is over.");
    } else if (think(session, apo_level_get(APO_LEVEL_FULL), &limits, &made)) {
        apo_san_write(&text, apo_game_position(session->game), &made.best);
        apo_play_print("You might try %s.", buf);
    }
}

bool apo_play_session_evaluate(apo_play_session *session, int *out_score)
{
    apo_decision made;
    const apo_limits limits = {.nodes = EVALUATE_NODES, .move_ms = EVALUATE_MS};
    if (!think(session, apo_level_get(APO_LEVEL_FULL), &limits, &made))
        return false;
    *out_score = made.score;
    return true;
}

/* --- levels -------------------------------------------------------------- */

void apo_play_session_set_level(apo_play_session *session, unsigned level)
{
    apo_text text = apo_text_start(session->computer, sizeof session->computer);
    session->level = level;
    apo_text_add(&text, "Computer, ");
    apo_text_add(&text, apo_level_get(level)->word);
}

static void list_levels(const apo_play_session *session)
{
    for (unsigned i = APO_LEVEL_FIRST; i <= APO_LEVEL_FULL; i++)
        printf("%c %u %-9s %s\n", i == session->level ? '*' : ' ', i, apo_level_get(i)->word,
               apo_level_get(i)->about);
}

void apo_play_session_level(apo_play_session *session, apo_span rest)
{
    unsigned level = apo_level_find(rest);
    if (rest.length == 0) {
        list_levels(session);
    } else if (level == 0) {
        apo_play_print("There is no level \"%.*s\"; \"level\" lists them.", (int)rest.length,
                       rest.text);
    } else {
        apo_play_session_set_level(session, level);
        apo_play_print("The computer plays at level %u, %s: it %s.", level,
                       apo_level_get(level)->word, apo_level_get(level)->about);
    }
}
