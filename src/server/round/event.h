/* The events of a game, kept for ever and numbered from 1. Everything else about a game follows
 * from replaying them. */
#ifndef APO_SERVER_ROUND_EVENT_H
#define APO_SERVER_ROUND_EVENT_H

#include "base/span.h"
#include "rules/rules/program_view.h"

/* X(NAME, word, data): the data of each kind.
 *   create     lines "key value": start, clocks; see round.h
 *   join       "person ID NAME" or "computer LEVEL"; `by` is the seat
 *   heir       "ID NAME": the player in seat `by`, a guest, is now this person
 *   move       a move in coordinates
 *   takeback   the number of moves that remain
 *   offer      "draw", "advantage-white", "advantage-black", "takeback"
 *   withdraw, decline   as offer
 *   end        White's quarters and a reason: "4 mate"
 *   cancel     a reason: "withdrawn", "expired", "not-begun"
 *   rematch    "offer", or "game ID"
 *   gift       milliseconds given back to the side whose time runs; from a player: given to
 *              the other side
 *   vacation   "begin" or "end": the clock of `by` is paused between them */
#define APO_EVENT_LIST(X)   \
    X(CREATE, "create")     \
    X(JOIN, "join")         \
    X(MERGE, "heir")        \
    X(MOVE, "move")         \
    X(TAKEBACK, "takeback") \
    X(OFFER, "offer")       \
    X(WITHDRAW, "withdraw") \
    X(DECLINE, "decline")   \
    X(END, "end")           \
    X(CANCEL, "cancel")     \
    X(REMATCH, "rematch")   \
    X(GIFT, "gift")         \
    X(VACATION, "vacation")

enum apo_event_kind {
#define APO_EVENT_ENUM(name, word) APO_EVENT_##name,
    APO_EVENT_LIST(APO_EVENT_ENUM)
#undef APO_EVENT_ENUM
    APO_EVENT_KINDS
};

enum {
    APO_NOBODY = APO_SIDES, /* `by` of events caused by the server */
    APO_EVENT_KEY_MAX = 64  /* bytes of a request's key */
};

/* The key of a move that the server plays from conditional lines begins with this; no request's
 * key can contain a colon. */
#define APO_EVENT_LINE_KEY "line:"

typedef struct apo_event {
    uint64_t seq; /* from 1 */
    int64_t at_ms;
    enum apo_event_kind kind;
    unsigned by;   /* APO_WHITE, APO_BLACK, APO_NOBODY */
    apo_span key;  /* of the request that caused it; borrowed; may be empty */
    apo_span data; /* borrowed */
} apo_event;

/* The word of a kind; static. The reverse gives APO_EVENT_KINDS for an unknown word. */
const char *apo_event_word(enum apo_event_kind kind);
enum apo_event_kind apo_event_find(apo_span word);

/* What can be offered to the other side. */
enum apo_offer {
    APO_OFFER_NONE,
    APO_OFFER_DRAW,
    APO_OFFER_ADVANTAGE_WHITE,
    APO_OFFER_ADVANTAGE_BLACK,
    APO_OFFER_TAKEBACK,
    APO_OFFERS
};

/* "draw"; static, NULL for none. The reverse gives APO_OFFER_NONE for an unknown word. */
const char *apo_offer_word(enum apo_offer offer);
enum apo_offer apo_offer_find(apo_span word);

#endif
