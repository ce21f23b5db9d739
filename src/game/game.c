#include "game/game.h"

#include "base/mem.h"
#include "rules/kernel/check.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/chase.h"
#include "rules/rules/hands.h"

enum {
    FIRST_PLIES = 64
};

typedef struct ply {
    apo_move mv;
    apo_undo undo;
    /* Of the position before it. */
    apo_outcome by_rule;
    unsigned occurrences;
    bool is_settled;
} ply;

struct apo_game {
    const apo_alloc *alloc;
    apo_position start;
    apo_position pos;
    apo_outcome by_rule;   /* by the rules, of `pos` and its history */
    apo_outcome by_choice; /* resignation or agreement; ending NONE: neither */
    apo_proposal proposal;
    apo_side proposer;
    unsigned occurrences;
    bool is_settled; /* `by_rule` and `occurrences` are known */
    ply *plies;      /* owned */
    size_t ply_count;
    size_t ply_capacity;
};

const char *apo_proposal_words(apo_proposal proposal)
{
    static const char *const words[APO_PROPOSALS] = {
        [APO_PROPOSAL_NONE] = "nothing",
        [APO_PROPOSAL_DRAW] = "a draw",
        [APO_PROPOSAL_ADVANTAGE_WHITE] = "an advantage to White",
        [APO_PROPOSAL_ADVANTAGE_BLACK] = "an advantage to Black",
    };
    unsigned index = (unsigned)proposal;
    return words[index < APO_PROPOSALS ? index : 0];
}

/* The number of plies back to which the position can have occurred. The half-move count may
 * reach back before the start of the game. */
static size_t count_reversible(const apo_game *game)
{
    size_t halfmoves = apo_reversible_count(&game->pos);
    return halfmoves < game->ply_count ? halfmoves : game->ply_count;
}

static bool has_same_key_before(const apo_game *game, size_t back)
{
    for (size_t i = game->ply_count - back; i < game->ply_count; i++) {
        if (game->plies[i].undo.state.key == game->pos.state.key)
            return true;
    }
    return false;
}

static bool is_king_attacked(const apo_position *pos)
{
    apo_side side = apo_position_side(pos);
    return apo_is_hit(pos, apo_position_king(pos, side), apo_side_other(side));
}

/* The pieces that one side has chased with each of its moves seen so far, going backward. */
typedef struct chase {
    bool is_begun;
    apo_set squares; /* where they stand in the earlier position */
} chase;

/* Narrows the mover's chase to the pieces that this move chases too. */
static void follow_chase(chase *side, const apo_position *after, const ply *made)
{
    if (side->is_begun && apo_set_is_empty(&side->squares))
        return;
    apo_set found = apo_chase_find(after, &made->mv, &made->undo);
    for (unsigned i = 0; i < APO_SET_WORDS_MAX; i++)
        side->squares.words[i] =
            side->is_begun ? side->squares.words[i] & found.words[i] : found.words[i];
    side->is_begun = true;
}

/* Goes back one move: if a chased piece made it, that piece stood elsewhere before. */
static void take_back(chase *side, const apo_move *mv)
{
    if (!apo_set_has(&side->squares, mv->to))
        return;
    apo_set_remove(&side->squares, mv->to);
    apo_set_add(&side->squares, mv->from);
}

/* Equal keys are only candidates: each position is compared in full, on a copy that is taken
 * back move by move. Checks and chases are examined as far back as the repetition counts. */
static apo_repetition find_repetition(const apo_game *game)
{
    const apo_variant *var = apo_position_variant(&game->pos);
    apo_side own = apo_position_side(&game->pos);
    size_t back = count_reversible(game);
    unsigned needed = apo_repetitions_needed(var);
    bool has_checks = apo_perpetual_matters(var), is_own = has_checks, is_enemy = has_checks;
    bool has_chases = apo_chase_matters(var);
    chase chases[APO_SIDES] = {{.is_begun = false}};
    apo_repetition out = {.occurrences = 1};
    if (!has_same_key_before(game, back))
        return out;
    apo_position earlier = game->pos;
    is_enemy = is_enemy && is_king_attacked(&earlier);
    for (size_t i = game->ply_count; i > game->ply_count - back; i--) {
        const ply *made = &game->plies[i - 1];
        apo_side mover = apo_side_other(apo_position_side(&earlier));
        if (has_chases)
            follow_chase(&chases[mover], &earlier, made);
        apo_unmake(&earlier, &made->undo);
        take_back(&chases[apo_side_other(mover)], &made->mv);
        if (apo_position_side(&earlier) == own)
            is_enemy = is_enemy && is_king_attacked(&earlier);
        if (apo_position_key(&earlier) == apo_position_key(&game->pos) &&
            apo_position_same(&earlier, &game->pos) && ++out.occurrences == needed) {
            out.is_own_perpetual = is_own;
            out.is_enemy_perpetual = is_enemy;
            out.is_own_chase = !apo_set_is_empty(&chases[own].squares);
            out.is_enemy_chase = !apo_set_is_empty(&chases[apo_side_other(own)].squares);
            has_chases = false;
        }
        if (apo_position_side(&earlier) != own)
            is_own = is_own && is_king_attacked(&earlier);
    }
    return out;
}

/* The half-moves that do not count for the move limit: the excess checks of the side that has
 * given more since the last capture, and as many moves of the other side. */
static unsigned count_uncounted(const apo_game *game)
{
    unsigned counted = apo_checks_counted(apo_position_variant(&game->pos));
    unsigned checks[APO_SIDES] = {0};
    if (counted == 0 || !apo_is_move_limit(&game->pos))
        return 0;
    apo_position earlier = game->pos;
    for (size_t i = game->ply_count; i > game->ply_count - count_reversible(game); i--) {
        checks[apo_position_side(&earlier)] += is_king_attacked(&earlier);
        apo_unmake(&earlier, &game->plies[i - 1].undo);
    }
    unsigned most =
        checks[APO_WHITE] > checks[APO_BLACK] ? checks[APO_WHITE] : checks[APO_BLACK];
    return most > counted ? 2 * (most - counted) : 0;
}

static void forget_choices(apo_game *game)
{
    game->by_choice = (apo_outcome){APO_ENDING_NONE, APO_QUARTERS_UNKNOWN};
    game->proposal = APO_PROPOSAL_NONE;
}

static void update_outcome(apo_game *game)
{
    apo_repetition history = find_repetition(game);
    history.uncounted = count_uncounted(game);
    game->occurrences = history.occurrences;
    game->by_rule = apo_position_outcome_with_history(&game->pos, &history);
    game->is_settled = true;
    forget_choices(game);
}

void apo_game_settle(apo_game *game)
{
    if (!game->is_settled)
        update_outcome(game);
}

apo_status apo_game_new(apo_game **out, const apo_position *start, const apo_alloc *alloc)
{
    apo_game *game = apo_allocate_zero(alloc, sizeof *game);
    if (game == NULL)
        return APO_E_MEMORY;
    game->alloc = alloc;
    game->start = *start;
    game->pos = *start;
    update_outcome(game);
    *out = game;
    return APO_OK;
}

void apo_game_free(apo_game *game)
{
    if (game == NULL)
        return;
    const apo_alloc *alloc = game->alloc;
    apo_free(alloc, game->plies);
    apo_free(alloc, game);
}

static apo_outcome outcome_of(const apo_game *game)
{
    return game->by_choice.ending != APO_ENDING_NONE ? game->by_choice : game->by_rule;
}

static bool is_over(const apo_game *game)
{
    return outcome_of(game).ending != APO_ENDING_NONE;
}

apo_game_info apo_game_info_of(const apo_game *game)
{
    return (apo_game_info){.start = &game->start,
                           .length = game->ply_count,
                           .occurrences = game->occurrences,
                           .outcome = outcome_of(game),
                           .is_over = is_over(game),
                           .offer = game->proposal,
                           .offered_by = game->proposer};
}

size_t apo_game_memory(const apo_game *game)
{
    return sizeof *game + game->ply_capacity * sizeof *game->plies;
}

const apo_position *apo_game_position(const apo_game *game)
{
    return &game->pos;
}

apo_move apo_game_move(const apo_game *game, size_t index)
{
    static const apo_move none = {.from = APO_SQUARE_NONE, .to = APO_SQUARE_NONE};
    return index < game->ply_count ? game->plies[index].mv : none;
}

void apo_game_position_at(apo_position *out, const apo_game *game, size_t index)
{
    *out = game->pos;
    for (size_t i = game->ply_count; i > index; i--)
        apo_unmake(out, &game->plies[i - 1].undo);
}

static apo_status grow_plies(apo_game *game)
{
    if (game->ply_count < game->ply_capacity)
        return APO_OK;
    ply *plies =
        apo_grow(game->alloc, game->plies, &game->ply_capacity, FIRST_PLIES, sizeof *plies);
    if (plies == NULL)
        return APO_E_MEMORY;
    game->plies = plies;
    return APO_OK;
}

static bool is_legal(const apo_position *pos, const apo_move *mv)
{
    apo_position copy = *pos;
    return apo_play(&copy, mv) == APO_OK;
}

/* Programs that do not detect dead positions play on in them; this lets their games be read. */
static bool can_go_on(const apo_game *game)
{
    return game->by_choice.ending == APO_ENDING_NONE && game->by_rule.ending == APO_ENDING_DEAD;
}

static bool may_play(const apo_game *game)
{
    return !is_over(game) || can_go_on(game);
}

apo_status apo_game_play(apo_game *game, const apo_move *mv)
{
    if (may_play(game) && !is_legal(&game->pos, mv))
        return APO_E_ILLEGAL;
    return apo_game_play_legal(game, mv);
}

static apo_status add_ply(apo_game *game, const apo_move *mv)
{
    apo_status status = grow_plies(game);
    if (status != APO_OK)
        return status;
    ply *next = &game->plies[game->ply_count];
    next->mv = *mv;
    next->by_rule = game->by_rule;
    next->occurrences = game->occurrences;
    next->is_settled = game->is_settled;
    apo_make(&game->pos, mv, &next->undo);
    game->ply_count++;
    return APO_OK;
}

static apo_status add_settled(apo_game *game, const apo_move *mv)
{
    apo_status status = add_ply(game, mv);
    if (status == APO_OK)
        update_outcome(game);
    return status;
}

apo_status apo_game_play_legal(apo_game *game, const apo_move *mv)
{
    return may_play(game) ? add_settled(game, mv) : APO_E_FINISHED;
}

apo_status apo_game_replay(apo_game *game, const apo_move *mv)
{
    apo_status status = add_ply(game, mv);
    if (status == APO_OK)
        game->is_settled = false;
    return status;
}

apo_status apo_game_advance(apo_game *game, const apo_move *mv)
{
    return is_legal(&game->pos, mv) ? add_settled(game, mv) : APO_E_ILLEGAL;
}

apo_status apo_game_undo(apo_game *game)
{
    if (game->by_choice.ending == APO_ENDING_NONE) {
        if (game->ply_count == 0)
            return APO_E_RANGE;
        const ply *last = &game->plies[--game->ply_count];
        apo_unmake(&game->pos, &last->undo);
        game->by_rule = last->by_rule;
        game->occurrences = last->occurrences;
        game->is_settled = last->is_settled;
    }
    forget_choices(game);
    apo_game_settle(game);
    return APO_OK;
}

static void end_by_choice(apo_game *game, apo_ending ending, int white_quarters)
{
    game->by_choice = (apo_outcome){ending, white_quarters};
    game->proposal = APO_PROPOSAL_NONE;
}

static int quarters_of(apo_proposal proposal)
{
    static const int quarters[APO_PROPOSALS] = {
        [APO_PROPOSAL_NONE] = APO_QUARTERS_UNKNOWN,
        [APO_PROPOSAL_DRAW] = APO_QUARTERS_DRAW,
        [APO_PROPOSAL_ADVANTAGE_WHITE] = APO_QUARTERS_ADVANTAGE,
        [APO_PROPOSAL_ADVANTAGE_BLACK] = APO_QUARTERS_DISADVANTAGE,
    };
    return quarters[proposal];
}

static bool has_quarters(const apo_game *game, int white_quarters)
{
    return white_quarters % 2 == 0 ||
           apo_variant_info_of(apo_position_variant(&game->pos))->has_advantage;
}

apo_status apo_game_offer(apo_game *game, apo_side side, apo_proposal proposal)
{
    if (is_over(game))
        return APO_E_FINISHED;
    if ((unsigned)side >= APO_SIDES)
        return APO_E_RANGE;
    if (proposal <= APO_PROPOSAL_NONE || proposal >= APO_PROPOSALS ||
        !has_quarters(game, quarters_of(proposal)))
        return APO_E_UNSUPPORTED;
    game->proposal = proposal;
    game->proposer = side;
    return APO_OK;
}

apo_status apo_game_answer(apo_game *game, apo_side side, bool is_accepted)
{
    if (game->proposal == APO_PROPOSAL_NONE || apo_side_other(game->proposer) != side)
        return APO_E_UNKNOWN;
    if (is_accepted)
        end_by_choice(game, APO_ENDING_AGREEMENT, quarters_of(game->proposal));
    else
        game->proposal = APO_PROPOSAL_NONE;
    return APO_OK;
}

apo_status apo_game_end(apo_game *game, int white_quarters)
{
    if (is_over(game))
        return APO_E_FINISHED;
    if (white_quarters < APO_QUARTERS_LOSS || white_quarters > APO_QUARTERS_WIN)
        return APO_E_RANGE;
    if (!has_quarters(game, white_quarters))
        return APO_E_UNSUPPORTED;
    bool is_resigned =
        white_quarters == APO_QUARTERS_LOSS || white_quarters == APO_QUARTERS_WIN;
    end_by_choice(game, is_resigned ? APO_ENDING_RESIGNATION : APO_ENDING_AGREEMENT,
                  white_quarters);
    return APO_OK;
}
