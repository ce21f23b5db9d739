#include "rules/kernel/geometry.h"

unsigned apo_geometry_ranks(const apo_geometry *geo)
{
    return geo->bottom_rank == 0 ? geo->rows - 2U : geo->rows;
}

apo_square apo_geometry_at(const apo_geometry *geo, int file, int row)
{
    if (file < 0 || row < 0 || file >= geo->files || row >= geo->rows)
        return APO_SQUARE_NONE;
    unsigned sq = (unsigned)row * geo->files + (unsigned)file;
    return geo->place[sq] == APO_PLACE_NONE ? (apo_square)APO_SQUARE_NONE : (apo_square)sq;
}

unsigned apo_geometry_own_rank(const apo_geometry *geo, apo_side side, apo_square sq)
{
    unsigned rank = apo_geometry_row(geo, sq) + geo->bottom_rank;
    return side == APO_WHITE ? rank : apo_geometry_ranks(geo) + 1 - rank;
}

apo_square apo_geometry_mirror(const apo_geometry *geo, apo_square sq)
{
    unsigned row = geo->rows - 1U - apo_geometry_row(geo, sq);
    return (apo_square)(row * geo->files + apo_geometry_file(geo, sq));
}

apo_square apo_geometry_step(const apo_geometry *geo, apo_square from, int files, int rows)
{
    int file = from % geo->files + files, row = from / geo->files + rows;
    bool is_inside = file >= 0 && file < geo->files && row >= 0 && row < geo->rows;
    return is_inside ? (apo_square)(row * geo->files + file) : APO_SQUARE_NONE;
}

/* The length of the rank number at the front, which has at most two digits and no leading
 * zeros; 0 if there is none. */
static size_t read_rank(apo_span text, int *out_rank)
{
    size_t length = 0;
    int rank = 0;
    while (length < 2 && length < text.length && apo_is_digit(text.text[length])) {
        rank = rank * 10 + (text.text[length] - '0');
        length++;
        if (rank == 0)
            break;
    }
    *out_rank = rank;
    return length;
}

apo_square apo_geometry_read_square(const apo_geometry *geo, apo_span *rest)
{
    if (rest->length < 2 || !apo_is_lower(rest->text[0]))
        return APO_SQUARE_NONE;
    int rank;
    size_t length = read_rank(apo_span_part(*rest, 1, 2), &rank);
    if (length == 0)
        return APO_SQUARE_NONE;
    apo_square sq = apo_geometry_at(geo, rest->text[0] - 'a', rank - geo->bottom_rank);
    if (sq != APO_SQUARE_NONE)
        *rest = apo_span_part(*rest, 1 + length, rest->length - 1 - length);
    return sq;
}

unsigned apo_geometry_write_square(const apo_geometry *geo, apo_square sq,
                                   char out[APO_SQUARE_NAME_MAX])
{
    unsigned row = sq / geo->files, rank = row + geo->bottom_rank, length = 0;
    if (row >= geo->rows) {
        out[0] = '-';
        out[1] = '\0';
        return 1;
    }
    out[length++] = (char)('a' + (sq - row * geo->files));
    if (rank >= 10)
        out[length++] = (char)('0' + rank / 10);
    out[length++] = (char)('0' + rank % 10);
    out[length] = '\0';
    return length;
}

void apo_text_add_square(apo_text *text, const apo_geometry *geo, apo_square sq)
{
    char name[APO_SQUARE_NAME_MAX];
    if (sq == APO_SQUARE_NONE)
        return;
    apo_geometry_write_square(geo, sq, name);
    apo_text_add(text, name);
}
