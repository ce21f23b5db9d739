#include "definition/betza/betza.h"
#include "definition/betza/write.h"
#include "definition/exchange/fairy_write_priv.h"

/* Draft -> section of variants.ini: the pieces that go diagonally along lines. */

/* The pieces that follow lines there, with their diagonal moves. */
static const struct {
    unsigned number;
    const char *moves[2];
} followers[] = {
    {APO_FAIRY_ROOK, {"RB", "BR"}},
    {APO_FAIRY_JANGGI_CANNON, {"pRpB", "pBpR"}},
    {APO_FAIRY_SOLDIER, {"fsWfF", "fFfsW"}},
    {APO_FAIRY_WAZIR, {"WF", "FW"}},
};

enum {
    FOLLOWERS = sizeof followers / sizeof followers[0]
};

/* True if moves, as drafts have them, are those of a notation. */
static bool are_moves(const char *moves, const char *notation)
{
    char bytes[APO_DRAFT_MOVES_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_piece_moves parsed;
    return apo_betza_parse(&parsed, apo_span_of(notation), NULL) == APO_OK &&
           apo_betza_write(&text, &parsed, NULL) == APO_OK &&
           apo_span_is(apo_text_span(&text), moves);
}

bool apo_fairy__is_lined(const apo_draft *draft, const apo_draft_type *type)
{
    return !type->is_form && apo_draft_has_letter(draft->lines.pieces, type->letter);
}

unsigned apo_fairy__find_follower(const apo_draft_type *type)
{
    for (unsigned i = 0; i < FOLLOWERS; i++)
        if (are_moves(type->moves, followers[i].moves[0]) ||
            are_moves(type->moves, followers[i].moves[1]))
            return followers[i].number;
    return 0;
}

bool apo_fairy__is_follower(unsigned number)
{
    for (unsigned i = 0; i < FOLLOWERS; i++)
        if (followers[i].number == number)
            return true;
    return false;
}

bool apo_fairy__is_on_janggi(const apo_draft *draft)
{
    for (unsigned i = 0; i < draft->type_count && !draft->drops.is_endless; i++)
        if (draft->types[i].is_royal && apo_fairy__is_lined(draft, &draft->types[i]) &&
            apo_fairy__find_follower(&draft->types[i]) == APO_FAIRY_WAZIR)
            return true;
    return false;
}
