#include "definition/file/bounds.h"

#include "definition/file/bundle.h"

/* Memory for about twice the needs of Chu shogi (5.8 MB, 7,700 allocations) and three times
 * those of Alert (3.5 MB, 5,900). Of our games only Tenjiku shogi exceeds it (41 MB, 27,100
 * allocations). The number of moves suits games in which a move has two parts, such as our
 * Amazons (2,176) and Duck chess, and is well below what a list holds. */
const apo_bounds apo_bounds_standard = {
    .compile_bytes = 28U << 20,
    .compile_calls = 48000,
    .bytes = 11U << 20,
    .moves = 3000,
};

const char apo_bounds_too_large[] =
    "This game is too large to be played here: it needs fewer or simpler pieces, or a smaller "
    "board.";
const char apo_bounds_too_many_moves[] =
    "This game has positions with more moves than can be played here.";

apo_status apo_bounds_compile(apo_variant **out, apo_budget *budget, apo_span bundle,
                              const apo_bounds *bounds, apo_fault_list *faults)
{
    apo_variant *var = NULL;
    size_t before = budget->used;
    apo_budget_allow(budget, bounds->compile_bytes, bounds->compile_calls);
    apo_status status =
        apo_bundle_compile(&var, apo_span_of("own"), bundle, &budget->alloc, faults);
    if (budget->is_exceeded || (var != NULL && budget->used - before > bounds->bytes)) {
        apo_variant_free(var);
        return APO_E_TOO_LARGE;
    }
    *out = var;
    return status;
}

bool apo_bounds_exceeded(apo_moves *moves, const apo_position *pos, const apo_bounds *bounds)
{
    const apo_move_list *list = apo_moves_start(moves);
    (void)apo_moves_legal(&moves->list, pos);
    return list->is_overflowed || list->count > bounds->moves;
}
