/**
 * @file
 * Positions: what stands where, whose turn it is, legal moves, check, results.
 *
 * A position belongs to one thread at a time; functions that take a const position may be
 * called by several threads at once. A position borrows its variant.
 */
#ifndef APOTHECARY_POSITION_H
#define APOTHECARY_POSITION_H

#include <apothecary/move.h>
#include <apothecary/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A position that can arise in a game of its variant: both kings are there, and the side that
 * is not to move is not in check. */
typedef struct apo_position apo_position;

/** @name Making positions
 *  @{ */

/** Gives a position at the usual start of a game (free with #apo_position_free). NULL when out
 * of memory. The variant is borrowed for the life of the position. #apo_position_start and
 * #apo_fen_read put something else into it. */
APO_API apo_position *apo_position_new(const apo_variant *var);

/** Gives a copy (free with #apo_position_free). NULL when out of memory. */
APO_API apo_position *apo_position_copy(const apo_position *pos);

/** Frees a position that #apo_position_new or #apo_position_copy gave; NULL is allowed. */
APO_API void apo_position_free(apo_position *pos);

/** Bytes of a position, for memory of one's own (aligned as malloc aligns): a position there
 * begins with #apo_position_start or #apo_fen_read, is copied by memcpy, and needs no end. */
APO_API size_t apo_position_size(void);

/** Sets up the start of a game: the start of that name (0: the usual one, see
 *  #apo_variant_start_name) and that number (1 to #apo_variant_start_count).
 *
 *  Errors, with `out` untouched: #APO_E_RANGE: there is no such start; #APO_E_POSITION: nor can
 * it be played. */
APO_API apo_status apo_position_start(apo_position *out, const apo_variant *var,
                                      unsigned name_index, unsigned number);

/** Changes a start position by one of the game's handicaps ("pawn:e4", "move:white"). Several
 * may be given one after another.
 *
 *  Errors, with `pos` untouched: #APO_E_UNKNOWN: the game has no such handicap; #APO_E_SYNTAX;
 *  #APO_E_POSITION. `err` (may be NULL) says why. */
APO_API apo_status apo_position_handicap(apo_position *pos, apo_span handicap, apo_error *err);

/** @}
 *  @name Looking at positions
 *  @{ */

/** The variant. */
APO_API const apo_variant *apo_position_variant(const apo_position *pos);

/** The side to move. */
APO_API apo_side apo_position_side(const apo_position *pos);

/** What stands on a square. */
APO_API apo_piece apo_position_piece(const apo_position *pos, apo_square sq);

/** The square of a king. */
APO_API apo_square apo_position_king(const apo_position *pos, apo_side side);

/** The hash key: positions that are the same for the repetition rule have the same key. It is
 * the same on every machine, for one version of the library. */
APO_API uint64_t apo_position_key(const apo_position *pos);

/** True if both are the same for the repetition rule. */
APO_API bool apo_position_same(const apo_position *a, const apo_position *b);

/** Half-moves since the last capture or pawn move. */
APO_API unsigned apo_position_halfmove_count(const apo_position *pos);

/** The number of the move, from 1; it grows after each move of Black. */
APO_API unsigned apo_position_move_number(const apo_position *pos);

/** True if the piece on the square has a right that only an unmoved piece has: to castle, to
 * leap, to make a first step, to launch. */
APO_API bool apo_position_is_unmoved(const apo_position *pos, apo_square sq);

/** How many pieces of the type the side has in its reserve; 0 in games without one. */
APO_API unsigned apo_position_reserve_count(const apo_position *pos, apo_side side,
                                            unsigned type);

/** True if a piece of the type waits in the side's pocket to be launched. */
APO_API bool apo_position_has_pocket(const apo_position *pos, apo_side side, unsigned type);

/** The type whose power a joker of the side has now, or #APO_TYPE_NONE. */
APO_API unsigned apo_position_imitated(const apo_position *pos, apo_side side);

/** True if the side to move is in check. */
APO_API bool apo_position_is_check(const apo_position *pos);

/** True if a piece of `by` could capture a piece of the other side on the square. */
APO_API bool apo_position_is_attacked(const apo_position *pos, apo_square sq, apo_side by);

/** The point count by side. False, with `out` untouched, if the game has none. */
APO_API bool apo_position_points(const apo_position *pos, int out[APO_SIDES]);

/** @}
 *  @name Moves
 *  @{ */

/** Appends all legal moves, each once, in no particular order.
 *
 *  Errors: #APO_E_OVERFLOW: more than the list holds; it then has some of them. */
APO_API apo_status apo_moves_legal(apo_move_list *list, const apo_position *pos);

/** The number of legal moves; faster than listing them. */
APO_API uint64_t apo_moves_count(const apo_position *pos);

/** Makes a move if it is legal. Errors, with `pos` untouched: #APO_E_ILLEGAL. To take moves
 * back use an #apo_game, or a copy. */
APO_API apo_status apo_play(apo_position *pos, const apo_move *mv);

/** Limits of what one move does. */
enum {
    /** Squares that one move changes, at most. A checker's series takes at most 25 pieces on
     * 12x12 and as many again by custodian capture around its last square (8), and moves itself
     * (2). */
    APO_UNDO_SQUARES_MAX = 48
};

/** Writes the squares of all pieces that a legal move captures, in order, and returns how many:
 * at most #APO_UNDO_SQUARES_MAX, for which `out` has memory. */
APO_API unsigned apo_move_captures(const apo_position *pos, const apo_move *mv,
                                   apo_square *out);

/** The partner's squares before and after castling; false for other moves. */
APO_API bool apo_move_partner(const apo_position *pos, const apo_move *mv, apo_square *out_from,
                              apo_square *out_to);

/** The square on which a launching move puts its piece. */
APO_API apo_square apo_move_launch_square(const apo_position *pos, const apo_move *mv);

/** Why a move is not legal. */
enum apo_illegal {
    APO_LEGAL,               /**< It is legal. */
    APO_ILLEGAL_EMPTY,       /**< No piece stands there. */
    APO_ILLEGAL_NOT_YOURS,   /**< A piece of the other side. */
    APO_ILLEGAL_OWN_PIECE,   /**< A piece of one's own stands on the target. */
    APO_ILLEGAL_NO_SQUARE,   /**< The target is no square, or no longer. */
    APO_ILLEGAL_POWER,       /**< The piece does not move so. */
    APO_ILLEGAL_NO_POWER,    /**< A joker with nothing to imitate. */
    APO_ILLEGAL_CHECK,       /**< The king stays in check. */
    APO_ILLEGAL_EXPOSES,     /**< The move opens the king to capture. */
    APO_ILLEGAL_PROMOTION,   /**< This promotion is not to be had, or one is needed. */
    APO_ILLEGAL_LAUNCH,      /**< Nothing may be launched there. */
    APO_ILLEGAL_GIVES_CHECK, /**< The first move of a double turn may not give check. */
    APO_ILLEGAL_CAPTURE,     /**< No captures in this double turn. */
    APO_ILLEGALS             /**< How many there are. */
};

/** The verdict on a move. */
typedef struct apo_verdict {
    enum apo_illegal reason; /**< #APO_LEGAL, or why not. */
    /** With #APO_ILLEGAL_CHECK and #APO_ILLEGAL_EXPOSES: an enemy piece that could take the
     * king. */
    apo_square attacker;
    uint8_t attacker_power; /**< The type whose power it uses: a joker's imitated type. */
} apo_verdict;

/** Judges a move, legal or not, by its from, to, promoted and launched. For people: slow.
 *  #apo_move_explain says the same in a sentence. */
APO_API apo_verdict apo_move_why_illegal(const apo_position *pos, const apo_move *mv);

/** Number of sequences of `depth` legal half-moves; 1 for depth 0. */
APO_API uint64_t apo_perft(const apo_position *pos, unsigned depth);

/** @}
 *  @name Results
 *  @{ */

/** Why a game ended. */
typedef enum apo_ending {
    APO_ENDING_NONE,        /**< The game goes on. */
    APO_ENDING_MATE,        /**< Mate. */
    APO_ENDING_STALEMATE,   /**< The side to move has no legal move and is not in check. */
    APO_ENDING_BARE,        /**< Bare kings, or a king left alone where that loses. */
    APO_ENDING_REPETITION,  /**< The position has occurred as often as the game allows. */
    APO_ENDING_MOVE_COUNT,  /**< Too many moves without a capture or pawn move. */
    APO_ENDING_RESIGNATION, /**< A player resigned. */
    APO_ENDING_AGREEMENT,   /**< The players agreed. */
    APO_ENDINGS             /**< How many there are. */
} apo_ending;

/** The ending as one word for programs: "mate", "movecount"; static. Any thread. */
APO_API const char *apo_ending_word(apo_ending ending);

/** Results in quarters of a point. */
enum {
    APO_QUARTERS_LOSS = 0,         /**< 0. */
    APO_QUARTERS_DISADVANTAGE = 1, /**< 1/4. */
    APO_QUARTERS_DRAW = 2,         /**< 1/2. */
    APO_QUARTERS_ADVANTAGE = 3,    /**< 3/4. */
    APO_QUARTERS_WIN = 4,          /**< 1. */
    APO_QUARTERS_UNKNOWN = -1      /**< The game goes on. */
};

/** How a game stands or has ended. */
typedef struct apo_outcome {
    apo_ending ending;  /**< #APO_ENDING_NONE while the game goes on. */
    int white_quarters; /**< White's result, 0 to 4; #APO_QUARTERS_UNKNOWN while it goes on. */
} apo_outcome;

/** How the position ends the game by itself: mate, stalemate or bare kings, or not. Repetition
 * and the move count need the game: #apo_game_outcome. */
APO_API apo_outcome apo_position_outcome(const apo_position *pos);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
