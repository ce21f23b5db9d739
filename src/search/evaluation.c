#include "search/evaluation.h"

#include "base/mem.h"
#include "rules/outcome.h"
#include "rules/targets.h"
#include "search/evaluation_priv.h"
#include "search/score.h"

enum {
    DANGER_MOST = 900,
    SHIELD_FULL = 36, /* what three pawns before the king come to */
    SCALE_FULL = 64,
    SCALE_LIGHT = 12 /* no pawns, and too little to mate with */
};

/* --- life --------------------------------------------------------------------------------------- */

apo_status apo_evaluation_new(apo_evaluation **out, const apo_variant *var,
                              const apo_weights *weights, const apo_worth *worth,
                              const apo_alloc *alloc)
{
    apo_position start;
    apo_balance balance;
    apo_evaluation *ev = apo_allocate_zero(alloc, sizeof *ev);
    if (ev == NULL)
        return APO_E_MEMORY;
    ev->var = var;
    ev->alloc = alloc;
    ev->weights = *weights;
    apo_evaluation_tables(ev, worth);
    if (apo_position_start(&start, var, 0, 1) == APO_OK) {
        apo_balance_count(&balance, ev, &start);
        ev->army_start = balance.army[APO_WHITE] + balance.army[APO_BLACK];
    }
    *out = ev;
    return APO_OK;
}

void apo_evaluation_free(apo_evaluation *evaluation)
{
    if (evaluation != NULL)
        apo_free(evaluation->alloc, evaluation);
}

int apo_evaluation_man(const apo_evaluation *evaluation, unsigned type)
{
    return evaluation->prices.worth[type];
}

const int16_t *apo_evaluation_men(const apo_evaluation *evaluation)
{
    return evaluation->prices.worth;
}

const apo_prices *apo_evaluation_prices(const apo_evaluation *evaluation)
{
    return &evaluation->prices;
}

/* --- balance ------------------------------------------------------------------------------------ */

static void add_man(apo_balance *balance, const apo_evaluation *ev, apo_man man, apo_square sq,
                    int times)
{
    if (!apo_man_is_real(man))
        return;
    const apo_placed *worth = &ev->placed[man][sq];
    unsigned type = apo_man_type(man);
    balance->opening += times * worth->opening;
    balance->ending += times * worth->ending;
    if (apo_types_has(ev->pawns, type))
        balance->pawn_key ^= apo_man_key(ev->var, man, sq);
    else
        balance->army[apo_man_side(man)] += times * ev->prices.worth[type];
}

void apo_balance_count(apo_balance *out, const apo_evaluation *evaluation,
                       const apo_position *pos)
{
    *out = (apo_balance){.opening = 0};
    for (unsigned sq = 0; sq < evaluation->var->squares; sq++)
        add_man(out, evaluation, pos->board[sq], (apo_square)sq, 1);
}

static bool is_noted_before(const apo_undo *undo, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (undo->squares[i].square == undo->squares[count].square)
            return true;
    return false;
}

void apo_balance_follow(apo_balance *balance, const apo_evaluation *evaluation,
                        const apo_position *pos, const apo_undo *undo)
{
    for (uint32_t i = 0; i < undo->count; i++) {
        apo_square sq = undo->squares[i].square;
        if (i >= 2 && is_noted_before(undo, i))
            continue;
        add_man(balance, evaluation, undo->squares[i].man, sq, -1);
        add_man(balance, evaluation, pos->board[sq], sq, 1);
    }
}

/* --- what men attack ------------------------------------------------------------------------------ */

/* Whose men are looked at, and the power they have: a joker's is that of the type it imitates. */
typedef struct mover {
    unsigned side, type, power, row;
    bool has_quiet_leaps;
    const uint64_t *safe; /* squares that no enemy pawn attacks and no own man stands on */
    const uint64_t *zone; /* by the enemy king */
} mover;

/* A slide or hop that attacks, attacks the squares on its way too. */
static unsigned attack_modes(unsigned modes)
{
    return (modes & APO_LINE_CAPTURE ? APO_LINE_SLIDES : 0U) |
           (modes & APO_LINE_HOP_CAPTURE ? APO_LINE_HOP_MOVE | APO_LINE_HOP_CAPTURE : 0U) |
           (modes & APO_LINE_NEXT_CAPTURE ? APO_LINE_NEXT_MOVE | APO_LINE_NEXT_CAPTURE : 0U);
}

/* Lines that are no plain slides both ways. Returns the squares reached by moves alone. */
static unsigned attack_rare_line(unsigned words, const apo_position *pos, const apo_line_op *op,
                                 uint64_t *set)
{
    uint32_t us = pos->line[0][op->line], them = pos->line[1][op->line];
    const apo_line_view men = {us | them, us ^ them}, empty = {us | them, 0};
    unsigned quiet = 0;
    for (unsigned lower = 0; lower < 2; lower++) {
        apo_line_op attack = *op;
        attack.modes[lower] = (uint8_t)attack_modes(op->modes[lower]);
        uint32_t hits = apo_line_targets(pos, &attack, men, lower);
        apo_add_positions(words, pos->var, op->line, hits, set);
        quiet += (unsigned)__builtin_popcount(apo_line_targets(pos, op, empty, lower) & ~hits);
    }
    return quiet;
}

APO_INLINE void attack_walk(unsigned words, const apo_position *pos, const apo_walk_node *nodes,
                            unsigned count, uint64_t *set)
{
    for (unsigned i = 0; i < count;) {
        const apo_walk_node *node = &nodes[i];
        if (node->kind == APO_WALK_SLIDE) {
            apo_line_view view = apo_view_line(pos, APO_WHITE, node->square);
            view.enemies = pos->line[0][node->square] ^ pos->line[1][node->square];
            apo_add_positions(words, pos->var, node->square, apo_slide_targets(node, view),
                              set);
            i++;
            continue;
        }
        apo_man there = pos->board[node->square];
        if (node->modes != 0 && there != APO_MAN_VOID)
            set[node->square >> 6] |= (uint64_t)1 << (node->square & 63U);
        i = there == APO_MAN_EMPTY ? i + 1 : node->skip;
    }
}

/* The squares up to the first man both ways, that man's and the own one included. Places that do not
 * exist are among them where they end the line: no guard is a square, but a hole may be. */
APO_INLINE void attack_full_line(unsigned words, const apo_position *pos, const apo_line_op *op,
                                 uint64_t *set)
{
    const apo_line_view view = {pos->line[0][op->line] | pos->line[1][op->line], 0};
    const uint64_t *sets = pos->var->line_below + (size_t)op->line * APO_LINE_STRIDE * words;
    const uint64_t *high = sets + (apo_first_above(view, op->position) + 1) * words;
    const uint64_t *low = sets + apo_first_below(view, op->position) * words;
    for (unsigned i = 0; i < words; i++)
        set[i] |= high[i] ^ low[i];
}

/* The squares that a man attacks, own men on them included. Returns how many more it could move to
 * without a capture. */
APO_INLINE unsigned gather_attacks(unsigned words, const apo_evaluation *ev,
                                   const apo_position *pos, const mover *by, apo_square from,
                                   uint64_t *set)
{
    const apo_variant *var = ev->var;
    size_t index = apo_table_index(var, by->side, by->row, from);
    const apo_man_table *table = &var->tables[index];
    const uint64_t *capture = var->leap_capture + index * words;
    unsigned quiet = 0;
    for (unsigned i = 0; i < words; i++)
        set[i] = capture[i];
    for (unsigned i = 0; i < table->line_count; i++) {
        const apo_line_op *op = &var->line_ops[table->first_line + i];
        if (op->is_full)
            attack_full_line(words, pos, op, set);
        else
            quiet += attack_rare_line(words, pos, op, set);
    }
    if (table->walk_count > 0)
        attack_walk(words, pos, var->walk_nodes + table->first_walk, table->walk_count, set);
    if (table->path_count > 0)
        apo_add_paths(pos, by->side, var->paths + table->first_path, table->path_count, set);
    for (unsigned i = 0; i < words; i++)
        set[i] &= ~ev->alone[from].words[i];
    if (by->has_quiet_leaps) {
        const uint64_t *move = var->leap_move + index * words;
        for (unsigned i = 0; i < words; i++)
            quiet +=
                (unsigned)__builtin_popcountll(move[i] & ~capture[i] & ~pos->occupied.words[i]);
    }
    return quiet;
}

/* --- reach and kings ------------------------------------------------------------------------------ */

/* What the men of one side do. */
typedef struct press {
    int reach[2];                      /* in sixteenths, opening and ending */
    int danger;                        /* to the enemy king */
    int pressers;                      /* men that attack its zone */
    uint64_t all[APO_SET_WORDS_MAX];   /* attacked by any man */
    uint64_t lords[APO_SET_WORDS_MAX]; /* ... but the king */
    uint64_t near[APO_SET_WORDS_MAX];  /* the enemy king's zone, as far as it exists */
    /* Attacked by pawns and the first so many types of `order`. */
    uint64_t by[APO_TYPES_MAX + 1][APO_SET_WORDS_MAX];
} press;

/* What the men of a type do together. */
typedef struct deeds {
    unsigned count, reach, hits, pressers;
} deeds;

APO_INLINE void look_at_man(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                            const mover *by, apo_square sq, deeds *sum, uint64_t *attacks)
{
    unsigned hits = 0;
    uint64_t set[APO_SET_WORDS_MAX];
    sum->count++;
    sum->reach += gather_attacks(words, ev, pos, by, sq, set);
    for (unsigned i = 0; i < words; i++) {
        sum->reach += (unsigned)__builtin_popcountll(set[i] & by->safe[i]);
        hits += (unsigned)__builtin_popcountll(set[i] & by->zone[i]);
        attacks[i] |= set[i];
    }
    sum->hits += hits;
    sum->pressers += hits > 0;
}

APO_INLINE void look_at_type(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                             mover *by, press *sum, uint64_t *attacks)
{
    deeds all = {0, 0, 0, 0};
    by->power = by->type == ev->var->joker ? pos->state.imitated[by->side ^ 1U] : by->type;
    by->row = apo_row_now(pos, by->side, by->type);
    /* What a joker can do with a king's or a pawn's power is not worth a look. */
    if (by->row == 0 || !apo_types_has(ev->men, by->power))
        return;
    by->has_quiet_leaps = by->row < 32 && apo_types_has(ev->has_quiet_leaps, by->row);
    const uint64_t *men = apo_position_type_set(pos, by->side, by->type, words);
    for (unsigned i = 0; i < words; i++)
        for (uint64_t word = men[i]; word != 0;)
            look_at_man(words, ev, pos, by, apo_word_pop(&word, i * 64), &all, attacks);
    int more = (int)all.reach - (int)(all.count * ev->reach_mean[by->power]);
    sum->reach[0] += more * ev->weights.reach[by->power].opening;
    sum->reach[1] += more * ev->weights.reach[by->power].ending;
    sum->danger += (int)all.hits * ev->zone_worth[by->power];
    sum->pressers += (int)all.pressers;
}

APO_INLINE void look_at_side(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                             unsigned side, const apo_pawn_entry *pawns, press *sum)
{
    const apo_variant *var = ev->var;
    const apo_set *zone = &ev->zone[pos->state.king[side ^ 1U]];
    uint64_t safe[APO_SET_WORDS_MAX], near[APO_SET_WORDS_MAX], attacks[APO_SET_WORDS_MAX];
    mover by = {.side = side, .safe = safe, .zone = near};
    sum->reach[0] = sum->reach[1] = sum->danger = sum->pressers = 0;
    for (unsigned i = 0; i < words; i++) {
        uint64_t own = pos->men[side].words[i];
        uint64_t gone = pos->occupied.words[i] & ~(own | pos->men[side ^ 1U].words[i]);
        safe[i] = ~(own | pawns->attacks[side ^ 1U].words[i] | gone);
        near[i] = sum->near[i] = zone->words[i] & ~gone;
        attacks[i] = sum->by[0][i] = pawns->attacks[side].words[i];
    }
    for (unsigned k = 0; k < ev->order_count; k++) {
        by.type = ev->order[k];
        if (apo_types_has(pos->types[side], by.type))
            look_at_type(words, ev, pos, &by, sum, attacks);
        for (unsigned i = 0; i < words; i++)
            sum->by[k + 1][i] = attacks[i];
    }
    size_t king = apo_table_index(var, side, var->royal, pos->state.king[side]);
    for (unsigned i = 0; i < words; i++) {
        sum->lords[i] = attacks[i];
        sum->all[i] = attacks[i] | var->leap_capture[king * words + i];
    }
}

/* A man that a lesser one attacks will have to move, or be exchanged badly; so will one that nobody
 * protects. */
APO_INLINE void add_threats(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                            unsigned side, const press *us, const press *them, apo_weight *sum)
{
    int by_pawn = 0, by_lesser = 0, hanging = 0, sign = side == APO_WHITE ? 1 : -1;
    uint64_t all[APO_SET_WORDS_MAX], threatened[APO_SET_WORDS_MAX]; /* men; by a lesser one */
    for (unsigned i = 0; i < words; i++)
        all[i] = threatened[i] = 0;
    for (uint32_t types = pos->types[side ^ 1U] & ev->men; types != 0; types &= types - 1) {
        unsigned type = (unsigned)__builtin_ctz(types);
        const uint64_t *men = apo_position_type_set(pos, side ^ 1U, type, words);
        const uint64_t *lesser = us->by[ev->lesser[type]];
        for (unsigned i = 0; i < words; i++) {
            all[i] |= men[i];
            threatened[i] |= men[i] & lesser[i];
        }
    }
    for (unsigned i = 0; i < words; i++) {
        uint64_t hit = threatened[i], pawns = us->by[0][i];
        by_pawn += __builtin_popcountll(hit & pawns);
        by_lesser += __builtin_popcountll(hit & ~pawns);
        hanging += __builtin_popcountll(all[i] & us->all[i] & ~hit & ~them->all[i]);
    }
    apo_balance_add(sum, ev->weights.term[APO_TERM_THREAT_PAWN], sign * by_pawn);
    apo_balance_add(sum, ev->weights.term[APO_TERM_THREAT_LESSER], sign * by_lesser);
    apo_balance_add(sum, ev->weights.term[APO_TERM_HANGING], sign * hanging);
}

static unsigned count_in(const uint64_t *men, const apo_set *set, unsigned words)
{
    unsigned count = 0;
    for (unsigned i = 0; i < words; i++)
        count += (unsigned)__builtin_popcountll(men[i] & set->words[i]);
    return count;
}

/* Own pawns before the king. */
static int shield(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                  const apo_pawn_entry *pawns)
{
    const apo_set *before = ev->before[side][pos->state.king[side]];
    const uint64_t *men = pawns->men[side].words;
    unsigned words = ev->var->words;
    return (int)count_in(men, &before[0], words) *
               ev->weights.term[APO_TERM_SHIELD_NEAR].opening +
           (int)count_in(men, &before[1], words) *
               ev->weights.term[APO_TERM_SHIELD_FAR].opening;
}

/* The danger that the enemy is to the own king. One attacker is seldom a danger; with several it
 * grows with the square of what they attack, and more so where no pawns stand before the king. */
static int danger_of(const apo_evaluation *ev, const press *own, const press *enemy, int shield)
{
    int units = enemy->danger, bare = shield < SHIELD_FULL ? SHIELD_FULL - shield : 0, weak = 0;
    if (enemy->pressers == 0)
        return 0;
    for (unsigned i = 0; i < ev->var->words; i++)
        weak += __builtin_popcountll(enemy->near[i] & enemy->all[i] & ~own->lords[i]);
    units += weak * ev->weights.term[APO_TERM_ZONE_WEAK].opening;
    int danger = units * units / 100 * ev->weights.term[APO_TERM_DANGER].opening / 10;
    danger += danger * bare / (2 * SHIELD_FULL);
    if (enemy->pressers < 2)
        danger /= 3;
    return danger < DANGER_MOST ? danger : DANGER_MOST;
}

/* --- small things ----------------------------------------------------------------------------------- */

/* Men bound to one colour see half of the board: two of them, one on each, all of it. */
static int count_pairs(const apo_evaluation *ev, const apo_position *pos, unsigned side)
{
    unsigned words = ev->var->words, light = 0, count = 0;
    for (uint32_t types = ev->bound & pos->types[side]; types != 0; types &= types - 1) {
        unsigned type = (unsigned)__builtin_ctz(types);
        light += count_in(apo_position_type_set(pos, side, type, words), &ev->light, words);
        count += pos->type_count[side][type];
    }
    return (int)(light < count - light ? light : count - light);
}

static void add_small_things(const apo_evaluation *ev, const apo_position *pos, apo_weight *sum)
{
    unsigned words = ev->var->words;
    for (unsigned side = 0; side < APO_SIDES; side++) {
        int sign = side == APO_WHITE ? 1 : -1;
        if (ev->bound != 0)
            apo_balance_add(sum, ev->weights.term[APO_TERM_PAIR],
                            sign * count_pairs(ev, pos, side));
        int home = (int)count_in(pos->men[side].words, &ev->transient, words);
        apo_balance_add(sum, ev->weights.term[APO_TERM_AT_HOME], sign * home);
    }
}

/* --- all of it ------------------------------------------------------------------------------------ */

/* Between opening and ending, by what is left of the armies. */
static int blend(const apo_evaluation *ev, const apo_balance *balance, int opening, int ending)
{
    int left = balance->army[APO_WHITE] + balance->army[APO_BLACK];
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

/* How much of a lead can be turned into a win: little without pawns and with a small army. */
static int scale_of(const apo_evaluation *ev, const apo_position *pos,
                    const apo_balance *balance, unsigned ahead)
{
    if ((pos->types[ahead] & ev->pawns) != 0 ||
        balance->army[ahead] - balance->army[ahead ^ 1U] >= ev->light_army)
        return SCALE_FULL;
    return SCALE_LIGHT;
}

/* What the game comes to if nobody wins: where men are counted, more than nothing (rules 1.10). */
static int without_win(const apo_position *pos)
{
    if (!pos->var->outcome.is_repetition_count)
        return 0;
    int quarters = apo_position_point_result(pos);
    return quarters == APO_QUARTERS_ADVANTAGE      ? APO_SCORE_ADVANTAGE
           : quarters == APO_QUARTERS_DISADVANTAGE ? -APO_SCORE_ADVANTAGE
                                                   : 0;
}

/* Draws a score towards what an unwon game comes to: near the end of the move count, and where too
 * little is left to win with. */
static int temper(const apo_evaluation *ev, const apo_position *pos, const apo_balance *balance,
                  int score)
{
    int scale = scale_of(ev, pos, balance, score > 0 ? APO_WHITE : APO_BLACK);
    int limit = 2 * pos->var->outcome.move_limit, count = (int)pos->state.halfmove_count;
    if (limit > 0 && count > limit / 2)
        scale = scale * (2 * limit - (count < limit ? count : limit)) / (3 * limit / 2);
    if (scale == SCALE_FULL)
        return score;
    int rest = without_win(pos);
    return rest + (score - rest) * scale / SCALE_FULL;
}

static int for_mover(const apo_evaluation *ev, const apo_position *pos,
                     const apo_balance *balance, apo_weight extra)
{
    const apo_weight *tempo = &ev->weights.term[APO_TERM_TEMPO];
    bool is_white = pos->state.side == APO_WHITE;
    int sign = is_white ? 1 : -1;
    int score = blend(ev, balance, balance->opening + extra.opening + sign * tempo->opening,
                      balance->ending + extra.ending + sign * tempo->ending);
    return clip(sign * temper(ev, pos, balance, score));
}

int apo_evaluate_roughly(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                         const apo_position *pos, const apo_balance *balance)
{
    const apo_pawn_entry *pawn = apo_pawns_judge(evaluation, pawns, pos, balance->pawn_key);
    return for_mover(evaluation, pos, balance, pawn->structure);
}

APO_INLINE void add_pieces(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                           const apo_pawn_entry *pawn, apo_weight *sum)
{
    press white, black;
    look_at_side(words, ev, pos, APO_WHITE, pawn, &white);
    look_at_side(words, ev, pos, APO_BLACK, pawn, &black);
    add_threats(words, ev, pos, APO_WHITE, &white, &black, sum);
    add_threats(words, ev, pos, APO_BLACK, &black, &white, sum);
    int white_shield = shield(ev, pos, APO_WHITE, pawn);
    int black_shield = shield(ev, pos, APO_BLACK, pawn);
    int danger = danger_of(ev, &black, &white, black_shield) -
                 danger_of(ev, &white, &black, white_shield);
    sum->opening = (int16_t)(sum->opening + danger + white_shield - black_shield +
                             (white.reach[0] - black.reach[0]) / 16);
    sum->ending = (int16_t)(sum->ending + (white.reach[1] - black.reach[1]) / 16);
}

int apo_evaluate(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                 const apo_position *pos, const apo_balance *balance)
{
    const apo_pawn_entry *pawn = apo_pawns_judge(evaluation, pawns, pos, balance->pawn_key);
    apo_weight sum = pawn->structure;
    apo_weight passed = apo_pawns_passed(evaluation, pos, pawn);
    apo_balance_add(&sum, passed, 1);
    APO_BY_WORDS(evaluation->var->words, add_pieces, evaluation, pos, pawn, &sum);
    add_small_things(evaluation, pos, &sum);
    return for_mover(evaluation, pos, balance, sum);
}
