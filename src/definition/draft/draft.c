#include "definition/draft/draft.h"

#include "base/mem.h"
#include "rules/rules/list.h"

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

uint32_t apo_draft_line_of(const apo_draft *draft, const char *section)
{
    for (size_t i = 0; i < apo_rule_count(); i++)
        if (apo_span_is(apo_span_of(apo_rule_at(i)->section), section))
            return draft->rules[i].line;
    return 0;
}

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
