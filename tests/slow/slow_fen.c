/* The nine fields of rules 6.3. */
#include "slow_inside.h"

#include <stdio.h>
#include <string.h>

enum {
    FIELDS = 9,
    FIELD_SIZE = 1024
};

/* --- reading ------------------------------------------------------------- */

/* Copies the text up to the next space; false if it is empty or too long. */
static bool read_field(const char **text, char out[FIELD_SIZE])
{
    size_t length = strcspn(*text, " ");
    if (length == 0 || length >= FIELD_SIZE) {
        return false;
    }
    memcpy(out, *text, length);
    out[length] = '\0';
    *text += length;
    *text += **text == ' ' ? 1 : 0;
    return true;
}

static int top_rank(const slow_game *game)
{
    return game->has_brouhaha ? game->size + 1 : game->size;
}

static int bottom_rank(const slow_game *game)
{
    return game->has_brouhaha ? 0 : 1;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int read_number(const char **text)
{
    int number = 0;
    while (is_digit(**text) && number < 100000) {
        number = number * 10 + (*(*text)++ - '0');
    }
    return number;
}

/* One rank of the board field, up to '/' or the end. */
static bool read_rank(slow_position *pos, int rank, const char **text)
{
    int file = 0;
    while (**text != '/' && **text != '\0') {
        char letter = '.';
        int run = 1;
        if (is_digit(**text)) {
            run = read_number(text);
        } else {
            letter = *(*text)++;
            if (letter != '*' && slow_find_piece(pos->game, slow_type(letter)) == NULL) {
                return false;
            }
        }
        for (; run > 0; run--, file++) {
            if (file >= pos->game->size) {
                return false;
            }
            slow_put(pos, slow_at_file_rank(file, rank), letter);
        }
    }
    return file == pos->game->size;
}

static bool read_board(slow_position *pos, const char *text)
{
    memset(pos->at, '*', sizeof pos->at);
    for (int rank = top_rank(pos->game); rank >= bottom_rank(pos->game); rank--) {
        if (!read_rank(pos, rank, &text)) {
            return false;
        }
        char wanted = rank == bottom_rank(pos->game) ? '\0' : '/';
        if (*text != wanted) {
            return false;
        }
        text += wanted == '/' ? 1 : 0;
    }
    return true;
}

static const struct side_text {
    const char *text;
    slow_colour side;
    slow_turn turn;
} side_texts[] = {
    {"w", SLOW_WHITE, SLOW_TURN_ORDINARY},         {"b", SLOW_BLACK, SLOW_TURN_ORDINARY},
    {"w2", SLOW_WHITE, SLOW_TURN_FIRST_OF_TWO},    {"b2", SLOW_BLACK, SLOW_TURN_FIRST_OF_TWO},
    {"w1", SLOW_WHITE, SLOW_TURN_SECOND_OF_TWO},   {"b1", SLOW_BLACK, SLOW_TURN_SECOND_OF_TWO},
    {"w>b2", SLOW_WHITE, SLOW_TURN_BEFORE_DOUBLE},
};

enum {
    SIDE_TEXTS = sizeof side_texts / sizeof side_texts[0]
};

static bool read_side(slow_position *pos, const char *text)
{
    for (size_t i = 0; i < SIDE_TEXTS; i++) {
        if (strcmp(side_texts[i].text, text) == 0) {
            pos->side = side_texts[i].side;
            pos->turn = side_texts[i].turn;
            return true;
        }
    }
    return false;
}

static bool read_unmoved(slow_position *pos, const char *text)
{
    slow_square square;
    if (strcmp(text, "-") == 0) {
        return true;
    }
    while (slow_read_square(pos->game, &text, &square)) {
        slow_mark(&pos->unmoved, square, true);
    }
    return *text == '\0';
}

/* The squares passed, then the pawn's own. */
static bool read_en_passant(slow_position *pos, const char *text)
{
    slow_square square;
    bool is_first = true;
    if (strcmp(text, "-") == 0) {
        return true;
    }
    while (slow_read_square(pos->game, &text, &square)) {
        if (!is_first) {
            if (pos->passed_count == SLOW_PASSED) {
                return false;
            }
            pos->passed[pos->passed_count++] = pos->passer;
        }
        pos->passer = square;
        is_first = false;
    }
    return *text == '\0' && pos->passed_count > 0;
}

static bool read_imitated(slow_position *pos, const char *text)
{
    if (strlen(text) != 2) {
        return false;
    }
    pos->imit[SLOW_WHITE] = slow_type(text[0]);
    pos->imit[SLOW_BLACK] = slow_type(text[1]);
    return true;
}

static bool read_reserve(slow_position *pos, const char *text)
{
    if (strcmp(text, "-") == 0) {
        return true;
    }
    for (; *text != '\0'; text++) {
        if (slow_find_piece(pos->game, slow_type(*text)) == NULL) {
            return false;
        }
        pos->reserve[slow_owner(*text)][slow_type(*text) - 'A']++;
    }
    return true;
}

static bool read_pocket(slow_position *pos, const char *text)
{
    pos->pocket[SLOW_WHITE] = strchr(text, 'J') != NULL;
    pos->pocket[SLOW_BLACK] = strchr(text, 'j') != NULL;
    return true;
}

static bool read_counter(const char *text, int *out)
{
    *out = read_number(&text);
    return *text == '\0';
}

int slow_read(slow_position *out, const char *variant_id, const char *fen)
{
    char field[FIELDS][FIELD_SIZE];
    memset(out, 0, sizeof *out);
    out->game = slow_find_game(variant_id);
    if (out->game == NULL) {
        return -1;
    }
    for (int i = 0; i < FIELDS; i++) {
        if (!read_field(&fen, field[i])) {
            return -1;
        }
    }
    bool is_read = *fen == '\0' && read_board(out, field[0]) && read_side(out, field[1]) &&
                   read_unmoved(out, field[2]) && read_en_passant(out, field[3]) &&
                   read_imitated(out, field[4]) && read_reserve(out, field[5]) &&
                   read_pocket(out, field[6]) && read_counter(field[7], &out->halfmove) &&
                   read_counter(field[8], &out->fullmove);
    if (is_read) {
        slow_settle_rights(out);
    }
    return is_read ? 0 : -1;
}

/* --- writing ------------------------------------------------------------- */

struct writer {
    char *buffer;
    size_t size;
    size_t length; /* of the whole text, written or not */
};

static void write_text(struct writer *w, const char *text)
{
    for (; *text != '\0'; text++, w->length++) {
        if (w->length + 1 < w->size) {
            w->buffer[w->length] = *text;
            w->buffer[w->length + 1] = '\0';
        }
    }
}

static void write_letter(struct writer *w, char letter)
{
    char text[2] = {letter, '\0'};
    write_text(w, text);
}

static void write_number(struct writer *w, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    write_text(w, text);
}

static void write_square(struct writer *w, slow_square square)
{
    char text[4];
    slow_square_text(square, text);
    write_text(w, text);
}

static void write_run(struct writer *w, int *run)
{
    if (*run > 0) {
        write_number(w, *run);
    }
    *run = 0;
}

static void write_rank(struct writer *w, const slow_position *pos, int rank)
{
    int run = 0;
    for (int file = 0; file < pos->game->size; file++) {
        char letter = slow_get(pos, slow_at_file_rank(file, rank));
        if (letter == '.') {
            run++;
        } else {
            write_run(w, &run);
            write_letter(w, letter);
        }
    }
    write_run(w, &run);
}

static void write_board(struct writer *w, const slow_position *pos)
{
    for (int rank = top_rank(pos->game); rank >= bottom_rank(pos->game); rank--) {
        write_rank(w, pos, rank);
        write_text(w, rank == bottom_rank(pos->game) ? " " : "/");
    }
}

static void write_side(struct writer *w, const slow_position *pos)
{
    for (size_t i = 0; i < SIDE_TEXTS; i++) {
        if (side_texts[i].side == pos->side && side_texts[i].turn == pos->turn) {
            write_text(w, side_texts[i].text);
        }
    }
    write_text(w, " ");
}

/* Ends a field that began at `start`; an empty one becomes "-". */
static void end_field(struct writer *w, size_t start)
{
    write_text(w, w->length == start ? "- " : " ");
}

static void write_unmoved(struct writer *w, const slow_position *pos)
{
    size_t start = w->length;
    for (int rank = 0; rank < SLOW_RANKS; rank++) {
        for (int file = 0; file < SLOW_FILES; file++) {
            if (pos->unmoved.is[rank][file]) {
                write_square(w, slow_at_file_rank(file, rank));
            }
        }
    }
    end_field(w, start);
}

static void write_en_passant(struct writer *w, const slow_position *pos)
{
    size_t start = w->length;
    for (int i = 0; i < pos->passed_count; i++) {
        write_square(w, pos->passed[i]);
    }
    if (pos->passed_count > 0) {
        write_square(w, pos->passer);
    }
    end_field(w, start);
}

/* Each side in the order of its promotion table (rules 6.3). */
static void write_reserve(struct writer *w, const slow_position *pos)
{
    size_t start = w->length;
    for (int colour = 0; colour < 2; colour++) {
        for (int tier = 0; tier < 3; tier++) {
            for (const char *type = pos->game->promotions[tier]; *type != '\0'; type++) {
                for (int n = pos->reserve[colour][*type - 'A']; n > 0; n--) {
                    write_letter(w, slow_letter(*type, (slow_colour)colour));
                }
            }
        }
    }
    end_field(w, start);
}

static void write_pocket(struct writer *w, const slow_position *pos)
{
    size_t start = w->length;
    write_text(w, pos->pocket[SLOW_WHITE] ? "J" : "");
    write_text(w, pos->pocket[SLOW_BLACK] ? "j" : "");
    end_field(w, start);
}

size_t slow_write(const slow_position *pos, char *buffer, size_t size)
{
    struct writer w = {buffer, size, 0};
    if (size > 0) {
        buffer[0] = '\0';
    }
    write_board(&w, pos);
    write_side(&w, pos);
    write_unmoved(&w, pos);
    write_en_passant(&w, pos);
    write_letter(&w, pos->imit[SLOW_WHITE]);
    write_letter(&w, slow_letter(pos->imit[SLOW_BLACK], SLOW_BLACK));
    write_text(&w, " ");
    write_reserve(&w, pos);
    write_pocket(&w, pos);
    write_number(&w, pos->halfmove);
    write_text(&w, " ");
    write_number(&w, pos->fullmove);
    return w.length;
}
