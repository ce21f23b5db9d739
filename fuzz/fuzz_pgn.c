/* Law: a game read from PGN and written is read again as the same game. */
#include "laws.h"

#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"

/* The game that the Variant tag names, or Modern. */
static const apo_variant *game_of_tags(const apo_pgn_game *game)
{
    const playout *games = open_games();
    apo_span id = apo_pgn_variant_id(game);
    const apo_variant *found = NULL;
    for (size_t i = 0; i < games->game_count; i++)
        if (apo_span_is(id, apo_variant_id(games->games[i])) ||
            (found == NULL && strcmp(apo_variant_id(games->games[i]), "modern") == 0))
            found = games->games[i];
    return found;
}

/* Reads the next game; false if it is faulty. */
static bool read_game(apo_pgn_reader *reader, apo_pgn_game *game)
{
    static apo_position start;
    apo_error err = {.status = APO_OK, .position = 0, .detail = ""};
    apo_pgn_game_init(game, NULL);
    return apo_pgn_read_tags(reader, game, &err) == APO_OK &&
           apo_pgn_start_position(&start, game, game_of_tags(game), &err) == APO_OK &&
           apo_pgn_set_start(game, &start) == APO_OK &&
           apo_pgn_read_moves(reader, game, &err) == APO_OK;
}

static void check_writing(const apo_pgn_game *game)
{
    apo_buffer first, second;
    apo_pgn_game again;
    apo_pgn_reader reader;
    apo_buffer_init(&first, NULL);
    apo_buffer_init(&second, NULL);
    apo_status status = apo_pgn_write(&first, game);
    assert(status == APO_OK);
    apo_pgn_reader_start(&reader, apo_buffer_span(&first));
    assert(apo_pgn_reader_has_game(&reader));
    bool is_read = read_game(&reader, &again);
    assert(is_read);
    status = apo_pgn_write(&second, &again);
    assert(status == APO_OK);
    assert(apo_span_same(apo_buffer_span(&first), apo_buffer_span(&second)));
    apo_pgn_game_clear(&again);
    apo_buffer_clear(&first);
    apo_buffer_clear(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    apo_pgn_reader reader;
    apo_pgn_reader_start(&reader, span_of_bytes(data, size));
    while (apo_pgn_reader_has_game(&reader)) {
        apo_pgn_game game;
        size_t before = reader.position;
        if (read_game(&reader, &game))
            check_writing(&game);
        else
            apo_pgn_skip_game(&reader);
        assert(reader.position > before && reader.position <= size);
        apo_pgn_game_clear(&game);
    }
    return 0;
}
