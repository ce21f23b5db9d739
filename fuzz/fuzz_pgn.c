/* Law: a game read from PGN and written is read again as the same game, with all its tags,
 * variations, comments and glyphs; commands in its comments are read and written alike. */
#include "laws.h"
#include "pgn_same.h"

#include "notation/pgn_reader.h"
#include "notation/pgn_writer.h"

/* The game that the Variant tag names, or Modern. */
static const apo_variant *game_of_tags(const apo_pgn_game *game)
{
    const playout *games = open_games();
    apo_span id = apo_pgn_variant_id(game);
    const apo_variant *found = NULL;
    for (size_t i = 0; i < games->game_count; i++)
        if (apo_span_is(id, apo_variant_info_of(games->games[i])->id) ||
            (found == NULL && strcmp(apo_variant_info_of(games->games[i])->id, "modern") == 0))
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

static void check_clock(apo_span value)
{
    char bytes[64];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    int64_t ms, again;
    if (!apo_pgn_clock_read(&ms, value))
        return;
    apo_pgn_clock_write(&text, ms);
    bool is_read = apo_pgn_clock_read(&again, apo_text_span(&text));
    assert(is_read && again == ms && ms >= 0);
}

static void check_eval(apo_span value)
{
    char bytes[64];
    apo_text text = apo_text_start(bytes, sizeof bytes);
    apo_pgn_eval eval, again;
    if (!apo_pgn_eval_read(&eval, value))
        return;
    apo_pgn_eval_write(&text, eval);
    bool is_read = apo_pgn_eval_read(&again, apo_text_span(&text));
    assert(is_read && again.is_mate == eval.is_mate && again.value == eval.value &&
           again.depth == eval.depth);
}

static void check_marks(const apo_variant *var, apo_span value)
{
    apo_pgn_mark mark, again;
    while (apo_pgn_mark_read(&mark, var, &value)) {
        char bytes[16];
        apo_text text = apo_text_start(bytes, sizeof bytes);
        apo_pgn_mark_write(&text, var, mark);
        apo_span written = apo_text_span(&text);
        bool is_read = apo_pgn_mark_read(&again, var, &written);
        assert(is_read && again.color == mark.color && again.from == mark.from &&
               again.to == mark.to && written.length == 0);
    }
}

static void check_commands(const apo_pgn_game *game)
{
    const apo_variant *var = apo_position_variant(apo_pgn_game_info_of(game).start);
    for (uint32_t node = 0; node < apo_pgn_game_info_of(game).node_count; node++) {
        apo_span comments = apo_span_of(apo_pgn_node_info_of(game, node).comment_after), value;
        if (apo_pgn_command(&value, comments, "clk"))
            check_clock(value);
        if (apo_pgn_command(&value, comments, "eval"))
            check_eval(value);
        if (apo_pgn_command(&value, comments, "cal"))
            check_marks(var, value);
    }
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
    assert(pgn_same(game, &again));
    check_commands(game);
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
        size_t before = reader.cursor.position;
        if (read_game(&reader, &game))
            check_writing(&game);
        else
            apo_pgn_skip_game(&reader);
        assert(reader.cursor.position > before && reader.cursor.position <= size);
        apo_pgn_game_clear(&game);
    }
    return 0;
}
