/* Opening books by search: the best moves of the starts, of the positions after them, and so
 * on. */
#ifndef APO_CLI_LAB_BOOK_SEARCH_H
#define APO_CLI_LAB_BOOK_SEARCH_H

#include "cli/call/command.h"

enum {
    APO_BOOK_SEARCH_PLIES = 4,      /* default of --plies */
    APO_BOOK_SEARCH_LINES = 5,      /* of --lines */
    APO_BOOK_SEARCH_WITHIN = 25,    /* of --within, in centipawns */
    APO_BOOK_SEARCH_NODES = 100000, /* of --nodes */
    APO_BOOK_SEARCH_LINES_MAX = 16,
    APO_BOOK_SEARCH_WEIGHT =
        1000 /* of the best move; a move worse by --within gets half of it */
};

/* Runs "book search VARIANT": writes the book, and a table of the starts with White's score and
 * the best first moves. Reports all failures. */
enum apo_exit apo_book_search(const apo_call *call);

#endif
