/* Reads the fields of an FEN one by one; shared by both forms. Internal to this folder. */
#ifndef APO_NOTATION_FEN_SCAN_PRIV_H
#define APO_NOTATION_FEN_SCAN_PRIV_H

#include "base/error.h"
#include "rules/kernel/position.h"

enum {
    APO_FEN_FIELDS = 9,
    APO_FEN_USUAL_FIELDS_MIN = 2,
    APO_FEN_USUAL_FIELDS_MAX = 6
};

/* A field: its place in the text. */
typedef struct apo_fen_field {
    size_t start;  /* byte offset */
    size_t length; /* bytes, at least 1 */
} apo_fen_field;

typedef struct apo_fen_scan {
    const apo_variant *var;
    const apo_geometry *geo;
    apo_span text; /* the whole FEN */
    apo_fen_field fields[APO_FEN_FIELDS];
    unsigned field_count;
    bool is_usual; /* a run of empty squares may cover places that are not squares */
    apo_setup setup;
    unsigned pieces_max;   /* APO_FEN_PIECES_MAX */
    unsigned pieces_count; /* on the board and in reserves so far */
    apo_error *err;
} apo_fen_scan;

/* Fails at byte `position` of the text with a sentence; the character there replaces "%s". */
apo_status apo_fen_fail(apo_fen_scan *scan, size_t position, const char *detail);

/* True if the field is just a dash. */
bool apo_fen_is_dash(const apo_fen_scan *scan, apo_fen_field field);

/* Each reads one field into the setup. */
apo_status apo_fen_read_board(apo_fen_scan *scan, apo_fen_field field);
apo_status apo_fen_read_reserve(apo_fen_scan *scan, apo_fen_field field);
apo_status apo_fen_read_pocket(apo_fen_scan *scan, apo_fen_field field);
apo_status apo_fen_read_clocks(apo_fen_scan *scan, const apo_fen_field *halfmove,
                               const apo_fen_field *fullmove);

/* Reads 1 to `maximum` adjacent squares. */
apo_status apo_fen_read_squares(apo_fen_scan *scan, apo_fen_field field, apo_square *out,
                                unsigned maximum, unsigned *out_count);

/* Reads the usual form's castling field; `field` NULL: it is missing (fen_castling.c). */
apo_status apo_fen_read_castling(apo_fen_scan *scan, const apo_fen_field *field);

/* Reads the fields of the usual form (fen_usual.c). */
apo_status apo_fen_read_usual(apo_fen_scan *scan);

#endif
