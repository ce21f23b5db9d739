/**
 * @file
 * A game in play: a start position, the moves made since, offers, and the result by all
 * rules.
 *
 * A game belongs to one thread at a time. It borrows its variant.
 */
#ifndef APOTHECARY_GAME_H
#define APOTHECARY_GAME_H

#include <apothecary/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A game. */
typedef struct apo_game apo_game;

/** Starts a game from a copy of `start`. Gives `*out` (free with #apo_game_free). `alloc` is
 * borrowed for the life of the game; NULL is malloc. Errors, with `*out` untouched:
 * #APO_E_MEMORY. */
APO_API apo_status apo_game_new(apo_game **out, const apo_position *start,
                                const apo_alloc *alloc);

/** Frees a game; NULL is allowed. */
APO_API void apo_game_free(apo_game *game);

/** The current position; borrowed until the game changes. */
APO_API const apo_position *apo_game_position(const apo_game *game);

/** Writes the position before move `index` (0 to #apo_game_info.length) to `out`, a position or
 * fresh memory. */
APO_API void apo_game_position_at(apo_position *out, const apo_game *game, size_t index);

/** A move of the game, by index from 0 to #apo_game_info.length - 1; past the end its `from` is
 * #APO_SQUARE_NONE. */
APO_API apo_move apo_game_move(const apo_game *game, size_t index);

/** Makes a move. Any open offer lapses. A game that ended in a dead position (#APO_ENDING_DEAD)
 * can go on, since other programs do not detect such positions and their records continue.
 *
 * Errors, with the game untouched: #APO_E_FINISHED: the game is over for another reason;
 * #APO_E_ILLEGAL; #APO_E_MEMORY. */
APO_API apo_status apo_game_play(apo_game *game, const apo_move *mv);

/** Makes a move even if the game is over. Records from elsewhere may continue after a third
 * repetition or after fifty moves without progress, where players need not claim the draw.
 * Errors, with the game untouched: #APO_E_ILLEGAL; #APO_E_MEMORY. */
APO_API apo_status apo_game_advance(apo_game *game, const apo_move *mv);

/** Takes back the last move, or the resignation or agreement that ended the game; offers lapse.
 * Errors: #APO_E_RANGE: there is nothing to take back. */
APO_API apo_status apo_game_undo(apo_game *game);

/** What one player can propose to the other. */
typedef enum apo_proposal {
    APO_PROPOSAL_NONE,            /**< Nothing. */
    APO_PROPOSAL_DRAW,            /**< A draw. */
    APO_PROPOSAL_ADVANTAGE_WHITE, /**< Three quarters of the point to White. */
    APO_PROPOSAL_ADVANTAGE_BLACK, /**< Three quarters of the point to Black. */
    APO_PROPOSALS                 /**< How many there are. */
} apo_proposal;

/** Offers the other side an end of the game. Replaces the open offer, if any.
 *
 *  Errors: #APO_E_FINISHED; #APO_E_RANGE: `side`; #APO_E_UNSUPPORTED: an advantage in a game
 * without advantages, or #APO_PROPOSAL_NONE. */
APO_API apo_status apo_game_offer(apo_game *game, apo_side side, apo_proposal proposal);

/** `side` accepts or declines the other side's offer. Errors: #APO_E_UNKNOWN: there is none. */
APO_API apo_status apo_game_answer(apo_game *game, apo_side side, bool is_accepted);

/** How a game stands. */
typedef struct apo_game_info {
    const apo_position *start; /**< The start position; borrowed for the life of the game. */
    size_t length;             /**< Moves made by both sides. */
    unsigned occurrences;      /**< How often the current position has occurred in this game,
                                * this time included. */
    apo_outcome outcome;       /**< The result so far, by all rules and by the players' own
                                * decisions. */
    bool is_over;              /**< The game has ended. */
    apo_proposal offer;        /**< The open offer. */
    apo_side offered_by;       /**< Who made it; meaningless without one. */
} apo_game_info;

/** How a game stands. */
APO_API apo_game_info apo_game_info_of(const apo_game *game);

/** Ends the game by the players' decision. White's quarters #APO_QUARTERS_LOSS (White resigns)
 * and #APO_QUARTERS_WIN (Black resigns) are a resignation, all others an agreement.
 *
 * Errors: #APO_E_FINISHED; #APO_E_RANGE; #APO_E_UNSUPPORTED: a result that this game does not
 * have. */
APO_API apo_status apo_game_end(apo_game *game, int white_quarters);

/** A PGN tag. */
typedef struct apo_pgn_header {
    const char *name;  /**< "White": letters, digits and '_'. */
    const char *value; /**< "Ada": one line. */
} apo_pgn_header;

/** Appends the game as PGN and an empty line. `headers` (`header_count` of them, borrowed
 * during the call) are written as given; Variant, FEN and Result are added by the library.
 *
 *  Errors, after which the buffer may hold part of the game: #APO_E_SYNTAX: a tag has the wrong
 * form; #APO_E_TOO_LARGE; #APO_E_MEMORY. */
APO_API apo_status apo_pgn_write_game(apo_buffer *out, const apo_game *game,
                                      const apo_pgn_header *headers, size_t header_count);

/** Reads the first game of a PGN text and removes it from `*rest`: its start (tags FEN and
 * Setup), the moves played and the result. Comments, variations and other tags are not kept
 * (see #apo_pgn_find_tag). Gives `*out` (free with #apo_game_free).
 *
 *  Errors, with `*out` untouched; `*rest` then begins with the next game: #APO_E_UNKNOWN: no
 * game is left; #APO_E_SYNTAX, #APO_E_ILLEGAL, #APO_E_AMBIGUOUS, #APO_E_RANGE, #APO_E_POSITION,
 * #APO_E_UNSUPPORTED, #APO_E_FINISHED: a move after the end; `err` says where, counted from the
 * beginning of `*rest`, and why; #APO_E_TOO_LARGE; #APO_E_MEMORY. */
APO_API apo_status apo_pgn_read_game(apo_game **out, const apo_variant *var, apo_span *rest,
                                     apo_error *err);

/** Adds the value of a tag of the first game of a PGN text, such as "Variant" for the kind of
 * game. False, with nothing added, if there is no game or the game lacks the tag. */
APO_API bool apo_pgn_find_tag(apo_text *out, apo_span text, const char *name);

#ifdef __cplusplus
}
#endif

#endif
