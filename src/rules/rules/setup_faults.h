/* Faults of setups: those that the rules find, and the messages for all. */
#ifndef APO_RULES_RULES_SETUP_FAULTS_H
#define APO_RULES_RULES_SETUP_FAULTS_H

#include "rules/kernel/position.h"

/* Follow the kernel's, enum apo_setup_fault. */
enum apo_rule_fault {
    APO_SETUP_FAULT_INDEX_PAWN_RANK = APO_KERNEL_FAULTS,
    APO_SETUP_FAULT_INDEX_TRAIL,
    APO_SETUP_FAULT_INDEX_IMITATED,
    APO_SETUP_FAULT_INDEX_RESERVE,
    APO_SETUP_FAULT_INDEX_POCKET,
    APO_SETUP_FAULT_INDEX_TURN,
    APO_SETUP_FAULT_INDEX_CHECKS,
    APO_SETUP_FAULT_INDEX_WALLS,
    APO_SETUP_FAULT_INDEX_LION_TAKER,
    APO_SETUP_FAULTS
};

/* X(NAME, message): the faults in order. */
#define APO_SETUP_FAULT_LIST(X)                                                              \
    X(NO_KING_WHITE, "White has no king")                                                    \
    X(NO_KING_BLACK, "Black has no king")                                                    \
    X(KINGS_WHITE, "White has more than one king")                                           \
    X(KINGS_BLACK, "Black has more than one king")                                           \
    X(BLANK, "a piece stands on a place that is no square")                                  \
    X(MISSING_SQUARE, "a square of the board is marked as missing")                          \
    X(EMPTY_TRANSIENT, "an empty brouhaha square has ceased to exist and must be written *") \
    X(KING_EN_PRISE, "the side that is not to move could lose its king")                     \
    X(UNMOVED, "a right is claimed for a piece that cannot have it")                         \
    X(CLOCK, "the half-move count or the move number cannot be right")                       \
    X(TOO_MANY_MOVES, "the position has more legal moves than the library's limit")          \
    X(PAWN_RANK, "a pawn stands on a rank where it must have promoted")                      \
    X(TRAIL, "the en-passant squares do not fit a multiple step")                            \
    X(IMITATED, "the types last moved cannot be right")                                      \
    X(RESERVE, "the reserve cannot be right")                                                \
    X(POCKET, "the pocket cannot be right")                                                  \
    X(TURN, "this game has no double turn")                                                  \
    X(CHECKS, "more checks are left to give than this game counts")                          \
    X(WALLS, "this game has one duck, but there are more walls")                             \
    X(LION_TAKER, "the piece that has just captured a lion cannot be there")

/* The message for one fault index; static. */
const char *apo_setup_fault_message(unsigned index);

#endif
