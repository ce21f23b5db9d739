/* What the parts of the writer of Zillions' rules files share: zillions_write.c has the file,
 * zillions_moves.c the moves of a piece, zillions_words.c names. */
#ifndef APO_DEFINITION_EXCHANGE_ZILLIONS_PRIV_H
#define APO_DEFINITION_EXCHANGE_ZILLIONS_PRIV_H

#include "definition/exchange/zillions.h"
#include "definition/exchange/zillions_ways.h"

enum {
    APO_ZILLIONS_DIRECTIONS_MAX = 96,
    APO_ZILLIONS_TRAILS_MAX = 32
};

/* A multiple step: `count` times the same step by this type. */
typedef struct apo_zillions_trail {
    const apo_draft_type *type;
    int8_t files, rows;
    uint8_t count;
} apo_zillions_trail;

typedef struct apo_zillions_writing {
    const apo_draft *draft;
    apo_fault_list *diagnostics; /* may be NULL */
    apo_buffer lost;             /* comments */
    apo_buffer zones, pieces;
    const apo_draft_type *royal; /* NULL: none */
    unsigned direction_count;
    apo_zillions_step
        directions[APO_ZILLIONS_DIRECTIONS_MAX]; /* each followed by its opposite */
    unsigned trail_count;
    apo_zillions_trail trails[APO_ZILLIONS_TRAILS_MAX];
    apo_zillions_ways ways; /* of one piece */
} apo_zillions_writing;

/* Records that part of the definition (as for apo_draft_report) is lost. "%s" in `detail` is
 * `word`. */
void apo_zillions__lose(apo_zillions_writing *w, const char *part, const char *detail,
                        apo_span word);

/* Appends a type's name as one word. */
void apo_zillions__add_name(apo_buffer *out, const apo_draft_type *type);

/* Appends a blank and a square's name. */
void apo_zillions__add_square(apo_buffer *out, const apo_draft *draft, apo_square sq);

/* Begins a zone of one side in w->zones, named "name" plus the number. The caller appends its
 * squares and "))\n". */
void apo_zillions__add_zone(apo_zillions_writing *w, const char *name, unsigned number,
                            unsigned side);

/* Appends the name of a direction of White's, which is declared with the board. */
void apo_zillions__add_direction(apo_zillions_writing *w, apo_buffer *out, int files, int rows);

/* Appends that name, which no square has. */
void apo_zillions__name_direction(apo_buffer *out, int files, int rows);

/* Finds a type's ways, without castling, for w->ways, and records its multiple steps.
 * `is_for_trails`: only these are needed, so a type without them gets no ways. */
void apo_zillions__find_ways(apo_zillions_writing *w, const apo_draft_type *type,
                             bool is_for_trails);

/* Appends the ways in w->ways. `action` is what happens on the last square: "add". */
void apo_zillions__write_ways(apo_zillions_writing *w, const char *action);

/* True if the type takes part in castling. */
bool apo_zillions__castles(const apo_draft *draft, const apo_draft_type *type);

/* Appends the royal piece's castlings, and their zones. */
void apo_zillions__write_castlings(apo_zillions_writing *w);

#endif
