/* One game of a match, with our rules as referee. */
#ifndef APO_CLI_MATCH_MATCH_GAME_H
#define APO_CLI_MATCH_MATCH_GAME_H

#include "cli/match/opening.h"
#include "cli/match/player.h"

/* How the games are adjudicated. */
typedef struct apo_match_rules {
    int64_t margin_ms;   /* overdraft of the clock that is tolerated */
    int64_t patience_ms; /* for a move without a time limit, and to get ready */
    uint32_t moves_max;  /* then the game is adjudicated by points, or drawn; 0: never */
    uint32_t resign_cp;  /* a side that both see ahead by this wins; 0: never */
} apo_match_rules;

/* X(NAME, word): why a game of a match ended. */
#define APO_MATCH_END_LIST(X)              \
    X(RULES, "rules")                      \
    X(RESIGNATION, "resignation")          \
    X(ADJUDICATED, "judged by score")      \
    X(LENGTH, "too long")                  \
    X(TIME, "time")                        \
    X(STALLED, "stalled")                  \
    X(DIED, "died")                        \
    X(ILLEGAL, "illegal move")             \
    X(REFUSED, "no move though there are") \
    X(STOPPED, "stopped")                  \
    X(UNKNOWN, "does not know the game")

enum apo_match_end {
#define APO_MATCH_END_ENUM(name, word) APO_MATCH_END_##name,
    APO_MATCH_END_LIST(APO_MATCH_END_ENUM)
#undef APO_MATCH_END_ENUM
    APO_MATCH_ENDS
};

const char *apo_match_end_word(enum apo_match_end end);

/* True if the loser is at fault, so that the game does not measure strength. */
bool apo_match_end_is_forfeit(enum apo_match_end end);

typedef struct apo_match_result {
    int white_quarters;
    enum apo_match_end end;
    uint32_t plies;
    char detail[APO_FAULT_TEXT_MAX]; /* of a forfeit; else empty */
} apo_match_result;

/* Plays `game` (with its opening made) to its end; the players are White's and Black's.
 * `is_usual_start`: it began at start 1 of the default board. `comments` gets a line per move:
 * score, depth and time. */
void apo_match_game_play(apo_match_result *out, apo_game *game,
                         apo_player *const players[APO_SIDES], const apo_match_rules *rules,
                         bool is_usual_start, apo_buffer *comments);

/* What the games of a match have in common. */
typedef struct apo_match_table {
    const apo_openings *openings;
    const apo_match_rules *rules;
    apo_player *players;   /* the first one has White in games 0, 2, 4 ... */
    apo_engine *evaluator; /* of the openings; NULL: not needed */
} apo_match_table;

/* Plays game `index`: two games in a row have the same opening. `*out_game` (free with
 * apo_game_free) is the game, `*out_number` its start. Errors: as apo_opening_make. */
apo_status apo_match_game_numbered(apo_match_result *out, apo_game **out_game,
                                   uint32_t *out_number, const apo_match_table *common,
                                   uint32_t index, apo_buffer *comments);

/* The quarters of the first player, who has White in games 0, 2, 4 ... */
unsigned apo_match_quarters_of_first(const apo_match_result *result, uint32_t index);

/* The engine that evaluates openings; NULL in `*out` if that is not needed. The caller frees it
 * with apo_engine_free. Errors: APO_E_MEMORY. */
apo_status apo_match_evaluator_new(apo_engine **out, const apo_openings *openings);

#endif
