/**
 * @file
 * Games with everything PGN can record: tags, variations, comments, glyphs.
 *
 * The moves are a tree. Node 0 is the start position; the first child of a node is the move
 * played, its siblings are variations. A variation may stand in the brackets of another one,
 * before that one goes on: `1. e4 (1. d4 (1. c4) d5)`. Reading a game and writing it again
 * loses nothing: the game written reads as the same tree. A game belongs to one thread at a
 * time and borrows its variant. For the moves played alone, apothecary/game.h is simpler.
 *
 * If the game has no node of the given number, functions that return a status return
 * #APO_E_RANGE, and #apo_pgn_node_info_of returns an empty info.
 */
#ifndef APOTHECARY_PGN_H
#define APOTHECARY_PGN_H

#include <apothecary/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A game with tags, variations, comments and glyphs. */
typedef struct apo_pgn_game apo_pgn_game;

/** Limits of one game; what exceeds them is an error. */
enum {
    APO_PGN_TAGS_MAX = 64,         /**< Tags; the standard names about 40. */
    APO_PGN_TAG_NAME_MAX = 255,    /**< Bytes, as in the standard. */
    APO_PGN_TAG_VALUE_MAX = 4096,  /**< Bytes; a FEN has at most #APO_FEN_MAX. */
    APO_PGN_NODES_MAX = 100000,    /**< Moves with all variations. */
    APO_PGN_COMMENT_MAX = 1 << 16, /**< Bytes of all comments before or after one move. */
    APO_PGN_NAGS_MAX = 256,        /**< Different glyphs of one move. */
    APO_PGN_DEPTH_MAX = 64         /**< Levels of nested variations. */
};

/** An empty game that begins at a copy of `start`. Gives `*out` (free with #apo_pgn_game_free).
 * `alloc` is borrowed for the life of the game; NULL is malloc. Errors, with `*out` untouched:
 * #APO_E_MEMORY. */
APO_API apo_status apo_pgn_game_new(apo_pgn_game **out, const apo_position *start,
                                    const apo_alloc *alloc);

/** Frees a game; NULL is allowed. */
APO_API void apo_pgn_game_free(apo_pgn_game *game);

/** Reads the first game of a text and removes it from `*rest`: tags, moves in SAN or
 * coordinates, variations, comments, glyphs, result. Gives `*out` (free with
 * #apo_pgn_game_free).
 *
 * Errors, with `*out` untouched and `*rest` at the next game: those of #apo_pgn_read_game. */
APO_API apo_status apo_pgn_read(apo_pgn_game **out, const apo_variant *var, apo_span *rest,
                                apo_error *err);

/** Appends the game and an empty line, in lines of 80 columns unless a word is longer. Missing
 * tags of the seven get "?". Errors, with part of the game in the buffer: #APO_E_MEMORY;
 * #APO_E_TOO_LARGE: variations nested deeper than #APO_PGN_DEPTH_MAX. */
APO_API apo_status apo_pgn_write(apo_buffer *out, const apo_pgn_game *game);

/** What a game is besides its tags and moves. */
typedef struct apo_pgn_game_info {
    const apo_position *start; /**< The start position; borrowed for the life of the game. */
    int white_quarters;  /**< The result, as in #apo_outcome; #APO_QUARTERS_UNKNOWN: "*". */
    uint32_t node_count; /**< The moves and the start. Nodes are numbered from 0 without
                          * gaps, each after its parent. */
} apo_pgn_game_info;

/** What the game is besides its tags and moves. */
APO_API apo_pgn_game_info apo_pgn_game_info_of(const apo_pgn_game *game);

/** Sets the result. */
APO_API void apo_pgn_set_result(apo_pgn_game *game, int white_quarters);

/** Sets or replaces a tag (copies). Errors: #APO_E_SYNTAX: a tag name is letters, digits and
 * '_', or a byte of the value is a control character; #APO_E_TOO_LARGE; #APO_E_MEMORY. */
APO_API apo_status apo_pgn_tag_set(apo_pgn_game *game, apo_span name, apo_span value);

/** The value of a tag; borrowed until the tag is set again; a span with text NULL if there is
 * none. Names are case-sensitive. */
APO_API apo_span apo_pgn_tag_get(const apo_pgn_game *game, const char *name);

/** The name of a tag by its number from 0, in the order of the text; NULL after the last. */
APO_API const char *apo_pgn_tag_name(const apo_pgn_game *game, size_t index);

/** A node of the tree: a move, or node 0, the start. */
typedef struct apo_pgn_node_info {
    apo_move move;         /**< Node 0 has none. */
    uint32_t parent;       /**< The node before the move; 0 for node 0. */
    uint32_t first_child;  /**< The move played after it; 0 if the line ends there. */
    uint32_t next_sibling; /**< The next variation beside it; 0 after the last. */
    /** The move in whose brackets it stands, so that it could be played instead: the one
     * played, or another variation. 0 for the move played. */
    uint32_t replaces;
    /** The comments before the move, a line for each; "" if there are none. Borrowed until they
     * change. */
    const char *comment_before;
    /** The comments after the move, likewise. Those of the whole game are after node 0. */
    const char *comment_after;
    const uint8_t *nags; /**< Numeric annotation glyphs; borrowed until one is added. */
    size_t nag_count;    /**< Number of `nags`. */
} apo_pgn_node_info;

/** What there is at a node. */
APO_API apo_pgn_node_info apo_pgn_node_info_of(const apo_pgn_game *game, uint32_t node);

/** The position after the node's move. Takes time in proportion to the moves before it. Errors,
 * with `out` (a position or fresh memory) untouched: #APO_E_MEMORY. */
APO_API apo_status apo_pgn_position(apo_position *out, const apo_pgn_game *game, uint32_t node);

/** Adds a move after node `parent`: the first is the move played, others are variations. The
 * move must be legal there (not checked). Errors: #APO_E_TOO_LARGE: #APO_PGN_NODES_MAX;
 * #APO_E_MEMORY. */
APO_API apo_status apo_pgn_add_move(apo_pgn_game *game, uint32_t parent, const apo_move *mv,
                                    uint32_t *out_node);

/** Adds a variation of a move: another move that could be played instead, in the brackets after
 * `replaced`. If `replaced` is itself a variation, the brackets are nested. The move must be
 * legal there (not checked). Errors: #APO_E_RANGE: `replaced` is node 0, or it has a later
 * sibling that does not stand in its brackets; #APO_E_TOO_LARGE: #APO_PGN_NODES_MAX or
 * #APO_PGN_DEPTH_MAX; #APO_E_MEMORY. */
APO_API apo_status apo_pgn_add_variation(apo_pgn_game *game, uint32_t replaced,
                                         const apo_move *mv, uint32_t *out_node);

/** Adds a comment before or after a move, without the braces (copies; line breaks and other
 * control characters become blanks, blanks around it are dropped). An empty one adds nothing.
 * Errors: #APO_E_TOO_LARGE: #APO_PGN_COMMENT_MAX; #APO_E_MEMORY. */
APO_API apo_status apo_pgn_add_comment(apo_pgn_game *game, uint32_t node, bool is_before,
                                       apo_span text);

/** Drops the comments before or after a move. */
APO_API void apo_pgn_drop_comments(apo_pgn_game *game, uint32_t node, bool is_before);

/** Adds a numeric annotation glyph, 1 for "!" and so on; one that is there already counts once.
 * Errors: #APO_E_MEMORY. */
APO_API apo_status apo_pgn_add_nag(apo_pgn_game *game, uint32_t node, uint8_t nag);

/** Finds a command in comments: the value "0:01:30" of `name` "clk" in "[%clk 0:01:30]". False,
 * with `out` untouched, if there is none. */
APO_API bool apo_pgn_command(apo_span *out, apo_span comments, const char *name);

/** Writes a command into the comments after a move: replaces its value, or puts it before the
 * first comment. Errors: #APO_E_SYNTAX: a name has letters and digits, a value no brackets,
 * braces or control characters; #APO_E_TOO_LARGE; #APO_E_MEMORY. */
APO_API apo_status apo_pgn_set_command(apo_pgn_game *game, uint32_t node, const char *name,
                                       apo_span value);

/** Reads the time of %clk and %emt, "1:02:03.5", in milliseconds. False, with `out` untouched,
 * for any other text. */
APO_API bool apo_pgn_clock_read(int64_t *out_ms, apo_span value);

/** Adds a time in milliseconds as %clk and %emt have it. */
APO_API void apo_pgn_clock_write(apo_text *out, int64_t ms);

/** The value of %eval. */
typedef struct apo_pgn_eval {
    bool is_mate;   /**< `value` is a number of moves to mate. */
    int32_t value;  /**< Centipawns, or moves; good for White if positive. */
    uint32_t depth; /**< Of the search, or 0. */
} apo_pgn_eval;

/** Reads "-0.35", "#3", "#-2" or "0.42,18". False, with `out` untouched, for any other text. */
APO_API bool apo_pgn_eval_read(apo_pgn_eval *out, apo_span value);

/** Adds an evaluation. */
APO_API void apo_pgn_eval_write(apo_text *out, apo_pgn_eval eval);

/** A coloured square of %csl, or an arrow of %cal. */
typedef struct apo_pgn_mark {
    char color;      /**< 'R', 'G', 'B', 'Y', as written. */
    apo_square from; /**< The square, or where the arrow begins. */
    apo_square to;   /**< Where the arrow ends; #APO_SQUARE_NONE for a square. */
} apo_pgn_mark;

/** Reads the first mark of "Gd4,Re5" or "Ge2e4,Rd1h5" and removes it from `*rest`. False, with
 * both untouched, at the end and for any other text. */
APO_API bool apo_pgn_mark_read(apo_pgn_mark *out, const apo_variant *var, apo_span *rest);

/** Adds a mark, after a comma unless the text is empty. */
APO_API void apo_pgn_mark_write(apo_text *out, const apo_variant *var, apo_pgn_mark mark);

#ifdef __cplusplus
}
#endif

#endif
