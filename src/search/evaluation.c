#include "search/evaluation.h"

#include "base/mem.h"
#include "rules/rules/engine_view.h"
#include "search/evaluation_priv.h"
#include "search/score.h"

enum {
    SCALE_FULL = 64,
    SCALE_LIGHT = 12 /* no pawns, and too little to mate with */
};

/* --- creation ------------------------------------------------------------ */

apo_status apo_evaluation_new(apo_evaluation **out, const apo_variant *var,
                              const apo_weights *weights, const apo_piece_values *values,
                              const apo_alloc *alloc)
{
    apo_position start;
    apo_psq psq;
    apo_evaluation *ev = apo_allocate_zero(alloc, sizeof *ev);
    if (ev == NULL)
        return APO_E_MEMORY;
    ev->var = var;
    ev->alloc = alloc;
    ev->weights = *weights;
    apo_evaluation_tables(ev, values);
    if (apo_position_start(&start, var, 0, 1) == APO_OK) {
        apo_psq_count(&psq, ev, &start);
        ev->army_start = psq.army[APO_WHITE] + psq.army[APO_BLACK];
    }
    *out = ev;
    return APO_OK;
}

void apo_evaluation_free(apo_evaluation *evaluation)
{
    if (evaluation != NULL)
        apo_free(evaluation->alloc, evaluation);
}

int apo_evaluation_piece(const apo_evaluation *evaluation, unsigned type)
{
    return evaluation->see_values.value[type];
}

const int16_t *apo_evaluation_pieces(const apo_evaluation *evaluation)
{
    return evaluation->see_values.value;
}

const apo_see_values *apo_evaluation_see_values(const apo_evaluation *evaluation)
{
    return &evaluation->see_values;
}

/* --- psq ----------------------------------------------------------------- */

static void add_piece(apo_psq *psq, const apo_evaluation *ev, apo_piece piece, apo_square sq,
                      int times)
{
    if (!apo_piece_is_real(piece))
        return;
    const apo_psq_value *value = &ev->psq_table[piece][sq];
    unsigned type = apo_piece_type(piece);
    psq->opening += times * value->opening;
    psq->ending += times * value->ending;
    psq->army_key += (uint64_t)times * apo_piece_key(ev->var, piece, 0);
    if (apo_types_hold(&ev->pawns, type))
        psq->pawn_key ^= apo_piece_key(ev->var, piece, sq);
    else
        psq->army[apo_piece_side(piece)] += times * ev->see_values.value[type];
}

void apo_psq_count(apo_psq *out, const apo_evaluation *evaluation, const apo_position *pos)
{
    *out = (apo_psq){.opening = 0};
    for (unsigned sq = 0; sq < evaluation->var->squares; sq++)
        add_piece(out, evaluation, pos->board[sq], (apo_square)sq, 1);
}

static bool is_noted_before(const apo_undo *undo, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (undo->squares[i].square == undo->squares[count].square)
            return true;
    return false;
}

void apo_psq_update(apo_psq *psq, const apo_evaluation *evaluation, const apo_position *pos,
                    const apo_undo *undo)
{
    for (uint32_t i = 0; i < undo->count; i++) {
        apo_square sq = undo->squares[i].square;
        if (i >= 2 && is_noted_before(undo, i))
            continue;
        add_piece(psq, evaluation, undo->squares[i].piece, sq, -1);
        add_piece(psq, evaluation, pos->board[sq], sq, 1);
    }
}

/* --- minor terms --------------------------------------------------------- */

/* Colour-bound pieces cover half of the board; a pair on both colours covers all of it. */
APO_INLINE int count_pairs(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                           unsigned side)
{
    unsigned light = 0, count = 0;
    apo_types types = apo_types_within(words, ev->bound & apo_types_here(pos, side));
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        light += apo_count_both(apo_position_type_set(pos, side, type, words), ev->light.words,
                                words);
        count += pos->by_side[side].type_count[type];
    }
    return (int)(light < count - light ? light : count - light);
}

/* File sliders on files where no pawn of their own side is in the way. */
APO_INLINE void add_files(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                          unsigned side, const apo_pawn_entry *pawns, apo_weight *sum)
{
    int open = 0, half = 0, sign = side == APO_WHITE ? 1 : -1;
    apo_types types = apo_types_within(words, ev->file_sliders & apo_types_here(pos, side));
    for (apo_type_walk walk = apo_type_walk_of(types); apo_type_walk_next(&walk);) {
        const uint64_t *pieces = apo_position_type_set(pos, side, walk.type, words);
        for (unsigned i = 0; i < words; i++)
            for (uint64_t word = pieces[i]; word != 0;) {
                unsigned file = ev->file[apo_word_pop(&word, i * 64)];
                bool has_own = pawns->files[side] >> file & 1U;
                bool has_other = pawns->files[side ^ 1U] >> file & 1U;
                open += !has_own && !has_other;
                half += !has_own && has_other;
            }
    }
    apo_weight_add(sum, ev->weights.term[APO_TERM_FILE_OPEN], sign * open);
    apo_weight_add(sum, ev->weights.term[APO_TERM_FILE_HALF], sign * half);
}

APO_INLINE apo_weight evaluate_minor_terms(unsigned words, const apo_evaluation *ev,
                                           const apo_position *pos, const apo_pawn_entry *pawns)
{
    apo_weight sum = {0, 0};
    for (unsigned side = 0; side < APO_SIDES; side++) {
        int sign = side == APO_WHITE ? 1 : -1;
        if (ev->bound != 0)
            apo_weight_add(&sum, ev->weights.term[APO_TERM_PAIR],
                           sign * count_pairs(words, ev, pos, side));
        int home = (int)apo_count_both(pos->pieces[side].words, ev->transient.words, words);
        apo_weight_add(&sum, ev->weights.term[APO_TERM_AT_HOME], sign * home);
        add_files(words, ev, pos, side, pawns, &sum);
    }
    return sum;
}

/* --- score --------------------------------------------------------------- */

/* Interpolates between opening and ending by the remaining material. */
static int blend(const apo_evaluation *ev, const apo_psq *psq, int opening, int ending)
{
    int left = psq->army[APO_WHITE] + psq->army[APO_BLACK];
    if (ev->army_start <= 0)
        return ending;
    if (left > ev->army_start)
        left = ev->army_start;
    return (int)(((long long)opening * left + (long long)ending * (ev->army_start - left)) /
                 ev->army_start);
}

static int clip(int score)
{
    if (score > APO_SCORE_EVALUATION_MAX)
        return APO_SCORE_EVALUATION_MAX;
    return score < -APO_SCORE_EVALUATION_MAX ? -APO_SCORE_EVALUATION_MAX : score;
}

/* The share of a lead that can be turned into a win: small without pawns and with a small
 * army, unless the game has no pawns at all or can be won in other ways than by mate. */
static int scale_of(const apo_evaluation *ev, const apo_position *pos, const apo_psq *psq,
                    unsigned ahead)
{
    if ((apo_types_here(pos, ahead) & ev->pawns) != 0 || ev->pawns == 0 || ev->is_rare ||
        psq->army[ahead] - psq->army[ahead ^ 1U] >= ev->light_army)
        return SCALE_FULL;
    return SCALE_LIGHT;
}

/* The score if nobody wins: not 0 where pieces are counted (rules 1.10). */
static int without_win(const apo_position *pos)
{
    if (!apo_outcome_of(pos->var)->is_repetition_count)
        return 0;
    int quarters = apo_position_point_result(pos);
    return quarters == APO_QUARTERS_ADVANTAGE      ? APO_SCORE_ADVANTAGE
           : quarters == APO_QUARTERS_DISADVANTAGE ? -APO_SCORE_ADVANTAGE
                                                   : 0;
}

/* Scales White's score down; for the side to move. */
APO_APART int scale_down(const apo_position *pos, int score, int scale)
{
    int rest = without_win(pos);
    score = rest + (score - rest) * scale / SCALE_FULL;
    return clip(pos->state.side == APO_WHITE ? score : -score);
}

/* Scales White's score towards that of an unwon game, near the end of the move count and where
 * too little material is left to win; for the side to move. */
static inline int scale_towards_draw(const apo_evaluation *ev, const apo_position *pos,
                                     const apo_psq *psq, int score)
{
    int scale = scale_of(ev, pos, psq, score > 0 ? APO_WHITE : APO_BLACK);
    int limit = 2 * apo_outcome_of(pos->var)->move_limit,
        count = (int)pos->state.halfmove_count;
    if (limit > 0 && count > limit / 2)
        scale = scale * (2 * limit - (count < limit ? count : limit)) / (3 * limit / 2);
    if (scale != SCALE_FULL)
        return scale_down(pos, score, scale);
    return clip(pos->state.side == APO_WHITE ? score : -score);
}

int apo_evaluation_finish(const apo_evaluation *ev, const apo_position *pos, const apo_psq *psq,
                          int value)
{
    return scale_towards_draw(ev, pos, psq, pos->state.side == APO_WHITE ? value : -value);
}

/* The pieces in hand, White's minus Black's. */
static int count_hands(const apo_evaluation *ev, const apo_position *pos)
{
    int sum = 0;
    for (apo_type_walk walk = apo_type_walk_of(apo_hands_of(ev->var)->types);
         apo_type_walk_next(&walk);) {
        unsigned type = walk.type;
        sum += ev->hand_value[type] * (pos->state.rules.reserve[APO_WHITE][type] -
                                       pos->state.rules.reserve[APO_BLACK][type]);
    }
    return sum;
}

/* The score in the rare games with pieces in hand or with other endings than mate. */
APO_APART int score_rare_game(const apo_evaluation *ev, const apo_position *pos,
                              const apo_psq *psq, int opening, int ending, int net)
{
    int score =
        ev->has_hands ? opening + count_hands(ev, pos) : blend(ev, psq, opening, ending);
    if (pos->var->hooks.ends_count > 0)
        score = apo_goals_evaluate(pos, score);
    return scale_towards_draw(ev, pos, psq, score + net);
}

int apo_evaluation_score(const apo_evaluation *ev, const apo_position *pos, const apo_psq *psq,
                         apo_weight dynamic, int net)
{
    const apo_weight *tempo = &ev->weights.term[APO_TERM_TEMPO];
    int sign = pos->state.side == APO_WHITE ? 1 : -1;
    int opening = psq->opening + dynamic.opening + sign * tempo->opening;
    int ending = psq->ending + dynamic.ending + sign * tempo->ending;
    if (ev->is_rare)
        return score_rare_game(ev, pos, psq, opening, ending, sign * net);
    return scale_towards_draw(ev, pos, psq, blend(ev, psq, opening, ending) + sign * net);
}

bool apo_evaluation_needs_all(const apo_evaluation *evaluation)
{
    return evaluation->has_hands || (evaluation->var->rules >> APO_RULE_CHECKS & 1U);
}

int apo_evaluate_roughly(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                         const apo_position *pos, const apo_psq *psq, int net)
{
    const apo_pawn_entry *pawn = apo_pawns_evaluate(evaluation, pawns, pos, psq->pawn_key);
    return apo_evaluation_score(evaluation, pos, psq, pawn->structure, net);
}

apo_weight apo_evaluation_dynamic(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                                  const apo_attack_cache *attack_cache, const apo_position *pos,
                                  const apo_psq *psq)
{
    apo_attack_info attacks[APO_SIDES];
    const apo_pawn_entry *pawn = apo_pawns_evaluate(evaluation, pawns, pos, psq->pawn_key);
    apo_weight sum = pawn->structure;
    apo_attack_info_find(evaluation, pos, attack_cache, pawn, attacks);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        const apo_attack_info *info = &attacks[side];
        int sign = side == APO_WHITE ? 1 : -1;
        const apo_weight reach = {(int16_t)(info->reach[0] / 16),
                                  (int16_t)(info->reach[1] / 16)};
        apo_weight_add(&sum, reach, sign);
    }
    for (unsigned side = 0; side < APO_SIDES; side++)
        apo_threats_add(evaluation, pos, side, attacks, &sum);
    apo_weight_add(&sum, apo_kings_evaluate(evaluation, pos, pawn, attacks), 1);
    apo_weight_add(&sum, apo_pawns_passed(evaluation, pos, pawn, attacks), 1);
    apo_weight_add(
        &sum, APO_BY_WORDS(evaluation->var->words, evaluate_minor_terms, evaluation, pos, pawn),
        1);
    return sum;
}

int apo_evaluate(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                 const apo_attack_cache *attack_cache, const apo_position *pos,
                 const apo_psq *psq)
{
    return apo_evaluation_score(
        evaluation, pos, psq, apo_evaluation_dynamic(evaluation, pawns, attack_cache, pos, psq),
        0);
}
