/* [starts]: the groups of numbered starts. */
#include "base/mem.h"
#include "definition/file/chess960.h"
#include "definition/file/reader.h"
#include "rules/kernel/position.h"
#include "rules/tables/spec.h"

enum {
    /* Starts of one game: Alert has 576, orthodox shuffles 960. People can still type this
     * number. */
    STARTS_MAX = 1000000,
    COPIES_MAX = 2
};

static const apo_span nothing = {NULL, 0};

/* The squares of all groups so far, and their mirror images. */
struct used_squares {
    bool is_used[APO_SQUARES_MAX];
};

/* A group while it is read. */
struct group {
    apo_reader *reader;
    apo_start_group *out;
    apo_cursor cursor;
    apo_origin place; /* of the value */
    struct used_squares *used;
};

static bool report_group(const struct group *group, const apo_origin *place, const char *detail)
{
    apo_diagnostics_add(&group->reader->diagnostics, place, detail, nothing);
    return false;
}

/* True unless the square of a side that the group is for is in a group already: White's `sq`,
 * Black's its mirror image. */
static bool claim_square(const struct group *group, apo_square sq, apo_square mirror)
{
    bool *is_used = group->used->is_used;
    const bool *is_of = group->out->is_of;
    if ((is_of[APO_WHITE] && is_used[sq]) || (is_of[APO_BLACK] && is_used[mirror]) ||
        mirror == sq)
        return false;
    is_used[sq] = is_used[sq] || is_of[APO_WHITE];
    is_used[mirror] = is_used[mirror] || is_of[APO_BLACK];
    return true;
}

static bool add_square(const struct group *group, const apo_token *name, size_t *count)
{
    apo_start_group *out = group->out;
    const apo_geometry *geo = &group->reader->spec->geometry;
    apo_square sq = apo_reader_square(group->reader, geo, name);
    if (sq == APO_SQUARE_NONE)
        return false;
    apo_square mirror = apo_geometry_mirror(geo, sq);
    if (geo->place[mirror] == APO_PLACE_NONE) {
        apo_diagnostics_add(&group->reader->diagnostics, &name->place,
                            "the mirror image of \"%s\" is not a square", name->text);
        return false;
    }
    if (!out->is_of[APO_WHITE]) {
        apo_square named = sq;
        sq = mirror;
        mirror = named;
    }
    if (!claim_square(group, sq, mirror)) {
        apo_diagnostics_add(&group->reader->diagnostics, &name->place,
                            "\"%s\" or its mirror image is in a group already", name->text);
        return false;
    }
    if (*count == APO_START_SQUARES_MAX) {
        apo_diagnostics_counts(&group->reader->diagnostics, &name->place,
                               "expected at most %1 squares", nothing, APO_START_SQUARES_MAX,
                               0);
        return false;
    }
    out->squares[out->copy_count - 1][(*count)++] = sq;
    return true;
}

/* Checks a list of squares: not empty, and as many as in the first list. */
static bool end_list(const struct group *group, const apo_origin *place, size_t count)
{
    apo_start_group *out = group->out;
    if (count == 0)
        return report_group(group, place, "expected squares here");
    if (out->copy_count == 1)
        out->square_count = (uint8_t)count;
    if (count == out->square_count)
        return true;
    apo_diagnostics_counts(&group->reader->diagnostics, place,
                           "%1 squares; the first list has %2", nothing, count,
                           out->square_count);
    return false;
}

/* Squares, or squares "/" squares, up to the colon. */
static bool read_squares(struct group *group)
{
    apo_token token;
    size_t count = 0;
    group->out->copy_count = 1;
    while (apo_cursor_word(&group->cursor, "/:", &token)) {
        bool is_end = apo_span_is(token.text, ":");
        if (!is_end && !apo_span_is(token.text, "/")) {
            if (!add_square(group, &token, &count))
                return false;
            continue;
        }
        if (!end_list(group, &token.place, count))
            return false;
        if (is_end)
            return true;
        if (group->out->copy_count == COPIES_MAX)
            return report_group(
                group, &token.place,
                "expected \":\" and the orders after the second list of squares");
        group->out->copy_count++;
        count = 0;
    }
    return report_group(group, &group->place,
                        "expected squares, \":\" and the orders of the pieces on them");
}

static bool is_order_known(const apo_start_group *out, const uint8_t *order)
{
    for (size_t i = 0; i < out->order_count; i++) {
        if (memcmp(out->orders[i], order, APO_START_SQUARES_MAX) == 0)
            return true;
    }
    return false;
}

static bool add_order(const struct group *group, const uint8_t *order, const apo_token *written)
{
    apo_start_group *out = group->out;
    if (out->order_count == APO_START_ORDERS_MAX) {
        apo_diagnostics_counts(&group->reader->diagnostics, &written->place,
                               "more than %1 orders", nothing, APO_START_ORDERS_MAX, 0);
        return false;
    }
    memcpy(out->orders[out->order_count++], order, APO_START_SQUARES_MAX);
    return true;
}

/* Reads the letters of one order; false (reported) if they do not fit the squares. */
static bool read_letters(const struct group *group, const apo_token *written, uint8_t *order)
{
    size_t count = 0;
    if (!apo_reader_types(group->reader, written, order, APO_START_SQUARES_MAX, &count))
        return false;
    if (count == group->out->square_count)
        return true;
    apo_diagnostics_counts(&group->reader->diagnostics, &written->place,
                           "\"%s\" names %1 pieces for %2 squares", written->text, count,
                           group->out->square_count);
    return false;
}

static bool read_order(const struct group *group, const apo_token *written)
{
    uint8_t order[APO_START_SQUARES_MAX] = {0};
    if (!read_letters(group, written, order))
        return false;
    if (is_order_known(group->out, order)) {
        apo_diagnostics_add(&group->reader->diagnostics, &written->place,
                            "the order \"%s\" is given twice", written->text);
        return false;
    }
    return add_order(group, order, written);
}

static char letter_of(const struct group *group, uint8_t type)
{
    return group->reader->spec->types[type].letter;
}

static void swap_pieces(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

static void reverse_pieces(uint8_t *pieces, size_t count)
{
    for (size_t i = 0; i < count / 2; i++)
        swap_pieces(&pieces[i], &pieces[count - 1 - i]);
}

static void sort_by_letter(const struct group *group, uint8_t *pieces)
{
    for (size_t i = 1; i < group->out->square_count; i++) {
        for (size_t j = i;
             j > 0 && letter_of(group, pieces[j - 1]) > letter_of(group, pieces[j]); j--)
            swap_pieces(&pieces[j - 1], &pieces[j]);
    }
}

/* Steps to the next order in alphabetical order; false after the last. */
static bool step_order(const struct group *group, uint8_t *pieces)
{
    size_t count = group->out->square_count;
    size_t head = count;
    do {
        if (head <= 1)
            return false;
        head--;
    } while (letter_of(group, pieces[head - 1]) >= letter_of(group, pieces[head]));
    size_t swap = count - 1;
    while (letter_of(group, pieces[swap]) <= letter_of(group, pieces[head - 1]))
        swap--;
    swap_pieces(&pieces[head - 1], &pieces[swap]);
    reverse_pieces(pieces + head, count - head);
    return true;
}

/* The orders of Chess960, by their numbers. */
static bool add_chess960(const struct group *group, const uint8_t *pieces,
                         const apo_token *letters)
{
    if (group->out->square_count != APO_CHESS960_FILES || !apo_chess960_is_rank(pieces))
        return report_group(group, &letters->place,
                            "expected eight pieces as in chess, RNBQKBNR");
    for (unsigned number = 1; number <= APO_CHESS960_ORDERS; number++) {
        uint8_t order[APO_START_SQUARES_MAX] = {0};
        apo_chess960_order(pieces, number, order);
        if (!add_order(group, order, letters))
            return false;
    }
    return true;
}

/* "any order of BFGN" or "any Chess960 order of RNBQKBNR"; "any" has been read. */
static bool read_any_order(struct group *group, const apo_token *any)
{
    uint8_t pieces[APO_START_SQUARES_MAX] = {0};
    apo_token word;
    apo_token letters;
    bool has_word = apo_cursor_word(&group->cursor, "", &word);
    bool is_chess960 = has_word && apo_span_is(word.text, "Chess960");
    if (is_chess960)
        has_word = apo_cursor_word(&group->cursor, "", &word);
    if (!has_word || !apo_span_is(word.text, "order") ||
        !apo_cursor_word(&group->cursor, "", &word) || !apo_span_is(word.text, "of") ||
        !apo_cursor_word(&group->cursor, "", &letters))
        return report_group(group, &any->place,
                            "expected \"any order of\" and letters of pieces");
    if (!read_letters(group, &letters, pieces))
        return false;
    if (apo_cursor_word(&group->cursor, "", &word))
        return report_group(group, &word.place, "expected nothing after the letters");
    if (is_chess960)
        return add_chess960(group, pieces, &letters);
    sort_by_letter(group, pieces);
    do {
        if (!add_order(group, pieces, &letters))
            return false;
    } while (step_order(group, pieces));
    return true;
}

static bool read_orders(struct group *group)
{
    apo_token token;
    if (!apo_cursor_word(&group->cursor, "", &token))
        return report_group(group, &group->place,
                            "expected the orders of the pieces after the \":\"");
    if (apo_span_is(token.text, "any"))
        return read_any_order(group, &token);
    do {
        if (!read_order(group, &token))
            return false;
    } while (apo_cursor_word(&group->cursor, "", &token));
    return true;
}

/* True if the board shows the group's first order for its sides. */
static bool shows_first_order(const apo_reader *reader, const apo_start_group *group,
                              const uint8_t *pieces)
{
    for (size_t copy = 0; copy < group->copy_count; copy++) {
        for (size_t i = 0; i < group->square_count; i++) {
            apo_square sq = group->squares[copy][i];
            apo_square mirror = apo_geometry_mirror(&reader->spec->geometry, sq);
            unsigned type = group->orders[0][i];
            if ((group->is_of[APO_WHITE] && pieces[sq] != apo_piece_of(APO_WHITE, type)) ||
                (group->is_of[APO_BLACK] && pieces[mirror] != apo_piece_of(APO_BLACK, type)))
                return false;
        }
    }
    return true;
}

static void check_boards(const struct group *group)
{
    const apo_variant_spec *spec = group->reader->spec;
    for (size_t i = 0; i < spec->start_count; i++) {
        if (group->reader->has_board[i] &&
            !shows_first_order(group->reader, group->out, spec->starts[i].pieces))
            apo_diagnostics_add(
                &group->reader->diagnostics, &group->place,
                i == 0 ? "the board of [setup] does not show the first order on these "
                         "squares, White's and Black's"
                       : "the board of [start %s] does not show the first order on "
                         "these squares, White's and Black's",
                apo_span_of(spec->starts[i].name));
    }
}

static void read_group(apo_reader *reader, const apo_tree_key *key, struct used_squares *used)
{
    apo_variant_spec *spec = reader->spec;
    struct group group = {reader, &spec->groups[spec->group_count],
                          apo_cursor_start(&reader->tree, key),
                          apo_tree_value_place(&reader->tree, key), used};
    size_t faults_before = reader->diagnostics.fault_count;
    if (spec->group_count == APO_START_GROUPS_MAX) {
        apo_diagnostics_counts(&reader->diagnostics, &key->place, "more than %1 groups",
                               nothing, APO_START_GROUPS_MAX, 0);
        return;
    }
    spec->group_count++;
    group.out->is_of[APO_WHITE] = !apo_span_is(key->name, "black-group");
    group.out->is_of[APO_BLACK] = !apo_span_is(key->name, "white-group");
    if (read_squares(&group) && read_orders(&group))
        check_boards(&group);
    else if (reader->diagnostics.fault_count == faults_before)
        (void)report_group(&group, &group.place, "this is not a group of starts");
}

static void check_number(apo_reader *reader, size_t section)
{
    uint64_t number = 1;
    for (size_t i = 0; i < reader->spec->group_count; i++) {
        if (number <= STARTS_MAX && reader->spec->groups[i].order_count > 0)
            number *= reader->spec->groups[i].order_count;
    }
    if (number > STARTS_MAX)
        apo_diagnostics_counts(&reader->diagnostics, &reader->tree.sections[section].place,
                               "more than %1 starts", nothing, STARTS_MAX, 0);
}

void apo_reader_starts(apo_reader *reader)
{
    struct used_squares used = {{false}};
    size_t section = apo_reader_section(reader, "starts");
    const apo_tree_key *key = NULL;
    if (section == APO_TREE_NONE)
        return;
    apo_reader_check_keys(reader, section, apo_section_named("starts"));
    while (reader->has_geometry && (key = apo_tree_next(&reader->tree, section, key)) != NULL) {
        if (apo_span_is(key->name, "group") || apo_span_is(key->name, "white-group") ||
            apo_span_is(key->name, "black-group"))
            read_group(reader, key, &used);
    }
    if (reader->has_geometry && reader->spec->group_count == 0)
        apo_diagnostics_add(&reader->diagnostics, &reader->tree.sections[section].place,
                            "the section needs a key \"%s\"", apo_span_of("group"));
    check_number(reader, section);
}
