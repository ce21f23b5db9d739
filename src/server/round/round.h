/* One game between two seats, in memory: the state after its events. Knows no network, no
 * database, and no time except that of the events, so that replaying the same events always
 * gives the same round. server/round/act.h decides which events a request causes. */
#ifndef APO_SERVER_ROUND_ROUND_H
#define APO_SERVER_ROUND_ROUND_H

#include "base/buffer.h"
#include "game/clock.h"
#include "game/game.h"
#include "server/round/event.h"

enum {
    APO_PERSON_ID_MAX = 24,     /* 16 random letters, and some to spare */
    APO_GAME_ID_MAX = 24,       /* 12 random letters, and some to spare */
    APO_SEAT_NAME_MAX = 64,     /* 20 letters of up to 3 bytes */
    APO_DIGEST_TEXT = 65,       /* SHA-256 in hexadecimal */
    APO_HANDICAP_MAX = 40,      /* "rook:a10,b10,c10,d10", and some to spare */
    APO_REASON_MAX = 24,        /* "resignation", and some to spare */
    APO_TOURNAMENT_ID_MAX = 24, /* 10 random letters, and some to spare */
    APO_ROUND_PLIES_MAX = 5000,
    APO_RATED_PLIES_MIN = 2 /* a game that ends before both sides have moved is not rated */
};

enum apo_seat_kind {
    APO_SEAT_OPEN,
    APO_SEAT_PERSON,
    APO_SEAT_COMPUTER
};

typedef struct apo_seat {
    enum apo_seat_kind kind;
    char person[APO_PERSON_ID_MAX]; /* of a person */
    char name[APO_SEAT_NAME_MAX];   /* as it was on joining */
    unsigned level;                 /* of a computer */
} apo_seat;

enum apo_round_state {
    APO_ROUND_WAITING,
    APO_ROUND_PLAYING,
    APO_ROUND_FINISHED,
    APO_ROUND_CANCELLED,
    APO_ROUND_STATES
};

/* "waiting"; static. */
const char *apo_round_state_word(enum apo_round_state state);

typedef struct apo_round_ply {
    char *text; /* coordinates; both are owned */
    char *san;
    int64_t at_ms, spent_ms;
    unsigned by;     /* side */
    bool is_by_line; /* played by the server, from conditional lines */
} apo_round_ply;

/* How a game begins; the data of the event `create`. */
typedef struct apo_round_start {
    char variant[APO_ID_MAX];
    char definition[APO_DIGEST_TEXT];
    unsigned number;                 /* of the start; 0: it began from a FEN */
    char name[APO_ID_MAX];           /* of the named board; "" */
    char handicap[APO_HANDICAP_MAX]; /* "" */
    apo_time_control controls[APO_SIDES];
    bool has_weekend;  /* correspondence clocks are paused on Saturdays and Sundays (UTC) */
    bool has_vacation; /* and while their player is on vacation */
    bool is_rated;     /* its result changes the players' ratings; both are accounts */
    char tournament[APO_TOURNAMENT_ID_MAX]; /* the tournament that it belongs to; "" */
    char fen[1900];                         /* APO_FEN_MAX is less */
} apo_round_start;

/* True if the game may be rated: from a numbered start without odds, with equal clocks. */
bool apo_round_start_is_even(const apo_round_start *start);

/* Adds the data; the second reads it. Errors, `out` undefined: APO_E_SYNTAX. */
void apo_round_start_write(apo_buffer *out, const apo_round_start *start);
apo_status apo_round_start_read(apo_round_start *out, apo_span data);

/* A remembered event. */
typedef struct apo_round_note {
    int64_t at_ms;
    uint64_t key; /* a hash of its request's key and sender; 0: none */
} apo_round_note;

/* Anybody may read it; only apo_round_apply and apo_round_replay change it. One thread. */
typedef struct apo_round {
    char id[APO_GAME_ID_MAX];
    const apo_variant *var; /* borrowed */
    apo_round_start start;
    apo_game *game; /* NULL before `create` */
    apo_seat seats[APO_SIDES];
    apo_clock clock;
    enum apo_offer offers[APO_SIDES]; /* open offers, by side */
    enum apo_round_state state;
    int white_quarters;          /* finished: 0..4 */
    char reason[APO_REASON_MAX]; /* finished or cancelled: "mate", "time", "expired" */
    apo_round_ply *plies;
    size_t ply_count, ply_capacity;
    apo_round_note *notes; /* of event 1 .. seq */
    size_t note_capacity;
    uint64_t seq;                  /* number of events */
    int64_t quiet_since_ms;        /* beginning of the present turn */
    enum apo_event_kind last_kind; /* of the last event */
    unsigned last_by;              /* who has caused it, or APO_NOBODY */
    bool is_replaying;             /* see apo_round_replay */
    bool is_after_move;            /* the turn began with a move, not with a take-back */
    unsigned rematch_by;           /* the side that offers a rematch, or APO_NOBODY */
    char rematch[APO_GAME_ID_MAX]; /* that game, or "" */
} apo_round;

/* A round without events. `var` is borrowed for its life. The caller frees it with
 * apo_round_free; NULL when out of memory. */
apo_round *apo_round_new(apo_span id, const apo_variant *var);
void apo_round_free(apo_round *round); /* NULL is allowed */

/* The approximate memory use of the round in bytes. */
size_t apo_round_memory(const apo_round *round);

/* Applies one event. Errors, after which the round must be discarded: APO_E_SYNTAX,
 * APO_E_ILLEGAL: such an event cannot happen now; APO_E_MEMORY. */
apo_status apo_round_apply(apo_round *round, const apo_event *event);

/* Between true and false, the events to be applied are of the past: whether the position after
 * a move ends the game is found out only for the last one. Until then only events may follow.
 */
void apo_round_replay(apo_round *round, bool is_replaying);

/* True if the game is rated, or will be when it ends. */
bool apo_round_is_rated(const apo_round *round);

/* The event that a request with this key by this side (or APO_NOBODY) has caused; 0: none. */
uint64_t apo_round_find_key(const apo_round *round, apo_span key, unsigned by);

/* The side of a person, or APO_NOBODY. */
unsigned apo_round_side_of(const apo_round *round, apo_span person);

/* Whose move it is; only while playing, else APO_NOBODY. */
unsigned apo_round_turn(const apo_round *round);

/* True if a computer is to move. */
bool apo_round_wants_computer(const apo_round *round);

/* Time of the next timed event: a flag falls, an open game expires, a game without a clock has
 * been silent for too long. APO_CLOCK_FOREVER: none. */
int64_t apo_round_due(const apo_round *round);

/* True if at least one side has a live clock. */
bool apo_round_is_live(const apo_round *round);
bool apo_round_start_is_live(const apo_round_start *start);

/* True if conditional lines may answer the last move: not in a live game, not while an offer of
 * the opponent is open, not after a take-back. */
bool apo_round_may_answer(const apo_round *round);

/* True if the game has a correspondence clock that may be paused while this side is on
 * vacation. */
bool apo_round_may_rest(const apo_round *round, unsigned side);

#endif
