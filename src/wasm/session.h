/* One game's rules for JavaScript: text goes in and out through two buffers in the module's
 * memory, everything else is numbers. A page makes one session for each game it shows.
 *
 *   const at = apo_session_input(s, bytes.length);   // write UTF-8 there
 *   apo_session_open(s, bytes.length)                // 0, or the status of a failure
 *   apo_session_output(s), apo_session_length(s)     // the answer, or the reason of a failure
 *
 * Functions that answer return a status; on failure the output says why. */
#ifndef APO_WASM_SESSION_H
#define APO_WASM_SESSION_H

#include "base/buffer.h"
#include "base/error.h"
#include "rules/kernel/position.h"

/* The name by which JavaScript calls a function. The files can also be compiled for this
 * machine, where sanitizers and fuzzers run. */
#ifdef __wasm__
#    define EXPORT(name) __attribute__((export_name(#    name)))
#else
#    define EXPORT(name)
#endif

typedef struct apo_session {
    apo_variant *var; /* owned; NULL until one is open */
    apo_position pos; /* valid once has_position is set */
    bool has_position;
    char *input;       /* owned */
    size_t input_size; /* bytes */
    apo_buffer output;
} apo_session;

/* --- session.c ----------------------------------------------------------- */

/* A new session, or NULL when memory is out. Gives (free with apo_session_free). */
apo_session *apo_session_new(void);
void apo_session_free(apo_session *s);

/* A buffer of `size` bytes for text from outside; NULL when memory is out. Borrowed from the
 * session until the next call. */
char *apo_session_input(apo_session *s, size_t size);

/* The last answer or reason. */
const char *apo_session_output(const apo_session *s);
size_t apo_session_length(const apo_session *s);

/* Opens the built-in game whose id stands in the input. */
int apo_session_open(apo_session *s, size_t length);

/* Compiles the definition in the input, which may bring its bases with it
 * (definition/file/bundle.h). Answers one fault a line on failure. */
int apo_session_define(apo_session *s, size_t length);

/* Sets up start number `number`, or the FEN in the input. */
int apo_session_start(apo_session *s, unsigned name_index, unsigned number);
int apo_session_set_fen(apo_session *s, size_t length);

/* Makes the move in the input, in any notation. */
int apo_session_play(apo_session *s, size_t length);

/* Answers the FEN; all legal moves in coordinates, one a line. */
int apo_session_fen(apo_session *s);
int apo_session_moves(apo_session *s);

/* Whether the side to move is in check; how the position ends the game (enum apo_ending). */
int apo_session_is_check(const apo_session *s);
int apo_session_ending(const apo_session *s);

/* Counts move sequences; 0 if there is no position. */
uint64_t apo_session_perft(const apo_session *s, unsigned depth);

/* For the files below: the input, an answer begun afresh, and a refusal in words. */
apo_span apo_session_input_span(const apo_session *s, size_t length);
apo_buffer *apo_session_answer(apo_session *s);
int apo_session_refuse(apo_session *s, apo_status status, const apo_error *err);

/* --- session_game.c ------------------------------------------------------ */

/* Answers what the game is: an object with names, board, pieces and starts. */
int apo_session_describe(apo_session *s);

/* Answers the position: an object with pieces, squares that are gone, reserves, pockets, powers
 * of the jokers and so on. */
int apo_session_state(apo_session *s);

/* Answers how a game stands. The input has the FEN it began with and then the moves, one a line
 * in any notation. The session's position is not touched. */
int apo_session_outcome(apo_session *s, size_t length);

/* Answers why the jokers of a side (0 White, 1 Black) move as they do. */
int apo_session_explain_joker(apo_session *s, unsigned side);

/* --- session_check.c ----------------------------------------------------- */

/* Answers what is wrong with the FEN in the input, possible or not: `faults`, each with its
 * `message` and the `squares` of the pieces that are to blame; `rights`, the squares of all
 * pieces that may be taken for unmoved; `reserve`, the pieces that are missing on the board.
 * The session's position is not touched. Refused only if it cannot be read. */
int apo_session_check(apo_session *s, size_t length);

/* --- session_force.c ----------------------------------------------------- */

/* The side to move is to be mated (aim 0) or stalemated (1) by the other one in `moves` more
 * moves: answers `verdict`, "yes", "no" or "unknown" (too long: `limit` positions), and `move`:
 * the best defence, with "no" one that gets away, null if there is none. */
int apo_session_defend(apo_session *s, unsigned aim, unsigned moves, unsigned limit);

/* The side to move wants to force it in `moves` moves: `verdict`, and the `move` with "yes". */
int apo_session_force(apo_session *s, unsigned aim, unsigned moves, unsigned limit);

/* --- session_moves.c ----------------------------------------------------- */

/* Answers all legal moves as a list of objects. */
int apo_session_list(apo_session *s);

/* Answers what a piece could do on a board with few others, without kings. The input has pieces
 * with their squares, like "Nd5 pe7 pf8": the first is looked at, upper case is White. An !
 * before a piece says that it has never moved; a joker moves as the last piece of the other
 * side named with an =, like "=r". */
int apo_session_diagram(apo_session *s, size_t length);

/* Answers what the piece on a square could do, whoever is to move: an object with `moves` as
 * now and `reach`, the squares that it may come to on some board. */
int apo_session_preview(apo_session *s, unsigned square);

#endif
