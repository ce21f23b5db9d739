/* The rules of one game for JavaScript: text passes through an input and an output buffer in
 * the module's memory, everything else is numbers. A page creates a session for each game it
 * shows.
 *
 *   const at = apo_session_input(s, bytes.length);   // write UTF-8 there
 *   apo_session_open(s, bytes.length)                // 0, or the status of a failure
 *   apo_session_output(s), apo_session_length(s)     // the answer, or the reason for a failure
 *
 * Functions with an answer return a status; on failure the output has the reason. */
#ifndef APO_WASM_SESSION_H
#define APO_WASM_SESSION_H

#include "base/buffer.h"
#include "base/error.h"
#include "rules/rules/program_view.h"

/* Exports a function to JavaScript. The files can also be compiled natively, for sanitizers and
 * fuzzers. */
#ifdef __wasm__
#    define EXPORT(name) __attribute__((export_name(#    name)))
#else
#    define EXPORT(name)
#endif

/* A compiled game and how many sessions use it; the last one frees it. */
typedef struct apo_session_variant {
    apo_variant *var; /* owned */
    unsigned user_count;
} apo_session_variant;

typedef struct apo_session {
    apo_session_variant *shared; /* shared with other sessions; NULL until a game is open */
    apo_variant *var;            /* of `shared`; NULL until a game is open */
    apo_position pos;            /* valid once has_position is set */
    bool has_position;
    char *input;       /* owned */
    size_t input_size; /* bytes */
    apo_buffer output;
    size_t error_position; /* byte of the input at which the last failure was found */

    /* For the functions of library.h. */
    struct apo_game *game;  /* owned; the game that led to `pos`, or NULL */
    apo_fault_list *faults; /* owned; of the last definition, or NULL */
    uint32_t *codes;        /* owned; moves as numbers, or NULL */
    size_t pgn_next;        /* byte after the game read last */
} apo_session;

/* --- session_games.c: in the small module only --------------------------- */

/* Whether the built-in game whose id is in the input can be opened; 1 for ids of none. */
int apo_session_has_game(const apo_session *s, size_t length);

/* Adds the definitions in the input, each below a line "#game-file ID": those of built-in games
 * that the module has only the ids of; it leaves out others. The texts are kept for as long
 * as the module lives. Returns a status. */
int apo_session_add_games(apo_session *s, size_t length);

/* --- session.c ----------------------------------------------------------- */

/* A new session, or NULL when out of memory. The caller frees it with apo_session_free. */
apo_session *apo_session_new(void);
void apo_session_free(apo_session *s);

/* Another session of the same game, at the same position; it may outlive `of`. NULL when out of
 * memory. The caller frees it with apo_session_free. */
apo_session *apo_session_share(const apo_session *of);

/* A buffer of `size` bytes for input; NULL when out of memory. Borrowed from the session until
 * the next call. */
char *apo_session_input(apo_session *s, size_t size);

/* The last answer, or the reason for a failure. */
const char *apo_session_output(const apo_session *s);
size_t apo_session_length(const apo_session *s);

/* The byte of the input at which the last failure was found; 0 if none is to blame. */
size_t apo_session_error_position(const apo_session *s);

/* Opens the built-in game whose id is in the input. */
int apo_session_open(apo_session *s, size_t length);

/* Answers the id of the built-in game with the PGN name in the input's first line, or nothing.
 * With a FEN in the second line, names that do not determine the start are accepted too. */
int apo_session_find(apo_session *s, size_t length);

/* Compiles the definition in the input, which may contain its bases (definition/file/bundle.h).
 * On failure answers one fault per line. */
int apo_session_define(apo_session *s, size_t length);

/* The same for a definition from anywhere: one that costs more than definition/file/bounds.h
 * allows is refused (APO_E_TOO_LARGE) before it exceeds them. */
int apo_session_define_strange(apo_session *s, size_t length);

/* Sets up start number `number`, or the FEN in the input. */
int apo_session_start(apo_session *s, unsigned name_index, unsigned number);
int apo_session_set_fen(apo_session *s, size_t length);

/* Makes the move in the input, in any notation. */
int apo_session_play(apo_session *s, size_t length);

/* Answers the FEN, or all legal moves in coordinates, one per line. */
int apo_session_fen(apo_session *s);
int apo_session_moves(apo_session *s);

/* Whether the side to move is in check; how the position ends the game (enum apo_ending). */
int apo_session_is_check(const apo_session *s);
int apo_session_ending(const apo_session *s);

/* Counts move sequences, as apo_perft; 0 without a position. */
uint64_t apo_session_perft(const apo_session *s, unsigned depth);

/* For the files below: the input, the cleared output, and a failure with its reason. */
apo_span apo_session_input_span(const apo_session *s, size_t length);
apo_buffer *apo_session_answer(apo_session *s);
int apo_session_refuse(apo_session *s, apo_status status, const apo_error *err);

/* Gives the session a newly compiled game (taken), another session's game, or none. */
int apo_session_take(apo_session *s, apo_status status, apo_variant *var,
                     const apo_fault_list *faults);
/* Compiles a stranger's definition and takes it, or answers and adds to `faults` why not. */
int apo_session_take_strange(apo_session *s, apo_span text, apo_fault_list *faults);
/* Empties `faults`, which library.h reports; false when out of memory. */
bool apo_session_begin_faults(apo_session *s);
void apo_session_join(apo_session *s, const apo_session *of);
void apo_session_leave(apo_session *s);

/* --- session_game.c ------------------------------------------------------ */

/* Answers the game as an object with names, board, pieces and starts. */
int apo_session_describe(apo_session *s);

/* Answers the position as an object with pieces, vanished squares, reserves, pockets, powers of
 * the jokers and so on. */
int apo_session_state(apo_session *s);

/* Answers the state of a game. The input has its first FEN and then the moves, one per line in
 * any notation. The session's position is unchanged. */
int apo_session_outcome(apo_session *s, size_t length);

/* Adds the state of a game as an object. */
void apo_session_add_outcome(apo_buffer *out, const struct apo_game *game);

/* Answers why a move from one square to another is not legal, and what would make it legal,
 * like apo_move_remedy_write; a pawn promotes to the type that needs the fewest changes. Fails
 * with APO_E_POSITION if there is no position, or no such square. */
int apo_session_remedy(apo_session *s, unsigned from, unsigned to);

/* Answers why the jokers of a side (0 White, 1 Black) move as they do. */
int apo_session_explain_joker(apo_session *s, unsigned side);

/* --- session_words.c ----------------------------------------------------- */

/* Answers how the pieces move, in English: a line "letter, tab, phrase" for each phrase
 * (definition/file/bundle.h). The input is the definition that the session compiled; it is
 * empty for a built-in game. */
int apo_session_words(apo_session *s, size_t length);

/* --- session_lesson.c ---------------------------------------------------- */

/* Answers a lesson on the type with this number (from 1) as an object; task and seed as in
 * lessons/lesson.h. Fails with APO_E_UNKNOWN if there is none. */
int apo_session_lesson(apo_session *s, unsigned type, unsigned task, unsigned seed);

/* --- session_check.c ----------------------------------------------------- */

/* Answers the faults of the FEN in the input: `faults`, each with its `message` and the
 * `squares` of the pieces at fault; `rights`, the squares of all pieces that may count as
 * unmoved; `reserve`, the pieces missing on the board. The session's position is unchanged.
 * Fails only if the FEN cannot be read. */
int apo_session_check(apo_session *s, size_t length);

/* --- session_force.c ----------------------------------------------------- */

/* Answers whether the other side can mate (aim 0) or stalemate (1) the side to move in `moves`
 * more moves: `verdict`, "yes", "no" or "unknown" (after `limit` positions), and `move`: the
 * best defence, with "no" one that escapes, null if there is none. */
int apo_session_defend(apo_session *s, unsigned aim, unsigned moves, unsigned limit);

/* Answers whether the side to move can force it in `moves` moves: `verdict`, and with "yes" the
 * `move`. */
int apo_session_force(apo_session *s, unsigned aim, unsigned moves, unsigned limit);

/* --- session_moves.c ----------------------------------------------------- */

/* Adds a move as an object with everything a board shows of it. */
void apo_session_add_move(apo_buffer *out, const apo_position *pos, const apo_move *mv,
                          const apo_move_list *legal);

/* Answers all legal moves as a list of objects. */
int apo_session_list(apo_session *s);

/* Answers the moves of a piece on a board with few others, without kings. The input has pieces
 * with their squares, like "Nd5 pe7 pf8"; the first is the piece in question, upper case is
 * White. A ! before a piece marks it as unmoved; a joker moves like the other side's last piece
 * named with =, like "=r". */
int apo_session_diagram(apo_session *s, size_t length);

/* Answers the moves of the piece on a square, regardless of the side to move: an object with
 * `moves` in this position and `reach`, the squares it can reach on some board. */
int apo_session_preview(apo_session *s, unsigned square);

#endif
