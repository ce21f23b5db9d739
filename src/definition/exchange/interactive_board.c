#include "base/mem.h"
#include "definition/betza/write.h"
#include "definition/exchange/interactive_priv.h"

/* Board, pieces and castling. */

static const apo_span nothing = {NULL, 0};

/* --- board --------------------------------------------------------------- */

static bool is_outer_row(const apo_interactive *d, unsigned row)
{
    return row == 0 || row + 1 == d->ranks;
}

/* True if the first and last rows have only holes, and all pieces on holes are there: then
 * these rows become border ranks. */
static bool has_border(apo_interactive *d)
{
    bool is_shadowed = false, is_clean = d->ranks > 3;
    for (unsigned sq = 0; sq < d->files * d->ranks; sq++) {
        bool is_outer = is_outer_row(d, sq / d->files);
        is_shadowed = is_shadowed || d->is_shadow[sq];
        if (is_outer ? !d->is_hole[sq] : d->is_shadow[sq])
            is_clean = false;
    }
    if (is_shadowed && !is_clean)
        apo_interactive__lose_at(
            d, 0, "hole",
            "pieces stand on holes inside the board; squares that vanish are "
            "possible on two outer ranks only, so these are ordinary squares",
            nothing);
    return is_shadowed && is_clean;
}

static enum apo_place place_of(const apo_interactive *d, unsigned sq, bool is_bordered)
{
    if (!d->is_hole[sq])
        return APO_PLACE_SQUARE;
    if (!d->is_shadow[sq])
        return APO_PLACE_NONE;
    return is_bordered ? APO_PLACE_TRANSIENT : APO_PLACE_SQUARE;
}

void apo_interactive__make_board(apo_interactive *d)
{
    bool is_bordered = has_border(d);
    apo_draft *draft = d->draft;
    /* Keeps the losses recorded so far. */
    memcpy(d->losses, draft->losses, sizeof d->losses);
    unsigned loss_count = draft->loss_count, more = draft->more_losses;
    apo_draft_init(draft, d->files, d->ranks, is_bordered ? 0 : 1);
    memcpy(draft->losses, d->losses, sizeof d->losses);
    draft->loss_count = loss_count;
    draft->more_losses = more;
    for (unsigned sq = 0; sq < d->files * d->ranks; sq++)
        draft->geometry.place[sq] = (uint8_t)place_of(d, sq, is_bordered);
    apo_text_copy(draft->source, sizeof draft->source, "an Interactive Diagram");
    if (draft->geometry.bottom_rank != d->first_rank)
        apo_interactive__note_at(
            d, 0, "ranks",
            is_bordered ? "the diagram counts its outer ranks too: its rank 2 is rank "
                          "1 here"
                        : "ranks are counted from 1 here",
            nothing);
}

/* --- pieces -------------------------------------------------------------- */

static bool is_letter_taken(const apo_interactive *d, char letter)
{
    for (unsigned i = 1; i <= d->piece_count; i++)
        if (d->pieces[i].letter == letter)
            return true;
    return false;
}

/* The id, if it is an unused capital letter; else an unused letter of the id or the name, else
 * any. */
static char choose_letter(const apo_interactive *d, const apo_interactive_piece *piece)
{
    for (size_t i = 0; i < piece->id.length; i++) {
        char letter = apo_to_upper(piece->id.text[i]);
        if (apo_is_upper(letter) && !is_letter_taken(d, letter))
            return letter;
    }
    for (const char *c = piece->name; *c != '\0'; c++) {
        char letter = apo_to_upper(*c);
        if (apo_is_upper(letter) && !is_letter_taken(d, letter))
            return letter;
    }
    char letter = 'A';
    while (letter < 'Z' && is_letter_taken(d, letter)) /* 26 pieces at most have letters */
        letter++;
    return letter;
}

/* A piece whose id is one letter keeps it, wherever it is in the list. */
static void choose_letters(apo_interactive *d)
{
    for (unsigned i = 1; i <= d->piece_count; i++) {
        apo_interactive_piece *piece = &d->pieces[i];
        char letter = piece->id.length == 1   ? piece->id.text[0]
                      : piece->id.length == 0 ? apo_to_upper(piece->name[0])
                                              : '\0';
        if (piece->base == 0 && apo_is_upper(letter) && !is_letter_taken(d, letter))
            piece->letter = letter;
    }
    for (unsigned i = 1; i <= d->piece_count; i++) {
        apo_interactive_piece *piece = &d->pieces[i];
        if (piece->base != 0)
            piece->letter = d->pieces[piece->base].letter; /* the base comes before it */
        if (piece->letter != '\0')
            continue;
        piece->letter = choose_letter(d, piece);
        const char word[2] = {piece->letter, '\0'};
        apo_interactive__note_at(d, piece->line, piece->name,
                                 "its id is not one letter of its own; here it is %s",
                                 apo_span_of(word));
    }
}

/* Turns the imitator, which is a rule here and not a move, into the joker. */
static void take_joker(apo_interactive *d, apo_interactive_piece *piece, apo_draft_type *type)
{
    const apo_imitation *imitation = &piece->powers.imitation;
    if (!imitation->is_present)
        return;
    if (d->draft->joker != '\0') {
        apo_interactive__lose_at(d, piece->line, piece->name,
                                 "a second imitator cannot be converted; it cannot move",
                                 nothing);
        return;
    }
    if (piece->powers.move_count > 0)
        apo_interactive__lose_at(d, piece->line, piece->name,
                                 "its moves besides imitation are left out", nothing);
    if (!imitation->is_forward || imitation->is_backward)
        apo_interactive__lose_at(d, piece->line, piece->name,
                                 "here an imitator moves in its own forward direction only",
                                 nothing);
    if (!imitation->is_move || !imitation->is_capture || imitation->is_royal_capture)
        apo_interactive__lose_at(d, piece->line, piece->name,
                                 "here an imitator both moves and captures as the other piece",
                                 nothing);
    apo_interactive__lose_at(
        d, piece->line, piece->name,
        "it imitates the opponent's last piece here, the last piece of either "
        "side there; multiple steps and castling, which the diagram lets it "
        "copy, are not copied",
        nothing);
    d->draft->joker = piece->letter;
    type->moves[0] = '\0';
}

/* The moves as written, without castling and imitation. */
static void take_moves(apo_interactive *d, apo_interactive_piece *piece, apo_draft_type *type)
{
    apo_text text = apo_text_start(type->moves, sizeof type->moves);
    if (!piece->has_powers)
        return;
    if (piece->powers.castling_count == 0 && !piece->powers.imitation.is_present) {
        apo_text_add_span(&text, piece->moves);
        return;
    }
    apo_piece_moves plain = piece->powers;
    plain.castling_count = 0;
    memset(&plain.imitation, 0, sizeof plain.imitation);
    if (apo_betza_write(&text, &plain, NULL) != APO_OK) {
        type->moves[0] = '\0';
        apo_interactive__lose_at(d, piece->line, piece->name, "its moves cannot be written",
                                 nothing);
    }
    take_joker(d, piece, type);
}

static void place_pieces(apo_interactive *d)
{
    for (unsigned sq = 0; sq < d->files * d->ranks; sq++) {
        unsigned piece = d->piece_at[sq];
        if (piece == 0)
            continue;
        char letter = d->pieces[piece].letter;
        d->draft->board[sq] = d->side_at[sq] == APO_WHITE ? letter : apo_to_lower(letter);
        d->draft->is_form[sq] = d->pieces[piece].base != 0;
    }
}

void apo_interactive__make_types(apo_interactive *d)
{
    choose_letters(d);
    for (unsigned i = 1; i <= d->piece_count; i++) {
        apo_interactive_piece *piece = &d->pieces[i];
        apo_draft_type *type = &d->draft->types[i - 1];
        type->letter = piece->letter;
        type->is_form = piece->base != 0;
        memcpy(type->name, piece->name, sizeof type->name);
        take_moves(d, piece, type);
    }
    d->draft->type_count = d->piece_count;
    place_pieces(d);
}

/* --- castling (xbetza.md 1.10) ------------------------------------------- */

/* The square of the only such piece on the board; none if there are several. */
static apo_square find_piece(const apo_draft *draft, char piece)
{
    apo_square found = APO_SQUARE_NONE;
    for (unsigned sq = 0; sq < apo_geometry_squares(&draft->geometry); sq++) {
        if (draft->board[sq] != piece)
            continue;
        if (found != APO_SQUARE_NONE)
            return APO_SQUARE_NONE;
        found = (apo_square)sq;
    }
    return found;
}

/* Finds the castling toward `toward` (1 right, -1 left); false without a partner at the end. */
static bool find_way(const apo_draft *draft, apo_square king, const apo_castling *castling,
                     int toward, apo_draft_way *out)
{
    const apo_geometry *geo = &draft->geometry;
    int file = (int)apo_geometry_file(geo, king), row = (int)apo_geometry_row(geo, king);
    int last = file, steps = castling->king_steps;
    while (apo_geometry_at(geo, last + toward, row) != APO_SQUARE_NONE)
        last += toward;
    int partner = last - toward * castling->partner_inward;
    if ((partner - file) * toward < steps)
        return false;
    apo_square sq = apo_geometry_at(geo, partner, row);
    if (!apo_is_upper(draft->board[sq]))
        return false;
    *out =
        (apo_draft_way){king, sq, apo_geometry_at(geo, file + toward * steps, row),
                        apo_geometry_at(geo, file + toward * (steps - 1), row), APO_DRAFT_BOTH};
    return true;
}

static void add_way(apo_interactive *d, const apo_interactive_piece *piece, apo_square king,
                    const apo_castling *castling, int toward)
{
    apo_draft *draft = d->draft;
    apo_draft_way way;
    if (!find_way(draft, king, castling, toward, &way))
        apo_interactive__lose_at(
            d, piece->line, piece->name,
            "one of its ways to castle finds no partner at the start; left "
            "out",
            nothing);
    else if (draft->way_count == APO_DRAFT_WAYS_MAX)
        apo_interactive__lose_at(d, piece->line, piece->name,
                                 "there are too many ways to castle", nothing);
    else
        draft->ways[draft->way_count++] = way;
}

static void check_castling(apo_interactive *d, const apo_interactive_piece *piece,
                           apo_square king)
{
    const apo_draft *draft = d->draft;
    bool is_even = true;
    for (unsigned i = 0; i < piece->powers.castling_count; i++) {
        const apo_castling *castling = &piece->powers.castlings[i];
        is_even = is_even && castling->is_left == castling->is_right;
        if (!castling->is_unmoved)
            apo_interactive__lose_at(d, piece->line, piece->name,
                                     "castling after the king has moved cannot be converted",
                                     nothing);
    }
    apo_square image = apo_geometry_mirror(&draft->geometry, king);
    if (draft->board[image] != apo_to_lower(piece->letter))
        apo_interactive__lose_at(
            d, piece->line, piece->name,
            "Black's king is not opposite to White's; Black castles as White's mirror image "
            "here",
            nothing);
    else if (!is_even && !d->is_castling_flipped)
        apo_interactive__lose_at(
            d, piece->line, piece->name,
            "left and right are Black's own there; Black castles as White's "
            "mirror image here",
            nothing);
}

void apo_interactive__make_castling(apo_interactive *d)
{
    for (unsigned i = 1; i <= d->piece_count; i++) {
        const apo_interactive_piece *piece = &d->pieces[i];
        if (piece->powers.castling_count == 0)
            continue;
        apo_square king = find_piece(d->draft, piece->letter);
        if (!d->is_royal[i] || king == APO_SQUARE_NONE) {
            apo_interactive__lose_at(
                d, piece->line, piece->name,
                "only a royal piece that stands alone on the board castles; left out", nothing);
            continue;
        }
        if (!d->draft->types[i - 1].is_royal)
            d->draft->castling_king = piece->letter;
        check_castling(d, piece, king);
        for (unsigned k = 0; k < piece->powers.castling_count; k++) {
            const apo_castling *castling = &piece->powers.castlings[k];
            if (castling->is_right)
                add_way(d, piece, king, castling, 1);
            if (castling->is_left)
                add_way(d, piece, king, castling, -1);
        }
    }
}
