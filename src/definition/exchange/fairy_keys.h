/* The keys of Fairy-Stockfish's variants.ini and the properties that they set: a value for
 * every property, from the built-in base game through all sections down to the game's own.
 * fairy_keys.c reads values, fairy_key_table.c has the keys, fairy_bases.c the built-in
 * games. */
#ifndef APO_DEFINITION_EXCHANGE_FAIRY_KEYS_H
#define APO_DEFINITION_EXCHANGE_FAIRY_KEYS_H

#include "base/error.h"

/* Fairy-Stockfish's numbers of pieces; those between are in fairy_pieces.c. */
enum {
    APO_FAIRY_ANY = 0, /* "*": all pieces */
    APO_FAIRY_PAWN = 1,
    APO_FAIRY_KNIGHT,
    APO_FAIRY_BISHOP,
    APO_FAIRY_ROOK,
    APO_FAIRY_QUEEN,
    APO_FAIRY_FERS,
    APO_FAIRY_SHOGI_PAWN = 19,
    APO_FAIRY_CANNON = 27,
    APO_FAIRY_JANGGI_CANNON = 28,
    APO_FAIRY_SOLDIER = 29,
    APO_FAIRY_HORSE = 30,
    APO_FAIRY_ELEPHANT = 31,
    APO_FAIRY_JANGGI_ELEPHANT = 32,
    APO_FAIRY_WAZIR = 34,
    APO_FAIRY_CUSTOM = 37, /* customPiece1 */
    APO_FAIRY_CUSTOM_MAX = 25,
    APO_FAIRY_KING = 63,
    APO_FAIRY_TYPES = 64,
    APO_FAIRY_FILES_MAX = 12, /* of its large boards */
    APO_FAIRY_RANKS_MAX = 10
};

/* Squares: bit f of rows[r] is file f of row r, from 0. */
typedef struct apo_fairy_region {
    uint16_t rows[APO_FAIRY_RANKS_MAX];
} apo_fairy_region;

/* Results as variants.ini words them. */
enum apo_fairy_value {
    APO_FAIRY_NONE,
    APO_FAIRY_LOSS,
    APO_FAIRY_DRAW,
    APO_FAIRY_WIN
};

/* Words of materialCounting; 0 is none. */
enum {
    APO_FAIRY_JANGGI = 1,
    APO_FAIRY_UNWEIGHTED
};

/* A word of wallingRule; 0 is none. */
enum {
    APO_FAIRY_ARROW = 1,
    APO_FAIRY_DUCK,
    APO_FAIRY_EDGE,
    APO_FAIRY_PAST,
    APO_FAIRY_STATIC
};

/* The words of enclosingDrop and flipEnclosedPieces; 0 is none. */
enum apo_fairy_enclosing {
    APO_FAIRY_REVERSI = 1,
    APO_FAIRY_ATAXX,
    APO_FAIRY_QUADWRANGLE,
    APO_FAIRY_SNORT,
    APO_FAIRY_ANY_SIDE,
    APO_FAIRY_TOP,
    APO_FAIRY_ENCLOSINGS
};

/* Properties that are a number: a flag, a count, a file or rank from 0, a result, or a word
 * (0 is "none"). One value for each side; most keys set both. X(name, kind, default). */
#define APO_FAIRY_NUMBERS(X)                     \
    X(TWO_BOARDS, FLAG, 0)                       \
    X(CHESS960, FLAG, 0)                         \
    X(SITTUYIN_PROMOTION, FLAG, 0)               \
    X(PROMOTION_ON_CAPTURE, FLAG, 0)             \
    X(MANDATORY_PAWN, FLAG, 1)                   \
    X(MANDATORY_PIECE, FLAG, 0)                  \
    X(DEMOTION, FLAG, 0)                         \
    X(BLAST, FLAG, 0)                            \
    X(PETRIFY_BLAST, FLAG, 0)                    \
    X(DOUBLE_STEP, FLAG, 1)                      \
    X(CASTLING, FLAG, 1)                         \
    X(CASTLING_DROPPED, FLAG, 0)                 \
    X(CASTLING_RIGHT, FILE, 6)                   \
    X(CASTLING_LEFT, FILE, 2)                    \
    X(CASTLING_RANK, RANK, 0)                    \
    X(CASTLING_KING, FILE, 4)                    \
    X(ROOK_RIGHT, FILE, APO_FAIRY_FILES_MAX - 1) \
    X(ROOK_LEFT, FILE, 0)                        \
    X(OPPOSITE_CASTLING, FLAG, 0)                \
    X(CHECKING, FLAG, 1)                         \
    X(DROP_CHECKS, FLAG, 1)                      \
    X(MUST_CAPTURE, FLAG, 0)                     \
    X(MUST_DROP, FLAG, 0)                        \
    X(DROPS, FLAG, 0)                            \
    X(DROP_LOOP, FLAG, 0)                        \
    X(CAPTURES_TO_HAND, FLAG, 0)                 \
    X(FIRST_RANK_DROPS, FLAG, 0)                 \
    X(ZONE_DROPS, FLAG, 0)                       \
    X(FREE_DROPS, FLAG, 0)                       \
    X(ENCLOSING_DROP, WORD, 0)                   \
    X(SITTUYIN_DROP, FLAG, 0)                    \
    X(BISHOP_DROP, FLAG, 0)                      \
    X(DROP_PROMOTED, FLAG, 0)                    \
    X(DROP_DOUBLED_COUNT, NUMBER, 1)             \
    X(PAWN_MATE_ILLEGAL, FLAG, 0)                \
    X(IMMOBILITY_ILLEGAL, FLAG, 0)               \
    X(GATING, FLAG, 0)                           \
    X(SEIRAWAN, FLAG, 0)                         \
    X(WALLING, WORD, 0)                          \
    X(WALL_OR_MOVE, FLAG, 0)                     \
    X(CAMBODIAN, FLAG, 0)                        \
    X(PASS, FLAG, 0)                             \
    X(PASS_ON_STALEMATE, FLAG, 0)                \
    X(MAKPONG, FLAG, 0)                          \
    X(FLYING_GENERAL, FLAG, 0)                   \
    X(SOLDIER_RANK, RANK, 0)                     \
    X(FLIP_ENCLOSED, WORD, 0)                    \
    X(MOVE_RULE, NUMBER, 50)                     \
    X(FOLD_RULE, NUMBER, 3)                      \
    X(FOLD_VALUE, VALUE, APO_FAIRY_DRAW)         \
    X(FOLD_ABSOLUTE, FLAG, 0)                    \
    X(PERPETUAL_ILLEGAL, FLAG, 0)                \
    X(REPETITION_ILLEGAL, FLAG, 0)               \
    X(CHASING, WORD, 0)                          \
    X(STALEMATE, VALUE, APO_FAIRY_DRAW)          \
    X(STALEMATE_COUNT, FLAG, 0)                  \
    X(CHECKMATE, VALUE, APO_FAIRY_LOSS)          \
    X(SHATAR_MATE, FLAG, 0)                      \
    X(BIKJANG, FLAG, 0)                          \
    X(EXTINCTION, VALUE, APO_FAIRY_NONE)         \
    X(EXTINCTION_CLAIM, FLAG, 0)                 \
    X(PSEUDO_ROYAL, FLAG, 0)                     \
    X(DUPLE_CHECK, FLAG, 0)                      \
    X(EXTINCTION_COUNT, NUMBER, 0)               \
    X(EXTINCTION_OPPONENT, NUMBER, 0)            \
    X(FLAG_COUNT, NUMBER, 1)                     \
    X(FLAG_BLOCKED, FLAG, 0)                     \
    X(FLAG_MOVE, FLAG, 0)                        \
    X(FLAG_SAFE, FLAG, 0)                        \
    X(CHECK_COUNTING, FLAG, 0)                   \
    X(CONNECT, NUMBER, 0)                        \
    X(CONNECT_ACROSS, FLAG, 1)                   \
    X(CONNECT_UP, FLAG, 1)                       \
    X(CONNECT_DIAGONAL, FLAG, 1)                 \
    X(CONNECT_SQUARE, NUMBER, 0)                 \
    X(COLLINEAR, NUMBER, 0)                      \
    X(CONNECT_VALUE, VALUE, APO_FAIRY_WIN)       \
    X(MATERIAL, WORD, 0)                         \
    X(FULL_BOARD, FLAG, 0)                       \
    X(COUNTING, WORD, 0)                         \
    X(CASTLING_WINS, RIGHTS, 0)

/* Properties that are a set of pieces, one for each side. X(name, kind, default). */
#define APO_FAIRY_SETS(X)                                                     \
    X(PROMOTING, SET, 1U << APO_FAIRY_PAWN)                                   \
    X(CHOICES, SET,                                                           \
      1U << APO_FAIRY_QUEEN | 1U << APO_FAIRY_ROOK | 1U << APO_FAIRY_BISHOP | \
          1U << APO_FAIRY_KNIGHT)                                             \
    X(BLAST_IMMUNE, SET, 0)                                                   \
    X(MUTUALLY_IMMUNE, SET, 0)                                                \
    X(PETRIFYING, SET, 0)                                                     \
    X(EN_PASSANT, SET, 1U << APO_FAIRY_PAWN)                                  \
    X(CASTLING_KINGS, SET, UINT64_C(1) << APO_FAIRY_KING)                     \
    X(CASTLING_ROOKS, SET, 1U << APO_FAIRY_ROOK)                              \
    X(MUST_DROP_TYPE, SET, 1)                                                 \
    X(DROP_NO_DOUBLED, SET, 0)                                                \
    X(MOVE_RULE_TYPES, SET, 1U << APO_FAIRY_PAWN)                             \
    X(EXTINCTION_TYPES, SET, 0)                                               \
    X(FLAG_TYPES, SET, 1)                                                     \
    X(CONNECT_TYPES, SET, UINT64_MAX)

/* Properties that are squares, one set for each side. X(name). */
#define APO_FAIRY_REGIONS(X) \
    X(PROMOTION)             \
    X(DOUBLE_STEP)           \
    X(TRIPLE_STEP)           \
    X(EN_PASSANT)            \
    X(DROP)                  \
    X(ENCLOSING_START)       \
    X(WALLING)               \
    X(DIAGONALS)             \
    X(FLAG)                  \
    X(CONNECT_1)             \
    X(CONNECT_2)

#define APO_FAIRY_NUMBER_NAME(name, kind, value) APO_FAIRY_##name,
#define APO_FAIRY_SET_NAME(name, kind, value)    APO_FAIRY_SET_##name,
#define APO_FAIRY_REGION_NAME(name)              APO_FAIRY_REGION_##name,

enum {
    APO_FAIRY_NUMBERS(APO_FAIRY_NUMBER_NAME) APO_FAIRY_NUMBER_COUNT
};

enum {
    APO_FAIRY_SETS(APO_FAIRY_SET_NAME) APO_FAIRY_SET_COUNT
};

enum {
    APO_FAIRY_REGIONS(APO_FAIRY_REGION_NAME) APO_FAIRY_REGION_COUNT
};

/* The origin of a property's value: a line of the file, 0 for a built-in game; and the key. */
typedef struct apo_fairy_source {
    uint32_t line;
    apo_span key; /* borrowed; "" if it still has its default value */
} apo_fairy_source;

/* Everything that a section and its bases set. Spans point into their texts. */
typedef struct apo_fairy_game {
    unsigned files, ranks;
    char letters[APO_FAIRY_TYPES];   /* upper case; 0: there is no such piece */
    apo_span moves[APO_FAIRY_TYPES]; /* of custom pieces and of a custom king */
    apo_fairy_source pieces[APO_FAIRY_TYPES];
    bool has_custom_king;
    apo_fairy_region mobility[2][APO_FAIRY_TYPES]; /* empty: everywhere */
    apo_fairy_source mobility_from[APO_FAIRY_TYPES];

    int32_t numbers[APO_FAIRY_NUMBER_COUNT][2];
    apo_fairy_source number_from[APO_FAIRY_NUMBER_COUNT];
    uint64_t sets[APO_FAIRY_SET_COUNT][2]; /* bit t: piece t */
    apo_fairy_source set_from[APO_FAIRY_SET_COUNT];
    apo_fairy_region regions[APO_FAIRY_REGION_COUNT][2];
    apo_fairy_source region_from[APO_FAIRY_REGION_COUNT];
    int32_t limits[APO_FAIRY_TYPES]; /* promotionLimit; 0: none */
    apo_fairy_source limits_from;
    uint8_t promoted[APO_FAIRY_TYPES]; /* promotedPieceType; 0: none */
    apo_fairy_source promoted_from;
    apo_span start; /* startFen */
    apo_fairy_source start_from;
    apo_fairy_source extent_from[2]; /* maxFile, maxRank */
} apo_fairy_game;

/* One line "key = value"; `value` to the end of the line, as Fairy-Stockfish takes it. */
typedef struct apo_fairy_line {
    apo_span key, value;
    uint32_t number; /* 0: of a built-in game */
} apo_fairy_line;

/* Called for a line that cannot be read: `detail` may contain "%s" for `word`. */
typedef void apo_fairy_refuse(void *context, const apo_fairy_line *line, const char *detail,
                              apo_span word);

/* The properties of a section without a base: no pieces, everything else by default. */
void apo_fairy_game_init(apo_fairy_game *game);

/* The pieces of chess, which every built-in game starts from. */
void apo_fairy_game_add_chess(apo_fairy_game *game);

/* Applies the lines of one section; of lines with the same key only the last counts. Calls
 * `refuse` for unknown lines and for lines that Fairy-Stockfish reads differently from how they
 * look.
 */
void apo_fairy_game_apply(apo_fairy_game *game, const apo_fairy_line *lines, unsigned count,
                          apo_fairy_refuse *refuse, void *context);

/* A game that is built into Fairy-Stockfish: false if there is none of that name. `*out_text`
 * is what it adds to its base, `*out_base` "" for chess. A NULL text: a game whose rules are
 * not known here; `*out_base` then says what has no rule here ("%s" is the name), or is NULL.
 */
bool apo_fairy_builtin(apo_span name, const char **out_base, const char **out_text);

/* The name of a piece (for the numbers of customs too), or "" for a number without a piece; its
 * moves, "" for customs. */
void apo_fairy_piece_name(apo_text *out, unsigned type);
const char *apo_fairy_piece_moves(unsigned type);

#endif
