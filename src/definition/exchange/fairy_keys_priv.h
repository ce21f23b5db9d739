/* The table of keys, as data: fairy_key_table.c has it, fairy_keys.c reads values by it. */
#ifndef APO_DEFINITION_EXCHANGE_FAIRY_KEYS_PRIV_H
#define APO_DEFINITION_EXCHANGE_FAIRY_KEYS_PRIV_H

#include "definition/exchange/fairy_keys.h"

enum apo_fairy_key_kind {
    APO_FAIRY_KEY_FLAG,   /* "true", "false" */
    APO_FAIRY_KEY_NUMBER, /* from 0 */
    APO_FAIRY_KEY_FILE_OF,
    APO_FAIRY_KEY_RANK_OF,
    APO_FAIRY_KEY_VALUE,  /* "win", "loss", "draw", "none" */
    APO_FAIRY_KEY_WORD,   /* "none" or one of several words */
    APO_FAIRY_KEY_RIGHTS, /* "KQkq" */
    APO_FAIRY_KEY_SET,
    APO_FAIRY_KEY_ONE, /* a single piece */
    APO_FAIRY_KEY_REGION,
    APO_FAIRY_KEY_ZONE,      /* a rank: promotionRegion from this rank on */
    APO_FAIRY_KEY_STEP_RANK, /* a rank: doubleStepRegion */
    APO_FAIRY_KEY_LIMITS,
    APO_FAIRY_KEY_PROMOTED,
    APO_FAIRY_KEY_START,
    APO_FAIRY_KEY_IGNORED /* nothing about the rules */
};

typedef struct apo_fairy_key {
    const char *name;
    enum apo_fairy_key_kind kind;
    uint8_t id;    /* of the property: APO_FAIRY_x, APO_FAIRY_SET_x, APO_FAIRY_REGION_x */
    uint8_t sides; /* whose property it sets, a bit each */
} apo_fairy_key;

/* In the order in which Fairy-Stockfish reads them: of two keys for the same thing the later
 * one counts, whatever their order in the file. */
extern const apo_fairy_key apo_fairy_key_table[];
extern const unsigned apo_fairy_key_count;

#endif
