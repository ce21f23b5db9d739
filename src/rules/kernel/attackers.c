/* Which pieces attack a square, for people: with all that the rules add and take away. The
 * king's safety asks attack.c, which is faster. */

#include "base/mem.h"
#include "rules/kernel/attack.h"
#include "rules/kernel/preview.h"

/* Adds all pieces of a type that hit the target. Some hit only a king there (a general that
 * faces it, or one that may not leave its palace): not those that could capture what `target`
 * holds. */
static void add_hitters(const apo_position *pos, unsigned by, unsigned type, apo_square target,
                        apo_set *out)
{
    const apo_variant *var = pos->var;
    apo_piece there = pos->board[target];
    bool is_prey = apo_piece_is_real(there) && apo_piece_side(there) != by &&
                   apo_piece_type(there) != var->royal;
    const uint64_t *pieces = apo_position_type_set(pos, by, type, var->words);
    unsigned row = apo_row_now(pos, by, type);
    for (unsigned i = 0; row != 0 && i < var->words; i++)
        for (uint64_t word = pieces[i]; word != 0;) {
            apo_square from = apo_word_pop(&word, i * 64);
            if (apo_piece_hits(pos, by, row, from, target) &&
                (!is_prey || apo_preview_reaches(pos, from, target)))
                apo_set_add(out, from);
        }
}

static void add_untabled(const apo_position *pos, unsigned by, apo_square target, apo_set *out)
{
    const apo_variant *var = pos->var;
    apo_set left = {{0}};
    memcpy(left.words, apo_position_type_set(pos, by, var->untabled, var->words),
           var->words * sizeof *left.words);
    for (;;) {
        uint8_t power;
        apo_square from = apo_find_untabled_among(pos, target, by, left.words, &power);
        if (from == APO_SQUARE_NONE)
            return;
        apo_set_add(out, from);
        apo_set_remove(&left, from);
    }
}

unsigned apo_position_attackers(const apo_position *pos, apo_square sq, apo_side by,
                                apo_square out[APO_SQUARES_MAX])
{
    const apo_variant *var = pos->var;
    apo_set found = {{0}};
    unsigned count = 0;
    if (sq >= var->squares || (unsigned)by >= APO_SIDES)
        return 0;
    for (unsigned type = 1; type <= var->info.type_count; type++)
        add_hitters(pos, by, type, sq, &found);
    if (apo_has_untabled(pos, by))
        add_untabled(pos, by, sq, &found);
    APO_CALL_HOOKS(var, attackers, pos, sq, by, &found);
    for (unsigned i = 0; i < var->words; i++)
        for (uint64_t word = found.words[i]; word != 0;)
            out[count++] = apo_word_pop(&word, i * 64);
    return count;
}

bool apo_position_is_attacked(const apo_position *pos, apo_square sq, apo_side by)
{
    apo_square from[APO_SQUARES_MAX];
    return apo_position_attackers(pos, sq, by, from) > 0;
}
