/* Levels of play, from one that a beginner can beat to full strength. A weak level searches
 * less deeply, overlooks some moves as people do (quiet moves more often than captures, and
 * captures of the piece just moved hardly ever), and does not always play the best move. */
#ifndef APO_SEARCH_LEVEL_H
#define APO_SEARCH_LEVEL_H

#include "base/random.h"
#include "base/span.h"
#include "search/engine.h"
#include "search/limits.h"

enum {
    APO_LEVEL_FIRST = 1,
    APO_LEVEL_FULL = 8,
    APO_ELO_MIN = 250, /* of apo_level_of_elo */
    APO_ELO_MAX = 2400,
    APO_ELO_DEFAULT = 1500
};

/* All numbers 0: full strength. */
typedef struct apo_level {
    const char *word;  /* "beginner" */
    const char *about; /* a phrase for people */
    unsigned depth;    /* plies; 0: no limit */
    uint32_t nodes;    /* 0: no limit */
    unsigned lines;    /* number of best moves to choose from; 0 counts as 1 */
    unsigned half_cp;  /* a move worse by this much is half as likely; 0: always the best */
    unsigned overlooked_permille; /* share of quiet moves overlooked */
    unsigned careless_permille;   /* share of turns with four times half_cp */
} apo_level;

/* Level 1 to 8; static. NULL: no such level. */
const apo_level *apo_level_get(unsigned number);

/* The parameters of a player of about this Elo rating, clamped to APO_ELO_MIN .. APO_ELO_MAX.
 * They are interpolated between levels 1 to 7, whose ratings were measured (docs/levels.md); a
 * fraction of a ply is rounded at random. The words are NULL. */
void apo_level_of_elo(apo_level *out, unsigned elo, apo_random *random);

/* Narrows limits to those of the level; raises the number of lines to what the level needs. If
 * that leaves no limit at all, the caller must set one or stop the search. */
void apo_level_limit(apo_limits *limits, const apo_level *level);

/* One of the moves to choose from. */
typedef struct apo_level_line {
    apo_move best, ponder;
    bool has_ponder;
    int score;
} apo_level_line;

/* The lines of one iteration. */
typedef struct apo_level_lines {
    apo_level_line lines[APO_MULTIPV_MAX];
    unsigned count, depth;
} apo_level_lines;

/* What a search has reported so far; zero-initialise it. */
typedef struct apo_level_choice {
    apo_level_lines whole, latest;
} apo_level_choice;

/* Call this with every report of the search. */
void apo_level_note(apo_level_choice *choice, const apo_search_report *report);

/* Replaces the best move in the search's decision by the level's own choice. `pos` is the
 * position searched. Deterministic for the same random numbers. */
void apo_level_pick(apo_decision *made, const apo_level_choice *choice, const apo_level *level,
                    const apo_position *pos, apo_random *random);

/* Sets limits, searches and picks in one call. Errors: as apo_engine_go. */
apo_status apo_level_go(apo_decision *out, apo_engine *engine, const apo_level *level,
                        const apo_limits *limits, apo_random *random);

#endif
