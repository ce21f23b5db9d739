/* The words of PGN movetext. Internal to this folder. */
#ifndef APO_NOTATION_PGN_TOKEN_PRIV_H
#define APO_NOTATION_PGN_TOKEN_PRIV_H

#include "base/error.h"

enum apo_pgn_token_kind {
    APO_PGN_TOKEN_END,
    APO_PGN_TOKEN_TAG,     /* '[' */
    APO_PGN_TOKEN_MOVE,    /* also any other word, even if it is not a move */
    APO_PGN_TOKEN_COMMENT, /* `text` is its contents */
    APO_PGN_TOKEN_NAG,     /* `number` */
    APO_PGN_TOKEN_OPEN,    /* '(' */
    APO_PGN_TOKEN_CLOSE,   /* ')' */
    APO_PGN_TOKEN_RESULT,
    APO_PGN_TOKENS
};

typedef struct apo_pgn_token {
    enum apo_pgn_token_kind kind;
    apo_span text;   /* borrowed from the whole text */
    size_t position; /* byte offset of `text` */
    uint8_t number;
} apo_pgn_token;

/* Reads the next token at `*position`, which is advanced. Skips white space, lines that begin
 * with '%', move numbers and the word e.p. Errors: APO_E_SYNTAX: an unterminated comment, a bad
 * '$'. */
apo_status apo_pgn_next_token(apo_pgn_token *out, apo_span text, size_t *position,
                              apo_error *err);

#endif
