/* The result of a request: the events that it causes in a round, or why it is refused. These
 * functions only decide; committing the act (server/live/live.h) changes the round. */
#ifndef APO_SERVER_ROUND_ACT_H
#define APO_SERVER_ROUND_ACT_H

#include "base/error.h"
#include "server/round/round.h"

/* X(NAME, http status, code, sentence) */
#define APO_REFUSAL_LIST(X)                                                             \
    X(NONE, 200, "ok", "Done.")                                                         \
    X(CONFLICT, 409, "conflict", "The game has moved on in the meantime.")              \
    X(ILLEGAL, 422, "illegal_move", "This move is not legal.")                          \
    X(FINISHED, 409, "finished", "The game is over.")                                   \
    X(WAITING, 409, "waiting", "The game has not begun: the other seat is still free.") \
    X(NOT_PLAYER, 403, "forbidden", "You do not play in this game.")                    \
    X(BLOCKED, 403, "forbidden", "One of you has blocked the other.")                   \
    X(NOT_TURN, 409, "conflict", "It is not your move.")                                \
    X(NO_OFFER, 409, "conflict", "That offer is no longer open.")                       \
    X(UNSUPPORTED, 422, "bad_request", "This game does not have that.")                 \
    X(NOTHING, 409, "conflict", "You have no move to take back.")                       \
    X(TAKEN, 409, "gone", "Somebody else has taken this seat.")                         \
    X(OWN_GAME, 409, "conflict", "You play in this game already.")                      \
    X(BEGUN, 409, "conflict", "The game has begun and can no longer be cancelled.")     \
    X(TOURNAMENT, 409, "conflict",                                                      \
      "Tournament games cannot be cancelled, and have no take-backs.")                  \
    X(NOT_FINISHED, 409, "conflict", "The game is not over yet.")                       \
    X(MALFORMED, 400, "bad_request", "The request is incomplete or malformed.")         \
    X(TOO_LONG, 409, "finished", "The game has become too long to store.")              \
    X(STILL_HERE, 409, "conflict", "Your opponent has not been away for long enough.")  \
    X(TIME_ENOUGH, 409, "conflict", "Your opponent has enough time.")

enum apo_refusal {
#define APO_REFUSAL_ENUM(name, status, code, sentence) APO_REFUSED_##name,
    APO_REFUSAL_LIST(APO_REFUSAL_ENUM)
#undef APO_REFUSAL_ENUM
    APO_REFUSALS
};

/* The status, code and sentence; static. */
unsigned apo_refusal_status(enum apo_refusal refusal);
const char *apo_refusal_code(enum apo_refusal refusal);
const char *apo_refusal_sentence(enum apo_refusal refusal);

enum {
    APO_ACT_EVENTS_MAX = 4,
    APO_CLAIM_MS = 60 * 1000,      /* without the opponent, until a result can be claimed */
    APO_GIVEN_TIME_MS = 15 * 1000, /* by one request */
    APO_ACT_DATA_MAX = 256         /* space for a move, at most APO_COORDINATE_MAX bytes */
};

typedef struct apo_act_event {
    enum apo_event_kind kind;
    unsigned by;
    char data[APO_ACT_DATA_MAX];
} apo_act_event;

typedef struct apo_act {
    apo_round *round; /* borrowed; before the act */
    unsigned by;
    int64_t now_ms;
    uint64_t first_seq;              /* of the first event */
    char key[APO_EVENT_KEY_MAX + 1]; /* "" if there is none */
    unsigned count;                  /* events */
    apo_act_event events[APO_ACT_EVENTS_MAX];
} apo_act;

/* Starts an act; a `key` longer than APO_EVENT_KEY_MAX is cut. */
void apo_act_start(apo_act *out, apo_round *round, unsigned by, int64_t now_ms, apo_span key);

/* The event number `index`, borrowed from the act. */
apo_event apo_act_get(const apo_act *act, unsigned index);

/* Each function adds the events of one request by act->by, or refuses. APO_REFUSED_FINISHED may
 * come with events, which must be stored: the flag had fallen. APO_REFUSED_NONE without events:
 * the request had been handled before. */

/* A move in any notation after `ply` moves. `err` says why a move is illegal. */
enum apo_refusal apo_act_move(apo_act *act, size_t ply, apo_span text, apo_error *err);
enum apo_refusal apo_act_offer(apo_act *act, size_t ply, enum apo_offer what);
enum apo_refusal apo_act_answer(apo_act *act, enum apo_offer what, bool is_accepted);
enum apo_refusal apo_act_withdraw(apo_act *act);
enum apo_refusal apo_act_resign(apo_act *act);

/* Claims the win, or a draw, in a live game whose opponent has been away for `away_ms` and is
 * to move. */
enum apo_refusal apo_act_claim(apo_act *act, int64_t away_ms, bool is_win);

/* Gives the opponent some time, in a live game outside tournaments. */
enum apo_refusal apo_act_give_time(apo_act *act);

/* Checks the clock: a fallen flag, an expired open game, half a year of silence. Any
 * act->by. */
enum apo_refusal apo_act_look(apo_act *act);

/* Cancels a game before its time, because its creator no longer waits for an opponent. Any
 * act->by. */
enum apo_refusal apo_act_give_up(apo_act *act);

/* Takes the free seat; act->by is APO_NOBODY, `seat` says who. */
enum apo_refusal apo_act_join(apo_act *act, const apo_seat *seat);

/* Hands the player's seat over to another person. Does nothing if they have the other seat. */
void apo_act_merge(apo_act *act, const char *person, const char *name);

/* A player cancels a game that has not really begun. */
enum apo_refusal apo_act_cancel(apo_act *act);

/* Offers or accepts a rematch. If `*out_is_agreed`, the caller creates the game and calls
 * apo_act_rematch_made. */
enum apo_refusal apo_act_rematch(apo_act *act, bool *out_is_agreed);
void apo_act_rematch_made(apo_act *act, apo_span id);

/* Pauses the clock of `side` while its player is on vacation, or resumes it; does nothing if
 * that is already the case, or impossible. */
void apo_act_vacation(apo_act *act, unsigned side, bool is_begun);

/* Gives time back to the side whose clock is running. */
void apo_act_gift(apo_act *act, int64_t gift_ms);

#endif
