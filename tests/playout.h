/* Seeded random games over all games, biased towards moves that are rare in random play:
 * captures, promotions, launches, checks, en passant, series of jumps, captures on brouhaha
 * squares. Some begin with pieces scattered over the board rather than at a start. For tests
 * and fuzz targets. */
#ifndef APO_TESTS_PLAYOUT_H
#define APO_TESTS_PLAYOUT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "definition/file/definition.h"
#include "notation/fen.h"
#include "rules/kernel/movegen.h"
#include "rules/rules/checker.h"
#include "rules/rules/facts.h"
#include "rules/rules/handicap.h"
#include "rules/rules/list.h"
#include "rules/rules/outcome.h"

enum {
    PLAYOUT_GAMES_MAX = 256,
    PLAYOUT_PLIES_MAX = 400, /* then a new game begins; few random games last longer */
    PLAYOUT_TRIES = 200 /* attempts at a possible setup before an ordinary start is taken */
};

typedef struct playout {
    apo_random random;
    size_t game_count;
    apo_variant *games[PLAYOUT_GAMES_MAX]; /* owned */
    apo_position pos;
    unsigned ply;
    apo_moves legal; /* of `pos` */
} playout;

static inline void playout_stop(const char *what)
{
    fprintf(stderr, "playout: %s\n", what);
    abort();
}

/* Lists the legal moves of the position. Only where moves put walls can there be more than a
 * list holds; the game is then abandoned, as if there were none. */
static inline void playout_list(playout *p)
{
    if (apo_moves_legal(apo_moves_start(&p->legal), &p->pos) == APO_OK)
        return;
    if (!p->pos.var->has_loose_squares)
        playout_stop("too many moves");
    p->legal.list.count = 0;
}

/* Opens all built-in games. */
static inline void playout_open(playout *p, uint64_t seed)
{
    apo_random_seed(&p->random, seed);
    p->ply = 0;
    p->game_count = apo_definition_builtin_count();
    if (p->game_count > PLAYOUT_GAMES_MAX)
        playout_stop("more games than PLAYOUT_GAMES_MAX");
    for (size_t i = 0; i < p->game_count; i++) {
        apo_span id = apo_span_of(apo_definition_builtin_id(i));
        if (apo_definition_open(&p->games[i], id, NULL, NULL) != APO_OK)
            playout_stop("a built-in definition does not compile");
    }
}

static inline void playout_close(playout *p)
{
    for (size_t i = 0; i < p->game_count; i++)
        apo_variant_free(p->games[i]);
}

static inline unsigned playout_below(playout *p, unsigned bound)
{
    return apo_random_below(&p->random, bound);
}

static inline bool playout_percent(playout *p, unsigned percent)
{
    return playout_below(p, 100) < percent;
}

/* --- where games begin --------------------------------------------------- */

static inline void playout_write_squares(playout *p, apo_text *out, const apo_setup *setup,
                                         const apo_variant *var, unsigned count)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_side owner = playout_percent(p, 50) ? APO_WHITE : APO_BLACK;
    char letter = count == 4 ? 'R' : 'B';
    apo_piece piece = apo_piece_of(owner, apo_variant_type_of_letter(var, letter));
    for (unsigned i = 0; i < count; i++) {
        char name[APO_SQUARE_NAME_MAX];
        apo_square sq;
        bool fits;
        do {
            sq = (apo_square)playout_below(p, apo_geometry_squares(geo));
            unsigned own_rank = apo_geometry_own_rank(geo, owner, sq);
            fits =
                i == 0 && count > 1 ? setup->pieces[sq] == piece : own_rank == (i == 3 ? 8 : 4);
        } while (!fits);
        apo_geometry_write_square(geo, sq, name);
        apo_text_add(out, i > 0 ? "," : "");
        apo_text_add(out, name);
    }
}

static inline void playout_add_handicap(playout *p, apo_setup *setup, const apo_variant *var)
{
    static const char *const kinds[] = {"move:white", "move:black",
                                        "pawn:", "bishop:", "rook:"};
    unsigned kind = playout_below(p, 5);
    char buf[64];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_text_add(&text, kinds[kind]);
    if (kind >= 2)
        playout_write_squares(p, &text, setup, var, kind == 2 ? 1 : kind);
    /* The same square twice is refused; the start then stays as it is. */
    (void)apo_setup_handicap(setup, var, apo_text_span(&text), NULL);
}

/* Any start of the game: any number, any name, in some games with handicaps. */
static inline void playout_start(playout *p, const apo_variant *var, apo_setup *out)
{
    unsigned name = playout_below(p, apo_variant_info_of(var)->start_name_count);
    unsigned number = 1 + playout_below(p, apo_variant_info_of(var)->start_count);
    if (apo_setup_start(out, var, name, number) != APO_OK)
        playout_stop("a start is missing");
    if (apo_variant_has_rule(var, "handicap") && playout_percent(p, 40))
        playout_add_handicap(p, out, var);
}

/* Moves a piece anywhere, or removes it. Pawns go forward only, as they do in play. */
static inline void playout_disturb_piece(playout *p, const apo_variant *var, apo_setup *setup)
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_square from = (apo_square)playout_below(p, apo_geometry_squares(geo));
    apo_square to = (apo_square)playout_below(p, apo_geometry_squares(geo));
    apo_piece piece = setup->pieces[from];
    if (!apo_piece_is_real(piece) || geo->place[to] == APO_PLACE_NONE)
        return;
    unsigned type = apo_piece_type(piece);
    apo_side side = apo_piece_side(piece);
    bool is_king = apo_type_info_of(var, type)->is_royal, is_back = false;
    if (apo_type_info_of(var, type)->is_pawn)
        is_back = geo->place[to] != APO_PLACE_SQUARE ||
                  apo_geometry_own_rank(geo, side, to) < apo_geometry_own_rank(geo, side, from);
    if (is_back || apo_piece_is_real(setup->pieces[to]))
        return;
    setup->pieces[from] =
        geo->place[from] == APO_PLACE_SQUARE ? APO_PIECE_EMPTY : APO_PIECE_VOID;
    if (is_king || playout_percent(p, 60))
        setup->pieces[to] = piece;
}

/* A few changes that play takes long to make: pieces gone or elsewhere, other types moved last,
 * clocks near their limits, rights lost. */
static inline void playout_disturb(playout *p, const apo_variant *var, apo_setup *setup)
{
    apo_setup start = *setup;
    unsigned squares = apo_geometry_squares(apo_variant_geometry(var));
    unsigned edits = 1 + playout_below(p, 1 + playout_below(p, 16) * squares);
    for (unsigned i = 0; i < edits; i++)
        playout_disturb_piece(p, var, setup);
    setup->rules.trail.count = 0;
    for (unsigned side = 0; side < APO_SIDES; side++)
        if (apo_variant_has_rule(var, "joker"))
            setup->rules.imitated[side] =
                (uint8_t)playout_below(p, apo_variant_info_of(var)->type_count + 1);
    if (setup->turn == APO_TURN_ORDINARY) {
        setup->side = (uint8_t)playout_below(p, APO_SIDES);
        setup->move_number = 8 + playout_below(p, 14);
        setup->halfmove_count = playout_below(p, 310);
    }
    apo_setup_grant_rights(setup, var);
    bool is_lossy = playout_percent(p, 50);
    for (unsigned sq = 0; sq < squares; sq++)
        if (setup->pieces[sq] != start.pieces[sq] || (is_lossy && playout_percent(p, 20)))
            apo_set_remove(&setup->unmoved, (apo_square)sq);
}

/* Begins a game of the given number among the opened ones. */
static inline void playout_begin(playout *p, size_t game)
{
    const apo_variant *var = p->games[game];
    apo_setup setup;
    bool is_strange = playout_percent(p, 60);
    apo_status status = APO_E_POSITION;
    for (unsigned i = 0; status != APO_OK; i++) {
        playout_start(p, var, &setup);
        if (is_strange && i < PLAYOUT_TRIES)
            playout_disturb(p, var, &setup);
        status = apo_position_from_setup(&p->pos, &setup, var, NULL);
        if (status != APO_OK && (!is_strange || i > PLAYOUT_TRIES))
            playout_stop("a start is refused");
    }
    p->ply = 0;
    playout_list(p);
}

/* Begins a game of any of the opened ones. */
static inline void playout_begin_any(playout *p)
{
    playout_begin(p, playout_below(p, (unsigned)p->game_count));
}

/* --- moves --------------------------------------------------------------- */

enum playout_taste {
    PLAYOUT_ANY,
    PLAYOUT_CAPTURE,
    PLAYOUT_BORDER_CAPTURE,
    PLAYOUT_EN_PASSANT,
    PLAYOUT_TRAIL, /* leaves squares on which it can be captured en passant */
    PLAYOUT_RARE,  /* castling, king's jump, promotion, launch */
    PLAYOUT_SERIES,
    PLAYOUT_CHECK
};

static inline enum playout_taste playout_choose_taste(playout *p)
{
    static const struct {
        uint8_t percent, taste;
    } tastes[] = {{34, PLAYOUT_CAPTURE}, {8, PLAYOUT_BORDER_CAPTURE}, {10, PLAYOUT_EN_PASSANT},
                  {5, PLAYOUT_TRAIL},    {8, PLAYOUT_RARE},           {6, PLAYOUT_SERIES},
                  {8, PLAYOUT_CHECK}};

    unsigned roll = playout_below(p, 100);
    for (size_t i = 0; i < sizeof tastes / sizeof tastes[0]; i++) {
        if (roll < tastes[i].percent)
            return (enum playout_taste)tastes[i].taste;
        roll -= tastes[i].percent;
    }
    return PLAYOUT_ANY;
}

static inline bool playout_leaves(const apo_position *pos, const apo_move *mv,
                                  enum playout_taste taste)
{
    apo_position after;
    apo_undo undo;
    memcpy(&after, pos, sizeof after);
    apo_make(&after, mv, &undo);
    return taste == PLAYOUT_CHECK ? apo_position_is_check(&after)
                                  : after.state.rules.trail.shown != 0;
}

static inline bool playout_fits(const apo_position *pos, const apo_move *mv,
                                enum playout_taste taste)
{
    apo_square squares[APO_UNDO_SQUARES_MAX];
    const apo_geometry *geo = apo_variant_geometry(apo_position_variant(pos));
    switch (taste) {
    case PLAYOUT_ANY: return true;
    case PLAYOUT_CAPTURE: return apo_move_captures(pos, mv, squares) > 0;
    case PLAYOUT_BORDER_CAPTURE: return geo->place[mv->to] == APO_PLACE_TRANSIENT;
    case PLAYOUT_EN_PASSANT: return mv->kind == APO_MOVE_EN_PASSANT;
    case PLAYOUT_RARE:
        return mv->kind == APO_MOVE_CASTLING || mv->kind == APO_MOVE_LEAP ||
               mv->promoted != 0 || mv->launched != 0;
    case PLAYOUT_SERIES: return apo_move_series(pos, mv, squares) > 1;
    case PLAYOUT_TRAIL:
    case PLAYOUT_CHECK: return playout_leaves(pos, mv, taste);
    }
    return false;
}

/* One of the legal moves, of which there must be some. */
static inline apo_move playout_choose(playout *p)
{
    const apo_move_list *list = &p->legal.list;
    enum playout_taste taste = playout_choose_taste(p);
    apo_move chosen = list->moves[playout_below(p, (unsigned)list->count)];
    unsigned fitting = 0;
    for (size_t i = 0; i < list->count && taste != PLAYOUT_ANY; i++)
        if (playout_fits(&p->pos, &list->moves[i], taste) && playout_below(p, ++fitting) == 0)
            chosen = list->moves[i];
    return chosen;
}

/* Makes a move of the legal list and lists the next ones. */
static inline void playout_make(playout *p, const apo_move *mv)
{
    apo_undo undo;
    apo_move made = *mv;
    apo_make(&p->pos, &made, &undo);
    p->ply++;
    playout_list(p);
}

/* True if the game goes on, by the position alone and by its length. */
static inline bool playout_goes_on(const playout *p)
{
    return p->legal.list.count > 0 && p->ply < PLAYOUT_PLIES_MAX &&
           apo_position_outcome(&p->pos).ending == APO_ENDING_NONE;
}

/* The FEN, for messages; static. */
static inline const char *playout_fen(const apo_position *pos)
{
    static char buf[APO_FEN_MAX];
    apo_text text = apo_text_start(buf, sizeof buf);
    apo_fen_write(&text, pos);
    return buf;
}

#endif
