/* Replaying recorded games: every move is checked, every end found by the rules. */
#ifndef APO_CLI_REPLAY_REPLAY_H
#define APO_CLI_REPLAY_REPLAY_H

#include "cli/io/input.h"
#include "cli/view/game_pgn.h"

enum apo_replay_form {
    APO_REPLAY_SUMMARY,
    APO_REPLAY_JSON,
    APO_REPLAY_PGN,
    APO_REPLAY_COURIER,
    APO_REPLAY_FEN
};

/* One run of the command. */
typedef struct apo_replay {
    const char *variant; /* for files that do not name it, or NULL */
    const char *start;   /* start number or FEN for them, or NULL */
    enum apo_replay_form form;
    const char *file;  /* being read */
    apo_span text;     /* all of it */
    size_t game_index; /* from 1, in the file */
    bool is_only_file; /* and no name of it is wanted in the summaries */
    apo_source source; /* owned: the game of the last record */
    char source_name[APO_ID_MAX + APO_NAME_MAX];
    apo_buffer out;  /* what goes to stdout */
    bool has_failed; /* a move was illegal, a record wrong, a file unreadable */
} apo_replay;

/* A game being replayed. */
typedef struct apo_record {
    apo_source source; /* borrowed from the replay */
    apo_game *game;    /* owned */
    apo_game_labels labels;
    char variant[APO_ID_MAX + APO_NAME_MAX]; /* for labels.variant */
    apo_pgn_game *pgn; /* borrowed: with its comments and variations; or NULL */
    bool is_broken;    /* it stops at an illegal move, or before */
} apo_record;

void apo_record_clear(apo_record *record);

/* Opens a variant and labels the record with it. False if it cannot be had: said. */
bool apo_record_open(apo_replay *replay, apo_record *record, apo_span variant);

/* Starts the game from a start number, an FEN, or (both empty) the first start. `position` is
 * the place in the file, for messages. */
bool apo_record_start(apo_replay *replay, apo_record *record, apo_span word, size_t position);

/* Plays a move that stands in the file at `position`. False if the game is over: said. */
bool apo_record_play(apo_replay *replay, apo_record *record, const apo_move *mv,
                     size_t position);

/* Reads and plays a list of moves that is a part of the file (list.c). */
void apo_record_play_list(apo_replay *replay, apo_record *record, apo_span moves);

/* Says that something is wrong at a place in the file, with the line and a caret; `story` (may
 * be empty) is a further sentence. */
void apo_replay_report_error(apo_replay *replay, size_t position, const char *detail,
                             apo_span story);

/* The move at a place of the file that could not be read: reports the reason. */
void apo_replay_report_move(apo_replay *replay, const apo_position *pos, apo_span move,
                            const apo_error *err);

/* A move at a place of the file where the game is over already: says how it ended. */
void apo_replay_report_over(apo_replay *replay, const apo_game *game, size_t position);

/* Prints one game in the form asked for (print.c). */
void apo_replay_print(apo_replay *replay, const apo_record *record);

/* All games of the text in its form. */
void apo_replay_pgn(apo_replay *replay);   /* pgn.c */
void apo_replay_cards(apo_replay *replay); /* cards.c: "variant", "moves", ... */
void apo_replay_list(apo_replay *replay);  /* list.c: moves only */

/* True if the text consists of such cards. */
bool apo_replay_is_cards(apo_span text);

#endif
