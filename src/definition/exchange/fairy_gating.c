#include "definition/exchange/fairy_ini_priv.h"

/* Gating of a variants.ini section, which is launching here: a piece in hand is put where
 * another leaves with its first move. There the castling field of startFen marks the files of
 * the pieces that may do so, all on the rank of castling. */

static const apo_span nothing = {NULL, 0};

static void lose(apo_ini *ini, const char *detail)
{
    const apo_fairy_source *from = &ini->game.number_from[APO_FAIRY_SEIRAWAN];
    apo_ini__lose_at(ini, APO_DRAFT_RULES, from, "seirawanGating", detail, nothing);
}

/* --- who launches -------------------------------------------------------- */

/* Adds the types of a side's pieces that launch, and of those that do not. */
static void add_types(const apo_ini *ini, unsigned side, uint32_t gates, uint64_t *marked,
                      uint64_t *others)
{
    const apo_geometry *geo = &ini->draft->geometry;
    unsigned row;
    if (!apo_ini__castling_row(ini, side, &row))
        return;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
        char piece = ini->draft->board[sq];
        bool is_marked = sq / geo->files == row && (gates >> sq % geo->files & 1);
        if (!apo_is_letter(piece) || apo_is_lower(piece) != (side == 1))
            continue;
        uint64_t bit = UINT64_C(1) << apo_ini__type_of(ini, piece);
        *(is_marked ? marked : others) |= bit;
    }
}

/* The types that launch; false if a piece of one of them does not, or there are none. */
static bool find_launchers(const apo_ini *ini, uint32_t gates[2], uint64_t *out)
{
    uint64_t others = 0;
    bool is_read = true;
    *out = 0;
    for (unsigned side = 0; side < 2; side++) {
        is_read = apo_ini__find_gates(ini, side, &gates[side]) && is_read;
        add_types(ini, side, gates[side], out, &others);
    }
    return is_read && *out != 0 && (*out & others) == 0;
}

/* True if a type makes moves with which nothing is gated there. */
static bool is_promoting(const apo_ini *ini, unsigned type)
{
    const apo_fairy_game *game = &ini->game;
    bool is_capturing_passant = false;
    for (unsigned i = 0; i < ini->type_count; i++)
        is_capturing_passant = is_capturing_passant || (ini->types[i].number == type &&
                                                        ini->types[i].is_capturing_passant);
    return is_capturing_passant || game->promoted[type] != 0 ||
           ((game->sets[APO_FAIRY_SET_PROMOTING][0] | game->sets[APO_FAIRY_SET_PROMOTING][1]) >>
                type &
            1) != 0;
}

/* --- what is launched ---------------------------------------------------- */

/* True if a side may put the piece on each of the marked squares. */
static bool may_stand(const apo_ini *ini, unsigned side, unsigned type, uint32_t gates)
{
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_region *area = &game->mobility[side][type];
    unsigned row;
    if (!apo_ini__castling_row(ini, side, &row) ||
        (gates & ~(uint32_t)game->regions[APO_FAIRY_REGION_DROP][side].rows[row]) != 0)
        return false;
    if (type == APO_FAIRY_PAWN && !(game->numbers[APO_FAIRY_FIRST_RANK_DROPS][0] &&
                                    game->numbers[APO_FAIRY_ZONE_DROPS][0]))
        return false;
    return apo_ini__is_everywhere(area) || (gates & ~(uint32_t)area->rows[row]) == 0;
}

static void refuse_pieces(apo_ini *ini, uint64_t launched, uint64_t launchers,
                          const uint32_t gates[2])
{
    const apo_fairy_game *game = &ini->game;
    bool may = game->numbers[APO_FAIRY_ENCLOSING_DROP][0] == 0 &&
               !game->numbers[APO_FAIRY_SITTUYIN_DROP][0] &&
               (game->sets[APO_FAIRY_SET_DROP_NO_DOUBLED][0] & launched) == 0;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        for (unsigned side = 0; side < 2 && (launched >> type & 1); side++)
            may = may && may_stand(ini, side, type, gates[side]);
        if ((launchers >> type & 1) && is_promoting(ini, type))
            lose(ini, "a piece launches also when it promotes or captures en passant here");
    }
    if (!may)
        lose(ini, "each piece in hand can be put wherever another leaves here");
    if (launched >> APO_FAIRY_KING & 1)
        lose(ini, "a king is not put on the board here");
}

/* --- other rules --------------------------------------------------------- */

static void refuse_others(apo_ini *ini, uint64_t launched)
{
    const apo_fairy_game *game = &ini->game;
    bool is_counted = game->numbers[APO_FAIRY_EXTINCTION][0] != APO_FAIRY_NONE &&
                      (game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0] & (launched | 1)) != 0;
    bool is_vanishing = game->numbers[APO_FAIRY_BLAST][0] ||
                        game->sets[APO_FAIRY_SET_PETRIFYING][0] != 0 ||
                        game->numbers[APO_FAIRY_FLIP_ENCLOSED][0] != 0;
    if (is_counted)
        lose(ini, "a piece that is still in hand counts as lost here");
    if (is_vanishing)
        lose(ini,
             "a piece that explodes or changes sides takes its right to launch along here");
    if (game->numbers[APO_FAIRY_WALLING][0] != 0)
        lose(ini, "pieces are launched in games with walls here");
    if (game->numbers[APO_FAIRY_CHECK_COUNTING][0] || !game->numbers[APO_FAIRY_CHECKING][0])
        lose(ini, "a check that a launched piece interrupts is none here");
    if (game->numbers[APO_FAIRY_MUST_DROP][0] || game->numbers[APO_FAIRY_FREE_DROPS][0])
        lose(ini, "compulsory drops and hands without end launch nothing here");
}

/* True if a launched piece shields royal pieces from attacks there. It never shields a king,
 * but does all others. */
static bool may_block(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    bool has_king = (ini->in_play[0] | ini->in_play[1]) >> APO_FAIRY_KING & 1;
    bool is_other = game->numbers[APO_FAIRY_PSEUDO_ROYAL][0];
    if (is_other && (has_king || game->numbers[APO_FAIRY_CASTLING][0]))
        lose(ini,
             "a launched piece shields kings and other royal pieces alike here, and nothing "
             "from what hinders castling");
    return is_other;
}

bool apo_ini__has_gating(const apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    return game->numbers[APO_FAIRY_GATING][0] && game->numbers[APO_FAIRY_SEIRAWAN][0] &&
           ini->hand_count > 0 && !game->numbers[APO_FAIRY_DROPS][0] &&
           !game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0];
}

static void warn_of_repetition(apo_ini *ini)
{
    const apo_fairy_source *from = &ini->game.number_from[APO_FAIRY_SEIRAWAN];
    if (ini->game.numbers[APO_FAIRY_FOLD_RULE][0] > 0)
        apo_fault_warn(ini->diagnostics, from->line, from->line > 0, from->key,
                       "two positions that differ only in who may launch are not the same for "
                       "repetition here",
                       nothing);
}

void apo_ini__make_gating(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    uint64_t hands[2], launchers;
    uint32_t gates[2];
    bool is_on = game->numbers[APO_FAIRY_GATING][0] && game->numbers[APO_FAIRY_SEIRAWAN][0];
    if (is_on &&
        (game->numbers[APO_FAIRY_DROPS][0] || game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0]))
        lose(ini,
             "pieces in hand are dropped or launched here, not both, and captured ones are "
             "not launched");
    if (!apo_ini__has_gating(ini))
        return;
    bool is_single =
        apo_ini__find_hand(ini, 0, &hands[0]) && apo_ini__find_hand(ini, 1, &hands[1]);
    if (!is_single || hands[0] != hands[1])
        lose(ini, "both sides begin with the same pieces to launch here, one of each");
    if (!find_launchers(ini, gates, &launchers))
        lose(ini, "all pieces of a type launch here with their first moves, or none");
    refuse_pieces(ini, hands[0], launchers, gates);
    refuse_others(ini, hands[0]);
    apo_text_add(out, "\n[launch]\n");
    (void)apo_ini__add_pieces(ini, out, "piece", hands[0] & ~UINT64_C(1));
    (void)apo_ini__add_pieces(ini, out, "launchers", launchers & ~UINT64_C(1));
    apo_text_add(out, may_block(ini) ? "may-block = yes\n" : "may-block = no\n");
    warn_of_repetition(ini);
}
