#include "base/mem.h"
#include "definition/exchange/refuse.h"
#include "definition/exchange/zillions_read_priv.h"

/* The board of a rules file: one grid, its directions, symmetry and zones; and the setup. */

static const apo_span nothing = {NULL, 0};

void apo_zrf__lose(apo_zrf *z, enum apo_draft_place place, uint32_t node, const char *key,
                   const char *detail, apo_span word)
{
    uint32_t line = node != 0 ? z->tree.nodes[node].line : 0;
    apo_draft_lose(z->draft, z->diagnostics, place, line, apo_span_of(key), detail, word);
}

/* --- names --------------------------------------------------------------- */

apo_square apo_zrf__square(const apo_zrf *z, apo_span name)
{
    const apo_geometry *geo = &z->draft->geometry;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        apo_span file = z->file_names[apo_geometry_file(geo, (apo_square)sq)];
        apo_span row = z->row_names[apo_geometry_row(geo, (apo_square)sq)];
        apo_span first = z->ranks_first ? row : file, second = z->ranks_first ? file : row;
        if (name.length == first.length + second.length && name.length > 0 &&
            memcmp(name.text, first.text, first.length) == 0 &&
            memcmp(name.text + first.length, second.text, second.length) == 0)
            return geo->place[sq] == APO_PLACE_SQUARE ? (apo_square)sq : APO_SQUARE_NONE;
    }
    return APO_SQUARE_NONE;
}

unsigned apo_zrf__direction(const apo_zrf *z, apo_span name)
{
    for (unsigned i = 0; i < z->direction_count; i++)
        if (apo_span_same(z->directions[i].name, name))
            return i + 1;
    return 0;
}

unsigned apo_zrf__type(const apo_zrf *z, apo_span name)
{
    for (unsigned i = 0; i < z->type_count; i++)
        if (apo_span_same(z->types[i].name, name))
            return i + 1;
    return 0;
}

apo_square apo_zrf__step(const apo_zrf *z, apo_square from, unsigned direction)
{
    const apo_geometry *geo = &z->draft->geometry;
    if (z->side == 1)
        direction = z->directions[direction].turned;
    const apo_zrf_direction *way = &z->directions[direction];
    apo_square to = apo_geometry_step(geo, from, way->files, way->rows);
    return to != APO_SQUARE_NONE && geo->place[to] == APO_PLACE_SQUARE ? to : APO_SQUARE_NONE;
}

bool apo_zrf__in_zone(const apo_zrf *z, apo_span name, apo_square sq, bool *out)
{
    bool is_found = false;
    *out = false;
    for (unsigned i = 0; i < z->zone_count; i++) {
        const apo_zrf_zone *zone = &z->zones[i];
        if (!apo_span_same(zone->name, name))
            continue;
        is_found = true;
        *out = *out || ((zone->sides >> z->side & 1) && apo_set_has(&zone->squares, sq));
    }
    return is_found;
}

/* --- the grid ------------------------------------------------------------ */

static bool read_integer(apo_span word, int *out)
{
    uint32_t number;
    bool is_negative = word.length > 0 && word.text[0] == '-';
    if (!apo_span_number(apo_span_part(word, is_negative, word.length), 9999, &number))
        return false;
    *out = is_negative ? -(int)number : (int)number;
    return true;
}

/* Splits "a/b/c" with its quotes; returns the number of names, or 0. */
static unsigned split(apo_span text, apo_span *out, unsigned maximum)
{
    unsigned count = 0;
    if (text.length < 3 || text.text[0] != '"')
        return 0;
    text = apo_span_part(text, 1, text.length - 2);
    while (text.length > 0) {
        size_t length = 0;
        while (length < text.length && text.text[length] != '/')
            length++;
        if (count == maximum || length == 0)
            return 0;
        out[count++] = apo_span_part(text, 0, length);
        text = apo_span_part(text, length + 1, text.length);
    }
    return count;
}

/* ("a/b/c" (WIDTH 0)): the names, and their direction on the screen. */
typedef struct dimension {
    unsigned count;
    apo_span names[APO_ROWS_MAX];
    int across, down;
} dimension;

static bool read_dimension(const apo_zrf *z, uint32_t list, dimension *out)
{
    uint32_t names = apo_zillions_first(&z->tree, list);
    uint32_t offset = apo_zillions_next(&z->tree, names);
    uint32_t across = apo_zillions_first(&z->tree, offset);
    uint32_t down = apo_zillions_next(&z->tree, across);
    out->count = split(apo_zillions_word(&z->tree, names), out->names, APO_ROWS_MAX);
    return out->count > 0 && read_integer(apo_zillions_word(&z->tree, across), &out->across) &&
           read_integer(apo_zillions_word(&z->tree, down), &out->down) &&
           (out->across == 0) != (out->down == 0);
}

static bool read_dimensions(apo_zrf *z, uint32_t list)
{
    dimension first, second;
    uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
    uint32_t other = apo_zillions_next(&z->tree, item);
    if (!read_dimension(z, item, &first) || !read_dimension(z, other, &second) ||
        apo_zillions_next(&z->tree, other) != 0 || (first.across == 0) == (second.across == 0))
        return false;
    z->ranks_first = first.across == 0;
    const dimension *files = z->ranks_first ? &second : &first;
    const dimension *rows = z->ranks_first ? &first : &second;
    if (files->count < 2 || rows->count < 2 || files->count > APO_FILES_MAX || rows->count > 16)
        return false;
    apo_draft_init(z->draft, files->count, rows->count, 1);
    for (unsigned i = 0; i < files->count; i++)
        z->file_names[files->across > 0 ? i : files->count - 1 - i] = files->names[i];
    for (unsigned i = 0; i < rows->count; i++)
        z->row_names[rows->down > 0 ? rows->count - 1 - i : i] = rows->names[i];
    z->files_turned = files->across < 0;
    z->rows_turned = rows->down > 0;
    return true;
}

static bool read_directions(apo_zrf *z, uint32_t list)
{
    uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
    for (; item != 0; item = apo_zillions_next(&z->tree, item)) {
        uint32_t name = apo_zillions_first(&z->tree, item);
        uint32_t first = apo_zillions_next(&z->tree, name);
        uint32_t second = apo_zillions_next(&z->tree, first);
        int steps[2];
        if (z->direction_count == APO_ZRF_DIRECTIONS_MAX ||
            !read_integer(apo_zillions_word(&z->tree, first), &steps[0]) ||
            !read_integer(apo_zillions_word(&z->tree, second), &steps[1]) ||
            steps[0] < -APO_ROWS_MAX || steps[0] > APO_ROWS_MAX || steps[1] < -APO_ROWS_MAX ||
            steps[1] > APO_ROWS_MAX || apo_zillions_next(&z->tree, second) != 0)
            return false;
        int files = steps[z->ranks_first], rows = steps[!z->ranks_first];
        z->directions[z->direction_count] = (apo_zrf_direction){
            apo_zillions_word(&z->tree, name), (int8_t)(z->files_turned ? -files : files),
            (int8_t)(z->rows_turned ? -rows : rows), (uint8_t)z->direction_count};
        z->direction_count++;
    }
    return true;
}

static apo_status refuse(apo_zrf *z, uint32_t list, const char *detail)
{
    return apo_refuse_line(z->err, APO_E_UNSUPPORTED, z->tree.nodes[list].line, "board", detail,
                           nothing);
}

static apo_status read_grid(apo_zrf *z, uint32_t list)
{
    uint32_t directions = 0, dimensions = 0;
    for (uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
         item != 0; item = apo_zillions_next(&z->tree, item)) {
        apo_span head = apo_zillions_head(&z->tree, item);
        if (apo_span_is(head, "dimensions"))
            dimensions = item;
        else if (apo_span_is(head, "directions"))
            directions = item;
        else if (!apo_span_is(head, "start-rectangle"))
            return refuse(z, item, "the board is not one plain grid");
    }
    if (!read_dimensions(z, dimensions))
        return refuse(z, list, "the board is not a rectangle of 2 to 16 files and ranks");
    if (!read_directions(z, directions))
        return refuse(z, list, "the directions of the board are not understood");
    return APO_OK;
}

/* --- symmetry and zones -------------------------------------------------- */

static void read_symmetry(apo_zrf *z, uint32_t list)
{
    uint32_t player = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
    bool is_whites = apo_span_same(apo_zillions_word(&z->tree, player), z->sides[0]);
    if (is_whites) { /* the file has the players in the opposite order */
        apo_span first = z->sides[0];
        z->sides[0] = z->sides[1];
        z->sides[1] = first;
        z->draft->is_black_first = !z->draft->is_black_first;
    } else if (!apo_span_same(apo_zillions_word(&z->tree, player), z->sides[1])) {
        apo_zrf__lose(z, APO_DRAFT_BOARD, list, "symmetry", "there is no player %s",
                      apo_zillions_word(&z->tree, player));
    }
    for (uint32_t item = apo_zillions_next(&z->tree, player); item != 0;
         item = apo_zillions_next(&z->tree, item)) {
        uint32_t name = apo_zillions_first(&z->tree, item);
        unsigned from = apo_zrf__direction(z, apo_zillions_word(&z->tree, name));
        unsigned to = apo_zrf__direction(
            z, apo_zillions_word(&z->tree, apo_zillions_next(&z->tree, name)));
        if (from == 0 || to == 0)
            apo_zrf__lose(z, APO_DRAFT_BOARD, item, "symmetry", "there is no direction %s",
                          apo_zillions_word(&z->tree, name));
        else
            z->directions[from - 1].turned = (uint8_t)(to - 1);
    }
}

static void add_positions(apo_zrf *z, apo_set *out, uint32_t list)
{
    for (uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
         item != 0; item = apo_zillions_next(&z->tree, item)) {
        apo_square sq = apo_zrf__square(z, apo_zillions_word(&z->tree, item));
        if (sq != APO_SQUARE_NONE)
            apo_set_add(out, sq);
        else
            apo_zrf__lose(z, APO_DRAFT_BOARD, item, "positions", "there is no position %s",
                          apo_zillions_word(&z->tree, item));
    }
}

static void read_zone(apo_zrf *z, uint32_t list)
{
    apo_zrf_zone zone = {.sides = 0};
    bool has_players = false;
    for (uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
         item != 0; item = apo_zillions_next(&z->tree, item)) {
        uint32_t first = apo_zillions_first(&z->tree, item);
        uint32_t word = apo_zillions_next(&z->tree, first);
        if (apo_zillions_is(&z->tree, first, "name"))
            zone.name = apo_zillions_word(&z->tree, word);
        else if (apo_zillions_is(&z->tree, first, "positions"))
            add_positions(z, &zone.squares, item);
        has_players = has_players || apo_zillions_is(&z->tree, first, "players");
        for (; apo_zillions_is(&z->tree, first, "players") && word != 0;
             word = apo_zillions_next(&z->tree, word))
            for (unsigned side = 0; side < 2; side++)
                if (apo_span_same(apo_zillions_word(&z->tree, word), z->sides[side]))
                    zone.sides |= (uint8_t)(1U << side);
    }
    if (!has_players)
        zone.sides = 3;
    if (z->zone_count == APO_ZRF_ZONES_MAX)
        apo_zrf__lose(z, APO_DRAFT_BOARD, list, "zone", "there are too many zones", nothing);
    else
        z->zones[z->zone_count++] = zone;
}

/* Marks places that are not squares. */
static void read_holes(apo_zrf *z, uint32_t list)
{
    apo_set holes = {.words = {0}};
    add_positions(z, &holes, list);
    for (unsigned sq = 0; sq < apo_geometry_squares(&z->draft->geometry); sq++)
        if (apo_set_has(&holes, (apo_square)sq))
            z->draft->geometry.place[sq] = APO_PLACE_NONE;
}

/* Reads one kind of part after another, as each needs the earlier ones. */
apo_status apo_zrf__read_board(apo_zrf *z, uint32_t list)
{
    static const char *const order[] = {"image", "grid", "kill-positions", "symmetry", "zone"};

    enum {
        COUNT = sizeof order / sizeof *order
    };

    unsigned grids = 0;
    bool is_black_first = z->draft->is_black_first;
    apo_status status = APO_OK;
    uint32_t first = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
    for (unsigned kind = 0; kind <= COUNT && status == APO_OK; kind++)
        for (uint32_t item = first; item != 0 && status == APO_OK;
             item = apo_zillions_next(&z->tree, item)) {
            if (apo_span_index(apo_zillions_head(&z->tree, item), order, COUNT) != kind)
                continue;
            if (kind == 1 && grids++ == 0)
                status = read_grid(z, item);
            else if (kind == 1)
                status = refuse(z, item, "the board has more than one grid");
            else if (kind == 2)
                read_holes(z, item);
            else if (kind == 3)
                read_symmetry(z, item);
            else if (kind == 4)
                read_zone(z, item);
            else if (kind == COUNT)
                apo_zrf__lose(z, APO_DRAFT_BOARD, item, "board", "%s is not understood",
                              apo_zillions_head(&z->tree, item));
            if (kind == 1)
                z->draft->is_black_first = is_black_first;
        }
    return status == APO_OK && grids == 0 ? refuse(z, list, "there is no board") : status;
}

/* --- the setup ----------------------------------------------------------- */

static void place(apo_zrf *z, unsigned side, unsigned type, uint32_t item)
{
    apo_span word = apo_zillions_word(&z->tree, item);
    apo_square sq = apo_zrf__square(z, word);
    char letter = z->draft->types[type].letter;
    if (sq == APO_SQUARE_NONE)
        apo_zrf__lose(z, APO_DRAFT_SETUP, item, "board-setup", "there is no position %s", word);
    else
        z->draft->board[sq] = side == 0 ? letter : apo_to_lower(letter);
}

/* "off 5": pieces beside the board. Returns the last item read. */
static uint32_t read_off(apo_zrf *z, unsigned side, unsigned type, uint32_t item)
{
    uint32_t number = apo_zillions_next(&z->tree, item), count = 1;
    apo_span word = apo_zillions_word(&z->tree, number);
    bool is_said = word.length > 0 && apo_is_digit(word.text[0]);
    if (is_said && !apo_span_number(word, 100000, &count))
        apo_zrf__lose(z, APO_DRAFT_SETUP, number, "board-setup", "%s is too many", word);
    z->types[type].hands[side] = count;
    z->off = item;
    return is_said ? number : item;
}

void apo_zrf__read_setup(apo_zrf *z, uint32_t list)
{
    for (uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
         item != 0; item = apo_zillions_next(&z->tree, item)) {
        apo_span player = apo_zillions_head(&z->tree, item);
        unsigned side = apo_span_same(player, z->sides[1]);
        if (!apo_span_same(player, z->sides[side]))
            apo_zrf__lose(z, APO_DRAFT_SETUP, item, "board-setup", "there is no player %s",
                          player);
        for (uint32_t piece = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, item));
             piece != 0; piece = apo_zillions_next(&z->tree, piece)) {
            unsigned type = apo_zrf__type(z, apo_zillions_head(&z->tree, piece));
            uint32_t where = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, piece));
            if (type == 0)
                apo_zrf__lose(z, APO_DRAFT_SETUP, piece, "board-setup", "there is no piece %s",
                              apo_zillions_head(&z->tree, piece));
            for (; type > 0 && where != 0; where = apo_zillions_next(&z->tree, where)) {
                if (apo_zillions_is(&z->tree, where, "off"))
                    where = read_off(z, side, type - 1, where);
                else
                    place(z, side, type - 1, where);
            }
        }
    }
}
