#include "cli/lab/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/host.h"

enum {
    FIRST_CAPACITY = 4096,
    ROUNDS = 300,
    ROUNDS_LEAST = 50
};

/* --- the matrix ---------------------------------------------------------- */

static bool grow(void **memory, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return true;
    size_t wanted = *capacity > 0 ? 2 * *capacity : FIRST_CAPACITY;
    void *more = realloc(*memory, wanted * size);
    if (more == NULL)
        return false;
    *memory = more;
    *capacity = wanted;
    return true;
}

apo_lab_row *apo_lab_rows_add(apo_lab_rows *rows)
{
    void *memory = rows->rows;
    if (!grow(&memory, &rows->row_capacity, rows->row_count, sizeof *rows->rows))
        return NULL;
    rows->rows = memory;
    rows->rows[rows->row_count] = (apo_lab_row){.first = rows->entry_count};
    return &rows->rows[rows->row_count++];
}

bool apo_lab_rows_enter(apo_lab_rows *rows, unsigned weight, float slope)
{
    void *memory = rows->entries;
    if (!grow(&memory, &rows->entry_capacity, rows->entry_count, sizeof *rows->entries))
        return false;
    rows->entries = memory;
    rows->entries[rows->entry_count++] = (apo_lab_entry){(uint16_t)weight, slope};
    rows->rows[rows->row_count - 1].count++;
    return true;
}

void apo_lab_rows_clear(apo_lab_rows *rows)
{
    free(rows->entries);
    free(rows->rows);
    *rows = (apo_lab_rows){.entries = NULL};
}

/* --- learning ------------------------------------------------------------ */

static double share_of(double sum)
{
    return 1 / (1 + exp(-sum));
}

static double loss_of(double share, double score)
{
    const double least = 1e-9;
    return -score * log(share + least) - (1 - score) * log(1 - share + least);
}

static double evaluate(const apo_lab_learning *learning, const apo_lab_row *row)
{
    const apo_lab_entry *entries = learning->rows->entries + row->first;
    double sum = (double)row->base;
    for (uint32_t i = 0; i < row->count; i++)
        sum += (double)entries[i].slope * learning->change[entries[i].weight];
    return sum;
}

double apo_lab_loss(const apo_lab_learning *learning, bool is_held_out)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < learning->rows->row_count; i++) {
        const apo_lab_row *row = &learning->rows->rows[i];
        if (row->is_held_out != is_held_out)
            continue;
        double share = share_of(learning->scale * evaluate(learning, row));
        sum += loss_of(share, (double)row->score);
        count++;
    }
    return count > 0 ? sum / (double)count : 0;
}

static double loss_with(const apo_lab_rows *rows, double scale)
{
    double sum = 0;
    for (size_t i = 0; i < rows->row_count; i++)
        sum +=
            loss_of(share_of(scale * (double)rows->rows[i].base), (double)rows->rows[i].score);
    return sum;
}

double apo_lab_find_scale(const apo_lab_rows *rows)
{
    double low = 1e-5, high = 0.05;
    for (unsigned i = 0; i < 40; i++) {
        double one = low + (high - low) / 3, other = high - (high - low) / 3;
        if (loss_with(rows, one) < loss_with(rows, other))
            high = other;
        else
            low = one;
    }
    return (low + high) / 2;
}

/* First and second derivatives of the loss, by weight. The spread pulls weights back to their
 * initial values. */
typedef struct slopes {
    double *first, *second;
} slopes;

static void find_slopes(const apo_lab_learning *learning, slopes *out)
{
    double scale = learning->scale;
    for (size_t w = 0; w < learning->count; w++) {
        double spread = learning->spread[w];
        double pull = spread > 0 ? learning->alike / (spread * spread) : 1;
        out->first[w] = spread > 0 ? pull * learning->change[w] : 0;
        out->second[w] = pull;
    }
    for (size_t i = 0; i < learning->rows->row_count; i++) {
        const apo_lab_row *row = &learning->rows->rows[i];
        const apo_lab_entry *entries = learning->rows->entries + row->first;
        if (row->is_held_out)
            continue;
        double share = share_of(scale * evaluate(learning, row));
        double error = scale * (share - (double)row->score);
        double curve = scale * scale * share * (1 - share);
        for (uint32_t k = 0; k < row->count; k++) {
            double slope = (double)entries[k].slope;
            out->first[entries[k].weight] += error * slope;
            out->second[entries[k].weight] += curve * slope * slope;
        }
    }
}

/* Steps each weight separately, scaled by the curvature of the loss; `run` is the momentum.
 * Many weights at once would overshoot, so only a part of each step is made. */
static void make_step(const apo_lab_learning *learning, const slopes *at, double *run)
{
    const double part = 0.05, keep = 0.9;
    for (size_t w = 0; w < learning->count; w++) {
        if (learning->spread[w] <= 0)
            continue;
        run[w] = keep * run[w] - part * at->first[w] / at->second[w];
        learning->change[w] += run[w];
    }
}

static bool is_late(const apo_lab_learning *learning, unsigned rounds)
{
    return learning->until != 0 && rounds >= ROUNDS_LEAST &&
           apo_engine_now(NULL) >= learning->until;
}

bool apo_lab_learn(apo_lab_learning *learning)
{
    size_t count = learning->count;
    double *memory = calloc(3 * count, sizeof *memory);
    if (memory == NULL)
        return false;
    slopes at = {memory, memory + count};
    for (unsigned round = 0; round < ROUNDS && !is_late(learning, round); round++) {
        find_slopes(learning, &at);
        make_step(learning, &at, memory + 2 * count);
    }
    free(memory);
    return true;
}
