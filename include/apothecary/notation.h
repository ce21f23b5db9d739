/**
 * @file
 * Positions, moves and results as text, and explanations in sentences.
 *
 * All functions here may be called by any thread.
 */
#ifndef APOTHECARY_NOTATION_H
#define APOTHECARY_NOTATION_H

#include <apothecary/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Sizes of texts, in bytes with the terminator. */
enum {
    /** Pieces on the board and in the reserves together. Play never adds one. A full board
     * (288) and two reserves of 64 have fewer. */
    APO_FEN_PIECES_MAX = 512,
    /** The longest FEN, in nine fields: 18 ranks of 16 letters with '/' or a blank after each
     * 306; side "w>b2 " 5; unmoved squares of 3 bytes each and a blank 865; passed squares and
     * the piece's 51 and a blank 52; imitated types 3; reserve and a blank 513; pockets of 31
     * types and a blank 63; two counts of 10 digits, a blank, the terminator 22. */
    APO_FEN_MAX = 306 + 5 + 865 + 52 + 3 + 513 + 63 + 22,
    /** The longest move in any notation, which is Game Courier's. First part "C a10-a12" 9; 30
     * more legs of 11 bytes "; C a10-a12" 330; #APO_UNDO_SQUARES_MAX pieces taken of 6 bytes ";
     * a10-" 288; promotion and launch 7 each; castling partner 11; terminator 1. */
    APO_MOVE_TEXT_MAX = 9 + 330 + 288 + 7 + 7 + 11 + 1
};

/** Reads a FEN, either with nine fields or in the usual form of chess programs, and checks that
 * the position is possible. "startpos" is the start of the game. `out` is a position of any
 * variant, or fresh memory; it borrows `var`.
 *
 *  Errors, with `out` untouched: #APO_E_SYNTAX and #APO_E_RANGE, with the byte in `err`;
 * #APO_E_UNSUPPORTED: the usual form in a game that needs nine fields; #APO_E_POSITION:
 * `err->detail` lists all faults. */
APO_API apo_status apo_fen_read(apo_position *out, const apo_variant *var, apo_span text,
                                apo_error *err);

/** Adds the FEN in the usual form of chess programs, six fields with "KQkq", if reading it
 * gives exactly the same position, or else in nine fields; at most #APO_FEN_MAX - 1 bytes. A
 * position has one text. */
APO_API void apo_fen_write(apo_text *out, const apo_position *pos);

/** Adds the FEN in nine fields, whatever the position; at most #APO_FEN_MAX - 1 bytes. */
APO_API void apo_fen_write_full(apo_text *out, const apo_position *pos);

/** Notations of moves. */
enum apo_notation {
    APO_NOTATION_COORDINATE, /**< "e2e4", "e9e10q": what programs exchange. */
    APO_NOTATION_SAN,        /**< "Nf3", "exd5=Q+": what people read. */
    APO_NOTATION_COURIER,    /**< "N g1-f3": what Game Courier uses. */
    APO_NOTATIONS            /**< How many there are. */
};

/** Adds the canonical text of a legal move. SAN takes some microseconds, as it generates all
 * moves. */
APO_API void apo_move_write(apo_text *out, const apo_position *pos, const apo_move *mv,
                            enum apo_notation notation);

/** Adds the texts of all legal moves, separated by single spaces, in no particular order: the
 * fastest way to them, in SAN above all.
 *
 *  Errors, after which the buffer may hold some of them: #APO_E_OVERFLOW; #APO_E_MEMORY. */
APO_API apo_status apo_moves_write(apo_buffer *out, const apo_position *pos,
                                   enum apo_notation notation);

/** Reads a move in any notation and finds it among the legal ones; blanks around it are
 * ignored. If none fits, the error refers to the notation that the text looks like.
 *
 *  Errors, with `out` untouched: #APO_E_SYNTAX; #APO_E_ILLEGAL: `err->detail` says why;
 * #APO_E_AMBIGUOUS. */
APO_API apo_status apo_move_read_any(apo_move *out, const apo_position *pos, apo_span text,
                                     apo_error *err);

/** Adds a sentence, without a full stop, that says why the move is not legal ("the king on g1
 * could be captured by the rook on g8"), or that it is legal. Uses `from`, `to`, `promoted` and
 * `launched` only. */
APO_API void apo_move_explain(apo_text *out, const apo_position *pos, const apo_move *mv);

/** Adds what #apo_move_remedy finds as a JSON object, for programs: `reason`, `cause`, `rule`,
 * `section`, `because` (a sentence), `changes` (each with `kind`, and `square`, `to`, `piece`,
 * `number` where it has them, and `if`, its sentence), and, if a remedy was found, `fen` and
 * `move`: the changed position and the move that is legal there. Errors: #APO_E_MEMORY. */
APO_API apo_status apo_move_remedy_write(apo_buffer *out, const apo_position *pos,
                                         const apo_move *mv);

/** Adds a sentence that says how the jokers of the side move now, and why. For games with a
 * joker. */
APO_API void apo_joker_explain(apo_text *out, const apo_position *pos, apo_side side);

/** The result as in PGN, "1-0", "3/4-1/4", "*"; static. `white_quarters` as in #apo_outcome. */
APO_API const char *apo_result_text(int white_quarters);

/** Reads exactly one result; "*" gives #APO_QUARTERS_UNKNOWN. False, with `out` untouched, for
 * any other text. */
APO_API bool apo_result_read(int *out_white_quarters, apo_span text);

#ifdef __cplusplus
}
#endif

#endif
