#include "definition/exchange/fairy_ini_priv.h"

/* Castling of a variants.ini section: the rights that startFen gives, as ways of White that
 * Black mirrors. */

static const apo_span nothing = {NULL, 0};

/* The castlings of one side: [0] to the right of the king, [1] to the left. */
typedef struct side_ways {
    unsigned king, row; /* king: its file */
    bool has_way[2];
    unsigned partner[2]; /* files */
} side_ways;

static void lose_castling(apo_ini *ini, const apo_fairy_source *from, const char *detail)
{
    apo_ini__lose_at(ini, APO_DRAFT_RULES, from, "castling", detail, nothing);
}

static bool is_own(const apo_ini *ini, unsigned side, unsigned row, unsigned file, uint64_t set)
{
    char piece = ini->draft->board[row * ini->draft->geometry.files + file];
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if ((set >> type & 1) && ini->game.letters[type] == apo_to_upper(piece))
            return side == 0 ? apo_is_upper(piece) : apo_is_lower(piece);
    return false;
}

/* The file of the piece that a letter of the castling field means; false if it means none. K
 * and Q mean the outermost partner from the file where Fairy-Stockfish begins to look. */
static bool find_partner(const apo_ini *ini, unsigned side, unsigned row, char letter,
                         unsigned *out)
{
    const apo_fairy_game *game = &ini->game;
    unsigned files = ini->draft->geometry.files, file;
    uint64_t rooks = game->sets[APO_FAIRY_SET_CASTLING_ROOKS][side];
    if (letter == 'K') {
        file = (unsigned)game->numbers[APO_FAIRY_ROOK_RIGHT][0];
        file = file < files ? file : files - 1;
        while (file > 0 && !is_own(ini, side, row, file, rooks))
            file--;
    } else if (letter == 'Q') {
        file = (unsigned)game->numbers[APO_FAIRY_ROOK_LEFT][0];
        while (file + 1 < files && !is_own(ini, side, row, file, rooks))
            file++;
    } else {
        file = (unsigned)(letter - 'A');
    }
    *out = file;
    return file < files && is_own(ini, side, row, file, rooks);
}

/* The king that castles: the only one on that rank, or the one on its file. */
static bool find_king(const apo_ini *ini, unsigned side, unsigned row, unsigned *out)
{
    uint64_t kings = ini->game.sets[APO_FAIRY_SET_CASTLING_KINGS][side];
    unsigned count = 0;
    for (unsigned file = 0; file < ini->draft->geometry.files; file++)
        if (is_own(ini, side, row, file, kings)) {
            *out = file;
            count++;
        }
    return count == 1;
}

/* False if something cannot be expressed here. */
static bool find_ways(apo_ini *ini, unsigned side, side_ways *out)
{
    const apo_fairy_game *game = &ini->game;
    unsigned rank = (unsigned)game->numbers[APO_FAIRY_CASTLING_RANK][0];
    unsigned rows = ini->draft->geometry.rows;
    *out = (side_ways){.row = side == 0 ? rank : rows - 1 - rank};
    bool has_king = rank < rows && find_king(ini, side, out->row, &out->king);
    for (size_t i = 0; i < ini->rights.length; i++) {
        char letter = ini->rights.text[i];
        unsigned partner;
        if (!apo_is_letter(letter) || apo_is_upper(letter) != (side == 0) || rank >= rows ||
            !find_partner(ini, side, out->row, apo_to_upper(letter), &partner))
            continue;
        if (!has_king)
            continue; /* no such right */
        bool is_left = partner < out->king;
        if (out->has_way[is_left] && out->partner[is_left] != partner)
            return false;
        out->has_way[is_left] = true;
        out->partner[is_left] = partner;
    }
    return true;
}

/* True if a side's pieces stand so that the way would be open to it here: a right belongs to
 * whatever piece of its own is on the partner's square. */
static bool is_open(const apo_ini *ini, unsigned side, const side_ways *ways, unsigned partner)
{
    const apo_draft *draft = ini->draft;
    unsigned row = side == 0 ? ways->row : draft->geometry.rows - 1U - ways->row;
    char piece = draft->board[row * draft->geometry.files + partner];
    return is_own(ini, side, row, ways->king, UINT64_C(1) << ini->royal) &&
           (side == 0 ? apo_is_upper(piece) : apo_is_lower(piece));
}

/* Adds White's way and compares Black's right with it. `ways[0]` is in White's rows. */
static void add_way(apo_ini *ini, const side_ways ways[2], bool is_left)
{
    const apo_fairy_game *game = &ini->game;
    apo_draft *draft = ini->draft;
    const side_ways *giver = &ways[ways[0].has_way[is_left] ? 0 : 1];
    side_ways white = *giver;
    unsigned files = draft->geometry.files, partner = giver->partner[is_left];
    unsigned to =
        (unsigned)
            game->numbers[is_left ? APO_FAIRY_CASTLING_LEFT : APO_FAIRY_CASTLING_RIGHT][0];
    unsigned partner_to = is_left ? to + 1 : to - 1;
    white.row = (unsigned)game->numbers[APO_FAIRY_CASTLING_RANK][0];
    bool is_said = to < files && partner_to < files && to != white.king;
    for (unsigned side = 0; side < 2; side++) {
        bool has_same = ways[side].has_way[is_left] && ways[side].king == white.king &&
                        ways[side].partner[is_left] == partner;
        is_said = is_said && has_same == is_open(ini, side, &white, partner) &&
                  has_same == ways[side].has_way[is_left];
    }
    if (!is_said) {
        lose_castling(ini, &game->start_from,
                      "castling is the same for both sides here, and the right to it belongs "
                      "to any piece on the partner's square");
        return;
    }
    unsigned base = white.row * files;
    draft->ways[draft->way_count++] =
        (apo_draft_way){(apo_square)(base + white.king), (apo_square)(base + partner),
                        (apo_square)(base + to), (apo_square)(base + partner_to)};
}

void apo_ini__make_castling(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    side_ways ways[2];
    if (!game->numbers[APO_FAIRY_CASTLING][0])
        return;
    for (unsigned side = 0; side < 2; side++)
        if (!find_ways(ini, side, &ways[side])) {
            lose_castling(ini, &game->start_from,
                          "a king castles with one partner on each side of it there");
            return;
        }
    bool has_ways =
        ways[0].has_way[0] || ways[0].has_way[1] || ways[1].has_way[0] || ways[1].has_way[1];
    if (!has_ways)
        return;
    if (game->numbers[APO_FAIRY_OPPOSITE_CASTLING][0])
        lose_castling(ini, &game->number_from[APO_FAIRY_OPPOSITE_CASTLING],
                      "here each side may castle as it likes");
    for (unsigned side = 0; side < 2; side++)
        if (ini->royal == 0 ||
            game->sets[APO_FAIRY_SET_CASTLING_KINGS][side] != UINT64_C(1) << ini->royal) {
            lose_castling(ini, &game->set_from[APO_FAIRY_SET_CASTLING_KINGS],
                          "here only the royal piece castles");
            return;
        }
    for (unsigned is_left = 0; is_left < 2; is_left++)
        if (ways[0].has_way[is_left] || ways[1].has_way[is_left])
            add_way(ini, ways, is_left);
}
