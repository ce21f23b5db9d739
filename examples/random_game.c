/* Plays random moves until the rules end the game, takes the last one back, and prints the game
 * as PGN. */
#include <apothecary/apothecary.h>
#include <stdio.h>

/* Xorshift: enough for choosing moves, and the same on every machine. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static apo_status play_random_move(apo_game *game, uint64_t *random)
{
    static apo_moves moves;
    apo_status status = apo_moves_legal(apo_moves_start(&moves), apo_game_position(game));
    if (status != APO_OK)
        return status;
    return apo_game_play(game, &moves.list.moves[next_random(random) % moves.list.count]);
}

int main(void)
{
    const apo_pgn_header headers[] = {{"White", "Chance"}, {"Black", "Fortune"}};
    apo_variant *var = NULL;
    apo_game *game = NULL;
    uint64_t random = 20;
    if (apo_definition_open(&var, apo_span_of("chess"), NULL, NULL) != APO_OK)
        return 1;
    apo_position *start = apo_position_new(var);
    if (start == NULL || apo_game_new(&game, start, NULL) != APO_OK)
        return 1;
    apo_position_free(start); /* the game has a copy */

    while (!apo_game_info_of(game).is_over)
        if (play_random_move(game, &random) != APO_OK)
            return 1;
    apo_game_info info = apo_game_info_of(game);
    printf("%s after %zu half-moves: %s\n", apo_ending_word(info.outcome.ending), info.length,
           apo_result_text(info.outcome.white_quarters));

    apo_game_undo(game);
    printf("one half-move before the end there were %llu legal moves\n\n",
           (unsigned long long)apo_perft(apo_game_position(game), 1));
    apo_game_end(game, info.outcome.white_quarters);

    apo_buffer pgn;
    apo_buffer_init(&pgn, NULL);
    if (apo_pgn_write_game(&pgn, game, headers, 2) != APO_OK || pgn.is_failed)
        return 1;
    fputs(pgn.bytes, stdout);
    apo_buffer_clear(&pgn);
    apo_game_free(game);
    apo_variant_free(var);
    return 0;
}
