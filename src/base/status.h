/* Every status that a function of this library can return, in one list. */
#ifndef APO_BASE_STATUS_H
#define APO_BASE_STATUS_H

/* X(name, message). The message is a short lower-case phrase without a full stop. */
#define APO_STATUS_LIST(X)                                       \
    X(OK, "ok")                                                  \
    X(E_MEMORY, "out of memory")                                 \
    X(E_SYNTAX, "the text has the wrong form")                   \
    X(E_RANGE, "a number is out of range")                       \
    X(E_TOO_LARGE, "the input is larger than the limit")         \
    X(E_UNKNOWN, "no such name")                                 \
    X(E_UNSUPPORTED, "not supported")                            \
    X(E_DEFINITION, "the definition has faults")                 \
    X(E_POSITION, "the position is not possible")                \
    X(E_ILLEGAL, "the move is not legal")                        \
    X(E_AMBIGUOUS, "more than one move fits")                    \
    X(E_OVERFLOW, "more results than the caller's buffer holds") \
    X(E_IO, "reading or writing failed")                         \
    X(E_FINISHED, "the game is over")                            \
    X(E_EXISTS, "there is one already")

typedef enum apo_status {
#define APO_STATUS_ENUM(name, message) APO_##name,
    APO_STATUS_LIST(APO_STATUS_ENUM)
#undef APO_STATUS_ENUM
    APO_STATUSES
} apo_status;

/* The message of a status: a static string, never NULL. Any thread. */
const char *apo_status_message(apo_status status);

#endif
