/* XBetza: every string of tests/betza against its full set of moves, and what is refused. */
#include "betza_help.h"

#include "base/random.h"
#include "base/text.h"
#include "definition/betza/betza.h"
#include "rules/tables/path.h"

enum {
    LINE_MAX_BYTES = 32768,
    PATHS_KEPT_MAX = 4096,
    OUTCOMES_MAX = 4096,
    OUTCOME_TEXT_MAX = 48,
    CAPTURES_MAX = 8
};

/* What stands on a square: '.' nobody, 'f' a friend, 'v' one that has never moved, 'e' an
 * enemy, 'k' an enemy royal piece. */
typedef struct test_board {
    apo_geometry geo;
    char pieces[APO_SQUARES_MAX];
    apo_square from;
    bool is_unmoved;
} test_board;

typedef struct path_list {
    apo_path paths[PATHS_KEPT_MAX];
    size_t count;
} path_list;

/* A set of outcomes as texts, "to+captured+captured", in the offsets of the files. */
typedef struct outcome_set {
    char texts[OUTCOMES_MAX][OUTCOME_TEXT_MAX];
    size_t count;
} outcome_set;

static test_board board;
static path_list path_buf;
static outcome_set found_set, expected_set;

static void set_up_board(unsigned files, unsigned rows, unsigned file, unsigned row)
{
    memset(&board, 0, sizeof board);
    board.geo.files = (uint8_t)files;
    board.geo.rows = (uint8_t)rows;
    board.geo.bottom_rank = 1;
    for (unsigned sq = 0; sq < files * rows; sq++) {
        board.geo.place[sq] = APO_PLACE_SQUARE;
        board.pieces[sq] = '.';
    }
    board.from = (apo_square)(row * files + file);
    board.is_unmoved = true;
}

static bool keep_path(void *context, const apo_path *path)
{
    path_list *list = context;
    assert_true(list->count < PATHS_KEPT_MAX);
    list->paths[list->count++] = *path;
    return true;
}

static void walk_paths(const apo_piece_moves *moves)
{
    path_buf.count = 0;
    assert_int_equal(
        apo_paths_walk(&board.geo, moves, APO_WHITE, board.from, keep_path, &path_buf), APO_OK);
}

static bool is_met(const apo_path_step *step)
{
    char piece = board.pieces[step->square];
    bool is_friend = piece == 'f' || piece == 'v';
    switch (step->condition) {
    case APO_CONDITION_EMPTY: return piece == '.';
    case APO_CONDITION_SCREEN: return piece != '.';
    case APO_CONDITION_FRIEND:
    case APO_CONDITION_REMOVE: return is_friend;
    case APO_CONDITION_ENEMY: return piece == 'e' || piece == 'k';
    case APO_CONDITION_TAKE: return piece == 'e';
    default: return false; /* no en-passant squares here */
    }
}

static bool is_capture(const apo_path_step *step)
{
    return step->condition == APO_CONDITION_TAKE || step->condition == APO_CONDITION_REMOVE;
}

/* True if the path is open on the board; the end's piece in `*out_captured` ('.' if none). */
static bool is_open(const apo_path *path, char *out_captured)
{
    if (path->is_unmoved && !board.is_unmoved)
        return false;
    for (unsigned i = 0; i < path->step_count; i++)
        if (!is_met(&path->steps[i]))
            return false;
    char piece = board.pieces[path->to];
    *out_captured = piece;
    if (piece == '.')
        return path->end & APO_END_MOVE;
    if (piece == 'f' || piece == 'v')
        return path->end & APO_END_FRIEND;
    return (path->end & APO_END_CAPTURE) || (piece == 'k' && (path->end & APO_END_ROYAL));
}

static void add_outcome(outcome_set *set, apo_span text)
{
    for (size_t i = 0; i < set->count; i++)
        if (apo_span_is(text, set->texts[i]))
            return;
    assert_true(set->count < OUTCOMES_MAX && text.length < OUTCOME_TEXT_MAX);
    memcpy(set->texts[set->count], text.text, text.length);
    set->texts[set->count++][text.length] = '\0';
}

static void add_offset(apo_text *text, apo_square sq)
{
    int files = board.geo.files;
    apo_text_add_number(text, sq % files - board.from % files);
    apo_text_add_char(text, ',');
    apo_text_add_number(text, sq / files - board.from / files);
}

/* Adds "to+captured..." for a path that is open. */
static void add_open_path(outcome_set *set, const apo_path *path)
{
    char bytes[OUTCOME_TEXT_MAX], captured;
    apo_text text = apo_text_start(bytes, sizeof bytes);
    if (!is_open(path, &captured))
        return;
    add_offset(&text, path->to);
    for (unsigned i = 0; i < path->step_count; i++) {
        if (is_capture(&path->steps[i])) {
            apo_text_add_char(&text, '+');
            add_offset(&text, path->steps[i].square);
        }
    }
    if (captured != '.') {
        apo_text_add_char(&text, '+');
        add_offset(&text, path->to);
    }
    add_outcome(set, apo_text_span(&text));
}

/* Castling as xbetza.md 1.10 says it, check left aside: "to@partner to@partner from". */
static void add_castling(outcome_set *set, const apo_castling *castling, int toward)
{
    int files = board.geo.files, file = board.from % files, row = board.from / files;
    int last = file;
    while (apo_geometry_at(&board.geo, last + toward, row) != APO_SQUARE_NONE)
        last += toward;
    int partner = last - toward * castling->partner_inward;
    int to = file + toward * castling->king_steps;
    if ((partner - file) * toward <= 0 || (partner - to) * toward < 0 || !board.is_unmoved)
        return;
    for (int between = file + toward; between != partner; between += toward)
        if (board.pieces[row * files + between] != '.')
            return;
    if (board.pieces[row * files + partner] != 'v')
        return;
    char bytes[OUTCOME_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    add_offset(&text, (apo_square)(row * files + to));
    apo_text_add_char(&text, '@');
    add_offset(&text, (apo_square)(row * files + to - toward));
    apo_text_add_char(&text, '@');
    add_offset(&text, (apo_square)(row * files + partner));
    add_outcome(set, apo_text_span(&text));
}

static void find_outcomes(outcome_set *set, const apo_piece_moves *moves)
{
    set->count = 0;
    walk_paths(moves);
    for (size_t i = 0; i < path_buf.count; i++)
        add_open_path(set, &path_buf.paths[i]);
    for (unsigned i = 0; i < moves->castling_count; i++) {
        if (moves->castlings[i].is_left)
            add_castling(set, &moves->castlings[i], -1);
        if (moves->castlings[i].is_right)
            add_castling(set, &moves->castlings[i], 1);
    }
}

static void read_outcomes(outcome_set *set, apo_span words)
{
    set->count = 0;
    for (;;) {
        apo_span word = apo_span_word(&words);
        if (word.length == 0)
            return;
        if (!apo_span_is(word, "-"))
            add_outcome(set, word);
    }
}

static bool is_in_set(const outcome_set *set, const char *text)
{
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->texts[i], text) == 0)
            return true;
    return false;
}

/* Prints what one set has and the other lacks; true if nothing. */
static bool compare_sets(const char *name, const char *what)
{
    bool is_same = true;
    for (size_t i = 0; i < found_set.count; i++) {
        if (!is_in_set(&expected_set, found_set.texts[i])) {
            print_error("%s: %s: %s is too much\n", name, what, found_set.texts[i]);
            is_same = false;
        }
    }
    for (size_t i = 0; i < expected_set.count; i++) {
        if (!is_in_set(&found_set, expected_set.texts[i])) {
            print_error("%s: %s: %s is missing\n", name, what, expected_set.texts[i]);
            is_same = false;
        }
    }
    return is_same;
}

/* Splits a line at its tabs; returns the number of fields. */
static unsigned split_fields(char *line, char *fields[], unsigned field_max)
{
    unsigned count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (unsigned i = 0; i < field_max; i++)
        fields[i] = line; /* so that none is NULL */
    while (line && count < field_max) {
        fields[count++] = line;
        line = strchr(line, '\t');
        if (line)
            *line++ = '\0';
    }
    return count;
}

/* Calls `check` for each line of a table but comments and the head; "N of M" must be all. */
static void check_table(const char *name, unsigned field_count, bool (*check)(char *fields[]))
{
    static char line[LINE_MAX_BYTES];
    unsigned good = 0, all = 0;
    FILE *file = fopen(name, "r");
    if (!file)
        fail_msg("%s: cannot be opened", name);
    while (fgets(line, sizeof line, file)) {
        char *fields[16];
        if (line[0] == '#' || strncmp(line, "xbetza\t", 7) == 0)
            continue;
        assert_int_equal(split_fields(line, fields, 16), field_count);
        all++;
        good += check(fields);
    }
    fclose(file);
    print_message("%s: %u of %u agree\n", name, good, all);
    assert_true(all > 0);
    assert_int_equal(good, all);
}

static void find_moves_alone(void)
{
    found_set.count = 0;
    for (size_t i = 0; i < path_buf.count; i++)
        add_open_path(&found_set, &path_buf.paths[i]);
}

/* Adds "victim" or "victim->to" for every way to capture the one enemy on `victim`. */
static void find_captures_of(apo_square victim)
{
    board.pieces[victim] = 'e';
    for (size_t i = 0; i < path_buf.count; i++) {
        const apo_path *path = &path_buf.paths[i];
        char bytes[OUTCOME_TEXT_MAX], captured;
        apo_text text = apo_text_start(bytes, sizeof bytes);
        if (!is_open(path, &captured))
            continue;
        add_offset(&text, victim);
        bool is_locust = false;
        for (unsigned k = 0; k < path->step_count; k++)
            is_locust |= is_capture(&path->steps[k]);
        if (is_locust) {
            apo_text_add(&text, "->");
            add_offset(&text, path->to);
        }
        if (is_locust || captured != '.')
            add_outcome(&found_set, apo_text_span(&text));
    }
    board.pieces[victim] = '.';
}

/* Fields: xbetza, number of moves, moves, number of captures, captures, three remarks. */
static bool check_case(char *fields[])
{
    enum {
        FILES = 16,
        ROWS = 16,
        HOME = 7
    };

    set_up_board(FILES, ROWS, HOME, HOME);
    apo_piece_moves moves = parse(fields[0]);
    walk_paths(&moves);
    find_moves_alone();
    read_outcomes(&expected_set, apo_span_of(fields[2]));
    assert_int_equal(expected_set.count, strtoul(fields[1], NULL, 10));
    bool is_good = compare_sets(fields[0], "moves");
    found_set.count = 0;
    for (unsigned sq = 0; sq < FILES * ROWS; sq++)
        if (sq != board.from)
            find_captures_of((apo_square)sq);
    read_outcomes(&expected_set, apo_span_of(fields[4]));
    assert_int_equal(expected_set.count, strtoul(fields[3], NULL, 10));
    return compare_sets(fields[0], "captures") && is_good;
}

static void test_cases(void **state)
{
    (void)state;
    check_table("tests/betza/cases.tsv", 8, check_case);
}

static void place_others(char *text)
{
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        char *rest;
        if (*word == '-')
            continue;
        long x = strtol(word + 1, &rest, 10);
        long y = strtol(rest + 1, NULL, 10);
        long sq = board.from + y * board.geo.files + x;
        if (*word == 'h')
            board.geo.place[sq] = APO_PLACE_NONE;
        else
            board.pieces[sq] = *word;
    }
}

/* Fields: xbetza, files, rows, at, unmoved, others, expected, remark. */
static bool check_position(char *fields[])
{
    char *rest;
    unsigned long x = strtoul(fields[3], &rest, 10);
    unsigned long y = strtoul(rest + 1, NULL, 10);
    set_up_board((unsigned)strtoul(fields[1], NULL, 10), (unsigned)strtoul(fields[2], NULL, 10),
                 (unsigned)x, (unsigned)y);
    board.is_unmoved = *fields[4] == '1';
    place_others(fields[5]);
    apo_piece_moves moves = parse(fields[0]);
    find_outcomes(&found_set, &moves);
    read_outcomes(&expected_set, apo_span_of(fields[6]));
    return compare_sets(fields[0], "position");
}

static void test_positions(void **state)
{
    (void)state;
    check_table("tests/betza/positions.tsv", 8, check_position);
}

/* Fills the board with pieces at random, one square in four. */
static void scatter_pieces(apo_random *random)
{
    static const char pieces[] = {'f', 'v', 'e', 'k'};
    for (unsigned sq = 0; sq < apo_geometry_squares(&board.geo); sq++)
        board.pieces[sq] = apo_random_below(random, 4) > 0 || sq == board.from
                               ? '.'
                               : pieces[apo_random_below(random, sizeof pieces)];
}

/* Two strings that mean the same moves, on the empty board and on boards full of pieces. */
static void test_identities(void **state)
{
    static const char *const pairs[][2] = {
        {"[D?B]", "DmpafyafsW"},
        {"[F?R]", "FyafsF"},
        {"[W?B]", "WyafsW"},
        {"[W-F]", "afsW"},
        {"[F-W]", "afsF"},
        {"[F-R]", "yafsF"},
        {"[F-B]", "yafF"},
        {"[W?sR]", "WyasW"},
        {"[F?fqR]", "v[F?R]"},
        {"[mF-cR]", "yafscF"},
        {"pR", "pafR"},
        {"gQ", "gafQ"},
        {"pcR", "cpR"},
        {"nN", "afsW"},
        {"afsafzW", "afraflWaflafrW"},
        {"afafsKafsafzfK", "afafsKafsafzKafsafK"},
        {"afafafsKafsafafKafafsafzKafsafzafK",
         "afafafsKafsafafKafafraflKafaflafrKafraflafKaflafrafK"},
        {"L", "C"},
        {"J", "Z"},
        {"WY", "Z"},
        {"FY", "G"},
        {"W4", "R4"},
        {"R", "WW"},
        {"F0", "B"},
        {"DD", "D0"},
        {"NN", "N0"},
        {"K", "WF"},
        {"Q", "RB"},
        {"ffsK", "fWsW"},
        {"fhK", "fWfF"},
        {"fhN", "fNfsN"},
        {"rfnN", "fafrW"},
        {"mpafN", "hlmpafNhrmpafN"},
        {"mcdR", "RdR"},
        {"fr[W?B]", "rWryaflW"},
        {"pW2", "pafW"},
        {"caK", "cafKcablbrKcasKcafsK"},
        {"zF0", "zB"},
        {"zR", "zW"},
        {"qQ", "qK"},
    };
    apo_random random;
    (void)state;
    apo_random_seed(&random, 1);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        apo_piece_moves first = parse(pairs[i][0]), second = parse(pairs[i][1]);
        for (unsigned round = 0; round < 20; round++) {
            set_up_board(16, 16, apo_random_below(&random, 16), apo_random_below(&random, 16));
            if (round > 0)
                scatter_pieces(&random);
            find_outcomes(&found_set, &first);
            find_outcomes(&expected_set, &second);
            assert_true(compare_sets(pairs[i][0], pairs[i][1]));
        }
    }
}

/* What is refused: where, and as what. */
static const struct {
    const char *text;
    apo_status status;
    size_t position;
} refusals[] = {
    {"", APO_E_SYNTAX, 0},
    {" W", APO_E_SYNTAX, 0},
    {"WM", APO_E_SYNTAX, 1},
    {"mRcp", APO_E_SYNTAX, 4},
    {"Wf", APO_E_SYNTAX, 2},
    {"wF", APO_E_SYNTAX, 0},
    {"W\xC3\xA9", APO_E_SYNTAX, 1},
    {"3W", APO_E_SYNTAX, 0},
    {"R100", APO_E_SYNTAX, 3},
    {"NN3", APO_E_SYNTAX, 2},
    {"KK", APO_E_SYNTAX, 1},
    {"FRR", APO_E_SYNTAX, 2},
    {"KX", APO_E_SYNTAX, 1},
    {"RY", APO_E_SYNTAX, 1},
    {"WXXXXXX", APO_E_TOO_LARGE, 6},
    {"mmW", APO_E_SYNTAX, 1},
    {"hW", APO_E_SYNTAX, 0},
    {"fhW", APO_E_SYNTAX, 1},
    {"xR", APO_E_UNSUPPORTED, 0},
    {"udQ", APO_E_UNSUPPORTED, 0},
    {"tR", APO_E_UNSUPPORTED, 0},
    {"yR", APO_E_SYNTAX, 0},
    {"pgR", APO_E_SYNTAX, 0},
    {"kaK", APO_E_UNSUPPORTED, 0},
    {"nW", APO_E_SYNTAX, 0},
    {"nC", APO_E_UNSUPPORTED, 0},
    {"nNN", APO_E_UNSUPPORTED, 0},
    {"inN", APO_E_UNSUPPORTED, 1},
    {"njD", APO_E_SYNTAX, 1},
    {"fnafsmR", APO_E_UNSUPPORTED, 1},
    {"jW", APO_E_SYNTAX, 0},
    {"jR1", APO_E_SYNTAX, 0},
    {"jN", APO_E_SYNTAX, 0},
    {"jjD", APO_E_SYNTAX, 0},
    {"jpR", APO_E_UNSUPPORTED, 0},
    {"oooR", APO_E_SYNTAX, 0},
    {"zqK", APO_E_SYNTAX, 1},
    {"zaR", APO_E_SYNTAX, 0},
    {"qR", APO_E_UNSUPPORTED, 0},
    {"zR1", APO_E_SYNTAX, 0},
    {"pzR", APO_E_UNSUPPORTED, 0},
    {"afzK", APO_E_SYNTAX, 2},
    {"afafzW", APO_E_SYNTAX, 4},
    {"maW*", APO_E_UNSUPPORTED, 2},
    {"jW*", APO_E_UNSUPPORTED, 1},
    {"f(cafa)mF", APO_E_UNSUPPORTED, 1},
    {"WF)", APO_E_SYNTAX, 2},
    {"@3", APO_E_UNSUPPORTED, 0},
    {"aaaaaaaaK", APO_E_TOO_LARGE, 7},
    {"aaaaaaapK", APO_E_TOO_LARGE, 7},
    {"myamyamyamyamyamyamyaW", APO_E_TOO_LARGE, 21},
    {"isO", APO_E_SYNTAX, 2},
    {"iO2", APO_E_SYNTAX, 1},
    {"ifO2", APO_E_SYNTAX, 1},
    {"imsO2", APO_E_SYNTAX, 1},
    {"isO*", APO_E_SYNTAX, 2},
    {"aO2", APO_E_SYNTAX, 1},
    {"II", APO_E_UNSUPPORTED, 1},
    {"eI", APO_E_UNSUPPORTED, 0},
    {"iI", APO_E_SYNTAX, 0},
    {"I2", APO_E_SYNTAX, 0},
    {"fU", APO_E_SYNTAX, 0},
    {"U2", APO_E_SYNTAX, 0},
    {"[W]", APO_E_SYNTAX, 0},
    {"[W?", APO_E_SYNTAX, 3},
    {"[W?B", APO_E_SYNTAX, 4},
    {"[WB]", APO_E_SYNTAX, 2},
    {"[W?B]3", APO_E_UNSUPPORTED, 5},
    {"[W?N]", APO_E_UNSUPPORTED, 3},
    {"[F?sR]", APO_E_SYNTAX, 4},
    {"[W?O2]", APO_E_SYNTAX, 3},
    {"[W*?B]", APO_E_UNSUPPORTED, 1},
    {"[iW?B]", APO_E_SYNTAX, 1},
    {"[yW-B]", APO_E_SYNTAX, 1},
    {"[pW?B]", APO_E_UNSUPPORTED, 1},
    {"[Waf?B]", APO_E_SYNTAX, 2},
    {"m[cW?B]", APO_E_SYNTAX, 2},
    {"p[W?B]", APO_E_UNSUPPORTED, 0},
    {"f[rW?B]", APO_E_SYNTAX, 2},
    {"f[bW?B]", APO_E_SYNTAX, 2},
    {"v[F?fqR]", APO_E_UNSUPPORTED, 5},
    {"ma[W?B]", APO_E_SYNTAX, 2},
    {"[W?[W?B]]", APO_E_UNSUPPORTED, 3},
    {"[W?B]]", APO_E_SYNTAX, 5},
};

static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        apo_piece_moves out, untouched;
        apo_error err = {.status = APO_OK};
        memset(&out, 0x5A, sizeof out);
        untouched = out;
        apo_status status = apo_betza_parse(&out, apo_span_of(refusals[i].text), &err);
        if (status != refusals[i].status || err.position != refusals[i].position)
            fail_msg("%s: %d at %zu: %s", refusals[i].text, (int)status, err.position,
                     err.detail);
        assert_int_equal(err.status, status);
        assert_true(strlen(err.detail) > 20 && strchr(err.detail, '%') == NULL);
        assert_memory_equal(&out, &untouched, sizeof out);
        assert_int_equal(apo_betza_parse(&out, apo_span_of(refusals[i].text), NULL), status);
    }
}

static void test_castlings(void **state)
{
    (void)state;
    apo_piece_moves moves = parse("KisO3isjjO2rO4lO1");
    assert_int_equal(moves.castling_count, 4);
    const apo_castling *ways = moves.castlings;
    assert_true(ways[0].is_left && ways[0].is_right && ways[0].is_unmoved);
    assert_int_equal(ways[0].king_steps, 3);
    assert_int_equal(ways[0].partner_inward, 0);
    assert_int_equal(ways[1].partner_inward, 2);
    assert_true(!ways[2].is_left && ways[2].is_right && !ways[2].is_unmoved);
    assert_true(ways[3].is_left && !ways[3].is_right);
    assert_false(moves.imitation.is_present);
}

static void test_imitation(void **state)
{
    (void)state;
    apo_imitation both = parse("I").imitation;
    assert_true(both.is_present && both.is_forward && both.is_backward);
    assert_true(both.is_move && both.is_capture && !both.is_royal_capture);
    apo_imitation joker = parse("fI").imitation;
    assert_true(joker.is_forward && !joker.is_backward && joker.is_move && joker.is_capture);
    apo_imitation royal = parse("bmkI").imitation;
    assert_true(!royal.is_forward && royal.is_backward && royal.is_move);
    assert_true(!royal.is_capture && royal.is_royal_capture);
    assert_int_equal(parse("fI").move_count, 0);
}

/* Black's powers are White's turned by 180 degrees. */
static void test_black_is_turned(void **state)
{
    static const char *const texts[] = {
        "frN", "mfW*fceF", "hlN", "flR",    "v[F?R]", "lfB",     "fr[W?B]", "afrW",
        "zB",  "fsqN",     "rvN", "ycafrF", "fnDfAX", "afsafzW", "oR",      "flpQ"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        apo_piece_moves moves = parse(texts[i]);
        set_up_board(11, 9, 3, 2);
        walk_paths(&moves);
        find_moves_alone();
        expected_set.count = 0;
        path_list *white = malloc(sizeof *white);
        assert_non_null(white);
        *white = path_buf;
        path_buf.count = 0;
        unsigned last = 11 * 9 - 1;
        assert_int_equal(apo_paths_walk(&board.geo, &moves, APO_BLACK,
                                        (apo_square)(last - board.from), keep_path, &path_buf),
                         APO_OK);
        assert_int_equal(white->count, path_buf.count);
        for (size_t p = 0; p < white->count; p++) {
            bool is_found = false;
            for (size_t q = 0; q < path_buf.count && !is_found; q++)
                is_found = path_buf.paths[q].to == last - white->paths[p].to &&
                           path_buf.paths[q].end == white->paths[p].end &&
                           path_buf.paths[q].step_count == white->paths[p].step_count;
            assert_true(is_found);
        }
        free(white);
    }
}

/* What every path promises. */
static bool check_sanity(void *context, const apo_path *path)
{
    (void)context;
    assert_true(path->end != 0 && path->end < 32);
    assert_true(path->step_count <= APO_PATH_STEPS_MAX);
    assert_true(path->to < apo_geometry_squares(&board.geo));
    assert_true(path->to != path->from || path->end == APO_END_MOVE);
    for (unsigned i = 0; i < path->step_count; i++) {
        assert_true(path->steps[i].square < apo_geometry_squares(&board.geo));
        assert_true(board.geo.place[path->steps[i].square] != APO_PLACE_NONE);
        assert_true(path->steps[i].square != path->from);
        assert_true(path->steps[i].condition < APO_CONDITIONS);
        for (unsigned k = 0; k < i; k++)
            assert_true(path->steps[k].square != path->steps[i].square);
    }
    return true;
}

/* Law: any text is either refused, with a place in it, or gives paths without faults. */
static void hammer_text(apo_random *random, apo_span text)
{
    static apo_piece_moves moves;
    apo_error err;
    apo_status status = apo_betza_parse(&moves, text, &err);
    if (status != APO_OK) {
        assert_true(err.position <= text.length);
        assert_true(status == APO_E_SYNTAX || status == APO_E_UNSUPPORTED ||
                    status == APO_E_TOO_LARGE);
        return;
    }
    set_up_board(1 + apo_random_below(random, 16), 1 + apo_random_below(random, 18), 0, 0);
    unsigned squares = apo_geometry_squares(&board.geo);
    board.from = (apo_square)apo_random_below(random, squares);
    for (unsigned i = 0; i < squares / 8; i++)
        board.geo.place[apo_random_below(random, squares)] =
            (uint8_t)apo_random_below(random, APO_PLACES);
    board.geo.place[board.from] = APO_PLACE_SQUARE;
    (void)apo_paths_walk(&board.geo, &moves, APO_BLACK, board.from, check_sanity, NULL);
}

static void test_hammer(void **state)
{
    static const char letters[] = "fblrvshmcdekpgyijnozqtaaaaaaWFDANKRBQCZHGXYUOI[]?-0123*?x(";

    enum {
        ROUNDS = 60000,
        LENGTH_MAX = 14
    };

    apo_random random;
    (void)state;
    apo_random_seed(&random, 20240);
    for (unsigned i = 0; i < ROUNDS; i++) {
        char bytes[LENGTH_MAX];
        size_t length = apo_random_below(&random, LENGTH_MAX + 1);
        for (size_t k = 0; k < length; k++)
            bytes[k] = apo_random_below(&random, 200) == 0
                           ? (char)apo_random_below(&random, 127)
                           : letters[apo_random_below(&random, sizeof letters - 1)];
        hammer_text(&random, (apo_span){bytes, length});
    }
}

/* Texts made of whole legs, so that most of them are XBetza. */
static void test_hammer_with_legs(void **state)
{
    static const char *const parts[] = {
        "m", "c", "d", "p", "g",   "y",  "mp",  "cd",   "f",    "s",  "fs", "fz",
        "q", "i", "n", "j", "o",   "oo", "a",   "a",    "a",    "a",  "af", "afs",
        "W", "F", "K", "R", "B",   "Q",  "NN",  "D",    "AA",   "C",  "R4", "W*",
        "[", "?", "-", "]", "[F?", "R]", "[W-", "fqB]", "isO2", "fI", "z",  "WX"};

    enum {
        ROUNDS = 60000,
        PARTS_MAX = 8,
        PARTS = sizeof parts / sizeof parts[0]
    };

    apo_random random;
    (void)state;
    apo_random_seed(&random, 77);
    for (unsigned i = 0; i < ROUNDS; i++) {
        char bytes[PARTS_MAX * 4 + 1];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        for (unsigned k = 1 + apo_random_below(&random, PARTS_MAX); k > 0; k--)
            apo_text_add(&text, parts[apo_random_below(&random, PARTS)]);
        hammer_text(&random, apo_text_span(&text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_castlings),
        cmocka_unit_test(test_imitation),
        cmocka_unit_test(test_black_is_turned),
        cmocka_unit_test(test_hammer),
        cmocka_unit_test(test_hammer_with_legs),
    };
    return cmocka_run_group_tests_name("betza", tests, NULL, NULL);
}
