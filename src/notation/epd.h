/* EPD: one position with operations per line: `bm Nf3; id "test 1"; c0 "a comment"; hmvc 3;`.
 *
 * The position has the four fields of the usual form, or the nine of a FEN, or its six: then
 * the counts are those of the FEN. Otherwise hmvc and fmvn give them, by default 0 and 1.
 * Operations are kept in their order with their text; bm, am and the like are moves, which
 * apo_epd_next_move reads in any notation. */
#ifndef APO_NOTATION_EPD_H
#define APO_NOTATION_EPD_H

#include "base/buffer.h"
#include "rules/kernel/position.h"

enum {
    APO_EPD_BYTES_MAX = 1 << 16,  /* of a line; the longest of known suites have 500 */
    APO_EPD_OPERATIONS_MAX = 128, /* of a line; the standard names 40 */
    APO_EPD_NAME_MAX = 15         /* bytes of an opcode, as in the standard */
};

/* An operation; both borrowed from the line. */
typedef struct apo_epd_operation {
    apo_span name;     /* "bm": a letter, then letters, digits and '_' */
    apo_span operands; /* as they stand, with quotation marks; may be empty */
} apo_epd_operation;

/* A line of EPD. */
typedef struct apo_epd {
    apo_position pos;
    apo_epd_operation operations[APO_EPD_OPERATIONS_MAX];
    size_t count;
} apo_epd;

/* Reads a line, without its end. The variant is borrowed by the position, the line by the
 * operations. Takes time in proportion to the length of the line. Errors, with `out` undefined:
 * those of apo_fen_read, with the byte of the line; APO_E_SYNTAX: an operation that is invalid
 * or occurs twice; APO_E_TOO_LARGE. */
apo_status apo_epd_read(apo_epd *out, const apo_variant *var, apo_span line, apo_error *err);

/* The operands of an operation, without quotation marks; NULL text if there is no operation of
 * that name. */
apo_span apo_epd_operand(const apo_epd *epd, const char *name);

/* Takes the next move off the operands of bm or am, in any notation. False at the end or, with
 * `err->status` not APO_OK, where the word is no legal move. */
bool apo_epd_next_move(apo_move *out, const apo_epd *epd, apo_span *operands, apo_error *err);

/* Writes the line without its end: the board's four fields, hmvc and fmvn where the counts are
 * not 0 and 1 (nine fields where the game needs them, and no such operations), and the other
 * operations as they were. Errors: APO_E_MEMORY. */
apo_status apo_epd_write(apo_buffer *out, const apo_epd *epd);

#endif
