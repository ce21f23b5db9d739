/* Squares, pieces and colours. No rule lives here. */
#include "slow_inside.h"

static bool is_in_array(slow_square square)
{
    return square.file >= 0 && square.file < SLOW_FILES && square.rank >= 0 &&
           square.rank < SLOW_RANKS;
}

slow_square slow_at_file_rank(int file, int rank)
{
    return (slow_square){.file = file, .rank = rank};
}

bool slow_equal_squares(slow_square a, slow_square b)
{
    return a.file == b.file && a.rank == b.rank;
}

char slow_get(const slow_position *pos, slow_square square)
{
    return is_in_array(square) ? pos->at[square.rank][square.file] : '*';
}

void slow_put(slow_position *pos, slow_square square, char letter)
{
    pos->at[square.rank][square.file] = letter;
}

bool slow_has(const slow_map *map, slow_square square)
{
    return is_in_array(square) && map->is[square.rank][square.file];
}

void slow_mark(slow_map *map, slow_square square, bool value)
{
    map->is[square.rank][square.file] = value;
}

bool slow_is_piece(char letter)
{
    return letter != '.' && letter != '*';
}

bool slow_is_empty(const slow_position *pos, slow_square square)
{
    return slow_get(pos, square) == '.';
}

slow_colour slow_other(slow_colour colour)
{
    return colour == SLOW_WHITE ? SLOW_BLACK : SLOW_WHITE;
}

slow_colour slow_owner(char piece)
{
    return piece >= 'A' && piece <= 'Z' ? SLOW_WHITE : SLOW_BLACK;
}

bool slow_owns(const slow_position *pos, slow_colour colour, slow_square square)
{
    char piece = slow_get(pos, square);
    return slow_is_piece(piece) && slow_owner(piece) == colour;
}

char slow_type(char piece)
{
    return piece >= 'a' && piece <= 'z' ? (char)(piece - 'a' + 'A') : piece;
}

char slow_letter(char type, slow_colour colour)
{
    bool is_upper = type >= 'A' && type <= 'Z';
    return colour == SLOW_BLACK && is_upper ? (char)(type - 'A' + 'a') : type;
}

int slow_forward(slow_colour colour)
{
    return colour == SLOW_WHITE ? 1 : -1;
}

int slow_own_rank(const slow_game *game, slow_colour colour, int rank)
{
    return colour == SLOW_WHITE ? rank : game->size + 1 - rank;
}

bool slow_is_brouhaha(const slow_game *game, slow_square square)
{
    return square.rank == 0 || square.rank == game->size + 1;
}

bool slow_find_king(const slow_position *pos, slow_colour colour, slow_square *out)
{
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            if (pos->at[rank][file] == slow_letter('K', colour)) {
                *out = slow_at_file_rank(file, rank);
                return true;
            }
        }
    }
    return false;
}

bool slow_read_square(const slow_game *game, const char **text, slow_square *out)
{
    const char *c = *text;
    int file = *c - 'a';
    if (file < 0 || file >= game->size || c[1] < '0' || c[1] > '9') {
        return false;
    }
    int rank = c[1] - '0';
    c += 2;
    if (rank == 1 && *c >= '0' && *c <= '9') {
        rank = 10 + (*c++ - '0');
    }
    if (rank > game->size + 1) {
        return false;
    }
    *text = c;
    *out = slow_at_file_rank(file, rank);
    return true;
}

size_t slow_square_text(slow_square square, char out[4])
{
    size_t length = 0;
    out[length++] = (char)('a' + square.file);
    if (square.rank >= 10) {
        out[length++] = '1';
    }
    out[length++] = (char)('0' + square.rank % 10);
    out[length] = '\0';
    return length;
}
