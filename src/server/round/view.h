/* Views of a game: JSON for pages and programs (docs/http-api.md), and short texts. */
#ifndef APO_SERVER_ROUND_VIEW_H
#define APO_SERVER_ROUND_VIEW_H

#include "base/json.h"
#include "i18n/i18n.h"
#include "server/round/round.h"

/* Facts about a player that the round does not know. */
typedef struct apo_view_player {
    char name[APO_SEAT_NAME_MAX]; /* the present one */
    bool is_account;
    bool is_online;
} apo_view_player;

/* The viewer of a game. */
typedef struct apo_view_reader {
    const apo_i18n *i18n; /* the viewer's language */
    unsigned side;        /* APO_WHITE, APO_BLACK, APO_NOBODY */
    const char *link;     /* the join link for an opponent; "": none, or not for this viewer */
} apo_view_reader;

/* The game as the viewer sees it; the result also in words. */
void apo_view_game(apo_buffer *out, const apo_round *round,
                   const apo_view_player players[APO_SIDES], const apo_view_reader *reader,
                   int64_t now_ms);

/* Adds the data of a stream event and returns its name; `round` is the state just after the
 * event. NULL: the event is not sent. */
const char *apo_view_event(apo_buffer *out, const apo_round *round, const apo_event *event,
                           const apo_view_player players[APO_SIDES], int64_t now_ms);

/* All legal moves in coordinates as member "legal_moves", a list of texts, for programs that do
 * not know the rules. */
void apo_view_legal_moves(apo_buffer *out, const apo_position *pos);

/* How a game ended, in English, to be translated by apo_tr: "checkmate". Borrows `reason` if it
 * is unknown. */
const char *apo_view_reason(const char *reason);

/* "White wins: mate", or "You won: mate" for the player of side `you` (APO_NOBODY: neither is
 * told); "" while the game goes on. */
void apo_view_result_words(apo_buffer *out, const apo_i18n *i18n, const apo_round *round,
                           unsigned you);

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
