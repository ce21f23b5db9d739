/* Iterates over the value of a key, across all its lines, as tokens with their positions. */
#ifndef APO_DEFINITION_FILE_CURSOR_H
#define APO_DEFINITION_FILE_CURSOR_H

#include "definition/file/tree.h"

typedef struct apo_cursor {
    const apo_tree *tree; /* borrowed */
    const apo_tree_key *key;
    size_t next_text; /* of the key's lines */
    apo_span rest;    /* of the current line */
    apo_origin place; /* of the start of `rest` */
} apo_cursor;

/* A part of a value. */
typedef struct apo_token {
    apo_span text; /* borrowed */
    apo_origin place;
} apo_token;

apo_cursor apo_cursor_start(const apo_tree *tree, const apo_tree_key *key);

/* The next whole line; false at the end. */
bool apo_cursor_line(apo_cursor *cursor, apo_token *out);

/* The next word; white space and commas separate words, and each character of `marks` is a word
 * of its own. False at the end. */
bool apo_cursor_word(apo_cursor *cursor, const char *marks, apo_token *out);

/* The next part of a list separated by commas or line ends. A part can be empty. False at the
 * end. */
bool apo_cursor_part(apo_cursor *cursor, apo_token *out);

/* The rest of `token` after its first `count` bytes. */
apo_token apo_token_after(const apo_token *token, size_t count);

/* Cuts the first word off `*token`. */
apo_token apo_token_word(apo_token *token);

#endif
