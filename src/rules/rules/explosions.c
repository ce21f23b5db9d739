/* Rule: explosions
 * Also called: atomic chess, blast, nuclear, atomic
 * Section: explosions
 * Text: A capture explodes: the piece that captures disappears too, and so does every piece
 *   next to the square on which it arrives, of either side. Certain types, pawns as a rule,
 *   survive an explosion beside them. A royal piece of [royals] may not explode, so kings never
 *   capture; next to the enemy's royal piece it is in no danger, as taking it would destroy
 *   both; and a move that destroys the enemy's may leave one's own under attack.
 * Source: lichess.org/variant/atomic; atomic chess on the German Internet Chess Server (1995)
 * Keys: survivors, immune
 * State: none
 * Tests: tests/rules/explosions.spec */
#include "rules/rules/explosions.h"

#include "rules/kernel/make.h"
#include "rules/rules/facts.h"

enum {
    KEY_SURVIVORS,
    KEY_IMMUNE
};

static const apo_key keys[] = {
    [KEY_SURVIVORS] = {.name = "survivors",
                       .kind = APO_KEY_TYPES,
                       .minimum = 1,
                       .maximum = APO_VALUE_ITEMS_MAX,
                       .fallback = "none",
                       .doc = APO_DOC(
                           "The types that survive an explosion beside them. They still "
                           "disappear when they capture.")},
    [KEY_IMMUNE] = {.name = "immune",
                    .kind = APO_KEY_TYPES,
                    .minimum = 1,
                    .maximum = APO_VALUE_ITEMS_MAX,
                    .fallback = "none",
                    .doc = APO_DOC(
                        "The types that no explosion destroys, not even that of their own "
                        "captures.")},
};

static void build_explosions(apo_build *build)
{
    apo_explosions_data *data = build->data;
    data->is_on = true;
    data->immune = apo_build_types(build, KEY_IMMUNE);
    data->sheltered = apo_build_types(build, KEY_SURVIVORS);
    if (build->var->royal != APO_TYPE_NONE && !apo_types_has(data->immune, build->var->royal))
        apo_build_fault(build, NULL,
                        "a royal piece that can explode belongs in [royals] and "
                        "[extinction], not in [pieces]",
                        apo_span_of(""));
    if (apo_variant_hands_take(build->var))
        apo_build_fault(build, NULL, "what explodes joins no hand: [hands] needs captured = no",
                        apo_span_of(""));
}

apo_set apo_explosion_area(const apo_variant *var, apo_square center)
{
    const apo_geometry *geo = &var->geometry;
    int file = center % geo->files, row = center / geo->files;
    apo_set area = {{0}};
    for (int r = row - 1; r <= row + 1; r++)
        for (int f = file - 1; f <= file + 1; f++)
            if (r >= 0 && r < geo->rows && f >= 0 && f < geo->files)
                apo_set_add(&area, (apo_square)(r * geo->files + f));
    return area;
}

/* A move has captured if an enemy has left one of the squares that it changed. */
static bool has_captured(const apo_undo *undo)
{
    for (uint32_t i = 0; i < undo->count; i++) {
        apo_piece piece = undo->squares[i].piece;
        if (apo_piece_is_real(piece) && apo_piece_side(piece) != undo->state.side)
            return true;
    }
    return false;
}

static void aftermath(apo_position *pos, const apo_move *mv, apo_undo *undo)
{
    const apo_explosions_data *data = apo_explosions_of(pos->var);
    apo_set area = apo_explosion_area(pos->var, mv->to);
    if (!has_captured(undo))
        return;
    for (unsigned i = 0; i < pos->var->words; i++)
        for (uint64_t word = area.words[i]; word != 0;) {
            apo_square sq = apo_word_pop(&word, i * 64);
            apo_piece piece = pos->board[sq];
            bool is_sheltered = sq != mv->to && apo_piece_is_real(piece) &&
                                apo_types_has(data->sheltered, apo_piece_type(piece));
            if (apo_piece_is_real(piece) && !is_sheltered &&
                !apo_types_has(data->immune, apo_piece_type(piece)))
                apo_make_capture(pos, undo, sq);
        }
}

const apo_rule apo_rule_explosions = {
    .info = {"explosions", APO_DOC("A capture destroys what is around it."), keys,
             sizeof keys / sizeof *keys},
    .data_size = sizeof(apo_explosions_data),
    .build = build_explosions,
    .aftermath = aftermath,
};
