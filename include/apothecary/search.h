/**
 * @file
 * The engine: finds good moves in any game that can be defined.
 *
 * One engine plays one game at a time. Only one thread may call its functions, except
 * #apo_engine_stop. It reports to a callback during a search and prints nothing.
 */
#ifndef APOTHECARY_SEARCH_H
#define APOTHECARY_SEARCH_H

#include <apothecary/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of engines and the units of scores. */
enum {
    APO_HASH_DEFAULT_MB = 64,     /**< Default size of the hash table. */
    APO_HASH_MAX_MB = 65536,      /**< Largest size of the hash table. */
    APO_ENGINE_THREADS_MAX = 256, /**< More than the cores of any machine it runs on. */
    APO_MULTIPV_MAX = 64,         /**< Best moves searched for at once ("MultiPV"). */
    APO_PLIES_MAX = 128,          /**< Half-moves of one line. */
    APO_SCORE_MATE = 31000, /**< A mate score is this minus the half-moves until the mate. */
    APO_SCORE_MATE_LEAST = APO_SCORE_MATE - 2 * APO_PLIES_MAX /**< The lowest mate score. */
};

/** True if a score means a forced mate. */
static inline bool apo_score_is_mate(int score)
{
    return score >= APO_SCORE_MATE_LEAST || score <= -APO_SCORE_MATE_LEAST;
}

/** Moves (not half-moves) until the mate of a mate score; negative: the side to move is
 * mated. */
static inline int apo_score_mate_moves(int score)
{
    return score > 0 ? (APO_SCORE_MATE - score + 1) / 2 : -(APO_SCORE_MATE + score + 1) / 2;
}

/** A game, of apothecary/game.h. */
typedef struct apo_game apo_game;

/** An engine. */
typedef struct apo_engine apo_engine;

/** Gives an engine (free with #apo_engine_free). `hash_mb`: size of its hash table in
 * megabytes, 0 for #APO_HASH_DEFAULT_MB. It uses the system's clock and threads.
 *
 *  Errors, with `*out` untouched: #APO_E_RANGE: `hash_mb`; #APO_E_MEMORY. */
APO_API apo_status apo_engine_open(apo_engine **out, size_t hash_mb);

/** Frees an engine; NULL is allowed. No search may be under way. */
APO_API void apo_engine_free(apo_engine *engine);

/** Changes the size of the hash table and empties it. Errors, with the table untouched:
 * #APO_E_RANGE; #APO_E_MEMORY. */
APO_API apo_status apo_engine_set_hash(apo_engine *engine, size_t hash_mb);

/** Sets the number of threads that search; initially 1. With one thread the same calls give the
 * same result; with more they may not. Errors: #APO_E_RANGE; #APO_E_MEMORY: the number is 1
 * again. */
APO_API apo_status apo_engine_set_threads(apo_engine *engine, unsigned count);

/** Begins a new game of `var` (borrowed until the next new game or #apo_engine_free) at its
 * first start, and clears what earlier searches learnt. Errors, which leave the engine without
 * a game: #APO_E_MEMORY; #APO_E_POSITION. */
APO_API apo_status apo_engine_new_game(apo_engine *engine, const apo_variant *var);

/** Evaluates with a net until the next new game. `bytes` is the content of a net file for this
 * game; if it is empty, the engine evaluates without a net. `bytes` is borrowed for the call
 * only.
 *
 *  Errors, with a sentence in `err` (may be NULL), and the evaluation without a net:
 * #APO_E_UNSUPPORTED: no game, or a kind of net that this version does not know;
 * #APO_E_SYNTAX: not a net, or damaged; #APO_E_UNKNOWN: it is for another game or for other
 * rules; #APO_E_MEMORY. */
APO_API apo_status apo_engine_use_network(apo_engine *engine, apo_span bytes, apo_error *err);

/** Sets up a position of the game's variant as the start of a game. Errors: #APO_E_UNSUPPORTED:
 * no game, or another variant; #APO_E_MEMORY. */
APO_API apo_status apo_engine_set_position(apo_engine *engine, const apo_position *pos);

/** Sets up a game with its moves, so that earlier positions count for repetition. Begins a new
 * game if the variant is another one. Errors: #APO_E_MEMORY; #APO_E_POSITION. */
APO_API apo_status apo_engine_set_game(apo_engine *engine, const apo_game *game);

/** Makes a move; earlier positions count for repetition. Errors: #APO_E_ILLEGAL; #APO_E_MEMORY;
 * #APO_E_UNSUPPORTED: no game. */
APO_API apo_status apo_engine_play(apo_engine *engine, const apo_move *mv);

/** The current position, borrowed until the next change; NULL without a game. */
APO_API const apo_position *apo_engine_position(const apo_engine *engine);

/** The static evaluation of the position in hundredths of a pawn for the side to move; 0
 * without a game. */
APO_API int apo_engine_evaluation(const apo_engine *engine);

/** Limits of a search; zero means no limit. The first limit reached ends the search; without
 * limits it runs until it is stopped, has proved a mate (unless `is_infinite`), or has reached
 * depth #APO_PLIES_MAX - 1. */
typedef struct apo_limits {
    unsigned depth;        /**< Half-moves. */
    unsigned mate;         /**< End when a mate in this many moves is found. */
    uint64_t nodes;        /**< Positions. */
    int64_t move_ms;       /**< Time for this move; a mate ends it earlier. */
    int64_t clock_ms;      /**< Left on the mover's clock; with `has_clock`. */
    int64_t increment_ms;  /**< Added to the clock for every move. */
    unsigned moves_to_go;  /**< Moves until more time is added; 0: the rest of the game. */
    int64_t overhead_ms;   /**< Lost with every move between the engine and the clock. */
    int64_t asked_ms;      /**< When the clock started, by the engine's clock; 0: now. */
    unsigned depth_first;  /**< Depth of the first iteration, when resuming a search; 0: 1. */
    bool has_clock;        /**< There is a clock: `clock_ms` counts. */
    bool is_infinite;      /**< The caller stops the search; a mate found does not end it. */
    unsigned lines;        /**< Number of best moves to find; 0 counts as 1. */
    const apo_move *moves; /**< Borrowed; search only these at the root. NULL: all. */
    size_t move_count;     /**< Number of `moves`. */
} apo_limits;

/** A line of moves from the position searched. */
typedef struct apo_pv {
    apo_move moves[APO_PLIES_MAX]; /**< The first `count` of them are set. */
    unsigned count;                /**< Moves in the line. */
} apo_pv;

/** The report of a search while it runs. */
typedef struct apo_search_report {
    unsigned depth;     /**< Depth in half-moves. */
    unsigned seldepth;  /**< Depth of the longest line. */
    unsigned index;     /**< Number of the line; 0 is the best. */
    int score;          /**< Hundredths of a pawn for the side to move at the root. */
    uint64_t nodes;     /**< Positions looked at. */
    int64_t time_ms;    /**< Since the search began. */
    unsigned hashfull;  /**< Used part of the hash table, in thousandths. */
    bool is_partial;    /**< The search was stopped before this iteration ended. */
    const apo_pv *line; /**< Borrowed during the call. */
} apo_search_report;

/** Called with every line found, in the thread that searches. The lines of an iteration come
 * together, best first. A stopped search reports once more what it has found since, so that its
 * decision is the first move of the last line 0 reported. */
typedef void apo_search_report_sink(void *context, const apo_search_report *report);

/** The result of a search. */
typedef struct apo_decision {
    bool has_move;   /**< False: no legal move (among those asked for). */
    bool has_ponder; /**< `ponder` is set. */
    apo_move best;   /**< The move. */
    apo_move ponder; /**< The expected reply. */
    int score;       /**< Hundredths of a pawn for the side to move. */
    unsigned depth;  /**< Depth of the last iteration begun. */
    uint64_t nodes;  /**< Positions looked at. */
} apo_decision;

/** Searches until a limit is reached or the search is stopped. `sink` (may be NULL) is called
 * with `sink_context` and every line found. The same calls since #apo_engine_new_game give the
 * same result if one thread searches and only depth or nodes are limited.
 *
 *  Errors, with `out` untouched: #APO_E_UNSUPPORTED: no game. */
APO_API apo_status apo_engine_go(apo_decision *out, apo_engine *engine,
                                 const apo_limits *limits, apo_search_report_sink *sink,
                                 void *sink_context);

/** The level of play with this number ("1" for beginners to "8" for full strength) or name; 0
 * if there is none. Any thread. */
APO_API unsigned apo_level_find(apo_span text);

/** Searches and chooses a move like a player of this level. `limits` apply in addition to the
 * level's own (full strength has none). The same `seed` gives the same choice.
 *
 *  Errors, with `out` untouched: #APO_E_RANGE: there is no such level; #APO_E_UNSUPPORTED: no
 * game. */
APO_API apo_status apo_engine_go_at_level(apo_decision *out, apo_engine *engine, unsigned level,
                                          const apo_limits *limits, uint64_t seed);

/** Searches four fixed positions of `var` with `nodes` nodes each, to check that all builds of
 * this version play alike. `*out_nodes`: positions looked at; `*out_signature`: a hash of them,
 * the moves and the scores, as `apothecary bench --eval-file none` prints it. Uses one thread
 * and no net. Leaves the engine with a new game of `var` (borrowed as by #apo_engine_new_game).
 *
 *  Errors, with both untouched: #APO_E_RANGE: no nodes; #APO_E_MEMORY; #APO_E_POSITION. */
APO_API apo_status apo_engine_bench(uint64_t *out_nodes, uint64_t *out_signature,
                                    apo_engine *engine, const apo_variant *var, uint64_t nodes);

/** Stops the current search soon, or else the next one. Any thread; also in a signal
 * handler. */
APO_API void apo_engine_stop(apo_engine *engine);

/** Clears an earlier stop. Call it before a search that another thread may stop, so that a stop
 * that arrives before the search begins is not lost. */
APO_API void apo_engine_arm(apo_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
