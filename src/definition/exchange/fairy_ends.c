#include "definition/exchange/fairy_ini_priv.h"

/* The rules of a variants.ini section that end a game otherwise than by mate, or say which
 * moves must be made: sections of the definition, written as they stand in it. */

static const apo_span nothing = {NULL, 0};

/* Adds a key with the letters of pieces in play; false if the set has others. */
static bool add_pieces(apo_ini *ini, apo_text *out, const char *key, uint64_t types)
{
    bool is_said = true;
    apo_text_add(out, key);
    apo_text_add(out, " =");
    for (unsigned type = 1; type < APO_FAIRY_TYPES; type++) {
        if (!(types >> type & 1))
            continue;
        bool is_drafted = apo_draft_type_of(ini->draft, ini->game.letters[type]) != NULL &&
                          ini->game.letters[type] != '\0';
        is_said = is_said && is_drafted;
        apo_text_add_char(out, ' ');
        apo_text_add_char(out, is_drafted ? ini->game.letters[type] : '?');
    }
    apo_text_add_char(out, '\n');
    return is_said;
}

static void add_number(apo_text *out, const char *key, int32_t number)
{
    apo_text_add(out, key);
    apo_text_add(out, " = ");
    apo_text_add_number(out, number);
    apo_text_add_char(out, '\n');
}

/* --- goals --------------------------------------------------------------- */

/* Adds a key with the squares of a region; false if a list cannot hold so many. */
static bool add_squares(apo_ini *ini, apo_text *out, const char *key,
                        const apo_fairy_region *region)
{
    const apo_geometry *geo = &ini->draft->geometry;
    unsigned count = 0;
    apo_text_add(out, key);
    apo_text_add(out, " =");
    for (unsigned row = 0; row < geo->rows; row++)
        for (unsigned file = 0; file < geo->files; file++) {
            if (!(region->rows[row] >> file & 1U) || !apo_ini__is_square(ini, row, file))
                continue;
            apo_text_add_char(out, ' ');
            apo_text_add_char(out, (char)('a' + (char)file));
            apo_text_add_number(out, row + 1);
            count++;
        }
    apo_text_add_char(out, '\n');
    return count <= APO_VALUE_ITEMS_MAX;
}

/* The pieces that count for a side: 0 for all. */
static uint64_t goal_pieces(const apo_ini *ini, unsigned side)
{
    uint64_t types = ini->game.sets[APO_FAIRY_SET_FLAG_TYPES][side];
    return types & 1 ? 0 : types & (ini->in_play[0] | ini->in_play[1]);
}

static bool has_goal(const apo_ini *ini, unsigned side)
{
    uint64_t types = ini->game.sets[APO_FAIRY_SET_FLAG_TYPES][side];
    return ((types & 1) || (types & ini->in_play[side])) &&
           !apo_ini__is_region_empty(ini, &ini->game.regions[APO_FAIRY_REGION_FLAG][side]);
}

static void make_goal(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    static const char *const keys[] = {"white-squares", "black-squares"};
    uint64_t pieces[2] = {goal_pieces(ini, 0), goal_pieces(ini, 1)};
    bool is_said = true;
    if (!has_goal(ini, 0) && !has_goal(ini, 1))
        return;
    apo_text_add(out, "\n[goal]\n");
    for (unsigned side = 0; side < 2; side++) {
        if (has_goal(ini, side))
            is_said &=
                add_squares(ini, out, keys[side], &game->regions[APO_FAIRY_REGION_FLAG][side]);
        else
            pieces[side] = pieces[side ^ 1U];
    }
    if (pieces[0] != 0)
        is_said &= add_pieces(ini, out, "pieces", pieces[0]);
    if (pieces[1] != pieces[0]) {
        is_said &= pieces[1] != 0;
        is_said &= add_pieces(ini, out, "black-pieces", pieces[1]);
    }
    if (game->numbers[APO_FAIRY_FLAG_COUNT][0] > 1)
        add_number(out, "count", game->numbers[APO_FAIRY_FLAG_COUNT][0]);
    is_said &= game->numbers[APO_FAIRY_FLAG_COUNT][0] > 0;
    if (game->numbers[APO_FAIRY_FLAG_BLOCKED][0])
        apo_text_add(out, "full = yes\n");
    if (game->numbers[APO_FAIRY_FLAG_MOVE][0])
        apo_text_add(out, "last-move = yes\n");
    if (game->numbers[APO_FAIRY_FLAG_SAFE][0])
        apo_text_add(out, "safe = yes\n");
    if (!is_said)
        apo_ini__lose(ini, &game->region_from[APO_FAIRY_REGION_FLAG],
                      "a goal has at most 64 squares here", nothing);
}

/* --- extinction and royal pieces ----------------------------------------- */

static void make_extinction(apo_ini *ini, apo_text *out)
{
    static const char *const results[] = {
        [APO_FAIRY_LOSS] = "loss", [APO_FAIRY_DRAW] = "draw", [APO_FAIRY_WIN] = "win"};
    const apo_fairy_game *game = &ini->game;
    uint64_t types = game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0];
    int32_t result = game->numbers[APO_FAIRY_EXTINCTION][0];
    if (result == APO_FAIRY_NONE || types == 0 ||
        (game->numbers[APO_FAIRY_PSEUDO_ROYAL][0] && !game->numbers[APO_FAIRY_BLAST][0]))
        return;
    /* Kings are never captured. */
    if (ini->royal == APO_FAIRY_KING && game->numbers[APO_FAIRY_EXTINCTION_COUNT][0] == 0 &&
        ini->counts[0][APO_FAIRY_KING] == 1 && ini->counts[1][APO_FAIRY_KING] == 1)
        types &= ~(UINT64_C(1) << APO_FAIRY_KING);
    if (types == 0)
        return;
    bool is_said = game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][1] ==
                   game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0];
    apo_text_add(out, "\n[extinction]\n");
    if (types & 1)
        apo_text_add(out, "all = yes\n");
    if (types & ~UINT64_C(1))
        is_said &= add_pieces(ini, out, "pieces", types);
    apo_text_add(out, "result = ");
    apo_text_add(out, results[result]);
    apo_text_add_char(out, '\n');
    if (game->numbers[APO_FAIRY_EXTINCTION_COUNT][0] != 0)
        add_number(out, "left", game->numbers[APO_FAIRY_EXTINCTION_COUNT][0]);
    if (game->numbers[APO_FAIRY_EXTINCTION_OPPONENT][0] != 0)
        add_number(out, "opponent", game->numbers[APO_FAIRY_EXTINCTION_OPPONENT][0]);
    if (game->numbers[APO_FAIRY_EXTINCTION_CLAIM][0])
        apo_text_add(out, "claim = yes\n");
    if (!is_said)
        apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_EXTINCTION_TYPES],
                      "some of these pieces are not in the game", nothing);
}

static void make_royals(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    uint64_t types = game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0];
    if (!game->numbers[APO_FAIRY_PSEUDO_ROYAL][0])
        return;
    if (ini->royal != 0)
        types &= ~(UINT64_C(1) << ini->royal);
    types &= ini->in_play[0] | ini->in_play[1] | 1;
    if (types == 0)
        return;
    apo_text_add(out, "\n[royals]\n");
    bool is_said = add_pieces(ini, out, "pieces", types) && !(types & 1) &&
                   game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][1] ==
                       game->sets[APO_FAIRY_SET_EXTINCTION_TYPES][0];
    add_number(out, "last", game->numbers[APO_FAIRY_EXTINCTION_COUNT][0] + 1);
    if (game->numbers[APO_FAIRY_DUPLE_CHECK][0])
        apo_text_add(out, "all-attacked = yes\n");
    if (!is_said)
        apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_EXTINCTION_TYPES],
                      "royal pieces are named one by one here", nothing);
}

/* Only the piece with the number of the pawn survives there. */
static void make_explosions(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    const apo_fairy_source *from = &game->number_from[APO_FAIRY_BLAST];
    uint64_t in_play = ini->in_play[0] | ini->in_play[1];
    uint64_t immune = game->sets[APO_FAIRY_SET_BLAST_IMMUNE][0] & (in_play | 1);
    uint64_t pawn = in_play & UINT64_C(1) << APO_FAIRY_PAWN;
    if (!game->numbers[APO_FAIRY_BLAST][0])
        return;
    apo_text_add(out, "\n[explosions]\n");
    bool is_said = pawn == 0 || add_pieces(ini, out, "survivors", pawn);
    if (immune != 0)
        is_said = add_pieces(ini, out, "immune", immune) && !(immune & 1) && is_said;
    if (!is_said)
        apo_ini__lose(ini, &game->set_from[APO_FAIRY_SET_BLAST_IMMUNE],
                      "pieces that do not explode are named one by one here", nothing);
    if (ini->royal != 0 && !(immune >> ini->royal & 1))
        apo_ini__lose(ini, from, "a king that is royal by itself does not explode here",
                      nothing);
    if (apo_ini__has_hands(ini) && game->numbers[APO_FAIRY_CAPTURES_TO_HAND][0])
        apo_ini__lose(ini, from, "what explodes joins no hand here", nothing);
}

/* --- checks and captures ------------------------------------------------- */

/* The two numbers of checks in startFen ("3+3"); 0 if they are missing or differ. */
static int32_t find_checks(const apo_ini *ini)
{
    apo_span rest = ini->game.start, word;
    while ((word = apo_span_word(&rest)).length > 0) {
        size_t plus = 0;
        while (plus < word.length && word.text[plus] != '+')
            plus++;
        if (plus == 0 || plus + 1 >= word.length || !apo_is_digit(word.text[0]))
            continue;
        uint32_t white, black;
        if (apo_span_number(apo_span_part(word, 0, plus), 99, &white) &&
            apo_span_number(apo_span_part(word, plus + 1, word.length), 99, &black) &&
            white == black)
            return (int32_t)white;
    }
    return 0;
}

static void make_checks(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    if (game->numbers[APO_FAIRY_CHECK_COUNTING][0]) {
        int32_t win = find_checks(ini);
        apo_text_add(out, "\n[checks]\n");
        add_number(out, "win", win);
        if (win == 0 || ini->royal != APO_FAIRY_KING)
            apo_ini__lose(ini, &game->number_from[APO_FAIRY_CHECK_COUNTING],
                          "checks are counted here from a start such as 3+3, of the king",
                          nothing);
    }
    if (!game->numbers[APO_FAIRY_CHECKING][0]) {
        apo_text_add(out, "\n[no-checks]\n");
        if (ini->royal != APO_FAIRY_KING)
            apo_ini__lose(ini, &game->number_from[APO_FAIRY_CHECKING],
                          "only checks of a king can be forbidden here", nothing);
    }
    if (game->numbers[APO_FAIRY_MUST_CAPTURE][0])
        apo_text_add(out, "\n[must-capture]\n");
}

/* The counting rules by number: 1 makruk, 2 ASEAN, 3 Cambodian. */
static void make_counting(apo_ini *ini, apo_text *out)
{
    enum {
        MAKRUK = 1,
        ASEAN
    };

    enum {
        SILVER = 9 /* Fairy-Stockfish's number of the khon */
    };

    static const struct {
        uint8_t rule;
        const char *key;
        unsigned limit, type;
    } limits[] = {
        {MAKRUK, "two", 8, APO_FAIRY_ROOK}, {MAKRUK, "one", 16, APO_FAIRY_ROOK},
        {MAKRUK, "two", 22, SILVER},        {MAKRUK, "two", 32, APO_FAIRY_KNIGHT},
        {MAKRUK, "one", 44, SILVER},        {ASEAN, "one", 16, APO_FAIRY_ROOK},
        {ASEAN, "one", 44, SILVER},         {ASEAN, "one", 64, APO_FAIRY_KNIGHT},
    };

    const apo_fairy_game *game = &ini->game;
    int32_t rule = game->numbers[APO_FAIRY_COUNTING][0];
    uint64_t in_play = ini->in_play[0] | ini->in_play[1];
    if (rule == 0)
        return;
    if (rule > ASEAN || !(in_play >> APO_FAIRY_PAWN & 1) ||
        game->numbers[APO_FAIRY_CHECK_COUNTING][0])
        apo_ini__lose(ini, &game->number_from[APO_FAIRY_COUNTING],
                      "moves are counted as in makruk or ASEAN chess here, with pawns and "
                      "without counted checks",
                      nothing);
    apo_text_add(out, "\n[counting]\n");
    (void)add_pieces(ini, out, "pawns", UINT64_C(1) << APO_FAIRY_PAWN);
    if (rule == MAKRUK) {
        add_number(out, "board", 64);
        add_number(out, "bare", 64);
    } else {
        apo_text_add(out, "from-pieces = no\n");
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (limits[i].rule == rule && (in_play >> limits[i].type & 1))
            apo_ini__add_indexed(ini, out, limits[i].key, limits[i].limit,
                                 UINT64_C(1) << limits[i].type);
}

void apo_ini__make_ends(apo_ini *ini)
{
    apo_text out = apo_text_start(ini->draft->sections, sizeof ini->draft->sections);
    make_goal(ini, &out);
    make_extinction(ini, &out);
    make_royals(ini, &out);
    make_explosions(ini, &out);
    make_checks(ini, &out);
    make_counting(ini, &out);
    if (out.is_overflowed)
        apo_ini__lose(ini, &ini->game.start_from, "the rules are too long", nothing);
}

/* --- results ------------------------------------------------------------- */

static const char *stalemate_word(const apo_fairy_game *game)
{
    bool is_counted = game->numbers[APO_FAIRY_STALEMATE_COUNT][0];
    switch (game->numbers[APO_FAIRY_STALEMATE][0]) {
    case APO_FAIRY_LOSS: return is_counted ? "more-wins" : "loss";
    case APO_FAIRY_WIN: return is_counted ? "fewer-wins" : "win";
    default: return "draw";
    }
}

static const char *repetition_word(const apo_fairy_game *game)
{
    int32_t value = game->numbers[APO_FAIRY_FOLD_VALUE][0];
    bool is_absolute = game->numbers[APO_FAIRY_FOLD_ABSOLUTE][0];
    if (value == APO_FAIRY_LOSS)
        return is_absolute ? "white-loss" : "loss";
    if (value == APO_FAIRY_WIN)
        return is_absolute ? "white-win" : "win";
    return "draw";
}

/* The moves of these pieces restart the count of moves there, if they cannot be taken back, and
 * so do promotions. */
static void make_move_rule(apo_ini *ini, apo_text *out)
{
    const apo_fairy_game *game = &ini->game;
    bool is_said = true, is_usual = true;
    uint64_t counted = 0;
    if (game->numbers[APO_FAIRY_MOVE_RULE][0] == 0)
        return;
    for (unsigned i = 0; i < ini->type_count; i++) {
        const apo_ini_type *type = &ini->types[i];
        char letter = game->letters[type->number];
        bool is_promoting = apo_draft_has_letter(ini->draft->promoting, letter);
        bool is_pawn = is_promoting || apo_draft_has_letter(ini->draft->multi_pieces, letter) ||
                       type->is_capturing_passant;
        for (unsigned side = 0; side < 2; side++) {
            bool is_counted =
                game->sets[APO_FAIRY_SET_MOVE_RULE_TYPES][side] >> type->number & 1;
            if (!apo_ini__has(ini, side, type->number) || type->moves.move_count == 0)
                continue;
            is_said = is_said && (!is_counted || type->is_ahead_only) &&
                      (is_counted || !is_promoting);
            is_usual = is_usual && is_counted == is_pawn;
            if (is_counted)
                counted |= UINT64_C(1) << type->number;
            else if (counted >> type->number & 1)
                is_said = false;
        }
    }
    if (!is_usual)
        is_said = add_pieces(ini, out, "move-limit-pieces", counted) && is_said;
    if (!is_said)
        apo_ini__lose_at(
            ini, APO_DRAFT_OUTCOME, &game->set_from[APO_FAIRY_SET_MOVE_RULE_TYPES],
            "nMoveRuleTypes",
            "which moves restart the count of moves does not depend on whether they "
            "can be taken back here",
            nothing);
}

void apo_ini__make_outcome(apo_ini *ini)
{
    static const char *const mates[] = {[APO_FAIRY_NONE] = "loss",
                                        [APO_FAIRY_LOSS] = "loss",
                                        [APO_FAIRY_DRAW] = "draw",
                                        [APO_FAIRY_WIN] = "win"};
    const apo_fairy_game *game = &ini->game;
    apo_draft *draft = ini->draft;
    apo_text out = apo_text_start(draft->results, sizeof draft->results);
    int32_t mate = game->numbers[APO_FAIRY_CHECKMATE][0];
    draft->stalemate = stalemate_word(game);
    draft->repetition_count = (unsigned)game->numbers[APO_FAIRY_FOLD_RULE][0];
    draft->move_limit = (unsigned)game->numbers[APO_FAIRY_MOVE_RULE][0];
    if (mate != APO_FAIRY_LOSS && mate != APO_FAIRY_NONE) {
        apo_text_add(&out, "mate = ");
        apo_text_add(&out, mates[mate]);
        apo_text_add_char(&out, '\n');
    }
    if (game->numbers[APO_FAIRY_FOLD_VALUE][0] != APO_FAIRY_DRAW) {
        apo_text_add(&out, "repetition = ");
        apo_text_add(&out, repetition_word(game));
        apo_text_add_char(&out, '\n');
    }
    if (game->numbers[APO_FAIRY_PERPETUAL_ILLEGAL][0] && draft->repetition_count > 0)
        apo_text_add(&out, "perpetual-check = loss\n");
    if (draft->repetition_count > 255)
        apo_ini__lose(ini, &game->number_from[APO_FAIRY_FOLD_RULE],
                      "a position is counted up to 255 times here", nothing);
    if (game->numbers[APO_FAIRY_STALEMATE][0] != APO_FAIRY_DRAW || mate == APO_FAIRY_WIN)
        apo_text_add(&out, "bare-kings = plays-on\n");
    make_move_rule(ini, &out);
}
