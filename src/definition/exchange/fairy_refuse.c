#include "definition/exchange/fairy_ini_priv.h"

/* Reports what a variants.ini section sets that has no rule here. A key that has its default
 * value, or that cannot matter in this game, is no loss. */

static const apo_span nothing = {NULL, 0};

/* What a property needs to matter. */
enum need {
    ALWAYS,
    HANDS,     /* pieces in hand that can be dropped */
    REPETITION /* an end by repetition */
};

static const struct {
    uint8_t number;
    enum need need;
    const char *detail;
} refusals[] = {
    {APO_FAIRY_TWO_BOARDS, ALWAYS, "games on two boards have no rule here"},
    {APO_FAIRY_SITTUYIN_PROMOTION, ALWAYS, "promotion without a move has no rule here"},
    {APO_FAIRY_WALL_OR_MOVE, ALWAYS, "a choice between a move and a wall has no rule here"},
    {APO_FAIRY_CAMBODIAN, ALWAYS, "Cambodian first moves have no rule here"},
    {APO_FAIRY_MAKPONG, ALWAYS, "a king that may not flee from check has no rule here"},
    {APO_FAIRY_REPETITION_ILLEGAL, REPETITION, "a loss by going to and fro has no rule here"},
    {APO_FAIRY_SHATAR_MATE, ALWAYS, "mates by certain pieces only have no rule here"},
    {APO_FAIRY_CASTLING_WINS, ALWAYS, "a win by castling has no rule here"},
};

static bool does_matter(const apo_ini *ini, enum need need)
{
    bool has_fold = ini->game.numbers[APO_FAIRY_FOLD_RULE][0] != 0;
    switch (need) {
    case ALWAYS: return true;
    case HANDS: return apo_ini__has_hands(ini);
    case REPETITION: return has_fold;
    }
    return true;
}

static void refuse_numbers(apo_ini *ini)
{
    static const int32_t usual[] = {
#define NUMBER_VALUE(name, kind, value) value,
        APO_FAIRY_NUMBERS(NUMBER_VALUE)
#undef NUMBER_VALUE
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        unsigned id = refusals[i].number;
        const int32_t *value = ini->game.numbers[id];
        if ((value[0] != usual[id] || value[1] != usual[id]) &&
            does_matter(ini, refusals[i].need))
            apo_ini__lose(ini, &ini->game.number_from[id], refusals[i].detail, nothing);
    }
}

/* --- full boards and material --------------------------------------------- */

static bool is_full_at_start(const apo_ini *ini)
{
    const apo_geometry *geo = &ini->draft->geometry;
    unsigned count = 0, squares = 0;
    for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++)
        squares += geo->place[sq] == APO_PLACE_SQUARE;
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++)
        count += ini->counts[0][type] + ini->counts[1][type];
    return count >= squares;
}

/* On a full board nothing can move, so it ends the game like stalemate. */
static bool is_full_board_stalemate(const apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;

    for (unsigned i = 0; i < ini->type_count; i++)
        if (!apo_fairy__is_quiet(&ini->types[i].moves))
            return false;
    return !is_full_at_start(ini) &&
           game->numbers[APO_FAIRY_MATERIAL][0] == APO_FAIRY_UNWEIGHTED &&
           game->numbers[APO_FAIRY_STALEMATE][0] == APO_FAIRY_LOSS &&
           game->numbers[APO_FAIRY_STALEMATE_COUNT][0];
}

static void refuse_full_board(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    /* Stones that must keep apart cannot fill the board. */
    bool is_ended = game->numbers[APO_FAIRY_FULL_BOARD][0] &&
                    game->numbers[APO_FAIRY_ENCLOSING_DROP][0] != APO_FAIRY_SNORT;
    if (is_ended && !is_full_board_stalemate(ini))
        apo_ini__lose(ini, &game->number_from[APO_FAIRY_FULL_BOARD],
                      "a full board ends no game here", nothing);
    if (game->numbers[APO_FAIRY_MATERIAL][0] && game->numbers[APO_FAIRY_MOVE_RULE][0] &&
        !(apo_ini__has_points(ini) && game->numbers[APO_FAIRY_FOLD_VALUE][0] == APO_FAIRY_DRAW))
        apo_ini__lose(
            ini, &game->number_from[APO_FAIRY_MATERIAL],
            "at the move limit points decide here, if they decide a repetition too, and "
            "else it is a draw",
            nothing);
}

/* --- pieces -------------------------------------------------------------- */

/* A pawn that moves straight ahead is immobile only on the last rank, where it promotes. */
static bool is_mobile_pawn(const apo_ini *ini, const apo_ini_type *type)
{
    char letter = ini->game.letters[type->number];
    return apo_draft_has_letter(ini->draft->promoting, letter) && type->is_ahead_only &&
           apo_fairy__has_step_ahead(&type->moves);
}

/* True if the piece cannot come to a square from which it could never move again: there are
 * none, or it turns into its promoted form on all of them. */
static bool is_never_stuck(const apo_ini *ini, const apo_ini_type *type)
{
    const apo_geometry *geo = &ini->draft->geometry;
    bool has_form = ini->game.promoted[type->number] != 0;
    for (unsigned side = 0; side < 2; side++) {
        bool stuck[APO_SQUARES_MAX];
        if (!apo_ini__has(ini, side, type->number))
            continue;
        (void)apo_fairy__find_stuck(&type->moves, geo, side, stuck);
        for (unsigned sq = 0; sq < apo_geometry_squares(geo); sq++) {
            uint16_t row =
                ini->game.regions[APO_FAIRY_REGION_PROMOTION][side].rows[sq / geo->files];
            if (stuck[sq] && !(has_form && (row >> sq % geo->files & 1U)))
                return false;
        }
    }
    return true;
}

static bool has_walls(const apo_ini *ini)
{
    if (ini->game.numbers[APO_FAIRY_WALLING][0] != 0)
        return true;
    for (unsigned sq = 0; sq < apo_geometry_squares(&ini->draft->geometry); sq++)
        if (ini->draft->geometry.place[sq] != APO_PLACE_SQUARE)
            return true;
    return false;
}

static void refuse_pieces(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    if (has_walls(ini) && (game->numbers[APO_FAIRY_ENCLOSING_DROP][0] == APO_FAIRY_REVERSI ||
                           game->numbers[APO_FAIRY_FLIP_ENCLOSED][0] == APO_FAIRY_REVERSI))
        apo_ini__lose(ini, &game->number_from[APO_FAIRY_ENCLOSING_DROP],
                      "rows go over places that are no squares there, and not here", nothing);
    for (unsigned i = 0; i < ini->type_count; i++) {
        const apo_ini_type *type = &ini->types[i];
        apo_span letter = {&game->letters[type->number], 1};
        if (!apo_ini__has(ini, 0, type->number) && !apo_ini__has(ini, 1, type->number))
            continue;
        if (has_walls(ini) && apo_fairy__is_hopper(&type->moves))
            apo_ini__lose_at(ini, APO_DRAFT_PIECES, &game->pieces[type->number], "",
                             "it hops over walls there, and cannot here (%s)", letter);
        if (game->numbers[APO_FAIRY_IMMOBILITY_ILLEGAL][0] && type->number != ini->royal &&
            !is_mobile_pawn(ini, type) && !is_never_stuck(ini, type))
            apo_ini__lose(ini, &game->number_from[APO_FAIRY_IMMOBILITY_ILLEGAL],
                          "a piece may go where it can never move again here (%s)", letter);
        if ((game->sets[APO_FAIRY_SET_MUTUALLY_IMMUNE][0] |
             game->sets[APO_FAIRY_SET_PETRIFYING][0]) >>
                type->number &
            1)
            apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_PETRIFYING],
                          "captures that petrify, or are forbidden among equals, have no rule "
                          "here",
                          nothing);
    }
}

/* Programs choose the starts of such a game themselves; the section has only one. */
static void warn_of_starts(const apo_ini *ini)
{
    const apo_fairy_source *from = &ini->game.number_from[APO_FAIRY_CHESS960];
    if (ini->game.numbers[APO_FAIRY_CHESS960][0])
        apo_fault_warn(ini->diagnostics, from->line, from->line > 0, apo_span_of("chess960"),
                       "the game has one start here, that of the section", nothing);
}

void apo_ini__refuse(apo_ini *ini)
{
    const apo_fairy_game *game = &ini->game;
    warn_of_starts(ini);
    refuse_numbers(ini);
    refuse_full_board(ini);
    refuse_pieces(ini);
    if (ini->hand_count > 0 && !apo_ini__has_hands(ini) && !apo_ini__has_gating(ini))
        apo_ini__lose_at(ini, APO_DRAFT_SETUP, &game->start_from, "startFen",
                         "pieces in hand have no rule here", nothing);
}
