#include "definition/draft/draft.h"

#include "base/mem.h"

static const apo_span nothing = {NULL, 0};

void apo_draft_init(apo_draft *draft, unsigned files, unsigned rows, unsigned bottom_rank)
{
    memset(draft, 0, sizeof *draft);
    draft->geometry.files = (uint8_t)files;
    draft->geometry.rows = (uint8_t)rows;
    draft->geometry.bottom_rank = (uint8_t)bottom_rank;
    for (unsigned sq = 0; sq < files * rows; sq++) {
        unsigned row = sq / files;
        bool is_border = bottom_rank == 0 && (row == 0 || row + 1 == rows);
        draft->geometry.place[sq] = is_border ? APO_PLACE_NONE : APO_PLACE_SQUARE;
    }
    memset(draft->board, '.', sizeof draft->board);
    draft->stalemate = "draw";
}

const apo_draft_type *apo_draft_type_of(const apo_draft *draft, char letter)
{
    for (unsigned i = 0; i < draft->type_count; i++)
        if (draft->types[i].letter == apo_to_upper(letter))
            return &draft->types[i];
    return NULL;
}

unsigned apo_draft_rank(const apo_draft *draft, unsigned row)
{
    return row + draft->geometry.bottom_rank;
}

unsigned apo_draft_ranks(const apo_draft *draft)
{
    return apo_geometry_ranks(&draft->geometry);
}

bool apo_draft_is_mirrored(const apo_draft *draft)
{
    const apo_geometry *geo = &draft->geometry;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        char piece = draft->board[sq];
        char image = draft->board[apo_geometry_mirror(geo, (apo_square)sq)];
        if (apo_is_upper(piece) ? image != apo_to_lower(piece) : piece == '.' && image != '.')
            return false;
    }
    return true;
}

void apo_draft_add_letter(char list[APO_DRAFT_LETTERS_MAX], char letter)
{
    size_t length = 0;
    while (list[length] != '\0')
        length++;
    if (length + 1 < APO_DRAFT_LETTERS_MAX) {
        list[length] = letter;
        list[length + 1] = '\0';
    }
}

bool apo_draft_has_letter(const char *list, char letter)
{
    for (; *list != '\0'; list++)
        if (*list == letter)
            return true;
    return false;
}

bool apo_draft_is_castler(const apo_draft *draft, char letter)
{
    const apo_draft_type *type = apo_draft_type_of(draft, letter);
    return type != NULL && (draft->castling_king != '\0' ? type->letter == draft->castling_king
                                                         : type->is_royal);
}

bool apo_draft_is_launcher(const apo_draft *draft, unsigned sq)
{
    return (draft->rare & APO_DRAFT_LAUNCH) && draft->board[sq] != '.' && !draft->is_form[sq] &&
           apo_draft_has_letter(draft->launch.launchers, apo_to_upper(draft->board[sq]));
}

bool apo_draft_is_at_home(const apo_draft *draft, const apo_draft_way *way, bool is_black)
{
    const apo_square squares[2] = {way->king, way->partner};
    for (unsigned i = 0; i < 2; i++) {
        bool is_mirrored = is_black && way->whose == APO_DRAFT_BOTH;
        char piece =
            draft->board[is_mirrored ? apo_geometry_mirror(&draft->geometry, squares[i])
                                     : squares[i]];
        if (!(is_black ? apo_is_lower(piece) : apo_is_upper(piece)) ||
            (i == 0 && !apo_draft_is_castler(draft, piece)))
            return false;
    }
    return true;
}

bool apo_draft_is_same_list(const char *a, const char *b)
{
    for (const char *c = a; *c != '\0'; c++)
        if (!apo_draft_has_letter(b, *c))
            return false;
    for (const char *c = b; *c != '\0'; c++)
        if (!apo_draft_has_letter(a, *c))
            return false;
    return true;
}

void apo_draft_lose(apo_draft *draft, apo_fault_list *diagnostics, enum apo_draft_place place,
                    uint32_t line, apo_span key, const char *detail, apo_span word)
{
    apo_error err;
    apo_draft_loss loss = {.place = place, .line = line};
    apo_text text = apo_text_start(loss.text, sizeof loss.text);
    apo_text_add_span(&text, key);
    apo_text_add(&text, key.length > 0 ? ": " : "");
    (void)apo_fail(&err, APO_E_UNSUPPORTED, 0, detail, word);
    apo_text_add(&text, err.detail);
    /* Many pieces or squares can lose the same thing. */
    for (unsigned i = 0; i < draft->loss_count; i++)
        if (draft->losses[i].line == line &&
            apo_span_is(apo_text_span(&text), draft->losses[i].text))
            return;
    apo_fault_add(diagnostics, line, line > 0, key, detail, word);
    if (draft->loss_count == APO_DRAFT_LOSSES_MAX)
        draft->more_losses++;
    else
        draft->losses[draft->loss_count++] = loss;
}

/* --- losses of a definition ---------------------------------------------- */

/* Takes what precedes a mark, or all, and the mark from the front of a text. */
static apo_span take_until(apo_span *text, char mark)
{
    size_t length = 0;
    while (length < text->length && text->text[length] != mark)
        length++;
    apo_span out = {text->text, length};
    length += length < text->length;
    *text = (apo_span){text->text + length, text->length - length};
    return apo_span_trim(out);
}

/* Splits "promotion: most, squares" into the section and the rest, which may be empty. */
static apo_span split_part(const char *part, apo_span *out_keys)
{
    *out_keys = apo_span_of(part);
    apo_span section = take_until(out_keys, ':');
    *out_keys = apo_span_trim(*out_keys);
    return section;
}

static uint32_t find_line(const apo_draft *draft, apo_span section, apo_span key)
{
    for (unsigned i = 0; i < draft->key_count; i++)
        if (apo_span_is(section, draft->keys[i].section) &&
            apo_span_is(key, draft->keys[i].key))
            return draft->keys[i].line;
    return 0;
}

uint32_t apo_draft_line_of(const apo_draft *draft, const char *part)
{
    apo_span keys, section = split_part(part, &keys);
    while (keys.length > 0) {
        uint32_t line = find_line(draft, section, take_until(&keys, ','));
        if (line > 0)
            return line;
    }
    return find_line(draft, section, nothing);
}

const char *apo_draft_part_of(const apo_draft_type *type, char out[APO_DRAFT_PART_MAX])
{
    apo_text text = apo_text_start(out, APO_DRAFT_PART_MAX);
    apo_text_add(&text, type->is_form ? "pieces: +" : "pieces: ");
    apo_text_add_char(&text, type->letter);
    if (type->accent != '\0')
        apo_text_add_char(&text, type->accent);
    return out;
}

static void add_key(apo_text *out, apo_span key)
{
    apo_text_add(out, out->length > 0 ? ", " : "");
    apo_text_add_span(out, key);
}

/* Adds the keys of a part that the definition has; without any of them all that the part names.
 * A section alone means all keys that it has. */
static void add_keys(apo_text *out, const apo_draft *draft, const char *part)
{
    apo_span keys, section = split_part(part, &keys);
    for (unsigned i = 0; keys.length == 0 && i < draft->key_count; i++)
        if (apo_span_is(section, draft->keys[i].section) && draft->keys[i].key[0] != '\0')
            add_key(out, apo_span_of(draft->keys[i].key));
    for (apo_span rest = keys; rest.length > 0;) {
        apo_span key = take_until(&rest, ',');
        if (find_line(draft, section, key) > 0)
            add_key(out, key);
    }
    if (out->length == 0)
        apo_text_add_span(out, keys);
}

/* What is said of a part: its section and line, and "keys: what is missing". */
typedef struct remark {
    apo_span section;
    uint32_t line;
    char text[APO_ERROR_DETAIL_MAX];
} remark;

static remark remark_of(const apo_draft *draft, const char *part, const char *detail,
                        apo_span word)
{
    apo_span keys;
    remark out = {.section = split_part(part, &keys), .line = apo_draft_line_of(draft, part)};
    apo_text text = apo_text_start(out.text, sizeof out.text);
    apo_error err;
    (void)apo_fail(&err, APO_E_UNSUPPORTED, 0, detail, word);
    add_keys(&text, draft, part);
    apo_text_add(&text, text.length > 0 ? ": " : "");
    apo_text_add(&text, err.detail);
    return out;
}

void apo_draft_report(const apo_draft *draft, apo_fault_list *diagnostics, const char *part,
                      const char *detail, apo_span word, apo_text *out)
{
    remark it = remark_of(draft, part, detail, word);
    apo_fault_add(diagnostics, it.line, it.line > 0, it.section, it.text, nothing);
    apo_text_add_span(out, it.section);
    apo_text_add(out, ": ");
    apo_text_add(out, it.text);
}

void apo_draft_warn(const apo_draft *draft, apo_fault_list *diagnostics, const char *part,
                    const char *detail, apo_span word)
{
    remark it = remark_of(draft, part, detail, word);
    apo_fault_warn(diagnostics, it.line, it.line > 0, it.section, it.text, nothing);
}

void apo_draft_lose_part(apo_draft *draft, apo_fault_list *diagnostics, const char *part,
                         const char *detail, apo_span word)
{
    remark it = remark_of(draft, part, detail, word);
    apo_draft_lose(draft, diagnostics, APO_DRAFT_HEAD, it.line, it.section, it.text, nothing);
}

/* --- steps and areas ----------------------------------------------------- */

bool apo_draft_steps(const apo_draft *draft, unsigned *out_rank, unsigned *out_steps)
{
    unsigned ranks = 0;
    *out_rank = 0;
    *out_steps = 0;
    for (unsigned rank = 0; rank <= APO_ROWS_MAX && draft->multi_pieces[0] != '\0'; rank++) {
        if (draft->multi_steps[rank] < 2)
            continue;
        ranks++;
        *out_rank = rank;
        *out_steps = draft->multi_steps[rank];
    }
    if (ranks > 1)
        *out_rank = 0;
    return ranks > 0;
}

bool apo_draft_is_apart(const apo_draft *draft, char letter)
{
    const apo_geometry *geo = &draft->geometry;
    for (unsigned i = 0; i < draft->area_count; i++) {
        const apo_draft_area *area = &draft->areas[i];
        if (!apo_draft_has_letter(area->pieces, letter))
            continue;
        for (unsigned k = 0; k < area->square_count; k++)
            if (2 * (apo_geometry_row(geo, area->squares[k]) + 1U) > geo->rows)
                return false;
        return area->square_count > 0;
    }
    return false;
}

bool apo_draft_morph_is_mirrored(const apo_draft *draft, const apo_draft_morph *morph)
{
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++)
        if (apo_set_has(&morph->squares[APO_WHITE], (apo_square)sq) !=
            apo_set_has(&morph->squares[APO_BLACK],
                        apo_geometry_mirror(&draft->geometry, (apo_square)sq)))
            return false;
    return true;
}

/* --- numbered starts ----------------------------------------------------- */

/* The order with an index; length 0: there are fewer. */
static apo_span order_at(const apo_draft_group *group, unsigned index)
{
    apo_span rest = apo_span_of(group->orders), order = apo_span_word(&rest);
    for (unsigned i = 0; i < index && order.length > 0; i++)
        order = apo_span_word(&rest);
    return order;
}

static unsigned count_orders(const apo_draft_group *group)
{
    apo_span rest = apo_span_of(group->orders);
    unsigned count = 0;
    while (apo_span_word(&rest).length > 0)
        count++;
    return apo_span_starts_with(apo_span_of(group->orders), "any ") ? 0 : count;
}

unsigned apo_draft_start_count(const apo_draft *draft)
{
    unsigned count = 1;
    for (unsigned i = 0; i < draft->group_count; i++)
        count *= count_orders(&draft->groups[i]);
    return count;
}

static void place_group(const apo_draft *draft, const apo_draft_group *group, unsigned index,
                        apo_draft_start *out)
{
    apo_span order = order_at(group, index);
    for (unsigned copy = 0; copy < group->copy_count; copy++)
        for (unsigned i = 0; i < group->square_count && i < order.length; i++) {
            apo_square white = group->squares[copy][i];
            apo_square black = apo_geometry_mirror(&draft->geometry, white);
            if (group->whose != APO_DRAFT_BLACK_ONLY)
                out->board[white] = order.text[i];
            if (group->whose != APO_DRAFT_WHITE_ONLY)
                out->board[black] = apo_to_lower(order.text[i]);
        }
}

void apo_draft_find_start(const apo_draft *draft, unsigned number, apo_draft_start *out)
{
    apo_text name = apo_text_start(out->name, sizeof out->name);
    unsigned rest = number - 1;
    apo_text_add_number(&name, number);
    memcpy(out->board, draft->board, sizeof out->board);
    memcpy(out->is_form, draft->is_form, sizeof out->is_form);
    out->is_black_first = draft->is_black_first;
    for (unsigned i = draft->group_count; i-- > 0;) {
        unsigned orders = count_orders(&draft->groups[i]);
        place_group(draft, &draft->groups[i], rest % orders, out);
        rest /= orders;
    }
}
