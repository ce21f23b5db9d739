/* Law: a text is an error or one of the legal moves, which is written and read back in every
 * notation; what an error is guessed to mean is no legal move. Read as codes of moves, it is a
 * line of legal moves that is written as the same codes. The first byte chooses the game, the
 * second the start and how far from it, the rest is the text. */
#include "laws.h"

#include "notation/guess.h"
#include "notation/move_number.h"

static void check_guess(const apo_position *pos, apo_span text)
{
    apo_meaning meaning = apo_move_guess(pos, text);
    apo_move mv;
    if (meaning.has_move)
        assert(meaning.verdict.reason != APO_LEGAL);
    if (apo_move_read_meant(&mv, pos, text))
        assert(meaning.has_move && apo_move_same(&mv, &meaning.mv));
}

static void check_codes(const apo_position *start, apo_span text)
{
    static apo_position pos;
    apo_move mv;
    apo_undo undo;
    apo_span rest = text;
    memcpy(&pos, start, sizeof pos);
    while (apo_move_code_read(&mv, &pos, &rest) == APO_OK) {
        char bytes[8];
        apo_text code = apo_text_start(bytes, sizeof bytes);
        apo_status status = apo_move_code_write(&code, &pos, &mv);
        assert(status == APO_OK && !code.is_overflowed);
        size_t length = text.length - rest.length;
        assert(apo_span_same(apo_text_span(&code), apo_span_part(text, 0, length)));
        text = rest;
        apo_make(&pos, &mv, &undo);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    playout *games = open_games();
    apo_move mv;
    apo_error err = {.status = APO_OK, .position = 0, .detail = ""};
    size_t game = game_index_of_byte(next_byte(&data, &size));
    uint8_t seed = next_byte(&data, &size);
    apo_random_seed(&games->random, seed);
    playout_begin(games, game);
    for (unsigned i = 0; i < seed % 8U && playout_goes_on(games); i++) {
        mv = playout_choose(games);
        playout_make(games, &mv);
    }
    apo_span text = span_of_bytes(data, size);
    check_codes(&games->pos, text);
    apo_status status = apo_move_read_any(&mv, &games->pos, text, &err);
    if (status != APO_OK) {
        assert(err.status == status && err.position <= size && err.detail[0] != '\0');
        check_guess(&games->pos, text);
        return 0;
    }
    assert(is_among(&games->legal.list, &mv));
    check_text_law(&games->pos, &mv, APO_NOTATION_COORDINATE);
    check_text_law(&games->pos, &mv, APO_NOTATION_SAN);
    check_text_law(&games->pos, &mv, APO_NOTATION_COURIER);
    return 0;
}
