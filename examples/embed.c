/* Opens a game, plays a move and prints the position. */
#include <apothecary/apothecary.h>
#include <stdio.h>

int main(void)
{
    static apo_moves moves; /* 64 kB, enough for all legal moves */
    apo_variant *var = NULL;
    apo_move mv;
    apo_error err;
    char buf[APO_FEN_MAX];

    /* A built-in game. For a definition of your own: apo_definition_compile. */
    if (apo_definition_open(&var, apo_span_of("modern"), NULL, NULL) != APO_OK)
        return 1;
    apo_position *pos = apo_position_new(var);
    if (pos == NULL || apo_position_start(pos, var, 0, 14) != APO_OK) /* start 14 */
        return 1;

    apo_moves_legal(apo_moves_start(&moves), pos);
    printf("%zu legal moves, by the king:", moves.list.count);
    for (size_t i = 0; i < moves.list.count; i++) {
        if (moves.list.moves[i].from == apo_position_info_of(pos).king[APO_WHITE]) {
            apo_text text = apo_text_start(buf, sizeof buf);
            apo_move_write(&text, pos, &moves.list.moves[i], APO_NOTATION_SAN);
            printf(" %s", buf);
        }
    }
    puts("");

    /* Moves from outside are read in any notation, and refused with a reason if they are not
     * legal. */
    if (apo_move_read_any(&mv, pos, apo_span_of("e3e6"), &err) != APO_OK)
        printf("e3e6: %s\n", err.detail);
    if (apo_move_read_any(&mv, pos, apo_span_of("e3e5"), &err) == APO_OK)
        apo_play(pos, &mv);

    apo_text fen = apo_text_start(buf, sizeof buf);
    apo_fen_write(&fen, pos);
    puts(buf);
    apo_position_free(pos);
    apo_variant_free(var);
    return 0;
}
