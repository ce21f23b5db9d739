/* Runs rule cases: spec_runner FILE.spec...
 *
 * A case is a few lines that a person can read; everything is asked of the library and of
 * the slow rules (tests/slow), and both must give the answer that the file says. (Of games
 * that the slow rules do not know the library alone is asked.) One verb a line, `#` begins a
 * comment, moves are coordinate moves:
 *
 *     variant ID[:NAME]         the game, perhaps one of its named starts
 *     define LINE; LINE...      a game of the file's own, in place of an ID
 *     start [N] [HANDICAP...]   begins at start number N
 *     fen FEN                   begins at a position
 *     pieces SIDE PIECE... KEY=...   the same, piece by piece:
 *                               pieces w Kf2 Je5 kf9 imit=Nr move=3
 *     play MOVE...              makes moves, each of which must be legal
 *     legal MOVE...             these are legal
 *     illegal MOVE...           these are not
 *     moves SQUARE [TO...]      the piece there has exactly these moves ("b10q", "xe7xg9")
 *     count N                   there are N legal moves
 *     check yes|no              the side to move is in check
 *     result ENDING [RESULT]    none, mate 1-0, stalemate 1/4-3/4, repetition, movecount, ...
 *     points W-B | none         the point count
 *     fen-is FEN                the position now
 *     same-as FEN               the position repeats this one
 *     differs-from FEN          it does not
 *                               (for FEN everywhere also "pieces SIDE PIECE...")
 *     perft DEPTH N             move sequences of this length
 *
 * and some that only the library knows:
 *
 *     san MOVE TEXT             the move's text in PGN; reading it gives the move
 *     courier MOVE TEXT         the same for Game Courier
 *     reads MOVE TEXT           TEXT, in any notation, is read as the move
 *     misread TEXT              TEXT is no legal move in any notation
 *     bad-fen FEN               no position
 *     bad-start N [HANDICAP...] no start, or a handicap that it does not allow
 *     resign white|black
 *     agree RESULT */
#include "slow.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "definition/file/definition.h"
#include "game/game.h"
#include "notation/fen.h"
#include "notation/move_text.h"
#include "notation/result.h"
#include "rules/kernel/perft.h"
#include "rules/rules/handicap.h"

enum {
    LINE_SIZE = 8192,
    ANSWER_SIZE = 1 << 16, /* all moves of a position in one text */
    WORDS_MAX = SLOW_MOVES,
    GAMES_MAX = 48
};

typedef struct {
    const char *path;
    long line;
    long passed, failed;
    size_t game_count;
    apo_variant *games[GAMES_MAX]; /* owned; opened once */
    const apo_variant *var;
    unsigned start_name; /* index among the variant's named starts */
    char slow_id[64];
    bool has_slow;  /* the slow rules know the game; else `slow` is not used */
    apo_game *game; /* owned; NULL before the first position */
    bool is_ended_by_players;
    slow_position slow;
    char start_fen[APO_FEN_MAX];
    char moves[ANSWER_SIZE]; /* played since the start */
} runner;

/* --- reporting ----------------------------------------------------------- */

static void fault(runner *r, const char *what, const char *detail)
{
    r->failed++;
    printf("%s:%ld: %s%s%s\n", r->path, r->line, what, detail[0] != '\0' ? ": " : "", detail);
}

/* The answers of the library and of the slow rules (NULL: not asked) against the wanted one. */
static void expect(runner *r, const char *wanted, const char *fast, const char *slow)
{
    bool is_fast_right = strcmp(wanted, fast) == 0;
    bool is_slow_right = slow == NULL || !r->has_slow || strcmp(wanted, slow) == 0;
    if (is_fast_right && is_slow_right) {
        r->passed++;
        return;
    }
    fault(r, "wanted", wanted);
    printf("    library    %s\n", fast);
    if (slow != NULL && r->has_slow)
        printf("    slow rules %s\n", slow);
}

static void expect_number(runner *r, const char *wanted, uint64_t fast, uint64_t slow)
{
    char texts[2][24];
    snprintf(texts[0], sizeof texts[0], "%" PRIu64, fast);
    snprintf(texts[1], sizeof texts[1], "%" PRIu64, slow);
    expect(r, wanted, texts[0], texts[1]);
}

static void expect_truth(runner *r, bool wanted, bool fast, bool slow)
{
    static const char *const words[] = {"no", "yes"};
    expect(r, words[wanted], words[fast], words[slow]);
}

/* --- words --------------------------------------------------------------- */

/* Cuts the next word off; NULL when there is none. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    if (*word == '\0')
        return NULL;
    char *end = word + strcspn(word, " \t");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the blank-separated words of `text` in place, by way of `buf`. */
static void sort_words(char *text, char *buf)
{
    char *words[WORDS_MAX], *rest = strcpy(buf, text), *out = text;
    size_t count = 0;
    for (char *word; count < WORDS_MAX && (word = next_word(&rest)) != NULL;)
        words[count++] = word;
    qsort(words, count, sizeof words[0], compare_words);
    *out = '\0';
    for (size_t i = 0; i < count; i++)
        out += sprintf(out, "%s%s", i > 0 ? " " : "", words[i]);
}

static void append(char *text, const char *word)
{
    size_t length = strlen(text);
    snprintf(text + length, ANSWER_SIZE - length, "%s%s", length > 0 ? " " : "", word);
}

/* --- positions ----------------------------------------------------------- */

static const apo_position *position(const runner *r)
{
    return apo_game_position(r->game);
}

static void write_fen(char out[APO_FEN_MAX], const apo_position *pos)
{
    apo_text text = apo_text_start(out, APO_FEN_MAX);
    apo_fen_write_full(&text, pos);
}

static void begin(runner *r, const apo_position *pos)
{
    apo_game_free(r->game);
    r->game = NULL;
    r->is_ended_by_players = false;
    r->moves[0] = '\0';
    write_fen(r->start_fen, pos);
    if (r->has_slow && slow_read(&r->slow, r->slow_id, r->start_fen) != 0)
        fault(r, "the slow rules cannot read", r->start_fen);
    else if (apo_game_new(&r->game, pos, NULL) != APO_OK)
        fault(r, "out of memory", "");
}

static const apo_variant *open_game(runner *r, const char *id)
{
    for (size_t i = 0; i < r->game_count; i++)
        if (strcmp(apo_variant_info_of(r->games[i])->id, id) == 0)
            return r->games[i];
    if (r->game_count == GAMES_MAX ||
        apo_definition_open(&r->games[r->game_count], apo_span_of(id), NULL, NULL) != APO_OK)
        return NULL;
    return r->games[r->game_count++];
}

static bool is_known_to_slow_rules(const apo_variant *var, const char *slow_id)
{
    char fen[APO_FEN_MAX];
    apo_position pos;
    slow_position slow;
    if (apo_position_start(&pos, var, 0, 1) != APO_OK)
        return false;
    write_fen(fen, &pos);
    return slow_read(&slow, slow_id, fen) == 0;
}

static void do_variant(runner *r, char *rest)
{
    char *colon = strchr(rest, ':');
    snprintf(r->slow_id, sizeof r->slow_id, "%s", rest);
    if (colon != NULL)
        *colon = '\0';
    r->var = open_game(r, rest);
    r->start_name = 0;
    apo_game_free(r->game);
    r->game = NULL;
    if (r->var == NULL) {
        fault(r, "unknown game", rest);
        return;
    }
    r->has_slow = is_known_to_slow_rules(r->var, rest);
    if (colon != NULL &&
        !apo_variant_find_start(r->var, apo_span_of(colon + 1), &r->start_name))
        fault(r, "unknown start", colon + 1);
}

/* A definition whose lines are separated by semicolons. */
static void do_define(runner *r, char *rest)
{
    apo_fault_list faults;
    apo_variant **var = &r->games[r->game_count];
    for (char *c = rest; *c != '\0'; c++)
        *c = *c == ';' ? '\n' : *c;
    apo_fault_list_init(&faults);
    apo_game_free(r->game);
    r->game = NULL;
    r->var = NULL;
    r->has_slow = false;
    r->start_name = 0;
    if (r->game_count == GAMES_MAX ||
        apo_definition_compile(var, apo_span_of("case"), apo_span_of(rest), NULL, NULL,
                               &faults) != APO_OK)
        fault(r, "bad definition", faults.count > 0 ? faults.faults[0].detail : "");
    else
        r->var = r->games[r->game_count++];
}

static void do_start(runner *r, char *rest)
{
    apo_setup setup;
    apo_position pos;
    apo_error err = {.detail = ""};
    char *word = next_word(&rest);
    unsigned number = word != NULL ? (unsigned)strtoul(word, NULL, 10) : 1;
    if (apo_setup_start(&setup, r->var, r->start_name, number) != APO_OK) {
        fault(r, "no such start", word);
        return;
    }
    while ((word = next_word(&rest)) != NULL)
        if (apo_setup_handicap(&setup, r->var, apo_span_of(word), &err) != APO_OK)
            fault(r, word, err.detail);
    if (apo_position_from_setup(&pos, &setup, r->var, NULL) != APO_OK)
        fault(r, "the start is not possible", "");
    else
        begin(r, &pos);
}

static void do_bad_start(runner *r, char *rest)
{
    apo_setup setup;
    const char *word = next_word(&rest);
    unsigned number = word != NULL ? (unsigned)strtoul(word, NULL, 10) : 1;
    apo_status status = apo_setup_start(&setup, r->var, r->start_name, number);
    while (status == APO_OK && (word = next_word(&rest)) != NULL)
        status = apo_setup_handicap(&setup, r->var, apo_span_of(word), NULL);
    expect(r, "refused", status != APO_OK ? "refused" : "accepted", NULL);
}

static bool read_fen(runner *r, apo_position *out, const char *fen)
{
    apo_error err = {.detail = ""};
    if (apo_fen_read(out, r->var, apo_span_of(fen), &err) == APO_OK)
        return true;
    fault(r, fen, err.detail);
    return false;
}

/* The fields of a FEN after the board, as "pieces" names them and as they are if it does
 * not. */
enum {
    FIELDS = 8
};

static const char *const field_names[FIELDS] = {"side",    "unmoved", "ep",   "imit",
                                                "reserve", "pocket",  "half", "move"};
static const char *const field_defaults[FIELDS] = {"w", "-", "-", "--", "-", "-", "0", "1"};

/* Reads "KEY=VALUE"; false if the word is none. */
static bool read_field(char *word, const char *fields[FIELDS])
{
    char *equals = strchr(word, '=');
    for (int i = 0; equals != NULL && i < FIELDS; i++)
        if (strncmp(word, field_names[i], (size_t)(equals - word)) == 0) {
            fields[i] = equals + 1;
            return true;
        }
    return false;
}

/* Reads "Ke1"; false if the word is none. */
static bool read_piece(const runner *r, const char *word, apo_setup *setup)
{
    apo_span square = apo_span_of(word + 1);
    unsigned type = apo_variant_type_of_letter(r->var, word[0]);
    apo_square sq = apo_geometry_read_square(apo_variant_geometry(r->var), &square);
    if (type == APO_TYPE_NONE || sq == APO_SQUARE_NONE || square.length > 0)
        return false;
    setup->pieces[sq] = apo_piece_of(apo_is_upper(word[0]) ? APO_WHITE : APO_BLACK, type);
    return true;
}

/* The FEN of "pieces SIDE PIECE... KEY=VALUE..."; any other text is a FEN already. */
static char *make_fen(runner *r, char *rest)
{
    static char out[2 * LINE_SIZE];
    const char *fields[FIELDS];
    apo_setup setup;
    if (strncmp(rest, "pieces ", 7) != 0)
        return rest;
    rest += 7;
    memcpy(fields, field_defaults, sizeof fields);
    fields[0] = next_word(&rest);
    apo_setup_empty(&setup, r->var);
    for (char *word; (word = next_word(&rest)) != NULL;)
        if (!read_field(word, fields) && !read_piece(r, word, &setup))
            fault(r, "no piece and no field", word);
    apo_text text = apo_text_start(out, sizeof out);
    apo_fen_write_setup_full(&text, r->var, &setup);
    text.length = strcspn(out, " ");
    for (int i = 0; i < FIELDS; i++) {
        apo_text_add(&text, " ");
        apo_text_add(&text, fields[i] != NULL ? fields[i] : "w");
    }
    return out;
}

static void do_fen(runner *r, char *rest)
{
    apo_position pos;
    apo_game_free(r->game);
    r->game = NULL;
    if (!read_fen(r, &pos, rest))
        return;
    begin(r, &pos);
    if (r->game != NULL && strcmp(r->start_fen, rest) != 0)
        fault(r, "not the canonical FEN, which is", r->start_fen);
}

static void do_pieces(runner *r, char *rest)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "pieces %s", rest);
    do_fen(r, make_fen(r, line));
}

static void do_bad_fen(runner *r, char *rest)
{
    rest = make_fen(r, rest);
    apo_position pos;
    apo_error err = {.detail = ""};
    bool is_refused = apo_fen_read(&pos, r->var, apo_span_of(rest), &err) != APO_OK;
    expect(r, "refused", is_refused ? "refused" : "accepted", NULL);
}

static void do_fen_is(runner *r, char *rest)
{
    char fast[APO_FEN_MAX], slow[SLOW_FEN_SIZE] = "";
    rest = make_fen(r, rest);
    write_fen(fast, position(r));
    if (r->has_slow)
        slow_write(&r->slow, slow, sizeof slow);
    expect(r, rest, fast, slow);
}

static void compare_positions(runner *r, char *rest, bool wanted)
{
    apo_position other;
    slow_position slow_other;
    rest = make_fen(r, rest);
    if (!read_fen(r, &other, rest))
        return;
    if (r->has_slow && slow_read(&slow_other, r->slow_id, rest) != 0) {
        fault(r, "the slow rules cannot read", rest);
        return;
    }
    expect_truth(r, wanted, apo_position_same(position(r), &other),
                 r->has_slow && slow_same(&r->slow, &slow_other));
    if (apo_position_same(position(r), &other) !=
        (apo_position_key(position(r)) == apo_position_key(&other)))
        fault(r, "the keys say otherwise", rest);
}

static void do_same_as(runner *r, char *rest)
{
    compare_positions(r, rest, true);
}

static void do_differs_from(runner *r, char *rest)
{
    compare_positions(r, rest, false);
}

/* --- moves --------------------------------------------------------------- */

static bool find_move(const runner *r, const char *text, apo_move *out, apo_error *err)
{
    return apo_coordinate_read(out, position(r), apo_span_of(text), err) == APO_OK;
}

static void do_play(runner *r, char *rest)
{
    for (char *word; (word = next_word(&rest)) != NULL;) {
        apo_move mv;
        slow_move slow;
        apo_error err = {.detail = ""};
        bool is_slow_legal = !r->has_slow || slow_find(&r->slow, word, &slow);
        if (!find_move(r, word, &mv, &err) || !is_slow_legal) {
            fault(r, word, is_slow_legal ? err.detail : "illegal by the slow rules");
            return;
        }
        if (apo_game_play(r->game, &mv) != APO_OK) {
            fault(r, word, "the game is over");
            return;
        }
        if (r->has_slow)
            slow_play(&r->slow, &slow);
        append(r->moves, word);
        r->passed++;
    }
}

static void compare_legality(runner *r, char *rest, bool wanted)
{
    for (char *word; (word = next_word(&rest)) != NULL;) {
        apo_move mv;
        slow_move slow;
        long failed = r->failed;
        expect_truth(r, wanted, find_move(r, word, &mv, NULL),
                     r->has_slow && slow_find(&r->slow, word, &slow));
        if (r->failed > failed)
            printf("    for legality of %s\n", word);
    }
}

static void do_legal(runner *r, char *rest)
{
    compare_legality(r, rest, true);
}

static void do_illegal(runner *r, char *rest)
{
    compare_legality(r, rest, false);
}

/* Appends the part of a move's text after its from-square. */
static void append_move_from(char *out, const char *text, const char *from)
{
    size_t length = strlen(from);
    bool is_longer_rank = text[length] >= '0' && text[length] <= '9';
    if (strncmp(text, from, length) == 0 && !is_longer_rank)
        append(out, text + length);
}

static bool is_own_piece(const runner *r, const char *square)
{
    const apo_position *pos = position(r);
    apo_span rest = apo_span_of(square);
    apo_square sq = apo_geometry_read_square(apo_variant_geometry(r->var), &rest);
    return sq != APO_SQUARE_NONE && apo_piece_is_real(apo_position_piece(pos, sq)) &&
           apo_piece_side(apo_position_piece(pos, sq)) == apo_position_side(pos);
}

static void do_moves(runner *r, char *rest)
{
    static char wanted[ANSWER_SIZE], fast[ANSWER_SIZE], slow[ANSWER_SIZE], buf[ANSWER_SIZE];
    static apo_moves legal;
    static slow_move slow_legal_moves[SLOW_MOVES];
    const char *from = next_word(&rest);
    if (from == NULL || !is_own_piece(r, from)) {
        fault(r, "no piece of the side to move stands there", from != NULL ? from : "");
        return;
    }
    snprintf(wanted, sizeof wanted, "%s", rest);
    fast[0] = slow[0] = '\0';
    apo_moves_legal(apo_moves_start(&legal), position(r));
    for (size_t i = 0; i < legal.list.count; i++) {
        char bytes[APO_COORDINATE_MAX];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_coordinate_write(&text, position(r), &legal.buf[i]);
        append_move_from(fast, bytes, from);
    }
    size_t count = r->has_slow ? slow_legal(&r->slow, slow_legal_moves, SLOW_MOVES) : 0;
    for (size_t i = 0; i < count && i < SLOW_MOVES; i++) {
        char bytes[SLOW_TEXT_SIZE];
        slow_move_text(&slow_legal_moves[i], bytes, sizeof bytes);
        append_move_from(slow, bytes, from);
    }
    sort_words(wanted, buf);
    sort_words(fast, buf);
    sort_words(slow, buf);
    expect(r, wanted, fast, slow);
}

static void do_count(runner *r, char *rest)
{
    expect_number(r, rest, apo_perft(position(r), 1),
                  r->has_slow ? slow_legal(&r->slow, NULL, 0) : 0);
}

static void do_perft(runner *r, char *rest)
{
    const char *depth = next_word(&rest);
    unsigned plies = depth != NULL ? (unsigned)strtoul(depth, NULL, 10) : 1;
    expect_number(r, rest, apo_perft(position(r), plies),
                  r->has_slow ? slow_perft(&r->slow, (int)plies) : 0);
}

static void compare_notation(runner *r, char *rest, enum apo_notation notation)
{
    apo_move mv, again;
    apo_error err = {.detail = ""};
    char bytes[APO_MOVE_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    const char *move = next_word(&rest);
    if (move == NULL || !find_move(r, move, &mv, &err)) {
        fault(r, "no legal move", err.detail);
        return;
    }
    apo_move_write(&text, position(r), &mv, notation);
    expect(r, rest, bytes, NULL);
    if (apo_move_read_any(&again, position(r), apo_text_span(&text), &err) != APO_OK)
        fault(r, "does not read its own text", err.detail);
    else if (!apo_move_same(&mv, &again))
        fault(r, "reads its own text as another move", bytes);
}

static void do_san(runner *r, char *rest)
{
    compare_notation(r, rest, APO_NOTATION_SAN);
}

static void do_courier(runner *r, char *rest)
{
    compare_notation(r, rest, APO_NOTATION_COURIER);
}

static void do_reads(runner *r, char *rest)
{
    apo_move mv;
    apo_error err = {.detail = ""};
    char bytes[APO_COORDINATE_MAX] = "";
    apo_text text = apo_text_start(bytes, sizeof bytes);
    const char *move = next_word(&rest);
    if (apo_move_read_any(&mv, position(r), apo_span_of(rest), &err) == APO_OK)
        apo_coordinate_write(&text, position(r), &mv);
    expect(r, move != NULL ? move : "", err.detail[0] != '\0' ? err.detail : bytes, NULL);
}

static void do_misread(runner *r, char *rest)
{
    apo_move mv;
    bool is_read = apo_move_read_any(&mv, position(r), apo_span_of(rest), NULL) == APO_OK;
    expect(r, "refused", is_read ? "read" : "refused", NULL);
}

/* --- endings ------------------------------------------------------------- */

static void do_check(runner *r, char *rest)
{
    expect_truth(r, strcmp(rest, "yes") == 0, apo_position_is_check(position(r)),
                 r->has_slow && slow_in_check(&r->slow));
}

static void do_result(runner *r, char *rest)
{
    char fast[64], slow[64];
    apo_outcome outcome = apo_game_info_of(r->game).outcome;
    slow_replay_report report;
    const char *word = apo_ending_word(outcome.ending);
    if (outcome.ending == APO_ENDING_NONE)
        snprintf(fast, sizeof fast, "none");
    else
        snprintf(fast, sizeof fast, "%s %s", word, apo_result_text(outcome.white_quarters));
    if (!r->has_slow || slow_replay(&report, r->slow_id, r->start_fen, r->moves) != 0 ||
        !report.legal)
        snprintf(slow, sizeof slow, "(cannot replay)");
    else if (strcmp(report.reason, "-") == 0)
        snprintf(slow, sizeof slow, "none");
    else
        snprintf(slow, sizeof slow, "%s %s", report.reason, report.result);
    expect(r, rest, fast, r->is_ended_by_players ? NULL : slow);
}

static void do_points(runner *r, char *rest)
{
    int points[2][2];
    char texts[2][32];
    bool has_points[2] = {apo_position_points(position(r), points[0]),
                          r->has_slow && slow_points(&r->slow, points[1])};
    for (int i = 0; i < 2; i++) {
        snprintf(texts[i], sizeof texts[i], "none");
        if (has_points[i])
            snprintf(texts[i], sizeof texts[i], "%d-%d", points[i][0], points[i][1]);
    }
    expect(r, rest, texts[0], texts[1]);
}

static void do_resign(runner *r, char *rest)
{
    r->is_ended_by_players = true;
    bool is_white = strcmp(rest, "white") == 0;
    int quarters = is_white ? APO_QUARTERS_LOSS : APO_QUARTERS_WIN;
    expect(r, "ok", apo_status_message(apo_game_end(r->game, quarters)), NULL);
}

static void do_agree(runner *r, char *rest)
{
    int quarters;
    r->is_ended_by_players = true;
    if (!apo_result_read(&quarters, apo_span_of(rest)))
        fault(r, "no result", rest);
    else
        expect(r, "ok", apo_status_message(apo_game_end(r->game, quarters)), NULL);
}

/* --- files --------------------------------------------------------------- */

typedef struct {
    const char *word;
    void (*run)(runner *r, char *rest);
    bool needs_position;
} verb;

static const verb verbs[] = {
    {"variant", do_variant, false},
    {"define", do_define, false},
    {"start", do_start, false},
    {"bad-start", do_bad_start, false},
    {"fen", do_fen, false},
    {"pieces", do_pieces, false},
    {"bad-fen", do_bad_fen, false},
    {"fen-is", do_fen_is, true},
    {"same-as", do_same_as, true},
    {"play", do_play, true},
    {"differs-from", do_differs_from, true},
    {"legal", do_legal, true},
    {"illegal", do_illegal, true},
    {"moves", do_moves, true},
    {"count", do_count, true},
    {"perft", do_perft, true},
    {"check", do_check, true},
    {"result", do_result, true},
    {"points", do_points, true},
    {"san", do_san, true},
    {"courier", do_courier, true},
    {"reads", do_reads, true},
    {"misread", do_misread, true},
    {"resign", do_resign, true},
    {"agree", do_agree, true},
};

/* The text of a line without its comment and the blanks at both ends. A FEN has no '#', and a
 * mate's SAN is quoted with the '#' glued to it. */
static char *strip(char *line)
{
    char *start = line + strspn(line, " \t");
    for (char *hash = strchr(start, '#'); hash != NULL; hash = strchr(hash + 1, '#'))
        if (hash == start || hash[-1] == ' ' || hash[-1] == '\t') {
            *hash = '\0';
            break;
        }
    size_t length = strcspn(start, "\r\n");
    while (length > 0 && (start[length - 1] == ' ' || start[length - 1] == '\t'))
        length--;
    start[length] = '\0';
    return start;
}

static void run_line(runner *r, char *line)
{
    char *rest = strip(line), *word = next_word(&rest);
    if (word == NULL)
        return;
    rest += strspn(rest, " \t");
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(word, verbs[i].word) != 0)
            continue;
        if (r->var == NULL && verbs[i].run != do_variant && verbs[i].run != do_define)
            fault(r, "no variant has been named", "");
        else if (verbs[i].needs_position && r->game == NULL)
            fault(r, "there is no position", "");
        else
            verbs[i].run(r, rest);
        return;
    }
    fault(r, "unknown verb", word);
}

/* The games of a file are its own: the table has places for those of one file. */
static void forget_games(runner *r)
{
    apo_game_free(r->game);
    r->game = NULL;
    r->var = NULL;
    for (size_t i = 0; i < r->game_count; i++)
        apo_variant_free(r->games[i]);
    r->game_count = 0;
}

static bool run_file(runner *r, const char *path)
{
    static char line[LINE_SIZE];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return false;
    }
    r->path = path;
    for (r->line = 1; fgets(line, sizeof line, file) != NULL; r->line++)
        run_line(r, line);
    fclose(file);
    forget_games(r);
    return true;
}

int main(int argc, char **argv)
{
    static runner r;
    bool is_read = argc > 1;
    for (int i = 1; i < argc; i++)
        is_read = run_file(&r, argv[i]) && is_read;
    printf("%ld passed, %ld failed\n", r.passed, r.failed);
    return !is_read || r.failed > 0 || r.passed == 0;
}
