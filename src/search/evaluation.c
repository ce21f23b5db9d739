#include "search/evaluation.h"

#include "base/mem.h"
#include "rules/targets.h"
#include "search/score.h"

enum {
    MEN = 2 * APO_TYPES_MAX,
    SQUARE_GAIN = 45, /* a square that reaches twice as much as the mean is worth so much */
    REACH_GAIN = 40,  /* the same for what a man reaches now */
    ZONE_BASE = 8,    /* a square of the king's zone attacked: so much, */
    ZONE_SHARE = 60,  /* and of the attacker's worth one part in so many */
    THREAT_SHARE = 5, /* an enemy man attacked by a lesser one: of the difference */
    THREAT_MOST = 85,
    PAWN_THREAT = 70, /* a man attacked by a pawn */
    DANGER_SHARE = 50,
    DANGER_MOST = 900,
    TEMPO = 28,
    SHIELD_NEAR = 12,
    SHIELD_FAR = 5, /* an own pawn one or two ranks before the king */
    SHIELD_FULL = 36,
    ISOLATED = 10,
    DOUBLED = 8,
    SUPPORTED = 6,
    KING_STEP = 14, /* opening: for every rank away from the own edge */
    KING_CENTRE = 6 /* ending: for every step towards the middle */
};

/* The worth of a man on a square: White's are positive. */
typedef struct placed {
    int16_t opening, ending;
} placed;

struct apo_evaluation {
    const apo_variant *var;
    const apo_alloc *alloc;
    apo_worth worth;
    int army_start;                      /* apo_balance.army at the start of the game */
    uint32_t pawns;                      /* types that promote or reset the count */
    uint32_t men;                        /* types whose reach is looked at */
    uint16_t reach_worth[APO_TYPES_MAX]; /* 1/16 hundredths of a pawn for a square in reach */
    uint8_t zone_worth[APO_TYPES_MAX];
    uint8_t reach_mean[APO_TYPES_MAX];
    int16_t passed[APO_ROWS_MAX + 1]; /* by own rank, in the ending */
    placed placed[MEN][APO_SQUARES_MAX];
    apo_set zone[APO_SQUARES_MAX];             /* the king's square and those around it */
    apo_set front[APO_SIDES][APO_SQUARES_MAX]; /* before a pawn, its file and those beside it */
    apo_set path[APO_SIDES][APO_SQUARES_MAX];  /* before a pawn, its own file */
    apo_set beside[APO_SQUARES_MAX];           /* the files beside */
    apo_set support[APO_SIDES]
                   [APO_SQUARES_MAX]; /* where pawns protect a pawn, or stand by it */
};

/* --- tables ------------------------------------------------------------------------------------- */

static bool is_pawn(const apo_evaluation *ev, unsigned type)
{
    return apo_types_has(ev->pawns, type);
}

static int own_rank(const apo_evaluation *ev, apo_side side, unsigned sq)
{
    return (int)apo_geometry_own_rank(&ev->var->geometry, side, (apo_square)sq);
}

/* Steps of a king from the middle of the board, in halves. */
static int off_centre(const apo_evaluation *ev, unsigned sq)
{
    const apo_geometry *geo = &ev->var->geometry;
    int by_file = 2 * (int)(sq % geo->files) - (geo->files - 1);
    int by_row = 2 * (int)(sq / geo->files) - (geo->rows - 1);
    by_file = by_file < 0 ? -by_file : by_file;
    by_row = by_row < 0 ? -by_row : by_row;
    return by_file > by_row ? by_file : by_row;
}

/* How far a pawn has come, 0 to 100, more than in proportion. */
static int progress(const apo_evaluation *ev, int rank)
{
    int last = (int)apo_geometry_ranks(&ev->var->geometry) - 1;
    int from = rank > 2 ? rank - 2 : 0;
    return from >= last - 1 ? 100 : 100 * from * from / ((last - 1) * (last - 1));
}

static placed place_pawn(const apo_evaluation *ev, unsigned type, unsigned sq)
{
    int worth = ev->worth.man[type], rank = own_rank(ev, APO_WHITE, sq);
    int middle = 8 - off_centre(ev, sq) * 16 / (ev->var->geometry.files * 2);
    return (placed){(int16_t)(worth + progress(ev, rank) * worth / 250 + middle),
                    (int16_t)(worth * 6 / 5 + progress(ev, rank) * worth / 100)};
}

static placed place_king(const apo_evaluation *ev, unsigned sq)
{
    int rank = own_rank(ev, APO_WHITE, sq);
    int away = rank > 1 ? rank - 1 : 0;
    return (placed){(int16_t)(off_centre(ev, sq) * 2 - KING_STEP * away),
                    (int16_t)(-KING_CENTRE * off_centre(ev, sq) / 2)};
}

static placed place_man(const apo_evaluation *ev, unsigned type, unsigned sq)
{
    const apo_worth *worth = &ev->worth;
    float mean = worth->mobility[type] > 0.5F ? worth->mobility[type] : 0.5F;
    float better = worth->square_mobility[type][sq] / mean - 1;
    if (worth->mobility[type] <= 0)
        better = 0;
    if (better > 1)
        better = 1;
    int value = worth->man[type] + (int)(better * SQUARE_GAIN);
    return (placed){(int16_t)value, (int16_t)value};
}

static void place_type(apo_evaluation *ev, unsigned type)
{
    const apo_variant *var = ev->var;
    for (unsigned sq = 0; sq < var->squares; sq++) {
        placed white = type == var->royal  ? place_king(ev, sq)
                       : is_pawn(ev, type) ? place_pawn(ev, type, sq)
                                           : place_man(ev, type, sq);
        unsigned mirror = apo_geometry_mirror(&var->geometry, (apo_square)sq);
        ev->placed[apo_man_of(APO_WHITE, type)][sq] = white;
        if (mirror < var->squares)
            ev->placed[apo_man_of(APO_BLACK, type)][mirror] =
                (placed){(int16_t)-white.opening, (int16_t)-white.ending};
    }
}

static void weigh_types(apo_evaluation *ev)
{
    const apo_variant *var = ev->var;
    for (unsigned type = 1; type <= var->type_count; type++) {
        float mean = ev->worth.mobility[type] > 2 ? ev->worth.mobility[type] : 2;
        place_type(ev, type);
        ev->reach_worth[type] = (uint16_t)(16 * REACH_GAIN / mean);
        ev->reach_mean[type] = (uint8_t)(ev->worth.mobility[type] * 3 / 4);
        int zone = ZONE_BASE + ev->worth.man[type] / ZONE_SHARE;
        ev->zone_worth[type] = (uint8_t)(zone > 60 ? 60 : zone);
        if (!is_pawn(ev, type) && type != var->royal && type != var->checker)
            ev->men |= (uint32_t)1 << type;
    }
}

/* Adds to the sets of `from` what `to` is to it. */
static void relate(apo_evaluation *ev, unsigned from, unsigned to)
{
    int files = ev->var->geometry.files;
    int by_file = (int)to % files - (int)from % files,
        by_row = (int)to / files - (int)from / files;
    bool is_near_file = by_file >= -1 && by_file <= 1;
    if (is_near_file && by_row >= -1 && by_row <= 1)
        apo_set_add(&ev->zone[from], (apo_square)to);
    if (by_file == 1 || by_file == -1)
        apo_set_add(&ev->beside[from], (apo_square)to);
    for (unsigned side = 0; side < APO_SIDES; side++) {
        int ahead = side == APO_WHITE ? by_row : -by_row;
        if (is_near_file && ahead > 0)
            apo_set_add(&ev->front[side][from], (apo_square)to);
        if (by_file == 0 && ahead > 0)
            apo_set_add(&ev->path[side][from], (apo_square)to);
        if ((by_file == 1 || by_file == -1) && (ahead == 0 || ahead == -1))
            apo_set_add(&ev->support[side][from], (apo_square)to);
    }
}

apo_status apo_evaluation_new(apo_evaluation **out, const apo_variant *var,
                              const apo_worth *worth, const apo_alloc *alloc)
{
    apo_position start;
    apo_balance balance;
    apo_evaluation *ev = apo_allocate_zero(alloc, sizeof *ev);
    if (ev == NULL)
        return APO_E_MEMORY;
    ev->var = var;
    ev->alloc = alloc;
    ev->worth = *worth;
    for (unsigned type = 1; type <= var->type_count; type++)
        if (apo_type_is_pawn(var, type))
            ev->pawns |= (uint32_t)1 << type;
    weigh_types(ev);
    for (unsigned from = 0; from < var->squares; from++)
        for (unsigned to = 0; to < var->squares; to++)
            relate(ev, from, to);
    for (int rank = 0; rank <= APO_ROWS_MAX; rank++)
        ev->passed[rank] = (int16_t)(15 + progress(ev, rank) * 2);
    if (apo_position_start(&start, var, 0, 1) == APO_OK) {
        apo_balance_count(&balance, ev, &start);
        ev->army_start = balance.army;
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
    return evaluation->worth.man[type];
}

const int16_t *apo_evaluation_men(const apo_evaluation *evaluation)
{
    return evaluation->worth.man;
}

/* --- balance ------------------------------------------------------------------------------------ */

static void add_man(apo_balance *balance, const apo_evaluation *ev, apo_man man, apo_square sq,
                    int times)
{
    if (!apo_man_is_real(man))
        return;
    const placed *worth = &ev->placed[man][sq];
    unsigned type = apo_man_type(man);
    balance->opening += times * worth->opening;
    balance->ending += times * worth->ending;
    if (is_pawn(ev, type))
        balance->pawn_key ^= apo_man_key(ev->var, man, sq);
    else
        balance->army += times * ev->worth.man[type];
}

void apo_balance_count(apo_balance *out, const apo_evaluation *evaluation,
                       const apo_position *pos)
{
    *out = (apo_balance){0, 0, 0, 0};
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

/* --- pawns -------------------------------------------------------------------------------------- */

static bool meets(const uint64_t *a, const apo_set *b, unsigned words)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < words; i++)
        any |= a[i] & b->words[i];
    return any != 0;
}

typedef struct pawn_sets {
    uint64_t of[APO_SIDES][APO_SET_WORDS_MAX];
} pawn_sets;

static void collect_pawns(const apo_evaluation *ev, const apo_position *pos, pawn_sets *out)
{
    unsigned words = ev->var->words;
    memset(out, 0, sizeof *out);
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (uint32_t types = ev->pawns & pos->types[side]; types != 0; types &= types - 1) {
            const uint64_t *men =
                apo_position_type_set(pos, side, (unsigned)__builtin_ctz(types), words);
            for (unsigned i = 0; i < words; i++)
                out->of[side][i] |= men[i];
        }
}

static void judge_pawn(const apo_evaluation *ev, const pawn_sets *pawns, unsigned side,
                       apo_square sq, apo_pawn_entry *sum)
{
    unsigned words = ev->var->words;
    const uint64_t *own = pawns->of[side], *other = pawns->of[side ^ 1U];
    int sign = side == APO_WHITE ? 1 : -1;
    if (!meets(own, &ev->beside[sq], words)) {
        sum->opening -= sign * ISOLATED;
        sum->ending -= sign * ISOLATED;
    } else if (meets(own, &ev->support[side][sq], words)) {
        sum->opening += sign * SUPPORTED;
    }
    if (meets(own, &ev->path[side][sq], words)) {
        sum->opening -= sign * DOUBLED;
        sum->ending -= sign * DOUBLED;
    } else if (!meets(other, &ev->front[side][sq], words)) {
        int bonus = ev->passed[own_rank(ev, (apo_side)side, sq)];
        sum->opening += sign * bonus / 3;
        sum->ending += sign * bonus;
    }
}

static void add_attacks(const apo_evaluation *ev, const apo_position *pos, unsigned side,
                        apo_square sq, apo_set *attacks)
{
    const apo_variant *var = ev->var;
    size_t index = apo_table_index(var, side, apo_man_type(pos->board[sq]), sq);
    for (unsigned i = 0; i < var->words; i++)
        attacks->words[i] |= var->leap_capture[index * var->words + i];
}

static const apo_pawn_entry *judge_pawns(const apo_evaluation *ev, apo_pawn_table *table,
                                         const apo_position *pos, uint64_t key)
{
    apo_pawn_entry *entry = &table->entries[key % APO_PAWN_ENTRIES];
    if (entry->key == key)
        return entry;
    pawn_sets pawns;
    collect_pawns(ev, pos, &pawns);
    memset(entry, 0, sizeof *entry);
    entry->key = key;
    for (unsigned side = 0; side < APO_SIDES; side++)
        for (unsigned i = 0; i < ev->var->words; i++)
            for (uint64_t word = pawns.of[side][i]; word != 0;) {
                apo_square sq = apo_word_pop(&word, i * 64);
                judge_pawn(ev, &pawns, side, sq, entry);
                add_attacks(ev, pos, side, sq, &entry->attacks[side]);
            }
    return entry;
}

/* --- reach and kings ------------------------------------------------------------------------------ */

/* What the men of one side reach: their freedom, and how hard they press on the enemy's king. */
typedef struct press {
    int reach;    /* in 1/16 hundredths of a pawn, above the mean */
    int danger;   /* to the enemy king */
    int pressers; /* men that attack its zone */
    int threats;  /* to men worth more than the attacker */
} press;

/* Whose men are looked at, and the power they have: a joker's is that of the type it imitates. */
typedef struct mover {
    unsigned side, type, power, row;
    const apo_set *enemy_pawns; /* what they attack */
} mover;

/* A man that a lesser one attacks will have to move, or be exchanged badly. */
static int threat_of(const apo_evaluation *ev, const apo_position *pos, unsigned type,
                     apo_square target)
{
    int more = ev->worth.man[apo_man_type(pos->board[target])] - ev->worth.man[type];
    int threat = more > 0 ? more / THREAT_SHARE : 0;
    return threat < THREAT_MOST ? threat : THREAT_MOST;
}

APO_INLINE void look_at_man(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                            const mover *by, apo_square sq, press *sum)
{
    unsigned count = 0, hits = 0;
    uint64_t set[APO_SET_WORDS_MAX];
    const apo_set *zone = &ev->zone[pos->state.king[by->side ^ 1U]];
    apo_gather_targets(words, pos, by->side, by->row, sq, set);
    for (unsigned i = 0; i < words; i++) {
        count += (unsigned)__builtin_popcountll(set[i] & ~by->enemy_pawns->words[i]);
        hits += (unsigned)__builtin_popcountll(set[i] & zone->words[i]);
        for (uint64_t word = set[i] & pos->men[by->side ^ 1U].words[i]; word != 0;)
            sum->threats += threat_of(ev, pos, by->type, apo_word_pop(&word, i * 64));
    }
    if (apo_set_has(by->enemy_pawns, sq))
        sum->threats -= PAWN_THREAT;
    sum->reach += ((int)count - ev->reach_mean[by->power]) * ev->reach_worth[by->power];
    sum->danger += (int)hits * ev->zone_worth[by->power];
    sum->pressers += hits > 0;
}

APO_INLINE void look_at_side(unsigned words, const apo_evaluation *ev, const apo_position *pos,
                             unsigned side, const apo_pawn_entry *pawns, press *sum)
{
    for (uint32_t types = ev->men & pos->types[side]; types != 0; types &= types - 1) {
        mover by = {.side = side,
                    .type = (unsigned)__builtin_ctz(types),
                    .enemy_pawns = &pawns->attacks[side ^ 1U]};
        by.power = by.type == ev->var->joker ? pos->state.imitated[side ^ 1U] : by.type;
        by.row = apo_row_now(pos, side, by.type);
        /* What a joker can do with a king's or a pawn's power is not worth a look. */
        if (by.row == 0 || !apo_types_has(ev->men, by.power))
            continue;
        const uint64_t *men = apo_position_type_set(pos, side, by.type, words);
        for (unsigned i = 0; i < words; i++)
            for (uint64_t word = men[i]; word != 0;)
                look_at_man(words, ev, pos, &by, apo_word_pop(&word, i * 64), sum);
    }
}

/* One attacker is seldom a danger; with several it grows with the square of what they attack, and
 * more so where no pawns stand before the king. */
static int danger_of(const press *sum, int shield)
{
    int bare = shield < SHIELD_FULL ? SHIELD_FULL - shield : 0;
    int danger = sum->danger * sum->danger / DANGER_SHARE;
    danger += danger * bare / (2 * SHIELD_FULL);
    if (sum->pressers < 2)
        danger /= 3;
    return danger < DANGER_MOST ? danger : DANGER_MOST;
}

/* Own pawns before the king. */
static int shield(const apo_evaluation *ev, const apo_position *pos, unsigned side)
{
    unsigned files = ev->var->geometry.files, squares = ev->var->squares;
    unsigned king = pos->state.king[side], file = king % files;
    int sum = 0;
    for (int step = 1; step <= 2; step++) {
        int row = (int)(king - file) + (side == APO_WHITE ? step : -step) * (int)files;
        for (unsigned at = file > 0 ? file - 1 : 0; at <= file + 1 && at < files; at++) {
            int sq = row + (int)at;
            if (sq < 0 || sq >= (int)squares)
                continue;
            apo_man man = pos->board[sq];
            if (apo_man_is_real(man) && apo_man_side(man) == (apo_side)side &&
                is_pawn(ev, apo_man_type(man)))
                sum += step == 1 ? SHIELD_NEAR : SHIELD_FAR;
        }
    }
    return sum;
}

/* --- all of it ------------------------------------------------------------------------------------ */

/* Between opening and ending, by what is left of the armies. */
static int blend(const apo_evaluation *ev, const apo_balance *balance, int opening, int ending)
{
    int left = balance->army < ev->army_start ? balance->army : ev->army_start;
    if (ev->army_start <= 0)
        return ending;
    return (int)(((long long)opening * left + (long long)ending * (ev->army_start - left)) /
                 ev->army_start);
}

static int clip(int score)
{
    if (score > APO_SCORE_EVALUATION_MAX)
        return APO_SCORE_EVALUATION_MAX;
    return score < -APO_SCORE_EVALUATION_MAX ? -APO_SCORE_EVALUATION_MAX : score;
}

static int for_mover(const apo_position *pos, int score)
{
    return clip((pos->state.side == APO_WHITE ? score : -score) + TEMPO);
}

int apo_evaluate_roughly(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                         const apo_position *pos, const apo_balance *balance)
{
    const apo_pawn_entry *pawn = judge_pawns(evaluation, pawns, pos, balance->pawn_key);
    return for_mover(pos, blend(evaluation, balance, balance->opening + pawn->opening,
                                balance->ending + pawn->ending));
}

int apo_evaluate(const apo_evaluation *evaluation, apo_pawn_table *pawns,
                 const apo_position *pos, const apo_balance *balance)
{
    const apo_pawn_entry *pawn = judge_pawns(evaluation, pawns, pos, balance->pawn_key);
    int opening = balance->opening + pawn->opening, ending = balance->ending + pawn->ending;
    press white = {.reach = 0}, black = {.reach = 0};
    APO_BY_WORDS(evaluation->var->words, look_at_side, evaluation, pos, APO_WHITE, pawn,
                 &white);
    APO_BY_WORDS(evaluation->var->words, look_at_side, evaluation, pos, APO_BLACK, pawn,
                 &black);
    int white_shield = shield(evaluation, pos, APO_WHITE);
    int black_shield = shield(evaluation, pos, APO_BLACK);
    opening += danger_of(&white, black_shield) - danger_of(&black, white_shield);
    opening += white_shield - black_shield;
    int reach = (white.reach - black.reach) / 16 + white.threats - black.threats;
    return for_mover(pos, blend(evaluation, balance, opening, ending) + reach);
}
