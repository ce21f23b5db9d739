#include "cli/play/play_session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/call/message.h"
#include "cli/call/wrap.h"
#include "cli/io/interrupt.h"
#include "cli/io/terminal.h"
#include "cli/view/board_view.h"
#include "cli/view/sentences.h"
#include "notation/result.h"

enum {
    SAID_MAX = 1024
};

/* --- the screen ---------------------------------------------------------- */

void apo_play_print_span(apo_span text)
{
    apo_print_wrapped(text, apo_terminal_width() - 1, 0, 0);
}

void apo_play_print(const char *format, ...)
{
    char said[SAID_MAX];
    va_list words;
    va_start(words, format);
    vsnprintf(said, sizeof said, format, words);
    va_end(words);
    apo_play_print_span(apo_span_of(said));
}

bool apo_play_session_last_san(const apo_play_session *session, char buf[APO_SAN_MAX])
{
    size_t length = apo_game_info_of(session->game).length;
    apo_text text = apo_text_start(buf, APO_SAN_MAX);
    apo_position before;
    if (length == 0)
        return false;
    apo_game_position_at(&before, session->game, length - 1);
    apo_move last = apo_game_move(session->game, length - 1);
    apo_san_write(&text, &before, &last);
    return true;
}

void apo_play_session_show(apo_play_session *session)
{
    char san[APO_SAN_MAX];
    apo_move last;
    apo_board_view view = {.has_colour = apo_terminal_has_colour(session->colour),
                           .is_flipped = session->is_flipped,
                           .width = apo_terminal_width(),
                           .occurrences = apo_game_info_of(session->game).occurrences};
    if (apo_play_session_last_san(session, san)) {
        last = apo_game_move(session->game, apo_game_info_of(session->game).length - 1);
        view.last = &last;
        view.last_text = san;
    }
    apo_buffer out;
    apo_buffer_init(&out, NULL);
    apo_buffer_add_char(&out, '\n');
    apo_board_view_write(&out, apo_game_position(session->game), &view);
    apo_buffer_add_char(&out, '\n');
    if (out.length > 0)
        fwrite(out.bytes, 1, out.length, stdout);
    apo_buffer_clear(&out);
    session->has_new_board = false;
}

/* --- the record ---------------------------------------------------------- */

static void write_record(apo_play_session *session)
{
    bool had_failed = session->journal.has_failed;
    apo_buffer text;
    apo_buffer_init(&text, NULL);
    if (apo_game_write_pgn(&text, session->game, &session->labels) != APO_OK)
        session->journal.has_failed = true;
    else
        apo_journal_write(&session->journal, apo_buffer_span(&text));
    apo_buffer_clear(&text);
    if (session->journal.path[0] == '\0' || session->journal.has_failed == had_failed)
        return;
    if (session->journal.has_failed)
        apo_play_print("The record cannot be written to %s: %s. Retrying after each move; "
                       "\"save FILE\" saves it elsewhere.",
                       session->journal.path, strerror(session->journal.reason));
    else
        apo_play_print("The record is written to %s again.", session->journal.path);
}

void apo_play_session_changed(apo_play_session *session)
{
    session->has_new_board = true;
    session->is_end_told = false;
    write_record(session);
}

void apo_play_session_open_journal(apo_play_session *session)
{
    apo_journal_open_default(&session->journal, apo_variant_info_of(session->source.var)->id);
    if (session->journal.path[0] != '\0')
        apo_play_print("The game is recorded in %s", session->journal.path);
    else
        apo_play_print("The game cannot be recorded anywhere; \"save FILE\" saves it.");
}

/* Replaces the thinker by one for the game's variant. */
static apo_status renew_thinker(apo_play_session *session, const apo_variant *var)
{
    apo_thinker fresh;
    uint64_t seed = session->seed > 0 ? session->seed : (uint64_t)time(NULL);
    apo_status status = apo_thinker_open(&fresh, var, &session->nets, seed);
    if (status != APO_OK)
        return status;
    apo_thinker_close(&session->thinker);
    session->thinker = fresh;
    return APO_OK;
}

apo_status apo_play_session_set_game(apo_play_session *session, apo_source source,
                                     apo_game *game, const apo_game_labels *labels)
{
    apo_status status = renew_thinker(session, source.var);
    if (status != APO_OK)
        return status;
    apo_game_free(session->game);
    apo_source_close(&session->source);
    session->source = source;
    session->game = game;
    if (labels->variant != session->variant)
        apo_text_copy(session->variant, sizeof session->variant, labels->variant);
    session->labels = *labels;
    session->labels.variant = session->variant;
    session->labels.date = session->date;
    session->labels.event = "Casual game";
    session->labels.site = "apothecary";
    session->labels.white = session->is_computer[APO_WHITE] ? session->computer : "?";
    session->labels.black = session->is_computer[APO_BLACK] ? session->computer : "?";
    session->has_new_board = true;
    session->is_end_told = false;
    session->is_paused = false;
    return APO_OK;
}

/* --- the course of the game ---------------------------------------------- */

apo_side apo_play_session_asked(const apo_play_session *session)
{
    apo_game_info info = apo_game_info_of(session->game);
    if (info.offer != APO_PROPOSAL_NONE)
        return apo_side_other(info.offered_by);
    return apo_position_side(apo_game_position(session->game));
}
