/* How a game looks from outside: JSON for pages and programs (docs/http-api.md), and a few
 * words. */
#ifndef APO_SERVER_ROUND_VIEW_H
#define APO_SERVER_ROUND_VIEW_H

#include "base/json.h"
#include "i18n/i18n.h"
#include "server/round/round.h"

/* What the round does not know about its players. */
typedef struct apo_view_player {
    char name[APO_SEAT_NAME_MAX]; /* as it is now */
    bool is_account;
    bool is_online;
} apo_view_player;

/* Who looks at a game. */
typedef struct apo_view_reader {
    const apo_i18n *i18n; /* his language */
    unsigned side;        /* APO_WHITE, APO_BLACK, APO_NOBODY */
    const char *link;     /* the way in for an opponent; "": none, or not for him */
} apo_view_reader;

/* The game as somebody sees it; the result also in words. */
void apo_view_game(apo_buffer *out, const apo_round *round,
                   const apo_view_player players[APO_SIDES], const apo_view_reader *reader,
                   int64_t now_ms);

/* The name and the data of an event of the stream, `round` being as it is just after the event.
 * NULL: this event is nobody's business. */
const char *apo_view_event(apo_buffer *out, const apo_round *round, const apo_event *event,
                           const apo_view_player players[APO_SIDES], int64_t now_ms);

/* {"white":..,"black":..,"running":..,"at":..} as member `name`. */
void apo_view_clock(apo_buffer *out, const char *name, const apo_round *round, int64_t now_ms);

/* "White wins: mate"; "" while the game goes on. */
void apo_view_result_words(apo_buffer *out, const apo_i18n *i18n, const apo_round *round);

/* A seat as member "white" or "black" (`player` is for people only); a clock's kind and values
 * as members; a start as member "start". */
void apo_view_seat(apo_buffer *out, unsigned side, const apo_seat *seat,
                   const apo_view_player *player);
void apo_view_control(apo_buffer *out, const apo_time_control *control);
void apo_view_start(apo_buffer *out, const apo_round_start *start, bool has_fen);
void apo_view_side_member(apo_buffer *out, const char *name, unsigned side);

/* "15 + 10", "3 days a move", "no clock"; "start 17, odds pawn:e4". */
void apo_view_clock_words(apo_buffer *out, const apo_i18n *i18n,
                          const apo_time_control *control);
void apo_view_start_words(apo_buffer *out, const apo_i18n *i18n, const apo_round_start *start);

/* The same of a start's parts: `number` 0: from a position; `name` and `handicap` may be "". */
void apo_view_start_said(apo_buffer *out, const apo_i18n *i18n, const char *name,
                         unsigned number, const char *handicap);

/* "white", "black", "none". */
const char *apo_view_side(unsigned side);

#endif
