#include "base/mem.h"
#include "definition/exchange/zillions_read_priv.h"

/* How a game ends by a rules file: the conditions for a win, a loss and a draw. */

static const apo_span nothing = {NULL, 0};

enum result {
    RESULT_WIN,
    RESULT_LOSS,
    RESULT_DRAW
};

static void refuse(apo_zrf *z, uint32_t list, apo_span word)
{
    apo_zrf__lose(z, APO_DRAFT_OUTCOME, list, "goal", "the end %s is not understood", word);
}

void apo_zrf__add_section(apo_zrf *z, const char *text, apo_span word)
{
    size_t length = 0;
    while (z->draft->sections[length] != '\0')
        length++;
    apo_text out =
        apo_text_start(z->draft->sections + length, sizeof z->draft->sections - length);
    apo_text_add(&out, text);
    apo_text_add_span(&out, word);
    apo_text_add_char(&out, '\n');
}

/* True if the list names both players. */
static bool is_for_both(const apo_zrf *z, uint32_t list)
{
    unsigned seen = 0;
    for (uint32_t item = apo_zillions_first(&z->tree, list); item != 0;
         item = apo_zillions_next(&z->tree, item))
        for (unsigned side = 0; side < 2; side++)
            if (apo_span_same(apo_zillions_word(&z->tree, item), z->sides[side]))
                seen |= 1U << side;
    return seen == 3;
}

static void read_stalemate(apo_zrf *z, enum result result)
{
    static const char *const words[] = {"win", "loss", "draw"};
    z->is_stalemate_said = true;
    z->draft->stalemate = words[result];
}

static void read_repetition(apo_zrf *z, enum result result, uint32_t list)
{
    z->is_repetition_said = true;
    z->draft->repetition_count = 3;
    if (result != RESULT_DRAW)
        refuse(z, list, apo_span_of("repetition"));
}

/* (checkmated King) or (captured King); the latter means the loss of the last one. */
static void read_royal(apo_zrf *z, enum result result, uint32_t condition, bool is_mate)
{
    uint32_t name = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, condition));
    unsigned type = apo_zrf__type(z, apo_zillions_word(&z->tree, name));
    if (result != RESULT_LOSS || type == 0 || apo_zillions_next(&z->tree, name) != 0 ||
        (is_mate && z->royal != 0)) {
        refuse(z, condition, apo_zillions_head(&z->tree, condition));
        return;
    }
    apo_draft_type *out = &z->draft->types[type - 1];
    unsigned count[2] = {0, 0};
    for (unsigned sq = 0; sq < apo_geometry_squares(&z->draft->geometry); sq++)
        for (unsigned side = 0; side < 2; side++)
            count[side] +=
                z->draft->board[sq] == (side == 0 ? out->letter : apo_to_lower(out->letter));
    if (count[0] != 1 || count[1] != 1) {
        apo_zrf__lose(z, APO_DRAFT_OUTCOME, condition, "goal",
                      "a side does not have just one %s at the start",
                      apo_zillions_word(&z->tree, name));
        return;
    }
    if (is_mate) {
        out->is_royal = true;
        z->royal = type;
    } else {
        apo_zrf__add_section(z, "\n[extinction]\npieces = ", (apo_span){&out->letter, 1});
    }
}

/* (pieces-remaining 0), (pieces-remaining 1 Pawn) */
static void read_remaining(apo_zrf *z, enum result result, uint32_t condition)
{
    uint32_t number = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, condition));
    uint32_t name = apo_zillions_next(&z->tree, number), count;
    unsigned type = apo_zrf__type(z, apo_zillions_word(&z->tree, name));
    apo_span word = apo_zillions_word(&z->tree, number);
    if (result == RESULT_DRAW || (name != 0 && type == 0) ||
        !apo_span_number(word, 200, &count)) {
        refuse(z, condition, apo_zillions_head(&z->tree, condition));
        return;
    }
    z->remaining = condition;
    if (name == 0)
        apo_zrf__add_section(z, "\n[extinction]\nall = yes", nothing);
    else
        apo_zrf__add_section(
            z, "\n[extinction]\npieces = ", (apo_span){&z->draft->types[type - 1].letter, 1});
    apo_zrf__add_section(z, "left = ", word);
    if (result == RESULT_WIN)
        apo_zrf__add_section(z, "result = win", nothing);
}

/* (absolute-config Pawn Dwarf (zone)): one of these pieces comes to one square of the zone. */
static void read_goal(apo_zrf *z, enum result result, uint32_t condition)
{
    uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, condition));
    char bytes[APO_DRAFT_SECTION_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    bool is_understood = result == RESULT_WIN;
    apo_text_add(&text, "pieces =");
    for (; apo_zillions_word(&z->tree, item).length > 0;
         item = apo_zillions_next(&z->tree, item)) {
        unsigned type = apo_zrf__type(z, apo_zillions_word(&z->tree, item));
        is_understood = is_understood && type > 0;
        apo_text_add_char(&text, ' ');
        apo_text_add_char(&text, type > 0 ? z->draft->types[type - 1].letter : '?');
    }
    static const char *const keys[] = {"\nwhite-squares =", "\nblack-squares ="};
    apo_span zone = apo_zillions_head(&z->tree, item);
    is_understood = is_understood && zone.length > 0 &&
                    apo_zillions_next(&z->tree, item) == 0 &&
                    apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, item)) == 0;
    for (z->side = 0; z->side < 2 && is_understood; z->side++) {
        bool is_inside = false, has_any = false;
        apo_text_add(&text, keys[z->side]);
        for (unsigned sq = 0; sq < apo_geometry_squares(&z->draft->geometry); sq++) {
            is_understood =
                is_understood && apo_zrf__in_zone(z, zone, (apo_square)sq, &is_inside);
            if (!is_understood || !is_inside)
                continue;
            has_any = true;
            apo_text_add_char(&text, ' ');
            apo_text_add_square(&text, &z->draft->geometry, (apo_square)sq);
        }
        is_understood = is_understood && has_any;
    }
    if (!is_understood || text.is_overflowed)
        refuse(z, condition, apo_zillions_head(&z->tree, condition));
    else
        apo_zrf__add_section(z, "\n[goal]\n", apo_text_span(&text));
}

/* --- rows ---------------------------------------------------------------- */

/* The directions in which pieces in a row count: across, up and both diagonals. */
typedef struct row {
    unsigned length, type; /* the number of the type plus 1 */
    bool is_across, is_up, is_rising, is_falling;
} row;

/* (relative-config Stone n Stone n Stone): pieces of one type in a row. */
static bool add_row(apo_zrf *z, uint32_t condition, row *out)
{
    uint32_t item = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, condition));
    unsigned type = apo_zrf__type(z, apo_zillions_word(&z->tree, item)), direction = 0;
    unsigned length = 1;
    while (type > 0 && (item = apo_zillions_next(&z->tree, item)) != 0) {
        unsigned next = apo_zrf__direction(z, apo_zillions_word(&z->tree, item));
        item = apo_zillions_next(&z->tree, item);
        if (next == 0 || (direction > 0 && next != direction) ||
            apo_zrf__type(z, apo_zillions_word(&z->tree, item)) != type)
            return false;
        direction = next;
        length++;
    }
    if (direction == 0 || (out->length > 0 && (out->length != length || out->type != type)))
        return false;
    int files = z->directions[direction - 1].files, rows = z->directions[direction - 1].rows;
    if (files * files > 1 || rows * rows > 1)
        return false;
    out->length = length;
    out->type = type;
    out->is_across |= rows == 0;
    out->is_up |= files == 0;
    out->is_rising |= files * rows > 0;
    out->is_falling |= files * rows < 0;
    return true;
}

/* Reads one such condition, or several in (or ...). */
static void read_rows(apo_zrf *z, enum result result, uint32_t condition)
{
    bool is_list = apo_span_is(apo_zillions_head(&z->tree, condition), "or");
    uint32_t item = is_list
                        ? apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, condition))
                        : condition;
    row all = {.length = 0};
    bool is_understood = result != RESULT_DRAW && !z->is_row_said && item != 0;
    for (; is_understood && item != 0; item = is_list ? apo_zillions_next(&z->tree, item) : 0)
        is_understood = apo_span_is(apo_zillions_head(&z->tree, item), "relative-config") &&
                        add_row(z, item, &all);
    z->is_row_said = true;
    if (!is_understood || all.is_rising != all.is_falling || all.length > 18) {
        refuse(z, condition, apo_zillions_head(&z->tree, condition));
        return;
    }
    char bytes[APO_DRAFT_SECTION_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_text_add_number(&text, all.length);
    apo_text_add(&text, "\npieces = ");
    apo_text_add_char(&text, z->draft->types[all.type - 1].letter);
    apo_text_add(&text, all.is_across ? "" : "\nacross = no");
    apo_text_add(&text, all.is_up ? "" : "\nup = no");
    apo_text_add(&text, all.is_rising ? "" : "\ndiagonal = no");
    apo_text_add(&text, result == RESULT_LOSS ? "\nresult = loss" : "");
    apo_zrf__add_section(z, "\n[connection]\nrow = ", apo_text_span(&text));
}

static void read_condition(apo_zrf *z, enum result result, uint32_t condition)
{
    static const char *const words[] = {
        "stalemated",       "repetition",      "checkmated",      "captured",
        "pieces-remaining", "absolute-config", "relative-config", "or"};
    apo_span word = apo_zillions_word(&z->tree, condition);
    if (word.length == 0)
        word = apo_zillions_head(&z->tree, condition);
    switch (apo_span_index(word, words, sizeof words / sizeof *words)) {
    case 0: read_stalemate(z, result); return;
    case 1: read_repetition(z, result, condition); return;
    case 2: read_royal(z, result, condition, true); return;
    case 3: read_royal(z, result, condition, false); return;
    case 4: read_remaining(z, result, condition); return;
    case 5: read_goal(z, result, condition); return;
    case 6:
    case 7: read_rows(z, result, condition); return;
    default: refuse(z, condition, word); return;
    }
}

bool apo_zrf__read_end(apo_zrf *z, uint32_t list)
{
    static const char *const words[] = {"win-condition", "loss-condition", "draw-condition"};
    unsigned result = apo_span_index(apo_zillions_head(&z->tree, list), words, 3);
    uint32_t players = apo_zillions_next(&z->tree, apo_zillions_first(&z->tree, list));
    uint32_t condition = apo_zillions_next(&z->tree, players);
    if (result == 3)
        return false;
    if (!is_for_both(z, players) || condition == 0 ||
        apo_zillions_next(&z->tree, condition) != 0)
        refuse(z, list, apo_zillions_head(&z->tree, list));
    else
        read_condition(z, (enum result)result, condition);
    return true;
}
