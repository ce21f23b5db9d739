#include "cli/betza/move_table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/betza/trial.h"
#include "cli/call/message.h"
#include "cli/io/file.h"
#include "cli/io/input.h"
#include "definition/betza/betza.h"
#include "net/json_in.h"

enum {
    FILE_BYTES_MAX = 4 << 20,
    NUMBER_MAX = 1000000, /* of a coordinate: far beyond any board */
    CASE_SIZE = 16,
    CASE_HOME = 7,
    CASE_FIELDS = 5,
    SHOWN_MAX = 5 /* differences of one row */
};

typedef struct table {
    const char *path;
    unsigned good, all;
} table;

/* --- comparing ----------------------------------------------------------- */

/* Prints what `a` has and `b` lacks; returns how many. */
static unsigned print_missing(apo_span name, const apo_outcome_set *a, const apo_outcome_set *b,
                              const char *what)
{
    unsigned count = 0;
    size_t j = 0;
    for (size_t i = 0; i < a->count; i++) {
        while (j < b->count && strcmp(b->texts[j], a->texts[i]) < 0)
            j++;
        if (j < b->count && strcmp(b->texts[j], a->texts[i]) == 0)
            continue;
        if (count++ < SHOWN_MAX)
            printf("%.*s: %s %s\n", (int)name.length, name.text, a->texts[i], what);
    }
    if (count > SHOWN_MAX)
        printf("%.*s: and %u more like that\n", (int)name.length, name.text, count - SHOWN_MAX);
    return count;
}

/* True if both sets are equal; prints the differences. */
static bool compare_sets(apo_span name, apo_outcome_set *found, apo_outcome_set *expected,
                         const char *what)
{
    char surplus[64], missing[64];
    apo_outcome_sort(expected);
    snprintf(surplus, sizeof surplus, "is not a %s in the file, but is one here", what);
    snprintf(missing, sizeof missing, "is a %s in the file, but not here", what);
    unsigned count = print_missing(name, found, expected, surplus);
    count += print_missing(name, expected, found, missing);
    return count == 0 && !found->is_failed && !expected->is_failed;
}

static bool read_betza(apo_trial *trial, apo_span name)
{
    apo_error err;
    if (apo_betza_parse(&trial->moves, name, &err) == APO_OK)
        return true;
    printf("%.*s: column %zu: %s\n", (int)name.length, name.text, err.position + 1, err.detail);
    return false;
}

/* --- cases: lines with tabs ---------------------------------------------- */

static bool cut_field(apo_span *rest, apo_span *out)
{
    size_t length = 0;
    if (rest->text == NULL)
        return false;
    while (length < rest->length && rest->text[length] != '\t')
        length++;
    *out = apo_span_part(*rest, 0, length);
    if (length == rest->length)
        *rest = (apo_span){NULL, 0};
    else
        *rest = apo_span_part(*rest, length + 1, rest->length);
    return true;
}

static void read_words(apo_outcome_set *set, apo_span words)
{
    for (;;) {
        apo_span word = apo_span_word(&words);
        if (word.length == 0)
            return;
        apo_outcome_add(set, word);
    }
}

static bool has_count(apo_span name, apo_span field, const apo_outcome_set *set)
{
    uint32_t number;
    if (apo_span_number(field, UINT32_MAX, &number) && number == set->count)
        return true;
    printf("%.*s: the file says %.*s and lists %zu\n", (int)name.length, name.text,
           (int)field.length, field.text, set->count);
    return false;
}

static bool check_case(const apo_span fields[CASE_FIELDS])
{
    apo_trial trial;
    apo_outcome_set moves = {NULL, 0, 0, false}, captures = {NULL, 0, 0, false};
    apo_outcome_set expected_moves = {NULL, 0, 0, false},
                    expected_captures = {NULL, 0, 0, false};
    if (!apo_trial_start(&trial, CASE_SIZE, CASE_SIZE, CASE_HOME, CASE_HOME) ||
        !read_betza(&trial, fields[0]))
        return false;
    bool is_good = apo_trial_find_alone(&moves, &captures, &trial) == APO_OK;
    read_words(&expected_moves, fields[2]);
    read_words(&expected_captures, fields[4]);
    is_good = compare_sets(fields[0], &moves, &expected_moves, "move") && is_good;
    is_good = compare_sets(fields[0], &captures, &expected_captures, "capture") && is_good;
    is_good = has_count(fields[0], fields[1], &expected_moves) && is_good;
    is_good = has_count(fields[0], fields[3], &expected_captures) && is_good;
    apo_outcome_clear(&moves);
    apo_outcome_clear(&captures);
    apo_outcome_clear(&expected_moves);
    apo_outcome_clear(&expected_captures);
    return is_good;
}

static bool run_lines(table *t, apo_span rest)
{
    apo_span line, fields[CASE_FIELDS];
    for (unsigned number = 1; apo_span_line(&rest, &line); number++) {
        unsigned count = 0;
        if (line.length == 0 || line.text[0] == '#' || apo_span_starts_with(line, "xbetza\t"))
            continue;
        while (count < CASE_FIELDS && cut_field(&line, &fields[count]))
            count++;
        if (count < CASE_FIELDS) {
            apo_report_error(
                "%s:%u: expected the fields xbetza, number of moves, moves, number of "
                "captures, captures, separated by tabs",
                t->path, number);
            return false;
        }
        t->all++;
        t->good += check_case(fields);
    }
    return true;
}

/* --- positions: JSON ----------------------------------------------------- */

static bool read_number(const apo_json_value *value, int *out)
{
    int64_t number;
    if (!apo_json_in_number(value, -NUMBER_MAX, NUMBER_MAX, &number))
        return false;
    *out = (int)number;
    return true;
}

static bool read_pair(const apo_json_value *value, int *out_x, int *out_y)
{
    return apo_json_in_count(value) == 2 && read_number(apo_json_in_element(value, 0), out_x) &&
           read_number(apo_json_in_element(value, 1), out_y);
}

static bool place_piece(apo_trial *trial, const apo_json_value *other)
{
    static const struct {
        const char *what;
        char piece;
    } kinds[] = {
        {"friend (moved)", 'f'}, {"friend (virgin)", 'v'}, {"friend", 'f'},
        {"enemy", 'e'},          {"enemy royal", 'k'},     {"hole", 'h'},
    };

    apo_span what;
    int x, y;
    if (!read_pair(apo_json_in_member(other, "d"), &x, &y) ||
        !apo_json_in_text(apo_json_in_member(other, "what"), &what))
        return false;
    apo_square sq = apo_trial_square(trial, x, y);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && sq != APO_SQUARE_NONE; i++) {
        if (!apo_span_is(what, kinds[i].what))
            continue;
        if (kinds[i].piece == 'h')
            trial->geometry.place[sq] = APO_PLACE_NONE;
        else
            trial->pieces[sq] = kinds[i].piece;
        return true;
    }
    return false;
}

static void add_pair(apo_text *text, char before, int x, int y)
{
    apo_text_add_char(text, before);
    apo_text_add_number(text, x);
    apo_text_add_char(text, ',');
    apo_text_add_number(text, y);
}

/* {"to": [x, y], "captures": [[x, y]...]} or "side": [partner after, partner before]. */
static bool read_outcome(apo_outcome_set *set, const apo_json_value *outcome)
{
    char bytes[APO_OUTCOME_TEXT_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    const apo_json_value *list = apo_json_in_member(outcome, "captures");
    char before = list != NULL ? '+' : '@';
    int x, y;
    if (list == NULL)
        list = apo_json_in_member(outcome, "side");
    if (!apo_json_in_is_list(list) || !read_pair(apo_json_in_member(outcome, "to"), &x, &y))
        return false;
    apo_text_add_number(&text, x);
    apo_text_add_char(&text, ',');
    apo_text_add_number(&text, y);
    for (size_t i = 0; i < apo_json_in_count(list); i++) {
        if (!read_pair(apo_json_in_element(list, i), &x, &y))
            return false;
        add_pair(&text, before, x, y);
    }
    apo_outcome_add(set, apo_text_span(&text));
    return !text.is_overflowed;
}

static bool read_position(apo_trial *trial, apo_outcome_set *expected,
                          const apo_json_value *object)
{
    int files, rows, file, row;
    bool is_unmoved;
    const apo_json_value *others = apo_json_in_member(object, "others");
    const apo_json_value *outcomes = apo_json_in_member(object, "expected");
    if (!read_number(apo_json_in_member(object, "files"), &files) ||
        !read_number(apo_json_in_member(object, "ranks"), &rows) ||
        !read_pair(apo_json_in_member(object, "at"), &file, &row) ||
        !apo_json_in_flag(apo_json_in_member(object, "virgin"), &is_unmoved) ||
        !apo_json_in_is_list(others) || !apo_json_in_is_list(outcomes) ||
        !apo_trial_start(trial, files, rows, file, row))
        return false;
    trial->is_unmoved = is_unmoved;
    for (size_t i = 0; i < apo_json_in_count(others); i++)
        if (!place_piece(trial, apo_json_in_element(others, i)))
            return false;
    for (size_t i = 0; i < apo_json_in_count(outcomes); i++)
        if (!read_outcome(expected, apo_json_in_element(outcomes, i)))
            return false;
    return true;
}

/* False if the object is not a position. */
static bool check_position(table *t, const apo_json_value *object)
{
    apo_trial trial;
    apo_outcome_set found = {NULL, 0, 0, false}, expected = {NULL, 0, 0, false};
    apo_span name;
    bool is_position = apo_json_in_text(apo_json_in_member(object, "xbetza"), &name) &&
                       read_position(&trial, &expected, object);
    if (is_position) {
        t->all++;
        if (read_betza(&trial, name) && apo_trial_find(&found, &trial) == APO_OK)
            t->good += compare_sets(name, &found, &expected, "move");
    }
    apo_outcome_clear(&found);
    apo_outcome_clear(&expected);
    return is_position;
}

static bool run_json(table *t, apo_span text)
{
    apo_json_in *document;
    apo_error err;
    if (apo_json_in_read_list(&document, text, &err) != APO_OK) {
        apo_report_error("%s: this is not a JSON list: %s at byte %zu", t->path, err.detail,
                         err.position + 1);
        return false;
    }
    const apo_json_value *list = apo_json_in_root(document);
    size_t count = apo_json_in_count(list), i = 0;
    while (i < count && check_position(t, apo_json_in_element(list, i)))
        i++;
    if (i < count)
        apo_report_error(
            "%s: entry %zu is not a position: expected xbetza, files, ranks, at, virgin, "
            "others, expected",
            t->path, i + 1);
    apo_json_in_free(document);
    return i == count;
}

enum apo_exit apo_betza_table_run(const char *path)
{
    apo_buffer text;
    table t = {path, 0, 0};
    apo_buffer_init(&text, NULL);
    apo_status status = apo_file_read(&text, path);
    enum apo_exit result = APO_EXIT_NO;
    apo_span whole = apo_span_trim(apo_buffer_span(&text));
    if (status == APO_E_IO)
        apo_report_error("%s: %s", path, strerror(errno));
    else if (status != APO_OK)
        apo_report_error("%s: %s", path, apo_status_message(status));
    else if (whole.length > FILE_BYTES_MAX)
        apo_report_error("%s: the file is larger than 4 MiB", path);
    else if (whole.length > 0 && whole.text[0] == '[' ? run_json(&t, whole)
                                                      : run_lines(&t, whole))
        result = t.good == t.all && t.all > 0 ? APO_EXIT_OK : APO_EXIT_NO;
    if (t.all > 0)
        printf("%u of %u agree\n", t.good, t.all);
    else if (status == APO_OK && result == APO_EXIT_NO && whole.length <= FILE_BYTES_MAX)
        apo_report_error("%s: there are no rows in this file", path);
    apo_buffer_clear(&text);
    return result;
}
