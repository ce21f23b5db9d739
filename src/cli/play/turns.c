/* The game from turn to turn: who moves, what was typed, how it ends. */
#include <stdio.h>

#include "cli/call/message.h"
#include "cli/io/interrupt.h"
#include "cli/io/terminal.h"
#include "cli/play/play_session.h"
#include "cli/view/sentences.h"
#include "notation/result.h"

enum {
    PROMPT_MAX = 128
};

/* The side of the only person who plays; APO_SIDES if there are two, or none. */
static unsigned only_person(const apo_play_session *session)
{
    if (session->is_computer[APO_WHITE] == session->is_computer[APO_BLACK])
        return APO_SIDES;
    return session->is_computer[APO_WHITE] ? APO_BLACK : APO_WHITE;
}

static void tell_end(apo_play_session *session)
{
    apo_outcome outcome = apo_game_info_of(session->game).outcome;
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_sentence_add_outcome_to(&out, apo_game_position(session->game), outcome,
                                only_person(session));
    apo_buffer_add(&out, " Result ");
    apo_buffer_add(&out, apo_result_text(outcome.white_quarters));
    apo_buffer_add(&out, ".");
    apo_play_print_span(apo_buffer_span(&out));
    apo_buffer_clear(&out);
    if (session->is_interactive)
        puts("You can still: show, undo, save FILE, load FILE, quit.");
    session->is_end_told = true;
}

static void write_prompt(const apo_play_session *session, char prompt[PROMPT_MAX])
{
    const char *name = apo_side_name(apo_play_session_asked(session));
    apo_proposal proposal = apo_game_info_of(session->game).offer;
    apo_setup setup;
    apo_position_to_setup(apo_game_position(session->game), &setup);
    if (apo_game_info_of(session->game).is_over)
        snprintf(prompt, PROMPT_MAX, "over> ");
    else if (proposal != APO_PROPOSAL_NONE)
        snprintf(prompt, PROMPT_MAX, "%s, %s (accept or decline)? ", name,
                 apo_proposal_words(proposal));
    else
        snprintf(prompt, PROMPT_MAX, "%s %u> ", name, (unsigned)setup.move_number);
}

static apo_input read_line(apo_play_session *session, apo_span *out)
{
    char prompt[PROMPT_MAX];
    if (!session->is_interactive)
        return apo_line_read(&session->input, out);
    write_prompt(session, prompt);
    if (apo_terminal_has_cursor())
        return apo_line_edit(&session->input, prompt, out);
    fputs(prompt, stdout);
    fflush(stdout);
    return apo_line_read(&session->input, out);
}

static void leave(apo_play_session *session, enum apo_exit result)
{
    session->is_leaving = true;
    session->result = result;
}

static void handle_interrupt(apo_play_session *session)
{
    apo_interrupt_clear();
    putchar('\n');
    if (!session->is_interactive || session->was_interrupted) {
        leave(session, APO_EXIT_INTERRUPTED);
        return;
    }
    session->was_interrupted = true;
    if (session->is_paused)
        puts("Stopped; \"go\" lets the computer continue. Ctrl-C again quits.");
    else
        puts("Nothing is lost: the game is recorded. Ctrl-C again quits, or go on playing.");
}

static void read_and_handle(apo_play_session *session)
{
    apo_span line;
    switch (read_line(session, &line)) {
    case APO_INPUT_LINE:
        session->was_interrupted = false;
        apo_play_session_handle(session, apo_span_trim(line));
        break;
    case APO_INPUT_TOO_LONG: puts("That line is too long for a move."); break;
    case APO_INPUT_INTERRUPTED: handle_interrupt(session); break;
    case APO_INPUT_END:
        if (session->is_interactive)
            putchar('\n');
        leave(session, APO_EXIT_OK);
        break;
    }
    fflush(stdout);
}

static bool is_computers_turn(const apo_play_session *session)
{
    return !session->is_paused && !apo_game_info_of(session->game).is_over &&
           session->is_computer[apo_position_side(apo_game_position(session->game))];
}

static bool has_person(const apo_play_session *session)
{
    return !session->is_computer[APO_WHITE] || !session->is_computer[APO_BLACK];
}

static void take_turn(apo_play_session *session)
{
    bool is_over = apo_game_info_of(session->game).is_over;
    bool is_computer = is_computers_turn(session);
    if (session->has_new_board && (!is_computer || !has_person(session)))
        apo_play_session_show(session);
    if (is_over && !session->is_end_told)
        tell_end(session);
    if (is_over && !has_person(session))
        leave(session, APO_EXIT_OK);
    else if (is_computer)
        apo_play_session_reply(session);
    else
        read_and_handle(session);
    if (apo_interrupt_is_set() && !session->is_leaving)
        handle_interrupt(session);
}

/* If the record could not be written, prints it, so that it can still be copied. */
static void print_record(const apo_play_session *session)
{
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    puts("The record could not be written to a file. Here it is:\n");
    if (apo_game_write_pgn(&text, session->game, &session->labels) == APO_OK)
        fwrite(text.bytes, 1, text.length, stdout);
    apo_buffer_clear(&text);
}

static void print_goodbye(apo_play_session *session)
{
    bool is_recorded = session->journal.path[0] != '\0' && !session->journal.has_failed;
    if (!is_recorded && apo_game_info_of(session->game).length > 0)
        print_record(session);
    else if (is_recorded && !session->journal.is_new)
        apo_play_print("The game is in %s", session->journal.path);
    apo_journal_close(&session->journal);
}

enum apo_exit apo_play_session_run(apo_play_session *session)
{
    if (!apo_interrupt_install())
        apo_report_error("Ctrl-C cannot be caught and will end the program");
    apo_line_reader_init(&session->input);
    while (!session->is_leaving)
        take_turn(session);
    print_goodbye(session);
    return session->result;
}
