#include "definition/exchange/zillions_read_priv.h"

/* Pieces in hand of a rules file, and the blocks that drop them. */

static const apo_span nothing = {NULL, 0};

/* Where a type may be dropped, by side; all squares unless a zone is named. */
typedef struct targets {
    uint32_t block; /* the first that says so */
    bool is_empty_asked, is_added, has_zone, is_falling;
    apo_set squares[2];
} targets;

static bool read_zone(apo_zrf *z, apo_span zone, targets *out)
{
    if (out->has_zone)
        return false;
    out->has_zone = true;
    for (z->side = 0; z->side < 2; z->side++)
        for (unsigned sq = 0; sq < apo_geometry_squares(&z->draft->geometry); sq++) {
            bool is_inside = false;
            if (!apo_zrf__in_zone(z, zone, (apo_square)sq, &is_inside))
                return false;
            if (is_inside)
                apo_set_add(&out->squares[z->side], (apo_square)sq);
        }
    return true;
}

/* What may be below the square of a drop. */
enum below {
    BELOW_EDGE,
    BELOW_EMPTY,
    BELOW_PIECE,
    BELOW_COUNT
};

/* True if the direction leads down for both sides. */
static bool is_down(const apo_zrf *z, apo_span word)
{
    unsigned number = apo_zrf__direction(z, word);
    const apo_zrf_direction *one = number > 0 ? &z->directions[number - 1] : NULL;
    return one != NULL && one->turned == number - 1 && one->files == 0 && one->rows == -1;
}

/* The value of a condition about the square below, as a bit for each case; false: it asks for
 * something else. `beyond` says which of (empty? s) and (not-empty? s), a bit each, hold beyond
 * the edge. */
static bool read_below(const apo_zrf *z, uint32_t node, unsigned beyond, unsigned *out,
                       unsigned depth)
{
    static const char *const words[] = {"on-board?", "not-on-board?", "empty?", "not-empty?"};
    static const uint8_t values[] = {1 << BELOW_EMPTY | 1 << BELOW_PIECE, 1 << BELOW_EDGE,
                                     1 << BELOW_EMPTY, 1 << BELOW_PIECE};
    static const char *const joins[] = {"and", "or", "not"};
    uint32_t item = apo_zillions_first(&z->tree, node);
    uint32_t next = apo_zillions_next(&z->tree, item);
    apo_span head = apo_zillions_word(&z->tree, item);
    unsigned join = apo_span_index(head, joins, 3), index = apo_span_index(head, words, 4);
    unsigned part;
    if (depth == 0 || next == 0)
        return false;
    if (join == 3) {
        *out = index < 4 ? values[index] : 0;
        *out |= index >= 2 && (beyond >> (index - 2) & 1) ? 1 << BELOW_EDGE : 0;
        return index < 4 && is_down(z, apo_zillions_word(&z->tree, next)) &&
               apo_zillions_next(&z->tree, next) == 0;
    }
    *out = join == 1 ? 0 : (1 << BELOW_COUNT) - 1;
    for (; next != 0; next = apo_zillions_next(&z->tree, next)) {
        if (!read_below(z, next, beyond, &part, depth - 1))
            return false;
        *out = join == 0 ? *out & part : join == 1 ? *out | part : *out & ~part;
    }
    return true;
}

/* (verify (or (not-on-board? s) (not-empty? s))): a stone falls upon others or the edge,
 * whatever a square beyond the edge holds. */
static bool read_fall(const apo_zrf *z, uint32_t test, targets *out)
{
    unsigned value;
    out->is_falling = true;
    for (unsigned beyond = 0; beyond < 4; beyond++)
        out->is_falling = out->is_falling &&
                          read_below(z, test, beyond, &value, APO_ZILLIONS_DEPTH_MAX) &&
                          value == (1 << BELOW_EDGE | 1 << BELOW_PIECE);
    return out->is_falling;
}

/* (verify empty?), (verify (in-zone? NAME)), or what makes a stone fall. */
static bool read_verify(apo_zrf *z, uint32_t step, targets *out)
{
    uint32_t test = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, step));
    uint32_t inside = apo_zillions_first(&z->tree, test);
    if (apo_zillions_next(&z->tree, test) != 0)
        return false;
    if (apo_zillions_is(&z->tree, test, "empty?") ||
        (apo_zillions_is(&z->tree, inside, "empty?") &&
         apo_zillions_next(&z->tree, inside) == 0)) {
        out->is_empty_asked = true;
        return true;
    }
    uint32_t name = apo_zillions_next(&z->tree, inside);
    if (!out->is_falling && read_fall(z, test, out))
        return true;
    return apo_zillions_is(&z->tree, inside, "in-zone?") && name != 0 &&
           apo_zillions_next(&z->tree, name) == 0 &&
           read_zone(z, apo_zillions_word(&z->tree, name), out);
}

/* Reads one block: conditions, then "add". */
static bool read_block(apo_zrf *z, uint32_t block, targets *out)
{
    bool is_understood = apo_zillions_next(&z->tree, block) == 0;
    for (uint32_t step = apo_zillions_first(&z->tree, block); step != 0 && is_understood;
         step = apo_zillions_next(&z->tree, step)) {
        if (apo_zillions_is(&z->tree, step, "add"))
            is_understood = !out->is_added && (out->is_added = true);
        else
            is_understood = !out->is_added &&
                            apo_span_is(apo_zillions_head(&z->tree, step), "verify") &&
                            read_verify(z, step, out);
    }
    return is_understood && out->is_added && out->is_empty_asked;
}

static bool is_same(const targets *a, const targets *b)
{
    bool is_same = a->has_zone == b->has_zone && a->is_falling == b->is_falling;
    for (unsigned i = 0; i < 2 * APO_SET_WORDS_MAX; i++)
        is_same = is_same && a->squares[i % 2].words[i / 2] == b->squares[i % 2].words[i / 2];
    return is_same;
}

static unsigned count_squares(const apo_zrf *z)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&z->draft->geometry); sq++)
        count += z->draft->geometry.place[sq] == APO_PLACE_SQUARE;
    return count;
}

static void add_zone(apo_zrf *z, apo_text *out, const targets *where)
{
    static const char *const keys[] = {"squares =", "black-squares ="};
    for (unsigned side = 0; side < 2 && where->has_zone; side++) {
        unsigned count = 0;
        apo_text_add(out, keys[side]);
        for (unsigned sq = 0; sq < apo_geometry_squares(&z->draft->geometry); sq++)
            if (apo_set_has(&where->squares[side], (apo_square)sq)) {
                apo_text_add_char(out, ' ');
                apo_text_add_square(out, &z->draft->geometry, (apo_square)sq);
                count++;
            }
        apo_text_add_char(out, '\n');
        if (count == 0 || count > 64)
            apo_zrf__lose(z, APO_DRAFT_RULES, where->block, "drops",
                          "drops are made on 1 to 64 squares here", nothing);
    }
}

/* Stones that fall leave no gaps below them if nothing moves, on a whole board that is empty at
 * the start. */
static void add_falling(apo_zrf *z, apo_text *out, const targets *where)
{
    bool is_said =
        !where->has_zone && count_squares(z) == apo_geometry_squares(&z->draft->geometry);
    if (!where->is_falling)
        return;
    for (unsigned type = 0; type < z->type_count; type++)
        is_said = is_said && z->types[type].moves == 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(&z->draft->geometry); sq++)
        is_said = is_said && z->draft->board[sq] == '.';
    apo_text_add(out, "falling = yes\n");
    if (!is_said)
        apo_zrf__lose(z, APO_DRAFT_RULES, where->block, "drops",
                      "pieces fall only on a whole board without other moves here", nothing);
}

/* Adds the pieces in hand as letters; false if there are too many to list. */
static bool add_hand(const apo_zrf *z, apo_text *out, unsigned side)
{
    unsigned total = 0;
    apo_text_add(out, side == 0 ? "white-start =" : "black-start =");
    for (unsigned type = 0; type < z->type_count; type++)
        for (unsigned i = 0; i < z->types[type].hands[side] && total < 65; i++, total++) {
            apo_text_add_char(out, ' ');
            apo_text_add_char(out, z->draft->types[type].letter);
        }
    apo_text_add_char(out, '\n');
    return total <= 64;
}

static unsigned hand_of(const apo_zrf *z, unsigned side)
{
    unsigned total = 0;
    for (unsigned type = 0; type < z->type_count; type++)
        total += z->types[type].hands[side];
    return total;
}

/* True if the hands cannot run out: a piece for each square, and no piece ever leaves the
 * board. */
static bool is_endless(const apo_zrf *z)
{
    unsigned squares = count_squares(z);
    for (unsigned type = 0; type < z->type_count; type++)
        for (unsigned side = 0; side < 2; side++)
            if (z->types[type].moves != 0 ||
                (z->types[type].drops != 0 && z->types[type].hands[side] < squares))
                return false;
    return true;
}

static void add_hands(apo_zrf *z, apo_text *out)
{
    bool is_listed = true;
    if (is_endless(z)) {
        apo_text_add(out, "endless = yes\n");
        return;
    }
    for (unsigned side = 0; side < 2; side++)
        if (hand_of(z, side) > 0)
            is_listed = add_hand(z, out, side) && is_listed;
    if (!is_listed)
        apo_zrf__lose(z, APO_DRAFT_RULES, z->off, "board-setup",
                      "more than 64 pieces in hand are not understood if any leave the board",
                      nothing);
}

void apo_zrf__make_drops(apo_zrf *z)
{
    apo_text out = apo_text_start(z->draft->hands, sizeof z->draft->hands);
    targets first = {.has_zone = false};
    /* A piece that has changed its type returns as what it has become. */
    bool returns = z->recycling != 0 && z->has_captures;
    apo_text_add(&out, returns ? "captured = owner\npromoted = stays\n" : "captured = no\n");
    apo_text_add(&out, "pieces =");
    for (unsigned type = 0; type < z->type_count; type++) {
        targets where = {.block = z->types[type].drops};
        if (where.block == 0)
            continue;
        if (!read_block(z, where.block, &where) ||
            (first.block != 0 && !is_same(&where, &first)))
            apo_zrf__lose(z, APO_DRAFT_RULES, where.block, "drops",
                          "drops go to empty squares of one zone here, the same for all pieces",
                          nothing);
        if (first.block == 0)
            first = where;
        apo_text_add_char(&out, ' ');
        apo_text_add_char(&out, z->draft->types[type].letter);
    }
    bool has_hands = hand_of(z, 0) > 0 || hand_of(z, 1) > 0;
    if (first.block == 0 || (!has_hands && !returns)) {
        z->draft->hands[0] = '\0';
        if (has_hands)
            apo_zrf__lose(z, APO_DRAFT_SETUP, z->off, "board-setup",
                          "pieces beside the board that are never dropped are left out",
                          nothing);
        return;
    }
    apo_text_add_char(&out, '\n');
    add_hands(z, &out);
    add_zone(z, &out, &first);
    add_falling(z, &out, &first);
    z->draft->has_hands = true;
    if (out.is_overflowed)
        apo_zrf__lose(z, APO_DRAFT_RULES, first.block, "drops", "the hands are too long",
                      nothing);
}
