/* The items of a Game Courier log, one by one: moves, comments, headers, offers, ends. The
 * grammar is in docs/game-courier.md. Nothing is refused here: unknown text counts as a move,
 * which the reader of moves then refuses with a reason. */
#ifndef APO_NOTATION_COURIER_ITEMS_H
#define APO_NOTATION_COURIER_ITEMS_H

#include "base/span.h"

enum apo_courier_item_kind {
    APO_COURIER_ITEM_MOVE,
    APO_COURIER_ITEM_COMMENT,
    APO_COURIER_ITEM_FACT,  /* a header: "White: Ann" */
    APO_COURIER_ITEM_OFFER, /* a draw was offered or declined: the game goes on */
    APO_COURIER_ITEM_END    /* the game ended */
};

enum apo_courier_end {
    APO_COURIER_END_RESULT, /* with the result in `quarters` */
    APO_COURIER_END_DRAW,   /* agreed */
    APO_COURIER_END_RESIGN, /* by `side` */
    APO_COURIER_END_TIME,   /* `side` had no time left */
    APO_COURIER_END_WON,    /* `side` won */
    APO_COURIER_END_LOST,   /* `side` lost */
    APO_COURIER_END_OVER    /* by the rules: mate, stalemate */
};

typedef struct apo_courier_item {
    enum apo_courier_item_kind kind;
    apo_span text;   /* the move, the comment, the header's value */
    const char *tag; /* the PGN tag of a header; NULL: one that says nothing here. Static */
    unsigned nag;    /* of a move: 1 to 6 for ! ? !! ?? !? ?!; 0: none */
    enum apo_courier_end end;
    unsigned side;      /* of an end; APO_SIDES: not said */
    bool is_after_move; /* an end in the line of a move: then `side` is who moved */
    int quarters;       /* White's, of a result */
} apo_courier_item;

/* The place of the next item. */
typedef struct apo_courier_lexer {
    apo_span text;              /* borrowed */
    size_t position;            /* bytes read */
    bool is_in_line;            /* something of this line has been read */
    bool has_moved;             /* a move of this line has been read */
    bool has_ended;             /* an end or an offer: words follow */
    size_t line_end, next_line; /* bytes, once something of the line has been read */
    unsigned side;              /* by the number in this line; APO_SIDES: no number */
} apo_courier_lexer;

/* Begins after a byte-order mark, if there is one. */
void apo_courier_lexer_start(apo_courier_lexer *lexer, apo_span text);

/* Reads the next item, in time linear in its length. False at the end. */
bool apo_courier_next_item(apo_courier_lexer *lexer, apo_courier_item *out);

/* The result that the words of a header give: "1-0", "White wins", "drawn". False: none. */
bool apo_courier_read_result(int *out_quarters, apo_span words);

/* Length of "12.", "12...", "1. ...", "12" alone or dots alone, with the blanks after it; else
 * 0. */
size_t apo_courier_measure_number(apo_span text);

#endif
