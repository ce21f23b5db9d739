#include "notation/book.h"

#include "base/copy.h"
#include "base/json.h"
#include "base/mem.h"
#include "notation/book_priv.h"
#include "notation/coordinate.h"
#include "notation/san.h"
#include "rules/kernel/position.h"

enum {
    POSITIONS_MAX = 50000000, /* more than APO_BOOK_SIZE_MAX can hold */
    KEY_DIGITS = 16
};

static const char magic[] = "apothecary-book ";

/* --- our own format ------------------------------------------------------ */

struct scan {
    apo_span text; /* all of it */
    apo_span rest;
    apo_error *err;
};

static size_t position_of(const struct scan *scan)
{
    return scan->text.length - scan->rest.length;
}

static apo_status fail(const struct scan *scan, apo_status status, const char *detail,
                       apo_span word)
{
    return apo_fail(scan->err, status, position_of(scan), detail, word);
}

static bool read_key(apo_span word, uint64_t *out)
{
    uint64_t key = 0;
    if (word.length != KEY_DIGITS)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.text[i];
        if (!apo_is_digit(c) && (c < 'a' || c > 'f'))
            return false;
        key = key << 4 | (uint64_t)(apo_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    *out = key;
    return true;
}

static uint64_t start_key(const apo_variant *var)
{
    apo_position start;
    return apo_position_start(&start, var, 0, 1) == APO_OK ? apo_position_key(&start) : 0;
}

/* Reads the line "game ID KEY". */
static apo_status read_game(struct scan *scan, const apo_variant *var)
{
    apo_span line = {NULL, 0}, id;
    uint64_t key = 0;
    apo_status status = APO_OK;
    apo_span before = scan->rest;
    apo_span_line(&scan->rest, &line);
    if (!apo_span_is(apo_span_word(&line), "game"))
        status = APO_E_SYNTAX;
    id = apo_span_word(&line);
    if (id.length == 0 || !read_key(apo_span_word(&line), &key))
        status = APO_E_SYNTAX;
    apo_span after = scan->rest;
    scan->rest = before;
    if (status != APO_OK)
        return fail(scan, status, "expected \"game\", its id and the key of its start", id);
    if (!apo_span_is(id, apo_variant_info_of(var)->id))
        return fail(scan, APO_E_UNSUPPORTED, "this book is for another game, \"%s\"", id);
    if (key != start_key(var))
        return fail(scan, APO_E_UNSUPPORTED,
                    "this book was made for another form of the game \"%s\"", id);
    scan->rest = after;
    return APO_OK;
}

static apo_status read_count(struct scan *scan, uint32_t *out)
{
    apo_span before = scan->rest, line = {NULL, 0}, word;
    apo_span_line(&scan->rest, &line);
    word = apo_span_word(&line);
    if (apo_span_is(word, "positions") &&
        apo_span_number(apo_span_trim(line), POSITIONS_MAX, out))
        return APO_OK;
    scan->rest = before;
    return fail(scan, APO_E_SYNTAX, "expected \"positions\" and their number", word);
}

/* Removes the numbers after a move from `*rest`: its weight and, in a book with scores, perhaps
 * its score. */
static bool take_numbers(apo_span *rest, bool has_scores, apo_book_move *out)
{
    out->has_score = false;
    if (!apo_span_number(apo_span_word(rest), APO_BOOK_WEIGHT_MAX, &out->weight))
        return false;
    apo_span after = *rest, word = apo_span_word(&after);
    uint32_t number;
    if (!has_scores || word.length == 0 || (word.text[0] != '+' && word.text[0] != '-'))
        return true;
    if (!apo_span_number(apo_span_part(word, 1, word.length), APO_BOOK_SCORE_MAX, &number))
        return false;
    *rest = after;
    out->has_score = true;
    out->score_cp = word.text[0] == '-' ? -(int)number : (int)number;
    return true;
}

/* Checks moves and their numbers; the moves themselves are read when they are needed. */
static bool are_moves(apo_span rest, bool has_scores)
{
    unsigned count = 0;
    apo_book_move move;
    for (apo_span word; (word = apo_span_word(&rest)).length > 0; count++)
        if (count == APO_BOOK_MOVES_MAX || word.length >= APO_COORDINATE_MAX ||
            !take_numbers(&rest, has_scores, &move))
            return false;
    return count > 0;
}

static apo_status read_position(struct scan *scan, apo_book *book)
{
    apo_span line = {NULL, 0}, before = scan->rest;
    apo_book_position *out = &book->positions[book->count];
    bool is_whole = false;
    for (size_t i = 0; i < before.length && !is_whole; i++)
        is_whole = before.text[i] == '\n';
    if (!is_whole)
        return fail(scan, APO_E_SYNTAX, "the book is cut off here", apo_span_of(""));
    apo_span_line(&scan->rest, &line);
    bool is_right =
        read_key(apo_span_word(&line), &out->key) && are_moves(line, book->has_scores);
    if (is_right && (book->count == 0 || out[-1].key < out->key)) {
        out->moves = line;
        book->count++;
        return APO_OK;
    }
    scan->rest = before;
    return fail(scan, APO_E_SYNTAX,
                is_right ? "the keys of a book are in ascending order"
                         : "expected a key of 16 digits, then moves with their weights",
                apo_span_of(""));
}

static apo_status read_own(apo_book *book, const apo_variant *var, apo_error *err)
{
    apo_span text = {book->bytes, book->length}, line = {NULL, 0};
    struct scan scan = {text, text, err};
    uint32_t count = 0;
    apo_span_line(&scan.rest, &line);
    book->has_scores = apo_span_is(line, "apothecary-book 2");
    if (!book->has_scores && !apo_span_is(line, "apothecary-book 1"))
        return apo_fail(err, APO_E_UNSUPPORTED, 0, "this version of books is not known: \"%s\"",
                        line);
    apo_status status = read_game(&scan, var);
    if (status == APO_OK)
        status = read_count(&scan, &count);
    /* A line has at least 20 bytes, so a wrong count cannot make us allocate too much. */
    if (status == APO_OK && count > scan.rest.length / 20)
        return fail(&scan, APO_E_SYNTAX, "the book is cut off: it announces more positions",
                    apo_span_of(""));
    book->positions = apo_allocate(NULL, (count + 1U) * sizeof *book->positions);
    if (book->positions == NULL)
        return APO_E_MEMORY;
    while (status == APO_OK && book->count < count)
        status = read_position(&scan, book);
    if (status == APO_OK && apo_span_trim(scan.rest).length > 0)
        status = fail(&scan, APO_E_SYNTAX, "the book goes on after the positions it announces",
                      apo_span_of(""));
    return status;
}

/* --- both ---------------------------------------------------------------- */

static apo_status fill(apo_book *book, const apo_variant *var, apo_span bytes, apo_error *err)
{
    book->bytes = apo_copy_span(NULL, bytes);
    if (book->bytes == NULL)
        return APO_E_MEMORY;
    book->length = bytes.length;
    if (apo_span_starts_with(bytes, magic))
        return read_own(book, var, err);
    book->is_polyglot = true;
    book->count = bytes.length / APO_POLYGLOT_ENTRY;
    return apo_polyglot_check(var, bytes, err);
}

apo_status apo_book_read(apo_book **out, const apo_variant *var, apo_span bytes, apo_error *err)
{
    if (bytes.length > APO_BOOK_SIZE_MAX)
        return apo_fail(err, APO_E_TOO_LARGE, 0, "the book is too large", apo_span_of(""));
    apo_book *book = apo_allocate_zero(NULL, sizeof *book);
    apo_status status = book == NULL ? APO_E_MEMORY : fill(book, var, bytes, err);
    if (status == APO_OK) {
        *out = book;
        return APO_OK;
    }
    apo_book_free(book);
    if (status == APO_E_MEMORY)
        return apo_fail(err, status, 0, "the book does not fit into memory", apo_span_of(""));
    return status;
}

void apo_book_free(apo_book *book)
{
    if (book == NULL)
        return;
    apo_free(NULL, book->bytes);
    apo_free(NULL, book->positions);
    apo_free(NULL, book);
}

size_t apo_book_size(const apo_book *book)
{
    return book->count;
}

bool apo_book_is_polyglot(const apo_book *book)
{
    return book->is_polyglot;
}

size_t apo_book_bytes(const apo_book *book)
{
    size_t rows = book->positions != NULL ? book->count : 0;
    return sizeof *book + book->length + rows * sizeof *book->positions;
}

/* --- moves --------------------------------------------------------------- */

static const apo_book_position *find_position(const apo_book *book, uint64_t key)
{
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (book->positions[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_found = low < book->count && book->positions[low].key == key;
    return is_found ? &book->positions[low] : NULL;
}

static unsigned own_moves(const apo_book *book, const apo_position *pos,
                          const apo_move_list *legal, apo_book_move *out)
{
    const apo_book_position *found = find_position(book, apo_position_key(pos));
    unsigned count = 0;
    if (found == NULL)
        return 0;
    apo_span rest = found->moves;
    for (apo_span word; (word = apo_span_word(&rest)).length > 0;) {
        bool is_legal =
            apo_coordinate_read_among(&out[count].mv, pos, word, legal, NULL) == APO_OK;
        take_numbers(&rest, book->has_scores, &out[count]);
        count += is_legal;
    }
    return count;
}

/* Sorts by weight. Insertion sort: there are few, and they are nearly in order. */
static void sort_moves(apo_book_move *moves, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        apo_book_move move = moves[i];
        unsigned at = i;
        for (; at > 0 && moves[at - 1].weight < move.weight; at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

unsigned apo_book_moves(const apo_book *book, const apo_position *pos, apo_book_move *out)
{
    apo_moves moves;
    apo_move_list *legal = apo_moves_start(&moves);
    if (apo_moves_legal(legal, pos) != APO_OK)
        return 0;
    unsigned count = book->is_polyglot ? apo_polyglot_moves(book, pos, legal, out)
                                       : own_moves(book, pos, legal, out);
    sort_moves(out, count);
    return count;
}

int apo_book_white_cp(const apo_position *pos, const apo_book_move *move)
{
    return apo_position_side(pos) == APO_WHITE ? move->score_cp : -move->score_cp;
}

void apo_book_add_json(apo_buffer *out, const apo_position *pos, const apo_book_move *move)
{
    char move_bytes[APO_COORDINATE_MAX], san_bytes[APO_SAN_MAX];
    apo_text text = apo_text_start(move_bytes, sizeof move_bytes);
    apo_text san = apo_text_start(san_bytes, sizeof san_bytes);
    apo_coordinate_write(&text, pos, &move->mv);
    apo_san_write(&san, pos, &move->mv);
    apo_json_open(out, NULL, '{');
    apo_json_add_text(out, "move", apo_text_span(&text));
    apo_json_add_text(out, "san", apo_text_span(&san));
    apo_json_add_number(out, "weight", move->weight);
    if (move->has_score)
        apo_json_add_number(out, "white_cp", apo_book_white_cp(pos, move));
    apo_json_close(out, '}');
}

bool apo_book_choose(apo_move *out, const apo_book *book, const apo_position *pos,
                     apo_random *random)
{
    apo_book_move moves[APO_BOOK_MOVES_MAX];
    unsigned count = apo_book_moves(book, pos, moves);
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += moves[i].weight;
    if (sum == 0)
        return false;
    uint64_t drawn = apo_random_next(random) % sum;
    for (unsigned i = 0; i < count; i++) {
        if (drawn < moves[i].weight) {
            *out = moves[i].mv;
            return true;
        }
        drawn -= moves[i].weight;
    }
    return false;
}
