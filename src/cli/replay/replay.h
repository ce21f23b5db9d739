/* Replaying recorded games: checks every move, and every end against the rules. */
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
    const char *variant; /* for files that name none, or NULL */
    const char *start;   /* start number or FEN for such files, or NULL */
    enum apo_replay_form form;
    const char *file;  /* being read */
    apo_span text;     /* all of it */
    size_t game_index; /* from 1, in the file */
    bool is_only_file; /* then summaries omit its name */
    apo_source source; /* owned: the variant of the last record */
    char source_name[APO_ID_MAX + APO_NAME_MAX];
    apo_buffer out;  /* output for stdout */
    bool has_failed; /* an illegal move, a wrong record, or an unreadable file */
} apo_replay;

/* A game being replayed. */
typedef struct apo_record {
    apo_source source; /* borrowed from the replay */
    apo_game *game;    /* owned */
    apo_game_labels labels;
    char variant[APO_ID_MAX + APO_NAME_MAX]; /* for labels.variant */
    apo_pgn_game *pgn; /* borrowed, with comments and variations; or NULL */
    bool is_broken;    /* stops at an illegal move, or before any move */
} apo_record;

void apo_record_clear(apo_record *record);

/* Opens a variant and labels the record with it. On failure reports it and returns false. */
bool apo_record_open(apo_replay *replay, apo_record *record, apo_span variant);

/* Starts the game from a start number, a FEN, or (both empty) the first start. `position` is
 * the offset in the file, for messages. */
bool apo_record_start(apo_replay *replay, apo_record *record, apo_span word, size_t position);

/* Plays the move at offset `position` of the file. If the game is over, reports it and returns
 * false. */
bool apo_record_play(apo_replay *replay, apo_record *record, const apo_move *mv,
                     size_t position);

/* Reads and plays a list of moves, a part of the file (list.c). */
void apo_record_play_list(apo_replay *replay, apo_record *record, apo_span moves);

/* Reports an error at an offset of the file, with the line and a caret; `story` (may be empty)
 * is a further sentence. */
void apo_replay_report_error(apo_replay *replay, size_t position, const char *detail,
                             apo_span story);

/* Reports why the move at an offset of the file could not be read. */
void apo_replay_report_move(apo_replay *replay, const apo_position *pos, apo_span move,
                            const apo_error *err);

/* Reports a move at an offset of the file after the end of the game, and how it ended. */
void apo_replay_report_over(apo_replay *replay, const apo_game *game, size_t position);

/* For texts that become a tree of moves (pgn.c): opens variant and start by the tags, `from`
 * being where the game begins in the file (false: reported); the last move that was read; plays
 * the main line, compares its result with the rules, and prints the game. */
bool apo_replay_open_start(apo_replay *replay, apo_record *record, apo_pgn_game *pgn,
                           size_t from);
uint32_t apo_replay_last_node(const apo_pgn_game *pgn);
void apo_replay_play_tree(apo_replay *replay, apo_record *record, apo_pgn_game *pgn);

/* Prints one game in the requested form (print.c). */
void apo_replay_print(apo_replay *replay, const apo_record *record);

/* Reads all games of the text in its format. */
void apo_replay_pgn(apo_replay *replay);   /* pgn.c */
void apo_replay_cards(apo_replay *replay); /* cards.c: "variant", "moves", ... */
void apo_replay_list(apo_replay *replay);  /* list.c: moves only */
void apo_replay_logs(apo_replay *replay);  /* log.c: Game Courier */

/* True if the text consists of cards (cards.c). */
bool apo_replay_is_cards(apo_span text);

#endif
