/* [board]: the geometry. */
#include "definition/file/reader.h"

enum {
    SIDE_MIN = 2
}; /* boards of one file or rank have no diagonals and no mirror image */

static bool read_side(apo_reader *reader, size_t section, const char *name, int32_t maximum,
                      int32_t *out)
{
    const apo_tree_key *key = apo_reader_key(reader, section, name);
    return key != NULL && apo_reader_number(reader, key, SIDE_MIN, maximum, out);
}

/* Makes every place of the rectangle a square; border ranks are transient. */
static void fill_places(apo_geometry *geo)
{
    unsigned count = apo_geometry_squares(geo);
    for (unsigned sq = 0; sq < count; sq++) {
        unsigned row = sq / geo->files;
        bool is_border = geo->bottom_rank == 0 && (row == 0 || row + 1U == geo->rows);
        geo->place[sq] = is_border ? APO_PLACE_TRANSIENT : APO_PLACE_SQUARE;
    }
}

/* Marks the squares that `key` lists with `mark`; all must be of the kind `wanted`. */
static void mark_squares(apo_reader *reader, const apo_tree_key *key, uint8_t wanted,
                         uint8_t mark, uint8_t marks[APO_SQUARES_MAX])
{
    const apo_geometry *geo = &reader->spec->geometry;
    apo_cursor cursor = apo_cursor_start(&reader->tree, key);
    apo_token name;
    while (apo_cursor_word(&cursor, "", &name)) {
        apo_square sq = apo_reader_square(reader, geo, &name);
        if (sq == APO_SQUARE_NONE)
            continue;
        if (geo->place[sq] != wanted)
            apo_diagnostics_add(
                &reader->diagnostics, &name.place,
                wanted == APO_PLACE_TRANSIENT
                    ? "\"%s\" is not on a border rank (rank 0, or one more than the "
                      "highest)"
                    : "\"%s\" is not on the board proper",
                name.text);
        else if (marks[sq] == mark)
            apo_diagnostics_add(&reader->diagnostics, &name.place, "\"%s\" is listed twice",
                                name.text);
        else
            marks[sq] = mark;
    }
}

/* Border squares exist if listed, other squares unless listed. */
static void read_places(apo_reader *reader, const apo_tree_key *brouhaha,
                        const apo_tree_key *holes)
{
    enum {
        LISTED = 1
    };

    apo_geometry *geo = &reader->spec->geometry;
    uint8_t marks[APO_SQUARES_MAX] = {0};
    fill_places(geo);
    if (brouhaha != NULL)
        mark_squares(reader, brouhaha, APO_PLACE_TRANSIENT, LISTED, marks);
    if (holes != NULL)
        mark_squares(reader, holes, APO_PLACE_SQUARE, LISTED, marks);
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        bool is_listed = marks[sq] == LISTED;
        bool is_transient = geo->place[sq] == APO_PLACE_TRANSIENT;
        if (is_listed != is_transient)
            geo->place[sq] = APO_PLACE_NONE;
    }
}

void apo_reader_board(apo_reader *reader)
{
    size_t section = apo_reader_section(reader, "board");
    size_t faults_before = reader->diagnostics.fault_count;
    int32_t files = 0;
    int32_t ranks = 0;
    if (section == APO_TREE_NONE)
        return;
    apo_reader_check_keys(reader, section, apo_section_named("board"));
    bool has_files = read_side(reader, section, "files", APO_FILES_MAX, &files);
    bool has_ranks = read_side(reader, section, "ranks", APO_ROWS_MAX - 2, &ranks);
    if (!has_files || !has_ranks)
        return;
    const apo_tree_key *brouhaha = apo_reader_key(reader, section, "brouhaha");
    apo_geometry *geo = &reader->spec->geometry;
    geo->files = (uint8_t)files;
    geo->rows = (uint8_t)(brouhaha != NULL ? ranks + 2 : ranks);
    geo->bottom_rank = brouhaha != NULL ? 0 : 1;
    read_places(reader, brouhaha, apo_reader_key(reader, section, "holes"));
    reader->has_geometry = reader->diagnostics.fault_count == faults_before;
}
