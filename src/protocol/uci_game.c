#include "notation/coordinate.h"
#include "notation/fen.h"
#include "protocol/chess960.h"
#include "protocol/uci_priv.h"
#include "rules/rules/program_view.h"

void apo_uci_handle_new_game(apo_uci *uci, apo_span rest)
{
    (void)rest;
    apo_uci_end_job(uci);
    uci->is_refused = false;
    if (uci->var == NULL)
        return;
    if (uci->has_game)
        uci->has_game =
            apo_engine_restart(uci->engine) == APO_OK && apo_uci_go_to_start(uci) == APO_OK;
    else
        apo_uci_begin_game(uci);
}

/* --- position ------------------------------------------------------------ */

/* Cuts off the part before the word "moves", and the word itself. */
static apo_span cut_before_moves(apo_span *rest)
{
    apo_span text = apo_span_trim(*rest), ahead = text;
    size_t length = text.length;
    for (apo_span word; (word = apo_span_word(&ahead)).length > 0;)
        if (apo_span_is(word, "moves")) {
            length = (size_t)(word.text - text.text);
            break;
        }
    *rest = ahead;
    return apo_span_trim(apo_span_part(text, 0, length));
}

static bool read_start(apo_uci *uci, apo_position *out, apo_span text)
{
    apo_span rest = text;
    apo_error err;
    apo_span word = apo_span_word(&rest);
    if (apo_span_is(word, "startpos") && apo_span_trim(rest).length == 0)
        return apo_usual_start(out, uci->var) == APO_OK;
    if (!apo_span_is(word, "fen")) {
        apo_uci_report_error(uci, "position wants startpos or fen, not", text);
        return false;
    }
    if (apo_fen_read(out, uci->var, apo_span_trim(rest), &err) != APO_OK) {
        apo_uci_report_error(uci, "bad FEN", apo_span_of(err.detail));
        return false;
    }
    return true;
}

/* Plays the moves in the engine; false at the first that is not legal. */
static bool play_moves(apo_uci *uci, apo_span moves)
{
    for (apo_span word; (word = apo_span_word(&moves)).length > 0;) {
        apo_move mv;
        const apo_position *pos = apo_engine_position(uci->engine);
        if (apo_coordinate_read(&mv, pos, word, NULL) != APO_OK ||
            apo_engine_play(uci->engine, &mv) != APO_OK) {
            apo_uci_report_error(uci, "illegal move", word);
            return false;
        }
    }
    return true;
}

/* Tests that all moves can be played before anything is changed. */
static bool are_legal(apo_uci *uci, const apo_position *start, apo_span moves)
{
    apo_position pos = *start;
    apo_undo undo;
    for (apo_span word; (word = apo_span_word(&moves)).length > 0;) {
        apo_move mv;
        if (apo_coordinate_read(&mv, &pos, word, NULL) != APO_OK) {
            apo_uci_report_error(uci, "illegal move", word);
            return false;
        }
        apo_make(&pos, &mv, &undo);
    }
    return true;
}

/* True if `text` goes on from the position where the engine is; `*out_moves` are those that it
 * adds. Programs send a game from its start for every move, and reading all its moves again
 * takes longer than a short search. */
static bool goes_on(const apo_uci *uci, apo_span text, apo_span *out_moves)
{
    apo_span last = apo_buffer_span(&uci->position);
    if (last.length == 0 || !apo_span_same(apo_span_part(text, 0, last.length), last))
        return false;
    *out_moves = apo_span_part(text, last.length, text.length);
    if (out_moves->length == 0)
        return true;
    if (!apo_is_blank(out_moves->text[0]))
        return false;
    apo_span known = last;
    (void)cut_before_moves(&known);
    bool has_moves = known.length > 0;
    return has_moves || apo_span_is(apo_span_word(out_moves), "moves");
}

/* Remembers where the engine is. */
static void remember(apo_uci *uci, apo_span text)
{
    apo_buffer_rewind(&uci->position);
    apo_buffer_add_span(&uci->position, text);
    if (uci->position.is_failed)
        apo_buffer_clear(&uci->position);
}

/* Puts the engine at the start that the text names, or leaves it where it is, if only the moves
 * from there are to be played; false: refused. */
static bool set_start(apo_uci *uci, apo_span text, apo_span *out_moves)
{
    apo_position start;
    if (goes_on(uci, text, out_moves))
        return are_legal(uci, apo_engine_position(uci->engine), *out_moves);
    *out_moves = text;
    apo_span place = cut_before_moves(out_moves);
    return read_start(uci, &start, place) && are_legal(uci, &start, *out_moves) &&
           apo_engine_set_position(uci->engine, &start) == APO_OK;
}

void apo_uci_handle_position(apo_uci *uci, apo_span rest)
{
    apo_span text = apo_span_trim(rest), moves;
    apo_uci_end_job(uci);
    bool has_game = apo_uci_has_game(uci);
    uci->is_refused = true;
    if (!has_game || !set_start(uci, text, &moves))
        return;
    uci->is_refused = !play_moves(uci, moves);
    if (uci->is_refused)
        apo_buffer_clear(&uci->position);
    else
        remember(uci, text);
}
