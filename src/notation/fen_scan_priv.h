/* Reads the fields of a FEN one by one; shared by both forms. Internal to this folder. */
#ifndef APO_NOTATION_FEN_SCAN_PRIV_H
#define APO_NOTATION_FEN_SCAN_PRIV_H

#include "rules/rules/list.h"

enum {
    APO_FEN_FIELDS = 1 + APO_FEN_PARTS + 2, /* the board, and two counts */
    APO_FEN_USUAL_FIELDS_MIN = 2,
    APO_FEN_USUAL_FIELDS_MAX = 6
};

/* Messages for people name this number. */
_Static_assert(APO_FEN_FIELDS == 9, "nine");

typedef struct apo_fen_fields {
    apo_fen_field at[APO_FEN_FIELDS];
    unsigned count;
} apo_fen_fields;

/* Each reads a field, or two, into the setup. */
apo_status apo_fen_read_board(apo_fen_scan *scan, apo_fen_field field);
apo_status apo_fen_read_clocks(apo_fen_scan *scan, const apo_fen_field *halfmove,
                               const apo_fen_field *fullmove);

/* Reads the fields of the usual form (fen_usual.c). */
apo_status apo_fen_read_usual(apo_fen_scan *scan, const apo_fen_fields *fields);

#endif
