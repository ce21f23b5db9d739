/* FEN: a position as one line of text (rules 6.3).
 *
 * The canonical form has nine fields: `board side unmoved ep imit reserve pocket halfmove
 * fullmove`. Games without joker are also read in the usual form of chess programs: `board side
 * [castling [ep]] [halfmove [fullmove]]`, with KQkq or file letters for castling (and for
 * pieces that can launch), one or more e.p. squares, and holdings in brackets behind the board,
 * "[]" or "[EHeh]". What this form cannot say is taken to be as usual: pieces of other ranks
 * that stand where they start have not moved, and a reserve holds what is missing on the board.
 * The word "startpos", alone or as "startpos of NAME", is the start of the game. Everything is
 * read strictly: one blank between fields, none around; the error says which byte and why. */
#ifndef APO_NOTATION_FEN_H
#define APO_NOTATION_FEN_H

#include "base/text.h"
#include "rules/kernel/position.h"

enum {
    /* Pieces on the board and in the reserves together. Play never adds one. All squares full
     * (288) and two reserves of APO_VALUE_ITEMS_MAX (128) are fewer. */
    APO_FEN_PIECES_MAX = 512,
    /* Bytes of the longest canonical FEN with its terminator: 18 ranks of 16 letters with
     * '/' or a blank behind each 306; side "w>b2 " 5; unmoved squares of 3 bytes each and a
     * blank 865; passed squares and the piece's 51 and a blank 52; imit 3; reserve and a
     * blank 513; pockets of 31 types and a blank 63; two counts of 10 digits, a blank, the
     * terminator 22. */
    APO_FEN_MAX = 306 + 5 + 865 + 52 + 3 + 513 + 63 + 22
};

/* Reads what the text says, possible or not, in either form (told apart by the number of
 * fields). `var` is borrowed during the call. Errors, with `out` untouched: APO_E_SYNTAX;
 * APO_E_RANGE: a number is too large; APO_E_UNSUPPORTED: the usual form in a game that needs
 * nine fields. */
apo_status apo_fen_read_setup(apo_setup *out, const apo_variant *var, apo_span text,
                              apo_error *err);

/* Reads and checks: apo_fen_read_setup, then apo_position_from_setup. The position borrows
 * `var`. Errors besides the above: APO_E_POSITION: `err->detail` lists all that is wrong. */
apo_status apo_fen_read(apo_position *out, const apo_variant *var, apo_span text,
                        apo_error *err);

/* Adds the canonical nine fields. At most APO_FEN_MAX - 1 bytes if pieces do not exceed
 * APO_FEN_PIECES_MAX. */
void apo_fen_write_setup(apo_text *out, const apo_variant *var, const apo_setup *setup);
void apo_fen_write(apo_text *out, const apo_position *pos);

/* Adds the messages of all faults of the set, "; " between them. */
void apo_setup_faults_write(apo_text *out, apo_setup_faults faults);

#endif
