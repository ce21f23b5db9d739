/* Objections to a move, and what might make it legal: the data of kernel/object.h. Internal to
 * src/rules. */
#ifndef APO_RULES_KERNEL_OBJECTION_H
#define APO_RULES_KERNEL_OBJECTION_H

#include "apothecary/position.h"

/* A reason not to allow a move, in a rule's own words: static data of the rule. */
typedef struct apo_ground {
    const char *word;   /* for programs: "no_square" */
    const char *rule;   /* as in docs/rules-index.md: "pieces" */
    const char *number; /* its section there: "1.6"; "" where each game has its own */
    /* For people, without a full stop. Gaps: %{piece} on %{square} makes the move to %{target};
     * %{there} stands on %{at}; %{type} is the type it adds; %{power} is the type that a piece
     * of changing power moves like. */
    const char *text;
} apo_ground;

/* As an initialiser; tools/i18n.py finds the text by it. */
#define APO_GROUND(word, rule, number, text) \
    {                                        \
        (word), (rule), (number), (text)     \
    }

enum {
    APO_MENDINGS_MAX = 48 /* changes beyond these are not tried */
};

/* Changes that might make the move legal when all are made. */
typedef struct apo_mending {
    uint8_t count;
    apo_change changes[APO_REMEDY_CHANGES_MAX];
} apo_mending;

/* The objections to a move: only the first ground counts. Trials are in the order in which they
 * should be tried, the smallest change first. */
typedef struct apo_objection {
    const apo_ground *ground;   /* NULL: none so far */
    const apo_ground *fallback; /* in place of the kernel's last resort; NULL: none */
    apo_square at;              /* the square that matters most, or APO_SQUARE_NONE */
    bool is_final;              /* no further change would be an answer, nor another piece */
    unsigned trial_count;
    apo_mending trials[APO_MENDINGS_MAX];
} apo_objection;

#endif
