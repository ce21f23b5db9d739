/* Views of archived games: JSON (docs/archive.md), and short texts for pages. */
#ifndef APO_SERVER_ARCHIVE_VIEW_H
#define APO_SERVER_ARCHIVE_VIEW_H

#include "base/json.h"
#include "server/archive/search.h"

/* One player of a record. */
typedef struct apo_archive_player {
    char name[APO_STORE_PLAYER_MAX]; /* the present one */
    bool is_account;
} apo_archive_player;

/* The players; people's names are looked up. */
void apo_archive_player_of(apo_archive_player *out, const apo_store_record *record,
                           unsigned side, apo_store *store);

/* An object of a list (`name` NULL: an element); with all moves and the position it began from
 * if `has_moves`, else with the first few. */
void apo_archive_view(apo_buffer *out, const char *name, const apo_store_record *record,
                      const apo_variant_map *variants, apo_store *store, bool has_moves);

/* The members of statistics: "games", "results" (five), "average_plies" in tenths. */
void apo_archive_view_stats(apo_buffer *out, const apo_store_stats *stats);

/* The game's URL: "/game/ID", or "/archive/games/ID" of one that was imported. */
void apo_archive_write_url(apo_buffer *out, const apo_store_record *record);

/* White's score and its 95 % margin, both in tenths of a per cent. False: no games. */
bool apo_archive_score(const apo_store_stats *stats, int64_t *out_tenths, int64_t *out_margin);

#endif
