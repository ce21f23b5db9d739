#include "definition/exchange/zillions_read_priv.h"

/* Pieces in hand of a rules file, and the blocks that drop them. */

static const apo_span nothing = {NULL, 0};

/* Where a type may be dropped, by side; all squares unless a zone is named. */
typedef struct targets {
    bool is_empty_asked, is_added, has_zone;
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

/* (verify empty?) or (verify (in-zone? NAME)) */
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
    bool is_same = a->has_zone == b->has_zone;
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
            apo_zrf__lose(z, APO_DRAFT_RULES, 0, "drops",
                          "drops are made on 1 to 64 squares here", nothing);
    }
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

static void add_hands(apo_zrf *z, apo_text *out, uint32_t line)
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
        apo_draft_lose(z->draft, z->diagnostics, APO_DRAFT_RULES, line, apo_span_of("drops"),
                       "more than 64 pieces in hand are not understood if any leave the board",
                       nothing);
}

void apo_zrf__make_drops(apo_zrf *z)
{
    apo_text out = apo_text_start(z->draft->hands, sizeof z->draft->hands);
    targets first = {.has_zone = false};
    uint32_t line = 0;
    apo_text_add(&out, "captured = no\npieces =");
    for (unsigned type = 0; type < z->type_count; type++) {
        targets where = {.has_zone = false};
        uint32_t block = z->types[type].drops;
        if (block == 0)
            continue;
        if (!read_block(z, block, &where) || (line > 0 && !is_same(&where, &first)))
            apo_zrf__lose(z, APO_DRAFT_RULES, block, "drops",
                          "drops go to empty squares of one zone here, the same for all pieces",
                          nothing);
        if (line == 0)
            first = where;
        line = z->tree.nodes[block].line;
        apo_text_add_char(&out, ' ');
        apo_text_add_char(&out, z->draft->types[type].letter);
    }
    bool has_hands = hand_of(z, 0) > 0 || hand_of(z, 1) > 0;
    if (line == 0 || !has_hands) {
        z->draft->hands[0] = '\0';
        if (has_hands)
            apo_zrf__lose(z, APO_DRAFT_SETUP, 0, "board-setup",
                          "pieces beside the board that are never dropped are left out",
                          nothing);
        return;
    }
    apo_text_add_char(&out, '\n');
    add_hands(z, &out, line);
    add_zone(z, &out, &first);
    z->draft->has_hands = true;
    if (out.is_overflowed)
        apo_zrf__lose(z, APO_DRAFT_RULES, 0, "drops", "the hands are too long", nothing);
}
