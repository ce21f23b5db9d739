/* Shared by the tests of notation. */
#ifndef APO_TESTS_NOTATION_HELP_H
#define APO_TESTS_NOTATION_HELP_H

#include "test.h"

#include "base/random.h"
#include "definition/file/definition.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "rules/kernel/movegen.h"

enum {
    HELP_LINE_MAX = 8192
};

static const char *const help_games[] = {"alert", "apothecary2", "classic", "modern",
                                         "prequel"};

enum {
    HELP_GAMES = sizeof help_games / sizeof help_games[0]
};

/* Opens a built-in game; "classic:brouhaha-joker" opens classic. Free with apo_variant_free. */
static inline apo_variant *help_open(const char *id)
{
    apo_variant *var = NULL;
    apo_fault_list faults;
    apo_span name = {id, strcspn(id, ":")};
    apo_fault_list_init(&faults);
    apo_status status = apo_definition_open(&var, name, NULL, &faults);
    if (status != APO_OK && faults.count > 0)
        print_error("%s line %u: %s\n", id, faults.faults[0].line, faults.faults[0].detail);
    assert_int_equal(status, APO_OK);
    return var;
}

static inline void help_read(apo_position *out, const apo_variant *var, const char *fen)
{
    apo_error err = {.status = APO_OK};
    apo_status status = apo_fen_read(out, var, apo_span_of(fen), &err);
    if (status != APO_OK)
        print_error("%s\n  at byte %zu: %s\n", fen, err.position, err.detail);
    assert_int_equal(status, APO_OK);
}

/* Reads a move in SAN, as apo_san_read_among. */
static inline apo_status help_read_san(apo_move *out, const apo_position *pos, apo_span text,
                                       apo_error *err)
{
    apo_moves moves;
    apo_move_list *legal = apo_moves_start(&moves);
    (void)apo_moves_legal(legal, pos); /* the list records that it overflowed */
    return apo_san_read_among(out, pos, text, legal, err);
}

/* The FEN of a position in the usual form if possible, in a buffer that the next call
 * overwrites. */
static inline const char *help_short_fen(const apo_position *pos)
{
    static char bytes[APO_FEN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_fen_write(&text, pos);
    assert_false(text.is_overflowed);
    return bytes;
}

/* The same in nine fields. */
static inline const char *help_fen(const apo_position *pos)
{
    static char bytes[APO_FEN_MAX];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_fen_write_full(&text, pos);
    assert_false(text.is_overflowed);
    return bytes;
}

/* Compiles a definition given as text. */
static inline apo_variant *help_compile(const char *id, const char *definition)
{
    apo_variant *var = NULL;
    apo_fault_list faults;
    apo_fault_list_init(&faults);
    apo_status status = apo_definition_compile(&var, apo_span_of(id), apo_span_of(definition),
                                               NULL, NULL, &faults);
    if (status != APO_OK && faults.count > 0)
        print_error("%s line %u: %s\n", id, faults.faults[0].line, faults.faults[0].detail);
    assert_int_equal(status, APO_OK);
    return var;
}

/* Orthodox chess. */
static inline apo_variant *help_chess(void)
{
    return help_compile("chess", "[game]\nname = Chess\n[board]\nfiles = 8\nranks = 8\n"
                                 "[pieces]\nK = king, K, royal\nQ = queen, Q\nR = rook, R\n"
                                 "B = bishop, B\nN = knight, N\nP = pawn, fmWfceF\n"
                                 "[setup]\nboard =\n"
                                 "    rnbqkbnr\n    pppppppp\n    8\n    8\n    8\n    8\n"
                                 "    PPPPPPPP\n    RNBQKBNR\n"
                                 "[multi-step]\npieces = P\nrank = 2\nsteps = 2\n"
                                 "[promotion]\npieces = P\nrank 8 = Q R B N\ncompulsory = 8\n"
                                 "[castling]\nway = e1 h1 g1 f1\nway = e1 a1 c1 d1\n"
                                 "[outcome]\nstalemate = draw\nrepetition = draw\n"
                                 "repetition-count = 3\nmove-limit = 50\n");
}

/* The start of a game: its first, or the default board's numbered one. */
static inline void help_start(apo_position *out, const apo_variant *var, unsigned number)
{
    assert_int_equal(apo_position_start(out, var, 0, number), APO_OK);
}

/* Chooses one of the legal moves at random; false if there is none. Captures and jumps of the
 * longest kind are taken more often, so that promotions and reserves come about. */
static inline bool help_choose(apo_random *random, const apo_move_list *legal, apo_move *out)
{
    if (legal->count == 0)
        return false;
    *out = legal->moves[apo_random_below(random, (uint32_t)legal->count)];
    for (unsigned i = 0; i < 3 && out->kind == APO_MOVE_PLAIN &&
                         out->launched == APO_TYPE_NONE && out->promoted == APO_TYPE_NONE;
         i++)
        *out = legal->moves[apo_random_below(random, (uint32_t)legal->count)];
    return true;
}

/* Called for every position of a random game. */
typedef void help_visit(const apo_position *pos, const apo_move_list *legal);

/* Plays random games of all five games and visits their positions. */
static inline void help_play(unsigned games, unsigned plies, uint64_t seed, help_visit *visit)
{
    apo_random random;
    apo_random_seed(&random, seed);
    for (unsigned i = 0; i < HELP_GAMES; i++) {
        apo_variant *var = help_open(help_games[i]);
        for (unsigned game = 0; game < games; game++) {
            static apo_moves moves;
            apo_position pos;
            apo_move mv;
            help_start(&pos, var,
                       1 + apo_random_below(&random, apo_variant_info_of(var)->start_count));
            for (unsigned ply = 0; ply < plies; ply++) {
                apo_undo undo;
                apo_move_list *legal = apo_moves_start(&moves);
                assert_int_equal(apo_moves_legal(legal, &pos), APO_OK);
                visit(&pos, legal);
                if (!help_choose(&random, legal, &mv))
                    break;
                apo_make(&pos, &mv, &undo);
            }
        }
        apo_variant_free(var);
    }
}

#endif
