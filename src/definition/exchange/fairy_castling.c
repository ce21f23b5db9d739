#include "definition/exchange/fairy_ini_priv.h"

/* Castling of a variants.ini section: the rights that startFen gives, as ways to castle. */

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

/* The king that castles: the only one on that rank, or the one on its file. */
static bool find_king(const apo_ini *ini, unsigned side, unsigned row, unsigned *out)
{
    uint64_t kings = ini->game.sets[APO_FAIRY_SET_CASTLING_KINGS][side];
    unsigned count = 0;
    for (unsigned file = 0; file < ini->draft->geometry.files; file++)
        if (apo_ini__is_own(ini, side, row, file, kings)) {
            *out = file;
            count++;
        }
    return count == 1;
}

/* Adds a way with a partner; false if there is another one on that side of the king. */
static bool add_partner(side_ways *ways, unsigned partner)
{
    bool is_left = partner < ways->king;
    if (ways->has_way[is_left] && ways->partner[is_left] != partner)
        return false;
    ways->has_way[is_left] = true;
    ways->partner[is_left] = partner;
    return true;
}

/* A king with rights beyond castling, and no letter K or Q, castles with all its partners that
 * have such rights. */
static bool add_marked(const apo_ini *ini, unsigned side, side_ways *ways)
{
    uint32_t gates = 0;
    bool is_said = apo_ini__find_gates(ini, side, &gates);
    if (!(gates >> ways->king & 1))
        return true;
    for (unsigned file = 0; file < ini->draft->geometry.files; file++)
        if ((gates >> file & 1) &&
            apo_ini__is_own(ini, side, ways->row, file,
                            ini->game.sets[APO_FAIRY_SET_CASTLING_ROOKS][side]))
            is_said = add_partner(ways, file) && is_said;
    return is_said;
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
            apo_ini__is_gate_only(ini, letter) ||
            !apo_ini__find_partner(ini, side, out->row, apo_to_upper(letter), &partner))
            continue;
        if (has_king && !add_partner(out, partner))
            return false;
    }
    return !has_king || out->has_way[0] || out->has_way[1] || add_marked(ini, side, out);
}

/* Adds a way, with squares of White or, if it is Black's only, of Black. */
static void add_way(apo_ini *ini, const side_ways *ways, bool is_left,
                    enum apo_draft_whose whose)
{
    const apo_fairy_game *game = &ini->game;
    apo_draft *draft = ini->draft;
    unsigned files = draft->geometry.files, partner = ways->partner[is_left];
    unsigned to =
        (unsigned)
            game->numbers[is_left ? APO_FAIRY_CASTLING_LEFT : APO_FAIRY_CASTLING_RIGHT][0];
    unsigned partner_to = is_left ? to + 1 : to - 1, rank = ways->row;
    bool may_stay = game->numbers[APO_FAIRY_CHESS960][0];
    if (to >= files || partner_to >= files || (to == ways->king && !may_stay)) {
        lose_castling(
            ini, &game->start_from,
            "king and partner stay on the board when they castle, and the king moves");
        return;
    }
    unsigned base = rank * files;
    draft->ways[draft->way_count++] =
        (apo_draft_way){(apo_square)(base + ways->king), (apo_square)(base + partner),
                        (apo_square)(base + to), (apo_square)(base + partner_to), whose};
}

/* The ways to one side of the king: one for both colours if Black's mirrors White's. */
static void add_ways(apo_ini *ini, const side_ways ways[2], bool is_left)
{
    const side_ways *white = &ways[0], *black = &ways[1];
    unsigned rows = ini->draft->geometry.rows;
    bool is_same = white->has_way[is_left] && black->has_way[is_left] &&
                   white->king == black->king &&
                   white->partner[is_left] == black->partner[is_left] &&
                   white->row == rows - 1U - black->row;
    if (is_same) {
        add_way(ini, white, is_left, APO_DRAFT_BOTH);
        return;
    }
    if (white->has_way[is_left])
        add_way(ini, white, is_left, APO_DRAFT_WHITE_ONLY);
    if (black->has_way[is_left])
        add_way(ini, black, is_left, APO_DRAFT_BLACK_ONLY);
}

/* The letter of the piece that castles as the king; 0 (reported) if that cannot be
 * expressed. */
static char find_castler(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    const uint64_t *kings = game->sets[APO_FAIRY_SET_CASTLING_KINGS];
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if (kings[0] == UINT64_C(1) << type && kings[1] == kings[0])
            return game->letters[type];
    lose_castling(ini, &game->set_from[APO_FAIRY_SET_CASTLING_KINGS],
                  "here pieces of one type castle as kings, the same for both sides");
    return '\0';
}

/* True if kings and partners that are dropped on their squares castle. */
static bool can_drop_castlers(const apo_ini *ini)
{
    return apo_ini__has_hands(ini) && ini->game.numbers[APO_FAIRY_CASTLING_DROPPED][0];
}

/* The ways of a king that is dropped on its file, with partners on the outermost files. */
static void find_dropped_ways(apo_ini *ini, side_ways ways[2])
{
    const apo_fairy_game *game = &ini->game;
    unsigned files = ini->draft->geometry.files, rows = ini->draft->geometry.rows;
    unsigned rank = (unsigned)game->numbers[APO_FAIRY_CASTLING_RANK][0];
    unsigned king = (unsigned)game->numbers[APO_FAIRY_CASTLING_KING][0];
    if (rank >= rows || king == 0 || king + 1 >= files) {
        lose_castling(ini, &game->number_from[APO_FAIRY_CASTLING_KING],
                      "a king is dropped between its partners here");
        return;
    }
    for (unsigned side = 0; side < 2; side++) {
        if (ways[side].has_way[0] || ways[side].has_way[1])
            lose_castling(ini, &game->start_from,
                          "all kings that castle are dropped here, or none");
        ways[side] = (side_ways){.king = king,
                                 .row = side == 0 ? rank : rows - 1 - rank,
                                 .has_way = {true, true},
                                 .partner = {files - 1, 0}};
    }
}

static void name_partners(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    const uint64_t *rooks = game->sets[APO_FAIRY_SET_CASTLING_ROOKS];
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        if ((rooks[0] >> type & 1) && game->letters[type] != '\0' &&
            (apo_ini__has(ini, 0, type) || apo_ini__has(ini, 1, type)))
            apo_draft_add_letter(ini->draft->castling_partners, game->letters[type]);
    if (rooks[0] != rooks[1] || ini->draft->castling_partners[0] == '\0')
        lose_castling(ini, &game->set_from[APO_FAIRY_SET_CASTLING_ROOKS],
                      "the same pieces are partners in castling for both sides here");
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
                          "a king has one partner for castling on each side of it there");
            return;
        }
    if (can_drop_castlers(ini))
        find_dropped_ways(ini, ways);
    bool has_ways =
        ways[0].has_way[0] || ways[0].has_way[1] || ways[1].has_way[0] || ways[1].has_way[1];
    if (!has_ways)
        return;
    if (game->numbers[APO_FAIRY_OPPOSITE_CASTLING][0])
        lose_castling(ini, &game->number_from[APO_FAIRY_OPPOSITE_CASTLING],
                      "the side on which one player castles does not bind the other here");
    char castler = find_castler(ini);
    if (castler == '\0')
        return;
    if (ini->royal == 0 || game->letters[ini->royal] != castler)
        ini->draft->castling_king = castler;
    for (unsigned is_left = 0; is_left < 2; is_left++)
        add_ways(ini, ways, is_left);
    if (can_drop_castlers(ini))
        name_partners(ini);
}
