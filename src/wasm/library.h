/* Functions for the npm package (bindings/npm) beyond session.h: games that go forward and
 * back, compact lists of moves, PGN. Functions return a status and answer like those of
 * session.h. */
#ifndef APO_WASM_LIBRARY_H
#define APO_WASM_LIBRARY_H

#include "wasm/session.h"

/* --- library.c ----------------------------------------------------------- */

/* The library's version; a status as one word ("illegal"); both terminated. */
const char *apo_library_version(void);
const char *apo_library_status_word(unsigned status);

/* Answers the ids of all built-in games, one per line. */
int apo_library_variants(apo_session *s);

/* Compiles the definition in the input, the first line being the id it gets. */
int apo_library_define(apo_session *s, size_t length);

/* Answers the faults and warnings of the last definition as a list of objects. */
int apo_library_faults(apo_session *s);

/* Sets up a start, or the FEN in the input, and forgets the game so far. */
int apo_library_start(apo_session *s, unsigned name_index, unsigned number);
int apo_library_set_fen(apo_session *s, size_t length);

/* Applies the handicap in the input ("pawn:e4") to the position, which becomes the start. */
int apo_library_handicap(apo_session *s, size_t length);

/* Makes the move in the input, in any notation, as a move of the game; takes the last one back.
 * The first answers the move in coordinates. Errors: APO_E_FINISHED; APO_E_RANGE: no move is
 * left; those of apo_move_read_any. apo_library_advance makes the move even if the game is
 * over. */
int apo_library_push(apo_session *s, size_t length);
int apo_library_advance(apo_session *s, size_t length);
int apo_library_pop(apo_session *s);

/* Answers the state of the game, as apo_session_outcome does. */
int apo_library_outcome(apo_session *s);

/* Ends the game with a result in White's quarters. */
int apo_library_end(apo_session *s, int white_quarters);

/* Answers the move in the input, in any notation: in another notation (enum apo_notation), or
 * as an object. */
int apo_library_write_move(apo_session *s, size_t length, unsigned notation);
int apo_library_read_move(apo_session *s, size_t length);

/* Answers why a move is legal or not, as a word and a sentence on two lines. The input has its
 * squares, and the letters of the types it promotes to and launches, or "-": "e7 e8 Q -". */
int apo_library_explain(apo_session *s, size_t length);

/* Answers the output of apo_move_remedy_write for such a move. */
int apo_library_remedy(apo_session *s, size_t length);

/* The same for a move in any notation, which may be a drop, or castling. If it is not clear
 * which move is meant, the status is that of reading it. */
int apo_library_explain_text(apo_session *s, size_t length);
int apo_library_remedy_text(apo_session *s, size_t length);

/* The number of legal moves, UINT32_MAX if there are too many for a list; whether a side
 * attacks a square. apo_library_attackers answers the attackers' square numbers, separated by
 * spaces. */
unsigned apo_library_count(const apo_session *s);
int apo_library_is_attacked(const apo_session *s, unsigned square, unsigned side);
int apo_library_attackers(apo_session *s, unsigned square, unsigned side);

/* --- library_list.c ------------------------------------------------------ */

/* The output has all legal moves in a notation, separated by single spaces: of the position, or
 * of the FEN in the input, with the session's own position unchanged. */
int apo_library_list(apo_session *s, unsigned notation);
int apo_library_list_fen(apo_session *s, size_t length, unsigned notation);

/* The same as numbers, for programs that keep the texts: apo_library_codes has one for each
 * move. A move that its squares and its promotion describe is from * squares + to + promoted *
 * 2^17; any other is 2^31, and the output has its text in coordinates, separated by spaces.
 * Returns the number of moves, or minus a status. */
int apo_library_encode(apo_session *s);
int apo_library_encode_fen(apo_session *s, size_t length);

/* The same for SAN, by apo_san_list_code, without texts: the texts of unknown numbers, in the
 * same order, are in the list. */
int apo_library_encode_sans(apo_session *s);
int apo_library_encode_sans_fen(apo_session *s, size_t length);
const uint32_t *apo_library_codes(const apo_session *s);

/* Makes a position of the session's game the start, and forgets the game so far. */
void apo_library_set_position(apo_session *s, const apo_position *pos);

/* --- library_epd.c ------------------------------------------------------- */

/* Sets up the position of the EPD in the input, and answers its operations as a list of pairs,
 * name and operands. */
int apo_library_set_epd(apo_session *s, size_t length);

/* Answers the position as EPD with the operations in the input, a line for each. */
int apo_library_epd(apo_session *s, size_t length);

/* --- library_pgn.c ------------------------------------------------------- */

/* Answers, for the first game in the input from byte `from` on, the id of its variant ("" if it
 * names none) and its tags as a list of pairs; null if there is no game. */
int apo_library_pgn_tags(apo_session *s, size_t length, size_t from);

/* Reads the next games as games of another session's variant; NULL: of none. */
void apo_library_pgn_use(apo_session *s, const apo_session *of);

/* Answers that game, which is of the session's variant, as an object: its tags, FEN, result and
 * nodes. Each node has the index of its parent (0 is the start position, the first node is 1),
 * its text, SAN, comments and NAGs. The first child of a node is the move played. */
int apo_library_pgn_read(apo_session *s, size_t length, size_t from);

/* The byte after the game read last, also after a failure. */
size_t apo_library_pgn_next(const apo_session *s);

/* Answers a game as PGN. Each line of the input is one item: "T name value", "F fen" (before
 * all moves), "M parent text", "B node comment" (before the move), "A node comment" (after it),
 * "N node nag", "R quarters". Errors have the byte in the input. */
int apo_library_pgn_write(apo_session *s, size_t length);

#endif
