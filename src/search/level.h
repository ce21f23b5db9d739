/* Levels of play, from one that a beginner beats to all that the engine can. A weak level
 * looks less deep, overlooks some moves as people do (quiet ones more often than captures,
 * and seldom that of a piece just moved), and takes one of the better moves rather than
 * always the best. */
#ifndef APO_SEARCH_LEVEL_H
#define APO_SEARCH_LEVEL_H

#include "base/random.h"
#include "base/span.h"
#include "search/engine.h"
#include "search/limits.h"

enum {
    APO_LEVEL_FIRST = 1,
    APO_LEVEL_FULL = 8
};

/* All zero but words: no limit, always the best move. */
typedef struct apo_level {
    const char *word;  /* "beginner" */
    const char *about; /* a phrase for people */
    unsigned depth;    /* plies; 0: no limit */
    uint32_t nodes;    /* 0: no limit */
    unsigned lines;    /* best moves to choose from, 0 counts as 1 */
    unsigned half_cp; /* a move worse by so much is taken half as often; 0: the best is taken */
    unsigned overlooked_permille; /* quiet moves that it does not see */
    unsigned careless_permille;   /* turns on which half_cp is four times as much */
} apo_level;

/* Level 1 .. 8; static. NULL: no such level. */
const apo_level *apo_level_get(unsigned number);

/* Narrows limits to what the level looks at; with fewer lines than the level wants they are
 * raised. Where that leaves no limit at all, the caller has to give one or stop the search. */
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

/* What a search has told so far; zero it to begin with. */
typedef struct apo_level_choice {
    apo_level_lines whole, latest;
} apo_level_choice;

/* To be called with every report of the search. */
void apo_level_note(apo_level_choice *choice, const apo_search_report *report);

/* Puts the level's own choice into the decision that the search ended with, instead of the best
 * move. `pos` is the position searched. The same random numbers give the same choice. */
void apo_level_pick(apo_decision *made, const apo_level_choice *choice, const apo_level *level,
                    const apo_position *pos, apo_random *random);

/* Limits, searches and picks in one. Errors: as apo_engine_go. */
apo_status apo_level_go(apo_decision *out, apo_engine *engine, const apo_level *level,
                        const apo_limits *limits, apo_random *random);

#endif
