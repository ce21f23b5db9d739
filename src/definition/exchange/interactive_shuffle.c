#include "base/mem.h"
#include "definition/exchange/interactive_priv.h"

/* shuffle (xbetza.md 2.4): groups of types whose pieces are permuted. */

enum {
    TYPES_MAX = APO_DRAFT_TYPES_MAX,
    TRIES_MAX = 200000 /* arrangements tried for one group */
};

static const apo_span nothing = {NULL, 0};

typedef struct shuffle_group {
    unsigned type_count;
    unsigned types[TYPES_MAX];
    char prefixes[TYPES_MAX]; /* '!', ':' or 0 */
    unsigned square_count;
    apo_square squares[APO_START_SQUARES_MAX];
    char letters[APO_START_SQUARES_MAX]; /* in the current arrangement */
} shuffle_group;

static void note(apo_interactive *d, const char *detail, apo_span word)
{
    apo_interactive__note_at(d, d->shuffle_line, "shuffle", detail, word);
}

static void lose(apo_interactive *d, const char *detail, apo_span word)
{
    apo_interactive__lose_at(d, d->shuffle_line, "shuffle", detail, word);
}

/* --- reading ------------------------------------------------------------- */

static bool read_group(apo_interactive *d, apo_span text, shuffle_group *out)
{
    memset(out, 0, sizeof *out);
    while (text.length > 0) {
        char prefix = '\0';
        if (text.text[0] == '!' || text.text[0] == ':') {
            prefix = text.text[0];
            text = apo_span_part(text, 1, text.length);
        }
        apo_span id = apo_span_part(text, 0, 1);
        unsigned piece = text.length > 0 ? apo_interactive__cut_id(d, &text) : 0;
        if (piece == 0) {
            lose(d, "\"%s\" names no piece; the group is left out", id);
            return false;
        }
        if (out->type_count == TYPES_MAX)
            return false;
        out->types[out->type_count] = piece;
        out->prefixes[out->type_count++] = prefix;
    }
    return out->type_count > 0;
}

static bool find_squares(apo_interactive *d, shuffle_group *group)
{
    const apo_geometry *geo = &d->draft->geometry;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        bool is_member = false;
        for (unsigned i = 0; i < group->type_count; i++)
            is_member = is_member || d->draft->board[sq] == d->pieces[group->types[i]].letter;
        if (!is_member)
            continue;
        if (group->square_count == APO_START_SQUARES_MAX) {
            note(d, "a group has more than 16 squares; left out", nothing);
            return false;
        }
        group->squares[group->square_count] = (apo_square)sq;
        group->letters[group->square_count++] = d->draft->board[sq];
    }
    return group->square_count > 1;
}

/* --- pairs on mirrored files --------------------------------------------- */

static bool is_all_pairs(const shuffle_group *group)
{
    for (unsigned i = 0; i < group->type_count; i++)
        if (group->prefixes[i] != ':')
            return false;
    return true;
}

static apo_square flip_file(const apo_geometry *geo, apo_square sq)
{
    unsigned file = apo_geometry_file(geo, sq);
    return (apo_square)(sq + (geo->files - 1U - 2U * file));
}

/* The left squares and, in the same order, the right ones; false if the pieces are not arranged
 * so. */
static bool pair_squares(const apo_interactive *d, const shuffle_group *group,
                         apo_draft_group *out)
{
    const apo_geometry *geo = &d->draft->geometry;
    for (unsigned i = 0; i < group->square_count; i++) {
        apo_square sq = group->squares[i], other = flip_file(geo, sq);
        if (other == sq || d->draft->board[other] != group->letters[i])
            return false;
        if (2U * apo_geometry_file(geo, sq) + 1 >= geo->files)
            continue;
        out->squares[0][out->square_count] = sq;
        out->squares[1][out->square_count++] = other;
    }
    out->copy_count = 2;
    return out->square_count > 1;
}

/* --- orders -------------------------------------------------------------- */

static void sort_letters(char *letters, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        for (unsigned j = i; j > 0 && letters[j] < letters[j - 1]; j--) {
            char kept = letters[j];
            letters[j] = letters[j - 1];
            letters[j - 1] = kept;
        }
    }
}

/* Steps to the next arrangement in alphabetical order; false after the last. */
static bool next_order(char *letters, unsigned count)
{
    unsigned i = count - 1;
    while (i > 0 && letters[i - 1] >= letters[i])
        i--;
    if (i == 0)
        return false;
    unsigned j = count - 1;
    while (letters[j] <= letters[i - 1])
        j--;
    char kept = letters[j];
    letters[j] = letters[i - 1];
    letters[i - 1] = kept;
    sort_letters(letters + i, count - i);
    return true;
}

static unsigned shade_of(const apo_geometry *geo, apo_square sq)
{
    return (apo_geometry_file(geo, sq) + apo_geometry_row(geo, sq)) & 1;
}

/* Counts the pieces of a letter, and those on dark squares. */
static unsigned count_dark(const apo_geometry *geo, const shuffle_group *group,
                           const char *letters, char letter, unsigned *out_count)
{
    unsigned dark = 0;
    *out_count = 0;
    for (unsigned i = 0; i < group->square_count; i++) {
        if (letters[i] != letter)
            continue;
        (*out_count)++;
        dark += shade_of(geo, group->squares[i]);
    }
    return dark;
}

/* '!': spread over both shades; a single piece stays on its shade. */
static bool is_spread(const apo_geometry *geo, const shuffle_group *group, const char *letters,
                      char letter)
{
    unsigned count;
    unsigned now = count_dark(geo, group, letters, letter, &count);
    unsigned start = count_dark(geo, group, group->letters, letter, &count);
    if (count == 1)
        return now == start;
    return now == count / 2 || now == (count + 1) / 2;
}

/* ':' beside others: each piece of the letter has its pair on the mirrored file. */
static bool is_paired(const apo_geometry *geo, const shuffle_group *group, const char *letters,
                      char letter)
{
    for (unsigned i = 0; i < group->square_count; i++) {
        if (letters[i] != letter)
            continue;
        apo_square other = flip_file(geo, group->squares[i]);
        bool has_pair = false;
        for (unsigned k = 0; k < group->square_count; k++)
            has_pair = has_pair || (group->squares[k] == other && letters[k] == letter);
        if (!has_pair)
            return false;
    }
    return true;
}

/* True if the king is between its partners, if the group has both. */
static bool is_king_between(const apo_interactive *d, const shuffle_group *group,
                            const char *letters)
{
    if (d->draft->way_count == 0)
        return true;
    char king = d->draft->board[d->draft->ways[0].king];
    char partner = d->draft->board[d->draft->ways[0].partner];
    unsigned before = 0, after = 0, kings = 0;
    for (unsigned i = 0; i < group->square_count; i++) {
        if (letters[i] == king)
            kings++;
        else if (letters[i] == partner)
            *(kings == 0 ? &before : &after) += 1;
    }
    return kings != 1 || before + after < 2 || (before > 0 && after > 0);
}

static bool is_allowed(const apo_interactive *d, const shuffle_group *group,
                       const char *letters)
{
    const apo_geometry *geo = &d->draft->geometry;
    for (unsigned i = 0; i < group->type_count; i++) {
        char letter = d->pieces[group->types[i]].letter;
        if (group->prefixes[i] == '!' && !is_spread(geo, group, letters, letter))
            return false;
        if (group->prefixes[i] == ':' && !is_paired(geo, group, letters, letter))
            return false;
    }
    return is_king_between(d, group, letters);
}

static void add_order(apo_text *out, const char *letters, unsigned count)
{
    if (out->length > 0)
        apo_text_add_char(out, ' ');
    apo_text_add_span(out, (apo_span){letters, count});
}

/* Lists all arrangements allowed by the prefixes, the diagram's own first: the board of a
 * definition shows start 1. False if there are too many. */
static bool list_orders(const apo_interactive *d, const shuffle_group *group,
                        apo_draft_group *out)
{
    char letters[APO_START_SQUARES_MAX];
    unsigned count = 0, tries = 0;
    apo_text text = apo_text_start(out->orders, sizeof out->orders);
    if (is_allowed(d, group, group->letters)) {
        add_order(&text, group->letters, group->square_count);
        count++;
    }
    memcpy(letters, group->letters, sizeof letters);
    sort_letters(letters, group->square_count);
    do {
        if (++tries > TRIES_MAX)
            return false;
        if (!is_allowed(d, group, letters) ||
            memcmp(letters, group->letters, group->square_count) == 0)
            continue;
        if (count++ == APO_START_ORDERS_MAX)
            return false;
        add_order(&text, letters, group->square_count);
    } while (next_order(letters, group->square_count));
    return count > 0 && !text.is_overflowed;
}

/* All orders of the pieces on the first list of squares, the diagram's own first: "any order of
 * BFGN" if that is the first by the alphabet, or a list. */
static bool all_orders(const apo_draft *draft, apo_draft_group *out)
{
    char own[APO_START_SQUARES_MAX], letters[APO_START_SQUARES_MAX];
    const unsigned length = out->square_count;
    unsigned count = 1;
    apo_text text = apo_text_start(out->orders, sizeof out->orders);
    for (unsigned i = 0; i < length; i++)
        own[i] = draft->board[out->squares[0][i]];
    memcpy(letters, own, sizeof letters);
    sort_letters(letters, length);
    bool is_sorted = memcmp(letters, own, length) == 0;
    if (is_sorted)
        apo_text_add(&text, "any order of ");
    apo_text_add_span(&text, (apo_span){own, length});
    do {
        if (memcmp(letters, own, length) == 0)
            continue;
        if (count++ == APO_START_ORDERS_MAX)
            return false;
        if (!is_sorted)
            add_order(&text, letters, length);
    } while (next_order(letters, length));
    return true;
}

/* --- the board shows start 1 --------------------------------------------- */

/* Puts the first order of a list on the board; true if it was there. */
static bool set_first_order(apo_draft *draft, const apo_draft_group *group)
{
    bool was_there = true;
    if (apo_span_starts_with(apo_span_of(group->orders), "any order"))
        return true;
    for (unsigned copy = 0; copy < group->copy_count; copy++) {
        for (unsigned i = 0; i < group->square_count; i++) {
            apo_square sq = group->squares[copy][i];
            was_there = was_there && draft->board[sq] == group->orders[i];
            draft->board[sq] = group->orders[i];
            draft->board[apo_geometry_mirror(&draft->geometry, sq)] =
                apo_to_lower(group->orders[i]);
        }
    }
    return was_there;
}

static bool has_plain_prefixes(const shuffle_group *group)
{
    for (unsigned i = 0; i < group->type_count; i++)
        if (group->prefixes[i] != '\0')
            return false;
    return true;
}

/* True if one of the squares belongs to an earlier group. The diagram then shuffles it twice,
 * so the starts are not a product of the groups' orders. */
static bool is_overlapping(const apo_draft *draft, const shuffle_group *group)
{
    for (unsigned i = 0; i < draft->group_count; i++)
        for (unsigned copy = 0; copy < draft->groups[i].copy_count; copy++)
            for (unsigned k = 0; k < draft->groups[i].square_count; k++)
                for (unsigned j = 0; j < group->square_count; j++)
                    if (draft->groups[i].squares[copy][k] == group->squares[j])
                        return true;
    return false;
}

static void make_group(apo_interactive *d, apo_span text)
{
    shuffle_group group;
    apo_draft *draft = d->draft;
    if (!read_group(d, text, &group) || !find_squares(d, &group))
        return;
    if (is_overlapping(draft, &group)) {
        lose(d, "the group \"%s\" has pieces of another group; left out", text);
        return;
    }
    if (draft->group_count == APO_START_GROUPS_MAX) {
        lose(d, "there are more than 8 groups; \"%s\" is left out", text);
        return;
    }
    apo_draft_group *out = &draft->groups[draft->group_count];
    memset(out, 0, sizeof *out);
    bool is_good;
    if (is_all_pairs(&group)) {
        is_good = pair_squares(d, &group, out) && all_orders(draft, out);
    } else {
        out->square_count = (uint8_t)group.square_count;
        out->copy_count = 1;
        memcpy(out->squares[0], group.squares, sizeof out->squares[0]);
        is_good = (has_plain_prefixes(&group) && is_king_between(d, &group, group.letters) &&
                   draft->way_count == 0 && all_orders(draft, out)) ||
                  list_orders(d, &group, out);
    }
    if (is_good)
        draft->group_count++;
    else
        lose(d,
             "the group \"%s\" has more than 960 orders, or its pieces are not in pairs; "
             "left out",
             text);
}

void apo_interactive__make_starts(apo_interactive *d)
{
    apo_draft *draft = d->draft;
    apo_span rest = d->shuffle;
    if (rest.length == 0)
        return;
    if (d->symmetry != APO_SYMMETRY_MIRROR || !apo_draft_is_mirrored(draft)) {
        lose(d, "only starts in which Black mirrors White can be numbered; left out", nothing);
        return;
    }
    while (rest.length > 0) {
        size_t length = 0;
        while (length < rest.length && rest.text[length] != ',')
            length++;
        make_group(d, apo_span_trim(apo_span_part(rest, 0, length)));
        rest = apo_span_part(rest, length + 1, rest.length);
    }
    apo_interactive__castle_anywhere(d);
    bool is_own = true;
    for (unsigned i = 0; i < draft->group_count; i++)
        is_own = set_first_order(draft, &draft->groups[i]) && is_own;
    if (!is_own)
        note(d,
             "the diagram's own arrangement is not among its starts; the board shows the first "
             "of them by the alphabet",
             nothing);
}
