/* A piece's value grows with its mobility on boards from real play, and a little faster than
 * that (a queen is worth more than rook and bishop). Squares it can only move to count less
 * than squares it attacks. */
#include "search/piece_values.h"

#include "base/mem.h"
#include "base/random.h"
#include "rules/rules/engine_view.h"

enum {
    GAMES = 10,
    PLIES = 240,      /* of one game */
    BOARD_EVERY = 12, /* plies between two boards sampled */
    /* how often a capture is played if there is one; random play has few */
    CAPTURE_PERCENT = 30,
    PIECES_LEFT_PERCENT =
        20,           /* of all pieces; the sampled game ends then, the rest is endgame */
    PAWN = 92,        /* pawns are valued for promotion, not for mobility */
    CHECKER = 160,    /* its moves are in no table; a guess between pawn and knight */
    JOKER_ALONE = 100 /* a joker with nothing to imitate */
};

/* The weight of a square that is reached without a capture. Attacked squares are weighted so
 * that a plain leaper's mobility is the number of squares it leaps to. */
static const float quiet_weight = 0.45F;
/* value = linear_weight * mobility + quadratic_weight * mobility^2, fitted to measured values
 * of 15 pieces on 10x10. */
static const float linear_weight = 52.0F, quadratic_weight = 0.5F;

typedef struct survey {
    const apo_variant *var;
    apo_position pos;   /* the game being played */
    apo_position board; /* the same, all pieces Black's */
    apo_moves moves;
    apo_random random;
    apo_piece_values *out;
    float quiet[APO_TYPES_MAX][APO_SQUARES_MAX], attacks[APO_TYPES_MAX][APO_SQUARES_MAX];
    float pieces; /* sum over boards */
    float boards;
} survey;

/* Makes all pieces Black's, so that a white piece tried anywhere can capture them all. */
static void make_all_black(survey *s)
{
    apo_position *board = &s->board;
    memcpy(board, &s->pos, sizeof *board);
    for (unsigned i = 0; i < s->var->words; i++) {
        board->pieces[APO_BLACK].words[i] |= board->pieces[APO_WHITE].words[i];
        board->pieces[APO_WHITE].words[i] = 0;
    }
    for (unsigned i = 0; i < s->var->line_count; i++) {
        uint32_t white = board->by_side[APO_WHITE].line[i],
                 black = board->by_side[APO_BLACK].line[i];
        board->by_side[APO_WHITE].line[i] = white & black;
        board->by_side[APO_BLACK].line[i] = white | black;
    }
    for (unsigned sq = 0; sq < s->var->squares; sq++)
        if (apo_piece_is_real(board->board[sq]))
            board->board[sq] |= APO_BLACK;
}

static unsigned count_pieces(const apo_position *pos)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pos->var->words; i++)
        count += (unsigned)__builtin_popcountll(pos->pieces[APO_WHITE].words[i] |
                                                pos->pieces[APO_BLACK].words[i]);
    return count;
}

static void measure_from(survey *s, unsigned type, apo_square from)
{
    uint64_t set[APO_SET_WORDS_MAX];
    unsigned quiet = 0, attacks = 0, words = s->var->words;
    APO_BY_WORDS(words, apo_gather_targets, &s->board, APO_WHITE, type, from, set);
    for (unsigned i = 0; i < words; i++) {
        uint64_t pieces = s->board.pieces[APO_BLACK].words[i];
        attacks += (unsigned)__builtin_popcountll(set[i] & pieces);
        quiet += (unsigned)__builtin_popcountll(set[i] & ~pieces);
    }
    s->quiet[type][from] += (float)quiet;
    s->attacks[type][from] += (float)attacks;
}

static void measure_board(survey *s)
{
    const apo_variant *var = s->var;
    make_all_black(s);
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        if (type == var->changing || type == var->untabled)
            continue;
        for (unsigned sq = 0; sq < var->squares; sq++)
            if (var->geometry.place[sq] != APO_PLACE_NONE)
                measure_from(s, type, (apo_square)sq);
    }
    s->pieces += (float)count_pieces(&s->pos);
    s->boards++;
}

static apo_move choose_move(survey *s)
{
    apo_move_list *list = &s->moves.list;
    size_t first = apo_random_below(&s->random, (uint32_t)list->count);
    bool wants_capture = apo_random_below(&s->random, 100) < CAPTURE_PERCENT;
    for (size_t i = 0; wants_capture && i < list->count; i++) {
        apo_move mv = list->moves[(first + i) % list->count];
        if (apo_piece_is_real(s->pos.board[mv.to]) && mv.kind == APO_MOVE_PLAIN)
            return mv;
    }
    return list->moves[first];
}

static void play_game(survey *s, const apo_position *start)
{
    apo_undo undo;
    memcpy(&s->pos, start, sizeof s->pos);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        apo_move_list *list = apo_moves_start(&s->moves);
        if (ply % BOARD_EVERY == 0)
            measure_board(s);
        apo_list_legal(&s->pos, list);
        if (list->count == 0 ||
            count_pieces(&s->pos) * 100 < count_pieces(start) * PIECES_LEFT_PERCENT)
            return;
        apo_move mv = choose_move(s);
        apo_make(&s->pos, &mv, &undo);
    }
}

static unsigned count_squares(const apo_variant *var)
{
    unsigned count = 0;
    for (unsigned sq = 0; sq < var->squares; sq++)
        count += var->geometry.place[sq] == APO_PLACE_SQUARE;
    return count;
}

/* Means over all boards, and over the squares of the board proper. */
static void take_means(const survey *s)
{
    const apo_variant *var = s->var;
    float squares = (float)count_squares(var);
    /* A game that starts with an empty board has no pieces to look at, and a game of drops only
     * has no boards. */
    float boards = s->boards > 0 ? s->boards : 1;
    float filled = (s->pieces > 0 ? s->pieces : 1) / (boards * squares);
    float attack_weight = (1 - quiet_weight * (1 - filled)) / filled;
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        for (unsigned sq = 0; sq < var->squares; sq++) {
            float reach =
                (quiet_weight * s->quiet[type][sq] + attack_weight * s->attacks[type][sq]) /
                boards;
            s->out->square_mobility[type][sq] = reach;
            if (var->geometry.place[sq] == APO_PLACE_SQUARE)
                s->out->mobility[type] += reach / squares;
        }
    }
}

static int16_t base_value(const apo_piece_values *values, const apo_variant *var, unsigned type)
{
    float reach = values->mobility[type];
    if (type == var->royal)
        return 0;
    if (apo_type_info_of(var, type)->is_pawn)
        return PAWN;
    if (type == var->untabled)
        return CHECKER;
    float value = linear_weight * reach + quadratic_weight * reach * reach;
    return (int16_t)(value > 3000 ? 3000 : value < 20 ? 20 : value);
}

/* A joker is worth a pawn more than the mean of what it imitates. The mean is over pieces, not
 * types, because the opponent moves pawns and light pieces more often. */
static void set_joker_value(apo_piece_values *values, const apo_variant *var,
                            const apo_position *start)
{
    int sum = 0, count = 0;
    for (unsigned type = 1; type <= var->info.type_count; type++) {
        if (type == var->changing || type == var->royal)
            continue;
        sum += start->by_side[APO_BLACK].type_count[type] * values->piece[type];
        count += start->by_side[APO_BLACK].type_count[type];
    }
    values->piece[var->changing] = (int16_t)(count > 0 ? sum / count + PAWN : JOKER_ALONE);
}

apo_status apo_piece_values_derive(apo_piece_values *out, const apo_variant *var,
                                   const apo_alloc *alloc)
{
    apo_position start;
    apo_status status = apo_position_start(&start, var, 0, 1);
    if (status != APO_OK)
        return APO_E_POSITION;
    survey *s = apo_allocate_zero(alloc, sizeof *s);
    if (s == NULL)
        return APO_E_MEMORY;
    memset(out, 0, sizeof *out);
    s->var = var;
    s->out = out;
    apo_random_seed(&s->random, 1);
    for (unsigned game = 0; game < GAMES; game++)
        play_game(s, &start);
    take_means(s);
    for (unsigned type = 1; type <= var->info.type_count; type++)
        out->piece[type] = base_value(out, var, type);
    if (var->changing != APO_TYPE_NONE)
        set_joker_value(out, var, &start);
    apo_free(alloc, s);
    return APO_OK;
}
