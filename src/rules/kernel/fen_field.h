/* Fields of a FEN. Each rule that keeps something in a position reads and writes a field of its
 * own (`fen` in rule.h); src/notation cuts a FEN into fields and puts them together. */
#ifndef APO_RULES_KERNEL_FEN_FIELD_H
#define APO_RULES_KERNEL_FEN_FIELD_H

#include "base/error.h"
#include "base/text.h"
#include "rules/kernel/position.h"

/* A field: its place in the text. */
typedef struct apo_fen_field {
    size_t start;  /* byte offset */
    size_t length; /* bytes, at least 1 */
} apo_fen_field;

/* A FEN that is being read. */
typedef struct apo_fen_scan {
    const apo_variant *var;
    const apo_geometry *geo;
    apo_span text;       /* the whole FEN */
    bool is_usual;       /* in the usual form of chess programs, which is read less strictly */
    apo_setup setup;     /* what has been read so far */
    unsigned pieces_max; /* APO_FEN_PIECES_MAX */
    unsigned pieces_count; /* on and beside the board so far */
    apo_error *err;
} apo_fen_scan;

/* The fields of the usual form, which are fewer than those of the canonical one. */
enum apo_fen_usual {
    APO_FEN_HOLDINGS, /* in brackets after the board */
    APO_FEN_RIGHTS,   /* KQkq */
    APO_FEN_PASSED,   /* squares just passed */
    APO_FEN_USUALS
};

/* How a field is read and written. */
typedef struct apo_fen_part {
    /* Reads a field of the canonical form into the setup; called in every game. NULL: no field.
     * Errors: APO_E_SYNTAX and APO_E_RANGE, with the byte's position in the whole text. */
    apo_status (*read)(apo_fen_scan *scan, apo_fen_field field);

    /* Appends the field without the spaces around it; nothing for a dash. */
    void (*write)(apo_text *out, const apo_variant *var, const apo_setup *setup);

    /* Reads a field of the usual form; `field` NULL: it is missing. NULL: no field. */
    apo_status (*read_usual)(apo_fen_scan *scan, const apo_fen_field *field);

    /* Appends the field of the usual form; nothing for a dash, or for no holdings. It may say
     * less than the setup has: the caller reads the text again to find out. NULL together with
     * `read_usual`. */
    void (*write_usual)(apo_text *out, const apo_variant *var, const apo_setup *setup);

    bool is_needed; /* every position of a game with the rule needs this field */
} apo_fen_part;

/* The field of unmoved pieces, whose marks several rules use. */
extern const apo_fen_part apo_fen_unmoved;

/* Fails at byte `position` of the text with a sentence; the character there replaces "%s". */
apo_status apo_fen_fail(apo_fen_scan *scan, size_t position, const char *detail);

/* True if the field is just a dash. */
bool apo_fen_is_dash(const apo_fen_scan *scan, apo_fen_field field);

/* Reads 1 to `maximum` adjacent squares. */
apo_status apo_fen_read_squares(apo_fen_scan *scan, apo_fen_field field, apo_square *out,
                                unsigned maximum, unsigned *out_count);

/* The letter of a piece: upper case for White. */
char apo_fen_letter(const apo_variant *var, unsigned side, unsigned type);

/* Appends a piece on the board: its letter with its mark, "+R" or "q~". */
void apo_fen_write_piece(apo_text *out, const apo_variant *var, apo_piece piece);

#endif
