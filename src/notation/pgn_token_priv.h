/* The words of PGN movetext. Internal to this folder. */
#ifndef APO_NOTATION_PGN_TOKEN_PRIV_H
#define APO_NOTATION_PGN_TOKEN_PRIV_H

#include "notation/pgn.h"

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

/* Reads the next token, and advances. Skips white space, lines that begin with '%', move
 * numbers and the word e.p. Errors, with the cursor moved only past what is skipped:
 * APO_E_SYNTAX: an unterminated comment, a bad '$'; APO_E_TOO_LARGE: a comment. */
apo_status apo_pgn_next_token(apo_pgn_token *out, apo_pgn_cursor *cursor, apo_error *err);

/* The place of the brace that closes the comment whose contents begin at `start`, at most
 * APO_PGN_COMMENT_MAX bytes further; the length of the text if there is none. Searching again
 * costs nothing. */
size_t apo_pgn_find_close(apo_pgn_cursor *cursor, size_t start);

#endif
