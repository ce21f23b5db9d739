/* Notices to the players about changes of their game (server/notice/notice.h). */
#ifndef APO_SERVER_LIVE_TELL_H
#define APO_SERVER_LIVE_TELL_H

#include "server/live/live.h"

/* Adds the notices of a change to the batch that stores it; `before` is the former state,
 * `at_ms` the time of the change. */
void apo_tell_players(apo_app *app, apo_store_batch *batch, enum apo_round_state before,
                      const apo_round *round, const apo_view_player players[APO_SIDES],
                      int64_t at_ms);

#endif
