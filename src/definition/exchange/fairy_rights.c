#include "definition/exchange/fairy_ini_priv.h"

/* The castling field of a variants.ini section's startFen, and the pieces in hand, on which the
 * meaning of its letters depends where pieces are gated. */

bool apo_ini__is_own(const apo_ini *ini, unsigned side, unsigned row, unsigned file,
                     uint64_t set)
{
    char piece = ini->draft->board[row * ini->draft->geometry.files + file];
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if ((set >> type & 1) && ini->game.letters[type] == apo_to_upper(piece))
            return side == 0 ? apo_is_upper(piece) : apo_is_lower(piece);
    return false;
}

/* The file of the piece that a letter of the castling field means; false if it means none. K
 * and Q mean the outermost partner from the file where Fairy-Stockfish begins to look. */
bool apo_ini__find_partner(const apo_ini *ini, unsigned side, unsigned row, char letter,
                           unsigned *out)
{
    const apo_fairy_game *game = &ini->game;
    unsigned files = ini->draft->geometry.files, file;
    uint64_t rooks = game->sets[APO_FAIRY_SET_CASTLING_ROOKS][side];
    if (letter == 'K') {
        file = (unsigned)game->numbers[APO_FAIRY_ROOK_RIGHT][0];
        file = file < files ? file : files - 1;
        while (file > 0 && !apo_ini__is_own(ini, side, row, file, rooks))
            file--;
    } else if (letter == 'Q') {
        file = (unsigned)game->numbers[APO_FAIRY_ROOK_LEFT][0];
        while (file + 1 < files && !apo_ini__is_own(ini, side, row, file, rooks))
            file++;
    } else {
        file = (unsigned)(letter - 'A');
    }
    *out = file;
    return file < files && apo_ini__is_own(ini, side, row, file, rooks);
}

apo_span apo_ini__hands(const apo_ini *ini)
{
    apo_span rest = ini->game.start, placement = apo_span_word(&rest);
    size_t at = 0;
    while (at < placement.length && placement.text[at] != '[')
        at++;
    return apo_span_part(placement, at, placement.length);
}

bool apo_ini__next_in_hand(apo_span *hands, unsigned side, char *out)
{
    while (hands->length > 0) {
        *out = hands->text[0];
        *hands = apo_span_part(*hands, 1, hands->length);
        if (apo_is_letter(*out) && apo_is_lower(*out) == (side == 1))
            return true;
    }
    return false;
}

bool apo_ini__find_hand(const apo_ini *ini, unsigned side, uint64_t *out)
{
    apo_span hands = apo_ini__hands(ini);
    bool is_single = true;
    char letter;
    *out = 0;
    while (apo_ini__next_in_hand(&hands, side, &letter)) {
        uint64_t bit = UINT64_C(1) << apo_ini__type_of(ini, letter);
        is_single = is_single && (*out & bit) == 0;
        *out |= bit;
    }
    return is_single;
}

bool apo_ini__is_gate_only(const apo_ini *ini, char letter)
{
    const apo_fairy_game *game = &ini->game;
    char upper = apo_to_upper(letter);
    uint64_t hand;
    (void)apo_ini__find_hand(ini, apo_is_lower(letter), &hand);
    return game->numbers[APO_FAIRY_GATING][0] && upper != 'K' && upper != 'Q' &&
           (!game->numbers[APO_FAIRY_SEIRAWAN][0] || hand != 0 ||
            game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0]);
}

/* The files of the pieces that castle as kings on a row. */
static uint32_t find_kings(const apo_ini *ini, unsigned side, unsigned row)
{
    uint32_t found = 0;
    for (unsigned file = 0; file < ini->draft->geometry.files; file++)
        if (apo_ini__is_own(ini, side, row, file,
                            ini->game.sets[APO_FAIRY_SET_CASTLING_KINGS][side]))
            found |= UINT32_C(1) << file;
    return found;
}

bool apo_ini__castling_row(const apo_ini *ini, unsigned side, unsigned *out)
{
    unsigned rank = (unsigned)ini->game.numbers[APO_FAIRY_CASTLING_RANK][0];
    unsigned rows = ini->draft->geometry.rows;
    *out = side == 0 ? rank : rows - 1 - rank;
    return rank < rows;
}

bool apo_ini__find_gates(const apo_ini *ini, unsigned side, uint32_t *out)
{
    bool is_castling = ini->game.numbers[APO_FAIRY_CASTLING][0];
    unsigned row, file;
    *out = 0;
    if (!ini->game.numbers[APO_FAIRY_GATING][0] || !apo_ini__castling_row(ini, side, &row))
        return true;
    uint32_t kings = find_kings(ini, side, row);
    for (size_t i = 0; i < ini->rights.length; i++) {
        char letter = ini->rights.text[i], upper = apo_to_upper(letter);
        if (!apo_is_letter(letter) || apo_is_lower(letter) != (side == 1))
            continue;
        file = (unsigned)(upper - 'A');
        if (is_castling && (upper == 'K' || upper == 'Q')) {
            if ((kings & (kings - 1)) != 0 ||
                !apo_ini__find_partner(ini, side, row, upper, &file))
                return false;
            *out |= kings;
        }
        if (file < ini->draft->geometry.files &&
            apo_ini__is_own(ini, side, row, file, UINT64_MAX))
            *out |= UINT32_C(1) << file;
    }
    return true;
}
