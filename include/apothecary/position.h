/**
 * @file
 * Positions: the pieces on the board, whose turn it is, legal moves, check, results.
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

/** A position that has passed the checks: the kings that the game needs are there, the side
 * that is not to move is not in check, and what it says of rights and reserves fits the
 * board. */
typedef struct apo_position apo_position;

/** @name Making positions
 *  @{ */

/** Returns a position with the usual start of a game (free with #apo_position_free). NULL when
 * out of memory, or if that start is not a possible position. The variant is borrowed for the
 * life of the position. #apo_position_start and #apo_fen_read overwrite it with another
 * position. */
APO_API apo_position *apo_position_new(const apo_variant *var);

/** Returns a copy (free with #apo_position_free). NULL when out of memory. */
APO_API apo_position *apo_position_copy(const apo_position *pos);

/** Frees a position from #apo_position_new or #apo_position_copy; NULL is allowed. */
APO_API void apo_position_free(apo_position *pos);

/** Size of a position in bytes, for callers that bring their own memory (aligned as by malloc):
 * initialise it with #apo_position_start or #apo_fen_read, copy it with memcpy; it needs no
 * cleanup. */
APO_API size_t apo_position_size(void);

/** Sets up the start of a game, by the index of its name (0: the usual one, see
 * #apo_variant_start_name) and its number (1 to #apo_variant_info.start_count).
 *
 *  Errors, with `out` untouched: #APO_E_RANGE: there is no such start; #APO_E_POSITION: it
 * is not a possible position. */
APO_API apo_status apo_position_start(apo_position *out, const apo_variant *var,
                                      unsigned name_index, unsigned number);

/** Changes a start position by handicaps of the game: "pawn:e4", "move:white". Several are
 * joined, "pawn:e4+move:black", or given one after another.
 *
 *  Errors, with `pos` untouched: #APO_E_UNKNOWN: the game has no such handicap; #APO_E_SYNTAX;
 *  #APO_E_POSITION. `err` (may be NULL) says where and why. */
APO_API apo_status apo_position_handicap(apo_position *pos, apo_span handicap, apo_error *err);

/** @}
 *  @name Looking at positions
 *  @{ */

/** The variant. */
APO_API const apo_variant *apo_position_variant(const apo_position *pos);

/** The side to move. */
APO_API apo_side apo_position_side(const apo_position *pos);

/** What stands on a square; #APO_PIECE_VOID if `sq` is not a square of the board. */
APO_API apo_piece apo_position_piece(const apo_position *pos, apo_square sq);

/** What else there is to know about a position. */
typedef struct apo_position_info {
    uint32_t halfmove_count;    /**< Half-moves since the last capture or pawn move. */
    uint32_t move_number;       /**< From 1; it grows after each turn of Black. */
    apo_square king[APO_SIDES]; /**< Where the kings are; #APO_SQUARE_NONE without one. */
    bool has_points;            /**< The game has a point count. */
    int points[APO_SIDES];      /**< The point count; 0 if the game has none. */
    /** The type whose power a joker of the side has now, or #APO_TYPE_NONE. */
    uint8_t imitated[APO_SIDES];
    /** Pieces in the side's reserve, or in its hand, by type. */
    uint8_t reserve[APO_SIDES][APO_HELD_TYPES_MAX];
    uint32_t
        pocket[APO_SIDES]; /**< Types in the pocket, ready to be launched: bit 1 << type. */
} apo_position_info;

/** What else there is to know about a position. */
APO_API apo_position_info apo_position_info_of(const apo_position *pos);

/** The hash key: positions that are the same for the repetition rule have the same key. One
 * version of the library gives the same key on every machine. */
APO_API uint64_t apo_position_key(const apo_position *pos);

/** True if both are the same for the repetition rule. */
APO_API bool apo_position_same(const apo_position *a, const apo_position *b);

/** True if the piece on the square has a right that only an unmoved piece has: to castle, to
 * jump as a king, to make a first step, to launch. */
APO_API bool apo_position_is_unmoved(const apo_position *pos, apo_square sq);

/** True if the side to move is in check. */
APO_API bool apo_position_is_check(const apo_position *pos);

/** True if a piece of `by` could capture a piece of the other side on the square. */
APO_API bool apo_position_is_attacked(const apo_position *pos, apo_square sq, apo_side by);

/** The squares of all pieces of `by` that could capture a piece of the other side on the
 * square, pinned ones too, in ascending order. Returns their number: 0 if `sq` is no square or
 * `by` no side. */
APO_API unsigned apo_position_attackers(const apo_position *pos, apo_square sq, apo_side by,
                                        apo_square out[APO_SQUARES_MAX]);

/** @}
 *  @name Moves
 *  @{ */

/** Appends all legal moves, each once, in no particular order.
 *
 *  Errors: #APO_E_OVERFLOW: more than the list holds; it then has some of them. */
APO_API apo_status apo_moves_legal(apo_move_list *list, const apo_position *pos);

/** Makes a move if it is legal. Errors, with `pos` untouched: #APO_E_ILLEGAL. To take moves
 * back, use an #apo_game or a copy. */
APO_API apo_status apo_play(apo_position *pos, const apo_move *mv);

/** Limits of one move. */
enum {
    /** Squares that one move changes, at most. A checker's series captures at most 25 pieces on
     * 12x12, custodian capture around its last square 8 more, and the checker's own squares are
     * 2. */
    APO_UNDO_SQUARES_MAX = 48
};

/** What a legal move does, besides moving its piece. */
typedef struct apo_move_info {
    unsigned capture_count; /**< Pieces that it captures. */
    /** The squares of the captured pieces, in ascending order; the first `capture_count`. */
    apo_square captures[APO_UNDO_SQUARES_MAX];
    apo_square partner_from;  /**< In castling, the partner's square before the move, */
    apo_square partner_to;    /**< and after it; else both are #APO_SQUARE_NONE. */
    apo_square launch_square; /**< Where the launched piece goes, or #APO_SQUARE_NONE. */
} apo_move_info;

/** What a legal move does. */
APO_API apo_move_info apo_move_info_of(const apo_position *pos, const apo_move *mv);

/** Why a move is not legal. */
enum apo_illegal {
    APO_LEGAL,               /**< It is legal. */
    APO_ILLEGAL_EMPTY,       /**< No piece stands there. */
    APO_ILLEGAL_NOT_YOURS,   /**< The piece belongs to the other side. */
    APO_ILLEGAL_OWN_PIECE,   /**< A piece of the same side stands on the target. */
    APO_ILLEGAL_NO_SQUARE,   /**< The target is not a square, or no longer exists. */
    APO_ILLEGAL_POWER,       /**< The piece does not move like that. */
    APO_ILLEGAL_NO_POWER,    /**< A joker with nothing to imitate. */
    APO_ILLEGAL_CHECK,       /**< The king would stay in check. */
    APO_ILLEGAL_EXPOSES,     /**< The move would expose the king to capture. */
    APO_ILLEGAL_PROMOTION,   /**< This promotion is not available, or one is required. */
    APO_ILLEGAL_LAUNCH,      /**< Nothing may be launched there. */
    APO_ILLEGAL_GIVES_CHECK, /**< The first move of a double turn may not give check. */
    APO_ILLEGAL_CAPTURE,     /**< No captures in this double turn. */
    APO_ILLEGAL_COMPULSORY,  /**< A capture is compulsory. */
    APO_ILLEGAL_CHECKING,    /**< Moves that give check are not allowed in this game. */
    APO_ILLEGAL_EXPLODES,    /**< A royal piece of its own side would explode. */
    APO_ILLEGAL_OVER,        /**< The game is over. */
    APO_ILLEGAL_HAND,        /**< No such piece is in hand. */
    APO_ILLEGAL_OCCUPIED,    /**< A piece can only be dropped on an empty square. */
    APO_ILLEGAL_DROP,        /**< This piece may not be dropped there. */
    APO_ILLEGAL_DOUBLED,     /**< Too many such pieces of its side are on the file. */
    APO_ILLEGAL_DROP_CHECK,  /**< A drop may not give check. */
    APO_ILLEGAL_DROP_MATE,   /**< This piece may not mate when it is dropped. */
    APO_ILLEGAL_MUST_DROP,   /**< A piece in hand must be dropped first. */
    APO_ILLEGAL_FACING,      /**< The kings would still face each other. */
    APO_ILLEGALS             /**< How many there are. */
};

/** Why a move is not legal as one word for programs: "legal", "gives_check"; static, never
 * NULL. Any thread. */
APO_API const char *apo_illegal_word(enum apo_illegal reason);

/** The verdict on a move. */
typedef struct apo_verdict {
    enum apo_illegal reason; /**< #APO_LEGAL, or why not. */
    /** With #APO_ILLEGAL_CHECK and #APO_ILLEGAL_EXPOSES: an enemy piece that could take the
     * king. */
    apo_square attacker;
    uint8_t attacker_power; /**< The type whose power it uses: a joker's imitated type. */
} apo_verdict;

/** Finds out whether a move is legal, by its `from`, `to`, `promoted` and `launched`, and why
 * not. Slow: for messages to people. #apo_move_explain says the same in a sentence. */
APO_API apo_verdict apo_move_why_illegal(const apo_position *pos, const apo_move *mv);

/** What a change does: to the position, or to the move. */
enum apo_change_kind {
    APO_CHANGE_REMOVE,      /**< No piece stands on `square`. */
    APO_CHANGE_PUT,         /**< `piece` stands on `square`, in place of what was there. */
    APO_CHANGE_SHIFT,       /**< The piece of `square` stands on `to` instead. */
    APO_CHANGE_SIDE,        /**< The other side is to move. */
    APO_CHANGE_TURN,        /**< The turn is an ordinary one of one move. */
    APO_CHANGE_UNMOVED,     /**< The pieces on `square` and `to` have never moved. */
    APO_CHANGE_PASSED,      /**< The piece on `square` has just come from `to`. */
    APO_CHANGE_IMITATED,    /**< The other side has just moved a piece like `piece`. */
    APO_CHANGE_RESERVE,     /**< The reserve holds `piece`, or one more of it. */
    APO_CHANGE_POCKET,      /**< The pocket holds `piece`. */
    APO_CHANGE_MOVE_NUMBER, /**< It is move `number`. */
    APO_CHANGE_MOVE,        /**< Another move is made: #apo_remedy.move. */
    APO_CHANGES             /**< How many there are. */
};

/** One change. What its kind does not mention is 0, or #APO_SQUARE_NONE. */
typedef struct apo_change {
    uint8_t kind;      /**< enum apo_change_kind. */
    apo_piece piece;   /**< A type with its side. */
    apo_square square; /**< Where. */
    apo_square to;     /**< A second square, or #APO_SQUARE_NONE. */
    uint32_t number;   /**< A move number. */
} apo_change;

/** Limits of remedies. */
enum {
    APO_REMEDY_CHANGES_MAX = 18 /**< A rook's line of 14 pieces, and what follows from it. */
};

/** Which rule forbids a move, and what would have to be different for it to be legal. */
typedef struct apo_remedy {
    enum apo_illegal reason; /**< As #apo_verdict.reason. */
    const char *cause;    /**< The reason more precisely, a word: "castling_check"; static. */
    const char *rule;     /**< The rule, as docs/rules-index.md names it; "" if none; static. */
    const char *number;   /**< The rule's section there, "1.6"; "" if none; the variant's. */
    const char *text;     /**< A sentence with gaps; internal. */
    apo_square at;        /**< The square that matters most, or #APO_SQUARE_NONE. */
    uint8_t power;        /**< The type whose power attacks from there, or 0. */
    uint8_t change_count; /**< 0 if the move is legal as it is. */
    bool is_mended;       /**< The changes have been made, and `move` was legal then. */
    apo_change changes[APO_REMEDY_CHANGES_MAX]; /**< The first `change_count` are set. */
    apo_move move; /**< The move that is legal then: the one asked for, unless a change is
                    * #APO_CHANGE_MOVE. Complete. */
} apo_remedy;

/** Finds out whether a move is legal, and if not, why, and the smallest change that would make
 * it legal. Uses `from`, `to`, `promoted` and `launched` only. The change is tried out: `after`
 * (a position or fresh memory; NULL: not wanted) gets the changed position, or `pos` if nothing
 * was found or nothing need change. Slow, for messages to people: up to a few milliseconds. */
APO_API void apo_move_remedy(apo_remedy *out, apo_position *after, const apo_position *pos,
                             const apo_move *mv);

#define APO_PERFT_UNKNOWN UINT64_MAX /**< Some position has too many moves for a list. */
/** The number of sequences of `depth` legal half-moves; 1 for depth 0. Faster than listing
 * them. #APO_PERFT_UNKNOWN if a position has more than #APO_MOVE_LIST_MAX moves, which only
 * games with walls can have. */
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
    APO_ENDING_GOAL,        /**< A side has reached its goal. */
    APO_ENDING_EXTINCTION,  /**< The last pieces that a side must keep are gone. */
    APO_ENDING_CHECKS,      /**< A side has given check as often as it takes. */
    APO_ENDING_BIKJANG,     /**< The kings face each other, and a side has passed. */
    APO_ENDING_DEAD,        /**< No sequence of legal moves leads to mate. */
    APO_ENDING_PASSES,      /**< Both sides have passed, one after the other. */
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

/** The state or the result of a game. */
typedef struct apo_outcome {
    apo_ending ending;  /**< #APO_ENDING_NONE while the game goes on. */
    int white_quarters; /**< White's result, 0 to 4; #APO_QUARTERS_UNKNOWN while it goes on. */
} apo_outcome;

/** The result of the position by itself: mate, stalemate, bare kings, or none. Repetition and
 * the move count depend on the game: see #apo_game_info. */
APO_API apo_outcome apo_position_outcome(const apo_position *pos);

/** As #apo_position_outcome, and the move count as the position has it: what a game that begins
 * here would say. */
APO_API apo_outcome apo_position_outcome_counted(const apo_position *pos);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
