/* Laws shared by several fuzz targets, and the games they use. A broken law aborts. */
#ifndef APO_FUZZ_LAWS_H
#define APO_FUZZ_LAWS_H

#include "playout.h"

#include <assert.h>

#include "notation/move_text.h"
#include "rules/kernel/perft.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline apo_span span_of_bytes(const uint8_t *data, size_t size)
{
    return (apo_span){(const char *)data, size};
}

/* Removes and returns the first byte; 0 at the end. */
static inline uint8_t next_byte(const uint8_t **data, size_t *size)
{
    if (*size == 0)
        return 0;
    --*size;
    return *(*data)++;
}

/* The games that a byte of an input chooses among, 'a' the first. Add new ones at the end,
 * so that old inputs keep their meaning. */
static const char *const law_games[] = {
    "alert", "modern",   "classic", "apothecary2", "prequel", "chess",      "capablanca",
    "grand", "seirawan", "shako",   "xiangqi",     "courier", "wildebeest", "grasshopper",
};

enum {
    LAW_GAMES = sizeof law_games / sizeof law_games[0]
};

/* The games, opened once. */
static inline playout *open_games(void)
{
    static playout games;
    for (; games.game_count < LAW_GAMES; games.game_count++) {
        apo_span id = apo_span_of(law_games[games.game_count]);
        apo_status status = apo_definition_open(&games.games[games.game_count], id, NULL, NULL);
        assert(status == APO_OK);
    }
    return &games;
}

static inline size_t game_index_of_byte(uint8_t byte)
{
    return (byte + 256U - 'a') % 256U % LAW_GAMES;
}

static inline const apo_variant *game_of_byte(uint8_t byte)
{
    return open_games()->games[game_index_of_byte(byte)];
}

/* Position -> FEN in one form -> position -> the other form. `write` is one of the two writers;
 * nine fields describe a position fully, so equal texts mean equal positions. */
static inline void check_fen_form(const apo_position *pos,
                                  void (*write)(apo_text *, const apo_position *),
                                  void (*write_again)(apo_text *, const apo_position *))
{
    char bytes[APO_FEN_MAX], wanted_bytes[APO_FEN_MAX], again_bytes[APO_FEN_MAX];
    apo_position again;
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_text wanted = apo_text_start(wanted_bytes, sizeof wanted_bytes);
    apo_text again_text = apo_text_start(again_bytes, sizeof again_bytes);
    write(&text, pos);
    assert(!text.is_overflowed);
    apo_status status =
        apo_fen_read(&again, apo_position_variant(pos), apo_text_span(&text), NULL);
    assert(status == APO_OK);
    write_again(&wanted, pos);
    write_again(&again_text, &again);
    assert(apo_span_same(apo_text_span(&wanted), apo_text_span(&again_text)));
    assert(apo_position_key(pos) == apo_position_key(&again));
    assert(apo_position_same(pos, &again));
}

/* FEN -> position -> FEN is the identity, through either form. */
static inline void check_fen_law(const apo_position *pos)
{
    check_fen_form(pos, apo_fen_write, apo_fen_write_full);
    check_fen_form(pos, apo_fen_write_full, apo_fen_write);
}

/* Make and unmake is the identity, keys are fresh, counting is listing. */
static inline void check_move_laws(const apo_position *pos, const apo_move_list *legal)
{
    static apo_position copy;
    apo_undo undo;
    memcpy(&copy, pos, sizeof copy);
    assert(apo_position_key(pos) == apo_position_fresh_key(pos));
    assert(apo_perft(pos, 1) == legal->count);
    for (size_t i = 0; i < legal->count; i++) {
        apo_make(&copy, &legal->moves[i], &undo);
        assert(apo_position_key(&copy) == apo_position_fresh_key(&copy));
        apo_unmake(&copy, &undo);
        assert(memcmp(&copy, pos, sizeof copy) == 0);
    }
}

static inline bool is_among(const apo_move_list *legal, const apo_move *mv)
{
    for (size_t i = 0; i < legal->count; i++)
        if (apo_move_same(&legal->moves[i], mv))
            return true;
    return false;
}

/* Move -> text -> move is the identity, in the notation. */
static inline void check_text_law(const apo_position *pos, const apo_move *mv,
                                  enum apo_notation notation)
{
    char bytes[APO_MOVE_TEXT_MAX];
    apo_move again;
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_move_write(&text, pos, mv, notation);
    assert(!text.is_overflowed);
    apo_status status = apo_move_read_any(&again, pos, apo_text_span(&text), NULL);
    assert(status == APO_OK && apo_move_same(mv, &again));
}

#endif
