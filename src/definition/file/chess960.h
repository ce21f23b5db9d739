/* The 960 orders in which the pieces of Chess960 can stand. */
#ifndef APO_DEFINITION_FILE_CHESS960_H
#define APO_DEFINITION_FILE_CHESS960_H

#include <stdbool.h>
#include <stdint.h>

enum {
    APO_CHESS960_FILES = 8,
    APO_CHESS960_ORDERS = 960
};

/* Gives in `order` the types from the a-file to the h-file of start `number`, from 1 to 960, in
 * Scharnagl's numbering: 518 is chess, 960 the start that others number 0. `chess` has the
 * types in the order of chess's first rank, RNBQKBNR. */
void apo_chess960_order(const uint8_t chess[APO_CHESS960_FILES], unsigned number,
                        uint8_t order[APO_CHESS960_FILES]);

/* True if the types are arranged as on chess's first rank: rook, knight and bishop twice, queen
 * and king once. */
bool apo_chess960_is_rank(const uint8_t types[APO_CHESS960_FILES]);

#endif
