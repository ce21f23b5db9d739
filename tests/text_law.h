/* The law of texts: every legal move, written in any notation, is read back as exactly that
 * move, and no two moves of a position share a text. Also crowded boards, on which the law is
 * hard to keep: several pieces of a few types, pawns anywhere, castling rights granted. For
 * unit tests, the fuzz target and bench/bench_texts.c. */
#ifndef APO_TESTS_TEXT_LAW_H
#define APO_TESTS_TEXT_LAW_H

#include "playout.h"

#include "notation/move_text.h"

enum {
    CROWD_TYPES = 4,  /* types of which there are several pieces */
    CROWD_TRIES = 40, /* crowds tried before an ordinary start is taken */
    CROWD_PLIES = 2,  /* moves after which another crowd begins, because captures thin it out */
    TEXT_FAULT_MAX = APO_FEN_MAX + 2 * APO_MOVE_TEXT_MAX + APO_ERROR_DETAIL_MAX + 80
};

typedef struct text_law {
    char texts[APO_MOVE_LIST_MAX][APO_MOVE_TEXT_MAX]; /* of the current position */
    const char *order[APO_MOVE_LIST_MAX];
    char fault[TEXT_FAULT_MAX]; /* of the last failure */
} text_law;

/* --- crowded boards ------------------------------------------------------ */

static inline void crowd_remove(playout *p, const apo_variant *var, apo_setup *setup,
                                apo_square sq)
{
    apo_piece piece = setup->pieces[sq];
    unsigned percent = 20 + 20 * playout_below(p, 4);
    bool is_kept = !apo_piece_is_real(piece) ||
                   apo_type_info_of(var, apo_piece_type(piece))->is_royal ||
                   playout_percent(p, percent);
    if (is_kept)
        return;
    bool is_square = apo_variant_geometry(var)->place[sq] == APO_PLACE_SQUARE;
    setup->pieces[sq] = is_square ? APO_PIECE_EMPTY : APO_PIECE_VOID;
}

static inline void crowd_add(playout *p, const apo_variant *var, apo_setup *setup,
                             const uint8_t types[CROWD_TYPES])
{
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_square sq = (apo_square)playout_below(p, apo_geometry_squares(geo));
    unsigned type = types[playout_below(p, CROWD_TYPES)];
    apo_side side = playout_percent(p, 50) ? APO_WHITE : APO_BLACK;
    if (geo->place[sq] == APO_PLACE_NONE || apo_piece_is_real(setup->pieces[sq]) ||
        apo_type_info_of(var, type)->is_royal)
        return;
    setup->pieces[sq] = apo_piece_of(side, type);
}

/* A type; a pawn `percent` of the time, if the game has any. */
static inline unsigned crowd_choose_type(playout *p, const apo_variant *var, unsigned percent)
{
    unsigned count = apo_variant_info_of(var)->type_count, type = 1 + playout_below(p, count);
    unsigned pawns = 0;
    if (playout_percent(p, 100 - percent))
        return type;
    for (unsigned i = 1; i <= count; i++)
        if (apo_type_info_of(var, i)->is_pawn && playout_below(p, ++pawns) == 0)
            type = i;
    return type;
}

/* A start of the game, thinned out, with a crowd of a few types strewn over it. */
static inline void crowd_setup(playout *p, const apo_variant *var, apo_setup *setup)
{
    uint8_t types[CROWD_TYPES];
    unsigned squares = apo_geometry_squares(apo_variant_geometry(var));
    playout_start(p, var, setup);
    apo_setup start = *setup;
    for (unsigned sq = 0; sq < squares; sq++)
        crowd_remove(p, var, setup, (apo_square)sq);
    for (unsigned i = 0; i < CROWD_TYPES; i++)
        types[i] = (uint8_t)crowd_choose_type(p, var, 30);
    unsigned pieces = playout_below(p, 1 + squares / 3);
    for (unsigned i = 0; i < pieces; i++)
        crowd_add(p, var, setup, types);
    if (setup->turn == APO_TURN_ORDINARY)
        setup->side = (uint8_t)playout_below(p, APO_SIDES);
    apo_setup_grant_rights(setup, var);
    for (unsigned sq = 0; sq < squares; sq++)
        if (setup->pieces[sq] != start.pieces[sq])
            apo_set_remove(&setup->unmoved, (apo_square)sq);
}

/* A square next to `centre`, or itself. */
static inline apo_square crowd_near(playout *p, const apo_geometry *geo, apo_square centre)
{
    int file = (int)apo_geometry_file(geo, centre) + (int)playout_below(p, 3) - 1;
    int row = (int)apo_geometry_row(geo, centre) + (int)playout_below(p, 3) - 1;
    return apo_geometry_at(geo, file, row);
}

/* Puts pieces of the side to move, most of them pawns, beside the squares on which it can
 * capture en passant. */
static inline void crowd_trail(playout *p)
{
    const apo_variant *var = apo_position_variant(&p->pos);
    const apo_geometry *geo = apo_variant_geometry(var);
    apo_position pos;
    apo_setup setup;
    apo_position_to_setup(&p->pos, &setup);
    unsigned pieces = 2 + playout_below(p, 8), type = 0;
    for (unsigned i = 0; i < pieces && setup.rules.trail.count > 0; i++) {
        apo_square passed = setup.rules.trail.passed[playout_below(p, setup.rules.trail.count)];
        apo_square sq = crowd_near(p, geo, passed);
        if (i % 4 == 0)
            type = crowd_choose_type(p, var, 80);
        if (sq != APO_SQUARE_NONE && setup.pieces[sq] == APO_PIECE_EMPTY && sq != passed &&
            !apo_type_info_of(var, type)->is_royal)
            setup.pieces[sq] = apo_piece_of((apo_side)setup.side, type);
    }
    if (apo_position_from_setup(&pos, &setup, var, NULL) == APO_OK)
        p->pos = pos;
    playout_list(p);
}

/* True if the move passes squares on which some piece could capture en passant. */
static inline bool crowd_passes(const playout *p, const apo_move *mv)
{
    apo_position after = p->pos;
    apo_undo undo;
    apo_make(&after, mv, &undo);
    return after.state.rules.trail.count > 0;
}

/* Makes such a move, if there is one, and crowds the place. */
static inline void crowd_pass(playout *p)
{
    size_t count = p->legal.list.count;
    size_t first = playout_below(p, (unsigned)count + 1U);
    for (size_t i = 0; i < count; i++) {
        apo_move mv = p->legal.list.moves[(first + i) % count];
        if (!crowd_passes(p, &mv))
            continue;
        playout_make(p, &mv);
        crowd_trail(p);
        return;
    }
}

/* Begins with a crowd in a game of the opened ones; with an ordinary start if no crowd that is
 * tried is a possible position. */
static inline void crowd_begin(playout *p, size_t game)
{
    const apo_variant *var = p->games[game];
    apo_setup setup;
    for (unsigned i = 0; i < CROWD_TRIES; i++) {
        crowd_setup(p, var, &setup);
        if (apo_position_from_setup(&p->pos, &setup, var, NULL) != APO_OK)
            continue;
        p->ply = 0;
        playout_list(p);
        if (playout_percent(p, 70))
            crowd_pass(p);
        return;
    }
    playout_begin(p, game);
}

/* --- the law ------------------------------------------------------------- */

static inline bool text_fault(text_law *law, const playout *p, const char *move,
                              const char *what, const char *detail)
{
    snprintf(law->fault, sizeof law->fault, "%s \"%s\": %s: %s%s%s",
             apo_variant_info_of(apo_position_variant(&p->pos))->id, playout_fen(&p->pos), move,
             what, detail[0] != '\0' ? ": " : "", detail);
    return false;
}

static inline void text_write(apo_text *out, const playout *p, const apo_move *mv,
                              enum apo_notation notation)
{
    if (notation == APO_NOTATION_SAN)
        apo_san_write_among(out, &p->pos, mv, &p->legal.list);
    else
        apo_move_write(out, &p->pos, mv, notation);
}

/* Reads as other programs do, or from the list of legal moves, which is many times as fast. */
static inline bool text_is_read(text_law *law, const playout *p, const apo_move *mv,
                                const char *text, bool is_alone)
{
    apo_move again;
    apo_error err = {.detail = ""};
    apo_span span = apo_span_of(text);
    apo_status status = is_alone
                            ? apo_move_read_any(&again, &p->pos, span, &err)
                            : apo_move_read_among(&again, &p->pos, span, &p->legal.list, &err);
    if (status != APO_OK)
        return text_fault(law, p, text, "is not read", err.detail);
    if (!apo_move_same(mv, &again))
        return text_fault(law, p, text, "is read as another move", "");
    return true;
}

/* Writing and reading one move list fewer legal moves, which must not change the text. */
static inline bool text_is_same_alone(text_law *law, const playout *p, const apo_move *mv,
                                      const char *text, enum apo_notation notation)
{
    char bytes[APO_MOVE_TEXT_MAX];
    apo_text alone = apo_text_start(bytes, sizeof bytes);
    apo_move again;
    if (notation == APO_NOTATION_SAN) {
        apo_san_write(&alone, &p->pos, mv);
        if (strcmp(bytes, text) != 0)
            return text_fault(law, p, text, "is written otherwise alone", bytes);
    }
    if (notation == APO_NOTATION_COORDINATE &&
        (apo_coordinate_read(&again, &p->pos, apo_span_of(text), NULL) != APO_OK ||
         !apo_move_same(mv, &again)))
        return text_fault(law, p, text, "is not read alone", "");
    return true;
}

static inline int text_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static inline bool text_all_differ(text_law *law, const playout *p)
{
    size_t count = p->legal.list.count;
    for (size_t i = 0; i < count; i++)
        law->order[i] = law->texts[i];
    qsort(law->order, count, sizeof law->order[0], text_compare);
    for (size_t i = 1; i < count; i++)
        if (strcmp(law->order[i - 1], law->order[i]) == 0)
            return text_fault(law, p, law->order[i], "is the text of two moves", "");
    return true;
}

/* Checks all moves of the position in one notation; false, with `fault` filled in, if the law
 * is broken. */
static inline bool text_law_notation(text_law *law, const playout *p,
                                     enum apo_notation notation, bool is_alone)
{
    for (size_t i = 0; i < p->legal.list.count; i++) {
        const apo_move *mv = &p->legal.list.moves[i];
        apo_text text = apo_text_start(law->texts[i], sizeof law->texts[i]);
        text_write(&text, p, mv, notation);
        if (text.is_overflowed)
            return text_fault(law, p, law->texts[i], "is longer than it may be", "");
        if (!text_is_read(law, p, mv, law->texts[i], is_alone))
            return false;
        if (is_alone && !text_is_same_alone(law, p, mv, law->texts[i], notation))
            return false;
    }
    return text_all_differ(law, p);
}

/* All notations. */
static inline bool text_law_holds(text_law *law, const playout *p, bool is_alone)
{
    for (unsigned i = 0; i < APO_NOTATIONS; i++)
        if (!text_law_notation(law, p, (enum apo_notation)i, is_alone))
            return false;
    return true;
}

/* Goes on to another position: a move further, or another board. */
static inline void text_law_next(playout *p)
{
    if (p->legal.list.count > 0 && p->ply < CROWD_PLIES && playout_goes_on(p)) {
        apo_move mv = playout_choose(p);
        playout_make(p, &mv);
    } else if (playout_percent(p, 90)) {
        crowd_begin(p, playout_below(p, (unsigned)p->game_count));
    } else {
        playout_begin_any(p);
    }
}

#endif
