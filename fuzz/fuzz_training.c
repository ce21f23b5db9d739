/* Law: bytes are refused with a reason and a place, or they are self-play games, which written
 * again are read as the same; their moves are legal or refused. The first byte chooses the
 * game; with an odd second byte the rest is not a file but the contents of a game, as no fuzzer
 * finds a checksum. */
#include "laws.h"

#include "notation/move_number.h"
#include "training/training_start.h"

/* Reads all games, and replays them. */
static void check_games(apo_span rest, const apo_variant *var)
{
    static apo_training_game game, again;
    const apo_training_head head = {.id = "", .name_index = 0};
    apo_error err = {.detail = ""};
    apo_status status;
    size_t length = rest.length;
    while ((status = apo_training_game_read(&game, &rest, &err)) == APO_OK) {
        apo_buffer bytes;
        apo_position pos;
        assert(rest.length < length && game.ply_count <= APO_TRAINING_PLIES_MAX);
        assert(game.random_count <= game.ply_count && game.white_quarters <= APO_QUARTERS_WIN);
        length = rest.length;
        apo_buffer_init(&bytes, NULL);
        apo_training_game_write(&bytes, &game);
        apo_span copy = apo_buffer_span(&bytes);
        status = apo_training_game_read(&again, &copy, NULL);
        assert(status == APO_OK && copy.length == 0);
        assert(game.number == again.number && strcmp(game.fen, again.fen) == 0);
        assert(memcmp(game.plies, again.plies, game.ply_count * sizeof *game.plies) == 0);
        apo_buffer_clear(&bytes);
        if (apo_training_start(&pos, var, &head, &game) != APO_OK)
            continue;
        for (uint32_t i = 0; i < game.ply_count; i++) {
            apo_move mv;
            if (apo_move_of_number(&mv, &pos, game.plies[i].move) != APO_OK)
                break;
            status = apo_play(&pos, &mv);
            assert(status == APO_OK);
        }
    }
    assert(rest.length == length && err.position <= length && err.detail[0] != '\0');
}

/* Writes a game of these bytes and reads it. */
static void check_made_up(const uint8_t *data, size_t size, const apo_variant *var)
{
    static apo_training_game game;
    apo_buffer bytes;
    game = (apo_training_game){.number = next_byte(&data, &size),
                               .start = next_byte(&data, &size) % 4U,
                               .white_quarters = next_byte(&data, &size) % 5U,
                               .random_count = next_byte(&data, &size) % 16U};
    if (game.start == 0) {
        size_t length = next_byte(&data, &size);
        length = length < size ? length : size;
        const uint8_t *zero = memchr(data, '\0', length);
        length = zero != NULL ? (size_t)(zero - data) : length;
        memcpy(game.fen, data, length);
        data += length;
        size -= length;
    }
    while (game.ply_count < APO_TRAINING_PLIES_MAX &&
           (size > 0 || game.ply_count < game.random_count)) {
        uint16_t move = (uint16_t)(next_byte(&data, &size) * 9U % 300U);
        int16_t score = (int16_t)(next_byte(&data, &size) * 257 - 32768);
        game.plies[game.ply_count] =
            (apo_training_ply){move, game.ply_count < game.random_count ? 0 : score};
        game.ply_count++;
    }
    apo_buffer_init(&bytes, NULL);
    apo_training_game_write(&bytes, &game);
    check_games(apo_buffer_span(&bytes), var);
    apo_buffer_clear(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const apo_variant *var = game_of_byte(next_byte(&data, &size));
    bool is_made_up = (next_byte(&data, &size) & 1) != 0;
    apo_span rest = span_of_bytes(data, size);
    apo_training_head head;
    apo_error err = {.detail = ""};
    if (is_made_up) {
        check_made_up(data, size, var);
        return 0;
    }
    apo_status status = apo_training_head_read(&head, &rest, &err);
    if (status != APO_OK)
        assert(rest.length == size && err.position <= size && err.detail[0] != '\0');
    else
        assert(strlen(head.id) < APO_ID_MAX);
    check_games(rest, var);
    return 0;
}
