/* What the files of the variants.ini reader share: fairy_ini.c collects the keys of a section
 * and its bases, fairy_pieces.c makes pieces and board, fairy_rules.c the rest;
 * fairy_ini_write.c writes them again. */
#ifndef APO_DEFINITION_EXCHANGE_FAIRY_INI_PRIV_H
#define APO_DEFINITION_EXCHANGE_FAIRY_INI_PRIV_H

#include "definition/exchange/fairy_ini.h"

enum {
    APO_INI_KEYS_MAX = 512, /* of a section and its bases; Fairy-Stockfish has 143 names */
    APO_INI_BASES_MAX = 8,
    APO_INI_CUSTOM_MAX = 25 /* custom pieces in Fairy-Stockfish */
};

typedef struct apo_ini_key {
    apo_span name, value;
    uint32_t line; /* 0: of a built-in game */
    uint8_t level; /* 0: the section itself, 1: its base ... */
    bool is_used;
} apo_ini_key;

typedef struct apo_ini {
    const apo_alloc *alloc;
    apo_buffer base_text; /* owned; keys of a built-in base point into it */
    apo_fault_list *diagnostics;
    apo_error *err;
    apo_draft *draft;
    unsigned key_count;
    apo_ini_key keys[APO_INI_KEYS_MAX];
    bool has_castling_rights[2]; /* of White's king: to the right, to the left */
} apo_ini;

/* The number of Fairy-Stockfish's piece with these moves (in its dialect, as written here), or
 * -1; and the name of a piece. */
int apo_fairy__find_piece(apo_span moves);
const char *apo_fairy__piece_name(int number);

/* The value of a key, which is marked as used: from the nearest level, the last one there; the
 * empty span if there is none. */
apo_span apo_ini__value(apo_ini *ini, const char *name);
bool apo_ini__has(const apo_ini *ini, const char *name);

/* A yes or no; `otherwise` if the key is missing or is neither. */
bool apo_ini__flag(apo_ini *ini, const char *name, bool otherwise);

/* Adds a warning at the line of a key. */
void apo_ini__warn(apo_ini *ini, const char *name, const char *detail, apo_span word);

/* Each makes a part of the draft. */
apo_status apo_ini__make_board(apo_ini *ini);
void apo_ini__make_pieces(apo_ini *ini);
void apo_ini__make_rules(apo_ini *ini);

#endif
