#include "rules/tables/compile.h"

static const int8_t steps[APO_DIRECTIONS][2] = {
    {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1},
};

void apo_compile_step(unsigned direction, int *out_file, int *out_row)
{
    *out_file = steps[direction][0];
    *out_row = steps[direction][1];
}

apo_square apo_compile_next(const apo_compile *job, apo_square sq, unsigned direction)
{
    const uint16_t *near =
        apo_array_at(&job->near, ((size_t)sq * APO_DIRECTIONS + direction) * 2);
    return *near == job->var->squares ? (apo_square)APO_SQUARE_NONE : (apo_square)*near;
}

unsigned apo_compile_direction(int files, apo_square a, apo_square b)
{
    int by_file = b % files - a % files, by_row = b / files - a / files;
    static const uint8_t directions[3][3] = {{5, 3, 7}, {1, APO_DIRECTIONS, 0}, {6, 2, 4}};
    bool is_step = by_file >= -1 && by_file <= 1 && by_row >= -1 && by_row <= 1;
    return is_step ? directions[by_row + 1][by_file + 1] : APO_DIRECTIONS;
}

static bool is_inside(const apo_geometry *geo, int file, int row)
{
    return file >= 0 && file < geo->files && row >= 0 && row < geo->rows;
}

/* Numbers the line from (file, row) along `axis`. It includes places that are not squares, as
 * blank bits. */
static void add_line(apo_compile *job, unsigned axis, int file, int row)
{
    const apo_geometry *geo = &job->var->geometry;
    uint16_t *squares = apo_array_add(&job->line_squares, APO_LINE_STRIDE);
    uint32_t *blank = apo_array_add(&job->line_blank, 1);
    apo_square_lines *all = apo_array_at(&job->square_lines, 0);
    unsigned position = 1;
    if (squares == NULL || blank == NULL)
        return;
    for (unsigned i = 0; i < APO_LINE_STRIDE; i++)
        squares[i] = job->var->squares;
    for (; is_inside(geo, file, row); file += steps[2 * axis][0], row += steps[2 * axis][1]) {
        unsigned sq = (unsigned)row * geo->files + (unsigned)file;
        squares[position] = (uint16_t)sq;
        all[sq].line[axis] = job->var->line_count;
        all[sq].position[axis] = (uint8_t)position;
        if (geo->place[sq] == APO_PLACE_NONE)
            *blank |= (uint32_t)1 << position;
        position++;
    }
    *blank |= 1U | (uint32_t)1 << position;
    job->var->line_count++;
}

/* Sets of the squares of one line below each position. The difference of two of them is the
 * squares between, so that a slide of any length is added to a set at once. */
static void add_below(apo_compile *job, const uint16_t *line)
{
    unsigned words = job->var->words;
    uint64_t *below = apo_array_add(&job->line_below, (size_t)APO_LINE_STRIDE * words);
    if (below == NULL)
        return;
    for (unsigned i = 1; i < APO_LINE_STRIDE; i++) {
        unsigned last = line[i - 1];
        for (unsigned k = 0; k < words; k++)
            below[i * words + k] = below[(i - 1) * words + k];
        if (last < job->var->squares)
            below[i * words + (last >> 6)] |= (uint64_t)1 << (last & 63U);
    }
}

static void add_near(apo_compile *job)
{
    const apo_geometry *geo = &job->var->geometry;
    unsigned squares = job->var->squares;
    uint16_t *near = apo_array_add(&job->near, (size_t)squares * APO_DIRECTIONS * 2);
    for (unsigned sq = 0; near != NULL && sq < squares; sq++)
        for (unsigned d = 0; d < APO_DIRECTIONS; d++)
            for (int k = 1; k <= 2; k++) {
                apo_square at = apo_geometry_at(geo, (int)(sq % geo->files) + k * steps[d][0],
                                                (int)(sq / geo->files) + k * steps[d][1]);
                *near++ = at == APO_SQUARE_NONE ? (uint16_t)squares : at;
            }
}

/* Marks the squares of the board on a plane that goes on beyond its edges. */
static void add_plane(apo_compile *job)
{
    const apo_geometry *geo = &job->var->geometry;
    for (unsigned sq = 0; sq < job->var->squares; sq++)
        if (geo->place[sq] != APO_PLACE_NONE)
            job->plane[apo_compile_place(geo, (apo_square)sq)] = 1;
}

/* Measures the rays from each square. */
static void measure_rays(apo_compile *job)
{
    for (unsigned sq = 0; sq < job->var->squares; sq++)
        for (unsigned d = 0; d < APO_DIRECTIONS; d++) {
            apo_square at = (apo_square)sq;
            while ((at = apo_compile_next(job, at, d)) != APO_SQUARE_NONE)
                job->ray_length[sq][d]++;
        }
}

void apo_compile_lines(apo_compile *job)
{
    const apo_geometry *geo = &job->var->geometry;
    add_near(job);
    add_plane(job);
    if (!job->near.is_failed)
        measure_rays(job);
    if (apo_array_add(&job->square_lines, job->var->squares) == NULL)
        return;
    for (unsigned axis = 0; axis < APO_AXES; axis++) {
        for (int row = 0; row < geo->rows; row++)
            for (int file = 0; file < geo->files; file++)
                if (!is_inside(geo, file - steps[2 * axis][0], row - steps[2 * axis][1]))
                    add_line(job, axis, file, row);
        job->axis_end[axis] = job->var->line_count;
    }
    for (unsigned i = 0; i < job->var->line_count && !job->line_squares.is_failed; i++)
        add_below(job, apo_array_at(&job->line_squares, (size_t)i * APO_LINE_STRIDE));
}
