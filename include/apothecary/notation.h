/**
 * @file
 * Positions, moves and results as text, EPD, and explanations in sentences.
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
     * types and a blank 63; two counts of 10 digits, a blank, the terminator 22. Marks of
     * promoted pieces and the field of some games fit, as #APO_FEN_PIECES_MAX leaves a full
     * board 224 pieces in reserve, and most squares have names of 2 bytes. */
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
 * fastest way to get them, especially in SAN.
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

/** Finds the move that is meant by a text that #apo_move_read_any refuses as illegal, so that
 * it can be explained: its squares, a drop, or the piece's letter and a square to which one
 * such piece could mean to go. False, with `out` untouched, if it is not clear. */
APO_API bool apo_move_read_meant(apo_move *out, const apo_position *pos, apo_span text);

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

/** Limits of a line of EPD: a position with operations, as in
 * `bm Nf3; id "test 1"; c0 "a comment";`. What exceeds them is an error. */
enum {
    APO_EPD_BYTES_MAX = 1 << 16,  /**< Of a line; the longest of known suites have 500. */
    APO_EPD_OPERATIONS_MAX = 128, /**< Of a line; the standard names 40. */
    APO_EPD_NAME_MAX = 15         /**< Bytes of a name, as in the standard. */
};

/** An operation of EPD. */
typedef struct apo_epd_operation {
    apo_span name; /**< "bm": a letter, then letters, digits and '_'. */
    /** As written, texts with their quotation marks; may be empty. The moves of bm, am and pv
     * are words, which #apo_move_read_any reads. */
    apo_span operands;
} apo_epd_operation;

/** The operations of a line of EPD, in their order. Their texts are borrowed from the line
 * read. */
typedef struct apo_epd {
    apo_epd_operation operations[APO_EPD_OPERATIONS_MAX]; /**< No name occurs twice. */
    size_t count;                                         /**< Number of `operations`. */
} apo_epd;

/** Reads a line of EPD, without its end. The position has the four fields of the usual form, or
 * the nine of a FEN, or its six: then the counts are those of the FEN. Otherwise the operations
 * hmvc and fmvn give them, by default 0 and 1. `pos` is a position of any variant, or fresh
 * memory; it borrows `var`, and `out` borrows `line`. Takes time in proportion to the line's
 * length.
 *
 *  Errors, with `pos` untouched and `out` undefined: those of #apo_fen_read, with the byte of
 * the line; #APO_E_SYNTAX: an operation that is invalid or occurs twice; #APO_E_TOO_LARGE. */
APO_API apo_status apo_epd_read(apo_position *pos, apo_epd *out, const apo_variant *var,
                                apo_span line, apo_error *err);

/** Adds a line of EPD without its end, which reads as the same position and operations: the
 * board's four fields, hmvc and fmvn where the counts are not 0 and 1 (or nine fields where the
 * game needs them), then the operations as they are. `epd` may be NULL; its own hmvc and fmvn
 * are left out.
 *
 *  Errors, after which the buffer may hold a part: #APO_E_SYNTAX: a name is invalid or occurs
 * twice, or operands would end before their end; #APO_E_TOO_LARGE; #APO_E_MEMORY. */
APO_API apo_status apo_epd_write(apo_buffer *out, const apo_position *pos, const apo_epd *epd);

#ifdef __cplusplus
}
#endif

#endif
