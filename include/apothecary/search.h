/**
 * @file
 * The engine: finds good moves in any game that can be defined.
 *
 * One engine plays one game at a time. Its functions belong to one thread, except
 * #apo_engine_stop. What it finds on the way goes to a callback; it prints nothing.
 */
#ifndef APOTHECARY_SEARCH_H
#define APOTHECARY_SEARCH_H

#include <apothecary/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of engines and the units of scores. */
enum {
    APO_HASH_DEFAULT_MB = 64,     /**< Memory of the hash table where none is asked for. */
    APO_HASH_MAX_MB = 65536,      /**< The most. */
    APO_ENGINE_THREADS_MAX = 256, /**< More than any machine this runs on has cores. */
    APO_MULTIPV_MAX = 64,         /**< Best moves looked for at once ("MultiPV"). */
    APO_PLIES_MAX = 128,    /**< Half-moves of one line of play; also the largest depth. */
    APO_SCORE_MATE = 31000, /**< Less one for every half-move until the mate. */
    APO_SCORE_MATE_LEAST = APO_SCORE_MATE - 2 * APO_PLIES_MAX /**< From here on it is a mate. */
};

/** True if a score is that of a forced mate. */
static inline bool apo_score_is_mate(int score)
{
    return score >= APO_SCORE_MATE_LEAST || score <= -APO_SCORE_MATE_LEAST;
}

/** Moves (not half-moves) until the mate of a mate score; negative: the side to move is mated.
 */
static inline int apo_score_mate_moves(int score)
{
    return score > 0 ? (APO_SCORE_MATE - score + 1) / 2 : -(APO_SCORE_MATE + score + 1) / 2;
}

/** A game, of apothecary/game.h. */
typedef struct apo_game apo_game;

/** An engine. */
typedef struct apo_engine apo_engine;

/** Gives an engine (free with #apo_engine_free). `hash_mb`: memory of its hash table in
 * megabytes, 0 for #APO_HASH_DEFAULT_MB. It knows the system's clock, and can be given threads.
 *
 *  Errors, with `*out` untouched: #APO_E_RANGE: `hash_mb`; #APO_E_MEMORY. */
APO_API apo_status apo_engine_open(apo_engine **out, size_t hash_mb);

/** Frees an engine; NULL is allowed. No search may be under way. */
APO_API void apo_engine_free(apo_engine *engine);

/** Changes the size of the hash table, which becomes empty. Errors: #APO_E_RANGE;
 * #APO_E_MEMORY: it stays. */
APO_API apo_status apo_engine_set_hash(apo_engine *engine, size_t hash_mb);

/** Sets how many threads search, 1 to begin with. With one the same calls give the same result,
 * with more they need not. Errors: #APO_E_RANGE; #APO_E_MEMORY: then it is one again. */
APO_API apo_status apo_engine_set_threads(apo_engine *engine, unsigned count);

/** A new game of `var` (borrowed until the next one or the engine's end), at its first start:
 * forgets what was learnt. Errors, the engine then has no game: #APO_E_MEMORY; #APO_E_POSITION.
 */
APO_API apo_status apo_engine_new_game(apo_engine *engine, const apo_variant *var);

/** Sets up a position of the game's variant as the first of a game. Errors: #APO_E_UNSUPPORTED:
 * no game, or another variant; #APO_E_MEMORY. */
APO_API apo_status apo_engine_set_position(apo_engine *engine, const apo_position *pos);

/** Sets up a game as it stands, its moves included: what has occurred before counts for
 * repetition. Starts a new game where the variant is another one. Errors: #APO_E_MEMORY;
 * #APO_E_POSITION. */
APO_API apo_status apo_engine_set_game(apo_engine *engine, const apo_game *game);

/** Makes a move; the position before counts for repetition. Errors: #APO_E_ILLEGAL;
 * #APO_E_MEMORY; #APO_E_UNSUPPORTED: no game. */
APO_API apo_status apo_engine_play(apo_engine *engine, const apo_move *mv);

/** The position now, borrowed until the next change; NULL without a game. */
APO_API const apo_position *apo_engine_position(const apo_engine *engine);

/** The static evaluation of the position in hundredths of a pawn for the side to move; 0
 * without a game. */
APO_API int apo_engine_evaluation(const apo_engine *engine);

/** How long a search may take: all zero but what is wanted. All that are given hold; with none
 * at all the search goes on until it is stopped or has reached #APO_PLIES_MAX. */
typedef struct apo_limits {
    unsigned depth;        /**< Half-moves. */
    unsigned mate;         /**< Ends as soon as a mate in so many moves is found. */
    uint64_t nodes;        /**< Positions. */
    int64_t move_ms;       /**< Exactly so long. */
    int64_t clock_ms;      /**< Left on the mover's clock; with `has_clock`. */
    int64_t increment_ms;  /**< Added for every move. */
    unsigned moves_to_go;  /**< Moves until more time is added; 0: the rest of the game. */
    int64_t overhead_ms;   /**< Lost between the engine and the clock with every move. */
    int64_t asked_ms;      /**< By the engine's clock: since when that runs; 0: from now on. */
    unsigned depth_first;  /**< Depth of the first iteration, when resuming a search; 0: 1. */
    bool has_clock;        /**< There is a clock: `clock_ms` counts. */
    bool is_infinite;      /**< The caller stops the search; a mate found does not end it. */
    unsigned lines;        /**< Best moves wanted; 0 counts as 1. */
    const apo_move *moves; /**< Borrowed: only these at the root; NULL: all. */
    size_t move_count;     /**< How many they are. */
} apo_limits;

/** Moves one after the other, the first from the position searched. */
typedef struct apo_pv {
    apo_move moves[APO_PLIES_MAX]; /**< The first `count` of them are set. */
    unsigned count;                /**< Moves in the line. */
} apo_pv;

/** What a search tells while it runs. */
typedef struct apo_search_report {
    unsigned depth;     /**< Half-moves looked ahead everywhere. */
    unsigned seldepth;  /**< In the longest line. */
    unsigned index;     /**< Of the line; 0 is the best. */
    int score;          /**< Hundredths of a pawn for the side to move at the root. */
    uint64_t nodes;     /**< Positions looked at. */
    int64_t time_ms;    /**< Since the search began. */
    unsigned hashfull;  /**< Of the hash table in use, in thousandths. */
    bool is_partial;    /**< The search was stopped before this iteration ended. */
    const apo_pv *line; /**< Borrowed during the call. */
} apo_search_report;

/** Called with every line found, in the thread that searches. The lines of an iteration come
 * together, the best first. A search that is stopped reports once more what it has found since,
 * so that it decides for the first move of the line 0 reported last. */
typedef void apo_search_report_sink(void *context, const apo_search_report *report);

/** What a search has decided. */
typedef struct apo_decision {
    bool has_move;   /**< False: no legal move (among those asked for). */
    bool has_ponder; /**< The reply expected is known. */
    apo_move best;   /**< The move. */
    apo_move ponder; /**< The reply expected. */
    int score;       /**< Hundredths of a pawn for the side to move. */
    unsigned depth;  /**< Of the last iteration begun. */
    uint64_t nodes;  /**< Positions looked at. */
} apo_decision;

/** Searches until a limit is reached or the search is stopped. `sink` (may be NULL) is told of
 * every line found, with `sink_context`. The same calls from #apo_engine_new_game on give the
 * same result if one thread searches and only depth or nodes are limited.
 *
 *  Errors, with `out` untouched: #APO_E_UNSUPPORTED: no game. */
APO_API apo_status apo_engine_go(apo_decision *out, apo_engine *engine,
                                 const apo_limits *limits, apo_search_report_sink *sink,
                                 void *sink_context);

/** The number of a level of play given as a number ("1" for beginners to "8" for all that the
 * engine can) or by its word; 0: there is no such level. Any thread. */
APO_API unsigned apo_level_find(apo_span text);

/** Searches and decides as a player of this level would. Beside the level's own limits `limits`
 * hold (at the full level there are no others). The same `seed` gives the same choice.
 *
 *  Errors, with `out` untouched: #APO_E_RANGE: there is no such level; #APO_E_UNSUPPORTED: no
 * game. */
APO_API apo_status apo_engine_go_at_level(apo_decision *out, apo_engine *engine, unsigned level,
                                          const apo_limits *limits, uint64_t seed);

/** Makes the search under way, or the next one, end soon. Any thread; also in a signal handler.
 */
APO_API void apo_engine_stop(apo_engine *engine);

/** Takes a stop back: call it before a search that another thread may stop, so that a stop that
 * comes before the search has begun is not lost. */
APO_API void apo_engine_arm(apo_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
