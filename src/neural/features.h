/* The inputs of a net: what stands where, as each side sees it.
 *
 * A *feature* is a fact that is true or not: "a knight of mine stands on f3". The features of a
 * game are numbered from 0. A position has a list of true features for each side's *view*: in
 * Black's view the board is turned over (rank 1 is Black's own edge), so both sides learn from
 * the same numbers. Where a game's pieces move alike to both sides, the files are mirrored too
 * when the viewer's own king stands on the left half, so that it always stands on the right
 * half or on the middle file.
 *
 * There are these kinds, in this order; "relation" is 0 for the viewer's own pieces, 1 for the
 * enemy's; types count from 1 as in the variant, places from 0 (see apo_feature_facts):
 *
 *     piece      (relation * types + type - 1) * places + place
 *     imitated   relation * types + type - 1: jokers of that side are on the board and have the
 *                power of this type; only in games with a joker
 *     reserve    (relation * types + type - 1) * APO_FEATURE_RESERVE_MAX + n - 1: the reserve
 *                has at least n pieces of the type; only in games with a reserve
 *     pocket     relation * types + type - 1: the type can still be launched; only in games
 *                that launch
 *
 * A place is a square that the game can have. A brouhaha square exists only while a piece
 * stands on it, so the pieces say already which of them have vanished, and it needs no feature
 * of its own.
 *
 * All functions: any thread, no global data, no allocation. */
#ifndef APO_NEURAL_FEATURES_H
#define APO_NEURAL_FEATURES_H

#include "rules/rules/engine_view.h"

enum {
    APO_FEATURES_VERSION = 1,    /* incremented when the numbering of facts changes */
    APO_FEATURE_RESERVE_MAX = 4, /* more pieces of a type in reserve count as this many */
    /* True at once at most: a piece on every square, and for both sides one imitated type, full
     * reserves and full pockets. */
    APO_FEATURES_ACTIVE_MAX =
        APO_SQUARES_MAX + APO_SIDES * (1 + APO_HELD_TYPES_MAX * (APO_FEATURE_RESERVE_MAX + 1)),
    /* Upper bound of feature numbers in games that can have a net, so they fit 16 bits: 31
     * types on the largest board. */
    APO_FEATURES_MAX = APO_SIDES * 32 * (APO_SQUARES_MAX + 2 + APO_FEATURE_RESERVE_MAX)
};

/* A number in White's view in the low 16 bits, and in Black's in the others: a move changes the
 * same facts in both, so they are worked out together. */
typedef uint32_t apo_feature_pair;

static inline apo_feature_pair apo_feature_pair_of(uint32_t white, uint32_t black)
{
    return white | black << 16;
}

/* The number in the view of a side. */
static inline uint16_t apo_feature_seen(apo_feature_pair pair, unsigned viewer)
{
    return (uint16_t)(pair >> 16U * viewer);
}

/* The numbering of one game's features: plain data, which can be copied. */
typedef struct apo_features {
    const apo_variant *var; /* borrowed */
    uint32_t count;         /* of all features */
    uint32_t imitated;      /* the first feature of the kind; `count` of pieces where none */
    uint32_t reserve;
    uint32_t pocket;
    uint16_t types;   /* of pieces */
    uint16_t places;  /* squares that the game can have, seen from either side */
    bool is_mirrored; /* files are mirrored by the king's square */
    bool has_imitated, has_reserve, has_pocket;
    /* The places of a square: [White's view is mirrored + 2 * Black's view is][square]. */
    apo_feature_pair place[4][APO_SQUARES_MAX];
    apo_feature_pair first[APO_SIDES * APO_TYPES_MAX]; /* features of each piece */
    /* The files are mirrored while the viewer's king stands there. */
    bool is_turned[APO_SQUARES_MAX];
    /* Pieces on the board at the usual start; at least 1. */
    uint16_t start_pieces;
} apo_features;

/* Numbers the features of a variant. */
void apo_features_init(apo_features *out, const apo_variant *var);

/* A number that identifies the features and the game's rules: a net can be used with a variant
 * if and only if the digest is the one it was trained with. It depends on the board, the types,
 * the starts and the legal moves along some games, but not on names and values. Takes about a
 * millisecond. */
uint64_t apo_features_digest(const apo_features *features);

/* True if the files are mirrored in this view while the viewer's king stands on `king`. */
static inline bool apo_features_is_turned(const apo_features *features, apo_square king)
{
    /* In some games a side has no king. */
    return king < APO_SQUARES_MAX && features->is_turned[king];
}

/* Which row of apo_features.place both views use now. */
static inline unsigned apo_features_row(const apo_features *features, const apo_position *pos)
{
    return apo_features_is_turned(features, apo_position_king(pos, APO_WHITE)) +
           2U * apo_features_is_turned(features, apo_position_king(pos, APO_BLACK));
}

/* True if one of the two views is mirrored and the other is not. */
static inline bool apo_features_views_differ(const apo_features *features,
                                             const apo_position *pos)
{
    return apo_features_is_turned(features, apo_position_king(pos, APO_WHITE)) !=
           apo_features_is_turned(features, apo_position_king(pos, APO_BLACK));
}

/* The features of a real piece on a square; `row` comes from apo_features_row. */
static inline apo_feature_pair apo_feature_of_piece(const apo_features *features, unsigned row,
                                                    apo_piece piece, apo_square sq)
{
    return features->first[piece] + features->place[row][sq];
}

/* Writes the true features of a position in the view of a side, each once, in no particular
 * order. Returns how many, at most APO_FEATURES_ACTIVE_MAX. */
unsigned apo_features_list(const apo_features *features, const apo_position *pos,
                           unsigned viewer, uint16_t out[APO_FEATURES_ACTIVE_MAX]);

enum {
    /* The most changes listed: the squares of a move, an imitated type of each side, reserve
     * and pocket. If a move changes more, is_fresh is set. */
    APO_FEATURE_CHANGES_MAX = 32
};

/* What a move changes: facts that cease to be true and facts that become true. */
typedef struct apo_feature_changes {
    apo_feature_pair removed[APO_FEATURE_CHANGES_MAX], added[APO_FEATURE_CHANGES_MAX];
    uint8_t removed_count, added_count;
    bool is_fresh[APO_SIDES]; /* list the view afresh: its king has crossed the middle, or more
                                 changes than fit; the lists are then meaningless */
} apo_feature_changes;

/* Finds what the move just made has changed; `undo` records it, `pos` is the position after
 * it. The same for a null move, whose undo has no squares. */
void apo_features_changes(const apo_features *features, const apo_position *pos,
                          const apo_undo *undo, apo_feature_changes *out);

enum apo_feature_kind {
    APO_FEATURE_PIECE,
    APO_FEATURE_IMITATED,
    APO_FEATURE_RESERVE,
    APO_FEATURE_POCKET,
    APO_FEATURE_KINDS
};

/* The meaning of a feature, for trainers that let related features share weights. */
typedef struct apo_feature_facts {
    enum apo_feature_kind kind;
    uint8_t relation; /* 0: the viewer's own */
    uint8_t type;
    uint8_t file, row; /* of a piece, as the viewer sees it; row 0 is nearest to them */
    uint8_t number;    /* of a reserve: pieces at least */
} apo_feature_facts;

/* Describes a feature; `feature` is below apo_features.count. */
void apo_feature_describe(const apo_features *features, uint32_t feature,
                          apo_feature_facts *out);

/* Output bucket of a position with `pieces` pieces on the board, kings and pawns too, for a net
 * with `buckets` buckets: 0 for the fewest. */
static inline unsigned apo_features_bucket(const apo_features *features, unsigned pieces,
                                           unsigned buckets)
{
    unsigned bucket = (pieces > 0 ? pieces - 1U : 0U) * buckets / features->start_pieces;
    return bucket < buckets ? bucket : buckets - 1U;
}

/* The pieces on the board. */
unsigned apo_features_pieces(const apo_position *pos);

#endif
