/* Logs of Game Courier in all forms of docs/game-courier.md: random games of all built-in games
 * are written as people and presets write them, and must be read back whole: moves, comments,
 * signs, names, results. APO_LOGS=N tries N logs instead of 1,000 (or 250). */
#include "playout.h"
#include "test.h"

#include "apothecary/game.h"
#include "notation/courier.h"
#include "notation/courier_log.h"
#include "notation/result.h"

enum {
    LOGS = 1000 / GAMES_STEP,
    PLIES_MAX = 60,
    WORDS_MAX = 200,
    MOVE_MAX = 2 * APO_COURIER_MAX
};

/* How one log is written. */
typedef struct style {
    bool has_number, has_long_black, is_paired, has_slashes, has_headers, has_result_header;
    bool has_spaces, is_crlf, has_mark, has_at, has_dest;
    unsigned labels; /* 0: as we write them, 1: none, 2: in the other case, 3: foreign */
} style;

typedef struct written {
    apo_buffer text;
    apo_buffer comments; /* all of them, a line each, in order */
    apo_game *game;
    int quarters;
    const char *reason;
    unsigned nags;
} written;

static playout all;

static bool percent(unsigned chance)
{
    return playout_percent(&all, chance);
}

static const char *pick(const char *const *texts, unsigned count)
{
    return texts[playout_below(&all, count)];
}

#define PICK(...)                            \
    pick((const char *const[]){__VA_ARGS__}, \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void put(written *out, const char *text)
{
    apo_buffer_add(&out->text, text);
}

static void end_line(written *out, const style *s)
{
    put(out, s->is_crlf ? "\r\n" : "\n");
}

static style choose_style(void)
{
    return (style){.has_number = percent(80),
                   .has_long_black = percent(20),
                   .is_paired = percent(25),
                   .has_slashes = percent(50),
                   .has_headers = percent(80),
                   .has_result_header = percent(40),
                   .has_spaces = percent(15),
                   .is_crlf = percent(20),
                   .has_mark = percent(10),
                   .has_at = percent(30),
                   .has_dest = percent(40),
                   .labels = percent(60) ? 0 : playout_below(&all, 4)};
}

/* --- one move ------------------------------------------------------------ */

static bool is_label(const char *text)
{
    bool has_form = text[0] == '+';
    return apo_is_letter(text[has_form]) && text[has_form + 1] == ' ';
}

/* The label of a step, in the style. */
static void copy_label(char **out, const char **text, const style *s)
{
    static const char foreign[] = "Xyz ";
    bool has_form = (*text)[0] == '+';
    const char *from = *text;
    *text += has_form + 2;
    if (s->labels == 3)
        for (size_t i = 0; foreign[i] != '\0'; i++)
            *(*out)++ = foreign[i];
    for (; s->labels != 1 && s->labels != 3 && from < *text; from++) {
        bool is_other = s->labels == 2 && apo_is_letter(*from);
        *(*out)++ = is_other ? (char)(*from ^ 0x20) : *from;
    }
}

/* Rewrites our own text of a move: "P e9-e10; Q-e10", "d6-", "N*f3". */
static void restyle(char *out, const char *text, const style *s)
{
    const char *landing = strchr(text, '-') != NULL ? strchr(text, '-') + 1 : "";
    size_t landing_length = strcspn(landing, "; ");
    bool is_start = true, is_pass = text[0] == '-';
    while (*text != '\0') {
        bool is_removal = is_start && apo_is_lower(text[0]) && apo_is_digit(text[1]);
        if (is_start && is_label(text))
            copy_label(&out, &text, s);
        size_t length = strcspn(text, ";");
        is_removal = is_removal && text[length - 1] == '-';
        if (is_removal && s->has_at && text > landing) {
            *out++ = '@';
            *out++ = '-';
            memcpy(out, text, length - 1);
            out += length - 1;
            text += length;
        }
        for (; *text != '\0' && *text != ';'; text++) {
            bool is_target =
                text[0] == '-' && text > landing && s->has_dest &&
                strncmp(text + 1, landing, landing_length) == 0 &&
                (text[1 + landing_length] == ';' || text[1 + landing_length] == '\0') &&
                apo_is_letter(text[-1]);
            bool is_step =
                text[0] == '-' && !is_pass && apo_is_digit(text[-1]) && apo_is_lower(text[1]);
            if (is_target) {
                memcpy(out, "-dest", 5);
                out += 5;
                text += landing_length;
            } else if (is_step && s->has_spaces) {
                memcpy(out, " - ", 3);
                out += 3;
            } else {
                *out++ = text[0] == '*' && s->has_at ? '@' : text[0];
            }
        }
        is_start = *text == ';';
        while (*text == ';' || *text == ' ')
            *out++ = *text++;
    }
    *out = '\0';
}

static void put_number(written *out, const style *s, unsigned number, bool is_white)
{
    apo_buffer_add_number(&out->text, number);
    put(out, is_white ? ". " : s->has_long_black ? ". ... " : "... ");
}

static void put_move(written *out, const apo_move *mv, const style *s)
{
    char plain[APO_COURIER_MAX], styled[MOVE_MAX];
    apo_text text = apo_text_start(plain, sizeof plain);
    apo_courier_write(&text, apo_game_position(out->game), mv);
    assert_false(text.is_overflowed);
    restyle(styled, plain, s);
    put(out, styled);
    if (!s->is_paired && percent(5)) {
        put(out, percent(50) ? " ;" : ";");
    } else if (percent(10)) {
        put(out, PICK("!", "?", "!!", "??", "!?", "?!"));
        out->nags++;
    } else if (percent(5)) {
        put(out, PICK("+", "#", " !", " ?"));
    }
}

/* --- comments, headers, ends --------------------------------------------- */

/* `start` comes first: before the moves, "White: ..." would be a header. */
static void put_comment(written *out, const style *s, const char *start)
{
    apo_buffer words;
    apo_buffer_init(&words, NULL);
    apo_buffer_add(&words, start);
    for (unsigned i = 0; i < 1 + playout_below(&all, 8); i++) {
        apo_buffer_add(&words, i > 0 ? " " : "");
        apo_buffer_add(&words, PICK("the", "pawn", "won't", "{hold}", "\xc3\xa9t\xc3\xa9",
                                    "e2-e4;", "resign", "White:", "1-0", "http://x/y", "\"so\"",
                                    "[%clk", "3...", "\xe2\x99\x9f", "Black", "<b>"));
    }
    put(out, "// ");
    put(out, words.bytes);
    end_line(out, s);
    apo_buffer_add_span(&out->comments, apo_buffer_span(&words));
    apo_buffer_add(&out->comments, "\n");
    apo_buffer_clear(&words);
}

static void put_header(written *out, const style *s, const char *name, const char *value)
{
    put(out, s->has_slashes ? "// " : "");
    put(out, name);
    put(out, ": ");
    put(out, value);
    end_line(out, s);
}

static void put_headers(written *out, const style *s, const apo_variant *var)
{
    const apo_variant_info *info = apo_variant_info_of(var);
    if (s->has_mark)
        put(out, "\xEF\xBB\xBF");
    put_header(out, s, PICK("Game", "Variant", "Preset", "game"),
               percent(50) ? info->id : info->name);
    if (info->start_count > 1) /* Chess960 has no first start */
        put_header(out, s, PICK("Start", "Setup"), "1");
    if (!s->has_headers)
        return;
    put_header(out, s, "Log", "ann-ben-2009-33-1");
    put_header(out, s, PICK("White", "Player 1", "First player"), "Ann");
    put_header(out, s, PICK("Black", "Player 2", "Second player"), "Ben");
    put_header(out, s, PICK("Date", "Started"), PICK("2009-02-03", "2009.02.03 10:11"));
    if (!s->has_slashes)
        put_header(out, s, "Board shown", "with grid");
    end_line(out, s);
}

static const char *words_of_result(int quarters)
{
    if (quarters == APO_QUARTERS_DRAW)
        return PICK("1/2-1/2", "drawn", "Draw", "draw agreed");
    return quarters == APO_QUARTERS_WIN
               ? PICK("1-0", "White wins", "Ann has won", "White won")
               : PICK("0-1", "Black wins", "Ben won", "Black has won.");
}

/* The words of an end, without the line's number. */
static const char *put_end_words(written *out, unsigned side)
{
    bool is_white = side == APO_WHITE;
    unsigned kind = playout_below(&all, 5);
    out->quarters = is_white ? APO_QUARTERS_LOSS : APO_QUARTERS_WIN;
    if (kind == 0) {
        put(out, PICK("drawn", "accept draw", "acceptdraw", "Draw agreed."));
        out->quarters = APO_QUARTERS_DRAW;
        return "agreement";
    }
    if (kind == 1) {
        put(out, PICK("timeout", "out of time"));
        return "time";
    }
    if (kind == 2) {
        put(out, PICK("lost", "LOST"));
        return "";
    }
    if (kind == 3) {
        put(out, is_white ? "White resigns" : "black resigned!");
        return "resignation";
    }
    put(out, PICK("resign", "resigns", "I resign", "Resign."));
    return "resignation";
}

static void put_end(written *out, const style *s)
{
    apo_game_info info = apo_game_info_of(out->game);
    unsigned side = apo_position_side(apo_game_position(out->game));
    out->reason = "";
    out->quarters = APO_QUARTERS_UNKNOWN; /* of a game that the rules end */
    if (info.is_over) {
        if (percent(30)) {
            put(out, PICK("checkmate", "mate", "stalemate"));
            end_line(out, s);
        }
        return;
    }
    if (s->has_number && percent(50))
        put_number(out, s, 1 + (unsigned)info.length / 2, side == APO_WHITE);
    if (percent(25)) {
        out->quarters = percent(30)   ? APO_QUARTERS_DRAW
                        : percent(50) ? APO_QUARTERS_WIN
                                      : APO_QUARTERS_LOSS;
        put(out, apo_result_text(out->quarters));
    } else {
        out->reason = put_end_words(out, side);
    }
    if (percent(20)) {
        put(out, " ");
        put_comment(out, s, "");
    } else {
        end_line(out, s);
    }
    if (s->has_headers && s->has_result_header)
        put_header(out, s, PICK("Result", "Status"), words_of_result(out->quarters));
}

/* --- a whole log --------------------------------------------------------- */

static void put_moves(written *out, const style *s)
{
    unsigned plies = 1 + playout_below(&all, PLIES_MAX);
    bool is_line_begun = false;
    for (unsigned i = 0; i < plies && !apo_game_info_of(out->game).is_over; i++) {
        const apo_position *pos = apo_game_position(out->game);
        bool is_white = apo_position_side(pos) == APO_WHITE;
        apo_move_list *legal = apo_moves_start(&all.legal);
        assert_int_equal(apo_moves_legal(legal, pos), APO_OK);
        apo_move mv = legal->moves[playout_below(&all, (unsigned)legal->count)];
        if (s->has_number && (!is_line_begun || percent(50)))
            put_number(out, s, 1 + i / 2, is_white);
        put_move(out, &mv, s);
        assert_int_equal(apo_game_play(out->game, &mv), APO_OK);
        is_line_begun = s->is_paired && is_white && i + 1 < plies && percent(80) &&
                        !apo_game_info_of(out->game).is_over;
        if (is_line_begun) {
            put(out, percent(50) ? "  " : "\t");
            continue;
        }
        if (percent(15)) {
            put(out, " ");
            put_comment(out, s, "");
            if (percent(30))
                put_comment(out, s, "");
        } else {
            end_line(out, s);
        }
        if (percent(5)) {
            put(out, PICK("offer draw", "Offers a draw.", "draw?", "decline draw", "#", ""));
            end_line(out, s);
        }
    }
}

static void write_log(written *out, const style *s)
{
    apo_variant *var = all.games[playout_below(&all, (unsigned)all.game_count)];
    apo_position start;
    apo_buffer_init(&out->text, NULL);
    apo_buffer_init(&out->comments, NULL);
    out->nags = 0;
    assert_int_equal(apo_position_start(&start, var, 0, 1), APO_OK);
    assert_int_equal(apo_game_new(&out->game, &start, NULL), APO_OK);
    put_headers(out, s, var);
    if (percent(20))
        put_comment(out, s, "Hello, ");
    put_moves(out, s);
    put_end(out, s);
}

/* --- reading it ---------------------------------------------------------- */

static bool has_same_moves(const apo_pgn_game *pgn, const written *log)
{
    size_t index = 0, length = apo_game_info_of(log->game).length;
    uint32_t node = pgn->nodes[0].first_child;
    for (; node != 0 && index < length; node = pgn->nodes[node].first_child, index++) {
        apo_move mv = apo_game_move(log->game, index);
        if (!apo_move_same(&mv, &pgn->nodes[node].move))
            return false;
    }
    return node == 0 && index == length;
}

static bool has_same_comments(const apo_pgn_game *pgn, const written *log)
{
    apo_buffer read;
    unsigned nags = 0;
    uint32_t node = 0;
    apo_buffer_init(&read, NULL);
    do {
        const apo_pgn_comments *after = &pgn->nodes[node].after;
        apo_buffer_add_span(&read, (apo_span){after->text, after->length});
        apo_buffer_add(&read, after->length > 0 ? "\n" : "");
        nags += pgn->nodes[node].nag_count;
        node = pgn->nodes[node].first_child;
    } while (node != 0);
    bool is_same = apo_span_same(apo_buffer_span(&read), apo_buffer_span(&log->comments)) &&
                   nags == log->nags;
    apo_buffer_clear(&read);
    return is_same;
}

static bool has_same_tags(const apo_pgn_game *pgn, const written *log, const style *s)
{
    return pgn->white_quarters == log->quarters &&
           apo_span_is(apo_pgn_tag_get(pgn, "Termination"), log->reason) &&
           (!s->has_headers || (apo_span_is(apo_pgn_tag_get(pgn, "White"), "Ann") &&
                                apo_span_is(apo_pgn_tag_get(pgn, "Black"), "Ben") &&
                                apo_span_is(apo_pgn_tag_get(pgn, "Date"), "2009.02.03")));
}

static bool is_read_back(const written *log, const style *s, apo_error *err)
{
    apo_courier_log reader;
    apo_pgn_game pgn;
    apo_variant *var = NULL;
    apo_position start;
    apo_pgn_game_init(&pgn, NULL);
    apo_courier_log_start(&reader, apo_buffer_span(&log->text));
    assert_int_equal(apo_courier_log_read_tags(&reader, &pgn), APO_OK);
    bool is_read = apo_definition_open(&var, apo_pgn_variant_id(&pgn), NULL, NULL) == APO_OK &&
                   apo_pgn_start_position(&start, &pgn, var, err) == APO_OK &&
                   apo_pgn_set_start(&pgn, &start) == APO_OK &&
                   apo_courier_log_read_moves(&reader, &pgn, err) == APO_OK &&
                   !apo_courier_log_has_game(&reader) && has_same_moves(&pgn, log) &&
                   has_same_comments(&pgn, log) && has_same_tags(&pgn, log, s);
    apo_pgn_game_clear(&pgn);
    apo_variant_free(var);
    return is_read;
}

static void test_random_logs(void **state)
{
    const char *wanted = getenv("APO_LOGS");
    unsigned logs = wanted != NULL ? (unsigned)atoi(wanted) : LOGS, lost = 0;
    (void)state;
    playout_open(&all, 22);
    for (unsigned i = 0; i < logs; i++) {
        const style s = choose_style();
        written log;
        apo_error err = {.detail = ""};
        write_log(&log, &s);
        if (!is_read_back(&log, &s, &err)) {
            if (lost++ < 5)
                print_error("log %u, at %zu: %s\n%s\n", i, err.position, err.detail,
                            log.text.bytes);
        }
        apo_game_free(log.game);
        apo_buffer_clear(&log.text);
        apo_buffer_clear(&log.comments);
    }
    playout_close(&all);
    print_message("%u of %u logs read back\n", logs - lost, logs);
    assert_int_equal(lost, 0);
}

/* A word of a million letters is no move. Looking on from each of its letters for a label took
 * a quarter of an hour. */
static void test_long_word(void **state)
{
    enum {
        LETTERS = 1000000
    };

    apo_buffer text;
    apo_pgn_game pgn;
    apo_courier_log log;
    apo_position start;
    apo_error err = {.detail = ""};
    apo_variant *var = NULL;
    (void)state;
    apo_buffer_init(&text, NULL);
    apo_buffer_add(&text, "// Variant: chess\n");
    for (unsigned i = 0; i < LETTERS; i++)
        apo_buffer_add_char(&text, 'K');
    apo_pgn_game_init(&pgn, NULL);
    apo_courier_log_start(&log, apo_buffer_span(&text));
    assert_int_equal(apo_courier_log_read_tags(&log, &pgn), APO_OK);
    assert_int_equal(apo_definition_open(&var, apo_span_of("chess"), NULL, NULL), APO_OK);
    assert_int_equal(apo_pgn_start_position(&start, &pgn, var, &err), APO_OK);
    assert_int_equal(apo_pgn_set_start(&pgn, &start), APO_OK);
    assert_int_equal(apo_courier_log_read_moves(&log, &pgn, &err), APO_E_SYNTAX);
    apo_pgn_game_clear(&pgn);
    apo_variant_free(var);
    apo_buffer_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_logs),
                                       cmocka_unit_test(test_long_word)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
