/* A player of a match as the command line describes it. */
#ifndef APO_CLI_MATCH_SPEC_H
#define APO_CLI_MATCH_SPEC_H

#include "base/span.h"
#include "cli/call/command.h"

enum {
    APO_MATCH_NAME_MAX = 64,
    APO_MATCH_TEXT_MAX = 4096, /* of one description: a path and options */
    APO_MATCH_OPTIONS_MAX = 32
};

enum apo_match_protocol {
    APO_MATCH_UCI,
    APO_MATCH_XBOARD
};

/* The notation that a program uses. */
enum apo_match_dialect {
    APO_MATCH_ANY,  /* detected from its name */
    APO_MATCH_OURS, /* positions as FEN in our forms */
    APO_MATCH_FAIRY /* the start of the game and moves */
};

/* Zero: no such limit. */
typedef struct apo_match_limits {
    int64_t clock_ms, increment_ms;
    uint32_t period; /* moves after which clock_ms is added again; 0: never */
    int64_t move_ms;
    uint32_t nodes, depth;
} apo_match_limits;

typedef struct apo_match_option {
    const char *name, *value; /* point into the copy of the description */
} apo_match_option;

typedef struct apo_match_spec {
    char text[APO_MATCH_TEXT_MAX]; /* copy of the description, cut into words */
    char name[APO_MATCH_NAME_MAX];
    const char *command;   /* for the shell; NULL: our own engine */
    const char *constants; /* our own engine's (search/constants.h); NULL: the usual ones */
    const char *variant;   /* its name of the game; NULL: same as ours */
    enum apo_match_protocol protocol;
    enum apo_match_dialect dialect;
    apo_match_limits limits;
    apo_match_option options[APO_MATCH_OPTIONS_MAX];
    unsigned option_count;
} apo_match_spec;

/* Reads "self", "self:nodes=2000", "self:constants=loss_quiet=30", "fairy-stockfish" or
 * "name=N,cmd=C,proto=uci|xboard,option.Hash=64,tc=40/10,...". Missing limits are taken from
 * `limits`. Reports failures on stderr. */
enum apo_exit apo_match_spec_read(apo_match_spec *out, const char *text,
                                  const apo_match_limits *limits);

/* "40/10", "1+0.05", "40/1:30+1": moves, minutes and seconds, increment. False: invalid. */
bool apo_match_clock_read(apo_match_limits *out, apo_span text);

/* Seconds with up to three decimals. */
bool apo_match_seconds_read(int64_t *out_ms, apo_span text);

#endif
