#include "cli/lab/book_search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "cli/call/message.h"
#include "cli/call/parse_options.h"
#include "cli/io/book.h"
#include "cli/io/input.h"
#include "cli/io/interrupt.h"
#include "cli/io/print_buffer.h"
#include "cli/lab/lab.h"
#include "notation/coordinate.h"
#include "notation/san.h"
#include "rules/rules/program_view.h"

enum {
    HASH_MB = 32,
    PLIES_MAX = 40,
    WITHIN_MAX = 1000,
    NODES_MAX = 1000000000,
    LINE_SIZE = 1024,
    KEYS_FIRST = 1024 /* slots for keys to begin with */
};

typedef struct choices {
    apo_book_move list[APO_BOOK_SEARCH_LINES_MAX];
    unsigned count;
} choices;

/* The positions searched so far: a hash table with free slots of key 0. */
typedef struct keys {
    uint64_t *slots; /* owned */
    size_t size, count;
} keys;

typedef struct book_search {
    const apo_call *call;
    apo_source source;
    uint32_t plies, lines, within_cp, nodes;
    uint32_t first_start, start_count;
    apo_lab lab;
    apo_buffer known;  /* results of earlier runs, a line each, in the order of the search */
    size_t known_read; /* bytes of it that have been used */
    keys keys;
    apo_book_maker maker;
    choices *by_start; /* owned */
    uint32_t starts_done;
} book_search;

static enum apo_exit fail(apo_status status)
{
    return apo_report_failure("book: %s", apo_status_message(status));
}

/* --- the positions seen -------------------------------------------------- */

static uint64_t *slot_of(const keys *seen, uint64_t key)
{
    size_t i = key & (seen->size - 1);
    while (seen->slots[i] != 0 && seen->slots[i] != key)
        i = (i + 1) & (seen->size - 1);
    return &seen->slots[i];
}

static apo_status grow(keys *seen)
{
    keys larger = {.size = seen->size > 0 ? 2 * seen->size : KEYS_FIRST};
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (larger.slots == NULL)
        return APO_E_MEMORY;
    for (size_t i = 0; i < seen->size; i++)
        if (seen->slots[i] != 0)
            *slot_of(&larger, seen->slots[i]) = seen->slots[i];
    larger.count = seen->count;
    free(seen->slots);
    *seen = larger;
    return APO_OK;
}

/* `*out_is_new`: the position has not been here before. */
static apo_status see(keys *seen, uint64_t key, bool *out_is_new)
{
    apo_status status = 2 * seen->count >= seen->size ? grow(seen) : APO_OK;
    if (status != APO_OK)
        return status;
    uint64_t *slot = slot_of(seen, key != 0 ? key : 1);
    *out_is_new = *slot == 0;
    seen->count += *out_is_new;
    *slot = key != 0 ? key : 1;
    return APO_OK;
}

/* --- results of earlier runs --------------------------------------------- */

/* Keeps a line until its position's turn comes. */
static bool keep_line(void *context, apo_span line)
{
    book_search *all = context;
    apo_buffer_add_span(&all->known, line);
    apo_buffer_add_char(&all->known, '\n');
    return line.length > 0 && !all->known.is_failed;
}

static bool read_score(apo_span word, int *out)
{
    bool is_negative = word.length > 0 && word.text[0] == '-';
    uint32_t number;
    if (!apo_span_number(apo_span_part(word, is_negative, word.length), APO_SCORE_MATE,
                         &number))
        return false;
    *out = is_negative ? -(int)number : (int)number;
    return true;
}

/* "0f2a91b3c4d5e6f7 e2e4 31 d2d4 28" */
static bool read_line(choices *out, const apo_position *pos, apo_span line)
{
    char key[32];
    snprintf(key, sizeof key, "%016" PRIx64, apo_position_key(pos));
    out->count = 0;
    if (!apo_span_is(apo_span_word(&line), key))
        return false;
    for (apo_span word; (word = apo_span_word(&line)).length > 0; out->count++) {
        apo_error err;
        if (out->count == APO_BOOK_SEARCH_LINES_MAX ||
            apo_coordinate_read(&out->list[out->count].mv, pos, word, &err) != APO_OK ||
            !read_score(apo_span_word(&line), &out->list[out->count].score_cp))
            return false;
        out->list[out->count].has_score = true;
    }
    return true;
}

static bool write_line(book_search *all, const apo_position *pos, const choices *found)
{
    char bytes[LINE_SIZE], word[32];
    apo_text line = apo_text_start(bytes, sizeof bytes);
    snprintf(word, sizeof word, "%016" PRIx64, apo_position_key(pos));
    apo_text_add(&line, word);
    for (unsigned i = 0; i < found->count; i++) {
        apo_text_add(&line, " ");
        apo_coordinate_write(&line, pos, &found->list[i].mv);
        snprintf(word, sizeof word, " %d", found->list[i].score_cp);
        apo_text_add(&line, word);
    }
    return apo_lab_log_add(&all->lab.log, bytes);
}

/* --- searching ----------------------------------------------------------- */

/* The engine's reports: the lines of an iteration come one after another. */
typedef struct listener {
    choices now, *whole; /* being reported; the last iteration that ended */
    unsigned wanted;
} listener;

static apo_book_move scored(const apo_move *mv, int score_cp)
{
    return (apo_book_move){.mv = *mv, .has_score = true, .score_cp = score_cp};
}

static void listen(void *context, const apo_search_report *report)
{
    listener *all = context;
    if (report->is_partial || report->index != (report->index == 0 ? 0 : all->now.count) ||
        report->index >= APO_BOOK_SEARCH_LINES_MAX || report->line->count == 0)
        return;
    all->now.list[report->index] = scored(&report->line->moves[0], report->score);
    all->now.count = report->index + 1;
    if (all->now.count == all->wanted)
        *all->whole = all->now;
}

/* Keeps the moves that are hardly worse than the best. */
static void drop_worse(choices *found, uint32_t within_cp)
{
    unsigned count = 0;
    while (count < found->count &&
           found->list[0].score_cp - found->list[count].score_cp <= (int)within_cp)
        count++;
    found->count = count;
}

static enum apo_exit search(book_search *all, const apo_position *pos, choices *out)
{
    apo_decision made;
    uint64_t legal = apo_perft(pos, 1);
    const apo_limits limits = {.nodes = all->nodes, .lines = all->lines};
    listener heard = {.whole = out,
                      .wanted = legal < all->lines ? (unsigned)legal : all->lines};
    out->count = 0;
    if (legal == 0)
        return APO_EXIT_OK;
    /* Knowledge from earlier searches would make the book depend on where it was resumed. */
    apo_status status = apo_engine_forget(all->lab.table.engine);
    if (status == APO_OK)
        status = apo_engine_set_position(all->lab.table.engine, pos);
    if (status == APO_OK)
        status = apo_engine_go(&made, all->lab.table.engine, &limits, listen, &heard);
    if (status != APO_OK)
        return fail(status);
    if (out->count == 0 &&
        made.has_move) { /* there were too few nodes to complete an iteration */
        out->list[0] = scored(&made.best, made.score);
        out->count = 1;
    }
    drop_worse(out, all->within_cp);
    return write_line(all, pos, out) ? APO_EXIT_OK : APO_EXIT_NO;
}

/* The moves of a position: from an earlier run, or by a search. */
static enum apo_exit find(book_search *all, const apo_position *pos, choices *out)
{
    apo_span rest = apo_buffer_span(&all->known), line;
    rest = apo_span_part(rest, all->known_read, rest.length);
    if (apo_interrupt_is_set())
        return APO_EXIT_INTERRUPTED;
    if (rest.length == 0)
        return search(all, pos, out);
    (void)apo_span_line(&rest, &line);
    if (!read_line(out, pos, line))
        return apo_report_failure("%s: not a result of this search: \"%.*s\"",
                                  all->lab.log.path, (int)line.length, line.text);
    all->known_read = all->known.length - rest.length;
    return APO_EXIT_OK;
}

static uint32_t weight_of(const book_search *all, int worse_cp)
{
    return (uint32_t)lround(APO_BOOK_SEARCH_WEIGHT * exp2(-worse_cp / (double)all->within_cp));
}

/* Enters the position's moves and, `plies` deep, what follows them. `out` (may be NULL) is set
 * to the position's own moves. */
static enum apo_exit expand(book_search *all, const apo_position *pos, uint32_t plies,
                            choices *out)
{
    choices found;
    bool is_new = false;
    apo_status status = see(&all->keys, apo_position_key(pos), &is_new);
    if (status != APO_OK)
        return fail(status);
    if (!is_new || apo_position_outcome(pos).ending != APO_ENDING_NONE)
        return APO_EXIT_OK;
    enum apo_exit result = find(all, pos, &found);
    for (unsigned i = 0; result == APO_EXIT_OK && i < found.count; i++) {
        apo_book_move *one = &found.list[i];
        int worse_cp = found.list[0].score_cp - one->score_cp;
        apo_position next = *pos;
        apo_undo undo;
        one->weight = weight_of(all, worse_cp);
        status = apo_book_maker_add(&all->maker, pos, one);
        if (status != APO_OK)
            return fail(status);
        apo_make(&next, &one->mv, &undo);
        if (plies > 1)
            result = expand(all, &next, plies - 1, NULL);
    }
    if (result == APO_EXIT_OK && out != NULL)
        *out = found;
    return result;
}

static enum apo_exit expand_starts(book_search *all)
{
    enum apo_exit result = APO_EXIT_OK;
    apo_lab_progress *progress = &all->lab.progress;
    apo_lab_progress_start(progress, 0, apo_call_has(all->call, "progress"));
    while (result == APO_EXIT_OK && all->starts_done < all->start_count) {
        apo_position start;
        apo_status status = apo_position_start(&start, all->source.var, all->source.name_index,
                                               all->first_start + all->starts_done);
        result = status == APO_OK
                     ? expand(all, &start, all->plies, &all->by_start[all->starts_done])
                     : fail(status);
        all->starts_done += result == APO_EXIT_OK;
        apo_lab_progress_show(progress, all->starts_done, all->start_count, "starts");
    }
    apo_lab_progress_end(progress);
    return result;
}

/* --- the table ----------------------------------------------------------- */

static void add_row(apo_buffer *out, const apo_position *pos, uint32_t number,
                    const choices *found)
{
    char bytes[64];
    if (found->count == 0)
        return;
    snprintf(bytes, sizeof bytes, "%5u %+6d  ", (unsigned)number,
             apo_book_white_cp(pos, &found->list[0]));
    apo_buffer_add(out, bytes);
    for (unsigned i = 0; i < found->count; i++) {
        char san_bytes[APO_SAN_MAX];
        apo_text san = apo_text_start(san_bytes, sizeof san_bytes);
        apo_san_write(&san, pos, &found->list[i].mv);
        snprintf(bytes, sizeof bytes, " %+d", apo_book_white_cp(pos, &found->list[i]));
        apo_buffer_add(out, i > 0 ? ", " : "");
        apo_buffer_add(out, san_bytes);
        apo_buffer_add(out, bytes);
    }
    apo_buffer_add_char(out, '\n');
}

static void add_json_start(apo_buffer *out, const apo_position *pos, uint32_t number,
                           const choices *found)
{
    apo_json_open(out, NULL, '{');
    apo_json_add_number(out, "start", number);
    apo_json_open(out, "moves", '[');
    for (unsigned i = 0; i < found->count; i++) {
        char bytes[APO_COORDINATE_MAX], san_bytes[APO_SAN_MAX];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_text san = apo_text_start(san_bytes, sizeof san_bytes);
        apo_coordinate_write(&text, pos, &found->list[i].mv);
        apo_san_write(&san, pos, &found->list[i].mv);
        apo_json_open(out, NULL, '{');
        apo_json_add_string(out, "move", bytes);
        apo_json_add_string(out, "san", san_bytes);
        apo_json_add_number(out, "white_cp", apo_book_white_cp(pos, &found->list[i]));
        apo_json_close(out, '}');
    }
    apo_json_close(out, ']');
    apo_json_close(out, '}');
}

static enum apo_exit print_starts(book_search *all)
{
    apo_buffer out;
    bool is_json = apo_call_has(all->call, "json");
    apo_buffer_init(&out, NULL);
    if (is_json)
        apo_json_open(&out, NULL, '[');
    else
        apo_buffer_add(&out, "start  White  first moves, in hundredths of a pawn for White\n");
    for (uint32_t i = 0; i < all->starts_done; i++) {
        apo_position start;
        uint32_t number = all->first_start + i;
        apo_status status =
            apo_position_start(&start, all->source.var, all->source.name_index, number);
        if (status != APO_OK)
            return fail(status);
        if (is_json)
            add_json_start(&out, &start, number, &all->by_start[i]);
        else
            add_row(&out, &start, number, &all->by_start[i]);
    }
    if (is_json) {
        apo_json_close(&out, ']');
        return apo_buffer_print_line(&out);
    }
    return apo_buffer_print(&out);
}

/* Writes the book, and the table where the book is not on standard output itself. */
static enum apo_exit write_book(book_search *all)
{
    const char *path = apo_call_value(all->call, "out");
    enum apo_exit result = apo_book_write(&all->maker, path);
    return result == APO_EXIT_OK && path != NULL ? print_starts(all) : result;
}

/* --- setting up ---------------------------------------------------------- */

static enum apo_exit open_lab(book_search *all)
{
    char title[LINE_SIZE];
    const apo_variant *var = all->source.var;
    all->by_start = calloc(all->start_count, sizeof *all->by_start);
    if (all->by_start == NULL)
        return fail(APO_E_MEMORY);
    snprintf(title, sizeof title,
             "apothecary openings 1 | %s %s starts %u+%u plies %u lines %u within %u nodes %u",
             apo_variant_info_of(var)->id, apo_variant_start_name(var, all->source.name_index),
             (unsigned)all->first_start, (unsigned)all->start_count, (unsigned)all->plies,
             (unsigned)all->lines, (unsigned)all->within_cp, (unsigned)all->nodes);
    enum apo_exit result = apo_lab_open(&all->lab, all->call, var, title, keep_line, all);
    if (result != APO_EXIT_OK)
        return result;
    apo_status status = apo_engine_set_hash(all->lab.table.engine, HASH_MB);
    return status == APO_OK ? APO_EXIT_OK : fail(status);
}

static enum apo_exit read_numbers(book_search *all)
{
    const struct {
        const char *name;
        uint32_t least, most, *out;
    } numbers[] = {{"plies", 1, PLIES_MAX, &all->plies},
                   {"lines", 1, APO_BOOK_SEARCH_LINES_MAX, &all->lines},
                   {"within", 1, WITHIN_MAX, &all->within_cp},
                   {"nodes", 1, NODES_MAX, &all->nodes}};
    enum apo_exit result = APO_EXIT_OK;
    for (size_t i = 0; result == APO_EXIT_OK && i < sizeof numbers / sizeof *numbers; i++)
        result = apo_call_number(all->call, numbers[i].name, numbers[i].least, numbers[i].most,
                                 numbers[i].out);
    return result;
}

static enum apo_exit choose_starts(book_search *all)
{
    uint32_t count = apo_variant_info_of(all->source.var)->start_count, only = 0;
    enum apo_exit result = apo_call_number(all->call, "start", 1, count, &only);
    all->first_start = only > 0 ? only : 1;
    all->start_count = only > 0 ? 1 : count;
    return result;
}

static enum apo_exit run(book_search *all)
{
    enum apo_exit result = choose_starts(all);
    if (result == APO_EXIT_OK)
        result = open_lab(all);
    (void)apo_interrupt_install();
    if (result == APO_EXIT_OK)
        result = expand_starts(all);
    if (result == APO_EXIT_OK || result == APO_EXIT_INTERRUPTED) {
        enum apo_exit written = write_book(all);
        if (result == APO_EXIT_OK)
            result = written;
    }
    return result;
}

enum apo_exit apo_book_search(const apo_call *call)
{
    book_search all = {.call = call,
                       .plies = APO_BOOK_SEARCH_PLIES,
                       .lines = APO_BOOK_SEARCH_LINES,
                       .within_cp = APO_BOOK_SEARCH_WITHIN,
                       .nodes = APO_BOOK_SEARCH_NODES};
    if (call->operand_count != 2)
        return apo_report_usage(call->command, "book search needs a variant");
    enum apo_exit result = read_numbers(&all);
    if (result == APO_EXIT_OK)
        result = apo_source_open(&all.source, call->operands[1]);
    if (result != APO_EXIT_OK)
        return result;
    apo_buffer_init(&all.known, NULL);
    apo_book_maker_init(&all.maker, all.source.var);
    result = run(&all);
    apo_book_maker_clear(&all.maker);
    apo_lab_close(&all.lab);
    apo_buffer_clear(&all.known);
    free(all.by_start);
    free(all.keys.slots);
    apo_source_close(&all.source);
    return result;
}
