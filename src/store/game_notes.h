/* A player's private sheets of a game: notes, an analysis, conditional lines. They belong to
 * the seat, so that an account that takes over a guest's seat has them too. */
#ifndef APO_STORE_GAME_NOTES_H
#define APO_STORE_GAME_NOTES_H

#include "store/store.h"

enum {
    APO_STORE_SHEET_MAX = 16 /* name of a sheet, with the terminator */
};

typedef struct apo_store_sheet {
    char game[APO_STORE_ID_MAX];
    unsigned side;
    char kind[APO_STORE_SHEET_MAX]; /* "note", "analysis", "lines" */
    int64_t version;                /* 1 for the first stored version; 0: none */
    char key[APO_STORE_KEY_MAX];    /* of the storing request */
    int64_t changed_ms;
} apo_store_sheet;

/* Stores a text as version `sheet->version` + 1. If `sheet->version` is not the stored one, the
 * batch fails with APO_E_UNKNOWN: another version has been stored meanwhile. */
void apo_store_put_sheet(apo_store_batch *batch, const apo_store_sheet *sheet, apo_span text);

/* Adds the text to `text` (which may be NULL). */
apo_status apo_store_find_sheet(apo_store *store, apo_store_sheet *out, apo_buffer *text,
                                apo_span game, unsigned side, const char *kind);

#endif
