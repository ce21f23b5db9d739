/* Records of self-play games of the engine, for training. Three to four bytes per position.
 *
 * A file is a head of APO_TRAINING_HEAD_BYTES bytes, followed by games, each independent:
 *
 *     4 bytes   length of the body, at most APO_TRAINING_BODY_MAX
 *     4 bytes   checksum of the length and the body
 *     body      number of the game, of its start, result in quarters for White, random plies,
 *               scored plies; with start 0 the length of a FEN, and the FEN; then the plies
 *
 * The numbers of a body have 7 bits per byte, the lowest first; the highest bit of a byte means
 * that another byte follows. A random ply is the number of its move (notation/move_number.h), a
 * scored ply that number and the score in two bytes. All other numbers have a fixed length, the
 * lowest byte first.
 *
 * Head: the 8 bytes "APORECRD", version, nodes a move, random plies, bound of the openings in
 * centipawns, index of the named start (4 bytes each), seed, digest of the game (8 bytes each),
 * the game's id filled up with zeros (APO_ID_MAX bytes), checksum of all this (4 bytes).
 * Version 2 has two digests before the checksum, of the net and of the FENs of the starts (8
 * bytes each); it is written only where one of them is not 0.
 *
 * All functions: any thread, no global data. */
#ifndef APO_TRAINING_TRAINING_FILE_H
#define APO_TRAINING_TRAINING_FILE_H

#include "base/buffer.h"
#include "base/error.h"
#include "notation/fen.h"

enum {
    APO_TRAINING_VERSION = 2, /* the last; the first is read and written too */
    APO_TRAINING_HEAD_BYTES = 8 + 5 * 4 + 2 * 8 + APO_ID_MAX + 4, /* version 1 */
    APO_TRAINING_DIGESTS_BYTES = 2 * 8,                           /* more in version 2 */
    APO_TRAINING_FRAME_BYTES = 8,                                 /* before a body */
    /* Self-play ends a game after some hundred plies; a game by the rules alone rarely has a
     * thousand. */
    APO_TRAINING_PLIES_MAX = 2000,
    /* Five numbers of up to 5 bytes, a FEN with its length, and plies of up to 4 bytes, as the
     * number of a move has at most two. */
    APO_TRAINING_BODY_MAX = 5 * 5 + 2 + APO_FEN_MAX + APO_TRAINING_PLIES_MAX * 4,
    APO_TRAINING_NUMBER_MAX = 0x7FFFFFFF /* of a game, of a start */
};

/* What all games of a file have in common. */
typedef struct apo_training_head {
    char id[APO_ID_MAX]; /* of the game; terminated */
    uint64_t digest;     /* apo_training_digest of the game */
    uint64_t seed;
    uint32_t nodes;      /* a move */
    uint32_t plies;      /* at random, at the beginning of a game */
    uint32_t balance_cp; /* openings with larger scores were not played; 0: no bound */
    uint32_t name_index; /* of the named start */
    uint64_t net;        /* digest of the net that was used; 0: none */
    uint64_t starts;     /* digest of the FENs that the games begin with; 0: numbered starts */
} apo_training_head;

typedef struct apo_training_ply {
    uint16_t move; /* its number, below APO_MOVE_LIST_MAX */
    int16_t score; /* of the search, for the side to move; 0 for random plies */
} apo_training_ply;

/* One game. */
typedef struct apo_training_game {
    uint32_t number;        /* of the game in its series, from 0 */
    uint32_t start;         /* number of the start, from 1; 0: `fen` */
    char fen[APO_FEN_MAX];  /* with start 0; terminated */
    uint8_t white_quarters; /* 0 .. 4 */
    uint32_t random_count;  /* plies at the beginning that the engine did not choose */
    uint32_t ply_count;     /* all, at most APO_TRAINING_PLIES_MAX */
    apo_training_ply plies[APO_TRAINING_PLIES_MAX];
} apo_training_game;

/* A digest of some bytes for the head, never 0. */
uint64_t apo_training_digest_of(apo_span bytes);

/* Appends the head. */
void apo_training_head_write(apo_buffer *out, const apo_training_head *head);

/* Reads the head at the front of `*rest` and removes it. Errors, with both untouched and the
 * byte and a sentence in `err`: APO_E_SYNTAX: not a file of records, or damaged;
 * APO_E_UNSUPPORTED: another version. */
apo_status apo_training_head_read(apo_training_head *out, apo_span *rest, apo_error *err);

/* Appends a game. */
void apo_training_game_write(apo_buffer *out, const apo_training_game *record);

/* Reads the game at the front of `*rest` and removes it. Errors, with `*rest` untouched and
 * `out` undefined: APO_E_UNKNOWN: no game is left; APO_E_OVERFLOW: the bytes end within the
 * game; APO_E_SYNTAX: damaged. `err` (may be NULL) counts bytes from the front of `*rest`. */
apo_status apo_training_game_read(apo_training_game *out, apo_span *rest, apo_error *err);

#endif
