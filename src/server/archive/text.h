/* A game of the archive as a text: PGN, or a Game Courier move list. Knows no store and no
 * network. */
#ifndef APO_SERVER_ARCHIVE_TEXT_H
#define APO_SERVER_ARCHIVE_TEXT_H

#include "server/archive/remarks.h"
#include "server/archive/search.h"

enum apo_archive_form {
    APO_ARCHIVE_PGN,
    /* A move a line, preceded by the PGN tags' values as "// White: Ann". */
    APO_ARCHIVE_COURIER,
    APO_ARCHIVE_FORMS
};

/* The players' names as they are to be written. */
typedef struct apo_archive_labels {
    const char *white, *black;
    const char *site;                   /* address of the game; "" if it has none */
    const apo_archive_remarks *remarks; /* become comments on the moves; NULL: none */
} apo_archive_labels;

/* Adds the game and an empty line. Errors, with a part of it in `out`: APO_E_POSITION,
 * APO_E_ILLEGAL: the record is faulty; APO_E_MEMORY; APO_E_TOO_LARGE. */
apo_status apo_archive_write(apo_buffer *out, enum apo_archive_form form,
                             const apo_variant *var, const apo_store_record *record,
                             const apo_archive_labels *labels);

/* Adds the first `count` moves, numbered, in SAN: "1. e4 e9 2. d4 ...". Moves that cannot be
 * replayed are left out. */
void apo_archive_write_opening(apo_buffer *out, const apo_variant *var,
                               const apo_store_record *record, unsigned count);

/* Replays the game's moves; adds nothing if the start is faulty, and stops at a faulty move. */
void apo_archive_walk_record(apo_archive_walk *walk, const apo_variant *var,
                             const apo_store_record *record);

/* The position after the last move. Errors: APO_E_POSITION, APO_E_ILLEGAL. */
apo_status apo_archive_last(apo_position *out, const apo_variant *var,
                            const apo_store_record *record);

#endif
