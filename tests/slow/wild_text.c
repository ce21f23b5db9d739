/* Boards as texts. */
#include "wild.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_piece(const char **text)
{
    int flags = 0;
    if (**text == '+') {
        flags |= WILD_FORM;
        ++*text;
    }
    char letter = *(*text)++;
    if (**text == '\'' || **text == '!')
        flags |= *(*text)++ == '!' ? WILD_BANG : WILD_PRIME;
    if (**text == '~') {
        flags |= WILD_TURNS;
        ++*text;
    }
    if (letter == '*')
        return WILD_NOWHERE;
    return toupper((unsigned char)letter) | flags |
           (islower((unsigned char)letter) ? WILD_BLACK : 0);
}

static bool read_rank(wild_position *out, int rank, const char **text)
{
    int file = 0;
    while (**text != '/' && **text != ' ' && **text != '[' && **text != '\0') {
        int run = 1, piece = WILD_EMPTY;
        if (isdigit((unsigned char)**text)) {
            char *end;
            run = (int)strtol(*text, &end, 10);
            *text = end;
        } else {
            piece = read_piece(text);
        }
        for (; run > 0; run--, file++) {
            if (file >= out->game->files)
                return false;
            out->at[rank][file] = piece;
            out->unmoved.is[rank][file] = wild_is_piece(piece);
        }
    }
    return file == out->game->files;
}

static int count_rows(const char *fen)
{
    int count = 1;
    for (; *fen != ' ' && *fen != '\0'; fen++)
        count += *fen == '/' ? 1 : 0;
    return count;
}

bool wild_start(wild_position *out, const wild_game *game, const char *fen)
{
    memset(out, 0, sizeof *out);
    out->game = game;
    for (int rank = 0; rank < WILD_RANKS; rank++)
        for (int file = 0; file < WILD_FILES; file++)
            out->at[rank][file] = WILD_NOWHERE;
    int rows = count_rows(fen), top = rows > game->ranks ? game->ranks + 1 : game->ranks;
    for (int i = 0; i < rows; i++) {
        if (!read_rank(out, top - i, &fen))
            return false;
        fen += *fen == '/' ? 1 : 0;
    }
    for (fen += *fen == '[' ? 1 : 0; *fen != ' ' && *fen != '\0'; fen++)
        if (isalpha((unsigned char)*fen))
            out->hand[islower((unsigned char)*fen) ? 1 : 0]
                     [toupper((unsigned char)*fen) - 'A']++;
    for (const char *letter = game->reserve; letter != NULL && *letter != '\0'; letter++)
        for (int side = 0; side < 2; side++)
            out->hand[side][*letter - 'A']++;
    out->side = strncmp(fen, " b", 2) == 0 ? 1 : 0;
    out->is_second =
        game->double_moves && (strncmp(fen, " w1", 3) == 0 || strncmp(fen, " b1", 3) == 0);
    return true;
}

static size_t write_run(char *out, size_t length, int *run)
{
    if (*run > 0)
        length += (size_t)sprintf(out + length, "%d", *run);
    *run = 0;
    return length;
}

static size_t write_piece(char *out, size_t length, int piece)
{
    char letter = wild_letter(piece);
    if (piece & WILD_FORM)
        out[length++] = '+';
    out[length++] = piece & WILD_BLACK ? (char)tolower((unsigned char)letter) : letter;
    if (piece & (WILD_PRIME | WILD_BANG))
        out[length++] = piece & WILD_BANG ? '!' : '\'';
    if (piece & WILD_TURNS)
        out[length++] = '~';
    return length;
}

void wild_board_text(const wild_position *pos, char out[WILD_BOARD])
{
    const wild_game *game = pos->game;
    bool has_border = game->ranks + 1 < WILD_RANKS && strstr(game->id, "brouhaha") != NULL;
    int top = game->ranks + (has_border ? 1 : 0), bottom = has_border ? 0 : 1;
    size_t length = 0;
    for (int rank = top; rank >= bottom; rank--) {
        int run = 0;
        for (int file = 0; file < game->files; file++) {
            int piece = pos->at[rank][file];
            if (piece == WILD_EMPTY) {
                run++;
                continue;
            }
            length = write_run(out, length, &run);
            if (piece == WILD_NOWHERE)
                out[length++] = '*';
            else
                length = write_piece(out, length, piece);
        }
        length = write_run(out, length, &run);
        out[length++] = rank == bottom ? ' ' : '/';
    }
    out[length++] = pos->side == 0 ? 'w' : 'b';
    out[length] = '\0';
}
