/* Files of self-play games: written by one program at a time, read by anybody. */
#ifndef APO_CLI_SELFPLAY_GAMES_FILE_H
#define APO_CLI_SELFPLAY_GAMES_FILE_H

#include <stdio.h>

#include "cli/call/command.h"
#include "training/training_file.h"

/* A file that is only read. */
typedef struct apo_games_map {
    const char *path;
    apo_span bytes;         /* the whole file; borrowed from the system */
    apo_training_head head; /* what it begins with */
    apo_span games;         /* the rest, for apo_training_game_read */
} apo_games_map;

/* Reports failures: there is no such file, or it is not a file of records. Then nothing is
 * open. */
enum apo_exit apo_games_map_open(apo_games_map *out, const char *path);
void apo_games_map_close(apo_games_map *map);

/* A file that grows. One thread at a time. */
typedef struct apo_games_file {
    int fd; /* -1: not open */
    const char *path;
    uint64_t size;      /* bytes of the head and the games */
    uint32_t games;     /* in the file */
    uint64_t positions; /* scored plies in the file */
    uint8_t *known;     /* owned; a bit for each number of a game, set if it is in the file */
    size_t known_bytes;
    apo_buffer bytes; /* owned; a game on its way */
} apo_games_file;

/* Opens or creates the file for more games of the series that `head` describes. Cuts off, with
 * a message, an incomplete game that a kill has left at the end. Reports failures, after which
 * nothing is open: the file cannot be written, is not a file of records, belongs to another
 * series, is damaged before its end, or is being written by another program. */
enum apo_exit apo_games_file_open(apo_games_file *out, const char *path,
                                  const apo_training_head *head);
void apo_games_file_close(apo_games_file *file);

/* True if the game with this number is in the file. */
bool apo_games_file_has(const apo_games_file *file, uint32_t number);

/* Appends a game. False, reported, if it cannot be written: the file then ends with the game
 * before it. */
bool apo_games_file_add(apo_games_file *file, const apo_training_game *record);

#endif
