/* The numbers of the evaluation, all in one place, so that they can be listed, set and tuned.
 *
 * A weight is a pair: what something is worth with all men on the board and with few; between them
 * the evaluation blends by what is left of the armies. Units are hundredths of a pawn.
 *
 * Where they come from: apo_weights_derive takes the men's worths from the rules of the game (worth.h)
 * and the rest from the table below, which holds for every game; then whatever the definition file
 * says in its [values] section takes the place of what was derived. A tuner changes weights by name,
 * makes an evaluation of them (apo_evaluation_new), measures, and writes what it found into the file:
 *
 *     for (size_t i = 0; i < apo_weight_count(var); i++)
 *         printf("%s = %d\n", apo_weight_name(&text, var, i), *apo_weight_at(&weights, var, i));
 *
 * The evaluation is linear in all weights but those of the kings' danger. */
#ifndef APO_SEARCH_WEIGHTS_H
#define APO_SEARCH_WEIGHTS_H

#include "base/text.h"
#include "search/worth.h"

typedef struct apo_weight {
    int16_t opening, ending;
} apo_weight;

/* X(NAME, "name", opening, ending): what is the same in every game. */
#define APO_TERM_LIST(X)                                                                       \
    X(TEMPO, "tempo", 28, 20)                 /* to be on the move */                          \
    X(ISOLATED, "isolated", -11, -6)          /* a pawn without one on a file beside */        \
    X(DOUBLED, "doubled", -8, -8)             /* with another before it */                     \
    X(SUPPORTED, "supported", 8, 4)           /* with one behind that protects it */           \
    X(PHALANX, "phalanx", 7, 5)               /* with one beside it */                         \
    X(CONNECTED_FAR, "connected-far", 48, 28) /* either of these on the last rank */           \
    X(SPACE, "space", 8, 0)     /* a square behind the front that no enemy pawn attacks */     \
    X(PASSED, "passed", -1, 24) /* no enemy pawn can stop it, at its first rank, */            \
    X(PASSED_FAR, "passed-far", 54, 182)     /* ... and besides, on the last; */               \
    X(PASSED_FREE, "passed-free", 5, 48)     /* of this: the square before it is empty, */     \
    X(PASSED_SAFE, "passed-safe", 10, 48)    /* ... and the enemy does not attack it, */       \
    X(PASSED_HELPED, "passed-helped", 5, 15) /* ... or its own side does; */                   \
    X(PASSED_THEIRS, "passed-theirs", 0, 40) /* the enemy king's steps to it, up to five */    \
    X(PASSED_OURS, "passed-ours", 0, -12)    /* the own king's */                              \
    X(PAWN_FAR, "pawn-far", 39, 38)          /* any pawn on the last rank but one */           \
    X(PAWN_MIDDLE, "pawn-middle", 12, 0)     /* on a file in the middle */                     \
    X(SHIELD_NEAR, "shield-near", 30, 0)     /* an own pawn one rank before the king */        \
    X(SHIELD_FAR, "shield-far", 9, 0)        /* ... two ranks */                               \
    X(STORM, "storm", -12, 0)                /* an enemy pawn two to four ranks before it */   \
    X(KING_STEP, "king-step", -14, 0)        /* every rank of the king from its own edge */    \
    X(KING_MIDDLE, "king-middle", -8, 0)     /* every step of the king towards the middle */   \
    X(SQUARE, "square", 27, 18)           /* a square that twice as many are reached from */   \
    X(THREAT_PAWN, "threat-pawn", 70, 96) /* a man that a pawn attacks */                      \
    X(THREAT_LESSER, "threat-lesser", 54, 63) /* a man that a lesser one attacks */            \
    X(HANGING, "hanging", 30, 25)             /* a man attacked that nobody protects */        \
    X(HANGING_PAWN, "hanging-pawn", 8, 24)    /* such a pawn */                                \
    X(CONTESTED, "contested", 9, -3)        /* a square of the enemy's reach that we attack */ \
    X(FILE_OPEN, "file-open", 20, 4)        /* a man that slides along a file without pawns */ \
    X(FILE_HALF, "file-half", 16, 10)       /* ... without own ones */                         \
    X(PAIR, "pair", 48, 42)                 /* men bound to one colour, one on each */         \
    X(AT_HOME, "at-home", -14, 0)           /* on a square that ceases to exist when left */   \
    X(ZONE, "zone", 50, 0)                  /* king's danger: attackers near it, squared, */   \
    X(ZONE_HIT, "zone-hit", 66, 0)          /* ... a square near it that such a man attacks */ \
    X(ZONE_WEAK, "zone-weak", 180, 0)       /* a square near it that only the king protects */ \
    X(ZONE_CHECK, "zone-check", 500, 0)     /* a type of man that can give check and stay */   \
    X(ZONE_SHIELD, "zone-shield", -150, 0)  /* a hundred of shield and storm together */       \
    X(ZONE_LEADERS, "zone-leaders", 500, 0) /* the enemy has one of its strongest men */       \
    X(ZONE_CALM, "zone-calm", -500, 0)      /* what is no danger */                            \
    X(DANGER, "danger", 180, 42) /* of the square of all that 1/1000000; of it 1/1000 */

enum apo_term {
#define APO_TERM_ENUM(name, text, opening, ending) APO_TERM_##name,
    APO_TERM_LIST(APO_TERM_ENUM)
#undef APO_TERM_ENUM
    APO_TERMS
};

typedef struct apo_weights {
    apo_weight term[APO_TERMS];
    apo_weight man[APO_TYPES_MAX];   /* a man's worth, 0 for royal men */
    apo_weight reach[APO_TYPES_MAX]; /* one square more in reach, in sixteenths */
    /* Added to a man's worth by its own rank, and by its file's distance from the edge. */
    int16_t rank[APO_TYPES_MAX][APO_ROWS_MAX + 1];
    int16_t file[APO_TYPES_MAX][APO_FILES_MAX / 2];
} apo_weights;

/* The weights of a game: derived, then changed by its definition file. */
void apo_weights_derive(apo_weights *out, const apo_variant *var, const apo_worth *worth);

/* All weights that mean something in this game, numbered from 0: those of the terms, then of the
 * men but the royal one. */
size_t apo_weight_count(const apo_variant *var);

/* Where the weight with this number is. */
int16_t *apo_weight_at(apo_weights *weights, const apo_variant *var, size_t index);

/* Adds its name to a text: "hanging opening", "man Q ending", "rank P 7". */
void apo_weight_name(apo_text *out, const apo_variant *var, size_t index);

#endif
