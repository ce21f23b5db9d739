/* Law: reading game after game from a PGN text terminates, and a game that was read is written
 * and read again as the same game; a game with its variations ends where the game alone does.
 * Uses only the library's public interface. */
#include <apothecary/apothecary.h>
#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static apo_variant *opened(void)
{
    static apo_variant *var;
    if (var == NULL) {
        apo_status status = apo_definition_open(&var, apo_span_of("modern"), NULL, NULL);
        assert(status == APO_OK);
    }
    return var;
}

static void check_same(const apo_game *game, const apo_game *again)
{
    apo_game_info info = apo_game_info_of(game), info_again = apo_game_info_of(again);
    assert(info.length == info_again.length);
    assert(apo_position_same(info.start, info_again.start));
    assert(apo_position_same(apo_game_position(game), apo_game_position(again)));
    assert(info.outcome.ending == info_again.outcome.ending);
    assert(info.outcome.white_quarters == info_again.outcome.white_quarters);
}

static void check_writing(const apo_game *game)
{
    apo_buffer text;
    apo_game *again = NULL;
    apo_buffer_init(&text, NULL);
    apo_status status = apo_pgn_write_game(&text, game, NULL, 0);
    assert(status == APO_OK && !text.is_failed);
    apo_span rest = apo_buffer_span(&text);
    status = apo_pgn_read_game(&again, opened(), &rest, NULL);
    assert(status == APO_OK);
    check_same(game, again);
    apo_game_free(again);
    apo_buffer_clear(&text);
}

/* Reads the game at `rest` with all that a game may hold beside its moves. */
static void check_whole(apo_status wanted, apo_span rest, apo_span wanted_rest)
{
    apo_pgn_game *whole = NULL;
    apo_error err;
    apo_status status = apo_pgn_read(&whole, opened(), &rest, &err);
    assert((status == APO_OK) == (whole != NULL));
    assert(status == APO_OK || wanted != APO_OK);
    assert(rest.length == wanted_rest.length);
    apo_pgn_game_free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_span rest = {(const char *)data, size};
    for (;;) {
        apo_game *game = NULL;
        apo_error err;
        char value[64];
        apo_text tag = apo_text_start(value, sizeof value);
        const apo_span before = rest;
        apo_pgn_find_tag(&tag, rest, "Variant");
        apo_status status = apo_pgn_read_game(&game, opened(), &rest, &err);
        check_whole(status, before, rest);
        if (status == APO_E_UNKNOWN && rest.length == 0)
            return 0;
        assert(rest.length < before.length);
        assert((status == APO_OK) == (game != NULL));
        if (status == APO_OK)
            check_writing(game);
        else
            assert(err.status == status && err.detail[0] != '\0');
        apo_game_free(game);
    }
}
