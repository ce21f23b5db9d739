#include "definition/exchange/fairy_ini_priv.h"

/* The results of a variants.ini section's endings: mate, stalemate, repetition, the move
 * count. */

static const apo_span nothing = {NULL, 0};

bool apo_ini__add_pieces(apo_ini *ini, apo_text *out, const char *key, uint64_t types)
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
    switch (game->numbers[APO_FAIRY_MATERIAL][0]) {
    case APO_FAIRY_JANGGI: return "points";
    case APO_FAIRY_UNWEIGHTED: return "more-wins";
    default: return "draw";
    }
}

/* In Fairy-Stockfish irreversible moves of these pieces, and promotions, restart the move
 * count. */
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
            is_said = is_said &&
                      (!is_counted ||
                       apo_fairy__never_returns(&type->moves, &ini->draft->geometry)) &&
                      (is_counted || !is_promoting);
            is_usual = is_usual && is_counted == is_pawn;
            if (is_counted)
                counted |= UINT64_C(1) << type->number;
            else if (counted >> type->number & 1)
                is_said = false;
        }
    }
    if (!is_usual)
        is_said = apo_ini__add_pieces(ini, out, "move-limit-pieces", counted) && is_said;
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
    if (game->numbers[APO_FAIRY_FOLD_VALUE][0] != APO_FAIRY_DRAW || apo_ini__has_points(ini) ||
        game->numbers[APO_FAIRY_MATERIAL][0] == APO_FAIRY_UNWEIGHTED) {
        apo_text_add(&out, "repetition = ");
        apo_text_add(&out, repetition_word(game));
        apo_text_add_char(&out, '\n');
    }
    if (game->numbers[APO_FAIRY_PERPETUAL_ILLEGAL][0] && draft->repetition_count > 0)
        apo_text_add(&out, "perpetual-check = loss\n");
    if (game->numbers[APO_FAIRY_CHASING][0] != 0 && draft->move_limit > 0)
        apo_text_add(&out, "move-limit-checks = 10\n");
    if (draft->repetition_count > 255)
        apo_ini__lose(ini, &game->number_from[APO_FAIRY_FOLD_RULE],
                      "a position is counted up to 255 times here", nothing);
    if (game->numbers[APO_FAIRY_STALEMATE][0] != APO_FAIRY_DRAW || mate == APO_FAIRY_WIN)
        apo_text_add(&out, "bare-kings = plays-on\n");
    make_move_rule(ini, &out);
}
