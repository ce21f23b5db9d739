/* Opens a game, plays a move and prints the position. */
#include <stdio.h>

#include "definition/file/definition.h"
#include "notation/coordinate.h"
#include "notation/fen.h"

int main(void)
{
    static apo_moves moves; /* a buffer for all legal moves: 64 kB */
    apo_variant *game = NULL;
    apo_position pos;
    apo_move mv;
    apo_error err;
    char buf[APO_FEN_MAX];

    /* A built-in game. For the text of a file of your own: apo_definition_compile. */
    if (apo_definition_open(&game, apo_span_of("modern"), NULL, NULL) != APO_OK)
        return 1;
    if (apo_position_start(&pos, game, 0, 14) != APO_OK) /* start 14 */
        return 1;

    apo_moves_legal(apo_moves_start(&moves), &pos);
    printf("%zu legal moves, by the king:", moves.list.count);
    for (size_t i = 0; i < moves.list.count; i++) {
        apo_text text = apo_text_start(buf, sizeof buf);
        apo_coordinate_write(&text, &pos, &moves.buf[i]);
        if (moves.buf[i].from == apo_position_king(&pos, APO_WHITE))
            printf(" %s", buf);
    }
    puts("");

    /* Moves from outside are read, and refused with a reason if they are not legal. */
    if (apo_coordinate_read(&mv, &pos, apo_span_of("e3e6"), &err) != APO_OK)
        printf("e3e6: %s\n", err.detail);
    if (apo_coordinate_read(&mv, &pos, apo_span_of("e3e5"), &err) == APO_OK)
        apo_play(&pos, &mv);

    apo_text fen = apo_text_start(buf, sizeof buf);
    apo_fen_write(&fen, &pos);
    puts(buf);
    apo_variant_free(game);
    return 0;
}
