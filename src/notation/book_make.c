#include <stdlib.h>
#include <string.h>

#include "notation/book.h"
#include "notation/coordinate.h"
#include "rules/kernel/position.h"

enum {
    LINES_FIRST = 1024,
    TEXTS_MAX = 1 << 30
};

/* A move played in a position, and its result. */
typedef struct apo_book_line {
    uint64_t key;
    const char *text; /* points into the maker's texts, once they are complete */
    size_t offset;    /* there */
    uint64_t weight;
    uint32_t games;
    bool has_score;
    int score_cp;
} apo_book_line;

void apo_book_maker_init(apo_book_maker *maker, const apo_variant *var)
{
    *maker = (apo_book_maker){.var = var, .games_min = 1};
    apo_buffer_init(&maker->texts, NULL);
}

void apo_book_maker_clear(apo_book_maker *maker)
{
    apo_free(NULL, maker->lines);
    apo_buffer_clear(&maker->texts);
    apo_book_maker_init(maker, maker->var);
}

apo_status apo_book_maker_add(apo_book_maker *maker, const apo_position *pos,
                              const apo_book_move *move)
{
    char bytes[APO_COORDINATE_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    if (maker->texts.length > TEXTS_MAX)
        return APO_E_TOO_LARGE;
    if (maker->line_count == maker->line_capacity) {
        apo_book_line *lines =
            apo_grow(NULL, maker->lines, &maker->line_capacity, LINES_FIRST, sizeof *lines);
        if (lines == NULL)
            return APO_E_MEMORY;
        maker->lines = lines;
    }
    apo_coordinate_write(&text, pos, &move->mv);
    maker->lines[maker->line_count++] = (apo_book_line){.key = apo_position_key(pos),
                                                        .offset = maker->texts.length,
                                                        .weight = move->weight,
                                                        .games = 1,
                                                        .has_score = move->has_score,
                                                        .score_cp = move->score_cp};
    apo_buffer_add(&maker->texts, bytes);
    apo_buffer_add_char(&maker->texts, '\0');
    return maker->texts.is_failed ? APO_E_MEMORY : APO_OK;
}

/* --- writing ------------------------------------------------------------- */

static int compare_moves(const void *a, const void *b)
{
    const apo_book_line *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* The heaviest move of a position first; equal ones in the order of their texts. */
static int compare_weights(const void *a, const void *b)
{
    const apo_book_line *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return strcmp(x->text, y->text);
}

static void take_score(apo_book_line *sum, const apo_book_line *line)
{
    if (line->has_score && (!sum->has_score || line->score_cp > sum->score_cp))
        sum->score_cp = line->score_cp;
    sum->has_score |= line->has_score;
}

/* Adds up equal moves, drops rare moves and those without weight, and sorts the others. */
static void merge(apo_book_maker *maker)
{
    size_t kept = 0, count = maker->line_count;
    apo_book_line *lines = maker->lines;
    for (size_t i = 0; i < count; i++)
        lines[i].text = maker->texts.bytes + lines[i].offset;
    if (count > 0)
        qsort(lines, count, sizeof lines[0], compare_moves);
    for (size_t i = 0; i < count;) {
        apo_book_line sum = lines[i++];
        for (; i < count && compare_moves(&sum, &lines[i]) == 0; i++) {
            sum.weight += lines[i].weight;
            sum.games += lines[i].games;
            take_score(&sum, &lines[i]);
        }
        sum.weight = sum.weight < APO_BOOK_WEIGHT_MAX ? sum.weight : APO_BOOK_WEIGHT_MAX;
        if (sum.weight > 0 && sum.games >= maker->games_min)
            lines[kept++] = sum;
    }
    maker->line_count = kept;
    if (kept > 0)
        qsort(lines, kept, sizeof lines[0], compare_weights);
}

static void add_key(apo_buffer *out, uint64_t key)
{
    static const char digits[] = "0123456789abcdef";
    for (int shift = 60; shift >= 0; shift -= 4)
        apo_buffer_add_char(out, digits[key >> shift & 15U]);
}

static size_t count_positions(const apo_book_maker *maker)
{
    size_t count = 0;
    for (size_t i = 0; i < maker->line_count; i++)
        count += i == 0 || maker->lines[i].key != maker->lines[i - 1].key;
    return count;
}

static bool has_scores(const apo_book_maker *maker)
{
    for (size_t i = 0; i < maker->line_count; i++) {
        if (maker->lines[i].has_score)
            return true;
    }
    return false;
}

static void write_head(apo_buffer *out, const apo_book_maker *maker)
{
    apo_position start;
    bool has_start = apo_position_start(&start, maker->var, 0, 1) == APO_OK;
    apo_buffer_add(out,
                   has_scores(maker) ? "apothecary-book 2\ngame " : "apothecary-book 1\ngame ");
    apo_buffer_add(out, apo_variant_info_of(maker->var)->id);
    apo_buffer_add_char(out, ' ');
    add_key(out, has_start ? apo_position_key(&start) : 0);
    apo_buffer_add(out, "\npositions ");
    apo_buffer_add_number(out, (int64_t)count_positions(maker));
    apo_buffer_add_char(out, '\n');
}

static void write_move(apo_buffer *out, const apo_book_line *line)
{
    apo_buffer_add(out, line->text);
    apo_buffer_add_char(out, ' ');
    apo_buffer_add_number(out, (int64_t)line->weight);
    if (line->has_score) {
        apo_buffer_add(out, line->score_cp < 0 ? " " : " +");
        apo_buffer_add_number(out, line->score_cp);
    }
}

apo_status apo_book_maker_write(apo_buffer *out, apo_book_maker *maker)
{
    unsigned in_line = 0;
    if (maker->texts.is_failed)
        return APO_E_MEMORY;
    merge(maker);
    write_head(out, maker);
    for (size_t i = 0; i < maker->line_count; i++) {
        const apo_book_line *line = &maker->lines[i];
        bool is_first = i == 0 || line->key != line[-1].key;
        if (is_first && i > 0)
            apo_buffer_add_char(out, '\n');
        if (is_first)
            add_key(out, line->key);
        in_line = is_first ? 0 : in_line + 1;
        if (in_line >= APO_BOOK_MOVES_MAX)
            continue;
        apo_buffer_add_char(out, ' ');
        write_move(out, line);
    }
    apo_buffer_add(out, maker->line_count > 0 ? "\n" : "");
    return out->is_failed ? APO_E_MEMORY : APO_OK;
}
