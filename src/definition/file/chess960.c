#include "definition/file/chess960.h"

#include "base/mem.h"

enum {
    ROOK = 0,
    KNIGHT = 1,
    BISHOP = 2,
    QUEEN = 3,
    KING = 4,
    EMPTY = 0, /* no type has this number */
    FREE_FOR_KNIGHTS = 5
};

/* Puts the type on the free square with this index, counted from the a-file. */
static void put(uint8_t *order, uint8_t type, unsigned index)
{
    unsigned file = 0;
    while (order[file] != EMPTY || index > 0)
        index -= order[file++] == EMPTY;
    order[file] = type;
}

/* Both knights, by the number of their pair of squares: the first two, the first and third ...
 */
static void put_knights(uint8_t *order, uint8_t type, unsigned pair)
{
    unsigned first = 0, pairs = FREE_FOR_KNIGHTS - 1;
    while (pair >= pairs) {
        pair -= pairs--;
        first++;
    }
    put(order, type, first);
    put(order, type, first + pair); /* the first knight's square is no longer free */
}

void apo_chess960_order(const uint8_t chess[APO_CHESS960_FILES], unsigned number,
                        uint8_t order[APO_CHESS960_FILES])
{
    unsigned rest = number % APO_CHESS960_ORDERS;
    memset(order, EMPTY, APO_CHESS960_FILES);
    order[2 * (rest % 4) + 1] = chess[BISHOP];
    rest /= 4;
    order[2 * (rest % 4)] = chess[BISHOP];
    rest /= 4;
    put(order, chess[QUEEN], rest % 6);
    put_knights(order, chess[KNIGHT], rest / 6);
    put(order, chess[ROOK], 0);
    put(order, chess[KING], 0);
    put(order, chess[ROOK], 0);
}

bool apo_chess960_is_rank(const uint8_t types[APO_CHESS960_FILES])
{
    for (unsigned i = ROOK; i <= KING; i++) {
        if (i < QUEEN && types[i] != types[APO_CHESS960_FILES - 1 - i])
            return false;
        for (unsigned j = 0; j < i; j++)
            if (types[i] == types[j])
                return false;
    }
    return true;
}
